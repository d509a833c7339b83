"""Evidence with a few words exchanged, so that claims about it turn."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("scipy", reason="the extra bench is not installed")

from bench.contrasts import changed, digest, turned
from bench.loading import load_sets
from bench.sets import Example, Label
from bench.written import every
from core.document import Document, Span
from tests.data import data_folder

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("changes", "made"),
    [
        ([], "Ants dig all day."),
        ([[0, 4, "Bees"]], "Bees dig all day."),
        ([[9, 12, "half the"], [0, 4, "Bees"]], "Bees dig half the day."),
        ([[4, 4, " never"]], "Ants never dig all day."),
        ([[8, 16, ""]], "Ants dig."),
    ],
)
def test_words_are_exchanged_by_place(changes: list[list[object]], made: str) -> None:
    """In any order, with insertions and deletions."""
    assert changed("Ants dig all day.", changes) == made


def test_every_change_is_one_and_breaks_a_claim_or_makes_one() -> None:
    """No changed sentence is the sentence, and each has a claim that it makes true."""
    found = [(each, contrast) for each in every(data_folder()) for contrast in each.contrasts]
    assert len(found) > 3000
    for each, contrast in found:
        assert contrast.sentence != each.sentence
        assert contrast.claim in {claim for _, claim in each.false}
        assert set(contrast.broken) <= set(each.true)
    broken = sum(bool(contrast.broken) for _, contrast in found)
    assert broken > 0.8 * len(found)


def test_labelled_claims_turn_with_their_evidence() -> None:
    """Each has the other label and another text than its set names."""
    sets = load_sets("scifact:train,check_covid:train", data_folder(), "train").unwrap()
    first = {(name, each.id): each for name, examples in sets.items() for each in examples}
    found = list(turned(sets))
    assert len(found) > 300
    for name, example, evidence in found:
        own = first[name, example.id]
        assert {own.label, example.label} == {Label.SUPPORTED, Label.CONTRADICTED}
        assert evidence != " ".join(span.of(own.document.text) for span in own.gold)


def test_another_text_is_an_error(tmp_path: Path) -> None:
    """Changes are never made to a text that they were not written for."""
    text = "Ants dig."
    example = Example("7", "c", Document(text, "1", ""), Label.SUPPORTED, "1", (Span(0, 9),))
    row = {"set": "scifact", "id": "7", "digest": digest(text), "changes": [[5, 8, "rest"]]}
    file = tmp_path / "turned.jsonl"
    file.write_text(json.dumps(row), "utf-8")
    ((_, other, evidence),) = turned({"scifact": [example]}, file)
    assert (other.label, evidence) == (Label.CONTRADICTED, "Ants rest.")
    file.write_text(json.dumps(row | {"digest": digest("Bees dig.")}), "utf-8")
    with pytest.raises(ValueError, match="another text at 7"):
        list(turned({"scifact": [example]}, file))
    with pytest.raises(ValueError, match="another text at 7"):
        list(turned({}, file))
