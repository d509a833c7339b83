"""Errors as a program gets them over HTTP: problem documents (RFC 9457), made in one place."""

from __future__ import annotations

import json
import math
from typing import TypeVar, assert_never

from attrs import evolve, frozen

from vera.core.errors import (
    EmbeddingFault,
    Error,
    InvalidInput,
    ReadFault,
    ServiceUnavailable,
    StorageFault,
    TextTooLong,
    UnreadableDocument,
)
from vera.core.result import Failure, Result, failed
from vera.verification.report.printable import escaped_json

T = TypeVar("T")

MEDIA_TYPE = "application/problem+json"
_TITLES = {
    "InvalidInput": "The request asks for something that has no meaning",
    "UnreadableDocument": "A file gives no text to judge claims on",
    "TextTooLong": "A text is longer than the model reads",
    "StorageFault": "Something could not be kept on, or fetched from, the disk",
    "ServiceUnavailable": "Something that is needed does not serve now",
    "EmbeddingFault": "The embedding model is missing, or cannot be trusted",
    "Distrusted": "A model gave what it cannot have computed",
}


@frozen
class Refused:
    """A request that is not done, for a reason of the interface and not of the engine."""

    status: int
    kind: str
    title: str
    detail: str
    hint: str = ""


GONE = Refused(400, "Gone", "The client left", "the client left before it was done")
"""Told to nobody."""
DEFECT = Refused(500, "Defect", "A defect in verify itself", "its standard error has the details")
"""What is told of an exception that nobody expected; its text may hold what is not to be told."""


@frozen
class Told:
    """A problem document, and the status and headers that go with it."""

    status: int
    document: dict[str, object]
    headers: dict[str, str]

    @property
    def body(self) -> bytes:
        """The document as JSON."""
        text = json.dumps(self.document, ensure_ascii=False, allow_nan=False)
        return escaped_json(text).encode("utf-8", "replace")


def called(name: str, result: Result[T]) -> Result[T]:
    """The same, where an error calls a file by the name that its sender has for it."""
    if failed(result) and isinstance(error := result.failure(), UnreadableDocument):
        return Failure(evolve(error, source=name))
    return result


def missing(what: str) -> Refused:
    """There is no such thing: never was, is gone, or is another session's, which is not told."""
    return Refused(404, "NotFound", "There is no such thing", f"there is no such {what}")


def told(error: Error | Refused) -> Told:
    """What is answered where a request is not done.

    >>> told(missing("job")).status
    404
    >>> told(InvalidInput("verify claims", ())).document["kind"]
    'InvalidInput'
    """
    if isinstance(error, Refused):
        return _told(error.status, error.kind, error.title, error.detail, error.hint)
    kind = type(error).__name__
    made = _told(_status(error), kind, _TITLES[kind], str(error), error.hint)
    if isinstance(error, ServiceUnavailable) and error.retry_after is not None:
        made.headers["Retry-After"] = str(max(1, round(error.retry_after)))
    if isinstance(error, InvalidInput):
        made.document["problems"] = [
            {"field": it.field, "problem": it.problem, "value": _plain(it.value)}
            for it in error.problems
        ]
    if isinstance(error, UnreadableDocument):
        made.document["fault"] = error.fault.value
    return made


def _told(status: int, kind: str, title: str, detail: str, hint: str) -> Told:
    document: dict[str, object] = {
        "type": "about:blank",
        "title": title,
        "status": status,
        "kind": kind,
        "detail": detail,
        "hint": hint or None,
    }
    return Told(status, document, {})


def _status(error: Error) -> int:
    match error:
        case InvalidInput():
            return 422
        case UnreadableDocument(fault=ReadFault.TOO_LARGE):
            return 413
        case UnreadableDocument(fault=ReadFault.MISSING):
            return 404
        case UnreadableDocument() | TextTooLong():
            return 422
        case StorageFault():
            return 409
        case ServiceUnavailable() | EmbeddingFault():
            return 503
    assert_never(error)


def _plain(value: object) -> object:
    if isinstance(value, float) and not math.isfinite(value):
        return repr(value)
    return value if isinstance(value, (str, int, float, bool, type(None))) else repr(value)
