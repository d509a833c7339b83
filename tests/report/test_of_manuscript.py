"""A report on a manuscript says where each statement stands, and what was asked of nothing."""

from __future__ import annotations

import json
from importlib.resources import files

import jsonschema
from attrs import evolve

from tests.report.made import an_opening
from vera.core.settings import Settings
from vera.core.verdict import Claim, Status, Verdict
from vera.verification.report.as_json import JsonForm
from vera.verification.report.as_text import TextForm
from vera.verification.report.model import Cited, Opening, Summary

_CLAIM = Claim("Bees sleep.", 12, "bees.tex", ("li20", "doe19"))
_CITED = Cited(
    "bees.tex",
    1,
    {"li20": "", "doe19": "no paper at hand is that", "\x1b[31mroe": "no paper at hand is that"},
    ((Claim("Bees wake.", 3, "bees.tex", ("poe",)), "it is cited for the contrary"),),
    ("more: there is no such file",),
)
_SCHEMA = json.loads(
    (files("vera.verification.report") / "schema" / "report-1.json").read_text("utf-8")
)


def _opening() -> Opening:
    return evolve(an_opening(), manuscript=_CITED)


def _verdict() -> Verdict:
    return Verdict(_CLAIM, Status.UNCHECKED, None, "why", "minilm", Settings(), decided="")


def test_people_are_told_what_was_not_asked() -> None:
    """Each reason once with its works, each statement with its place; nothing unprintable."""
    told = TextForm().opening(_opening())
    assert "bees.tex: 1 statement with citations of 3 works, 1 of them at hand" in told
    assert "more: there is no such file" in told
    assert "not at hand: doe19, " in told
    assert told.count("no paper at hand is that") == 1
    assert "not asked: bees.tex:3, cites poe: it is cited for the contrary" in told
    assert "\x1b" not in told


def test_a_verdict_says_where_its_statement_stands() -> None:
    """As file:line, which editors open, and with the works."""
    assert "bees.tex:12, cites li20, doe19" in TextForm().verdict(_verdict())


def test_programs_are_told_the_same() -> None:
    """One object that the schema accepts."""
    form, opening = JsonForm(), _opening()
    report = json.loads(
        form.opening(opening) + form.verdict(_verdict()) + form.closing(opening, Summary())
    )
    jsonschema.validate(report, _SCHEMA)
    assert report["manuscript"]["works"][1] == {
        "work": "doe19",
        "lacking": "no paper at hand is that",
    }
    assert report["manuscript"]["not_asked"][0]["line"] == 3
