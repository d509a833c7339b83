"""What can go wrong with a request to Ollama: the one place where foreign errors are understood.

What a server answers in each case was seen on servers 0.5.4 and 0.9.3 and read in the source and
the issues of later ones.
"""

from __future__ import annotations

import re
from enum import Enum

from attrs import frozen

_TOO_LONG = re.compile(r"context length|context size|too long|too large to process", re.IGNORECASE)
_NOT_FINITE = re.compile(r"\bNaN\b|\bInf\b", re.IGNORECASE)
_MISSING = re.compile(r"model .*not found", re.IGNORECASE | re.DOTALL)
_NO_EMBEDDINGS = re.compile(r"does not support embed", re.IGNORECASE)


class Fault(Enum):
    """What went wrong with a request, by what can be done about it."""

    UNREACHABLE = "try again: no answer came"
    FAILED = "try again: the server failed on it"
    MISSING = "the model must be pulled"
    TOO_LONG = "the text must be shorter"
    REFUSED = "one of the texts is at fault"
    UNUSABLE = "nothing helps"


PASSING = frozenset({Fault.UNREACHABLE, Fault.FAILED})


@frozen
class Refusal:
    """A request that gave no value; `tries` and `waited` (seconds) are what was spent on it."""

    fault: Fault
    detail: str
    tries: int = 1
    waited: float = 0.0


class RefusedError(Exception):
    """Carries a refusal of our own through the client package."""

    def __init__(self, refused: Refusal) -> None:
        super().__init__(refused.detail)
        self.refused = refused


def foreign_errors() -> tuple[type[Exception], ...]:
    """Every kind of exception that a request through the client package can raise.

    Those of httpcore come as they are, since the transport is our own.
    ValueError holds those of json and pydantic. TypeError, AttributeError and RecursionError come
    out of the package when a server (or a proxy before it) answers with JSON of another shape.
    """
    import httpcore
    import httpx
    import ollama

    return (
        RefusedError,
        httpcore.TimeoutException,
        httpcore.NetworkError,
        httpcore.ProtocolError,
        httpcore.UnsupportedProtocol,
        httpcore.ProxyError,
        httpcore.ConnectionNotAvailable,
        httpx.HTTPError,
        httpx.InvalidURL,
        httpx.StreamError,
        ollama.RequestError,
        ollama.ResponseError,
        OSError,
        ValueError,
        TypeError,
        AttributeError,
        RecursionError,
    )


def refusal(error: Exception) -> Refusal:
    """What an exception of the client package means."""
    import httpcore
    import httpx
    import ollama

    match error:
        case RefusedError():
            return error.refused
        case ollama.ResponseError():
            return _refusal_by_status(error.status_code, _said(error.error))
        case httpx.HTTPStatusError():
            return _refusal_by_status(error.response.status_code, _said(error.response.text))
        case httpx.TimeoutException() | httpcore.TimeoutException():
            return Refusal(Fault.UNREACHABLE, "gave no answer in time")
        case httpx.UnsupportedProtocol() | httpx.InvalidURL() | httpx.TooManyRedirects():
            return Refusal(Fault.UNUSABLE, f"cannot be asked ({error})")
        case httpx.DecodingError() | httpx.StreamError():
            return Refusal(Fault.UNUSABLE, "gave an answer that cannot be read")
        case httpcore.UnsupportedProtocol():
            return Refusal(Fault.UNUSABLE, f"cannot be asked ({error})")
        case httpcore.ConnectError() | OSError():
            return Refusal(Fault.UNREACHABLE, "does not answer")
        case httpx.TransportError() | httpcore.NetworkError() | httpcore.ProtocolError():
            return Refusal(Fault.UNREACHABLE, "broke the connection")
        case _:
            return Refusal(Fault.UNUSABLE, "gave an answer that is not Ollama's")


def _said(error: object) -> str:
    """What a server said, in one line; `{}` is what it says when its runner crashed."""
    return " ".join(error.split())[:300] if isinstance(error, str) else ""


def _refusal_by_status(status: int, said: str) -> Refusal:
    told = f"answered {status}" + (f": {said}" if said else "")
    if _NOT_FINITE.search(said) or _NO_EMBEDDINGS.search(said):
        return Refusal(Fault.UNUSABLE, told)
    if status == 413 or _TOO_LONG.search(said):
        return Refusal(Fault.TOO_LONG, told)
    if status == 404 and _MISSING.search(said):
        return Refusal(Fault.MISSING, told)
    if status == 400:
        return Refusal(Fault.REFUSED, told)
    if status in {502, 503, 504}:
        return Refusal(Fault.UNREACHABLE, told)
    return Refusal(Fault.FAILED if status >= 500 else Fault.UNUSABLE, told)
