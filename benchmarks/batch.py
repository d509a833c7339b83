"""How a batch scales: a pool of processes and Ray, with one worker and with two.

    python -m benchmarks.batch DATA/clscisumm FOLDER [PAPERS]

Asks 40 claims, a citing sentence of each of 40 papers, of the first PAPERS (40) of their PDFs, by
each engine without the cache: one worker on one processor, one on two (a worker embeds with two
threads), and two on two. Efficiency is the time of one on one over twice that of two on two. Then a
pool is killed when half of the papers are done, and started again. All results must be the same to
the byte. Needs Linux, where processors can be chosen.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from vera.verification.batch import ENGINES

RESULTS = ("verdicts.jsonl", "verdicts.parquet")


def prepare(data: Path, folder: Path, most: int) -> tuple[Path, Path]:
    """A file of claims and a folder of papers."""
    claims: dict[str, str] = {}
    with (data / "citances_train2018.jsonl").open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            claims.setdefault(row["paper"], " ".join(row["claim"].split()))
    asked, papers = folder / "claims.txt", folder / "papers"
    papers.mkdir(parents=True, exist_ok=True)
    asked.write_text("\n\n".join(claims.values()) + "\n", "utf-8")
    for paper in sorted((data / "train2018").glob("*.pdf"))[:most]:
        link = papers / paper.name
        link.unlink(missing_ok=True)
        link.symlink_to(paper)
    return asked, papers


def command(asked: Path, papers: Path, out: Path, engine: str, workers: int) -> list[str]:
    """A run of the program."""
    words = [sys.executable, "-m", "vera.verify", "batch", asked, "--papers", papers, "--out", out]
    words += ["--engine", engine, "--workers", workers, "--embedder", "minilm", "--no-cache", "-q"]
    return list(map(str, words))


def parts(out: Path) -> int:
    """How many papers are done."""
    return len(list(out.glob("parts/*/*.jsonl")))


def timed(line: list[str], processors: int) -> float:
    """Seconds that a run takes on so many processors; it must end well, or leave papers unread."""
    few = sorted(os.sched_getaffinity(0))[:processors]
    pinned = ["taskset", "--cpu-list", ",".join(map(str, few)), *line]
    began = time.perf_counter()
    code = subprocess.run(pinned, check=False).returncode
    if code not in (0, 3):
        sys.exit(f"it ended with {code}: {' '.join(line)}")
    return time.perf_counter() - began


def killed(line: list[str], out: Path, most: int) -> int:
    """Kill a run when half of its papers are done; gives how many were."""
    run = subprocess.Popen(line)
    while parts(out) < most // 2 and run.poll() is None:
        time.sleep(0.05)
    run.send_signal(signal.SIGKILL)
    run.wait()
    return parts(out)


def main(data: Path, folder: Path, most: int) -> None:
    """The whole run; prints as it goes."""
    asked, papers = prepare(data, folder, most)
    outs, first = [], 0.0
    for engine in ENGINES:
        alone = 0.0
        for workers, processors in ((1, 1), (1, 2), (2, 2)):
            out = folder / f"{engine}-{workers}-{processors}"
            shutil.rmtree(out, ignore_errors=True)
            took = timed(command(asked, papers, out, engine, workers), processors)
            outs.append(out)
            first, alone = first or took, alone or took
            told = f"{engine}, {workers} on {processors}: {took:.1f} s, {took / first:.2f}"
            if workers == 2:
                told += f", efficiency {alone / took / 2:.2f}"
            print(told, flush=True)  # noqa: T201 - a program that a person runs
    out = folder / "killed"
    shutil.rmtree(out, ignore_errors=True)
    line = command(asked, papers, out, "pool", 2)
    done = killed(line, out, most)
    again = timed(line, 2)
    outs.append(out)
    print(f"killed with {done} of {most} papers done, the rest: {again:.1f} s")  # noqa: T201
    same = all(
        (each / name).read_bytes() == (outs[0] / name).read_bytes()
        for each in outs
        for name in RESULTS
    )
    rows = (outs[0] / RESULTS[0]).read_bytes().count(b"\n")
    print(f"{rows} rows; all results the same to the byte: {same}")  # noqa: T201
    sys.exit(not same)


if __name__ == "__main__":
    count = int(sys.argv[3]) if sys.argv[3:] else 40
    main(Path(sys.argv[1]), Path(sys.argv[2]), count)
