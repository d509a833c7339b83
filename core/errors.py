"""The closed union of typed errors.

Each error carries the operation that failed (`op`) and what a caller needs to act or to retry. Its
printed form is one sentence that omits what is empty; `hint` is one sentence that says what to do.
A caller matches on the class and ends with `assert_never`, so that the type checkers say when a
case is missing.
"""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from attrs import frozen


class ReadFault(Enum):
    """Why a file could not be read as a document."""

    MISSING = "missing"
    NOT_A_FILE = "not a file"
    FORBIDDEN = "forbidden"
    EMPTY = "empty"
    UNSUPPORTED = "unsupported"
    ENCRYPTED = "encrypted"
    WRONG_PASSWORD = "wrong password"  # noqa: S105 - the name of a fault, not a password
    DAMAGED = "damaged"
    SCANNED = "scanned"
    UNDECODABLE = "undecodable"
    TOO_LARGE = "too large"
    BROKEN_IO = "input/output error"


@frozen
class Problem:
    """One invalid setting: its field, the value given and what is wrong with it."""

    field: str
    value: object
    problem: str

    def __str__(self) -> str:
        return f"{self.field} {self.problem} (got {self.value!r})"


@frozen
class InvalidInput:
    """The caller asked for something that has no meaning; every offending field is named."""

    op: str
    problems: tuple[Problem, ...]

    def __str__(self) -> str:
        return f"{self.op}: " + "; ".join(map(str, self.problems))

    @property
    def hint(self) -> str:
        """What to do about it."""
        return ""


@frozen
class UnreadableDocument:
    """A file gives no text to judge claims on."""

    op: str
    source: str
    fault: ReadFault
    detail: str = ""
    hint: str = ""

    def __str__(self) -> str:
        return f"{self.source}: {self.detail or self.fault.value}"


@frozen
class ServiceUnavailable:
    """A server that is needed did not serve; the same call may succeed later.

    `retry_after` is the number of seconds after which another try makes sense, `attempts` how
    often it was tried, `waited` the seconds spent on it.
    """

    op: str
    service: str
    detail: str
    attempts: int = 1
    waited: float = 0.0
    retry_after: float | None = None
    hint: str = ""

    def __str__(self) -> str:
        said = f"{self.service}: {self.detail}"
        if self.attempts > 1:
            said += f" (tried {self.attempts} times in {self.waited:.1f} s)"
        return said


@frozen
class EmbeddingFault:
    """An embedding model is missing, or answered with something that cannot be trusted."""

    op: str
    embedder: str
    detail: str
    hint: str = ""

    def __str__(self) -> str:
        return f"{self.embedder}: {self.detail}"


@frozen
class Distrusted(EmbeddingFault):
    """A model gave what it cannot have computed: nothing that came from it in the run is sound."""


@frozen
class TextTooLong:
    """A text that must be embedded whole exceeds what the model reads.

    `index` is its position among the texts of the call, `length` its length and `limit` the most
    the model reads, both in `unit`; 0 where a server does not tell.
    """

    op: str
    embedder: str
    index: int
    length: int = 0
    limit: int = 0
    unit: str = "tokens"
    hint: str = "shorten the text, or split it into several claims"

    def __str__(self) -> str:
        size = f" of {self.length} {self.unit}" if self.length else ""
        limit = f" ({self.limit} {self.unit})" if self.limit else ""
        return f"{self.embedder}: a text{size} is longer than the model reads{limit}"


@frozen
class StorageFault:
    """Something could not be kept on, or fetched from, a disk."""

    op: str
    path: str
    detail: str
    hint: str = ""

    def __str__(self) -> str:
        return f"{self.path}: {self.detail}"


Error: TypeAlias = (
    InvalidInput
    | UnreadableDocument
    | ServiceUnavailable
    | EmbeddingFault
    | TextTooLong
    | StorageFault
)
