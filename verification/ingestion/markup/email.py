"""The standard library's `email`: what is malformed in a message is text, never an exception."""

from __future__ import annotations

from datetime import UTC
from email.errors import MessageError
from email.header import decode_header, make_header
from email.parser import BytesParser
from email.utils import getaddresses, parsedate_to_datetime
from typing import Any

_LONGEST = 1000
"""Characters of a header that are kept; RFC 5322, 2.1.1 asks for lines of 998 at most."""
_BROKEN_OFF = (
    "StartBoundaryNotFoundDefect",
    "CloseBoundaryNotFoundDefect",
    "NoBoundaryInMultipartDefect",
)
_GARBLED = (
    "InvalidBase64PaddingDefect",
    "InvalidBase64LengthDefect",
    "InvalidBase64CharactersDefect",
)


def parsed(data: bytes) -> Any:
    """The message, of whatever it has."""
    return BytesParser().parsebytes(data)


def header(message: Any, name: str) -> str:
    """A header as text, on one line, or nothing."""
    return _worded(message.get(name))


def filename(part: Any) -> str:
    """What a part is called that is a file, or nothing."""
    return _worded(part.get_filename())[:100]


def _worded(said: Any) -> str:
    if said is None:
        return ""
    try:
        text = str(make_header(decode_header(said)))
    except (ValueError, LookupError, AssertionError, TypeError, MessageError):
        text = str(said)  # it names an encoding that is none, or holds what is none
    return " ".join(sound(text).replace("\0", "").split())[:_LONGEST]


def people(message: Any, *names: str) -> list[str]:
    """Who is named in these headers, by name, else by address."""
    said = [header(message, name) for name in names]
    return [who or where for who, where in getaddresses(said) if who or where]


def moment(message: Any) -> str:
    """When it was sent, as ISO 8601 in UTC, or nothing."""
    try:
        found = parsedate_to_datetime(header(message, "date"))
        zoned = found if found.tzinfo else found.replace(tzinfo=UTC)
        return zoned.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, TypeError, OverflowError, IndexError):
        return ""


def text_of(part: Any) -> tuple[str, bool]:
    """The text of a part, and whether some of it could not be decoded."""
    data = part.get_payload(decode=True) or b""
    try:
        return _lines(data.decode(part.get_content_charset("utf-8"))), False
    except (ValueError, LookupError):  # a name with a NUL, too
        return _lines(data.decode("utf-8", "replace")), True


def _lines(text: str) -> str:
    whole = sound(text).replace("\0", "\ufffd")
    return whole.replace("\r\n", "\n").replace("\r", "\n")


def sound(text: str) -> str:
    """Text without halves of pairs."""
    return text.encode("utf-8", "replace").decode()


def faults(message: Any) -> tuple[bool, bool]:
    """Whether a message breaks off, and whether a part of it is not encoded as it says."""
    defects = {type(it).__name__ for part in message.walk() for it in part.defects}
    return not defects.isdisjoint(_BROKEN_OFF), not defects.isdisjoint(_GARBLED)
