"""Every library that is compared, as a function from a path to text; each imported when asked."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TypeAlias

from attrs import frozen

from benchmarks.reading.text import naively_joined


@frozen
class Found:
    """What a library reads: the text, and the titles of sections where it tells them."""

    text: str
    sections: tuple[str, ...] | None = None


Read: TypeAlias = Callable[[Path], Found]


def _ours() -> Read:
    reading = import_module("vera.verification.ingestion.reading")

    def read(path: Path) -> Found:
        document = reading.read(path).unwrap()
        return Found(document.text, tuple(section.path[-1] for section in document.sections))

    return read


def _pypdfium2() -> Read:
    library = import_module("pypdfium2")

    def read(path: Path) -> Found:
        with library.PdfDocument(path) as pdf:
            pages = [page.get_textpage().get_text_range() for page in pdf]
        return Found(naively_joined("\n".join(pages)))

    return read


def _pypdf() -> Read:
    library = import_module("pypdf")

    def read(path: Path) -> Found:
        pages = [page.extract_text() for page in library.PdfReader(path).pages]
        return Found(naively_joined("\n".join(pages)))

    return read


def _pdfplumber() -> Read:
    library = import_module("pdfplumber")

    def read(path: Path) -> Found:
        with library.open(path) as pdf:
            pages = []
            for page in pdf.pages:
                pages.append(page.extract_text())
                page.close()
        return Found(naively_joined("\n".join(pages)))

    return read


def _pdfminer() -> Read:
    library = import_module("pdfminer.high_level")
    return lambda path: Found(naively_joined(library.extract_text(path)))


def _pdftotext() -> Read:
    program = shutil.which("pdftotext")
    assert program

    def read(path: Path) -> Found:
        command = [program, "-enc", "UTF-8", str(path), "-"]
        done = subprocess.run(command, check=True, capture_output=True)
        return Found(naively_joined(done.stdout.decode("utf-8", "replace")))

    return read


def _pymupdf() -> Read:
    library = import_module("pymupdf")

    def read(path: Path) -> Found:
        with library.open(path) as pdf:
            pages = [page.get_text() for page in pdf]
        return Found(naively_joined("\n".join(pages)))

    return read


@frozen
class Library:
    """A row of the table: `package` is its distribution, `module` what must be importable."""

    name: str
    package: str
    module: str
    load: Callable[[], Read]

    @property
    def version(self) -> str:
        """Its version, or nothing where it is not installed."""
        if self.module == "pdftotext":
            if not (program := shutil.which("pdftotext")):
                return ""
            done = subprocess.run([program, "-v"], check=True, capture_output=True, text=True)
            return (done.stderr or done.stdout).split("\n")[0].split()[-1]
        return version(self.package) if find_spec(self.module) else ""


LIBRARIES = {
    library.name: library
    for library in (
        Library("ours", "vera-verify", "vera", _ours),
        Library("pypdfium2", "pypdfium2", "pypdfium2", _pypdfium2),
        Library("pypdf", "pypdf", "pypdf", _pypdf),
        Library("pdfplumber", "pdfplumber", "pdfplumber", _pdfplumber),
        Library("pdfminer.six", "pdfminer.six", "pdfminer", _pdfminer),
        Library("pdftotext", "poppler-utils", "pdftotext", _pdftotext),
        Library("PyMuPDF", "PyMuPDF", "pymupdf", _pymupdf),
    )
}
