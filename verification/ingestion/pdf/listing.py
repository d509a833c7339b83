"""Numbers of pages as a person says them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def listed(numbers: Sequence[int]) -> str:
    """Growing page numbers as a person says them.

    >>> listed([3]), listed([1, 2, 3, 7]), listed([1, 3, 5])
    ('page 3', 'pages 1-3 and 7', 'pages 1, 3 and 5')
    """
    ends = [at for at, (one, two) in enumerate(pairwise(numbers), start=1) if two != one + 1]
    runs = [numbers[a:b] for a, b in pairwise([0, *ends, len(numbers)])]
    said = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
    head = ", ".join(said[:-1])
    return f"page{'s' * (len(numbers) > 1)} {head + ' and ' if head else ''}{said[-1]}"
