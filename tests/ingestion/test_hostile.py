"""No file can hang, crash or bloat the caller."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.hostile import hostile, hostile_markup

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PAPERS = Path(__file__).parents[2] / "testdata" / "papers"
PAPER = PAPERS / "vera" / "vera.pdf"
MOST_MEMORY = 300 << 20  # bytes, issue 3
TYPED = {"DAMAGED", "TOO_LARGE", "EMPTY", "SCANNED", "UNDECODABLE", "UNSUPPORTED", "ENCRYPTED"}

READ_ALL = """
import json, sys
from pathlib import Path
from vera.core.document import File
from vera.core.result import failed
from vera.verification.ingestion import apart
from vera.verification.ingestion.child import Limits
from vera.verification.ingestion.pdf.reading import document_of
from vera.verification.ingestion.pdf.pdfium import read_pdf

limits = Limits(cpu=1, wall=30.0, memory=1 << 30, pages=1000, characters=300_000, of_a_page=100_000)
modules = {".html": "html", ".xml": "jats", ".docx": "docx", ".md": "markdown",
           ".eml": "mail", ".mbox": "mbox", ".json": "chat"}
for path in map(Path, sys.argv[1:]):
    file = File(path.name, path.read_bytes(), "")
    if path.suffix in modules:
        result = apart.read(file, modules[path.suffix], "text/markup", limits)
    else:
        pages = read_pdf(file.data, file.name, None, limits)
        result = pages if failed(pages) else document_of(file, pages.unwrap())
    fault = result.failure().fault.name if failed(result) else ""
    hint = result.failure().hint if failed(result) else ""
    status = Path("/proc/self/status").read_text().split()
    memory = int(status[status.index("VmHWM:") + 1]) << 10
    print(json.dumps([path.name, fault, hint, memory]), flush=True)
task = Path("/proc/self/task").glob("*/children")
print(json.dumps([path.read_text() for path in task]))
"""
"""A program that reads files and tells how each ended, its memory so far, and who is left.

Its memory is not taken from `getrusage`: there, a process inherits the peak of the one that
started it.
"""


def _read(paths: Sequence[Path]) -> tuple[dict[str, tuple[str, str, int]], list[str]]:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", READ_ALL, *map(str, paths)],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "VERA_OCR": "off"},
        check=True,
    )
    lines: list[Any] = [json.loads(line) for line in done.stdout.splitlines()]
    return {name: (fault, hint, memory) for name, fault, hint, memory in lines[:-1]}, lines[-1]


def _ended(files: Iterable[tuple[str, bytes]], folder: Path) -> dict[str, str]:
    """The name of each file with the fault it ended in, or nothing; all within their limits."""
    paths = []
    for number, (name, data) in enumerate(files):
        paths.append(folder / f"{number:02} {name}")
        paths[-1].write_bytes(data)
    assert len(paths) >= 40
    found, left = _read(paths)
    assert list(found) == [path.name for path in paths]
    assert {fault for fault, _, _ in found.values()} - {""} <= TYPED
    assert all(hint for fault, hint, _ in found.values() if fault)
    assert max(memory for _, _, memory in found.values()) < MOST_MEMORY
    assert not any(left)
    return {name[3:]: fault for name, (fault, _, _) in found.items()}


IN_PROC = pytest.mark.skipif(
    sys.platform != "linux", reason="memory and children are looked up in /proc"
)


@IN_PROC
def test_hostile_pdfs_end_within_their_limits(tmp_path: Path) -> None:
    """Each file ends in a document or a typed error, in little memory, and leaves no one."""
    found = _ended(hostile(PAPER.read_bytes()), tmp_path)
    too_large = {name for name, fault in found.items() if fault == "TOO_LARGE"}
    assert {"26 million characters", "nested forms", "20,000 pages"} <= too_large
    readable = [name for name, fault in found.items() if not fault]
    assert sum("flipped" in name for name in readable) > 10


@IN_PROC
def test_hostile_markup_ends_within_its_limits(tmp_path: Path) -> None:
    """So does each of the hostile files of HTML, JATS, DOCX and Markdown."""
    suffixes = (".html", ".xml", ".docx", ".md")
    papers = {suffix: (PAPERS / f"notes{suffix}").read_bytes() for suffix in suffixes}
    found = _ended(hostile_markup(papers), tmp_path)
    too_large = {name for name, fault in found.items() if fault == "TOO_LARGE"}
    assert {"bomb.docx", "many parts.docx", "images that never end.md"} <= too_large
    assert found["laughs.xml"] == found["a file of the machine.xml"] == "DAMAGED"
    assert "" in found.values()
