"""What an endpoint is, what it is called with, and what it answers."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import field, frozen

from vera.verification.report.printable import escaped_json
from vera.verify.serve.desk import Desk
from vera.verify.serve.sessions import Session
from vera.verify.served.arguments import Arguments

if TYPE_CHECKING:
    from vera.core.result import Result
    from vera.verify.serve.problems import Refused

JSON = "application/json"


@frozen
class Answer:
    """What is sent: JSON, or a file under a name where it is to be kept."""

    body: bytes
    media_type: str = JSON
    status: int = 200
    name: str = ""
    headers: Mapping[str, str] = field(factory=dict)


@frozen
class Call:
    """A request whose form is sound: the parts of its path, its query and its body.

    `left` is set when its client is gone, where the endpoint waits.
    """

    desk: Desk
    session: Session
    path: Mapping[str, str]
    query: Any = None
    body: Any = None
    left: threading.Event = field(factory=threading.Event)


Work: TypeAlias = "Callable[[Call], Result[Answer] | Refused]"


@frozen
class Endpoint:
    """One thing that a client can ask for; `work` runs in a thread.

    `answer` is a JSON Schema file of `verification/report/schema`, a schema of `answers`, or a
    media type. One that `waits` is told when its client leaves, and has no part in how many
    are worked on at once. `path` is as Starlette has it, with the names of its parts in braces.
    """

    method: str
    path: str
    name: str
    title: str
    answer: str
    work: Work
    query: type[Arguments] | None = None
    body: type[Arguments] | None = None
    status: int = 200
    waits: bool = False


def told(value: object, status: int = 200) -> Answer:
    """JSON."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return text_told(text, status)


def text_told(text: str, status: int = 200) -> Answer:
    """JSON that is text already."""
    return Answer(escaped_json(text).encode("utf-8", "replace"), status=status)
