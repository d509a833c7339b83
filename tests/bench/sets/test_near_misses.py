"""Near misses are single changes, the same for the same seed, and only where a kind applies."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.data import data_folder
from vera.bench.sets.changes.change import Change, with_article
from vera.bench.sets.changes.direction import directions
from vera.bench.sets.changes.name import names
from vera.bench.sets.changes.negation import negations
from vera.bench.sets.changes.number import numbers
from vera.bench.sets.known import Example, Label, clscisumm, scifact
from vera.bench.sets.near_misses import KINDS, is_sentence, near_misses, verbatim
from vera.core.document import Document, Span

if TYPE_CHECKING:
    from collections.abc import Iterable


def _chance(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def _made(changes: Iterable[Change], text: str) -> set[str]:
    return {change.of(text) for change in changes}


NEGATED = [
    ("The filter is stable.", {"The filter is not stable."}),
    ("It can be read twice.", {"It cannot be read twice."}),
    ("There was a delay in winter.", {"There was no delay in winter."}),
    ("We found that Brel improves recall.", {"We found that Brel does not improve recall."}),
    ("The drug did not help them.", {"The drug did help them."}),
    ("They found no difference in cost.", {"They found a difference in cost."}),
    ("They found no differences in cost.", {"They found differences in cost."}),
    ("They had no evidence of harm.", {"They had clear evidence of harm."}),
    ("The tool which is old works.", set()),
    ("While it is cold, nobody swims.", set()),
    ("All of them are small.", set()),
]


@pytest.mark.parametrize(("text", "expected"), NEGATED)
def test_a_statement_is_denied_or_a_denial_stated(text: str, expected: set[str]) -> None:
    """The main verb is denied or its denial removed; a subordinate clause is left alone."""
    assert _made(negations(text), text) == expected


TURNED = [
    ("The rate was higher in spring.", {"The rate was lower in spring."}),
    ("Heat led to an increase of loss.", {"Heat led to a decrease of loss."}),
    ("It fell before the meal.", {"It fell after the meal."}),
    ("Dorin inhibits growth.", {"Dorin promotes growth."}),
    ("The rate did not increase.", set()),
    ("It did not improve health or reduce cost.", set()),
    ("It is more or less known.", set()),
    ("This gives rise to doubt.", set()),
    ("Whether it increases is open.", set()),
]


@pytest.mark.parametrize(("text", "expected"), TURNED)
def test_a_direction_is_turned_where_it_is_stated(text: str, expected: set[str]) -> None:
    """The opposite stands in the word's place, with its article; a denied word is left."""
    assert _made(directions(text), text) == expected


NUMBERED = [
    ("It reached 92% of the mark.", "percent"),
    ("They read 1,204 pages a day.", "amount"),
    ("It began in 1998.", "year"),
    ("The odds ratio was 1.62 in men.", "ratio"),
    ("The rate was 0.71 a day.", "decimal"),
    ("It fell (p < 0.01).", "p-value"),
    ("It fell (P = 0.003).", "p-value"),
    ("It fell; P<0.001.", "p-value"),
    ("It asks for three readers.", "word"),
    ("A third of all readers left.", "word"),
    ("See Table 4 for all.", None),
    ("It concerns type 2 diabetes.", None),
    ("The interval was 3 to 9.", None),
    ("The level of IL-6 fell.", None),
    ("Grall (2003) read it.", None),
    ("It was compared with the two groups.", None),
    ("The 95% CI was wide.", None),
    ("It helps T(H)2 cells.", None),
    ("They can 5 Recall that it fell.", None),
]


@pytest.mark.parametrize(("text", "sort"), NUMBERED)
@pytest.mark.parametrize("seed", range(5))
def test_a_number_is_changed_in_its_role(text: str, sort: str | None, seed: int) -> None:
    """A number that states something gets another value of its sort; a label or range does not."""
    found = list(numbers(text, _chance(seed)))
    assert [change.sort for change in found] == ([sort] if sort else [])
    assert all(change.of(text) != text for change in found)


@pytest.mark.parametrize("seed", range(20))
def test_a_bound_is_moved_to_the_side_that_contradicts_it(seed: int) -> None:
    """More than 40 is not made more than 20, which would still be true."""
    (more,) = numbers("It ran for more than 40 hours.", _chance(seed))
    (fewer,) = numbers("It ran for less than 40 hours.", _chance(seed))
    assert float(more.after) > 40 > float(fewer.after)


PAPER = (
    "LDA beats PCA. LDA was read in Spain. PCA (IVX) is old. IL-4 and IL-10 rose in rats and mice."
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("LDA is slow.", {"PCA is slow.", "IVX is slow."}),
        ("PCA is slow.", {"LDA is slow."}),
        ("Only IL-4 rose.", {"Only IL-10 rose."}),
        ("It rose in mice.", {"It rose in rats."}),
        ("Dorin inhibits growth.", {"Growth inhibits dorin."}),
        ("It is faster in rats than in mice.", {"It is faster in mice than in rats."}),
        ("LDA is slow (with PCA).", {"IVX is slow (with PCA)."}),
        ("Nothing is named.", set()),
    ],
)
def test_a_name_is_exchanged_for_another_of_its_sort(text: str, expected: set[str]) -> None:
    """The other name is the paper's, not another name of the same thing; sides change places."""
    made: set[str] = set()
    for seed in range(20):
        made |= _made(names(text, PAPER, "", _chance(seed)), text)
    assert made == expected


