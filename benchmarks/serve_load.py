"""Many readers at once: what `verify serve` does while papers are added, beside the library call.

    python -m benchmarks.serve_load [READERS] [PAPERS] [ASKS]

A server is started on the loopback with an empty cache. First one reader asks it ASKS (10) claims,
one after the other, then READERS (20) do so at once, each in a session and of a paper of its own,
while PAPERS (50) others are added to a library, every fifth a PDF. Each claim is new to the models,
and names numbers that only its reader's paper has, so that an answer that is lost or another's is
told from the right one; each is compared with the library's, too. Milliseconds by the clock from
the request to the whole answer, the median and the 95th percentile, beside those of the library
call in this process when nothing else runs. It ends after a quarter of an hour whatever happens,
asks nobody but 127.0.0.1, and exits with 1 where an answer was lost, mixed up or another.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING

import click
import httpx
from attrs import Factory, define

from vera import Verifier

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_PDF = Path(__file__).parents[1] / "testdata" / "papers" / "vera" / "vera.pdf"
_LONGEST = 900.0
"""Seconds after which all is given up."""
_SENTENCES = 40
"""Of a paper that is added: a short one."""
_LIBRARY = "load"


@define
class Outcome:
    """What readers saw: seconds of each answer, and how many were right, wrong or none."""

    spent: list[float] = Factory(list)
    counts: Counter[str] = Factory(Counter)
    told: dict[tuple[int, int], str] = Factory(dict)
    """The status of each claim of each reader."""
    furthest: int = 0
    """The most jobs that one had before it."""
    _lock: threading.Lock = Factory(threading.Lock)

    def add(self, spent: float, kind: str) -> None:
        """One more answer."""
        with self._lock:
            self.spent.append(spent)
            self.counts[kind] += 1

    def row(self, name: str) -> str:
        """Median and 95th percentile in milliseconds, and the counts."""
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.counts.items()))
        tail = quantiles(self.spent, n=20)[-1] if len(self.spent) > 1 else self.spent[0]
        return f"{name:44}{1000 * median(self.spent):8.0f}{1000 * tail:8.0f}  {kinds}"


def paper_of(reader: int) -> bytes:
    """A paper with a number that no other has."""
    lines = [f"The hive of keeper {reader} is near a wood, and its bees were counted twice."]
    lines += [
        f"In week {week} the keeper found {_number(reader, week)} cells." for week in range(9)
    ]
    return "\n\n".join(lines).encode()


def claim_of(reader: int, number: int) -> str:
    """A claim of a reader: every second one is not as the paper says."""
    week = number % 9
    return f"In week {week} the keeper found {_number(reader, week) + 3 * (number % 2)} cells."


def _number(reader: int, week: int) -> int:
    return 1000 * (reader + 1) + 7 * week


def added() -> Iterator[tuple[str, bytes]]:
    """Papers that differ, without end: names and contents."""
    at = 0
    while True:
        at += 1
        if at % 5 == 0:
            yield f"added-{at}.pdf", _PDF.read_bytes() + f"\n% {at}\n".encode()
            continue
        told = (
            f"Plot {at} of field {n} gave {at * n + 11} sacks of rye." for n in range(_SENTENCES)
        )
        yield f"added-{at}.txt", " ".join(told).encode()


def ask(client: httpx.Client, reader: int, paper: str, number: int, outcome: Outcome) -> None:
    """One claim, of which every second one is not as the paper says."""
    claim = claim_of(reader, number)
    asked = {"claims": [claim], "papers": [paper]}
    began = time.perf_counter()
    answer = client.post("/api/verify", json=asked)
    spent = time.perf_counter() - began
    if answer.status_code != 200:
        outcome.add(spent, f"lost ({answer.status_code})")
        return
    (found,) = answer.json()["claims"]
    outcome.add(spent, found["status"])
    documents = {it["document"] for it in found["evidence"]}
    own = found["text"] == claim and documents == {f"hive-{reader}.txt"}
    outcome.told[reader, number] = found["status"] if own else "mixed up"


@contextmanager
def session(base: str, token: str) -> Iterator[httpx.Client]:
    """A browser that has shown the token."""
    with httpx.Client(base_url=base, timeout=_LONGEST, follow_redirects=True) as client:
        client.get("/", params={"token": token}).raise_for_status()
        yield client


def read(base: str, token: str, reader: int, asks: range, outcome: Outcome) -> None:
    """One reader: sends a paper, waits until it is read, and asks."""
    with session(base, token) as client:
        sent = client.post(
            "/api/papers", params={"name": f"hive-{reader}.txt"}, content=paper_of(reader)
        ).json()
        for number in asks:
            ask(client, reader, sent["id"], number, outcome)


def add(base: str, token: str, count: int, outcome: Outcome) -> None:
    """Send papers, and add each to the library; what the queue tells is kept."""
    with session(base, token) as client:
        jobs = []
        for (name, content), _ in zip(added(), range(count), strict=False):
            began = time.perf_counter()
            sent = client.post("/api/papers", params={"name": name}, content=content).json()
            begun = client.post(
                f"/api/libraries/{_LIBRARY}/papers", json={"papers": [sent["id"]]}
            ).json()
            outcome.furthest = max(outcome.furthest, int(begun["position"]))
            jobs.append((began, begun["id"]))
        waiting = {job: began for began, job in jobs}
        while waiting:
            for job, began in list(waiting.items()):
                state = client.get(f"/api/jobs/{job}").json()["state"]
                if state not in {"queued", "running"}:
                    outcome.add(time.perf_counter() - began, state)
                    del waiting[job]
            time.sleep(0.2)
        listed = client.get(f"/api/libraries/{_LIBRARY}/papers", params={"limit": 500})
        outcome.counts["in the library"] = int(listed.headers["vera-total"])


def alone(asks: int) -> Outcome:
    """The library call, when nothing else runs; the paper is open as it is for the server."""
    outcome, verifier = Outcome(), Verifier(embedder="minilm", cache=False)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "hive.txt")
        path.write_bytes(paper_of(500))
        paper = verifier.open(path).unwrap()
    for number in range(asks):
        began = time.perf_counter()
        verdict = paper.verify(claim_of(500, number)).unwrap()
        outcome.add(time.perf_counter() - began, verdict.status.value)
    return outcome


def expected(readers: int, asks: int) -> dict[tuple[int, int], str]:
    """What the library call says of each claim of each reader."""
    found, verifier = {}, Verifier(embedder="minilm", cache=False)
    with tempfile.TemporaryDirectory() as folder:
        for reader in range(readers):
            path = Path(folder, f"hive-{reader}.txt")
            path.write_bytes(paper_of(reader))
            paper = verifier.open(path).unwrap()
            for number in range(asks):
                verdict = paper.verify(claim_of(reader, number)).unwrap()
                found[reader, number] = verdict.status.value
    return found


def peak(process: int) -> str:
    """The most memory that a process had so far."""
    status = Path(f"/proc/{process}/status")
    found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text()) if status.exists() else None
    return f"{int(found[1]) >> 10} MiB" if found else "not known here"


def together(*works: Callable[[], None]) -> None:
    """Do all at once."""
    threads = [threading.Thread(target=work, daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(_LONGEST)


def loaded(
    process: subprocess.Popen[str], readers: int, papers: int, asks: int
) -> tuple[Outcome, Outcome, Outcome, str]:
    """One reader alone, all of them, the papers that were added; and a line of the whole."""
    assert process.stderr is not None
    found = re.search(r"(http://127\.0\.0\.1:\d+)/\?token=(\S+)", process.stderr.readline())
    assert found
    base, token = found.groups()
    one, many, adding = Outcome(), Outcome(), Outcome()
    read(base, token, 600, range(asks), one)
    before, began = peak(process.pid), time.perf_counter()
    works = [partial(read, base, token, reader, range(asks), many) for reader in range(readers)]
    together(*works, *([partial(add, base, token, papers, adding)] if papers else []))
    took, after = time.perf_counter() - began, peak(process.pid)
    told = f"seconds in all: {took:.1f}; memory at most: {before} before, {after} after"
    return one, many, adding, told


@click.command()
@click.argument("readers", type=click.IntRange(1, 100), default=20)
@click.argument("papers", type=click.IntRange(0, 200), default=50)
@click.argument("asks", type=click.IntRange(2, 100), default=10)
def main(readers: int, papers: int, asks: int) -> None:
    """Start a server, put it under load, and print what was seen."""
    direct = alone(asks)
    with tempfile.TemporaryDirectory() as folder:
        own = ("VERA_CACHE_DIR", "VERA_KEY_DIR", "VERA_LIBRARY_DIR", "TMPDIR")
        for name in own:
            Path(folder, name).mkdir()
        environment = {**os.environ, **{name: str(Path(folder, name)) for name in own}}
        command = [sys.executable, "-m", "vera.verify", "serve", "--embedder", "minilm"]
        with subprocess.Popen(
            command, stderr=subprocess.PIPE, text=True, env=environment
        ) as process:
            killer = threading.Timer(_LONGEST, process.kill)
            killer.start()
            try:
                one, many, adding, measured = loaded(process, readers, papers, asks)
            finally:
                process.terminate()
                killer.cancel()
    click.echo(f"{'one claim, milliseconds':44}{'p50':>8}{'p95':>8}  answers")
    click.echo(direct.row("library call, nothing else"))
    click.echo(one.row("POST /api/verify, one reader"))
    click.echo(many.row(f"POST /api/verify, {readers} readers, papers added"))
    if papers:
        click.echo(adding.row(f"{papers} papers until they are in the library"))
        click.echo(f"the most that one had before it in the queue: {adding.furthest}")
    click.echo(measured)
    wanted = expected(readers, asks)
    lost = sum(key not in many.told for key in wanted)
    mixed = sum(many.told.get(key) == "mixed up" for key in wanted)
    unlike = sum(many.told.get(key, status) != status for key, status in wanted.items()) - mixed
    click.echo(
        f"of {len(wanted)} answers: {lost} lost, {mixed} another's, {unlike} not the library's"
    )
    sys.exit(1 if lost or mixed or unlike or adding.counts["done"] != papers else 0)


if __name__ == "__main__":
    main()
