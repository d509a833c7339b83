"""The bare rule turns cosines into a score and a status."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vera.core.document import Document, Page, Span
from vera.core.settings import Aggregate, Settings
from vera.core.verdict import Claim, Status
from vera.verification.grounding.decide import decide, unchecked
from vera.verification.grounding.score import cosine_judgement, cosine_rule, mean, weighted
from vera.verification.retrieval.find import Found, Hit
from vera.verification.retrieval.passages import Passages
from vera.verification.retrieval.question import Question

_COSINES = st.lists(st.floats(-1, 1), min_size=1, max_size=6).map(
    lambda scores: sorted(scores, reverse=True)
)


class _Asked(Question):
    """A question whose chunks and windows are given."""

    @classmethod
    def of(cls, passages: Passages, chunks: list[float], windows: list[float]) -> "_Asked":
        asked = cls("c", np.empty(4, np.float32), passages)
        asked.__dict__["found"] = Found(
            passages,
            tuple(Hit(Span(0, 60), score) for score in chunks),
            tuple(Hit(Span(at * 10, at * 10 + 10), score) for at, score in enumerate(windows)),
        )
        return asked


def _found(
    chunks: list[float],
    windows: list[float],
    source: str = "paper.pdf",
    unread: str = "",
    notes: tuple[str, ...] = (),
) -> Question:
    rows = np.empty((0, 4), dtype=np.float32)
    pages = (Page(1, 600, 800, Span(0, 60)), Page(2, 600, 800, Span(60, 60), unread=unread))
    passages = Passages(
        Document("abcdefghij" * 6, source, "0" * 64, pages=pages, notes=notes),
        units=(),
        rows=rows,
        weights=np.empty(0, dtype=np.float32),
        paragraphs=np.empty(0, dtype=np.intp),
        window_norms=np.empty((3, 0)),
        chunks=(),
        ranges=np.empty((0, 2), dtype=np.intp),
        chunk_rows=rows,
    )
    return _Asked.of(passages, chunks, windows)


@pytest.mark.parametrize(
    ("aggregate", "score"),
    [(Aggregate.MAX, 0.9), (Aggregate.MEAN, 0.6), (Aggregate.WEIGHTED, 0.66)],
)
def test_aggregates(aggregate: Aggregate, score: float) -> None:
    """Max looks at chunks and windows, mean and weighted (0.5, 0.3, 0.2) at the chunks."""
    judgement = cosine_judgement(_found([0.8, 0.6, 0.4], [0.9, 0.1]), Settings(aggregate=aggregate))
    assert judgement.score == pytest.approx(score)


@given(_COSINES)
def test_means_lie_between_the_extremes(scores: list[float]) -> None:
    """A mean is between the worst and the best; the weighted one is nearer to the best."""
    assert min(scores) - 1e-9 <= mean(scores) <= weighted(scores) + 1e-9 <= max(scores) + 2e-9


@pytest.mark.parametrize(
    ("cosine", "status"),
    [
        (0.7, Status.GROUNDED),
        (0.69999996, Status.GROUNDED),  # 0.7 in float32 arithmetic
        (0.69996, Status.GROUNDED),  # 0.7 to the decimals that scores have
        (0.6999, Status.UNSUPPORTED),
        (-1.0, Status.UNSUPPORTED),
    ],
)
def test_the_threshold_itself_grounds(cosine: float, status: Status) -> None:
    """A score at the threshold is grounded; float noise does not decide."""
    assert cosine_judgement(_found([cosine], [cosine]), Settings()).status is status


def test_a_score_below_never_looks_equal_to_the_threshold() -> None:
    """The reason rounds the score down."""
    reason = cosine_judgement(_found([0.6999], [0.1]), Settings()).reason
    assert "0.699, below the threshold of 0.7" in reason


def test_one_paper_is_enough() -> None:
    """A claim is grounded if one of several papers grounds it, and the best evidence leads."""
    found = [_found([0.2], [0.3], "first.pdf"), _found([0.8], [0.9, 0.5], "second.pdf")]
    verdict = decide(
        Claim("c"), found, cosine_rule, "fake", Settings(top_k=2), ["third.pdf"]
    ).unwrap()
    assert verdict.status is Status.GROUNDED
    assert [(each.document, each.score) for each in verdict.evidence] == [
        ("second.pdf", 0.9),
        ("second.pdf", 0.5),
    ]
    assert verdict.evidence[0].text == "abcdefghij"
    assert "third.pdf" not in verdict.reason


def test_what_was_not_read_is_named() -> None:
    """A verdict that is not grounded names the papers and pages that could not be read."""
    found = [_found([0.2], [0.3], unread="no text")]
    verdict = decide(Claim("c"), found, cosine_rule, "fake", Settings(), ["third.pdf"]).unwrap()
    assert verdict.reason.endswith("; not read: third.pdf; page 2 of paper.pdf")


def test_how_a_paper_was_read_is_said() -> None:
    """A verdict that is not grounded says that the paper was repaired; a grounded one need not."""
    found = [_found([0.2], [0.3], notes=("the file was repaired",))]
    verdict = decide(Claim("c"), found, cosine_rule, "fake", Settings()).unwrap()
    assert verdict.reason.endswith("; the file was repaired")
    verdict = decide(Claim("c"), found, cosine_rule, "fake", Settings(threshold=0.1)).unwrap()
    assert "repaired" not in verdict.reason


def test_a_note_of_one_of_several_papers_names_it() -> None:
    """With one paper a note needs no name; with several, also unread ones, it says whose it is."""
    first = _found([0.2], [0.3], "first.pdf", notes=("a word on page 9 lacks letters",))
    second = _found([0.1], [0.3], "second.pdf", notes=("The file breaks off.", "It was mended."))

    def reason(found: list[Question], *missing: str) -> str:
        return decide(Claim("c"), found, cosine_rule, "fake", Settings(), missing).unwrap().reason

    assert reason([first]).endswith("threshold of 0.7; a word on page 9 lacks letters")
    assert reason([first, second]).endswith(
        "; first.pdf: a word on page 9 lacks letters"
        "; second.pdf: The file breaks off; second.pdf: It was mended"
    )
    assert reason([first], "third.pdf").endswith(
        "; not read: third.pdf; first.pdf: a word on page 9 lacks letters"
    )


def test_unchecked_has_no_score() -> None:
    """What was not compared has no score and no evidence."""
    verdict = unchecked(Claim(""), "the claim is blank", "fake", Settings())
    assert (verdict.status, verdict.score, verdict.evidence) == (Status.UNCHECKED, None, ())
