"""Where a text says that something is significant, and where that it is not."""

from __future__ import annotations

import re

_NOT_SIGNIFICANT = re.compile(
    r"\bnon-?\s?significant|\binsignificant|\bn\.s\."
    r"|(?:\bnot|n['’]t|\bnever|\bnor|\bfail\w*|\bneither)(?:\s\w+){0,4}\s(?:significant|significance)\b"
    r"(?=\s*[.,;:()\[]|\s(?:for|in|between|at|on|when|after|compared|by|with|to|as)\b|\s*$)"
    r"|\b(?:no|without|lacks?|lacked)(?:\s\w+){0,2}\ssignificance\b",
    re.IGNORECASE,
)
_P_ABOVE = re.compile(r"\b[pP]\s*(?:[>≥]\s*0?[.·]0?[5-9]|=\s*0?[.·](?:0[6-9]|05[1-9]|[1-9]))")
_P_BELOW = re.compile(r"\b[pP]\s*(?:<|≤|=\s*0?[.·]0[0-4])")


def not_significant(text: str) -> list[int]:
    """The offsets at which a text says in words that something is not significant.

    >>> not_significant("It fell, but this was not significant.")
    [22]
    """
    if not any(part in text for part in ("signific", "Signific", "n.s.")):
        return []
    return _starts(_NOT_SIGNIFICANT, text)


def p_above(text: str) -> list[int]:
    """The offsets of p-values above 0.05."""
    return _starts(_P_ABOVE, text)


def p_below(text: str) -> list[int]:
    """The offsets of p-values below 0.05."""
    return _starts(_P_BELOW, text)


def _starts(said: re.Pattern[str], text: str) -> list[int]:
    return [found.start() for found in said.finditer(text)]
