"""What is printed raised leaves the text as a mark, or stays in it as an exponent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import typst

from tests.pdfs import Sheet, Words, pdf
from vera.core.document import Calls
from vera.core.result import failed
from vera.verification.ingestion.reading import parse

if TYPE_CHECKING:
    from pathlib import Path

    from vera.core.document import Document

_SETTING = """
#set page(width: 420pt, height: 600pt, margin: 50pt)
#set text(size: 10pt)
= Of bees and of their ways in the open field
Bees were seen in the field on each of the days that this report is about, in all weathers.
"""
_FILLER = "\nThey fly from flower to flower, and home again with what they have found there.\n" * 6


def _typeset(tmp_path: Path, text: str) -> Document:
    """What is read of the text as typst sets it, in the fonts that come with it."""
    path = tmp_path / "a.typ"
    path.write_text(_SETTING + text + _FILLER, "utf-8")
    data = typst.Compiler(path, ignore_system_fonts=True).compile()
    assert isinstance(data, bytes)
    return parse(data, "a.pdf").unwrap()


def _marks(found: Document) -> list[tuple[Calls, str, str, str]]:
    """What each mark calls and shows, what stands before it, and the text of its note."""
    return [
        (
            mark.calls,
            mark.shown,
            found.text[: mark.span.start].split()[-1],
            mark.note.of(found.text) if mark.note else "",
        )
        for mark in found.marks
    ]


def test_what_is_raised_among_raised_signs_is_no_mark(tmp_path: Path) -> None:
    """The last power of a word with several is one, although a note on the page has its number."""
    found = _typeset(
        tmp_path,
        "Of the field#footnote[It is small.] and the bees#footnote[They are few.] all 14"
        "#footnote[These are days.] nothing is said in (1#super[8]h#super[7]4#super[3]) here.",
    )
    assert "4^3)" in found.text
    assert [mark[2] for mark in _marks(found)[:3]] == ["field", "bees", "14"]


def test_a_label_that_stands_far_before_its_note_is_its_label() -> None:
    """A raised number alone, with the indent of a paragraph behind it, begins the note's line."""
    body = ["Bees are in the field on each of the days of this report, in all weathers."] * 12
    words = [
        *(Words(text, 72, 700 - 12 * at) for at, text in enumerate(body)),
        Words("And so are the wasps", 72, 556),
        Words("1", 164.5, 559.6, 6.5),
        Words("that live beside them there.", 172, 556),
        Words("1", 72, 94, 6),
        Words("In all of those that were looked at by us.", 83, 90, 9),
    ]
    result = parse(pdf(Sheet("\n".join(it.content for it in words))), "a.pdf")
    assert not failed(result)
    found = result.unwrap()
    assert "And so are the wasps that live beside them there." in found.text
    note = "In all of those that were looked at by us."
    assert (Calls.NOTE, "1", "wasps", note) in _marks(found)


def test_calls_of_notes_leave_the_text_and_know_their_notes(tmp_path: Path) -> None:
    """Behind a word, a number or a stop, the number of a note is a mark with a box and its note."""
    found = _typeset(
        tmp_path,
        "The bees are in Table 1#footnote[It is long.] and in figure 11#footnote[Drawn by hand.]"
        " of the module#footnote[See the manual.] here.#footnote[Or there.]",
    )
    assert "The bees are in Table 1 and in figure 11 of the module here." in found.text
    called = [mark for mark in _marks(found) if mark[3]]
    assert called == [
        (Calls.NOTE, "1", "1", "It is long."),
        (Calls.NOTE, "2", "11", "Drawn by hand."),
        (Calls.NOTE, "3", "module", "See the manual."),
        (Calls.NOTE, "4", "here.", "Or there."),
    ]
    assert [mark.shown for mark in found.marks if mark.note is None] == ["1", "2", "3", "4"]
    for mark in found.marks:
        assert not len(mark.span)
        assert mark.box is not None
        assert mark.box.page == 1
        assert mark.box.x0 < mark.box.x1
        assert mark.box.y0 < mark.box.y1


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("a rate of $10^(-3)$ here", "a rate of 10^-3 here"),
        ("some $5 times 10^6$ units", "some 5 × 10^6 units"),
        ("the area is 25 cm#super[2] here", "the area is 25 cm^2 here"),
        ("is $C^2 g$ then", "is C^2 g then"),
        ("is $e^(-lambda t)$ then", "is e^(-λt) then"),
        ("for all $x_i^2$ here", "for all xi^2 here"),
        ("by CO#sub[2] and H#sub[2]O with FEV#sub[1] there", "by CO2 and H2O with FEV1 there"),
        ("the 1#super[st] and 22#super[nd] day", "the 1st and 22nd day"),
        ("with #super[14]C and Ca#super[2+] in it", "with 14C and Ca2+ in it"),
        ("in 3 cm² or 10⁻³ of F₁ then", "in 3 cm^2 or 10^-3 of F1 then"),
        ("at 5#sym.degree and 20 ± 3% of “it” and ½", "at 5° and 20 ± 3% of “it” and ½"),
        (
            '#text(number-type: "old-style")[in 1345 and 2679 of them]',
            "in 1345 and 2679 of them",
        ),
        ("#smallcaps[In small capitals] and ALL CAPS", None),
    ],
)
def test_what_is_no_mark_stays_readable(tmp_path: Path, written: str, read: str | None) -> None:
    """Exponents have a caret; indices, ordinals, isotopes, charges and full-size signs not."""
    found = _typeset(tmp_path, f"They were seen {written}, and that was all of it.")
    assert not found.marks
    if read is None:
        assert "^" not in found.text
    else:
        assert f"seen {read}, and" in found.text


