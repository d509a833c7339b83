"""What one side denies and the other affirms is named; anything less is left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.grounding.conflicts.negation import check
from verification.grounding.predicates import positive
from verification.grounding.sentence import Sentence

_WORDS = (
    "not no never without fails to cannot neither nor did do the drug pressure improve improved "
    "improves survival effective ineffective significant difference between groups increased lower "
    "associated with p > 0.05 = 0.3 ( ) . , ; but and"
)
_TEXTS = st.lists(st.sampled_from(_WORDS.split()), max_size=40).map(" ".join) | st.text(
    max_size=200
)

DENIED = [
    ("The drug did not reduce pain in adults.", "In adults the drug reduced pain."),
    ("The drug reduced pain in adults.", "The drug did not reduce pain in adults."),
    ("The parser fails to recover long sentences.", "The parser recovers long sentences."),
    ("The parser cannot recover long sentences.", "The parser can recover long sentences."),
    (
        "Tea is linked to sleep quality.",
        "No evidence was found that tea is linked to sleep quality.",
    ),
    ("Tea is linked to sleep quality.", "Tea was not associated with sleep quality."),
    ("Tea isn't linked to sleep quality.", "Tea was associated with sleep quality."),
    ("The gel is effective against warts.", "The gel was ineffective against warts."),
    ("The gel is ineffective against warts.", "We found the gel effective against warts."),
    (
        "Both arms differ in walking speed.",
        "There was no difference in walking speed between arms.",
    ),
    ("Yoga significantly increased walking speed.", "There was no difference in walking speed."),
    (
        "Compared with rest, yoga did not significantly change walking speed.",
        "Walking speed was significantly higher with yoga (P < 0.01).",
    ),
    (
        "Compared with rest, yoga significantly increased walking speed.",
        "Walking speed was greater with yoga, but this was not statistically significant.",
    ),
    ("Neither cache nor index improves latency.", "Cache and index improve latency."),
    ("The index replaces the cache.", "The index serves the cache; it does not replace it."),
    ("The score is not a probability.", "The score is a probability."),
    ("The rule is rarely applied to tables.", "The rule is applied to tables."),
    (
        "The wireless gauge does not reach the cellar.",
        "The wireless gauge reaches the cellar.",
    ),
    # what can be done
    ("The tool is not able to open archives.", "The tool can open archives and lists their files."),
    ("The tool is able to open archives.", "Archives cannot be opened by the tool."),
    ("Larvae are incapable of crossing the stream.", "Larvae cross the stream in spring."),
    ("It is impossible to merge two maps.", "The editor can merge two maps into one."),
    ("It was possible to merge both maps.", "We were unable to merge both maps."),
    # what is not done on the way
    (
        "The converter overwrites the scanned pages of a book.",
        "The converter writes a new book without overwriting the scanned pages.",
    ),
    (
        "Opening a ledger alters the entries in it.",
        "A ledger is opened and shown without changing the entries in it.",
    ),
    (
        "The surgeons opened the skull to remove the tumour.",
        "The tumour was removed through the nose without opening the skull.",
    ),
    (
        "The survey asked visitors for their names.",
        "The survey counted visitors without ever asking for their names.",
    ),
    (
        "The pump stores the water before it is filtered.",
        "The pump filters the water without storing it before.",
    ),
    (
        "The editor overwrites the scanned pages of a book.",
        "The editor makes a new book instead of overwriting the scanned pages.",
    ),
    (
        "The clinic treated the sprained ankles with surgery.",
        "The clinic prescribed rest rather than treating sprained ankles with surgery.",
    ),
    # what there is
    ("Frost does not occur in the valley in June.", "We observed frost in the valley in June."),
    ("Cracks arise in the dam during floods.", "No cracks were found in the dam during floods."),
    ("Cracks were found in the dam.", "Cracks did not occur in the dam."),
    ("No eels exist in the upper lake.", "Eels were seen in the upper lake each year."),
    (
        "Tides do not arise once the gate is closed.",
        "We also found tides after the gate was closed, both small and large ones.",
    ),
    # one sentence that has the claim's words, in another order
    (
        "Adding nurses to the night ward does not alter the number of falls.",
        "With more nurses in the ward at night the number of falls was lower.",
    ),
    (
        "The press said that the levy had no effect on rents in towns with few new homes.",
        "Such a levy could reduce the building of homes and raise rents in many towns.",
    ),
]

ALIKE = [
    ("A repeat of the step does no harm.", "The key makes a repeat of the step harmless."),
    ("The drug did not reduce pain.", "The drug failed to reduce pain."),
    ("The drug did not change pain.", "There was no effect of the drug on pain."),
    ("The arms did not differ in pain.", "Pain was similar in both arms."),
    ("The drug reduced pain.", "The drug reduced not only pain but also fever."),
    ("The drug may reduce pain.", "It cannot be excluded that the drug reduces pain."),
    ("The gel is effective.", "The gel was not ineffective."),
    (
        "Cells without the gene divide slowly.",
        "The gene is active; cells lacking it divide slowly.",
    ),
    ("Pain fell in women.", "Pain fell in women, but not in men."),
    ("The drug reduced pain.", "The trial did not include children; the drug reduced pain."),
    ("The drug reduced pain by no more than a third.", "The drug reduced pain by a third."),
    ("The rash was nothing other than a reaction to nickel.", "The rash was a reaction to nickel."),
    ("What helps is nothing short of a reduction of pain.", "What helps is a reduction of pain."),
    ("Pain decreased in none other than the treated arm.", "Pain decreased in the treated arm."),
    ("The drug did not reduce pain.", "The study took place in twelve hospitals."),
    # what can be done
    ("The tool is not able to open archives.", "The tool is unable to open archives."),
    ("The tool cannot open archives.", "It is impossible to open archives with the tool."),
    ("The tool is able to open archives.", "The tool can open archives, but not encrypted mail."),
    ("Larvae are incapable of crossing the stream.", "Larvae cannot cross the stream."),
    ("The tool is not able to open archives.", "The tool can print letters."),
    # what is not done on the way
    (
        "The converter does not overwrite the scanned pages.",
        "The converter writes a new book without overwriting the scanned pages.",
    ),
    (
        "The converter writes a new book.",
        "The converter writes a new book without overwriting the scanned pages.",
    ),
    (
        "Cells that lack the gene divide slowly.",
        "Cells without the gene divide slowly.",
    ),
    (
        "The guards open the gate at dawn.",
        "The guards open the gate at dawn without opening the tower.",
    ),
    ("Training raised the scores.", "The scores rose without training in the control group."),
    (
        "The editor does not overwrite the scanned pages of a book.",
        "The editor makes a new book instead of overwriting the scanned pages.",
    ),
    ("The editor makes a new book.", "The editor makes a new book instead of printing pages."),
    # what there is
    ("Frost does not occur in the valley in June.", "No frost was observed in the valley in June."),
    ("Frost occurs in the valley.", "We did not find out why frost occurs in the valley."),
    ("Cracks arise in the dam.", "Cracks were found in the dam, but none in the sluice."),
    ("No eels exist in the upper lake.", "Eels were not found in the upper lake."),
    ("Tides do not arise in the pond.", "We found swans in the park."),
    # one sentence that holds both, or more than the claim's words alone
    (
        "The switch from unstable to stable links needs the enzyme.",
        "The switch to more stable links needs the enzyme.",
    ),
    (
        "The risk was higher in nurses than in teachers of similar age.",
        "The risk in nurses was compared with that in teachers of similar age.",
    ),
    (
        "No newts are known among the smallest animals of the pond.",
        "The smallest known animals of the pond do not overlap with its newts.",
    ),
    (
        "The levy did not alter rents.",
        "The levy did not raise rents in towns, and rents in villages were not lower either.",
    ),
]


@pytest.mark.parametrize(("claim", "evidence"), DENIED)
def test_a_denial_is_named(claim: str, evidence: str) -> None:
    """What one side affirms and the other denies is one conflict with its place."""
    (found,) = check(Sentence(claim), Sentence(evidence))
    assert found.code == "negation"
    assert found.claim in claim
    assert evidence[found.span.start : found.span.end] == found.paper


@pytest.mark.parametrize(("claim", "evidence"), ALIKE)
def test_what_agrees_or_cannot_be_told_is_left_alone(claim: str, evidence: str) -> None:
    """A double denial, a denial in other words, and one of another thing are no conflict."""
    assert not list(check(Sentence(claim), Sentence(evidence)))


@given(_TEXTS)
def test_a_text_does_not_deny_itself(text: str) -> None:
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


@pytest.mark.parametrize(
    ("word", "bare"),
    [("unchanged", ""), ("nonlinear", "linear"), ("incorrect", "correct"), ("under", "")],
)
def test_a_prefix_denies_only_what_is_a_word_without_it(word: str, bare: str) -> None:
    """The word "incorrect" denies "correct", and "under" denies nothing."""
    assert positive(word) == bare
