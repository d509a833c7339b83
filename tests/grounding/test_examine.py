"""Examining a claim takes each text apart once."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.fakes import FakeCrossEncoder
from tests.grounding.asked import passages, question
from vera.verification.grounding.examine import examine
from vera.verification.language import sentence
from vera.verification.language.quantities import quantities

if TYPE_CHECKING:
    import pytest

    from vera.verification.language.quantity import Quantity
    from vera.verification.language.words import Word

_PAPER = (
    "Iron increased growth in 95% of the plots. In 40 plots iron did not improve the taste.\n\n"
    "Of 12 hives with iron 3 died. Growth without iron was 8 cm in a week."
)
_CLAIM = "Iron increased growth in 92% of 40 plots."


def test_the_numbers_of_a_text_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The claim is restated for four texts, checked and measured; its numbers are read once."""
    read: Counter[str] = Counter()

    def counted(text: str, found: tuple[Word, ...]) -> tuple[Quantity, ...]:
        read[text] += 1
        return quantities(text, found)

    monkeypatch.setattr(sentence, "quantities", counted)
    examined = examine(question(_CLAIM, passages(_PAPER)), FakeCrossEncoder()).unwrap()
    assert [one.code for one in examined.conflicts] == ["number"]
    assert read[_CLAIM] == 1
    assert set(read.values()) == {1}
