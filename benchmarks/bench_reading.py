"""How fast a PDF is read, next to pdfium alone: loading its pages and their text, no characters.

Wall time, the start of the child process included. How well it is read beside other libraries, and
in how much CPU time, is what `python -m benchmarks.reading` tells.

pytest benchmarks/bench_reading.py --benchmark-only --benchmark-group-by=param:name
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pypdfium2
import pytest

from tests.data import data_folder
from tests.pdfs import Sheet, Words, pdf
from verification.ingestion.reading import parse, read

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_benchmark.fixture import BenchmarkFixture

NAMES = ["acl-N18-3011", "astro-timmy", "deep-review"]


def _bare(path: Path) -> int:
    with pypdfium2.PdfDocument(path.read_bytes()) as pdf:
        return sum(page.get_textpage().count_chars() for page in pdf)


@pytest.mark.parametrize("name", NAMES)
def test_pdfium_alone(benchmark: BenchmarkFixture, name: str) -> None:
    """The reference: pdfium's own work on the same file."""
    assert benchmark(_bare, data_folder("pdfs", f"{name}.pdf"))


@pytest.mark.parametrize("name", NAMES)
def test_reading(benchmark: BenchmarkFixture, name: str) -> None:
    """Text with the place of every character, paragraphs and sections."""
    assert benchmark(read, data_folder("pdfs", f"{name}.pdf")).unwrap().text


@pytest.mark.parametrize("name", ["one line"])
def test_a_line(benchmark: BenchmarkFixture, name: str) -> None:
    """What reading costs before the first page: the start of the child process, nearly alone."""
    data = pdf(Sheet(Words("A paper of one line.", 72, 700).content))
    assert benchmark(parse, data, f"{name}.pdf").unwrap().text
