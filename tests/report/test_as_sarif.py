"""The report as SARIF is what the standard demands, and points where claim and evidence stand."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import unquote

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.report.made import a_verdict, an_opening, written
from tests.report.sarif_shape import SHAPE
from vera.core.verdict import Claim, Status, Verdict
from vera.verification.report.as_sarif import SarifForm
from vera.verification.report.exit_codes import failing

_ALL = failing("unchecked")
_VALIDATOR = Draft202012Validator(SHAPE)


def _run(verdicts: list[Verdict], claims: str = "claims.txt", form: SarifForm | None = None) -> Any:
    """The one run of a log that was found to be valid."""
    log = json.loads(written(form or SarifForm(claims, _ALL), verdicts))
    _VALIDATOR.validate(log)
    (run,) = log["runs"]
    return run


@given(st.lists(st.tuples(st.text(max_size=30), st.sampled_from(Status)), max_size=5))
def test_it_is_valid(claims: list[tuple[str, Status]]) -> None:
    """Whatever the claims are, the pieces make one log, with a result for all but the grounded."""
    run = _run([a_verdict(*each) for each in claims])
    rules = run["tool"]["driver"]["rules"]
    found = [(result["properties"]["claim"], result["ruleId"]) for result in run["results"]]
    assert found == [(text, it.value) for text, it in claims if it is not Status.GROUNDED]
    assert all(rules[each["ruleIndex"]]["id"] == each["ruleId"] for each in run["results"])
    assert run["properties"]["claims"] == len(claims)


def test_where_claim_and_evidence_stand() -> None:
    """The claim by its line; the evidence as related locations with page and boxes."""
    (result,) = _run([a_verdict("92%", Status.CONTRADICTED)])["results"]
    assert result["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "claims.txt"},
                "region": {"startLine": 7},
            }
        }
    ]
    first, second = result["relatedLocations"]
    assert first["message"]["text"] == "denies: “92%” (paper.pdf, pp. 4-5, 2 Method)"
    assert first["physicalLocation"] == {"artifactLocation": {"uri": "paper.pdf"}}
    assert first["properties"]["pages"] == [4, 5]
    assert first["properties"]["boxes"] == [{"page": 4, "x0": 1, "y0": 2, "x1": 3, "y1": 4.57}]
    assert second["message"]["text"].startswith("next: ")
    said = "Contradicted: “92%” (claim says 92%, paper says 95%, p. 4)"
    assert result["message"]["text"] == said


def test_what_was_not_read_is_told() -> None:
    """A paper that could not be read makes the execution unsuccessful."""
    (invocation,) = _run([])["invocations"]
    told = invocation["toolExecutionNotifications"]
    assert [each["level"] for each in told] == ["warning", "error"]
    assert not invocation["executionSuccessful"]
    whole = evolve(an_opening(), sources=())
    log = json.loads(written(SarifForm("", _ALL), [], read=whole))
    assert log["runs"][0]["invocations"][0]["executionSuccessful"]


def test_levels_follow_what_fails_the_run() -> None:
    """A status below --fail-on is a warning."""
    form = SarifForm("c", failing("contradicted"))
    run = _run([a_verdict(status=each) for each in Status], form=form)
    assert [result["level"] for result in run["results"]] == ["error", "warning", "warning"]
    levels = [rule["defaultConfiguration"]["level"] for rule in run["tool"]["driver"]["rules"]]
    assert levels == ["error", "warning", "warning"]


def test_standard_input_is_said_in_words() -> None:
    """Claims that no file has stand in standard input, and a line that is not known is left out."""
    claim = Claim("A claim.")
    (result,) = _run([a_verdict(status=Status.UNCHECKED, claim=claim)], "")["results"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["description"]["text"] == "standard input"
    assert "region" not in place


@pytest.mark.parametrize("name", ["a b.txt", "ä/#1?.txt", "c:d.txt", "/abs/x y.txt", "100%.txt"])
def test_files_are_uris(name: str) -> None:
    """Whatever a file is called, its URI leads back to it."""
    (result,) = _run([a_verdict(status=Status.UNCHECKED)], name)["results"]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert unquote(uri.removeprefix("file://")) == name
    assert uri.startswith("file:///") is name.startswith("/")


def test_a_message_has_no_link_and_no_placeholder() -> None:
    """What a viewer would make a link or fill in (3.11.5, 3.11.6) stays text."""
    (result,) = _run([a_verdict("[a](http://b.example) {0}", Status.UNSUPPORTED)])["results"]
    messages = [result["message"], *(each["message"] for each in result["relatedLocations"])]
    assert not any(re.search(r"\]\(|(?<!\{)\{\d", each["text"]) for each in messages)
    assert result["properties"]["claim"] == "[a](http://b.example) {0}"


def test_a_claim_is_known_again_where_it_moved() -> None:
    """The fingerprint is of file and text, not of line or verdict."""
    moved = [
        a_verdict(status=status, claim=Claim("A claim.", line))
        for status, line in ((Status.UNSUPPORTED, 3), (Status.UNCHECKED, 8))
    ]
    first, second = (each["partialFingerprints"] for each in _run(moved)["results"])
    assert first == second
