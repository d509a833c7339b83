"""A chat as JSON: the export of a channel of Slack, or a list of messages with who, when and what.

Known are a list of objects {type, user, ts, text} (Slack), and {"messages": [{role or author or
from, time or date, content or text}]}, as most other programs write it.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.document import Document, File, Kind
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, failed
from vera.verification.ingestion.markup.iso8601 import as_number, iso, seconds
from vera.verification.ingestion.markup.written import Written
from vera.verification.ingestion.text import decoded

if TYPE_CHECKING:
    from collections.abc import Iterator

MEDIA_TYPE = "application/json"
_WHO = ("user_profile", "author", "from", "sender", "user", "username", "name", "role")
_WHEN = ("ts", "time", "timestamp", "date", "created_at", "create_time", "sent_at")
_WHAT = ("text", "content", "body", "message")
_NAMES = ("real_name", "display_name", "name", "username", "nickname", "id")
_SLACK_MARK = re.compile(r"<(?P<target>[^<>|]*)(?:\|(?P<shown>[^<>]*))?>")
_SENSITIVITIES = ("normal", "personal", "private", "company-confidential")
_MARKS = (b'"messages"', b'"ts"', b'"text"', b'"content"')
_MILLISECONDS = 1e11
"""A larger number is a time in milliseconds: as seconds it would be the year 5138."""


@frozen
class _Said:
    who: str
    time: str
    text: str


def is_one(start: bytes) -> bool:
    """Whether a JSON file that begins so is a chat.

    >>> is_one(b'{"messages": [{"role"'), is_one(b'{"name": "a-package", "version": 1')
    (True, False)
    """
    begins = start.lstrip()[:1]
    if begins == b"{":
        return b'"messages"' in start
    return begins == b"[" and b'"ts"' in start and b'"text"' in start


def read(file: File) -> Result[Document]:
    """The chat, a section for each day. Errors: those of text, DAMAGED, UNSUPPORTED, EMPTY."""
    text = decoded(file)
    if failed(text):
        return text
    try:
        said = json.loads(text.unwrap())
    except (ValueError, RecursionError) as error:
        detail = f"it is no JSON: {str(error)[:100]}"
        return _fault(file, ReadFault.DAMAGED, detail)
    messages = said.get("messages") if isinstance(said, dict) else said
    if not isinstance(messages, list) or not any(isinstance(it, dict) for it in messages):
        return _fault(file, ReadFault.UNSUPPORTED, "it is JSON, but no chat: it has no messages")
    found = [it for message in messages for it in _said(message)]
    if not found:
        return _fault(file, ReadFault.EMPTY, "none of its messages has text")
    written, day = Written(), ""
    title = _text(said.get("name") or said.get("title")) if isinstance(said, dict) else ""
    written.add(title, Kind.TITLE)
    for it in found:
        if it.time[:10] != day:
            day = it.time[:10]
            written.head(day or "Without a date", 1)
        written.add(", ".join(filter(None, (it.who, it.time))), Kind.FRONT)
        for part in it.text.split("\n\n"):
            written.add(part)
    times = sorted(it.time for it in found if it.time)
    people = tuple(dict.fromkeys(it.who for it in found if it.who))
    left = len(messages) - len(found)
    notes = (f"Messages without text: {left}.",) * (left > 0)
    about = {
        "type": ("chat",),
        "time": tuple(dict.fromkeys((*times[:1], *times[-1:]))),
        "sensitivity": (_sensitivity([said, *messages]),),
    }
    return written.document(file, MEDIA_TYPE, title, people, notes, about=about)


def _said(message: object) -> Iterator[_Said]:
    """The message, if it has text."""
    if not isinstance(message, dict):
        return
    text = next(filter(None, (_text(message.get(name)) for name in _WHAT)), "")
    if not text.strip():
        return
    slack = "ts" in message
    who = next(filter(None, (_name(message.get(name)) for name in _WHO)), "")
    time = next(filter(None, (_time(message.get(name)) for name in _WHEN)), "")
    yield _Said(who, time, _shown(text) if slack else text)


def _shown(text: str) -> str:
    """Slack's marks as people see them.

    >>> _shown("See <https://a.b|the page> and <@U1>: 1 &lt; 2")
    'See the page and @U1: 1 < 2'
    """
    plain = _SLACK_MARK.sub(lambda it: it["shown"] or it["target"], text)
    return plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _text(said: object) -> str:
    """Text, or the texts of a list of parts, as some programs write it."""
    if isinstance(said, str):
        return said.encode("utf-8", "replace").decode().replace("\0", "\ufffd").strip()
    if isinstance(said, list):
        return "".join(map(_text, said[:10_000]))
    if isinstance(said, dict):
        inner = said.get("text", said.get("parts"))
        return _text(inner) if isinstance(inner, str | list) else ""
    return ""


def _name(said: object) -> str:
    if isinstance(said, dict):
        return next(filter(None, (_name(said.get(name)) for name in _NAMES)), "")
    return " ".join(_text(said).split())[:100] if isinstance(said, str) else ""


def _time(said: object) -> str:
    """ISO 8601 in UTC, or nothing."""
    number = as_number(str(said)) if isinstance(said, int | float | str) else None
    if number is None:
        number = seconds(said) if isinstance(said, str) else None
    if number is None:
        return ""
    number = number / 1000 if abs(number) > _MILLISECONDS else number
    return iso(number) if 0 < number < _MILLISECONDS else ""


def _sensitivity(said: list[object]) -> str:
    """The strictest that is named."""
    named = [it["sensitivity"] for it in said if isinstance(it, dict) and "sensitivity" in it]
    known = [str(it).lower() for it in named if str(it).lower() in _SENSITIVITIES]
    strict = "private" if len(known) < len(named) else ""  # of an unknown word, the safe side
    return max([*known, strict or "normal"], key=_SENSITIVITIES.index) if named else ""


def _fault(file: File, fault: ReadFault, detail: str) -> Result[Document]:
    hint = 'give a channel of a Slack export, or {"messages": [{author, time, content}]}'
    return Failure(UnreadableDocument("read", file.name, fault, detail, hint))
