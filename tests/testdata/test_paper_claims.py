"""The claims about real papers are well formed, and what they say of those papers is so."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from attrs import frozen

from tests.data import data_folder
from tests.testdata.files import CLAIMS, pages, squeezed

LABELS = {"close": "grounded", "paraphrase": "grounded", "other": "unsupported"} | dict.fromkeys(
    ("number", "negation", "direction", "name", "strength"), "contradicted"
)
EACH = Counter(paraphrase=3, **dict.fromkeys(LABELS.keys() - {"paraphrase"}, 1))


@frozen
class Row:
    """A claim about a paper of the data folder, as testdata/README.md describes it."""

    paper: str
    claim: str
    kind: str
    label: str
    page: int | None
    quote: str | None
    note: str


LINES = (CLAIMS / "papers.jsonl").read_text(encoding="utf-8").splitlines()
ROWS = [Row(**json.loads(line)) for line in LINES]
every_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.kind}-{row.claim[:30]}")


def test_each_paper_has_the_same_mixture() -> None:
    """Four papers have ten claims each, of the same kinds."""
    papers = {row.paper for row in ROWS}
    assert len(papers) == 4
    assert all(Counter(row.kind for row in ROWS if row.paper == paper) == EACH for paper in papers)
    assert len({row.claim for row in ROWS}) == len(ROWS)


@every_row
def test_the_label_follows_from_the_kind(row: Row) -> None:
    """Near misses are contradicted, claims about something else unsupported, the rest grounded."""
    assert row.label == LABELS[row.kind]
    assert (row.quote is None) == (row.page is None) == (row.kind == "other")


@every_row
def test_no_sentence_of_a_paper_is_copied(row: Row) -> None:
    """The quote names the place by a few words and no more."""
    assert row.quote is None or 2 <= len(row.quote.split()) <= 8
    assert row.claim == " ".join(row.claim.split())


@every_row
def test_the_deciding_words_stand_on_the_page_named(row: Row) -> None:
    """The quote is on that page of the paper and on no other; no claim is in the paper whole."""
    said = [squeezed(text) for text in pages(data_folder(*row.paper.split("/")))]
    assert not any(squeezed(row.claim) in page for page in said)
    if row.quote is not None:
        assert [at for at, page in enumerate(said, 1) if squeezed(row.quote) in page] == [row.page]
