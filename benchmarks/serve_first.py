"""From the drop of a paper to its first verdict: `verify serve` beside the command line.

    python -m benchmarks.serve_first [--beside PAPER]... PAPER [ROUNDS]

In each of ROUNDS (5) rounds, in turns and without a cache, the program is run with one claim, by
the clock from its start to its end, and the paper is sent to a server that was started before, from
the first byte to the event with the verdict. Then the claim is asked in other words, which no model
has seen, to the whole answer; and once more, of the papers of --beside, too, which the server has
read before. The load of the machine is told. Seconds: medians, the slowest, and the ratio of the
medians.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import click
import httpx

_VERIFY = [sys.executable, "-m", "vera.verify"]
_CLAIM = "Of {} methods that were compared the slowest was the best."


def by_command(paper: Path, number: int) -> float:
    """Seconds of a run of the program."""
    with tempfile.TemporaryDirectory() as folder:
        claims = Path(folder, "claims.txt")
        claims.write_text(_CLAIM.format(number))
        began = time.perf_counter()
        run = subprocess.run(
            [*_VERIFY, str(claims), str(paper), "--embedder", "minilm", "--no-cache"],
            capture_output=True,
            check=False,
        )
        assert run.returncode in {0, 1}, run.stderr
        return time.perf_counter() - began


def sent(client: httpx.Client, paper: Path, end: str = "") -> str:
    """Send a paper; gives its id."""
    content = paper.read_bytes() + end.encode()
    answer = client.post("/api/papers", params={"name": paper.name}, content=content)
    return str(answer.json()["id"])


def by_server(client: httpx.Client, paper: Path, number: int) -> tuple[float, str, str]:
    """Seconds until the verdict is told, the job that told it, and the paper's id."""
    began = time.perf_counter()
    id_ = sent(client, paper, f"\n% {number}\n")  # none that is open already
    asked = {"claims": [_CLAIM.format(number)], "papers": [id_]}
    job = str(client.post("/api/jobs", json=asked).json()["id"])
    with client.stream("GET", f"/api/jobs/{job}/events") as stream:
        for line in stream.iter_lines():
            if line == "event: verdict":
                return time.perf_counter() - began, job, id_
    raise AssertionError("there was no verdict")


def over(client: httpx.Client, job: str) -> None:
    """Wait until a job is done."""
    while json.loads(client.get(f"/api/jobs/{job}").text)["state"] != "done":
        time.sleep(0.05)


def again(client: httpx.Client, job: str, number: int) -> float:
    """Seconds until a claim in other words is answered, once its job is over."""
    over(client, job)
    began = time.perf_counter()
    words = {"text": f"Among {number + 500} ways to do it no one was better than chance."}
    client.put(f"/api/jobs/{job}/claims/0", json=words).raise_for_status()
    return time.perf_counter() - began


@click.command()
@click.argument("paper", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("rounds", type=click.IntRange(1, 100), default=5)
@click.option("--beside", type=click.Path(path_type=Path, exists=True), multiple=True)
def main(paper: Path, rounds: int, beside: tuple[Path, ...]) -> None:
    """Measure and print."""
    command = [*_VERIFY, "serve", "--embedder", "minilm", "--no-cache"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            found = re.search(r"(http://\S+)/\?token=(\S+)", process.stderr.readline())
            assert found
            head = {"Authorization": f"Bearer {found[2]}"}
            with httpx.Client(base_url=found[1], headers=head, timeout=600) as client:
                while client.get("/api").json()["embedder"] is None:
                    time.sleep(0.1)
                others = [sent(client, it) for it in beside]
                commands, served, changed, changed_of_all = [], [], [], []
                for number in range(rounds):
                    commands.append(by_command(paper, number))
                    spent, job, id_ = by_server(client, paper, number)
                    served.append(spent)
                    changed.append(again(client, job, number))
                    asked = {"claims": [_CLAIM.format(number)], "papers": [*others, id_]}
                    job = str(client.post("/api/jobs", json=asked).json()["id"])
                    changed_of_all.append(again(client, job, rounds + number))
        finally:
            process.terminate()
    click.echo("load {:.1f} {:.1f} {:.1f}".format(*os.getloadavg()))
    for name, spent_ in (
        ("verify CLAIMS PAPER", commands),
        ("verify serve, from the drop", served),
        ("a claim in other words", changed),
        (f"the same of {len(beside) + 1} papers", changed_of_all),
    ):
        click.echo(f"{name:30}{median(spent_):7.2f}{max(spent_):7.2f}")
    click.echo(f"{'drop to command line':30}{median(served) / median(commands):7.2f}")


if __name__ == "__main__":
    main()
