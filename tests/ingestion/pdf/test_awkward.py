"""Text that is drawn twice, not shown, along the side, down the page or from right to left."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import numpy as np
import pikepdf
import pytest

from tests.pdfs import LINES, MORE, Sheet, Words, paragraph, pdf
from vera.core.document import Box
from vera.verification.ingestion.reading import parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.document import Document

TEXT = " ".join(LINES)
HEBREW = "".join(chr(code) for code in range(0x5D0, 0x5EA))
LATIN = "abcdefghijklmnopqrstuvwxyz"


def _document(*sheets: Sheet) -> Document:
    return parse(pdf(*sheets), "a.pdf").unwrap()


def _shown(mode: int, content: str) -> str:
    return f"{mode} Tr\n{content}\n0 Tr"


def _along(lines: Sequence[str], matrix: str, x: int, y: int, step: tuple[int, int]) -> str:
    return "\n".join(
        f"BT /F 10 Tf {matrix} {x + step[0] * at} {y + step[1] * at} Tm ({line}) Tj ET"
        for at, line in enumerate(lines)
    )


@pytest.mark.parametrize(("right", "down"), [(0.0, 0.0), (0.3, 0.0), (0.3, 0.3), (1.0, 0.0)])
@pytest.mark.parametrize("times", [2, 3])
def test_lines_that_are_drawn_again_are_read_once(right: float, down: float, times: int) -> None:
    """A page that is drawn again over itself for boldness has its text once, real doubles kept."""
    lines = LINES * 4  # more than pdfium looks back
    again = [paragraph(lines, x=72 + n * right, top=700 - n * down) for n in range(times)]
    assert _document(Sheet("\n".join(again))).text.split() == TEXT.split() * 4


def test_an_outline_over_a_text_is_no_text_of_its_own() -> None:
    """Text that is filled, and outlined when the page is done, is read once."""
    lines = LINES * 4
    content = f"{_shown(0, paragraph(lines))}\n{_shown(1, paragraph(lines))}"
    assert _document(Sheet(content)).text.split() == TEXT.split() * 4


@pytest.mark.parametrize(
    ("content", "turn"),
    [
        (paragraph(LINES), 90),
        (paragraph(LINES), 270),
        (_along(LINES, "0 1 -1 0", 200, 100, (12, 0)), 0),
        (_along(LINES, "0 -1 1 0", 400, 700, (-12, 0)), 0),
        (_along(LINES, "0 1 -1 0", 200, 100, (12, 0)), 90),
        (_along(LINES, "0 1 -1 0", 200, 100, (12, 0)), 180),
    ],
)
def test_a_page_that_is_read_from_its_side_reads_as_any(content: str, turn: int) -> None:
    """Its lines are in order and one paragraph, and its boxes are where they are shown."""
    found = _document(Sheet(content, turn=turn))
    assert found.text == TEXT
    assert [block.kind.name for block in found.blocks] == ["BODY"]
    page, places = found.pages[0], found.places
    assert (page.width, page.height) == ((800, 600) if turn % 180 else (600, 800))
    assert places is not None
    box = places.box[places.box[:, 2] > places.box[:, 0]]
    assert (box >= 0).all()
    assert box[:, 2].max() <= page.width
    assert box[:, 3].max() <= page.height
    spread = box.max(axis=0) - box.min(axis=0)
    is_upright = ("Tf 1 0 0 1" in content) == (turn in (0, 180))
    assert bool(spread[0] > spread[1]) is is_upright


def test_what_is_left_out_of_a_turned_page_has_its_place_on_it() -> None:
    """The box of a page number on turned pages is on the page as it is shown."""
    sheets = [
        Sheet(
            _along([*LINES, *MORE], "0 1 -1 0", 200, 100, (12, 0))
            + "\n"
            + _along([str(number)], "0 1 -1 0", 580, 400, (0, 0))
        )
        for number in range(1, 6)
    ]
    found = _document(*sheets)
    assert [one.text for one in found.left_out] == list("12345")
    for one in found.left_out:
        assert isinstance(one.box, Box)
        assert 570 < one.box.x0 < one.box.x1 <= 581
        assert 390 < one.box.y0 < one.box.y1 < 401


def test_a_table_along_the_side_leaves_the_page_as_it_is() -> None:
    """A page with upright text is not turned, however long the lines along its side are."""
    side = _along(LINES * 3, "0 1 -1 0", 200, 100, (12, 0))
    found = _document(Sheet(f"{paragraph(MORE, top=760)}\n{side}"))
    assert found.blocks[0].span.of(found.text) == " ".join(MORE)


@pytest.mark.parametrize(
    ("matrix", "x", "y", "step"), [("0 1 -1 0", 200, 100, 12), ("0 -1 1 0", 400, 700, -12)]
)
def test_a_text_along_the_side_has_its_order_beside_an_upright_head(
    matrix: str, x: int, y: int, step: int
) -> None:
    """Lines that run up or down a page with a running head follow each other as they are read."""
    lines = [f"This is line {at} of a text that lies along the side" for at in range(9)]
    head = Words("Journal of Awkward Papers, volume 12 (2020)", 200, 770).content
    found = _document(Sheet(f"{_along(lines, matrix, x, y, (step, 0))}\n{head}"))
    assert " ".join(lines) in " ".join(found.text.split())


def test_columns_from_right_to_left_are_read_in_their_order() -> None:
    """Letters one below the other, in columns of which the first is at the right."""
    columns = ["thefirstcolumn", "standsattheright", "andthelastisleft"]
    content = "\n".join(
        Words(letter, 400 - 14 * at, 700 - 11 * k).content
        for at, column in enumerate(columns)
        for k, letter in enumerate(column)
    )
    read = re.sub(r"\s", "", _document(Sheet(content)).text)
    assert read == "".join(columns)


def _hebrew(*sheets: Sheet) -> Document:
    """The sheets, the bold font's small letters a Hebrew alphabet."""
    codes = "\n".join(f"<{ord(a):02X}> <{ord(b):04X}>" for a, b in zip(LATIN, HEBREW, strict=True))
    table = f"begincmap 1 begincodespacerange <00> <FF> endcodespacerange {len(LATIN)} beginbfchar"
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf(*sheets))) as file:
        font = file.pages[0].Resources.Font.B
        del font.Encoding  # that it shows Latin letters is not said
        font.ToUnicode = file.make_stream(f"{table}\n{codes}\nendbfchar endcmap".encode())
        file.save(out)
    return parse(out.getvalue(), "a.pdf").unwrap()


