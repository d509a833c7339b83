"""What stands in the lines of a paragraph of markup, replaced sign by sign and line for line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vera.verification.ingestion.markup.line_for_line import Page

Shown: TypeAlias = Callable[["re.Match[str]"], str]
"""What is shown for a sign of markup; it is asked when all before the sign is written."""
_NO_KEY = re.compile(r"[{}\[\]\\]")


def put(page: Page, place: int, text: str, signs: re.Pattern[str], shown: Shown) -> None:
    """Write a stretch of a source that begins at a place, its signs as what they show.

    Line ends in a sign stay, behind what is shown for it.
    """
    at = 0
    for found in signs.finditer(text):
        _one(page, place + at, text[at : found.start()])
        said = shown(found)
        ends = found[0].count("\n") - said.count("\n")
        _one(page, place + found.start(), said)
        page.put("\n" * max(0, ends))
        at = found.end()
    _one(page, place + at, text[at:])


def _one(page: Page, place: int, text: str) -> None:
    if text:
        page.at(place)
        page.put(text)


def cite(keys: Iterable[str], textual: bool = False, before: str = "") -> str:
    r"""A citation as LaTeX has it, so that all that follows knows one form.

    >>> cite(["li20", "doe19"], before="but see")
    '\\citep[but see][]{li20,doe19}'
    """
    known = ",".join(filter(None, (_NO_KEY.sub("", key).strip() for key in keys)))
    lead = " ".join(_NO_KEY.sub("", before).split())
    return (
        f"\\cite{'t' if textual else 'p'}{f'[{lead}][]' * bool(lead)}{{{known}}}" if known else ""
    )
