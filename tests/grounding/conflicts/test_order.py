"""Two things that changed places in a copied sentence are named, and one replaced word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.grounding.conflicts.order import check
from verification.grounding.contrasts import exclude
from verification.grounding.copies import copied
from verification.grounding.sentence import Sentence
from verification.retrieval.acronyms import definitions, synonyms

_WORDS = (
    "Ada Bob IL-6 p53 5 7 5.4 % seconds took needs reads in on and or the of with than not vs "
    "mice rats women men index , . ; ( ) before after called"
)
_TEXTS = st.lists(st.sampled_from(_WORDS.split()), max_size=40).map(" ".join) | st.text(
    max_size=200
)
_INDEX = "The index of Quill holds 40 papers and the index of Reed 90."

SWAPPED = [
    ("Ada paid 5 euros and Bob 7.", "Bob paid 5 euros, Ada 7 and Eve 9.", "Ada ... Bob"),
    (
        "Quill opens in 90 ms and reed-db in 40 ms.",
        "Quill opens in 40 ms and reed-db in 90 ms.",
        "90 ... 40",
    ),
    (
        "In spring, the old scanner read all of the pages, and the new camera not a single one.",
        "In spring, the new camera read all of the pages, and the old scanner not a single one.",
        "old scanner ... new camera",
    ),
    ("reed-db opens 12 files and Quill 3.", "Quill opens 12 files and reed-db 3.", "reed-db"),
    ("Ada paid 5 euros and Bob paid 7.", "Bob paid 5 euros, Ada 7.", "Ada ... Bob"),
    (
        "reed-db opens 12 files and Quill 3.",
        "Two tools, Quill and reed-db, are old. Quill opens 12 files and reed-db 3. Both are slow.",
        "reed-db",
    ),
    (
        "Tea helped the mothers of twins more in Oslo (7 vs 5 points).",
        "Tea helped the mothers of twins more in Oslo (5 vs 7 points).",
        "7 ... 5",
    ),
    (
        "Loss of IL-6 made p53 rise in cells.",
        "Loss of p53 made IL-6 rise in cells.",
        "IL-6 ... p53",
    ),
    (
        "Cells need IL-6 to grow, and with IL-8 the need for p53 ends.",
        "Cells need p53 to grow, and with IL-8 the need for IL-6 ends.",
        "IL-6 ... p53",
    ),
]

REPLACED = [
    (
        "The reader is trained on a copy of the notes at DBLP.",
        "The reader is trained on a copy of the notes at PubMed Central. It holds 3 papers.",
        "PubMed Central",
    ),
    (
        "The drug lowered the pressure in men with gout.",
        "The drug lowered the pressure in women with gout.",
        "women",
    ),
    (
        "The first run of the parser took a whole day.",
        "We compare the parser and the tagger. The first run of the tagger took a whole day.",
        "tagger",
    ),
]

ALIKE = [
    # what is true in either order
    ("Gout and asthma were seen in Oslo in May.", "Asthma and gout were seen in Oslo in May."),
    ("Gout, fever and asthma were seen in men.", "Asthma, fever and gout were seen in men."),
    ("Gout was associated with asthma in men.", "Asthma was associated with gout in men."),
    ("The trial compared tea in men with milk.", "The trial compared milk in men with tea."),
    ("The best drink is tea.", "Tea is the best drink."),
    ("The first, called Quill, is open.", "Quill, called the first, is open."),
    # each thing keeps what is said of it
    ("Ada paid 5 euros and Bob 7.", "Bob paid 7 euros and Ada 5."),
    ("Ada paid 5 euros and Bob paid 7.", "Bob paid 7 euros and Ada paid 5."),
    ("The Ada group gained and the Bob group gained.", "The Bob group and the Ada group gained."),
    ("With IL-6 all grew and with p53 all grew.", "With p53 all grew and with IL-6 all grew."),
    ("IL-6 is raised by p53 in cells.", "p53 raised IL-6 in cells."),
    ("Ada paid 5 euros and Bob 7.", "Ada paid 5 euros and Bob 7, while Bob paid 5 before."),
    # other words for the same, and names of one thing
    ("The drug lowered the pressure in people with gout.", "The drug cut the pressure in adults."),
    ("It is trained on the notes at PMC.", "It is trained on the notes at PubMed Central."),
    ("Then COVID-19 spread in the whole town.", "Then SARS-CoV-2 spread in the whole town."),
    ("The trains of France ran late at night.", "The trains of French ran late at night."),
    ("The drug lowered pressure in men with gout.", "The drug lowered pressure in women and men."),
    ("It fell in Wuhan when they met.", "It fell in China, in Wuhan, when they met."),
    # said by the checks of names, of directions and of numbers
    ("Serum IL-8 rose in the treated group.", "Serum IL-6 rose in the treated group."),
    ("Children slept longer than adults.", "Adults slept longer than children."),
    ("The index of Quill holds 50 papers.", _INDEX),
    # too little is copied
    ("Women sleep.", "Men sleep."),
    ("Ada and Bob paid 5 euros.", "The weather was cold."),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "evidence", "said"), SWAPPED)
def test_what_changed_places_is_named(claim: str, evidence: str, said: str) -> None:
    """Two things that stand in each other's place are one conflict, with both and their place."""
    (found,) = check(Sentence(claim), Sentence(evidence))
    assert found.code == "swap"
    assert found.claim.startswith(said)
    assert evidence[found.span.start : found.span.end] == found.paper


