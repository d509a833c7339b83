"""What a manuscript claims with a citation."""

from __future__ import annotations

import pytest

from vera.core.document import Block, Document, Kind, Span
from vera.verification.manuscript.sentences import citing

# What is claimed, and by which works, as a reader would say: written before the code was run.
_CASES = {
    "Bees sleep at night [1]. Wasps do not.": [("Bees sleep at night.", ["1"])],
    "Bees sleep at night.[1] Wasps do not sleep at all.[2]": [
        ("Bees sleep at night.", ["1"]),
        ("Wasps do not sleep at all.", ["2"]),
    ],
    "Li et al. (2020) found that bees sleep at night.": [("Bees sleep at night.", ["Li 2020"])],
    "Recently, Li (2020) also showed in a field study that bees sleep.": [
        ("Bees sleep.", ["Li 2020"])
    ],
    "According to Li (2020), bees sleep at night.": [("Bees sleep at night.", ["Li 2020"])],
    "As Li (2020) reports, bees sleep at night.": [("Bees sleep at night.", ["Li 2020"])],
    "Bees sleep at night, as shown by Li (2020).": [("Bees sleep at night.", ["Li 2020"])],
    "Li (2020) followed 30 bees.": [("The authors followed 30 bees.", ["Li 2020"])],
    "Li (2020) doubts that bees sleep.": [("The authors doubts that bees sleep.", ["Li 2020"])],
    "Iron raises growth [1], whereas zinc lowers yield [2].": [
        ("Iron raises growth", ["1"]),
        ("Zinc lowers yield.", ["2"]),
    ],
    "Iron raises growth, and zinc lowers yield [1, 2].": [
        ("Iron raises growth, and zinc lowers yield.", ["1", "2"])
    ],
    "Bees sleep a lot.¹ Wasps do not (Li, 2020). Ants do (Doe, 2019, p. 3; Šimek, 2018).": [
        ("Wasps do not.", ["Li 2020"]),
        ("Ants do.", ["Doe 2019", "Šimek 2018"]),
    ],
    "Iron in the ore raised growth in spring [1], and, in June, it slowly melted the ice [2].": [
        ("Iron in the ore raised growth in spring", ["1"]),
        ("In June, it slowly melted the ice.", ["2"]),
    ],
    "Vitamin D reduces fractures [1] and falls [2].": [
        ("Vitamin D reduces fractures and falls.", ["1", "2"])
    ],
    "Bees sleep (see also Li, 2020; Doe, 2019) at night.": [
        ("Bees sleep at night.", ["Li 2020", "Doe 2019"])
    ],
}


def _document(text: str, kind: Kind = Kind.BODY) -> Document:
    return Document(text, "a.txt", "0", blocks=(Block(Span(0, len(text)), kind),))


@pytest.mark.parametrize(("text", "claims"), _CASES.items())
def test_a_claim_is_what_the_mark_is_for(text: str, claims: list[tuple[str, list[str]]]) -> None:
    """The sentence, its clause, or the fact that somebody is told to have found."""
    assert [
        (it.text, [work.name for mark in it.citations for work in mark.works])
        for it in citing(_document(text))
    ] == claims


@pytest.mark.parametrize("kind", [Kind.REFERENCES, Kind.HEADING, Kind.TABLE, Kind.FRONT])
def test_what_is_no_prose_claims_nothing(kind: Kind) -> None:
    """The list of references is full of years and numbers."""
    assert list(citing(_document("Li et al. (2020). Bees sleep [1].", kind))) == []


def test_spans_are_those_of_the_sentence() -> None:
    """A reader finds it again, with its marks."""
    text = "Wasps fly. Bees sleep at night [1]. They wake [2]."
    found = [it.span.of(text) for it in citing(_document(text))]
    assert found == ["Bees sleep at night [1].", "They wake [2]."]


def test_markup_of_markdown_is_no_part_of_a_claim() -> None:
    """Emphasis, links and formulas are their words."""
    text = "*Bees* sleep at [night](a.html) with $p<0.05$ [@li20]."
    document = Document(text, "a.md", "0", "text/markdown")
    assert [it.text for it in citing(document)] == ["Bees sleep at night with p<0.05."]
