"""The characters of many lines side by side, for questions that are asked of each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from vera.core.document import Floats, Ints
from vera.verification.ingestion.pdf.glyphs import Codes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.ingestion.pdf.lines import Line


@frozen(eq=False)
class Signs:
    """All characters of some lines, one line after another.

    `codes` uint32 (n,) are code points, `glyph` int32 (n,) is as in `Line.glyphs`, and
    `line` int32 (n,) says which line each stands in. Of each line `start` int32 is where it begins,
    `size` float32 its type's, NaN along a page's side, and `baseline` float32 its own.
    """

    codes: Codes
    glyph: Ints
    line: Ints
    start: Ints
    size: Floats
    baseline: Floats

    @classmethod
    def of(cls, lines: Sequence[Line]) -> Signs:
        """Those of at least one line."""
        lengths = [len(line.text) for line in lines]
        return cls(
            np.frombuffer("".join(line.text for line in lines).encode("utf-32-le"), "<u4"),
            np.concatenate([line.glyphs for line in lines]),
            np.repeat(np.arange(len(lines), dtype=np.int32), lengths),
            np.cumsum([0, *lengths[:-1]], dtype=np.int32),
            np.array(
                [line.size if line.is_upright and line.size > 0 else np.nan for line in lines],
                dtype=np.float32,
            ),
            np.array([line.baseline for line in lines], dtype=np.float32),
        )