def _as_hebrew(text: str) -> str:
    return text.translate(str.maketrans(LATIN, HEBREW))


def test_a_sentence_around_a_quotation_from_right_to_left_keeps_its_order() -> None:
    """Words to its left and right stay where they are, with its own numbers in its order."""
    quoted = "dg 25 cba fed jih"  # as printed: from the left
    content = [
        Words("The poet wrote", 72, 700).content,
        Words(quoted, 150, 700, bold=True).content,
        Words("in 1921.", 250, 700).content,
        Words("It is one of the long poems that he wrote.", 72, 688).content,
    ]
    found = _hebrew(Sheet("\n".join(content)))
    said = f"The poet wrote {_as_hebrew('hij def abc 25 gd')} in 1921."
    assert found.text == f"{said} It is one of the long poems that he wrote."


def test_a_text_from_right_to_left_keeps_its_numbers_and_names() -> None:
    """Of a line that runs to the left each word, number and Latin name is in its place."""
    content = [
        Words(".gfe 45.6 dcba", 72, 700, bold=True).content,
        Words("New York", 148, 700).content,
        Words("mlkj zyxw", 195, 700, bold=True).content,
        Words("onm lkj ihg fed cba", 72, 688, bold=True).content,
    ]
    found = _hebrew(Sheet("\n".join(content)))
    first = _as_hebrew("wxyz jklm"), "New York", _as_hebrew("abcd 45.6 efg.")
    assert found.text.replace("\n\n", " ") == " ".join((*first, _as_hebrew("abc def ghi jkl mno")))


@pytest.mark.parametrize("others", [0, 1, 3])
def test_a_font_without_a_map_is_named(others: int) -> None:
    """A page whose letters nobody can know is named, by itself and among others."""
    unknown = ["".join(chr(1 + (at + k) % 8) for k in range(30)) for at in range(3)]
    found = _document(Sheet(paragraph(unknown)), *[Sheet(paragraph(LINES))] * others)
    reasons = [page.unread for page in found.pages]
    assert reasons == ["its fonts do not say which letters they show", *[""] * others]
    assert found.text.count(TEXT) == others


def test_ten_thousand_cells_are_a_table() -> None:
    """A page of a hundred rows of a hundred cells is read, each cell in its row and column."""
    rows = range(100)
    content = [
        Words(f"{row}.{column:02}", 20 + 39 * column, 1150 - 11 * row, 6).content
        for row in rows
        for column in rows
    ]
    content += [Words("Table 1: All of them.", 20, 1175, 8).content, "20 1165 m 3900 1165 l S"]
    found = _document(Sheet("\n".join([*content, "20 50 m 3900 50 l S"]), media=(0, 0, 4000, 1200)))
    numbers = np.array([f"{row}.{column:02}" for row in rows for column in rows])
    (table,) = found.tables
    assert [cell.span.of(found.text) for cell in table.cells] == numbers.tolist()
