"""SPDX licence expressions, understood by license-expression."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from license_expression import ExpressionError, get_spdx_licensing

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success

if TYPE_CHECKING:
    from collections.abc import Collection


@cache
def _licensing() -> Any:
    """The list of ids, which takes half a second to read."""
    return get_spdx_licensing()


def _parsed(expression: str) -> Result[Any]:
    try:
        read = _licensing().parse(expression, validate=True)
    except ExpressionError as error:
        return _wrong(expression, f"is no SPDX expression: {error}")
    return _wrong(expression, "is blank") if read is None else Success(read)


def _wrong(expression: str, rule: str) -> Failure[InvalidInput]:
    return Failure(InvalidInput("read a licence", (Problem("licence", expression, rule),)))


def ids(expression: str) -> Result[frozenset[str]]:
    """The licences that an expression names, each with its exception.

    >>> sorted(ids("MIT AND (ISC OR GPL-3.0-only WITH GCC-exception-3.1)").unwrap())
    ['GPL-3.0-only WITH GCC-exception-3.1', 'ISC', 'MIT']
    """
    return _parsed(expression).map(lambda read: frozenset(map(str, read.literals)))


def holds(expression: str, allowed: Collection[str]) -> Result[bool]:
    """Whether the expression can be met with the licences of `allowed` alone.

    >>> holds("MIT OR GPL-2.0-only", {"MIT"}).unwrap()
    True
    >>> holds("MIT AND GPL-2.0-only", {"MIT"}).unwrap()
    False
    """
    of = _licensing()

    def judged(read: Any) -> bool:
        each = {name: of.TRUE if str(name) in allowed else of.FALSE for name in read.literals}
        return bool(read.subs(each).simplify() == of.TRUE)

    return _parsed(expression).map(judged)
