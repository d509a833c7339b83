"""Finding, judging and reporting the 20 claims about the project's own paper, which is open.

Run: `pytest benchmarks/bench_judging.py`. Nothing is embedded. Read each time as a ratio to the
reference of its group: the words of the paper counted in plain Python, and the same fields of a
report written by the standard library.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from benchmarks.opened import Open, opened
from benchmarks.references import count_words, dumped
from vera.verification.embedding.minilm import load_minilm
from vera.verification.report.as_json import JsonForm
from vera.verification.report.as_text import TextForm

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_benchmark.fixture import BenchmarkFixture

    from vera.verification.report.model import Form


@pytest.fixture(scope="module")
def known() -> Open:
    """The paper, its claims and their verdicts."""
    return opened(load_minilm().unwrap())


@pytest.mark.benchmark(group="20 claims")
def test_finding(benchmark: BenchmarkFixture, known: Open) -> None:
    """The passages that speak to each claim, by meaning, words and names."""
    assert len(benchmark(known.found)) == len(known.claims)


@pytest.mark.benchmark(group="20 claims")
def test_judging(benchmark: BenchmarkFixture, known: Open) -> None:
    """Found and judged by the calibrated rule: conflicts, features, probability, parts."""
    verdicts = benchmark(known.judged)
    assert len(verdicts) == len(known.claims)
    assert all(verdict.calibrated for verdict in verdicts)


@pytest.mark.benchmark(group="20 claims")
def test_reference_counting_words(benchmark: BenchmarkFixture, known: Open) -> None:
    """Reference: the words of the paper, split and counted."""
    assert benchmark(count_words, known.paper.passages.texts)


@pytest.mark.benchmark(group="a report of 20 claims")
@pytest.mark.parametrize("form", [lambda: TextForm(width=100), JsonForm], ids=["text", "JSON"])
def test_report(benchmark: BenchmarkFixture, known: Open, form: Callable[[], Form]) -> None:
    """The whole report as text."""
    assert benchmark(lambda: known.report(form()))


@pytest.mark.benchmark(group="a report of 20 claims")
def test_reference_json_dumps(benchmark: BenchmarkFixture, known: Open) -> None:
    """Reference: the fields of the JSON report, given, written by the standard library."""
    said = json.loads(known.report(JsonForm()))
    assert benchmark(dumped, [said])
