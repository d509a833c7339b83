"""The measures of reading, on small cases whose right answer is known by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.reading.gold import Gold, Sentence, of_gold_text
from benchmarks.reading.hyphens import Hyphen, hyphens
from benchmarks.reading.libraries import Found
from benchmarks.reading.measures import (
    Counts,
    Measured,
    disorder,
    exact_form,
    line_numbers,
    measure,
    stray_letters,
    strays,
)
from benchmarks.reading.table import Row, table
from benchmarks.reading.text import Comparable, naively_joined, plain, without_citations

FIRST = "The first of all these sentences tells of well-known things that stand on the page."
SECOND = "After it comes another one, of other words, and nothing may stand between the two."
THIRD = "A third closes the small paper, so that there are two pairs of neighbours in order."
FILLER = "Quite different words are written here to fill what is left of a long page. "


def _gold(*sentences: str, name: str = "made", headings: tuple[str, ...] = ()) -> Gold:
    said = enumerate(map(Comparable.of_clean, sentences))
    return Gold(name, Path("made.pdf"), tuple(Sentence(*each) for each in said), headings)


def _measured(gold: Gold, found: Found) -> Measured:
    every = [sentence.order for sentence in gold.sentences]
    return measure(gold, found, Comparable.of(found.text), [], every)


def _judged(text: str, *sentences: str) -> Measured:
    return _measured(_gold(*sentences), Found(text))


def _counts(text: str, *sentences: str) -> Counts:
    return _judged(text, *sentences).counts


@given(st.text(max_size=200))
def test_letters_know_their_place(text: str) -> None:
    """Each letter stands in the text at its offset, and the gaps hold all the rest between."""
    said = Comparable.of(text)
    assert len(said.letters) == len(said.at)
    for letter, at in zip(said.letters, said.at, strict=True):
        assert said.text[at].lower()[0] == letter
    assert not any(map(str.isalnum, "".join(map(said.gap, range(len(said.letters))))))


@given(st.lists(st.sampled_from([FIRST, SECOND, THIRD, FILLER]), unique=True))
def test_a_text_finds_all_of_itself(sentences: list[str]) -> None:
    """A text read without a fault has every sentence intact and exact, in order, with no stray."""
    text = "\n".join(sentences)
    counts = _counts(text, *map(str.strip, sentences))
    assert counts.intact == counts.exact == counts.sentences == len(sentences)
    assert counts.joined == counts.split == counts.stray == counts.disordered == 0
    assert counts.pairs == max(len(sentences) - 1, 0)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("as shown [3].", "as shown."),
        ("as shown [3,4–6, 8] before", "as shown before"),
        ("as shown (Lin et al., 2016; Owen & Wu 2013b) before", "as shown before"),
        ("as shown (see e.g. Lin 2016), and", "as shown, and"),
        ("as shown by Fabricius et al. (2002), and", "as shown by, and"),
        ("shown by Hastings and Powell (1991).", "shown by."),
        ("shown (e.g., ; ) before", "shown before"),
        ("shown ( ) before", "shown before"),
        ("shown by Powell3, and others.4,5 Then", "shown by Powell, and others. Then"),
        ("with the L2 norm of x1", "with the L2 norm of x1"),
        ("in the year 2016 (of three)", "in the year 2016 (of three)"),
        ("the interval [0.2, 0.5] holds", "the interval [0.2, 0.5] holds"),
        ("called f(x) (Figure 3)", "called f(x) (Figure 3)"),
    ],
)
def test_citation_marks(text: str, left: str) -> None:
    """Citation marks go, with the blank before them; what is no citation stays."""
    assert without_citations(plain(text)) == left


@pytest.mark.parametrize(
    ("text", "intact", "exact", "joined", "split"),
    [
        (FIRST, 1, 1, 0, 0),
        (FIRST.replace(" ", "\n"), 1, 1, 0, 0),
        (FIRST.replace("all these", "allthese"), 1, 0, 1, 0),
        (FIRST.replace("things", "thi ngs"), 1, 0, 0, 1),
        (FIRST.replace("things", "thi-\nngs"), 1, 0, 0, 1),
        (FIRST.replace("well-known", "wellknown"), 1, 0, 0, 0),
        (FIRST.replace("well-known", "well-\nknown"), 1, 0, 0, 0),
        (FIRST.replace("things", "thimgs"), 0, 0, 0, 0),
        (FIRST.replace("things", "[12] things"), 1, 1, 0, 0),
        ("", 0, 0, 0, 0),
    ],
)
def test_intact_and_exact(text: str, intact: int, exact: int, joined: int, split: int) -> None:
    """Intact asks for the letters in order; exact for the words, the spaces and the marks too."""
    counts = _counts(f"Before. {text} After.", FIRST)
    assert (counts.intact, counts.exact) == (intact, exact)
    assert (counts.joined, counts.split) == (joined, split)


def test_missed_sentences_are_named() -> None:
    """The sentences that are missing and those that are not exact are listed."""
    judged = _judged(f"{FIRST.replace(' ', '')} {THIRD}", FIRST, SECOND, THIRD)
    assert judged.missed == (SECOND,)
    assert judged.inexact == (FIRST,)


def test_stray_letters_inside_a_sentence_are_counted() -> None:
    """What stands inside a sentence is counted when its ends and all its letters are there."""
    head = FIRST.replace(" things", " 15 Running head things")
    assert _counts(head, FIRST).stray == len("15Runninghead")
    assert _counts(FIRST, FIRST).stray == 0
    page = FIRST.replace(" things", FILLER * 40 + " things")
    assert _counts(page, FIRST).stray == _counts(page, FIRST).letters == 0
    letters = Comparable.of(FIRST).letters
    assert strays(_gold(FIRST), Comparable.of(head), {0}) == (len(letters), len("15Runninghead"))
    assert strays(_gold(FIRST), Comparable.of(head), ()) == (0, 0)
    assert stray_letters(letters, letters.replace("things", "")) is None


@pytest.mark.parametrize(
    ("text", "pairs", "disordered"),
    [
        (f"{FIRST} {SECOND} {THIRD}", 2, 0),
        (f"{SECOND} {FIRST} {THIRD}", 2, 1),
        (f"{FIRST} {FILLER * 60} {SECOND} {THIRD}", 2, 1),
        (f"{FIRST} {FILLER} {SECOND} {THIRD}", 2, 0),
        (f"{FIRST} {THIRD}", 0, 0),
        (f"{FIRST} {SECOND} {SECOND} {THIRD}", 0, 0),
    ],
)
def test_disorder(text: str, pairs: int, disordered: int) -> None:
    """Neighbours that stand once each are a pair; before one another or far apart is disorder."""
    assert disorder(_gold(FIRST, SECOND, THIRD).sentences, Comparable.of(text)) == (
        pairs,
        disordered,
    )


def test_line_numbers() -> None:
    """Numbers that count up from line to line are line numbers; others, and far ones, are not."""
    lines = [f"{number} a line of text" for number in range(7, 19)]
    assert line_numbers("\n".join(lines)) == 12
    assert line_numbers("\n".join(lines).replace("a line", "a 3rd line of 2")) == 12
    assert line_numbers((" " * 400).join(lines)) == 0
    assert line_numbers("Figure 1 and Table 2, then 3 of 4") == 0


def test_running_heads_are_counted_beyond_the_papers_own_words() -> None:
    """A running head counts each time it is left; the title that reads the same does not."""
    head = "[Re] Chaos in a Three-Species Food Chain\n"
    gold = _gold(FIRST, name="rescience-hastings-powell")
    assert _measured(gold, Found(head + FIRST)).counts.running_heads == 0
    assert _measured(gold, Found(head * 3 + FIRST)).counts.running_heads == 2


def test_hyphens() -> None:
    """A broken place counts where gold tells its form; naive joining is right only without one."""
    broken = FIRST.replace("well-known", "well-\nknown").replace("things", "thi\ufffengs")
    found = hyphens(broken, _gold(FIRST))
    assert [hyphen.belongs for hyphen in found] == [True, False]
    right = [hyphen.is_right_in(Comparable.of(FIRST)) for hyphen in found]
    naive = [hyphen.is_right_in(Comparable.of(naively_joined(broken))) for hyphen in found]
    assert right == [True, True]
    assert naive == [False, True]
    assert not Hyphen("nowhere", "atall", belongs=True).is_right_in(Comparable.of(FIRST))
    assert hyphens(broken, _gold(SECOND)) == []


def test_headings() -> None:
    """A heading is found when a section is called so, whatever its number; others are counted."""
    gold = _gold(FIRST, headings=("method", "results"))
    counts = _measured(gold, Found(FIRST, ("2. Method", "Draft", "Draft"))).counts
    assert (counts.headings, counts.headings_found, counts.other_sections) == (2, 1, 1)


def test_gold_text() -> None:
    """Front matter, headings, tables, code and formulas are dropped; marks and links are undone."""
    source = f"""---
