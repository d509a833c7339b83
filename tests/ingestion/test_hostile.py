"""No file can hang, crash or bloat the caller."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.hostile import hostile

if TYPE_CHECKING:
    from collections.abc import Sequence

PAPER = Path(__file__).parents[2] / "testdata" / "papers" / "vera" / "vera.pdf"
MOST_MEMORY = 300 << 20  # bytes, issue 3
TYPED = {"DAMAGED", "TOO_LARGE", "EMPTY", "SCANNED"}

READ_ALL = """
import json, sys
from pathlib import Path
from core.document import File
from core.result import failed
from verification.ingestion.child import Limits
from verification.ingestion.pdf import document_of
from verification.ingestion.pdfium import read_pdf

limits = Limits(cpu=1, wall=30.0, memory=1 << 30, pages=1000, characters=300_000, of_a_page=100_000)
for path in map(Path, sys.argv[1:]):
    file = File(path.name, path.read_bytes(), "")
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


@pytest.mark.skipif(sys.platform != "linux", reason="memory and children are looked up in /proc")
def test_hostile_files_end_within_their_limits(tmp_path: Path) -> None:
    """Each of 40 files ends in a document or a typed error, in little memory, and leaves no one."""
    paths = []
    for number, (name, data) in enumerate(hostile(PAPER.read_bytes())):
        paths.append(tmp_path / f"{number:02} {name}")
        paths[-1].write_bytes(data)
    assert len(paths) == 40
    found, left = _read(paths)
    assert list(found) == [path.name for path in paths]
    assert {fault for fault, _, _ in found.values()} - {""} <= TYPED
    assert all(hint for fault, hint, _ in found.values() if fault)
    assert max(memory for _, _, memory in found.values()) < MOST_MEMORY
    assert not any(left)
    too_large = {name[3:] for name, (fault, _, _) in found.items() if fault == "TOO_LARGE"}
    assert {"26 million characters", "nested forms", "20,000 pages"} <= too_large
    readable = [name for name, (fault, _, _) in found.items() if not fault]
    assert sum("flipped" in name for name in readable) > 10
