"""The claims about real papers are well formed, and what they say of those papers is so."""

from __future__ import annotations

import json
from collections import Counter, defaultdict

import pytest
from attrs import frozen

from tests.data import data_folder
from tests.testdata.files import CLAIMS, Labelled, pages, squeezed

LABELS = {"close": "grounded", "paraphrase": "grounded", "other": "unsupported"} | dict.fromkeys(
    ("number", "negation", "direction", "name", "strength"), "contradicted"
)
EACH = Counter(paraphrase=3, **dict.fromkeys(LABELS.keys() - {"paraphrase"}, 1))


@frozen
class Row(Labelled):
    """A claim about a paper of the data folder, as testdata/README.md describes it."""

    paper: str


def rows(name: str) -> list[Row]:
    """The claims of testdata/claims/NAME.jsonl; a missing or unknown field raises."""
    lines = (CLAIMS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [Row(**json.loads(line)) for line in lines]


ROWS = {name: rows(name) for name in ("papers", "unseen", "held_out")}
every_row = pytest.mark.parametrize(
    "row",
    [row for each in ROWS.values() for row in each],
    ids=lambda row: f"{row.kind}-{row.claim[:30]}",
)


@pytest.mark.parametrize(("name", "number"), [("papers", 4), ("unseen", 6), ("held_out", 6)])
def test_each_paper_has_the_same_mixture(name: str, number: int) -> None:
    """Each of the papers of a file has ten claims, of the same kinds."""
    kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in ROWS[name]:
        kinds[row.paper][row.kind] += 1
    assert len(kinds) == number
    assert all(of_this_paper == EACH for of_this_paper in kinds.values())


def test_no_claim_is_there_twice_and_no_paper_in_two_files() -> None:
    """The files share neither a paper nor a claim."""
    every = [row for each in ROWS.values() for row in each]
    assert len({row.claim for row in every}) == len(every)
    papers = [paper for each in ROWS.values() for paper in {row.paper for row in each}]
    assert len(set(papers)) == len(papers)


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
