"""What the packaged reader learns from, and what is left to measure on."""

from __future__ import annotations

import pytest

pytest.importorskip("scipy", reason="the extra bench is not installed")

from attrs import evolve

from tests.bench.papers import examples
from tests.data import data_folder
from vera.bench.sets.aside import LEARNED, kept_aside, some, unlearned
from vera.bench.train.pairs import pairs


def test_about_a_tenth_of_what_is_learned_from_is_left() -> None:
    """Whole documents of it, and all of a set that is not learned from."""
    papers = [evolve(each, group=f"paper {at // 3}") for at, each in enumerate(examples(400))]
    left = unlearned({"scifact": papers, "healthver": papers})
    assert left["healthver"] == papers
    assert 0.04 < len(left["scifact"]) / len(papers) < 0.16
    assert all(kept_aside(each.group) for each in left["scifact"])


def test_what_has_a_text_that_is_learned_from_is_not_left() -> None:
    """A text may be in two groups, one of which is learned from."""
    papers = [evolve(each, group=f"paper {at // 3}") for at, each in enumerate(examples(40))]
    read = next(each for each in papers if not kept_aside(each.group))
    aside = next(each.group for each in papers if kept_aside(each.group))
    left = unlearned({"scifact": [*papers, evolve(read, group=aside)]})
    assert left == unlearned({"scifact": papers})


def test_some_are_of_documents_by_chance() -> None:
    """The same in every run, in whatever order they come; all where there are no more."""
    papers = [evolve(each, group=f"paper {at // 3}") for at, each in enumerate(examples(400))]
    (few,) = some({"one": papers}, 20).values()
    assert len(few) == 20
    assert {each.group for each in few} != {each.group for each in papers[:20]}
    turned = some({"one": papers[::-1]}, 20)["one"]
    assert {each.group for each in few} == {each.group for each in turned}
    assert len(some({"one": papers}, 5000)["one"]) == len(papers)


def test_no_claim_that_is_left_is_learned_from() -> None:
    """What `vera-bench train` reads has none of the claims on documents that are kept aside."""
    from vera.bench.sets.loading import load_sets

    sets = load_sets(",".join(LEARNED), data_folder(), "train").unwrap()
    made = pairs(data_folder()).unwrap()
    read = {(pair.source, pair.claim, pair.evidence) for each in made for pair in each}
    for name, left in unlearned(sets).items():
        assert left
        own = {name for each in left for name in [(each.claim, each.group)]}
        other = {each.claim for each in sets[name] if (each.claim, each.group) not in own}
        claims = {claim for source, claim, _ in read if source == name}
        assert not {claim for claim, _ in own if claim not in other} & claims
