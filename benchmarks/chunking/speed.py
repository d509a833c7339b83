"""The process in which one chunker cuts one text: python -m benchmarks.chunking.speed NAME MB.

Prints CPU seconds, the peak memory beyond that before cutting, in bytes, and the chunks as JSON.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from pathlib import Path

from benchmarks.chunking.chunkers import CHUNKERS, Size, given_sentences
from benchmarks.chunking.gold import texts

SIZE = Size(3000, 600)
MEGABYTE = 1_000_000
PACKING = "packing alone"


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main(name: str, megabytes: int, data: Path) -> None:
    """Cut so many million characters of papers, after a small text that loads what is loaded."""
    papers = list(texts(data))[1].text[:MEGABYTE]
    if name == PACKING:
        run = given_sentences("sentence", SIZE, papers, megabytes)
    else:
        cut, text = CHUNKERS[name].make(SIZE), papers * megabytes
        cut(papers[:100_000])

        def run() -> int:
            return len(cut(text))

    before, start = _peak(), time.process_time()
    chunks = run()
    seconds = time.process_time() - start
    said = {"seconds": seconds, "peak": _peak() - before, "chunks": chunks}
    sys.stdout.write(json.dumps(said))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(os.environ["VERA_DATA"]))
