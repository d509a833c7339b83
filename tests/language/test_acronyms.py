"""Acronyms are found where a text defines them, and nowhere else."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.strategies import HOSTILE_PIECES
from vera.verification.language.acronyms import Definition, definitions, synonyms
from vera.verification.language.sentence import Sentence


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We use long short-term memory (LSTM).", [("LSTM", "long short-term memory")]),
        ("A CRF (conditional random field) tags.", [("CRF", "conditional random field")]),
        ("Magnetic resonance imaging [MRI] helps.", [("MRI", "Magnetic resonance imaging")]),
        ("body mass index (BMI; kg per area)", [("BMI", "body mass index")]),
        ("tumour necrosis factor-alpha (TNF-α) rose", []),
        ("interleukin-6 (IL-6) rose", [("IL-6", "interleukin-6")]),
        ("Support vector machines (SVMs) won", [("SVMs", "Support vector machines")]),
        ("myeloperoxidase (MPO) was high", [("MPO", "myeloperoxidase")]),
        ("The end. Trees are green (TEG).", [("TEG", "Trees are green")]),
        ("had a clearly better survival (HR 0.8)", []),
        ("the first of all (n = 20)", []),
        ("as they wrote (Smith, 2019)", []),
        ("see it (Fig. 3) and (p < 0.05)", []),
        ("nothing in here ()", []),
        ("(LSTM)", []),
    ],
)
def test_examples(text: str, expected: list[tuple[str, str]]) -> None:
    """Each short form is given with its long form, whichever stands first."""
    assert [(found.short, found.long) for found in definitions(text)] == expected


def test_synonyms_meet_both_ways() -> None:
    """A sentence with the short form has the long form's stems, and so each finds the other."""
    meant = synonyms(definitions("A long short-term memory (LSTM) reads the text."))
    short = Sentence("The LSTM won.", meant)
    long = Sentence("The long short-term memory won.", meant)
    assert {"long", "short", "term", "memori"} <= short.stems
    assert {word.stem for word in long.words} <= short.stems


def test_first_definition_counts() -> None:
    """A short form keeps the meaning that was given first."""
    meant = synonyms([Definition("CD", "cluster of differentiation"), Definition("CD", "disc")])
    assert meant["cd"] == meant["cds"] == {"cluster", "differenti"}


def test_form_of_several_words_is_no_synonym() -> None:
    """A short form of two words has no single stem, unless the rest is a mark."""
    assert synonyms([Definition("BWH RoCI", "Big Ward Hospital Roll of Care In")]) == {}
    assert "il" in synonyms([Definition("IL-6", "interleukin-6")])


@given(st.lists(st.sampled_from(HOSTILE_PIECES) | st.text(max_size=20), max_size=20))
def test_never_raises(pieces: list[str]) -> None:
    """Any text has some definitions, each a part of it."""
    text = "".join(pieces)
    for found in definitions(text):
        assert found.short in text
        assert found.long in text


@given(st.lists(st.from_regex(r"[a-z]{4,8}", fullmatch=True), min_size=3, max_size=6))
def test_initials_are_found(long: list[str]) -> None:
    """Words followed by their initials in brackets define them."""
    short = "".join(word[0] for word in long).upper()
    assume(short.lower() not in long)
    found = list(definitions(f"We call the {' '.join(long)} ({short}) so."))
    assert [one.short for one in found] == [short]
    assert " ".join(long).endswith(found[0].long)


@pytest.mark.parametrize("text", ["(" * 200_000, "a" * 200_000 + " (AB)", "(AB)" * 50_000])
def test_the_worst_texts_define_nothing(text: str) -> None:
    """Brackets without end, a word without end and bare short forms are read to their end."""
    assert list(definitions(text)) == []
