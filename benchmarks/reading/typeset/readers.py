"""Every reader that is compared on the typeset papers, with all that it tells of them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import frozen

from benchmarks.reading.libraries import LIBRARIES
from benchmarks.reading.typeset.finding import Seen, SeenCell, SeenTable, of_rows

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.reading.libraries import Library
    from vera.core.document import Document
    from vera.core.table import Table

See: TypeAlias = "Callable[[Path], Seen]"


def _ours() -> See:
    reading = import_module("vera.verification.ingestion.reading")
    wiring = import_module("vera.verification.wiring")
    passages = import_module("vera.verification.retrieval.passages")

    def see(path: Path) -> Seen:
        document: Document = reading.read(path).unwrap()
        units, _ = passages.units_of(document, list(wiring.sentences_of(document)))
        return Seen(
            document.text,
            tuple(section.path[-1] for section in document.sections),
            tuple((mark.span.start, mark.shown) for mark in document.marks if mark.shown),
            tuple(unit.of(document.text) for unit in units),
            tuple(_table(document, table) for table in document.tables),
        )

    return see


def _table(document: Document, table: Table) -> SeenTable:
    text = document.text
    cells = tuple(
        SeenCell(cell.span.of(text), cell.row, cell.column, cell.rows, cell.columns, cell.is_head)
        for cell in table.cells
    )
    about = [*([table.caption] if table.caption else []), *table.notes]
    return SeenTable(cells, tuple(span.of(text) for span in about))


def _text_of(library: Library) -> Callable[[], See]:
    def load() -> See:
        read = library.load()
        return lambda path: Seen(read(path).text)

    return load


def _pdfplumber() -> See:
    read, library = LIBRARIES["pdfplumber"].load(), import_module("pdfplumber")

    def see(path: Path) -> Seen:
        with library.open(path) as pdf:
            tables = [of_rows(rows) for page in pdf.pages for rows in page.extract_tables()]
        return Seen(read(path).text, tables=tuple(tables))

    return see


def _pymupdf() -> See:
    read, library = LIBRARIES["PyMuPDF"].load(), import_module("pymupdf")

    def see(path: Path) -> Seen:
        with library.open(path) as pdf:
            found = [table.extract() for page in pdf for table in page.find_tables().tables]
        return Seen(read(path).text, tables=tuple(map(of_rows, found)))

    return see


def _camelot(flavor: str) -> Callable[[], See]:
    def load() -> See:
        library = import_module("camelot")

        def see(path: Path) -> Seen:
            found = library.read_pdf(str(path), pages="all", flavor=flavor)
            return Seen(tables=tuple(of_rows(table.df.to_numpy().tolist()) for table in found))

        return see

    return load


def _docling() -> See:
    library = import_module("docling.document_converter")
    converter = library.DocumentConverter()

    def see(path: Path) -> Seen:
        document = converter.convert(path).document
        tables = tuple(_of_docling(table.data.table_cells) for table in document.tables)
        return Seen(document.export_to_text(), tables=tables)

    return see


def _of_docling(cells: list[Any]) -> SeenTable:
    return SeenTable(
        tuple(
            SeenCell(
                cell.text,
                cell.start_row_offset_idx,
                cell.start_col_offset_idx,
                cell.row_span,
                cell.col_span,
                cell.column_header or cell.row_header or cell.row_section,
            )
            for cell in cells
        )
    )


@frozen
class Reader:
    """A row of the tables; `package` is its distribution, `module` what must be importable."""

    name: str
    package: str
    module: str
    load: Callable[[], See]

    absent: str = "not installed"

    @property
    def version(self) -> str:
        """Its version, or nothing where it is not installed."""
        if self.name in LIBRARIES:
            return LIBRARIES[self.name].version
        return version(self.package) if find_spec(self.module) else ""


_TELL_MORE = {"ours": _ours, "pdfplumber": _pdfplumber, "PyMuPDF": _pymupdf}
READERS = {
    reader.name: reader
    for reader in (
        *(
            Reader(it.name, it.package, it.module, _TELL_MORE.get(it.name, _text_of(it)))
            for it in LIBRARIES.values()
        ),
        Reader("camelot lattice", "camelot-py", "camelot", _camelot("lattice")),
        Reader("camelot stream", "camelot-py", "camelot", _camelot("stream")),
        Reader("docling", "docling", "docling", _docling, "not installed; loads models from a hub"),
    )
}
