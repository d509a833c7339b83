"""An email (RFC 5322): subject, who, when, and its text.

The plain text of a message is read, else its HTML. What it repeats of other messages stays, as
blocks of the form quote. What is attached is named in a note, and not read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from vera.core.document import Document, File, Form, Kind
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.core.text import between_blank_lines
from vera.verification.ingestion.markup import email, html
from vera.verification.ingestion.markup.written import Written

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MEDIA_TYPE = "message/rfc822"
BROKEN_OFF = "The file breaks off before its end: text is missing."
GARBLED = "Some of its text is garbled: it does not decode as the message says."
_QUOTED = re.compile(r"(?:[ \t]?>)+[ \t]?")
_DEEPEST = 50
_LONGEST = 1000
"""Characters of the receivers that are shown."""
_SENSITIVITIES = ("", "personal", "private", "company-confidential")
"""RFC 4021, 2.1.55, the freest first."""
_PREFIX = re.compile(r"(?:(?:re|fwd?|aw|wg|sv|tr)(?:\[\d+\])?\s*:\s*)+", re.IGNORECASE)
_SIGNATURES = frozenset(
    {
        "application/pgp-signature",
        "application/pkcs7-signature",
        "application/x-pkcs7-signature",
    }
)
"""They are attached to what they sign, and say nothing."""
_ENCRYPTED = frozenset({"multipart/encrypted", "application/pkcs7-mime"})
_NAMED = 10
"""Attachments that are named one by one."""


@frozen
class Sent:
    """What the headers of a message say; `time` is ISO 8601 in UTC, or nothing."""

    subject: str
    author: str
    to: str
    time: str
    sensitivity: str

    @classmethod
    def of(cls, message: Any) -> Sent:
        """What these headers say. A sensitivity that is none of RFC 4021 is private."""
        asked = email.header(message, "sensitivity").lower()
        return cls(
            email.header(message, "subject"),
            next(iter(email.people(message, "from")), ""),
            ", ".join(email.people(message, "to", "cc"))[:_LONGEST],
            email.moment(message),
            asked if asked in {*_SENSITIVITIES, "normal"} else "private",
        )

    @property
    def lines(self) -> str:
        """Who wrote it to whom, and when."""
        said = (("From", self.author), ("To", self.to), ("Date", self.time))
        return "\n".join(f"{name}: {value}" for name, value in said if value)

    @property
    def thread(self) -> str:
        """The subject without what replies put before it."""
        return _PREFIX.sub("", self.subject).strip()


@define
class Body:
    """The text of a message, and what of it is no text."""

    blocks: list[tuple[str, Kind, Form]] = field(factory=list)
    attached: list[str] = field(factory=list)
    notes: list[str] = field(factory=list)
    damage: str = ""


def read(file: File) -> Result[Document]:
    """The message. Errors: DAMAGED where it has no headers, ENCRYPTED, EMPTY, and those of HTML."""
    message = email.parsed(file.data)
    if not message.keys():
        hint = "save the message again as .eml"
        return _fault(file.name, ReadFault.DAMAGED, "it has no headers, so it is no email", hint)
    found = body(message, file.name)
    if failed(found):
        return found
    text, sent, written = found.unwrap(), Sent.of(message), Written()
    if not text.blocks:
        detail = "it holds no text" + ", but what is attached" * bool(text.attached)
        return _fault(file.name, ReadFault.EMPTY, detail, "save what is attached, and read that")
    written.add(sent.subject, Kind.TITLE)
    written.add(sent.lines, Kind.FRONT)
    for words, kind, form in text.blocks:
        written.add(words, kind, form)
    return written.document(
        file,
        MEDIA_TYPE,
        sent.subject,
        tuple(filter(None, [sent.author])),
        (*text.notes, *attached(text.attached), *filter(None, [text.damage])),
        damaged=bool(text.damage),
        about=about_of([sent]),
    )


def about_of(messages: Sequence[Sent]) -> dict[str, tuple[str, ...]]:
    """Type, first and last time, and the strictest sensitivity of messages."""
    times = sorted(it.time for it in messages if it.time)
    asked = (it.sensitivity for it in messages if it.sensitivity in _SENSITIVITIES)
    return {
        "type": ("email",),
        "time": tuple(dict.fromkeys((*times[:1], *times[-1:]))),
        "sensitivity": (max(asked, key=_SENSITIVITIES.index, default=""),),
    }


def attached(names: Sequence[str]) -> tuple[str, ...]:
    """The note that names what was not read, if anything was."""
    more = len(names) - _NAMED
    shown = ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")
    return (f"Attached and not read: {shown}.",) if names else ()


def body(message: Any, name: str) -> Result[Body]:
    """The text of a message. Errors: ENCRYPTED, and those of the HTML reader."""
    if message.get_content_type() in _ENCRYPTED:
        hint = "save it decrypted, from a program that can"
        return _fault(name, ReadFault.ENCRYPTED, "the message is encrypted", hint)
    found = Body()
    for part in _parts(message, 0):
        taken = _take(part, found)
        if failed(taken):
            return taken
    broken_off, garbled = email.faults(message)
    found.damage = BROKEN_OFF if broken_off else GARBLED if garbled else found.damage
    return Success(found)


def _parts(message: Any, depth: int) -> Iterator[Any]:
    """The parts of the message that are text, or attached, those that say the same once."""
    kind = message.get_content_type()
    if not message.is_multipart() or kind == "message/rfc822" or depth == _DEEPEST:
        yield message
        return
    parts = message.get_payload()
    if kind == "multipart/alternative":
        plain = (it for it in parts if it.get_content_type() == "text/plain")
        parts = [it for it in plain if email.text_of(it)[0].strip()][:1] or parts[-1:]
    for part in parts:
        yield from _parts(part, depth + 1)


def _take(part: Any, found: Body) -> Result[None]:
    """Add the text of a part, or its name."""
    kind = part.get_content_type()
    name = email.filename(part)
    is_file = name or part.get_content_disposition() == "attachment"
    if is_file or kind not in {"text/plain", "text/html"}:
        if kind not in _SIGNATURES:
            found.attached.append(f"{name} ({kind})" if name else kind)
        return Success(None)
    text, garbled = email.text_of(part)
    found.damage = found.damage or GARBLED * garbled
    if kind == "text/plain":
        found.blocks += [(words, Kind.BODY, form) for words, form in paragraphs(text)]
    elif text.strip():
        page = html.read(File("", ("\ufeff" + text).encode(), ""))
        if not failed(page):
            shown = page.unwrap()
            found.blocks += [(it.span.of(shown.text), it.kind, it.form) for it in shown.blocks]
            found.notes += shown.notes
            return Success(None)
        error = page.failure()
        if not (isinstance(error, UnreadableDocument) and error.fault is ReadFault.EMPTY):
            return page
    return Success(None)


def paragraphs(text: str) -> Iterator[tuple[str, Form]]:
    r"""The paragraphs of plain text; those of lines behind ">" are quotes, without the mark.

    >>> [(words, form.value) for words, form in paragraphs("Yes.\n\n> Do bees\n> sleep?\nThey do.")]
    [('Yes.', 'prose'), ('Do bees\nsleep?', 'quote'), ('They do.', 'prose')]
    """
    runs: list[tuple[bool, list[str]]] = []
    for line in text.split("\n"):
        quoted = _QUOTED.match(line)
        if not runs or runs[-1][0] != bool(quoted):
            runs.append((bool(quoted), []))
        runs[-1][1].append(line[quoted.end() :] if quoted else line)
    for is_quote, lines in runs:
        run = "\n".join(lines)
        for start, end in between_blank_lines(run, 0, len(run)):
            if run[start:end].strip():
                yield run[start:end].strip(), Form.QUOTE if is_quote else Form.PROSE


def _fault(name: str, fault: ReadFault, detail: str, hint: str) -> Failure[UnreadableDocument]:
    return Failure(UnreadableDocument("read", name, fault, detail, hint))
