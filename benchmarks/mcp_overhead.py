"""What a call of a tool of `verify mcp` costs beside the library call that does the same.

    python -m benchmarks.mcp_overhead [ROUNDS]

A server is started on standard input and output and one over HTTP and asked by the SDK's client; in
between, in each of ROUNDS (100) rounds, this process makes the library's call on the same paper.
What the models say is in the cache that both share, so that they hide nothing. Milliseconds by the
clock: the medians, and the median and the lowest decile of the differences of a round. On a busy
machine the decile is nearer to what the call itself costs. At last client and server are one
process, and processor time is measured, which other programs hardly change.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, TypeAlias

import anyio
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from vera import Verifier
from vera.core.verdict import Claim
from vera.verification.library import Library
from vera.verify.mcp import sdk
from vera.verify.mcp.grant import Grant
from vera.verify.mcp.tool import Desk
from vera.verify.served.opened import Opened

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

PAPERS = Path(__file__).parents[1] / "testdata" / "papers"
CLAIMS = [
    "With pdfplumber only 67 sentences survived.",
    "docling-parse reads 124 pages per second and pypdfium2 3.6.",
    "Looking up both spellings in the rest of the paper is right 502 times.",
    "Stripping the line numbers from a review copy brought more exact sentences.",
    "Four libraries recovered 526 sentences each.",
]
SERVER = ["-m", "vera.verify", "mcp", "--embedder", "minilm", "--allow", str(PAPERS)]

Clock: TypeAlias = Callable[[], float]
Work: TypeAlias = Callable[[], object]
Case: TypeAlias = tuple[str, dict[str, Any], Work]


def cases() -> dict[str, Case]:
    """By name: a tool, its arguments, and the library's call."""
    verifier = Verifier(embedder="minilm")
    paper = verifier.open(PAPERS / "vera" / "vera.pdf").unwrap()
    library = Library.open("own", embedder="minilm", create=True).unwrap()
    library.add([PAPERS / "vera" / "vera.pdf", PAPERS / "plain.txt"]).unwrap()

    def verify(count: int) -> Work:
        asked = [Claim(text) for text in CLAIMS[:count]]
        return lambda: [each.unwrap() for each in verifier.verify([paper], asked)]

    def named(count: int) -> dict[str, Any]:
        return {"claims": CLAIMS[:count], "papers": ["vera/vera.pdf"]}

    query = "how fast are two-column papers read"
    return {
        "verify_claims, 1 claim": ("verify_claims", named(1), verify(1)),
        "verify_claims, 5 claims": ("verify_claims", named(5), verify(5)),
        "search_library": (
            "search_library",
            {"query": query, "library": "own", "top": 5},
            lambda: library.search(query, 5).unwrap(),
        ),
        "list_papers": ("list_papers", {"library": "own"}, lambda: library.papers().unwrap()),
    }


async def timed(
    client: Client, case: Case, rounds: int, now: Clock
) -> tuple[float, float, float, float]:
    """Medians of the library's call, the tool's, the differences; then their lowest decile."""
    tool, arguments, work = case

    async def call() -> None:
        result = await client.call_tool(tool, arguments)
        assert not result.is_error, result.content

    async def direct() -> None:
        work()

    async def clock(one: Callable[[], Awaitable[None]]) -> float:
        began = now()
        await one()
        return 1000 * (now() - began)

    for _ in range(3):  # models are loaded, papers opened
        await clock(direct)
        await clock(call)
    found = [(await clock(direct), await clock(call)) for _ in range(rounds)]
    return (
        median(one for one, _ in found),
        median(other for _, other in found),
        median(other - one for one, other in found),
        quantiles((other - one for one, other in found), n=10)[0],
    )


async def measure(
    rounds: int,
    server: StdioServerParameters | str | Server[Any],
    name: str,
    made: dict[str, Case],
    now: Clock = time.perf_counter,
) -> None:
    """Prints a line for each case."""
    async with Client(server) as client:
        for what, case in made.items():
            one, other, more, decile = await timed(client, case, rounds, now)
            row = f"{name:6} {what:24} {one:8.1f} {other:8.1f} {more:8.1f} {decile:8.1f}"
            print(f"{row} {other / one:6.2f}", flush=True)  # noqa: T201 - a person runs it


def main() -> None:
    """Measures both transports."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "VERA_LIBRARY_DIR": f"{folder}/libraries",
            "VERA_CACHE_DIR": f"{folder}/cache",
        }
        made = cases()
        print(f"{'':31} library     tool     more   decile  ratio")  # noqa: T201
        stdio = StdioServerParameters(command=sys.executable, args=SERVER, env=dict(os.environ))
        anyio.run(measure, rounds, stdio, "stdio", made)
        command = [sys.executable, *SERVER, "--http", "0"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr is not None
            address = re.search(r"http://\S+", process.stderr.readline())
            assert address
            anyio.run(measure, rounds, address[0], "http", made)
            process.terminate()
            process.stderr.read()
        desk = Desk(Grant.create([str(PAPERS)]).unwrap(), Opened("minilm"))
        anyio.run(measure, rounds, sdk.server(desk), "one", made, time.process_time)


if __name__ == "__main__":
    main()
