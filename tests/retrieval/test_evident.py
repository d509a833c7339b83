"""What names a thing is no evidence; a statement is, with what it is read with."""

from __future__ import annotations

import pytest

from tests.fakes import FakeChunker, FakeEmbedder
from vera.core.document import Block, Document, Form, Kind, Span
from vera.verification.chunking.pysbd import PysbdSplitter
from vera.verification.retrieval.evident import is_statement
from vera.verification.retrieval.passages import index, units_of


def _document(*blocks: tuple[str, Kind, Form]) -> Document:
    text, placed = "", []
    for said, kind, form in blocks:
        placed.append(Block(Span(len(text), len(text) + len(said)), kind, form))
        text += said + "\n\n"
    return Document(text, "p", "0" * 64, blocks=tuple(placed))


def _units(*blocks: tuple[str, Kind, Form]) -> list[str]:
    document = _document(*blocks)
    units, _ = units_of(document, tuple(PysbdSplitter().split(document)))
    return [unit.of(document.text) for unit in units]


def _body(said: str) -> tuple[str, Kind, Form]:
    return said, Kind.BODY, Form.PROSE


@pytest.mark.parametrize("kind", [Kind.TITLE, Kind.FRONT, Kind.HEADING, Kind.LABEL])
def test_what_names_a_thing_answers_no_claim(kind: Kind) -> None:
    """A title, an author's line, a heading and a label are no evidence, whatever they say."""
    named = ("Bees sleep at night and wasps do not.", kind, Form.PROSE)
    assert _units(named, _body("They were watched.")) == ["They were watched."]


@pytest.mark.parametrize("kind", [Kind.ABSTRACT, Kind.CAPTION, Kind.FOOTNOTE, Kind.APPENDIX])
def test_what_states_is_evidence_wherever_it_stands(kind: Kind) -> None:
    """A sentence of an abstract, a caption, a note or an appendix may answer a claim."""
    assert _units(("Bees sleep at night.", kind, Form.PROSE)) == ["Bees sleep at night."]


def test_a_run_in_head_is_read_with_its_first_sentence() -> None:
    """The head of a paragraph, or a theorem's number and name, is no evidence alone."""
    said = "Participants. We asked forty bees."
    theorem = "Lemma 1 (Order of the cells). The order of cells is lost."
    assert _units(_body(said), _body(theorem)) == [said, theorem]
    label = ("Figure 2. The sleep of bees by hour.", Kind.CAPTION, Form.PROSE)
    assert _units(label) == ["Figure 2. The sleep of bees by hour."]


@pytest.mark.parametrize("said", ["Participants.", "= 0", "(3)", "0.94", "Theorem 4 (Euler).", "–"])
def test_a_scrap_is_no_evidence(said: str) -> None:
    """What is left of a figure, a table or a formula in a paragraph by itself states nothing."""
    assert _units(_body(said), _body("Bees sleep at night.")) == ["Bees sleep at night."]


@pytest.mark.parametrize(
    "said",
    ["Bees sleep.", "P = 0.03 in bees", "(RR = 2.18, 95% CI: 1.31)", "Mean age 63", "蜂は夜に眠る"],
)
def test_what_may_be_a_statement_is_one(said: str) -> None:
    """A short sentence, a measured value, a text in a script without spaces: none is left out."""
    assert is_statement(said)
    assert _units(_body(said)) == [said]


def test_a_sentence_around_a_formula_is_one() -> None:
    """It is evidence as a whole, in the order of the page; the formula alone is none."""
    blocks = [
        _body("We watched bees. The rest is given by"),
        ("r = a + b (1)", Kind.BODY, Form.FORMULA),
        _body("where a is the night. It was long."),
    ]
    together = "The rest is given by\n\nr = a + b (1)\n\nwhere a is the night."
    assert _units(*blocks) == ["We watched bees.", together, "It was long."]


def test_a_formula_joins_nothing_that_ended() -> None:
    """A whole sentence before a formula, and what begins behind it, stay apart."""
    formula = ("r = a + b (1)", Kind.BODY, Form.FORMULA)
    blocks = [_body("It is this."), formula, _body("We saw it at night.")]
    assert _units(*blocks) == ["It is this.", "We saw it at night."]
    assert _units(_body("It is this:"), formula, _body("We saw it at night.")) == [
        "It is this:",
        "We saw it at night.",
    ]


def test_a_row_is_as_it_is_and_code_is_none() -> None:
    """Nothing is told of cells from how many words they have; code states nothing."""
    blocks = [
        ("Bees | 4", Kind.TABLE, Form.ROW),
        ("| Wasps |", Kind.BODY, Form.ROW),
        ("x = 1", Kind.BODY, Form.CODE),
    ]
    assert _units(*blocks) == ["Bees | 4", "| Wasps |"]


def test_the_document_has_what_its_labels_have() -> None:
    """A number in a figure and an acronym in a title are the document's, though no evidence."""
    document = _document(
        ("Sleep of the honey bee (HB)", Kind.TITLE, Form.PROSE),
        ("12.5 kg", Kind.LABEL, Form.PROSE),
        _body("Bees sleep at night."),
        ("Lee. 1999. Of 77 wasps.", Kind.REFERENCES, Form.PROSE),
    )
    sentences = tuple(PysbdSplitter().split(document))
    found = index(document, sentences, FakeChunker([]), FakeEmbedder()).unwrap()
    assert "12.5 kg" in found.joined
    assert "77" not in found.joined
    assert [acronym.short for acronym in found.lexicon.acronyms] == ["HB"]
