"""Marks of citation are no part of a claim; brackets and years that are content are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import any_text
from tests.testdata.files import written_claims
from vera.core.document import Span
from vera.verification.language.citations import uncited

_MARKS = [
    "[12]",
    "[3,4-7]",
    "[3, 5–7, 19]",
    "[1][2]",
    "[1], [2] and [14]",
    "(see [12])",
    "(Smith et al., 2019; Doe and Roe 2020a)",
    "(Vickers, 2010)",
    "(Lee & Kim 2001, p. 3)",
    "(see van der Berg, 2019; for a review, see O’Neil et al., 2020)",
    "[Lee et al. 2001]",
    r"\cite{a,b}",
    r"\citep[see][p. 3]{smith2019}",
    r"\autocite{a}",
    r"~\parencite*{a}",
    "[@smith2019; @doe, p. 4]",
    "[see @doe, pp. 3-4]",
    "@smith2019",
    "<citation>",
    "[<citation>, <|other_cit|>, 12]",
    "(<citation>)",
    "[citation needed]",
]


@given(st.sampled_from(written_claims()), st.sampled_from(_MARKS), st.booleans())
def test_a_mark_changes_nothing_of_what_is_asked(claim: str, mark: str, first: bool) -> None:
    """With a mark before its stop, or before the claim, what is asked is the claim without it."""
    stop = len(claim.rstrip(".!?"))
    marked = f"{mark} {claim}" if first else f"{claim[:stop]} {mark}{claim[stop:]}"
    assert uncited(marked).text == claim


@given(st.sampled_from(written_claims()), st.sampled_from(["¹", "²³", "¹²,¹³", "⁴⁻⁷"]))
def test_raised_numbers_after_the_stop_are_marks(claim: str, mark: str) -> None:
    """A superscript number after a sentence is a reference to a note."""
    stopped = claim if claim.endswith(".") else f"{claim}."
    assert uncited(stopped + mark).text == stopped


@pytest.mark.parametrize(
    ("claim", "asked"),
    [
        ("Smith et al. [12] showed that bees sleep.", "Smith et al. showed that bees sleep."),
        ("Smith et al. (2010) showed that bees sleep.", "Smith et al. showed that bees sleep."),
        ("Smith et al., 2010 showed it.", "Smith et al. showed it."),
        ("Bees sleep [12], wasps do not [13].", "Bees sleep, wasps do not."),
        ("Bees sleep.[12] Wasps do not.[13]", "Bees sleep. Wasps do not."),
        ("In 2019[5] bees slept.", "In 2019 bees slept."),
        ("As shown in [12], bees sleep.", "bees sleep."),
        ("Bees sleep (as in Smith et al., 2019).", "Bees sleep."),
        ("Bees slept less³ than wasps.", "Bees slept less than wasps."),
        ("Bees sleep^12^ at night<sup>3,4</sup>.", "Bees sleep at night."),
        ("Bees sleep.^[12]^ Wasps do not.<sup>[3]</sup>", "Bees sleep. Wasps do not."),
        (r"Bees sleep\textsuperscript{12} at night$^{3}$.", "Bees sleep at night."),
        ("Bees sleep[^1] at night.[^note]", "Bees sleep at night."),
        ("[12]", ""),
        (r"\cite{a}.", ""),
    ],
)
def test_a_mark_goes_and_the_sentence_stays_whole(claim: str, asked: str) -> None:
    """The space, the brackets and the "see" around a mark go with it, names stay."""
    assert uncited(claim).text == asked


@pytest.mark.parametrize(
    "claim",
    [
        "In 2019 twelve hives died (n = 12).",
        "Hives died from 2019 on (2019 to 2021).",
        "The risk fell (95% CI 1.2 to 3).",
        "The ratio was 2.1 (95% CI [1, 3]).",
        "Weights lie in [0, 1].",
        "Weights lie in the range [2, 5] and the interval [3, 9].",
        "Patients were 34 years old [12-56].",
        "The mean was 34 [12].",
        "Mice had doses [5, 10, 20] in turn.",
        "x[1] is the first value and a[0] too.",
        "The [18F]FDG uptake rose in benzo[1,2-b]furan.",
        "A cluster appeared in China (Wuhan 2019) and spread (January, 2020).",
        "The hive has 20 m² and 10⁵ bees, with χ² = 3.",
        "The hive has 20 m^2^, 10^5^ bees, 10<sup>5</sup> cells and Ca^2+^.",
        "The isotope <sup>14</sup>C decays, and ^14^C does.",
        "It covers 12 square metres² of (a + b)².",
        "Write to bees@example2019.org or read recall@10.",
        "COVID-19 (coronavirus disease 2019) spreads.",
        "Romeo and Juliet (1996) is a film.",
    ],
)
def test_content_stays(claim: str) -> None:
    """What may be content is asked as it was written."""
    assert uncited(claim).text == claim


@given(st.lists(st.one_of(st.sampled_from(_MARKS), any_text), max_size=6), st.data())
def test_a_stretch_is_found_in_the_claim_as_written(pieces: list[str], data: st.DataObject) -> None:
    """What is asked stands in the claim, and a stretch is mapped to where."""
    claim = " ".join(pieces)
    found = uncited(claim)
    places = [found.written(Span(at, at + 1)) for at in range(len(found.text))]
    for character, place in zip(found.text, places, strict=True):
        assert place.of(claim) == character or character == " "
    if found.text:
        start = data.draw(st.integers(0, len(found.text) - 1))
        end = data.draw(st.integers(start + 1, len(found.text)))
        whole = found.written(Span(start, end))
        assert whole.start == places[start].start
        assert whole.end == places[end - 1].end


@pytest.mark.parametrize(
    "text",
    [
        "(Aa, " * 20_000,
        "(Aa and " * 20_000,
        "Aa et al " * 20_000,
        "(Aa et al., 2001; " * 10_000,
        "[1, " * 40_000,
        "[1] " * 20_000,
        "a^1," * 20_000,
        "a^[1, " * 20_000,
        "aa<sup>1 " * 20_000,
        "[^a" * 30_000,
        "\\cite[" * 20_000,
        "\\cite{" * 20_000,
        "[@a" * 30_000,
        "@" + "a" * 60_000,
        "[<cit>" * 20_000,
        "(<cit> , " * 20_000,
        " " * 100_000 + "[1]",
        "(see " * 20_000,
        "a.¹" * 20_000,
    ],
    ids=lambda text: text[:12],
)
def test_a_hostile_claim_ends(text: str) -> None:
    """On the worst text the patterns take a time in its length; a square of it would not end."""
    uncited(text)
