"""A formula in TeX in a line of text: what is raised behind a number may be a mark."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vera.verification.ingestion.markup import tex

if TYPE_CHECKING:
    from vera.verification.ingestion.markup.line_for_line import Page

_SCRIPTED = re.compile(
    r"(?P<base>|.*[\d.%)]\s*)(?P<sign>[\^_])\s*"
    r"(?P<script>\{(?:[^{}]|\{[^{}]*\})*\}|\\[A-Za-z]+|[^\s\\{}])\s*",
    re.DOTALL,
)
"""A formula that is a script of what stands before it, or a number with one."""
_LONGEST = 200
"""Characters of such a formula; a number with its script has some twenty. By hand."""


def scripted(page: Page, inside: str, after: str) -> bool:
    """Write such a formula, without what it stands between; whether it is one."""
    script = _SCRIPTED.fullmatch(inside) if len(inside) <= _LONGEST else None
    if script is None:
        return False
    text = tex.text_of(script["script"].removeprefix("{").removesuffix("}"))
    if script["base"]:
        page.put(tex.text_of(script["base"]))
    if script["sign"] == "_":
        page.lower(text)
    else:
        page.lift(text, after)
    return True
