"""Texts over each other, taken apart: in a group none is over another.

What is over each other is asked about one by one, since one may hide the other. Where two show the
same letter at one place they are one text that is drawn twice, which neither alone shows.
"""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` takes as long to import as all else here
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Glyph = tuple[int, int, tuple[float, ...]]

_CELL = 8.0
"""Points of a side of the cells that glyphs are sorted into, to find which are over each other."""
_MOST_CELLS = 20
_OFF = 1.0
"""Points between the sides of a letter and of itself drawn again, at most."""
_MOST_GROUPS = 8
"""What is over more others than these is in a group with some of them."""


def apart(glyphs: Sequence[Glyph]) -> list[set[int]]:
    """The groups of the objects that the glyphs are of; each has an object, a code and a box.

    >>> box = (0.0, 0.0, 5.0, 9.0)
    >>> apart([(1, 65, box), (2, 66, box), (3, 65, box), (4, 66, (9.0, 0.0, 14.0, 9.0))])
    [{1, 3, 4}, {2}]
    """
    same: dict[int, int] = {}
    over: list[tuple[int, int]] = []
    for (one, code, box), (two, other, place) in _over(glyphs):
        if code == other and all(abs(a - b) <= _OFF for a, b in zip(box, place, strict=True)):
            same[_of_all(same, one)] = _of_all(same, two)
        else:
            over.append((one, two))
    near: dict[int, set[int]] = {}
    for one, two in over:
        first, second = _of_all(same, one), _of_all(same, two)
        if first != second:
            near.setdefault(first, set()).add(second)
            near.setdefault(second, set()).add(first)
    number: dict[int, int] = {}
    groups: list[set[int]] = [set() for _ in range(_MOST_GROUPS)]
    for one in dict.fromkeys(item for item, _, _ in glyphs):
        first = _of_all(same, one)
        if first not in number:
            taken = {number.get(other) for other in near.get(first, ())}
            free = [at for at in range(_MOST_GROUPS - 1) if at not in taken]
            number[first] = free[0] if free else _MOST_GROUPS - 1
        groups[number[first]].add(one)
    return [group for group in groups if group]


def _of_all(same: dict[int, int], one: int) -> int:
    """What stands for all objects that are one text."""
    while same.get(one, one) != one:
        one = same[one]
    return one


def _over(glyphs: Sequence[Glyph]) -> Iterator[tuple[Glyph, Glyph]]:
    """Each glyph with those of other objects whose box has its middle."""
    cells: dict[tuple[int, int], list[Glyph]] = {}
    for glyph in glyphs:
        x0, y0, x1, y1 = (int(side // _CELL) for side in glyph[2])
        for x in range(x0, min(x1, x0 + _MOST_CELLS) + 1):
            for y in range(y0, min(y1, y0 + _MOST_CELLS) + 1):
                cells.setdefault((x, y), []).append(glyph)
    for glyph in glyphs:
        left, top, right, bottom = glyph[2]
        across, down = (left + right) / 2, (top + bottom) / 2
        for other in cells.get((int(across // _CELL), int(down // _CELL)), ()):
            box = other[2]
            if other[0] != glyph[0] and box[0] <= across <= box[2] and box[1] <= down <= box[3]:
                yield glyph, other
