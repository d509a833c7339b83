"""`verify watch` verifies again what changed, and waits for what cannot be read at the moment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from tests.verify.program import verify
from vera.core.errors import EmbeddingFault, ServiceUnavailable
from vera.core.result import Failure, Result, Success
from vera.verification.verifier import Paper, Verifier
from vera.verify.watching import Watcher, Watching

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from vera.core.errors import Error
    from vera.core.verdict import Claim, Verdict

_BEES = "Bees sleep at night. A hive holds some 30,000 workers in summer.\n"
_ANTS = "Ants carry leaves into the nest. A colony keeps 200 queens.\n"


class _Counting(Verifier):
    """A verifier that notes what it was asked and opened, and fails as it is told."""

    def __init__(self) -> None:
        super().__init__(embedder="minilm", cache=False)
        self.asked: list[str] = []
        self.opened: list[str] = []
        self.missing: Sequence[str] = ()
        self.faults: list[Error] = []

    def open(
        self,
        path: str | os.PathLike[str],
        *,
        password: str | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> Result[Paper]:
        self.opened.append(os.fspath(path))
        return super().open(path, password=password, progress=progress)

    def verify(
        self, papers: Sequence[Paper], claims: Iterable[Claim], missing: Sequence[str] = ()
    ) -> Iterator[Result[Verdict]]:
        self.missing = missing
        if self.faults:
            yield Failure(self.faults.pop())
            return
        claims = list(claims)
        self.asked += [claim.text for claim in claims]
        yield from super().verify(papers, claims, missing)


class _Watched:
    """A watch on files of the current folder, looked at by hand, and what it showed."""

    def __init__(self, verifier: _Counting, *papers: str) -> None:
        verifier.asked, verifier.opened, verifier.faults = [], [], []
        self.verifier = verifier
        self.text = ""
        self.troubles: list[str] = []
        self.slept: list[float] = []
        request = Watching(
            "claims.txt", papers, 0.7, "calibrated", 3, "sentence", None, None, "minilm", None,
            False, False, False, None, False, False, False,
        )  # fmt: skip
        self.watcher = Watcher(
            request, verifier, self._show, self.troubles.append, self.slept.append
        )

    def _show(self, text: str) -> Result[None]:
        self.text += text
        return Success(None)

    def begins(self) -> str:
        """What is shown at first."""
        self.watcher.begin().unwrap()
        return self._taken()

    def looks(self, times: int = 2) -> str:
        """What is shown in so many looks, of which two make out a change."""
        self.verifier.asked, self.verifier.opened = [], []
        for _ in range(times):
            self.watcher.look().unwrap()
        return self._taken()

    def _taken(self) -> str:
        shown, self.text = self.text, ""
        return shown


@pytest.fixture(scope="module")
def verifier() -> _Counting:
    """One for all tests: its models are loaded once."""
    return _Counting()


@pytest.fixture
def watched(verifier: _Counting, folder: Path) -> _Watched:
    """Two claims on two papers, verified."""
    (folder / "bees.txt").write_text(_BEES, "utf-8")
    (folder / "ants.txt").write_text(_ANTS, "utf-8")
    (folder / "claims.txt").write_text("Bees sleep at night.\nA colony keeps 300 queens.\n")
    made = _Watched(verifier, "bees.txt", "ants.txt")
    shown = made.begins()
    assert "bees.txt: 1 chunk\nants.txt: 1 chunk\n" in shown
    assert "GROUNDED" in shown
    assert "CONTRADICTED" in shown
    assert "2 claims: 1 grounded, 1 contradicted" in shown
    return made


def test_nothing_changes_nothing(watched: _Watched) -> None:
    """Where no file changes, nothing is read, asked or shown."""
    assert watched.looks(3) == ""
    assert (watched.verifier.asked, watched.verifier.opened) == ([], [])


def test_a_new_claim_alone_is_verified(watched: _Watched, folder: Path) -> None:
    """The other claims have their verdicts, and moved lines are no news; the sum is of all."""
    (folder / "claims.txt").write_text(
        "# mine\nBees sleep at night.\n\nAnts carry leaves.\nA colony keeps 300 queens.\n"
    )
    shown = watched.looks()
    assert watched.verifier.asked == ["Ants carry leaves."]
    assert watched.verifier.opened == []
    assert "Bees sleep" not in shown
    assert "3 claims: 2 grounded, 1 contradicted" in shown


def test_a_claim_that_goes_and_comes_back(watched: _Watched, folder: Path) -> None:
    """Only the sum changes."""
    (folder / "claims.txt").write_text("Bees sleep at night.\n")
    assert watched.looks().startswith("\n1 claim: 1 grounded")
    (folder / "claims.txt").write_text("A colony keeps 300 queens.\nBees sleep at night.\n" * 2)
    assert watched.looks().startswith("\n4 claims: 2 grounded, 2 contradicted")
    assert watched.verifier.asked == []


def test_a_changed_paper_alone_is_opened(watched: _Watched, folder: Path) -> None:
    """All claims are asked again, and the verdicts that have changed are shown."""
    (folder / "ants.txt").write_text(_ANTS.replace("200", "300"), "utf-8")
    shown = watched.looks()
    assert watched.verifier.opened == ["ants.txt"]
    assert "Bees sleep" not in shown
    assert "GROUNDED" in shown
    assert "2 claims: 2 grounded" in shown


def test_a_file_that_is_being_written(watched: _Watched, folder: Path) -> None:
    """As long as it grows it is not looked into."""
    for size in range(1, 5):
        (folder / "claims.txt").write_text("Ants carry" + " leaves" * size, "utf-8")
        assert watched.looks(1) == ""
    assert watched.looks(1).endswith("(threshold 0.7, embedder minilm)\n")
    assert watched.verifier.asked == ["Ants carry leaves leaves leaves leaves"]


def test_a_file_that_is_put_in_its_place(watched: _Watched, folder: Path) -> None:
    """An editor that writes beside and renames, or takes away first, has removed nothing."""
    (folder / "new").write_text("Ants carry leaves.\n", "utf-8")
    (folder / "new").replace(folder / "claims.txt")
    assert "1 claim: 1 grounded" in watched.looks()
    (folder / "bees.txt").unlink()
    assert watched.looks(1) == ""
    (folder / "bees.txt").write_text(_BEES + "Bees dance.\n", "utf-8")
    assert "bees.txt: 1 chunk" in watched.looks()
    assert watched.troubles == []


def test_claims_that_go_are_waited_for(watched: _Watched, folder: Path) -> None:
    """That they are gone, empty or too large is told once; when they are back it goes on."""
    (folder / "claims.txt").unlink()
    assert watched.looks(4) == ""
    assert watched.troubles == ["claims.txt: there is no such file; waiting for it"]
    (folder / "claims.txt").write_text("# nothing yet\n", "utf-8")
    assert watched.looks() == ""
    assert watched.troubles[1:] == ["claims.txt: there is no claim in it; waiting for it"]
    (folder / "claims.txt").write_text("Ants carry leaves.\n", "utf-8")
    assert "1 claim: 1 grounded" in watched.looks()


def test_a_paper_that_is_damaged_for_a_moment(watched: _Watched, folder: Path) -> None:
    """Nothing is judged without it: a claim would lose its ground for a moment."""
    (folder / "bees.txt").write_bytes(b"%PDF-1.7\nhalf of it")
    assert watched.looks() == ""
    assert len(watched.troubles) == 1
    assert watched.troubles[0].startswith("bees.txt: ")
    (folder / "claims.txt").write_text("Ants carry leaves.\n", "utf-8")
    assert watched.looks() == ""
    (folder / "bees.txt").write_text(_BEES, "utf-8")
    assert "1 claim: 1 grounded" in watched.looks()


def test_a_paper_that_never_could_be_read(verifier: _Counting, folder: Path) -> None:
    """It is named, the others are asked, and when it can be read it is one of them."""
    (folder / "claims.txt").write_text("Bees sleep at night.\n", "utf-8")
    (folder / "bees.txt").write_text(_BEES, "utf-8")
    watched = _Watched(verifier, "bees.txt", "ants.txt")
    assert "1 claim: 1 grounded" in watched.begins()
    assert watched.troubles == ["ants.txt: there is no such file; waiting for it"]
    assert verifier.missing == ["ants.txt"]
    (folder / "ants.txt").write_text(_ANTS, "utf-8")
    assert "ants.txt: 1 chunk" in watched.looks()
    assert verifier.missing == []


def test_without_any_paper_nothing_is_judged(verifier: _Counting, folder: Path) -> None:
    """It is waited for; then all is verified."""
    (folder / "claims.txt").write_text("Bees sleep at night.\n", "utf-8")
    watched = _Watched(verifier, "bees.txt")
    assert watched.begins() == ""
    (folder / "bees.txt").write_text(_BEES, "utf-8")
    assert "1 claim: 1 grounded" in watched.looks()


def test_an_error_that_may_pass(watched: _Watched, folder: Path) -> None:
    """It is told once, and tried again without a change until it is done."""
    down = ServiceUnavailable("judge", "Ollama", "does not answer")
    watched.verifier.faults = [down, down]
    (folder / "claims.txt").write_text("Ants carry leaves.\n", "utf-8")
    assert watched.looks(3) == ""
    assert watched.troubles == ["Ollama: does not answer; it is tried again"]
    assert "1 claim: 1 grounded" in watched.looks(1)
    assert watched.looks(2) == ""


def test_an_error_that_does_not_pass(watched: _Watched, folder: Path) -> None:
    """It ends the run, which waits longer and longer while something may pass."""
    last = EmbeddingFault("embed", "minilm", "is not as it was")
    down = ServiceUnavailable("judge", "Ollama", "does not answer")
    watched.verifier.faults = [last, down, down]
    (folder / "claims.txt").unlink()
    (folder / "claims.txt").write_text("Ants carry leaves.\n", "utf-8")
    assert watched.watcher.run().failure() == last
    assert watched.slept == [1.0, 2.0]


def test_what_it_shows_is_printable(verifier: _Counting, folder: Path) -> None:
    """No claim sends an escape to the terminal."""
    (folder / "claims.txt").write_text("Bees sleep at \x1b]0;night\x07 \x1b[31m.\n", "utf-8")
    (folder / "bees.txt").write_text(_BEES, "utf-8")
    shown = _Watched(verifier, "bees.txt").begins()
    assert "Bees sleep" in shown
    assert "\x1b" not in shown


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal to send")
def test_an_interrupt_ends_it(folder: Path) -> None:
    """The program shows what changes while it runs, and Ctrl-C ends it with its code."""
    (folder / "claims.txt").write_text("Bees sleep at night.\n", "utf-8")
    (folder / "bees.txt").write_text(_BEES, "utf-8")
    line = [sys.executable, "-m", "vera.verify", "watch", "claims.txt", "bees.txt"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*line, "--embedder", "minilm"], stdout=pipe, stderr=pipe, encoding="utf-8"
    ) as run:
        bound = threading.Timer(120, run.kill)
        bound.start()
        assert run.stdout is not None
        for closing in ("1 claim: 1 grounded", "2 claims: "):
            while closing not in (told := run.stdout.readline()):
                assert told, "it ended"
            (folder / "claims.txt").write_text("Bees sleep at night.\nBees dance at night.\n")
        run.send_signal(signal.SIGINT)
        out, err = run.communicate()
        bound.cancel()
    assert (run.returncode, out, err) == (130, "", "verify: interrupted\n")


def test_what_cannot_be_watched(folder: Path) -> None:
    """Standard input, and nothing at all: the command line is wrong."""
    (folder / "bees.txt").write_text(_BEES, "utf-8")
    assert verify("watch", "-", "bees.txt").returncode == 2
    assert verify("watch", "claims.txt").returncode == 2
