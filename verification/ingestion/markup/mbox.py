"""A mailbox of many emails in one file (RFC 4155): a section for each message."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vera.core.document import Document, File, Kind
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, failed
from vera.verification.ingestion.markup import email
from vera.verification.ingestion.markup.mail import Sent, about_of, attached, body
from vera.verification.ingestion.markup.written import Written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.verification.ingestion.markup.mail import Body

MEDIA_TYPE = "application/mbox"
_BEGINS = re.compile(rb"(?:\A|(?<=\n\n)|(?<=\r\n\r\n))From [^\r\n]*\r?\n")
_ESCAPED = re.compile(rb"^>(>*From )", re.MULTILINE)
_NAMED = 20
"""Messages that are named one by one as not read or damaged."""


def read(file: File) -> Result[Document]:
    """The messages, in order. Errors: DAMAGED where it does not begin as a mailbox, EMPTY.

    A message that cannot be read is named in a note, and the document is damaged then.
    """
    if not _BEGINS.match(file.data):
        detail = 'it does not begin as a mailbox does, with a line "From ..."'
        hint = "export the mailbox again; a single message is read as .eml"
        return Failure(UnreadableDocument("read", file.name, ReadFault.DAMAGED, detail, hint))
    written, sent, wrong, names, count = Written(), [], [], [], 0
    for data in _messages(file.data):
        count += 1
        message = email.parsed(data)
        found = body(message, file.name)
        if failed(found):
            wrong.append(f"Message {count} was not read: {found.failure()}.")
            continue
        text = found.unwrap()
        sent.append(Sent.of(message))
        names += text.attached
        wrong += [f"Message {count}: {text.damage}"] if text.damage else []
        _write(written, sent[-1], text, count)
    threads = dict.fromkeys(it.thread for it in sent if it.thread)
    notes = [*attached(names), *wrong[:_NAMED]]
    if len(wrong) > _NAMED:
        notes.append(f"So it is with {len(wrong) - _NAMED} more messages.")
    return written.document(
        file,
        MEDIA_TYPE,
        next(iter(threads)) if len(threads) == 1 else "",
        tuple(dict.fromkeys(it.author for it in sent if it.author)),
        tuple(it.replace(f"{file.name}: ", "") for it in notes),
        damaged=bool(wrong),
        about=about_of(sent),
    )


def _write(written: Written, sent: Sent, text: Body, number: int) -> None:
    told = ", ".join(filter(None, (sent.author, sent.time[:10])))
    head = sent.subject or f"Message {number}"
    written.head(f"{head} ({told})" if told else head, 1)
    written.add(sent.lines, Kind.FRONT)
    for words, kind, form in text.blocks:
        # A heading of a page is none of the mailbox.
        written.add(words, Kind.BODY if kind is Kind.HEADING else kind, form)


def _messages(data: bytes) -> Iterator[bytes]:
    starts = [(it.start(), it.end()) for it in _BEGINS.finditer(data)]
    ends = [start for start, _ in starts[1:]] + [len(data)]
    for (_, start), end in zip(starts, ends, strict=True):
        yield _ESCAPED.sub(rb"\1", data[start:end])
