"""What a table says decides a claim about its cells, and a row alone grounds nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from tests.fakes import FakeChunker, FakeCrossEncoder, FakeEmbedder
from tests.grounding.asked import calibration, question
from tests.tables.made import SCORES, document
from vera.core.chunk import Chunk
from vera.core.document import Span
from vera.core.settings import Settings
from vera.core.verdict import Status
from vera.verification.chunking.pysbd import PysbdSplitter
from vera.verification.grounding.calibrated import CalibratedRule
from vera.verification.grounding.tabled import right
from vera.verification.retrieval.passages import Passages, index
from vera.verification.tables.answer import Asks

if TYPE_CHECKING:
    from vera.core.document import Document
    from vera.verification.grounding.score import Judgement


def _ready(paper: Document) -> Passages:
    sentences = tuple(PysbdSplitter().split(paper))
    chunk = Chunk("0", paper.text, paper.source, Span(0, len(paper.text)), 0)
    return index(paper, sentences, FakeChunker([chunk]), FakeEmbedder()).unwrap()


_PAPER = _ready(document(*SCORES, prose="Bees sleep at night."))


def _judge(claim: str, paper: Passages = _PAPER, bias: float = -4.0) -> Judgement:
    rule = CalibratedRule(calibration(bias), FakeCrossEncoder())
    return rule(question(claim, paper), Settings()).unwrap()


def test_a_cell_that_says_it_grounds_a_claim_as_often_as_such_answers_are_right() -> None:
    """The verdict has the measured probability, and the cell with its heads and its place."""
    judged = _judge("ArcLite scores 74.6% on forum.")
    assert (judged.status, judged.decided) == (Status.GROUNDED, "table")
    assert judged.score == right()[Asks.CELL.value]
    (cell,) = judged.evidence[0].cells
    assert str(cell) == "Table 1, row ArcLite, column Forum: 74.6"
    assert cell.span.of(_PAPER.document.text) == "74.6"
    assert judged.evidence[0].text.startswith("ArcLite | 88.1")


def test_a_cell_that_says_something_else_contradicts_it_by_name() -> None:
    """The conflict has both numbers, the row and the column, and stands in the cell."""
    judged = _judge("ArcLite scores 79.2% on forum.", bias=9.0)
    assert judged.status is Status.CONTRADICTED
    (conflict,) = judged.conflicts
    assert str(conflict) == "claim says 79.2%, paper says 74.6 (row ArcLite, column Forum)"
    assert conflict.span.of(_PAPER.document.text) == "74.6"
    assert judged.score <= 1 - right()[Asks.CELL.value] + 1e-9


@pytest.mark.parametrize(
    "claim", ["ArcLite scores 74.6% on French forum.", "ArcLite is a parser of news and forum."]
)
def test_a_row_alone_grounds_nothing(claim: str) -> None:
    """However surely it is read, where no cell is surely meant the nearest row is only shown."""
    judged = _judge(claim, bias=9.0)
    assert judged.status is Status.UNSUPPORTED
    assert judged.evidence[0].cells


def test_prose_that_says_what_the_table_denies_grounds_nothing() -> None:
    """Nor does the table then accuse: the paper disagrees with itself."""
    paper = _ready(document(*SCORES, prose="ArcLite scores 79.2% on forum."))
    judged = _judge("ArcLite scores 79.2% on forum.", paper, bias=9.0)
    assert judged.status is Status.UNSUPPORTED
    assert "the text says it, a table does not" in judged.reason


def test_a_paper_without_the_cells_is_judged_as_before() -> None:
    """Where no table is known, its answers change nothing."""
    paper = evolve(_PAPER.document, tables=())
    judged = _judge("ArcLite scores 79.2% on forum.", _ready(paper), bias=9.0)
    assert judged.decided == "calibration"
    assert not any(piece.cells for piece in judged.evidence)


def test_a_threshold_above_what_was_measured_is_not_reached() -> None:
    """A table is never surer than its answers were right."""
    rule = CalibratedRule(calibration(), FakeCrossEncoder())
    asked = question("ArcLite scores 74.6% on forum.", _PAPER)
    judged = rule(asked, Settings(threshold=0.999)).unwrap()
    assert judged.status is Status.UNSUPPORTED
    assert "below the threshold of 0.999" in judged.reason


def test_two_cells_are_shown_with_their_rows() -> None:
    """A comparison shows each row that it is of, with the cell that is meant."""
    judged = _judge("On speech, GraphDep scores higher than ArcLite.")
    assert judged.status is Status.GROUNDED
    shown = [str(cell) for piece in judged.evidence[:2] for cell in piece.cells]
    assert sorted(shown) == [
        "Table 1, row ArcLite, column Speech: 69.3",
        "Table 1, row GraphDep, column Speech: 72.6",
    ]
