"""Copies of papers with their evidence marked, in a folder of their own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from vera.core.errors import InvalidInput, Problem, ReadFault, StorageFault, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.process import output_file
from vera.verify import terminal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vera.core.document import Document
    from vera.core.errors import Error
    from vera.verification.report.as_pdf import PdfForm
    from vera.verification.report.model import Opening
    from vera.verification.wiring import Again

_PDF = "application/pdf"


@frozen
class Folder:
    """Where copies go; `inputs` are the files and descriptors that the run reads."""

    path: Path
    inputs: tuple[Path | int, ...]

    def fit(self, papers: Iterable[str]) -> Result[None]:
        """Whether copies of the papers would overwrite none of the inputs. Makes the folder.

        Errors: `InvalidInput`; a `StorageFault` where there can be no such folder.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            there = {Path(each).resolve() for each in self.inputs if isinstance(each, Path)}
            for name, target in self._targets(papers):
                if target.resolve() in there:
                    problem = Problem("out", str(self.path), f"has {name}, which is an input")
                    return Failure(InvalidInput("write copies", (problem,)))
        except OSError as error:
            detail = f"cannot be made: {error.strerror or error}"
            hint = "give a folder in a place that you may write"
            return Failure(StorageFault("write copies", str(self.path), detail, hint))
        return Success(None)

    def write(self, form: PdfForm, opening: Opening, again: Again) -> Result[None]:
        """Write all copies that can be made; each one is told to the form, or complained of.

        Errors: the last that kept a paper from being copied, once the others were.
        """
        documents = {it.document.source: it.document for it in opening.sources if it.document}
        faults: list[Error] = []
        for name in form.documents:  # papers of a library are not among those that were named
            if name not in documents:
                read = again.document(name)
                if failed(read):
                    faults.append(read.failure())
                elif not form.fits(read.unwrap()):
                    faults.append(_changed(name))
                else:
                    documents[name] = read.unwrap()
        pdfs = [name for name, it in documents.items() if it.media_type == _PDF]
        for name in documents:
            if name not in pdfs:
                terminal.complain(f"{name}: it is no PDF, so there is no copy of it with notes")
        with_librarys = evolve(self, inputs=(*self.inputs, *map(Path, pdfs)))
        for name, target in self._targets(pdfs):
            written = with_librarys._copy(form, documents[name], target, again)
            if failed(written):
                faults.append(written.failure())
        for fault in faults[:-1]:
            terminal.complain(str(fault), fault.hint)
        return Failure(faults[-1]) if faults else Success(None)

    def _copy(self, form: PdfForm, document: Document, target: Path, again: Again) -> Result[None]:
        notes = form.notes(document.source)
        made = again.annotated(document, notes)
        if failed(made):
            return made
        copy = made.unwrap()
        opened = output_file.open_output(target, self.inputs)
        if failed(opened):
            return opened
        with opened.unwrap() as file:
            written = file.write(copy.data).bind(lambda _: file.finish())
        told = f"{target}: {len(notes)} {'note' if len(notes) == 1 else 'notes'}"
        unplaced = form.unplaced(document.source)
        told += f", {unplaced} more for which no place is known" if unplaced else ""
        told += ", encrypted as the paper is" if copy.encrypted else ""
        told += ", repaired and without encryption" if copy.repaired else ""
        if not failed(written):
            form.copied.append(told)
        return written

    def _targets(self, papers: Iterable[str]) -> Iterator[tuple[str, Path]]:
        """Each paper with the file of its copy; of two papers of one name both have one."""
        taken: set[str] = set()
        for paper in dict.fromkeys(papers):
            path, number = Path(paper), 1
            name = path.name
            while name.casefold() in taken:
                number += 1
                name = f"{path.stem}-{number}{path.suffix}"
            taken.add(name.casefold())
            yield paper, self.path / name


def _changed(name: str) -> UnreadableDocument:
    detail = "it changed after the claims were checked, so there is no copy of it with notes"
    return UnreadableDocument("write copies", name, ReadFault.BROKEN_IO, detail, "add it again")
