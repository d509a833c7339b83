"""Result, the Go way: an operation returns a value or one of our errors, and the caller looks.

The idiom, everywhere in the project::

    paper = read(path)
    if failed(paper):
        return paper
    chunks = chunk(paper.unwrap())

A Result is for what can go wrong in the world. A bug stays an exception.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import returns.result
from returns.result import Failure, Success

from vera.core.errors import Error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from typing_extensions import TypeIs

__all__ = ["Failure", "Result", "Success", "failed", "traverse"]

T = TypeVar("T")
U = TypeVar("U")

Result: TypeAlias = returns.result.Result[T, Error]
"""A `Success` holding a T, or a `Failure` holding one of the errors of `vera.core.errors`."""


def failed(result: Result[Any]) -> TypeIs[Failure[Error]]:
    """Tell whether `result` is an error: Go's `err != nil`, known to the type checkers.

    >>> failed(Success(1))
    False
    """
    return isinstance(result, Failure)


def traverse(function: Callable[[T], Result[U]], items: Iterable[T]) -> Result[tuple[U, ...]]:
    """Apply `function` to each item in order; stop at the first error and return it.

    >>> traverse(lambda n: Success(n + 1), [1, 2]).unwrap()
    (2, 3)
    """
    values: list[U] = []
    for item in items:
        result = function(item)
        if failed(result):
            return result
        values.append(result.unwrap())
    return Success(tuple(values))
