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
from vera.core.verdict import Claim, Status
from vera.verification.chunking.pysbd import PysbdSplitter
from vera.verification.grounding.calibrated import CalibratedRule
from vera.verification.grounding.decide import decide
from vera.verification.grounding.score import cosine_rule
from vera.verification.grounding.tabled import Tabled, right
from vera.verification.retrieval.passages import Passages, index
from vera.verification.tables.answer import Asks
from vera.verification.verifier import Verifier

if TYPE_CHECKING:
    from pathlib import Path

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


def test_prose_that_does_not_name_a_line_of_a_table_grounds_nothing_of_it() -> None:
    """What is said of parsers is not said of ArcLite, which may be the exception."""
    for prose, status in (
        ("Setting up the parsers was tedious and slow for most users.", Status.UNSUPPORTED),
        ("Setting up ArcLite was tedious and slow for most users.", Status.GROUNDED),
    ):
        paper = _ready(document(*SCORES, prose=prose))
        judged = _judge("Setting up ArcLite was tedious and slow for users.", paper, 9.0)
        assert judged.status is status
        assert judged.evidence[0].text == prose


def test_prose_grounds_no_number_that_a_table_calls_otherwise() -> None:
    """The number of a row is that of its column, and not of a measure that the table has not."""
    rows = ("Parser | Forum | <", "Parser | F1 | Recall", "ArcLite | 74.6 | 70.1", "Deep | 71 | 60")
    prose = "On forum we obtain with ArcLite 74.6 for F1, as we had hoped before."
    paper = _ready(document("Table 1: Scores.", *rows, prose=prose, heads=2))
    judged = _judge(
        "On forum we obtain with ArcLite 74.6 for precision, as we had hoped.", paper, 9.0
    )
    assert judged.evidence[0].text == prose
    assert judged.status is Status.UNSUPPORTED
    assert judged.reason == "a table has that number as Forum F1"


def test_a_row_of_a_table_without_known_heads_grounds_nothing_either() -> None:
    """Which of its cells is meant no one knows; a single cell is what the row says of its name."""
    rows = ("ArcLite | 88.1 | 74.6", "GraphDep | 91.3")
    paper = _ready(evolve(document("", *rows), tables=()))
    claims = ("ArcLite scores 74.6.", "GraphDep scores 91.3.")
    several, single = (_judge(claim, paper, bias=9.0) for claim in claims)
    assert (several.status, single.status) == (Status.UNSUPPORTED, Status.GROUNDED)
    assert several.evidence[0].text == rows[0]


def test_prose_that_says_what_the_table_denies_grounds_nothing() -> None:
    """Nor does the table then accuse: the paper disagrees with itself."""
    paper = _ready(document(*SCORES, prose="ArcLite scores 79.2% on forum."))
    judged = _judge("ArcLite scores 79.2% on forum.", paper, bias=9.0)
    assert judged.status is Status.UNSUPPORTED
    assert "the text says it, a table does not" in judged.reason
    assert [it.code for it in judged.conflicts] == ["cell"]  # so no judge is asked to ground it


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


@pytest.mark.parametrize(
    "claim",
    [
        "ArcLite scores 79.2% on forum.",
        "ArcLite has 74.6% on forum, and GraphDep has the lowest score on news.",
    ],
)
def test_without_a_calibration_the_cells_are_asked_all_the_same(claim: str) -> None:
    """What a cell denies, of the claim or a part of it, is contradicted whatever the cosine is."""
    settings = Settings(threshold=-1.0)
    asked = question(claim, _PAPER)
    assert cosine_rule(asked, settings).unwrap().status is Status.GROUNDED
    rule = Tabled(cosine_rule)
    verdict = decide(Claim(claim), [asked], rule, "fake", settings).unwrap()
    assert (verdict.status, verdict.decided) == (Status.CONTRADICTED, "table")
    assert verdict.evidence[0].cells
    assert verdict.calibrated


def test_without_a_calibration_a_row_alone_grounds_nothing_either() -> None:
    """A cosine of a row is no more than that the claim is of its subject; of prose it counts."""
    paper = _ready(document(*SCORES))
    rule = Tabled(cosine_rule)
    asked = question("ArcLite scores 74.6% on French forum.", paper)
    assert rule(asked, Settings(threshold=-1.0)).unwrap().status is Status.UNSUPPORTED
    asked = question("Bees sleep at night.", _PAPER)
    assert rule(asked, Settings(threshold=0.9)).unwrap().decided == "cosine"
    assert rule(asked, Settings(threshold=0.9)).unwrap().status is Status.GROUNDED


def test_the_bare_rule_of_a_verifier_asks_the_tables(tmp_path: Path) -> None:
    """An embedder without a calibration does not let a wrong cell pass."""
    path = tmp_path / "scores.md"
    path.write_text("| Parser | News |\n|---|---|\n| ArcLite | 88.1 |\n| GraphDep | 91.3 |\n")
    settings = Settings(threshold=-1.0)
    paper = Verifier(settings, embedder=FakeEmbedder(), cache=False).open(path).unwrap()
    assert paper.verify("ArcLite scores 91.3 on news.").unwrap().status is Status.CONTRADICTED
