"""A manuscript with the files that it takes in, and the bibliographies that it names.

Nothing is read that lies outside the folder of the manuscript, for a manuscript may come from
anyone; what it names there, or what is not there, is told.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import Factory, define, frozen

from vera.core.document import Document
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.verification import wiring
from vera.verification.ingestion.bibliographies import reading as bibliographies
from vera.verification.ingestion.bibliographies.reading import Bibliography
from vera.verification.ingestion.child import Limits, too_large
from vera.verification.ingestion.content import content_of
from vera.verification.ingestion.reading import LARGEST
from vera.verification.manuscript import silence
from vera.verification.manuscript.references import References, references_of, with_list
from vera.verification.manuscript.sentences import Citing, citing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST = 500
"""Files that a manuscript may be of: more are a mistake, or somebody's trap."""
_SUFFIXES = {
    "text/x-tex": (".tex", ".bib"),
    "text/x-typst": (".typ", ".bib"),
    "text/x-org": (".org", ".bib"),
    "text/x-rst": (".rst", ".bib"),
}
"""What a name without a suffix is meant with: of a file that is taken in, and of a bibliography."""


@frozen
class Placed:
    """What a manuscript claims with a citation, and where: a file as it is shown, line and page.

    `line` counts from 1; it is 0 in a format without lines, and `page` in one without pages.
    `sentence` is what the file's text has for it, with marks and line ends, from `column` on, which
    counts from 0 in that text's line.
    """

    said: Citing
    file: str
    line: int
    page: int = 0
    sentence: str = ""
    column: int = 0


@frozen
class Manuscript:
    """What a manuscript claims with citations, in its order, and what it can cite.

    `problems` say what of it could not be read, a sentence each; `silenced` is how many sentences
    that cite comments take out of its claims.
    """

    name: str
    claims: tuple[Placed, ...]
    references: References
    problems: tuple[str, ...]
    silenced: int = 0


@frozen
class Sources:
    """How the files of a manuscript are read: from the disk, or by who has some of them open.

    `bibliography` is given the name, too, that a file is told by.
    """

    document: Callable[[Path], Result[Document]]
    bibliography: Callable[[Path, str], Result[Bibliography]]


@define
class _Reading:
    root: Path
    sources: Sources
    files: list[tuple[Path, Document]] = Factory(list)
    named: list[Path] = Factory(list)
    problems: list[str] = Factory(list)

    def inside(self, name: str, beside: Path, suffix: str) -> Path | None:
        """The file of that name in the manuscript's folder; None, and told, where it is none."""
        bare = Path(name.lstrip("/") if suffix == ".typ" else name)
        whole = bare if bare.suffix else bare.with_name(bare.name + suffix)
        for folder in (beside, self.root):
            path = (folder / whole).resolve()
            if not path.is_relative_to(self.root.resolve()):
                self.problems.append(f"{name} lies outside the manuscript's folder: it is not read")
                return None
            if path.is_file():
                return path
        self.problems.append(f"{name}: there is no such file")
        return None

    def take(self, path: Path, document: Document, above: tuple[Path, ...]) -> Iterator[Placed]:
        """What a file claims, with what it takes in where it stands."""
        document = with_list(document)
        self.files.append((path, document))
        file, bib = _SUFFIXES.get(document.media_type, ("", ""))
        for name in _texts(document.front.get("bibliography")):
            found = self.inside(name, path.parent, bib)
            if found is not None and found not in self.named:
                self.named.append(found)
        waiting = _inputs(document.front.get("input"))
        line, counted = 1, 0
        for said in citing(document):
            line += document.text.count("\n", counted, said.span.start)
            counted = said.span.start
            while waiting and waiting[0][1] <= line:
                yield from self.input(waiting.pop(0)[0], path, file, above)
            pages = document.pages_of(said.span)
            column = said.span.start - (document.text.rfind("\n", 0, said.span.start) + 1)
            where = (0 if pages else line, pages[0] if pages else 0)
            yield Placed(said, _shown(path), *where, said.span.of(document.text), column)
        for name, _ in waiting:
            yield from self.input(name, path, file, above)

    def input(
        self, name: str, path: Path, suffix: str, above: tuple[Path, ...]
    ) -> Iterator[Placed]:
        """What a file that is taken in claims; one that takes in itself is told."""
        found = self.inside(name, path.parent, suffix)
        if found is None:
            return
        if found in above or len(self.files) >= MOST:
            why = "takes in itself" if found in above else f"is the file {MOST + 1} of it"
            self.problems.append(f"{name} {why}: it is not read there")
            return
        read = self.sources.document(found).bind(_of_a_size)
        if failed(read):
            self.problems.append(str(read.failure()))
            return
        yield from self.take(found, read.unwrap(), (*above, found))


