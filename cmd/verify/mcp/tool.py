"""What a tool is, and what it works with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from attrs import frozen

from vera.core.result import Result
from vera.verify.mcp.grant import Grant
from vera.verify.served.arguments import Arguments
from vera.verify.served.opened import Opened

Tell: TypeAlias = Callable[[float, float, str], None]
"""Told how much is done, of how much, and what comes next; raises where nobody waits any more."""


@frozen
class Desk:
    """What all calls share: the folders that were granted, and what is open."""

    grant: Grant
    opened: Opened


@frozen
class Tool:
    """A tool: what a client is told of it, and the function that does its work.

    `schema` is the name of the JSON Schema of its answer, a file in `verification/report/schema`;
    `work` gives that answer as JSON text. `writes` says that a library is changed.
    """

    name: str
    title: str
    description: str
    arguments: type[Arguments]
    schema: str
    work: Callable[[Any, Desk, Tell], Result[str]]
    writes: bool = False
