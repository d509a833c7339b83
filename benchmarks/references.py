"""The least work that does nearly the same as a stage: what its time is read beside."""

from __future__ import annotations

import json
import re
import sys
from bisect import bisect_right
from collections import Counter
from subprocess import run
from typing import TYPE_CHECKING

import numpy as np
import pypdfium2
import pysbd

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from vera.core.ports import Matrix

ENDS = re.compile(r"[.!?]\s+(?=[A-Z])")
_WORD = re.compile(r"\w+")


def imports(*modules: str) -> None:
    """An interpreter that loads modules and does nothing."""
    run([sys.executable, "-c", f"import {', '.join(modules)}"], check=True)


def count_characters(path: Path) -> int:
    """What pdfium does by itself: its pages and their text, no characters."""
    with pypdfium2.PdfDocument(path.read_bytes()) as pdf:
        return sum(page.get_textpage().count_chars() for page in pdf)


def sentences_of_pysbd(text: str) -> list[str]:
    """The rules of pysbd on the whole text, without offsets."""
    return list(pysbd.Segmenter(language="en", clean=False).processor(text).process())


def pack_plainly(text: str) -> list[str]:
    """Chunks of about 3000 characters, the next begun at the first end in the last 600."""
    ends = [0, *(found.end() for found in ENDS.finditer(text)), len(text)]
    chunks, start = [], 0
    while True:
        stop = ends[max(bisect_right(ends, start + 3000) - 1, bisect_right(ends, start))]
        chunks.append(text[start:stop])
        if stop == len(text):
            return chunks
        shared = ends[bisect_right(ends, stop - 600)]
        start = shared if shared > start else stop


def nearest_plainly(queries: Matrix, rows: Matrix, k: int) -> NDArray[np.intp]:
    """All products at once and `argpartition`: (m, k), unordered and without ties."""
    return np.argpartition(queries @ rows.T, -k, axis=1)[:, -k:]


def summed_plainly(rows: Matrix, ranges: NDArray[np.intp]) -> Matrix:
    """NumPy's own sums over ranges [first, last) (n, 2), without weights."""
    return np.add.reduceat(rows, ranges.ravel(), axis=0)[::2]


def count_words(texts: Sequence[str]) -> Counter[str]:
    """The words of texts, split and counted: plain Python, which finding and judging are too."""
    return Counter(word for text in texts for word in _WORD.findall(text.lower()))


def dumped(reports: Sequence[object]) -> list[str]:
    """The same fields written by the standard library."""
    return [json.dumps(report, indent=2) for report in reports]
