"""Where a text cites, and which works."""

from __future__ import annotations

import pytest

from vera.verification.manuscript.citations import citations_of

# Written before the patterns were run on them.
_CASES = {
    "Bees sleep [1, 2–4], and wasps do not [5].": [["1", "2", "3", "4"], ["5"]],
    "Bees sleep.¹² Wasps do not.³,⁴": [["12"], ["3", "4"]],
    r"Bees sleep~\citep[see][p.~3]{li20, doe19}.": [["li20", "doe19"]],
    r"Bees \parencites[a]{li20}[b][c]{doe19} sleep.": [["li20", "doe19"]],
    "Bees sleep [@li20; see @doe19, p. 3].": [["li20", "doe19"]],
    "Bees sleep (Li, 2020).": [["Li 2020"]],
    "Bees sleep (e.g., Li et al., 2020; Doe and Roe, 2019a,b).": [
        ["Li 2020", "Doe 2019a", "Doe 2019b"]
    ],
    "However, Li et al. (2020) found it.": [["Li 2020"]],
    "Doe and Roe (2019, 2021) saw it.": [["Doe 2019", "Doe 2021"]],
    "It fell in (0, 1) for n = 12 (see Table 2).": [],
    "In 2019 it fell (12% of 30).": [],
}


@pytest.mark.parametrize(("text", "works"), _CASES.items())
def test_each_form_names_its_works(text: str, works: list[list[str]]) -> None:
    """By key, by number with ranges, by authors and years; what is no mark names none."""
    assert [[work.name for work in it.works] for it in citations_of(text)] == works


@pytest.mark.parametrize(
    ("text", "narrative"),
    [
        (r"\citet{li20} found it.", True),
        (r"\textcite{li20} found it.", True),
        ("@li20 found it.", True),
        ("Li (2020) found it.", True),
        (r"It is so \citep{li20}.", False),
        ("It is so (Li, 2020).", False),
        ("It is so [3].", False),
    ],
)
def test_a_mark_in_the_sentence_is_narrative(text: str, narrative: bool) -> None:
    """One that stands beside it is not."""
    assert [it.narrative for it in citations_of(text)] == [narrative]


@pytest.mark.parametrize(
    ("text", "contrast"),
    [
        (r"It is so (but see \citealp{li20}).", True),
        ("It is so (but see Li, 2020).", True),
        ("It is so (cf. Li, 2020).", False),
        ("It is so (see Li, 2020).", False),
    ],
)
def test_what_says_otherwise_is_told_apart(text: str, contrast: bool) -> None:
    """What stands behind "but see" denies the sentence, what behind "see" bears it out."""
    assert [it.contrast for it in citations_of(text)] == [contrast]


def test_a_range_without_end_is_none() -> None:
    """Numbers that run backwards, or over hundreds, are not works."""
    assert [len(it.works) for it in citations_of("It is so [9-3, 4].")] == [1]
    assert citations_of("It is so [1-900].") == []