def test_a_name_of_which_the_paper_says_as_much_is_not_used() -> None:
    """What another sentence of the paper says of the other name may make the claim true."""
    text, paper = (
        "LDA guides every reader through papers.",
        f"{PAPER} In papers, every reader wants PCA.",
    )
    for known, expected in ((PAPER, {"PCA", "IVX"}), (paper, {"IVX"})):
        made = [next(names(text, known, "", _chance(seed))).after for seed in range(20)]
        assert set(made) == expected


def test_a_name_of_the_gold_sentence_is_not_used() -> None:
    """What the evidence itself names in another role could be true."""
    assert not list(names("LDA is slow.", PAPER, "PCA and IVX are slow.", _chance()))


@given(st.text(max_size=80), st.text(max_size=80), st.integers(0, 9))
def test_a_change_stands_where_it_says(text: str, paper: str, seed: int) -> None:
    """On any text each change's `before` is at its start, and no function raises."""
    chance = _chance(seed)
    for made in (
        numbers(text, chance),
        negations(text),
        directions(text),
        names(text, paper, "", chance),
    ):
        for change in made:
            assert text.startswith(change.before, change.start)
            assert change.before != change.after


def test_an_article_follows_its_word() -> None:
    """A changed word brings "a" or "an" along, and a letter that is a name stays."""
    assert with_article("a rise", 2, "rise", "increase", "") == Change(
        0, "a rise", "an increase", ""
    )
    assert with_article("JAM-A rises", 6, "rises", "increases", "").start == 6


def _example(claim: str, name: str = "1") -> Example:
    document = Document(f"{PAPER} {claim}", "paper", "")
    end = len(document.text)
    return Example(name, claim, document, Label.SUPPORTED, "g", (Span(end - len(claim), end),))


def test_a_claim_is_given_with_its_near_misses() -> None:
    """The true claim comes first; each false one differs by the recorded change only."""
    example = _example("The rate in mice is higher by 30% than that of Ilmen.")
    true, *false = near_misses([example], 5)
    assert (true.claim, true.label, true.kind) == (example.claim, Label.SUPPORTED, "true")
    assert {miss.kind for miss in false} == set(KINDS)
    for miss in false:
        assert miss.label is Label.CONTRADICTED
        assert miss.change is not None
        assert miss.change.of(true.claim) == miss.claim
        assert (miss.gold, miss.group) == (example.gold, example.group)


def test_near_misses_do_not_depend_on_their_neighbours() -> None:
    """The same seed makes the same claims of an example, alone or among others."""
    one, other = _example("It read 40 of 70 pages in mice."), _example("He is not old.", "2")
    alone = [miss.claim for miss in near_misses([other], 3)]
    among = [miss.claim for miss in near_misses([one, other], 3) if miss.id.startswith("2")]
    assert alone == among


def test_a_false_claim_never_stands_in_the_document() -> None:
    """A change that gives a sentence of the paper is not used, as it would be true."""
    document = Document("It was dry. It was not dry.", "paper", "")
    example = Example("1", "It was dry.", document, Label.SUPPORTED, "g", (Span(0, 11),))
    assert [miss.kind for miss in near_misses([example], 0)] == ["true"]


def test_what_is_not_supported_is_not_changed() -> None:
    """Claims without support or gold evidence give nothing."""
    document = Document("It was dry.", "paper", "")
    none = Example("1", "It was dry.", document, Label.NONE, "g", (Span(0, 11),))
    bare = Example("1", "It was dry.", document, Label.SUPPORTED, "g")
    assert not list(near_misses([none, bare], 0))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Each of the readers gave a mark to each of the pages.", True),
        ("Too short.", False),
        ("Correct 92.49 Wrong 4.34 Present 1.37 None 0.78 All 3.2.", False),
        ("We write P(a | b) = P(b | a) for what is asked of it here.", False),
        ("the beginning of this sentence is missing from the text.", False),
    ],
)
def test_only_clean_sentences_are_claims(text: str, expected: bool) -> None:
    """A row of a table, a formula or the half of a sentence is no claim."""
    assert is_sentence(text) == expected


def test_there_are_hundreds_of_each_kind() -> None:
    """SciFact and CL-SciSumm train give 250 near misses of every kind, from many papers."""
    folder = data_folder("scifact").parent
    sci = list(scifact(folder / "scifact", "train"))
    cited = list(verbatim([*sci, *clscisumm(folder / "clscisumm", "train")]))
    made = list(near_misses([*cited, *sci], 1))
    kinds = Counter(miss.kind for miss in made)
    assert all(kinds[kind] >= 250 for kind in KINDS)
    assert len({miss.id for miss in made}) == len(made)
    assert len({miss.group for miss in made}) > 200
