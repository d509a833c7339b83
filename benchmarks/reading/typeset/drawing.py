"""Where the words and lines of a figure stand, for typst and LaTeX alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.reading.typeset.papers import Figure

HEIGHT = 4.4
"""Of every figure, in cm."""
_LEFT, _BOTTOM, _TOP, _BETWEEN = 1.5, 1.1, 0.3, 0.9


@frozen
class Word:
    """A word and its centre, in cm from the lower left corner; `turned` runs upwards."""

    text: str
    x: float
    y: float
    turned: bool = False


@frozen
class Stroke:
    """A straight line."""

    x0: float
    y0: float
    x1: float
    y1: float


def drawing(figure: Figure, width: float) -> Iterator[Word | Stroke]:
    """Two panels side by side, with axes, ticks, a curve for each entry of the legend."""
    side = (width - _LEFT - _BETWEEN) / 2
    high = HEIGHT - _BOTTOM - _TOP
    for number, panel in enumerate(figure.panels):
        left = _LEFT + number * (side + _BETWEEN)
        yield Stroke(left, _BOTTOM, left + side, _BOTTOM)
        yield Stroke(left, _BOTTOM, left, _BOTTOM + high)
        yield Word(panel, left + 0.35, _BOTTOM + high - 0.1)
        for curve in range(len(figure.legend)):
            low = _BOTTOM + 0.3 + 0.5 * curve
            middle = (left + side / 2, low + 0.7 + 0.4 * number)
            yield Stroke(left, low, *middle)
            yield Stroke(*middle, left + side, low + 0.9)
    # The ticks are written once: each of these numbers stands in one place of the paper.
    for at, tick in enumerate(figure.xticks):
        yield Word(tick, _LEFT + side * (at + 0.5) / len(figure.xticks), _BOTTOM - 0.25)
    for at, tick in enumerate(figure.yticks):
        yield Word(tick, _LEFT - 0.4, _BOTTOM + high * (at + 0.5) / len(figure.yticks))
    for at, entry in enumerate(figure.legend):
        yield Word(entry, width - side / 2, _BOTTOM + high - 0.5 - 0.38 * at)
    yield Word(figure.x, width / 2 + 0.5, 0.3)
    yield Word(figure.y, 0.3, _BOTTOM + high / 2, turned=True)
