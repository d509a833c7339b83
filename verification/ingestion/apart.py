"""Reads a file of markup in a child process, and checks what comes back (ADR 0010).

The readers are the modules of this room; `sandbox/read_markup.py` runs them. Markup may come from
anyone, so what the child answers is not trusted: it is a document that holds together, or an error.
"""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np
from attrs import evolve

from vera.core.document import Block, Calls, Document, Form, Kind, Mark, Section, Span
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Failure, Result, Success
from vera.core.table import tables_of
from vera.verification.ingestion import child
from vera.verification.ingestion.child import Limits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vera.core.document import File
    from vera.core.table import Table

LIMITS = Limits()
_BYTES_OF_A_CHARACTER = 16
"""Of an answer: four for the character; the rest for places, titles and notes."""
_LONGEST_WORDS = 2_000
"""Bytes of an error's detail or hint; ours have some hundreds at most."""
_PARTS = 15
_KINDS, _FORMS = tuple(Kind), tuple(Form)
_CALLS = {calls.value: calls for calls in Calls}
_AS_WRITTEN = ("text/markdown", "text/x-tex", "text/x-typst")
"""What a file holds is its text: one that has too much of it is not read to find that out."""
_BYTES_OF_A_SIGN = 4
_LONGEST_FRONT = 1 << 22
"""Bytes of front matter: more than 10,000 values of it that the reader takes can have."""
_FAULTS = {fault.name: fault for fault in ReadFault}
_MEND = "fetch the file again, or give the paper as PDF"
_RUBBISH = (ReadFault.DAMAGED, "the file leads to answers that make no sense", _MEND)

_T = TypeVar("_T")
_Why: TypeAlias = "tuple[ReadFault, str, str]"


def _strings(part: bytes) -> tuple[str, ...]:
    return tuple(part.decode().split("\0")) if part else ()


def _spans(part: bytes, length: int, *, apart: bool) -> list[Span] | None:
    """Spans inside a text of that length, by their start; None for anything else.

    With `apart`, none is empty and none overlaps another.
    """
    if len(part) % 8:
        return None
    places = np.frombuffer(part, "<u4").astype(np.int64)
    start, end = places[::2], places[1::2]
    sound = (start <= end).all() and (end <= length).all() and (start[1:] >= start[:-1]).all()
    if apart:
        sound = sound and (start < end).all() and (start[1:] >= end[:-1]).all()
    return list(map(Span, start.tolist(), end.tolist())) if sound else None


def _sections(
    spans: Iterable[Span], depths: Iterable[int], titles: Iterable[str]
) -> tuple[Section, ...] | None:
    """The sections, each inside the one that it is a part of."""
    found: list[Section] = []
    open_: list[Section] = []
    for span, depth, title in zip(spans, depths, titles, strict=True):
        if not 1 <= depth <= len(open_) + 1:
            return None
        del open_[depth - 1 :]
        if open_ and span.end > open_[-1].span.end:
            return None
        path = (*open_[-1].path, title) if open_ else (title,)
        open_.append(Section(path, span))
        found.append(open_[-1])
    return tuple(found)


def _front(part: bytes) -> dict[str, object] | None:
    """The front matter; None for what is no JSON object."""
    if not part:
        return {}
    if len(part) > _LONGEST_FRONT:
        return None
    try:
        found = json.loads(part.decode(), parse_constant=_refused)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _about(part: bytes) -> dict[str, tuple[str, ...]] | None:
    """Fields and what they say; None for what is anything else."""
    said = _front(part)
    if said is None:
        return None
    found = {}
    for name, values in said.items():
        if not isinstance(values, list) or not all(isinstance(it, str) for it in values):
            return None
        found[name] = tuple(str(it) for it in values)
    return found


def _marks(
    part: bytes, length: int
) -> tuple[tuple[Mark, ...], dict[str, dict[str, object]]] | None:
    """The marks of a text of that length, and what they cite; None for what is anything else."""
    said = _front(part)
    if said is None:
        return None
    marks, references = said.get("marks", []), said.get("references", {})
    if not isinstance(marks, list) or not isinstance(references, dict):
        return None
    found = []
    for it in marks:
        match it:
            case [int(start), int(end), list(works), note, str(what), str(shown)] if (
                0 <= start <= end <= length and what in _CALLS
            ):
                span = _note(note, length)
                if not all(isinstance(key, str) and key in references for key in works):
                    return None
                if note is not None and span is None:
                    return None
                mark = Mark(Span(start, end), tuple(map(str, works)), span, _CALLS[what], shown)
                found.append(mark)
            case _:
                return None
    if not all(isinstance(it, dict) for it in references.values()):
        return None
    return tuple(sorted(found, key=lambda it: it.span)), references


