"""Runs a batch of slow papers as a process that can be killed.

Its arguments are the engine, the number of workers, the milliseconds that each paper takes, and
three folders: where the workers tell their processes, the papers, and the results.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.batch.batches import Slow, job
from vera.core.result import failed
from vera.verification.batch import run

if __name__ == "__main__":
    engine, workers, pause, told, papers, out = sys.argv[1:]
    slow = Slow(int(pause) / 1000, Path(told))
    ended = run(job(slow), papers, out, engine=engine, workers=int(workers))
    if failed(ended):
        sys.exit(str(ended.failure()))
    summary = ended.unwrap()
    sys.stdout.write(f"{summary.counts.total()} verdicts, {len(summary.unread)} unread\n")
