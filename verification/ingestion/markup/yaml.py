"""YAML of front matter, as plain values, read by PyYAML without its constructors.

PyYAML's own loader makes objects, and copies what an alias names as often as it is named: nine
lines can ask for a billion values. Here the nodes that it composes, a number that grows with the
file, become values under a limit.
"""

from __future__ import annotations

import math
import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

from attrs import define

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST = 100_000
"""Characters of front matter; what real files have is a hundredth of it."""
_MOST = 10_000
"""Values, each counted as often as aliases name it."""
_DEEPEST = 50
_DIGITS = 300
"""A longer number is left as text."""
_UNSOUND = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9_]*)")
_TRUE, _FALSE = {"yes", "true", "on"}, {"no", "false", "off"}


class _TooMuchError(Exception):
    """There are more values than `_MOST`, or deeper ones than `_DEEPEST`."""


def mapping(text: str) -> Result[Mapping[str, object]]:
    r"""The mapping that the text is; an `InvalidInput` that says why where it is none.

    A value is text, a number, a boolean, None, or a list or mapping of values. Dates stay text, as
    does what JSON could not say. Merge keys (`<<`) and tags are not followed.

    >>> mapping("title: On claims\nyear: 2026\ntags: [a, b]").unwrap()
    {'title': 'On claims', 'year': 2026, 'tags': ['a', 'b']}
    """
    if len(text) > LONGEST:
        return _wrong(f"it has more than {LONGEST:,} characters")
    yaml: Any = import_module("vera.verification.ingestion.markup.pyyaml")
    try:
        root = yaml.root(text)
        value = {} if root is None else _Values().of(root, 0)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f"line {mark.line + 1}: " if mark else ""
        return _wrong(f"{line}{error.problem or error.context}")
    except yaml.YAMLError as error:
        return _wrong(str(error).partition("\n")[0])
    except (ValueError, OverflowError):  # a character, or a number by its tag, that is none
        return _wrong("a value in it is no YAML")
    except (_TooMuchError, RecursionError):
        return _wrong("its values are too many, or nested too deeply")
    return Success(value) if isinstance(value, dict) else _wrong("it is no mapping")


def _wrong(rule: str) -> Failure[InvalidInput]:
    return Failure(InvalidInput("front matter", (Problem("front matter", None, rule),)))


@define
class _Values:
    count: int = 0

    def of(self, node: Any, depth: int) -> object:
        self.count += 1
        if self.count > _MOST or depth > _DEEPEST:
            raise _TooMuchError
        if node.id == "mapping":
            return {self.key(key, depth): self.of(value, depth + 1) for key, value in node.value}
        if node.id == "sequence":
            return [self.of(value, depth + 1) for value in node.value]
        return _scalar(node.tag.rpartition(":")[2], node.value)

    def key(self, node: Any, depth: int) -> str:
        return _text(node.value if node.id == "scalar" else str(self.of(node, depth + 1)))


def _text(value: str) -> str:
    return _UNSOUND.sub("\ufffd", value)


def _scalar(tag: str, value: str) -> object:
    if tag == "null":
        return None
    if tag == "bool" and value.lower() in _TRUE | _FALSE:
        return value.lower() in _TRUE
    if len(value) <= _DIGITS:
        if tag == "int" and _INTEGER.fullmatch(value):
            return int(value.replace("_", ""))
        if tag == "float" and ":" not in value and value.strip("+-.").lower() not in {"inf", "nan"}:
            number = float(value.replace("_", ""))
            return number if math.isfinite(number) else _text(value)
    return _text(value)
