"""Words broken at line ends are put together as the paper writes them elsewhere."""

from __future__ import annotations

import pytest

from vera.verification.ingestion.pdf.glyphs import BROKEN
from vera.verification.ingestion.pdf.hyphens import Joint, Lexicon, is_broken, joint

NOTHING, SPACE, NO_HYPHEN = Joint.NOTHING, Joint.SPACE, Joint.NO_HYPHEN


@pytest.mark.parametrize(
    ("line", "following", "elsewhere", "expected"),
    [
        ("scientific litera" + BROKEN, "ture into", "the literature", NO_HYPHEN),
        ("a well" + BROKEN, "known fact", "well-known", NOTHING),
        ("a fine" + BROKEN, "tuning step", "a fine tuning of it", NOTHING),
        ("SMILES-to" + BROKEN, "SMILES models", "SMILES", NOTHING),
        ("state" + BROKEN, "of-the-art", "state-of-the-art", NOTHING),
        ("non" + BROKEN, "linear maps", "non-empty and non-zero", NOTHING),
        ("obscu" + BROKEN, "red", "", NO_HYPHEN),
        ("rank" + BROKEN, "ings of", "a rank and ings", NO_HYPHEN),
        ("every" + BROKEN, "thing", "every thing", NO_HYPHEN),
        ("Prolog" + BROKEN, "based", "", NOTHING),
        ("Face" + BROKEN, "to-Face", "", NOTHING),
        ("ob\u00ad", "scured", "", NO_HYPHEN),
        ("or‐", "der to", "order", NO_HYPHEN),
        ("3" + BROKEN, "dimensional", "", NOTHING),
        ("10-", "20 mg", "", NOTHING),
        ("X" + BROKEN, "Ray", "", NO_HYPHEN),
        ("anti" + BROKEN, "Bayesian", "", NOTHING),
        ("pre-", "and postsynaptic", "", SPACE),
        ("from 1990–", "1994", "", NOTHING),
        ("the system—", "the best", "", NOTHING),
        ("a -", "b", "", SPACE),
        ("an end.", "Next", "", SPACE),
        ("贝尔" + BROKEN, "波斯", "", NOTHING),
        ("see http://www.a.org/", "~b/c.html.", "", NOTHING),
        ("see https://github.com/", "UKPLab", "", NOTHING),
        ("see https://", "a.org/b", "", NOTHING),
        ("see www.a.org/annotate.", "html", "", NOTHING),
        ("see http://www.a.org/", "that has it", "", SPACE),
        ("see http://www.a.org/", "Smith has it", "", SPACE),
        ("see http://www.a.org/", "http://www.b.org/", "", SPACE),
        ("see http://www.a.org.", "All is there", "", SPACE),
        ("and/or", "stts.html", "", SPACE),
    ],
)
def test_line_ends(line: str, following: str, elsewhere: str, expected: Joint) -> None:
    """A hyphen stays if the paper writes it elsewhere, and no blank comes into a URL."""
    assert joint(line, following, Lexicon.of([elsewhere])) is expected


def test_broken_words_are_no_words() -> None:
    """Half a word at a line's end teaches nothing about words."""
    assert "litera" not in Lexicon.of(["the litera" + BROKEN]).words


def test_rests_of_broken_words_are_no_words() -> None:
    """The rest of a broken word teaches nothing either: "feed-" and "back" are no two words."""
    first, second = "to feed the feed" + BROKEN, "back loop"
    lexicon = Lexicon.of([first, second])
    assert "back" not in lexicon.words
    assert joint(first, second, lexicon) is NO_HYPHEN


def test_a_line_end_is_looked_at_in_bounded_time() -> None:
    """A line that is one endless word is still one word broken at its end."""
    assert is_broken("a" * 200_000 + "-")
    assert not is_broken("a-" * 100_000 + " ")


@pytest.mark.parametrize(
    ("first", "last", "keeps"),
    [
        ("follow", "up", True),
        ("one", "month", True),
        ("out", "perform", False),
        ("inter", "mediate", False),
        ("multi", "ple", False),
    ],
)
def test_a_list_of_words_tells_where_the_document_does_not(
    first: str, last: str, keeps: bool
) -> None:
    """A listed word is one word; two of the commonest that make none are a compound."""
    prefixes = Lexicon.of(["inter-judge", "inter-rater", "multi-word", "multi-step"])
    assert prefixes.keeps_hyphen(first, last) is keeps


def test_the_document_knows_better_than_the_list() -> None:
    """A word that the document writes without its hyphen has none."""
    assert not Lexicon.of(["a followup study"]).keeps_hyphen("follow", "up")
