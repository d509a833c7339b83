"""The same claims and papers give the same report, byte for byte (ADR 0029)."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import TYPE_CHECKING, Any

import pytest

from tests.testdata.files import CLAIMS, PAPERS
from vera import Verifier
from vera.core.verdict import Claim
from vera.verification import wiring
from vera.verification.report.as_json import JsonForm

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from vera.core.verdict import Verdict

COUNT = 500
_NUMBER = re.compile(r"\d+")
_VERB = re.compile(r"\b(?:is|are|was|were|can|has|have)\b")

_ON_ONE_PROCESSOR = """
import os, sys
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
from vera.verify.cli import main
main()
"""


def _sentences(path: Path) -> Iterator[str]:
    document = wiring.read_document(path).unwrap()
    for sentence in wiring.sentences_of(document):
        text = " ".join(sentence.of(document.text).split())
        is_row = " | " in text  # no claim
        if 40 <= len(text) <= 300 and not text.startswith("#") and not is_row:
            yield text


def _variations(sentence: str) -> Iterator[str]:
    """The sentence, another number, the opposite, and half of it."""
    yield sentence
    yield _NUMBER.sub(lambda found: str(int(found[0]) + 3), sentence, count=1)
    yield _VERB.sub(lambda found: f"{found[0]} not", sentence, count=1)
    yield sentence[: len(sentence) // 2].rpartition(" ")[0] + "."


@pytest.fixture(scope="module")
def claims() -> list[str]:
    """Claims about the papers: all that have a label, then variations of their sentences."""
    lines = (path.read_text("utf-8").splitlines() for path in sorted(CLAIMS.glob("*.jsonl")))
    known = (json.loads(line)["claim"] for line in chain.from_iterable(lines))
    told = chain.from_iterable(_sentences(path) for path in PAPERS.values())
    made = chain.from_iterable(map(_variations, told))
    every = [" ".join(claim.split()) for claim in chain(known, made)]
    found = list(dict.fromkeys(every))[:COUNT]
    assert len(found) == COUNT
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, claims: list[str]) -> Path:
    """Where the claims lie, and the cache of the runs that have one."""
    path = tmp_path_factory.mktemp("reproducible")
    path.joinpath("claims.txt").write_text("\n\n".join(claims), encoding="utf-8")
    return path


def _report(folder: Path, *options: str, start: Sequence[str] = ("-m", "vera.verify")) -> bytes:
    """What `verify` prints, in a process of its own; each process has other hashes."""
    said = ["claims.txt", str(PAPERS["vera"]), "--embedder", "minilm", "--format", "json"]
    run = subprocess.run(
        [sys.executable, *start, *said, "--explain", *options],
        cwd=folder,
        env=os.environ | {"VERA_CACHE_DIR": str(folder), "VERA_CALIBRATION_DIR": str(folder)},
        capture_output=True,
        check=False,
    )
    assert run.returncode == 1, run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def first(folder: Path) -> bytes:
    """The report of the first run, that finds an empty cache."""
    return _report(folder)


@pytest.fixture(scope="module")
def verdicts(first: bytes, claims: list[str]) -> dict[str, Any]:
    """What the first report says of each claim."""
    said = json.loads(first)["claims"]
    assert [each["text"] for each in said] == claims
    assert len({each["status"] for each in said}) == 3
    return {each["text"]: each for each in said}


def test_one_processor_and_no_cache_change_no_byte(folder: Path, first: bytes) -> None:
    """A run on one processor, which has no cache, says the same."""
    assert _report(folder, "--no-cache", start=("-c", _ON_ONE_PROCESSOR)) == first


def test_a_warm_cache_changes_no_byte(folder: Path, first: bytes) -> None:
    """What comes out of the cache is what was computed."""
    assert _report(folder) == first


@pytest.fixture
def verifier(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Verifier:
    """A verifier without a cache, that knows the calibrations of the project alone."""
    monkeypatch.setenv("VERA_CALIBRATION_DIR", str(folder))
    return Verifier(embedder="minilm", cache=False)


def _split(claims: Sequence[Claim], chance: random.Random) -> Iterator[Sequence[Claim]]:
    """The claims in batches of any size."""
    at = 0
    while at < len(claims):
        size = chance.choice((1, 2, 7, 40))
        yield claims[at : at + size]
        at += size


def _told(verdict: Verdict) -> Any:
    return json.loads(JsonForm(explain=True).verdict(verdict))


def test_threads_batches_and_the_order_of_claims_change_no_verdict(
    verdicts: dict[str, Any], verifier: Verifier
) -> None:
    """Four threads that share a verifier, the claims in any order and batches, say the same."""
    chance = random.Random(29)  # noqa: S311 - the same each time
    asked = [Claim(text, each["line"]) for text, each in verdicts.items()]
    chance.shuffle(asked)
    paper = verifier.open(PAPERS["vera"]).unwrap()
    with ThreadPoolExecutor(4) as pool:
        ran = pool.map(lambda batch: list(verifier.verify([paper], batch)), _split(asked, chance))
        told = [_told(verdict.unwrap()) for batch in ran for verdict in batch]
    assert len(told) == COUNT
    assert {each["text"]: each for each in told} == verdicts


def test_the_order_of_papers_changes_no_verdict(verifier: Verifier, claims: list[str]) -> None:
    """With the papers in another order every verdict on them is the same."""
    papers = [verifier.open(PAPERS[name]).unwrap() for name in ("plain", "notes")]
    asked = [Claim(text) for text in claims[::25]]
    one, other = (
        [_told(verdict.unwrap()) for verdict in verifier.verify(order, asked)]
        for order in (papers, papers[::-1])
    )
    assert one == other
