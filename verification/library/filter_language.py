r"""The language of filters: year >= 2020 and author ~ "smith" and not tag = review.

A condition is FIELD, or FIELD OPERATOR VALUE. A field may have several values, and one that fits is
enough; != and !~ are the contrary of = and ~, so they hold for a paper without the field, as `not`
does. A FIELD alone holds for papers that have one. A value with blanks or marks stands in quotes,
single or double, with a backslash before a quote or backslash in it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from attrs import define, frozen

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success
from vera.verification.ingestion.markup.iso8601 import as_number, seconds
from vera.verification.library.metadata import FIELDS, LONGEST

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

OPERATORS = ("<=", ">=", "!=", "!~", "=", "<", ">", "~")
PLACE = frozenset({"path", "source"})
"""Fields that are where the files of a paper lie; they are in no bibliography."""
_OTHER_NAMES = {
    "authors": "author",
    "tags": "tag",
    "aliases": "alias",
    "links": "link",
    "keyword": "tag",
    "keywords": "tag",
    "kind": "type",
    "source": "path",
}
_MOST = 200
"""Conditions of a filter, and how deep brackets may stand in each other."""
_TOKEN = re.compile(
    r"""\s*(?:(?P<quoted>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?P<operator><=|>=|!=|!~|==?|<|>|~)"""
    r"""|(?P<bracket>[()])|(?P<word>[^\s()"'=<>!~]+))""",
    re.DOTALL,
)
_LONGEST_FILTER = 20_000


@frozen
class Condition:
    """A field with one of `OPERATORS` and a value; with no operator, that the field is there."""

    field: str
    operator: str = ""
    value: str = ""

    @property
    def kind(self) -> str:
        """Of its values: "text", "number", "time", or "any" for front matter."""
        return "text" if self.field in PLACE else FIELDS.get(self.field, "any")


@frozen
class Not:
    """The other does not hold."""

    inner: Where


@frozen
class All:
    """Each of them holds."""

    parts: tuple[Where, ...]


@frozen
class Any:
    """One of them holds."""

    parts: tuple[Where, ...]


Where: TypeAlias = "Condition | Not | All | Any"


@frozen
class Filter:
    """A filter, and the words that it was said in."""

    text: str
    where: Where


def parse(said: str | Sequence[str]) -> Result[Filter]:
    """The filter that is said; of several, all must hold.

    An `InvalidInput` names what is no filter, a field that is none, and a value that a field cannot
    have. The fields of front matter are known by "front." and their name, or where no other has
    that name by it alone; whether a library has one is not known here.

    >>> parse("year >= 2020 and not tag = review").unwrap().where.parts[0]
    Condition(field='year', operator='>=', value='2020')
    >>> print(parse("year >= soon").failure())
    filter papers: where must be a number, to be compared with year (got 'soon')
    """
    texts = [said] if isinstance(said, str) else list(said)
    parts = []
    for text in texts or [""]:
        if len(text) > _LONGEST_FILTER:
            problem = Problem("where", text[:40], f"has more than {_LONGEST_FILTER:,} characters")
            return Failure(InvalidInput("filter papers", (problem,)))
        parser = _Parser(_tokens(text))
        found = parser.parsed()
        if parser.wrong is not None:
            return Failure(InvalidInput("filter papers", (parser.wrong,)))
        parts.append(found)
    text = " and ".join(texts if len(texts) == 1 else (f"({it})" for it in texts))
    return Success(Filter(text, parts[0] if len(parts) == 1 else All(tuple(parts))))


def conditions(where: Where) -> Iterator[Condition]:
    """All conditions of a filter, in order."""
    match where:
        case Condition():
            yield where
        case Not(inner):
            yield from conditions(inner)
        case All(parts) | Any(parts):
            for part in parts:
                yield from conditions(part)


def _tokens(text: str) -> list[tuple[str, str]]:
    """Kinds and words; what is none of them is of the kind ""."""
    found, at = [], 0
    while text[at:].strip():
        token = _TOKEN.match(text, at)
        if token is None:
            found.append(("", text[at : at + 40].strip()))
            break
        kind = token.lastgroup or ""
        said = token[kind]
        if kind == "quoted":
            said = re.sub(r"\\(.)", r"\1", said[1:-1], flags=re.DOTALL)
        found.append((kind, "=" if (kind, said) == ("operator", "==") else said))
        at = token.end()
    return found


_NOTHING = Condition("")


@define
class _Parser:
    """By recursive descent; after the first thing that is wrong nothing more is read."""

    tokens: list[tuple[str, str]]
    wrong: Problem | None = None
    at: int = 0
    depth: int = 0
    count: int = 0

    def refuse(self, part: str, rule: str) -> Condition:
        if self.wrong is None:
            self.wrong = Problem("where", part, rule)
        self.at = len(self.tokens)
        return _NOTHING

    def parsed(self) -> Where:
        found = self.any()
        kind, said = self._next()
        if self.at < len(self.tokens):
            rule = "is not expected there in a filter" if kind else "is not closed"
            self.refuse(said, rule)
        return found

    def any(self) -> Where:
        parts = [self.all()]
        while self._word("or"):
            parts.append(self.all())
        return parts[0] if len(parts) == 1 else Any(tuple(parts))

    def all(self) -> Where:
        parts = [self.one()]
        while self._word("and"):
            parts.append(self.one())
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def one(self) -> Where:
        self.depth += 1
        self.count += 1
        found: Where
        if max(self.depth, self.count) > _MOST:
            found = self.refuse("...", f"must have at most {_MOST} conditions")
        elif self._word("not"):
            found = Not(self.one())
        elif self._next() == ("bracket", "("):
            self.at += 1
            found = self.any()
            if self._next() != ("bracket", ")"):
                found = self.refuse(self._here(), 'stands where ")" must stand')
            self.at += 1
        else:
            found = self._condition()
        self.depth -= 1
        return found

    def _condition(self) -> Condition:
        kind, name = self._next()
        if kind != "word":
            return self.refuse(self._here(), "stands where a filter must name a field")
        self.at += 1
        field = _OTHER_NAMES.get(name.lower(), name.lower())
        kind, operator = self._next()
        if kind != "operator":
            return Condition(field)
        self.at += 1
        kind, value = self._next()
        if kind not in {"word", "quoted"}:
            if not kind and value:
                return self.refuse(value, "is not closed")
            return self.refuse(self._here(), f"stands where {name} {operator} needs a value")
        self.at += 1
        found = Condition(field, operator, value)
        rule = _against(found)
        return self.refuse(value[:40], rule) if rule else found

    def _word(self, word: str) -> bool:
        kind, said = self._next()
        found = kind == "word" and said.lower() == word
        self.at += found
        return found

    def _next(self) -> tuple[str, str]:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("", "")

    def _here(self) -> str:
        return self._next()[1] or "the end"


def _against(said: Condition) -> str:
    """Why a condition has no meaning, or nothing."""
    ordered, equal = said.operator in {"<", "<=", ">", ">="}, said.operator in {"=", "!="}
    if not said.value.strip() or len(said.value) > LONGEST:
        return f"must be a value of 1 to {LONGEST:,} characters"
    if said.kind == "text" and ordered:
        return f"must not be compared by {said.operator}: {said.field} has =, !=, ~ and !~"
    if said.kind == "number" and (ordered or equal) and as_number(said.value) is None:
        return f"must be a number, to be compared with {said.field}"
    if said.kind == "time" and (ordered or equal) and seconds(said.value) is None:
        return f"must be a time such as 2026, 2026-05-31 or 2026-05-31T12:00 ({said.field})"
    return ""
