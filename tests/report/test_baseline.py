"""A report of before is read whole or not at all, and tells what is new."""

from __future__ import annotations

import json

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from tests.report.made import a_verdict, written
from vera.core.errors import UnreadableDocument
from vera.core.result import Result, failed
from vera.core.verdict import Claim, Status
from vera.verification.report.as_json import JsonForm
from vera.verification.report.baseline import Baseline, parse
from vera.verification.report.model import Summary

_CLAIM = {"text": "A claim.", "status": "grounded"}


def _parsed(text: str) -> Result[Baseline]:
    return parse(text.encode(), "before.json")


@given(st.lists(st.tuples(st.text(max_size=20), st.sampled_from(Status)), max_size=5))
def test_a_report_has_all_of_itself(claims: list[tuple[str, Status]]) -> None:
    """Nothing of a run is new beside its own report, and another status is."""
    verdicts = [a_verdict(*each) for each in claims]
    before = _parsed(written(JsonForm(), verdicts)).unwrap()
    assert all(map(before.has, verdicts))
    other = a_verdict("a text that is longer than those above")
    assert not before.has(other)


def test_the_same_claim_with_another_status_or_in_another_file_is_new() -> None:
    """Status and file count; the line, the score and the evidence do not."""
    verdict = a_verdict(claim=Claim("A claim.", 7, "a.tex"))
    before = _parsed(written(JsonForm(), [verdict])).unwrap()
    moved = evolve(verdict, claim=Claim("A claim.", 70, "a.tex"), score=0.9, evidence=())
    assert before.has(moved)
    assert not before.has(evolve(verdict, status=Status.UNSUPPORTED))
    assert not before.has(evolve(verdict, claim=Claim("A claim.", 7, "b.tex")))
    assert not before.has(evolve(verdict, claim=Claim("A claim.", 7)))


def test_a_report_without_files_is_read() -> None:
    """Reports of before claims named their files had none: as those of a plain run."""
    said = json.dumps({"schema": "vera.report/1", "claims": [_CLAIM]})
    assert _parsed(said).unwrap().has(a_verdict())


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[]", "no report of verify"),
        ("7", "no report of verify"),
        ("{}", "no report of verify"),
        ('{"schema": "vera.search/1"}', "it is of the schema 'vera.search/1', not vera.report/1"),
        ('{"schema": "vera.report/1"}', "no report of verify"),
        ('{"schema": "vera.report/1", "claims": 7}', "no report of verify"),
        ('{"schema": "vera.report/1", "claims": ["text"]}', "no report of verify"),
        ('{"schema": "vera.report/1", "claims": [{"text": "A"}]}', "no report of verify"),
        *(
            (json.dumps({"schema": "vera.report/1", "claims": [{**_CLAIM, **change}]}), detail)
            for change, detail in (
                ({"status": "true"}, "'true' is not a valid Status"),
                ({"status": ["grounded"]}, "not a valid Status"),
                ({"text": 7}, "no report of verify"),
                ({"file": 7}, "no report of verify"),
            )
        ),
    ],
)
def test_what_is_no_report_is_an_error(text: str, detail: str) -> None:
    """Taken for an empty one it would report all as new, or hide what is bad."""
    read = _parsed(text)
    assert failed(read)
    error = read.failure()
    assert isinstance(error, UnreadableDocument)
    assert detail in str(error)
    assert "--format json" in error.hint


def test_what_is_left_out_is_counted_apart() -> None:
    """It is in no count but its own; that a paper was not read whole is noticed all the same."""
    summary = Summary(left_out=0)
    verdict = a_verdict(status=Status.CONTRADICTED)
    papers = (evolve(verdict.papers[0], complete=False),)
    summary.leave_out(evolve(verdict, papers=papers))
    assert (summary.left_out, summary.total, summary.incomplete) == (1, 0, {"paper.pdf"})