@pytest.mark.parametrize(("claim", "evidence", "paper"), REPLACED)
def test_what_was_replaced_is_named(claim: str, evidence: str, paper: str) -> None:
    """A name or a thing of the same kind in an otherwise copied sentence is one conflict."""
    (found,) = check(Sentence(claim), Sentence(evidence))
    assert (found.code, found.paper) == ("word", paper)
    assert found.claim in claim
    assert evidence[found.span.start : found.span.end] == paper


@pytest.mark.parametrize(("claim", "evidence"), ALIKE)
def test_what_agrees_or_cannot_be_told_is_left_alone(claim: str, evidence: str) -> None:
    """Lists, clauses in another order, the passive and other words for the same are no conflict."""
    assert not list(check(Sentence(claim), Sentence(evidence)))


def test_an_acronym_of_the_paper_is_no_other_name() -> None:
    """Where the paper says what an acronym stands for, either may stand for the other."""
    meant = synonyms(definitions("A Reading Group Index (RGI) was used."))
    claim = Sentence("The score on the RGI was high in both of the towns.", meant)
    evidence = Sentence(
        "The score on the Reading Group Index was high in both of the towns.", meant
    )
    assert not list(check(claim, evidence))


def test_kinds_exclude() -> None:
    """Things of one kind exclude one another; forms of one thing, and other kinds, do not."""
    assert exclude("men", "women")
    assert not exclude("men", "men")
    assert not exclude("men", "boy")
    assert not exclude("develop", "valid")


def test_a_long_text_is_not_compared() -> None:
    """What cannot be a copied sentence, or would take too long, is no copy."""
    same = "a cat sleeps on it. "
    assert copied(Sentence(same), Sentence(same * 200)) is None
    assert copied(Sentence(same * 200), Sentence(same)) is None
    assert copied(Sentence("cat " * 50), Sentence("cat " * 100)) is None
    assert copied(Sentence(""), Sentence(same)) is None


@given(_TEXTS, _TEXTS)
def test_what_is_copied_is_equal_and_in_order(claim: str, text: str) -> None:
    """The words of a copy are equal in both texts, and their places ascend in both."""
    found = copied(Sentence(claim), Sentence(text))
    if found is not None:
        assert all(found.own[at].stem == found.its[other].stem for at, other in found.pairs)
        for places in zip(*found.pairs, strict=True):
            assert list(places) == sorted(set(places))


@given(_TEXTS, _TEXTS, _TEXTS)
def test_a_claim_agrees_with_its_own_words(before: str, claim: str, after: str) -> None:
    """A claim that stands in the evidence as it is has no conflict with it."""
    assert not list(check(Sentence(claim), Sentence(claim)))
    assert not list(check(Sentence(claim), Sentence(f"{before}\n\n{claim}\n\n{after}")))


@given(_TEXTS, _TEXTS)
def test_any_texts_can_be_compared(claim: str, evidence: str) -> None:
    """No text raises, at most one conflict is named, and what it names stands where it says."""
    found = list(check(Sentence(claim), Sentence(evidence)))
    assert len(found) <= 1
    for one in found:
        assert all(part in claim for part in one.claim.split(" ... "))
        assert evidence[one.span.start : one.span.end] == one.paper


@pytest.mark.parametrize(
    ("claim", "but_for_one"),
    [
        ("In spring the camera reads all of the old pages of the index.", True),
        ("In spring the scanner reads all of the old pages of the index.", False),
        ("In spring the camera finds all of the old pages of the index.", False),
        ("The camera reads the pages.", False),
    ],
)
def test_a_copy_but_for_one_word(claim: str, but_for_one: bool) -> None:
    """Only a long copy with one word that the paper lacks there is one; a copy is none."""
    found = copied(
        Sentence(claim), Sentence("In spring the scanner reads all of the old pages of the index.")
    )
    assert (found is not None and found.is_but_for_one) == but_for_one
