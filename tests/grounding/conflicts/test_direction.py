"""What goes up in the claim and down in the paper is named, and so are exchanged sides."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.grounding.conflicts.direction import check
from verification.grounding.sentence import Sentence

_WORDS = (
    "increased decreased higher lower than compared with more less better worse before after the "
    "loss of bone group A B outperforms activates activated by from to is was not reduced in "
    "mice -/- , . ; ( )"
)
_TEXTS = st.lists(st.sampled_from(_WORDS.split()), max_size=40).map(" ".join) | st.text(
    max_size=200
)

TURNED = [
    ("Mortality rose after the ban.", "Mortality fell after the ban.", "direction"),
    ("The salt reduces yield.", "Yield was increased by the salt.", "direction"),
    (
        "Kinase K inhibits autophagy in yeast.",
        "In yeast, kinase K promotes autophagy.",
        "direction",
    ),
    ("Night shifts worsen memory.", "Memory improved with night shifts.", "direction"),
    (
        "Iron is positively correlated with age.",
        "Iron was inversely correlated with age.",
        "direction",
    ),
    ("Larvae hatch before the first rain.", "Larvae hatch after the first rain.", "direction"),
    (
        "The new codec is inferior to the old codec.",
        "The new codec is superior to the old codec.",
        "direction",
    ),
    ("Zinc upregulates gene G.", "Gene G was down-regulated by zinc.", "direction"),
    ("Children slept longer than adults.", "Adults slept longer than children.", "swap"),
    ("BM25 outperforms dense search.", "Dense search outperforms BM25.", "swap"),
    ("Protein P activates enzyme Q.", "Enzyme Q activates protein P.", "swap"),
    ("Protein P activates enzyme Q.", "Protein P is activated by enzyme Q.", "swap"),
    ("The colony moved from Perth to Sydney.", "The colony moved from Sydney to Perth.", "swap"),
    (
        "In both towns the old ferry had the highest fare.",
        "In both towns, the old ferry had the highest speed and the lowest fare.",
        "direction",
    ),
    (
        "Compared with rice, wheat had higher yield.",
        "Yield was higher in rice than in wheat.",
        "swap",
    ),
    (
        "Night ferries are smaller in length than day ferries.",
        "Although smaller in overall length, day ferries call at ports that night ferries pass.",
        "swap",
    ),
    # better and worse by what is measured
    ("A larger net makes it perform better.", "A larger net reduces its performance.", "direction"),
    ("Pruning improves the parser.", "Pruning lowers the accuracy of the parser.", "direction"),
    ("Pruning made the parser worse.", "Pruning reduced the errors of the parser.", "direction"),
    ("Salted bait hurts the catch.", "Salted bait improves the catch.", "direction"),
    (
        "Night images degrade the detector.",
        "With night images the detector has higher precision.",
        "direction",
    ),
    # one scale, whatever the degree of the word
    (
        "The heron needs the deepest and strongest currents.",
        "The heron needs lower currents.",
        "direction",
    ),
    ("The new line has the fastest trains.", "The new line has slower trains.", "direction"),
    ("Oak gives the weakest flames.", "Oak gives stronger flames.", "direction"),
    ("The west gate has the longest queues.", "The west gate has shorter queues.", "direction"),
    (
        "Of all birds the heron needed the strongest currents.",
        "The heron required lower currents for eliciting a strike.",
        "direction",
    ),
]

ALIKE = [
    (
        "Compared with standard care and double-blind use of oil, tea increased sleep.",
        "Adults received open-label tea or standard care and double-blind use of oil or placebo.",
    ),
    (
        "Compared with group B with the minimal access, group A with the old one took more time.",
        "Group A patients were given the old access and group B patients the minimal access.",
    ),
    ("Mortality rose after the ban.", "Mortality increased after the ban."),
    ("The salt reduces yield.", "Yield was lowered by the salt."),
    ("The drug preserved bone.", "The drug reduced the loss of bone."),
    ("Gene G promotes bone growth.", "Loss of gene G reduced bone growth."),
    ("Children slept longer than adults.", "Adults slept shorter than children."),
    ("Protein P activates enzyme Q.", "Enzyme Q is activated by protein P."),
    ("Wheat had higher yield than rice.", "Compared with wheat, rice had lower yield."),
    ("Pain fell and mood rose.", "Mood rose while pain fell."),
    ("Pain rose in men.", "Pain rose in men but fell in women."),
    ("Pain rose in men.", "Rents fell in the north."),
    ("Iron improves memory.", "Iron did not reduce memory."),
    (
        "In both towns the ferry had the highest fare.",
        "In both towns, the ferry had the highest mean fare and the lowest fare at night.",
    ),
    (
        "The ferry had the highest fare.",
        "The fare was highest on the ferry, and the tram had the lowest fare.",
    ),
    (
        "The ferry had the highest fare.",
        "The ferry had the highest speed. In winter, the lowest fare was that of the tram.",
    ),
    (
        "Day ferries are smaller in length than night ferries.",
        "Although smaller in overall length, day ferries call at ports that night ferries pass.",
    ),
    # better and worse by what is measured
    ("Pruning improves the parser.", "Pruning reduces the errors of the parser."),
    ("Pruning makes the parser better.", "Pruning raises the accuracy of the parser."),
    ("Salted bait hurts the catch.", "Salted bait worsens the catch."),
    (
        "The cream reduces the severity of burns.",
        "The cream is effective in preventing burns and more effective than water.",
    ),
    ("Pruning improves the parser.", "Pruning reduces the time that accurate parsers need."),
    # "than" that compares nothing
    ("Pain fell in none other than the treated arm.", "Pain fell in the treated arm."),
    # one scale, whatever the degree of the word
    ("Oak gives the weakest flames.", "Oak gives weaker flames than pine."),
    ("The new line has the fastest trains.", "The new line has quicker trains than the old one."),
    ("The west gate has the longest queues.", "The west gate has long queues; the east has none."),
    ("The heron needs the strongest currents.", "The heron needs stronger currents than the owl."),
    ("The new line has the fastest trains.", "The old line has slower trains than the new line."),
]


@pytest.mark.parametrize(("claim", "evidence", "code"), TURNED)
def test_what_is_turned_is_named(claim: str, evidence: str, code: str) -> None:
    """Opposed words about the same thing, and exchanged sides, are one conflict with its place."""
    (found,) = check(Sentence(claim), Sentence(evidence))
    assert found.code == code
    assert found.claim in claim
    assert evidence[found.span.start : found.span.end] == found.paper


@pytest.mark.parametrize(("claim", "evidence"), ALIKE)
def test_what_agrees_or_cannot_be_told_is_left_alone(claim: str, evidence: str) -> None:
    """Other words for the same, two reversals, the passive, and another thing are no conflict."""
    assert not list(check(Sentence(claim), Sentence(evidence)))


@given(_TEXTS)
def test_a_text_does_not_oppose_itself(text: str) -> None:
    """A claim that is its evidence has no conflict."""
    assert not list(check(Sentence(text), Sentence(text)))


@given(_TEXTS, _TEXTS)
def test_any_texts_can_be_compared(claim: str, evidence: str) -> None:
    """No text raises, at most one conflict is named, and what it names stands where it says."""
    found = list(check(Sentence(claim), Sentence(evidence)))
    assert len(found) <= 1
    for one in found:
        assert one.claim in claim
        assert evidence[one.span.start : one.span.end] == one.paper
