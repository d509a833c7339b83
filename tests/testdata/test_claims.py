"""The labelled claims are well formed, and what they say of their papers is so."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.testdata.files import CLAIMS, PAPERS, Labelled, labelled, pages, squeezed
from vera.verification.claims.lines import parse_claims

LEAST = {"verbatim": 8, "paraphrase": 8, "number": 6, "negation": 6, "swapped": 6, "other": 6}
TRUE = {"verbatim", "paraphrase"}
SETS = sorted(PAPERS)
EVERY = [(name, row) for name in SETS for row in labelled(name)]
IDS = [f"{name}-{row.kind}-{row.claim[:30]}" for name, row in EVERY]

every_claim = pytest.mark.parametrize(("name", "row"), EVERY, ids=IDS)


def _text(name: str) -> str:
    paper = PAPERS[name]
    if paper.suffix == ".pdf":
        return "".join(pages(paper))
    return paper.read_text(encoding="utf-8")


def test_there_are_enough_claims_of_each_kind() -> None:
    """The paper's own claims hold at least as many of each kind as a measurement needs."""
    kinds = Counter(row.kind for row in labelled("vera"))
    assert kinds.keys() == LEAST.keys()
    assert all(kinds[kind] >= least for kind, least in LEAST.items())


@pytest.mark.parametrize("name", SETS)
def test_no_claim_is_there_twice(name: str) -> None:
    """A claim counts once in a measurement."""
    claims = [row.claim for row in labelled(name)]
    assert len(claims) == len(set(claims))


@every_claim
def test_the_label_follows_from_the_kind(name: str, row: Labelled) -> None:
    """Verbatim claims and paraphrases are grounded, all others unsupported."""
    assert row.kind in LEAST, name
    assert row.label == ("grounded" if row.kind in TRUE else "unsupported")
    assert row.claim == " ".join(row.claim.split())


@every_claim
def test_the_deciding_words_stand_where_the_label_says(name: str, row: Labelled) -> None:
    """The quote is in the paper, on the page named; a claim about something else has none."""
    assert (row.quote is None) == (row.kind == "other")
    if row.quote is None:
        assert row.page is None
        return
    quote = squeezed(row.quote)
    assert quote in squeezed(_text(name))
    if PAPERS[name].suffix == ".pdf":
        found = [at for at, text in enumerate(pages(PAPERS[name]), 1) if quote in squeezed(text)]
        assert found == [row.page]


@every_claim
def test_only_a_verbatim_claim_stands_in_the_paper(name: str, row: Labelled) -> None:
    """A verbatim claim's words occur in the paper as they are; no other claim's do."""
    assert (squeezed(row.claim) in squeezed(_text(name))) == (row.kind == "verbatim")


@pytest.mark.parametrize("name", SETS)
def test_the_text_file_holds_labelled_claims(name: str) -> None:
    """Each claim that the program reads from NAME.txt has a label in NAME.jsonl."""
    labels = {row.claim for row in labelled(name)}
    claims = [
        claim.text for claim in parse_claims((CLAIMS / f"{name}.txt").read_text(encoding="utf-8"))
    ]
    assert len(claims) >= 5
    assert set(claims) <= labels


@pytest.mark.parametrize("name", ["demo", "notes", "plain"])
def test_the_short_text_files_hold_every_labelled_claim(name: str) -> None:
    """Of these sets, the text file and the labels hold the same claims in the same order."""
    text = (CLAIMS / f"{name}.txt").read_text(encoding="utf-8")
    assert [claim.text for claim in parse_claims(text)] == [row.claim for row in labelled(name)]


def test_the_demo_shows_only_what_a_bare_cosine_can_judge() -> None:
    """The demo's claims are among the paper's, and none of them is a near miss."""
    rows = labelled("demo")
    assert 8 <= len(rows) <= 10
    assert set(rows) <= set(labelled("vera"))
    assert {row.kind for row in rows} == {"verbatim", "paraphrase", "other"}


def test_a_users_file_wraps_a_claim() -> None:
    """The user's file has comments, and a claim on two lines that is read as one."""
    text = (CLAIMS / "vera.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert len(parse_claims(text)) == len(lines) - 1
    assert text.startswith("#")
