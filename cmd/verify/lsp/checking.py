"""What a manuscript cites, checked again and again: only what changed is asked again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from attrs import Factory, define, evolve, frozen

from vera.core.errors import UnreadableDocument
from vera.core.result import Result, Success, failed
from vera.core.verdict import Verdict
from vera.verification import wiring
from vera.verification.manuscript import reading, resolving, silence, verifying
from vera.verification.manuscript.reading import Placed
from vera.verify.lsp.shelf import Shelf
from vera.verify.lsp.sources import Files

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from vera.verification.manuscript.resolving import Asked
    from vera.verify.lsp.wanted import Wanted

_KEPT = 4096
"""Verdicts that are kept; one takes some kilobytes."""
_Key: TypeAlias = "tuple[object, ...]"


@frozen
class Finding:
    """What was found out about a statement of a manuscript, or why it was not asked."""

    placed: Placed
    verdict: Verdict | None
    why: str = ""


@frozen
class Checked:
    """A manuscript as it was checked: what was found, by file, and the lines of these files.

    `problems` say what of it could not be read, a sentence each; `unread` are papers.
    """

    findings: Mapping[Path, tuple[Finding, ...]]
    lines: Mapping[Path, list[str]]
    problems: tuple[str, ...]
    unread: tuple[UnreadableDocument, ...]


@frozen
class Watch:
    """What is told of a check while it goes on: how much of it is done, and whether it may."""

    stopped: Callable[[], bool]
    told: Callable[[int, int], None]


@define
class Checking:
    """Checks manuscripts by one set of settings; to be used by one thread at a time.

    `asked` is how many statements were asked of papers so far.
    """

    shelf: Shelf
    bib: tuple[Path, ...]
    asked: int = 0
    _files: Files = Factory(Files)
    _verdicts: dict[_Key, Verdict] = Factory(dict)

    def check(
        self, path: Path, buffers: Mapping[Path, str], watch: Watch
    ) -> Result[Checked | None]:
        """Check a manuscript; None where that was stopped. `buffers` are texts that are open.

        What the manuscript takes in is read from the disk. Errors: those of the manuscript, of
        `bib`, the papers, and what asks them.
        """
        if watch.stopped():
            return Success(None)
        lines: dict[Path, list[str]] = {}
        read = reading.gather(path, self.bib, self._files.sources(buffers, lines))
        if failed(read):
            return read
        if watch.stopped():
            return Success(None)
        shelf = self.shelf.papers()
        if failed(shelf):
            return shelf
        papers, unread = shelf.unwrap()
        manuscript = silence.heard(read.unwrap(), lines)
        resolved = resolving.resolve(manuscript, papers)
        asked = self._ask(resolved.asked, watch)
        if failed(asked):
            return asked
        verdicts = asked.unwrap()
        if verdicts is None:
            return Success(None)
        both = zip(resolved.asked, verdicts, strict=True)
        found = [Finding(it.placed, verdict) for it, verdict in both]
        found += [Finding(it.placed, None, it.why) for it in resolved.aside]
        return Success(Checked(_by_file(found, lines), lines, manuscript.problems, unread))

    def _ask(self, asked: tuple[Asked, ...], watch: Watch) -> Result[list[Verdict] | None]:
        """A verdict for each; None where it was stopped. What is known already is not asked."""
        new = {_key(it): it for it in asked if _key(it) not in self._verdicts}
        if new:
            watch.told(0, len(new))
        verdicts = verifying.verify(tuple(new.values()), self.shelf.verifier)
        for done, (key, verdict) in enumerate(zip(new, verdicts, strict=True), 1):
            if failed(verdict):
                return verdict
            self.asked += 1
            self._verdicts[key] = verdict.unwrap()
            watch.told(done, len(new))
            if watch.stopped():
                return Success(None)
        told = {_key(it): self._verdicts[_key(it)] for it in asked}
        self._forget(told)
        return Success([evolve(told[_key(it)], claim=it.claim) for it in asked])

    def _forget(self, needed: Container[_Key]) -> None:
        """The oldest verdicts that are not needed, where there are many."""
        others = [key for key in self._verdicts if key not in needed]
        for key in others[: max(0, len(others) - _KEPT)]:
            del self._verdicts[key]


def checking(wanted: Wanted) -> Result[Checking]:
    """What checks by these settings; an `InvalidInput` where the threshold is none."""
    settings = wiring.settings(threshold=wanted.threshold)
    return settings.map(lambda sound: Checking(Shelf(wanted, sound), wanted.bib))


def _key(asked: Asked) -> _Key:
    """What a verdict depends on beside the settings."""
    papers = tuple((it.name, it.content) for it in asked.papers)
    return asked.claim.text, asked.claim.cites, papers, asked.lacking


def _files(placed: Iterable[Placed]) -> dict[str, Path]:
    """The files that statements stand in, by their names: each is looked up once."""
    return {name: Path(name).resolve() for name in {it.file for it in placed}}


def _by_file(findings: Sequence[Finding], lines: Iterable[Path]) -> dict[Path, tuple[Finding, ...]]:
    files = _files(it.placed for it in findings)
    found: dict[Path, list[Finding]] = {path: [] for path in lines}
    for it in findings:
        found[files[it.placed.file]].append(it)
    return {path: tuple(them) for path, them in found.items()}
