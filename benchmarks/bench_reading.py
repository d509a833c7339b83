"""How fast a PDF is read, next to pdfium alone: loading its pages and their text, no characters.

Wall time, the start of the child process included. How well it is read beside other libraries, and
in how much CPU time, is what `python -m benchmarks.reading` tells.

pytest benchmarks/bench_reading.py --benchmark-only --benchmark-group-by=param:name

For each format of markup the same file is read in the child and in process: the difference is what
the child costs.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.references import count_characters
from tests.data import data_folder
from tests.pdfs import Sheet, Words, pdf
from vera.core.document import File
from vera.verification.ingestion.reading import parse, read

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

MARKUP = {"notes.html": "html", "notes.xml": "jats", "notes.docx": "docx", "notes.md": "markdown"}
"""A small paper in each format that is read in a child, and the module that reads it."""
_PAPERS = Path(__file__).parents[1] / "testdata" / "papers"
NAMES = ["acl-N18-3011", "astro-timmy", "deep-review"]


@pytest.mark.parametrize("name", NAMES)
def test_pdfium_alone(benchmark: BenchmarkFixture, name: str) -> None:
    """The reference: pdfium's own work on the same file."""
    assert benchmark(count_characters, data_folder("pdfs", f"{name}.pdf"))


@pytest.mark.parametrize("name", NAMES)
def test_reading(benchmark: BenchmarkFixture, name: str) -> None:
    """Text with the place of every character, paragraphs and sections."""
    assert benchmark(read, data_folder("pdfs", f"{name}.pdf")).unwrap().text


@pytest.mark.parametrize("name", ["one line"])
def test_a_line(benchmark: BenchmarkFixture, name: str) -> None:
    """What reading costs before the first page: the start of the child process, nearly alone."""
    data = pdf(Sheet(Words("A paper of one line.", 72, 700).content))
    assert benchmark(parse, data, f"{name}.pdf").unwrap().text


@pytest.mark.parametrize("name", MARKUP)
def test_markup_in_process(benchmark: BenchmarkFixture, name: str) -> None:
    """The reference: the reader of the format, its parser imported, without a child."""
    reader = import_module(f"vera.verification.ingestion.markup.{MARKUP[name]}")
    file = File(name, (_PAPERS / name).read_bytes(), "0" * 64)
    assert benchmark(reader.read, file).unwrap().text


@pytest.mark.parametrize("name", MARKUP)
def test_markup_in_the_child(benchmark: BenchmarkFixture, name: str) -> None:
    """The same in a child with limits: an interpreter, the parser's import, and the answer."""
    assert benchmark(read, _PAPERS / name).unwrap().text