def read(path: Path, bibs: Sequence[Path] = (), password: str | None = None) -> Result[Manuscript]:
    """Read a manuscript; `bibs` are bibliographies beside those that it names.

    Errors: those of the file itself, EMPTY where it cites nothing, and those of `bibs`. What it
    takes in or names and cannot be read is among its problems.
    """
    lines: dict[Path, list[str]] = {}
    disk = Sources(partial(_document, lines, password), bibliographies.read)
    gathered = gather(path, bibs, disk)
    return gathered.map(lambda manuscript: silence.heard(manuscript, lines)).bind(_citing)


def _document(lines: dict[Path, list[str]], password: str | None, path: Path) -> Result[Document]:
    """A file from the disk; its lines are put into `lines` where its comments can be found."""
    suffix = path.suffix.lower()
    if suffix not in silence.SUFFIXES:
        return wiring.read_document(path, password)
    found = content_of(path, str(path), LARGEST)
    if failed(found):
        return found
    data = found.unwrap().data
    text = data.decode("utf-8", "replace")
    lines[path.resolve()] = silence.lines_of(text)
    shown = silence.to_read(text, suffix)
    return wiring.read_content(data if shown == text else shown.encode(), str(path))


def gather(path: Path, bibs: Sequence[Path], sources: Sources) -> Result[Manuscript]:
    """The same by these sources; what cites nothing yet has no claims, and is no error."""
    opened = sources.document(path).bind(_of_a_size)
    if failed(opened):
        return opened
    reading = _Reading(path.parent, sources)
    claims = tuple(reading.take(path.resolve(), opened.unwrap(), (path.resolve(),)))
    known: list[tuple[Path, Bibliography]] = []
    for bib in bibs:
        given = sources.bibliography(bib, str(bib))
        if failed(given):
            return given
        known.append((bib, given.unwrap()))
    for bib in reading.named:
        if bib not in {it.resolve() for it in bibs}:
            found = sources.bibliography(bib, _shown(bib))
            if failed(found):
                reading.problems.append(str(found.failure()))
            else:
                known.append((bib, found.unwrap()))
    wrong = (f"{it.name}: {said}" for _, it in known for said in it.wrong)
    return Success(
        Manuscript(
            str(path),
            claims,
            references_of((document for _, document in reading.files), known),
            (*dict.fromkeys(reading.problems), *wrong),
        )
    )


def _of_a_size(document: Document) -> Result[Document]:
    """The document; TOO_LARGE where it has more text than the readers of other formats take."""
    most = Limits().characters
    if len(document.text) <= most:
        return Success(document)
    why = too_large(f"it has more than {most:,} characters")
    return Failure(UnreadableDocument("read a manuscript", document.source, *why))


def _citing(manuscript: Manuscript) -> Result[Manuscript]:
    if manuscript.claims or manuscript.silenced:
        return Success(manuscript)
    why = "; ".join(("no sentence of it cites", *manuscript.problems))
    hint = "citations are \\cite{key}, [@key], [3] or (Smith, 2020)"
    error = UnreadableDocument("read a manuscript", manuscript.name, ReadFault.EMPTY, why, hint)
    return Failure(error)


def _shown(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [it for it in value if isinstance(it, str)] if isinstance(value, list) else []


def _inputs(value: object) -> list[tuple[str, int]]:
    """The files that are taken in, with their lines; what is anything else is none."""
    found = []
    for it in value if isinstance(value, list) else ():
        match it:
            case [str(name), int(line)]:
                found.append((name, line))
    return found
