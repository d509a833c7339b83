"""Heads of tables without markup are told by what stands in the cells."""

from __future__ import annotations

import pytest

from vera.core.document import Span
from vera.core.table import Cell
from vera.verification.ingestion.table_heads import with_heads


def _heads(*rows: str, marked: tuple[str, ...] = ()) -> list[str]:
    cells, texts, at = [], [], 0
    for row, line in enumerate(rows):
        for column, text in enumerate(line.split("|")):
            said = text.strip()
            cells.append(Cell(Span(at, at), row, column, is_head=said in marked))
            texts.append(said)
            at += 1
    found = with_heads(cells, texts)
    return [text for cell, text in zip(found, texts, strict=True) if cell.is_head]


@pytest.mark.parametrize(
    ("rows", "heads"),
    [
        (["Hive|n|h", "A|12|3.5", "B|9|−"], ["Hive", "n", "h", "A", "B"]),
        (["Hive|2019|2020", "A|12.5|3.5"], ["Hive", "2019", "2020", "A"]),
        (["Hive|sleep", "Oak|deep", "Elm|light"], []),
        (["1|2", "3|4"], []),
        (["Hive|n", "A|12", "A|9"], ["Hive", "n"]),
        (["|day|night", "|h|h", "A|1|2"], ["", "day", "night", "", "h", "h", "A"]),
    ],
)
def test_heads_are_unlike_the_rest(rows: list[str], heads: list[str]) -> None:
    """Rows without numbers over numbers, years, and a first column of words each there once."""
    assert _heads(*rows) == heads


def test_marked_heads_stay_alone_above() -> None:
    """Where a row is marked, no further row is told; the first column is, where it is words."""
    assert _heads("Hive|n", "A|x", "B|9", marked=("Hive", "n")) == ["Hive", "n", "A", "B"]


def test_the_first_column_may_say_the_same_below_another_head() -> None:
    """Each of its words is there once below each head that runs across the table."""
    said = [
        ("Claims", 0, 0, 1), ("n", 0, 1, 1), ("First", 1, 0, 2), ("true", 2, 0, 1), ("7", 2, 1, 1),
        ("Second", 3, 0, 2), ("true", 4, 0, 1), ("9", 4, 1, 1),
    ]  # fmt: skip
    cells = [
        Cell(Span(at, at), row, column, 1, columns)
        for at, (_, row, column, columns) in enumerate(said)
    ]
    found = with_heads(cells, [text for text, *_ in said])
    assert [it.is_head for it in found] == [True, True, True, True, False, True, True, False]
