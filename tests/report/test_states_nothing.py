"""What `--only-claims` leaves out is told in each form as what it is: no failure."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from attrs import evolve
from jsonschema import Draft202012Validator

import vera.verification.report
from vera.core.ports import EmbedderInfo
from vera.core.settings import Settings
from vera.core.verdict import Claim, Status, Verdict, Worth
from vera.verification.report import exit_codes
from vera.verification.report.as_github import GithubForm
from vera.verification.report.as_json import JsonForm
from vera.verification.report.as_junit import JunitForm
from vera.verification.report.as_sarif import SarifForm
from vera.verification.report.as_text import TextForm
from vera.verification.report.model import Form, Opening, Summary
from vera.verify.reporting import exit_code_of

_FAILS = exit_codes.failing("unchecked")
_SETTINGS = Settings(only_claims=True)
_OPENING = Opening((), EmbedderInfo("minilm", "m", "f", 384, 256), _SETTINGS)
_ASIDE = Verdict(
    Claim("We thank\x1b[31m <the> bees.", 1), Status.UNCHECKED, None, "it states nothing", "minilm",
    _SETTINGS, decided="", worth=Worth(0.0123, asked=False),
)  # fmt: skip
_GROUNDED = evolve(
    _ASIDE, status=Status.GROUNDED, score=0.9, calibrated=True, decided="calibration",
    worth=Worth(0.98, asked=True),
)  # fmt: skip
_UNREAD = evolve(_ASIDE, worth=Worth(0.98, asked=True))


def report(form: Form, *verdicts: Verdict) -> str:
    """The whole report of these."""
    summary, text = Summary(), form.opening(_OPENING)
    for each in verdicts:
        summary.count(each)
        text += form.verdict(each)
    return text + form.closing(_OPENING, summary)


@pytest.mark.parametrize(
    ("verdicts", "code"),
    [
        ((_ASIDE, _GROUNDED), exit_codes.DONE),
        ((_ASIDE, _GROUNDED, _UNREAD), exit_codes.UNREADABLE),
        ((_ASIDE, _ASIDE), exit_codes.UNREADABLE),
        ((_ASIDE, evolve(_GROUNDED, status=Status.UNSUPPORTED)), exit_codes.NOT_GROUNDED),
    ],
    ids=["all is well", "one could not be asked", "nothing was asked", "one is not said"],
)
def test_fails_no_run(verdicts: tuple[Verdict, ...], code: int) -> None:
    """What states nothing fails no run, but others do, and so does that nothing was asked."""
    summary = Summary()
    for each in verdicts:
        summary.count(each)
    assert exit_code_of(_OPENING, summary, _FAILS, strict=False) == code


def test_what_a_baseline_has_was_asked() -> None:
    """Where a baseline has all that was asked, nothing new is no failure."""
    summary = Summary()
    summary.count(_ASIDE)
    summary.leave_out(_GROUNDED)
    assert exit_code_of(_OPENING, summary, _FAILS, strict=False) == exit_codes.DONE


def test_json_has_the_probability_of_each() -> None:
    """Each claim has its worth, the summary counts those left out, and the schema holds."""
    made = json.loads(report(JsonForm(), _ASIDE, _GROUNDED))
    folder = Path(vera.verification.report.__file__).parent
    schema = json.loads(folder.joinpath("schema", "report-1.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(made)
    assert made["settings"]["only_claims"] is True
    assert made["summary"]["states_nothing"] == 1
    assert [each["worth"] for each in made["claims"]] == [
        {"probability": 0.0123, "asked": False},
        {"probability": 0.98, "asked": True},
    ]


def test_forms_for_tools_tell_no_failure() -> None:
    """It is skipped for JUnit, a notice for GitHub and a note for SARIF; others stay errors."""
    suite = fromstring(report(JunitForm("a.txt", _FAILS), _ASIDE, _UNREAD))  # noqa: S314 - ours
    assert (suite.get("skipped"), suite.get("errors")) == ("1", "1")
    lines = report(GithubForm("a.txt", _FAILS), _ASIDE, _UNREAD).splitlines()
    assert [line.split()[0] for line in lines[:2]] == ["::notice", "::error"]
    log = json.loads(report(SarifForm("a.txt", _FAILS), _ASIDE, _UNREAD))
    (run,) = log["runs"]
    assert [result["level"] for result in run["results"]] == ["note", "error"]
    assert run["properties"]["states_nothing"] == 1


def test_the_last_line_counts_them() -> None:
    """Nothing is silently shorter: the sum for people has them, and nothing in them is raw."""
    text = report(TextForm(), _ASIDE, _GROUNDED)
    assert text.endswith("left out, as stating nothing: 1\n")
    assert "\x1b" not in text
