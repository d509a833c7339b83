"""What all forms of report promise."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.report.made import HOSTILE, a_verdict, written
from vera.core.verdict import Claim, Status
from vera.verification import wiring
from vera.verification.report.exit_codes import FAIL_ON, failing
from vera.verification.report.forms import FORMS, Wanted
from vera.verify.cli import command

if TYPE_CHECKING:
    from vera.verification.report.model import Form

_MADE = sorted(FORMS)


def _form(name: str, claims: str = "claims.txt") -> Form:
    return FORMS[name](Wanted(claims, explain=True, verbose=True, papers=wiring.Again()))


@pytest.mark.parametrize("name", _MADE)
def test_no_control_character_gets_out(name: str) -> None:
    """Text, names and marks from files leave no control character, no bidi and no half of one."""
    claims = [Claim(HOSTILE, 1, HOSTILE, (HOSTILE,)), Claim(HOSTILE, 2)]
    verdicts = [a_verdict(HOSTILE, status, claim) for status in Status for claim in claims]
    text = written(_form(name, HOSTILE), verdicts, name=HOSTILE)
    assert not re.search("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e\ud800]", text)
    assert name == "csv" or "\r" not in text
    text.encode("utf-8")


@pytest.mark.parametrize("name", _MADE)
def test_nothing_to_report(name: str) -> None:
    """A report of no claim is whole, too: a baseline may have had all."""
    assert written(_form(name), [])


@pytest.mark.parametrize("name", sorted(set(_MADE) - {"pdf"}))
def test_a_claim_is_told_in_its_own_file(name: str) -> None:
    """A claim of a manuscript stands in the file that it names, not in that of the run."""
    text = written(
        _form(name), [a_verdict("92%", Status.CONTRADICTED, Claim("92%", 3, "ch/1.tex"))]
    )
    assert "ch/1.tex" in text
    assert "claims.txt" not in text


def test_the_choices_are_those_of_the_table() -> None:
    """--format and --fail-on offer exactly what there is, and the latter defaults to all."""
    offered = {each.name: list(getattr(each.type, "choices", ())) for each in command.params}
    assert offered["format"] == list(FORMS)
    assert offered["fail_on"] == list(FAIL_ON) == ["contradicted", "unsupported", "unchecked"]
    assert Wanted().fails == failing(FAIL_ON[-1]) == {it.value for it in Status} - {"grounded"}


@pytest.mark.parametrize("name", _MADE)
def test_a_page_tells_of_each_form(name: str) -> None:
    """docs/reports.md names every form."""
    docs = (Path(__file__).parents[2] / "docs" / "reports.md").read_text("utf-8")
    assert f"`{name}`" in docs
