"""A listing says of a number only what stands beside it, and denies nothing."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.fakes import FakeCrossEncoder
from tests.grounding.asked import calibration, passages, question
from vera.core.document import Block, Form, Span
from vera.core.settings import Settings
from vera.core.verdict import Status
from vera.verification.grounding.calibrated import CalibratedRule
from vera.verification.grounding.listed import unowned
from vera.verification.language.sentence import Sentence

_PRINTED = "moths and wasps\nmoths = 40, wasps = 12, rest = 0.65"


def _asked(claim: str, form: Form, bias: float = 9.0) -> tuple[Status, str]:
    ready = passages(_PRINTED)
    paper = evolve(ready.document, blocks=(Block(Span(0, len(_PRINTED)), form=form),))
    read = CalibratedRule(calibration(bias, denied=-9.0), FakeCrossEncoder())(
        question(claim, evolve(ready, document=paper)), Settings()
    ).unwrap()
    return read.status, read.reason


def test_a_number_of_something_else_grounds_nothing() -> None:
    """Where the listing has the number beside another name, it is not what the claim says."""
    status, reason = _asked("The rest of wasps and moths is 12.", Form.CODE, bias=99.0)
    assert status is Status.UNSUPPORTED
    assert "12" in reason


def test_a_number_beside_its_name_is_grounded() -> None:
    """The listing has it of what the claim names."""
    assert _asked("There are 12 wasps beside moths.", Form.CODE)[0] is Status.GROUNDED


def test_a_listing_denies_nothing() -> None:
    """A number that differs from prose contradicts; the same in a listing leaves it open."""
    claim = "The rest of wasps and moths is 0.75."
    assert _asked(claim, Form.PROSE, bias=-4.0)[0] is Status.CONTRADICTED
    status, reason = _asked(claim, Form.CODE, bias=-4.0)
    assert status is Status.UNSUPPORTED
    assert "0.75" in reason


@pytest.mark.parametrize(
    ("claim", "number"),
    [
        ("The test has chi-squared 9 on 10.2 degrees of freedom.", "9"),
        ("Its p-value is 0.33.", ""),
        ("Its p-value is 10.2.", "10.2"),
        ("Its p-value is 0.44.", "0.44"),
        ("In the AR(6) model the p-value is 0.33.", ""),
        ("For the third site it is 119.", ""),
        ("For mice it is 119.", "119"),
    ],
)
def test_whose_a_number_is(claim: str, number: str) -> None:
    """By the words between it and the number before, else by those that begin its line."""
    printed = "chi-squared = 10.2, df = 9, p-value = 0.33\nrats 119 307\nmice 204 116"
    assert unowned(Sentence(claim), printed) == number


def test_the_words_over_a_number_name_it() -> None:
    """A column's number is of its head, also where the claim has a zero that is no number of it."""
    printed = "        day  night\nzero   0.41   0.32\ncount  1.25   1.18"
    assert unowned(Sentence("In the zero part the night has a rest of 0.41."), printed) == "0.41"
    assert not unowned(Sentence("In the zero part the night has a rest of 0.32."), printed)