def _note(said: object, length: int) -> Span | None:
    match said:
        case [int(start), int(end)] if 0 <= start <= end <= length:
            return Span(start, end)
    return None


def _tables(part: bytes, length: int) -> tuple[Table, ...] | None:
    """The tables of a text of that length; None for numbers that are none."""
    if len(part) % 4:
        return None
    try:
        return tables_of(np.frombuffer(part, "<u4").tolist(), length)
    except ValueError:
        return None


def _refused(constant: str) -> object:
    raise ValueError(constant)


def _bytes(part: bytes, values: Sequence[_T]) -> list[_T] | None:
    """The value that each byte names."""
    return [values[at] for at in part] if max(part, default=0) < len(values) else None


def _document(
    parts: Sequence[bytes], file: File, media_type: str, limits: Limits
) -> Document | None:
    """The document that the parts tell, or None if they make no sense."""
    if len(parts) != _PARTS or len(parts[5]) % 4:
        return None
    try:
        text, title = parts[0].decode(), parts[7].decode()
        headings, authors, notes = map(_strings, (parts[6], *parts[8:10]))
    except UnicodeDecodeError:
        return None
    spans = _spans(parts[1], len(text), apart=True)
    places = _spans(parts[4], len(text), apart=False)
    kinds, forms = _bytes(parts[2], _KINDS), _bytes(parts[3], _FORMS)
    front, about = _front(parts[10]), _about(parts[12])
    if spans is None or places is None or kinds is None or forms is None:
        return None
    marked = _marks(parts[13], len(text))
    tables = _tables(parts[14], len(text))
    if front is None or about is None or marked is None or tables is None:
        return None
    depths = np.frombuffer(parts[5], "<u4").tolist()
    headings = headings or ("",) * (len(places) == 1)  # a title without a word
    counts = len(spans) == len(kinds) == len(forms)
    counts = counts and len(places) == len(depths) == len(headings)
    if not text.strip() or not counts or max(len(text), len(title)) > limits.characters:
        return None
    if max(len(spans), len(places)) > limits.blocks:
        return None
    sections = _sections(places, depths, headings)
    if sections is None:
        return None
    return Document(
        text=text,
        source=file.name,
        digest=file.digest,
        media_type=media_type,
        sections=sections,
        blocks=tuple(map(Block, spans, kinds, forms)),
        title=title,
        authors=authors,
        notes=notes,
        front=front,
        damaged=parts[11] != b"",
        about=about,
        marks=marked[0],
        references=marked[1],
        tables=tables,
    )


def _fault(parts: Sequence[bytes]) -> _Why:
    """The fault, detail and hint that a reader tells."""
    name, detail, hint = (part.decode("utf-8", "replace") for part in parts)
    if name not in _FAULTS or max(map(len, parts)) > _LONGEST_WORDS:
        return _RUBBISH
    return _FAULTS[name], detail, hint


def collected(
    messages: Iterable[child.Message], file: File, media_type: str, limits: Limits
) -> Result[Document]:
    """The document, or the error, that the messages tell; there must be one message."""
    why = _RUBBISH
    found: Document | None = None
    said = [(message.kind, message.parts) for message in islice(messages, 2)]
    match said:
        case [(b"D", parts)]:
            found = _document(parts, file, media_type, limits)
        case [(b"F", (_, _, _) as parts)]:
            why = _fault(parts)
        case [(b"L", (b"characters",))]:
            why = child.too_large(f"it has more than {limits.characters:,} characters")
        case [(b"L", (b"blocks",))]:
            why = child.too_large(f"it has more than {limits.blocks:,} paragraphs and rows")
        case _:
            pass
    if found is None:
        return Failure(UnreadableDocument("read", file.name, *why))
    return Success(found)


def read(file: File, module: str, media_type: str, limits: Limits = LIMITS) -> Result[Document]:
    """What the reader in that module of this room makes of the file.

    Errors: those of the reader; TOO_LARGE beyond a limit, DAMAGED where the reader breaks down, and
    BROKEN_IO where the child process does not start.
    """
    if media_type in _AS_WRITTEN and len(file.data) > _BYTES_OF_A_SIGN * limits.characters:
        why = child.too_large(f"it has more than {limits.characters:,} characters")
        return Failure(UnreadableDocument("read", file.name, *why))
    request = {
        "path": child.folders(),
        "module": module,
        "characters": limits.characters,
        "blocks": limits.blocks,
    }
    limits = evolve(limits, output=min(limits.output, _BYTES_OF_A_CHARACTER * limits.characters))
    try:
        with child.answer("read_markup", request, file.data, limits, again=True) as messages:
            return collected(messages, file, media_type, limits)
    except child.StoppedError as error:
        return Failure(child.unreadable(error, file.name, _MEND))