title: {SECOND}
---
# {SECOND}

[comment]: <> ({SECOND})
| {SECOND} |

```
{SECOND}
```

$${SECOND}$$

{FIRST.replace("things", "*things* [@one; @two]").replace("page", "[page](nowhere)")}
{THIRD}

Too short.
"""
    assert [(one.order, one.said.text) for one in of_gold_text(source)] == [(0, FIRST), (1, THIRD)]


def test_dashes() -> None:
    """A dash is one sign however it is written; a blank on one side of a hyphen is a fault."""
    assert exact_form("a -- b") == exact_form("a---b") == exact_form("a - b") == "a-b"
    assert exact_form("a- b") == "a- b"


def test_table() -> None:
    """A library that is not installed is a row that says so, and a failure is named below."""
    one = Counts(sentences=1, intact=1, exact=1)
    rows = [
        Row("good", "1.0", one + Counts(sentences=3), pages=10, seconds=2, peak=50_000_000),
        Row("absent", "not installed"),
        Row("weak", "2.0", one, failed=("a paper: Oops: it broke",)),
    ]
    lines = table(rows).splitlines()
    assert lines[2].startswith("| good | 1.0 | 0.250 (1/4) | 0.250 (1/4) |")
    assert lines[2].endswith("| 5.0 | 50 |")
    assert lines[3].startswith("| absent | not installed | – |")
    assert lines[-1] == "* weak failed on a paper: Oops: it broke"
