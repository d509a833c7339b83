"""Reads the JSON that a model answers, and nothing but the form that was asked for."""

from __future__ import annotations

import json
import re
from typing import Any

from vera.verification.asking.answer import Drafted

_MARK = re.compile(r"\s*\[\s*(\d{1,4}(?:\s*,\s*\d{1,4})*)\s*\]")
"""A citation as it is printed: [1], [1, 3]."""


def drafted(said: str) -> tuple[Drafted, ...] | str:
    """The sentences of an answer, or what is wrong with it.

    Marks of citation inside a sentence are taken for citations, not for its words.

    >>> drafted('{"sentences": [{"text": "Bees sleep [2].", "citations": [1]}]}')
    (Drafted(text='Bees sleep.', cited=(1, 2)),)
    >>> drafted("Bees sleep.")
    'is not the JSON that was asked for'
    """
    try:
        found = json.loads(said)
    except (ValueError, RecursionError):
        return "is not the JSON that was asked for"
    if not isinstance(found, dict) or set(found) != {"sentences"}:
        return "is JSON of another form than was asked for"
    items = found["sentences"]
    if not isinstance(items, list) or not all(map(_is_sentence, items)):
        return "is JSON of another form than was asked for"
    return tuple(_drafted(item["text"], item["citations"]) for item in items)


def _is_sentence(item: Any) -> bool:
    if not isinstance(item, dict) or set(item) != {"text", "citations"}:
        return False
    text, cited = item["text"], item["citations"]
    return (
        isinstance(text, str) and isinstance(cited, list) and all(type(it) is int for it in cited)
    )


def _drafted(text: str, cited: list[int]) -> Drafted:
    marks = [int(number) for mark in _MARK.findall(text) for number in mark.split(",")]
    words = " ".join(_MARK.sub("", text).split())
    return Drafted(words, tuple(dict.fromkeys([*cited, *marks])))
