"""LaTeX as text by pylatexenc (ADR 0034 chose it)."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success


def latex_as_text(source: str) -> Result[str]:
    r"""The text that a piece of LaTeX shows; a formula is written in one line.

    >>> latex_as_text(r"\textbf{Na\"ive} bees: $x_1 \le 10^{-3}$").unwrap()
    'Naïve bees: x_1 ≤ 10^-3'
    """
    try:
        return Success(str(_converter().latex_to_text(source, tolerant_parsing=False)))
    except Exception as error:  # noqa: BLE001 - it names no errors; whatever it is, this is no text
        problem = Problem("latex", source, f"cannot be taken apart: {error or type(error)}")
        return Failure(InvalidInput("read LaTeX", (problem,)))


@lru_cache(maxsize=1)
def _converter() -> Any:
    made: Any = import_module("pylatexenc.latex2text")
    return made.LatexNodes2Text(math_mode="text", keep_comments=False, strict_latex_spaces=False)
