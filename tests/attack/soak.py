"""Many verdicts from several threads with one verifier: what grows?"""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.attack.order import Order, Report
from vera import Verifier
from vera.core.result import failed
from vera.verification.report.as_json import JsonForm

_DATA = Path(__file__).parents[2] / "testdata"
_PAPERS = [*sorted((_DATA / "papers").glob("notes.*")), _DATA / "papers" / "plain.txt"]
_CLAIMS = ("notes", "plain", "vera")
_THREADS = 4
_WARM = 0.3
"""Of the time: until then arenas and memories fill up, once."""
_MOST = 64 << 20
"""Bytes that a process may grow by after that; glibc gives each thread arenas of its own."""
_MOST_OPEN = 2


def _memory() -> int:
    said = Path("/proc/self/status").read_text("utf-8").split()
    return int(said[said.index("VmRSS:") + 1]) << 10


def _open() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


class _Soak:
    """Asks until the time is over; each claim's first verdict is what all later ones must be."""

    def __init__(self, order: Order) -> None:
        self.verifier = Verifier(embedder="minilm", cache=False)
        lists = [(_DATA / "claims" / f"{name}.txt").read_text("utf-8") for name in _CLAIMS]
        lines = [line.strip() for each in lists for line in each.splitlines()]
        self.claims = [line for line in lines if line and not line.startswith("#")]
        self.end, self.seed = time.monotonic() + order.seconds, order.seed
        self.first: dict[tuple[str, str], str] = {}
        self.lock, self.count = threading.Lock(), 0
        self.findings: list[str] = []

    def run(self, number: int) -> None:
        """One thread."""
        chance = random.Random(self.seed + number)  # noqa: S311 - the same each time
        while time.monotonic() < self.end and not self.findings:
            path = chance.choice(_PAPERS)
            paper = self.verifier.open(path)
            if failed(paper):
                self.findings.append(f"{path.name}: {paper.failure()}")
                return
            for claim in chance.sample(self.claims, 12):
                verdict = paper.unwrap().verify(claim)
                said = str(verdict)
                if not failed(verdict):
                    said = JsonForm(explain=True).verdict(verdict.unwrap())
                self._compare((path.name, claim), said)

    def _compare(self, key: tuple[str, str], said: str) -> None:
        with self.lock:
            self.count += 1
            if self.first.setdefault(key, said) != said:
                self.findings.append(f"{key[0]}: another verdict on {key[1]!r}")


def soak(order: Order) -> Report:
    """Open papers and ask claims of them in four threads; memory and descriptors must not grow."""
    made = _Soak(order)
    warm = time.monotonic() + _WARM * order.seconds
    with ThreadPoolExecutor(_THREADS) as pool:
        running = [pool.submit(made.run, number) for number in range(_THREADS)]
        time.sleep(max(0.0, warm - time.monotonic()))
        before, opened = _memory(), _open()
        for each in running:
            each.result()
    grown, more = _memory() - before, _open() - opened
    if grown > _MOST:
        made.findings.append(f"memory grew by {grown >> 20} MiB")
    if more > _MOST_OPEN:
        made.findings.append(f"{more} more descriptors are open")
    figures = (
        f"{before >> 20} MiB and {opened} descriptors after {_WARM:.0%} of the time, "
        f"{grown / (1 << 20):+.1f} MiB and {more:+d} descriptors at the end"
    )
    return Report(made.count, tuple(made.findings), figures)