def test_a_raised_number_that_nothing_explains_stays_with_a_caret(tmp_path: Path) -> None:
    """Without a note on the page or a list of works, nothing is taken out of the text."""
    found = _typeset(tmp_path, "The bees of the valley#super[7] are many.")
    assert "the valley^7 are many" in found.text
    assert not found.marks


def test_an_exponent_is_none_of_the_page_s_notes(tmp_path: Path) -> None:
    """A note 3 on the page does not make a mark of the 3 of a power, which it does not follow."""
    notes = "One#footnote[A.] and two#footnote[B.] and three#footnote[The third is long.] are"
    found = _typeset(tmp_path, f"{notes} in $10^3$ cases of 12 cm#super[3] each.")
    assert "One and two and three are in 10^3 cases of 12 cm^3 each." in found.text


def test_numbers_that_count_up_cite_works(tmp_path: Path) -> None:
    """Raised numbers that run along the text are citations, with their lists and ranges."""
    found = _typeset(
        tmp_path,
        "Bees see red#super[1] and blue.#super[2,3] They fly far#super[4–6] and high,#super[7]"
        " over 3 km#super[2] of land, as shown before.#super[1,5]",
    )
    assert "Bees see red and blue. They fly far and high, over 3 km^2 of land" in found.text
    assert [(calls, shown) for calls, shown, _, _ in _marks(found)] == [
        (Calls.WORKS, shown) for shown in ("1", "2,3", "4–6", "7", "1,5")
    ]


def test_a_letter_out_of_line_is_not_raised() -> None:
    """Full-size letters that stand higher than their line are no exponent."""
    words = [
        Words("These words are all", 72, 700),
        Words("here", 164, 703),
        Words("now.", 190, 700),
    ]
    result = parse(pdf(Sheet("\n".join(it.content for it in words))), "a.pdf")
    assert not failed(result)
    assert "^" not in result.unwrap().text


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("about $20,000$ of them", "about 20,000 of them"),
        ("the pairs 20, 300 and 5, 120 of them", "the pairs 20, 300 and 5, 120 of them"),
    ],
)
def test_thousands_of_a_formula_are_one_number(tmp_path: Path, written: str, read: str) -> None:
    """The thin space behind a comma of a formula is none, the blank of a list is one."""
    assert read in _typeset(tmp_path, f"There are {written} in the field here.").text


def test_marks_in_a_table_call_its_notes(tmp_path: Path) -> None:
    """Labels that the notes of a table explain leave its cells; a power that none has stays."""
    found = _typeset(
        tmp_path,
        """
#figure(
  table(
    columns: 3, stroke: none, table.hline(),
    table.header([Hive], [Before#super[a]], [After]), table.hline(),
    [North#super[†]], [12.1], [14.2#super[\\*]],
    [South], [11.8 ± 0.4], [13.0#super[b]],
    [East], [10#super[3]], [9.9#super[\\*\\*]],
    table.hline(),
  ),
  caption: [Bees in hives by place.], kind: table,
)
#text(size: 8pt)[#super[a] In the week before. #super[b] One day only. #super[†] With a new queen.
#super[\\*]p < 0.05; #super[\\*\\*]p < 0.01.]
""",
    )
    (table,) = found.tables
    rows = [[cell.span.of(found.text) for cell in table.cells if cell.row == n] for n in range(4)]
    assert rows == [
        ["Hive", "Before", "After"],
        ["North", "12.1", "14.2"],
        ["South", "11.8 ± 0.4", "13.0"],
        ["East", "10^3", "9.9"],
    ]
    called = [mark.shown for mark in found.marks if mark.note == table.notes[0]]
    assert called == ["a", "†", "*", "b", "**"]


def test_what_belongs_to_a_sign_is_no_mark_where_notes_have_its_number(tmp_path: Path) -> None:
    """An isotope, a unit and a variable keep what is raised beside them, whatever the notes."""
    found = _typeset(
        tmp_path,
        "The bees#footnote[All.] and wasps#footnote[Few.] were found by #super[13]C on 620 cm"
        "#super[2] of comb, and the fit was good (R#super[2] = 0.88).",
    )
    said = "The bees and wasps were found by 13C on 620 cm^2 of comb, and the fit was good (R^2 = "
    assert said + "0.88)." in found.text
