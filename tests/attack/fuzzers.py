"""The fuzzers as attacks: each runs in a process of its own, and what it finds is made small."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.attack.minimise import minimised
from tests.attack.order import Attack, Order, Report

if TYPE_CHECKING:
    from pathlib import Path

_DONE = re.compile(r"stat::number_of_executed_units:\s*(\d+)")
_RUNS = re.compile(r"^#(\d+)", re.MULTILINE)


def fuzzing(target: str) -> Attack:
    """The attack on that target."""

    def attack(order: Order) -> Report:
        command = [sys.executable, "-m", "tests.attack.fuzz", target]
        command += [str(max(1, int(order.seconds))), str(order.seed), str(order.folder)]
        log = order.folder / "log"
        with log.open("wb") as to:
            code = subprocess.run(command, stdout=to, stderr=to, check=False).returncode
        said = log.read_text("utf-8", "replace")
        done = _DONE.search(said)
        count = int(done[1]) if done else max(map(int, _RUNS.findall(said)), default=0)
        found = sorted((order.folder / "found").iterdir())
        findings = [f"{target}: {_small(target, path)}" for path in found]
        if code and not findings:
            findings.append(f"{target}: the fuzzer ended with {code}; see {log}")
        return Report(count, tuple(findings))

    return attack


def _small(target: str, path: Path) -> str:
    """The input made small, unless it hangs, and how to try it again."""
    small = path.with_name(f"small-{path.name}")
    if path.name.startswith("crash-") and not small.exists():
        small.write_bytes(minimised(target, path.read_bytes()))
    return f"python -m tests.attack.fuzz {target} {small if small.exists() else path}"
