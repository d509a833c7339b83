"""Formulas of Typst as plain text in reading order, as MathML's are: "(a + 1)/2", "xi^2", "∑_i".

A name of several letters is a sign, a function, or itself; one that is followed by brackets takes
what stands in them. Typst's own reference names them.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from attrs import define, frozen

from vera.verification.ingestion.markup import formula
from vera.verification.ingestion.markup import typst_names as names

if TYPE_CHECKING:
    from collections.abc import Callable

_LONGEST = 20_000
"""Characters of a formula; a longer one is as written (as in `tex`)."""
_DEEPEST = 40
_TOKEN = re.compile(
    r'"(?P<text>(?:\\.|[^"\\])*)"|(?P<number>\d+(?:[.,]\d+)*)|\\(?P<escaped>\S)'
    r"|#?(?P<name>[^\W\d_]+(?:\.[^\W\d_]+)*)|(?P<primes>'+)|(?P<row>\\)"
    r"|(?P<sign><=>|\|->|<->|<==|==>|<=|>=|!=|->|<-|=>|:=|>>|<<|\.\.\.|_|[^\s\w])|(?P<blank>\s+)|(?P<rest>.)"
)
_SHOWN = frozenset((*names.OVER, *names.PLAIN, *names.AROUND))
_CLOSES = {"(": ")", "[": "]", "{": "}"}


def text_of(source: str) -> str:
    """The plain text of what stands between two signs of dollar.

    >>> text_of("(a + 1)/sqrt(b) <= sum_(i=1)^n x_i^2"), text_of("10^(-3) alpha.alt")
    ('(a + 1)/sqrt(b) ≤ ∑_(i = 1)^n xi^2', '10^-3 α')
    """
    if len(source) > _LONGEST:
        return " ".join(source.split())
    try:
        return _Parser.of(source).rows()
    except RecursionError:
        return " ".join(source.split())


@frozen
class _Token:
    kind: str
    text: str


@define
class _Parser:
    tokens: list[_Token]
    at: int = 0
    depth: int = 0

    @classmethod
    def of(cls, source: str) -> _Parser:
        found = []
        for it in _TOKEN.finditer(source):
            kind = it.lastgroup or "rest"
            found.append(_Token(kind, it[kind]))
        return cls(found)

    def rows(self, until: str = "") -> str:
        """All up to a sign, lines parted by semicolons."""
        rows: list[str] = []
        parts: list[str] = []
        while (token := self._peek()) is not None and not self._is_sign(until):
            if token.kind == "row":
                self.at += 1
                rows.append(formula.row(parts))
                parts = []
            else:
                parts.append(self._item(until))
        return "; ".join(filter(None, (*rows, formula.row(parts))))

    def _peek(self) -> _Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def _is_sign(self, among: str) -> bool:
        token = self._peek()
        return token is not None and token.kind == "sign" and token.text in set(among)

    def _item(self, until: str) -> str:
        """An atom with its scripts, over others."""
        above, closed = self._scripted()
        while self._goes_over():
            self._pass_blanks()
            if self._peek() is None or self._is_sign(until):
                return f"{above}/"
            below, below_closed = self._scripted()
            above = formula.fraction(_open(above, closed), _open(below, below_closed))
            closed = False
        return above

    def _goes_over(self) -> bool:
        """Whether the sign of a fraction follows, which is passed."""
        before = self.at
        self._pass_blanks()
        found = self._is_sign("/")
        self.at = self.at + 1 if found else before
        return found

    def _pass_blanks(self) -> None:
        while (token := self._peek()) is not None and token.kind == "blank":
            self.at += 1

    def _scripted(self) -> tuple[str, bool]:
        """An atom with its scripts, and whether it is no more than what stands in brackets."""
        base, closed = self._atom()
        scripts = {"_": "", "^": ""}
        while (token := self._peek()) is not None:
            if token.kind == "primes":
                self.at += 1
                scripts["^"] += token.text
            elif self._is_sign("_^"):
                self.at += 1
                self._pass_blanks()
                if self._peek() is None:
                    break
                said, said_closed = self._atom()
                scripts[token.text] += _open(said, said_closed)
            else:
                break
        if not any(scripts.values()):
            return base, closed
        if not base.strip():
            return scripts["^"] + scripts["_"], False
        return formula.script(base, scripts["_"], scripts["^"]), False

    def _atom(self) -> tuple[str, bool]:
        token = self.tokens[self.at]
        self.at += 1
        match token.kind:
            case "blank":
                return "", False
            case "text":
                return f" {token.text} " if token.text.strip() else "", False
            case "name":
                return self._name(token.text), False
            case "sign" if token.text in {"&", "#"}:
                return "", False
            case "sign" if token.text in {"_", "^"}:  # before what it belongs to
                self.at -= 1
                return "", False
            case "sign" if token.text in _CLOSES:
                inside = self._inside(_CLOSES[token.text])
                return f"{token.text}{inside}{_CLOSES[token.text]}", token.text == "("
            case _:
                return names.SIGNS.get(token.text, token.text), False

    def _inside(self, until: str) -> str:
        """All up to what closes it, which is passed."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise RecursionError
        said = self.rows(until)
        self.at += 1
        self.depth -= 1
        return said

    def _name(self, name: str) -> str:
        called = self._is_sign("(") and len(name) > 1
        if called and (name in _SHOWN or name in _CALLED):
            self.at += 1
            rows = self._given()
            given = [it for row in rows for it in row]
            if name in _CALLED:
                return _CALLED[name](rows)
            first = given[0] if given else ""
            if name in names.OVER:
                return formula.over(first.strip(), names.OVER[name])
            if name in names.AROUND:
                return f"{names.AROUND[name][0]}{', '.join(given)}{names.AROUND[name][1]}"
            return f" {first} "
        first = name.partition(".")[0]
        sign = names.NAMED.get(name) or _letter(first) or names.NAMED.get(first, name)
        if not self._is_sign("("):
            return sign
        self.at += 1
        return f"{sign}({self._inside(')')})"

    def _given(self) -> list[list[str]]:
        """The arguments of a call by their rows, those with a name left out; its end is passed."""
        rows: list[list[str]] = [[]]
        self.depth += 1
        if self.depth > _DEEPEST:
            raise RecursionError
        while self._peek() is not None:
            begun = self.at
            said = self.rows(",;)")
            named = "".join(it.text for it in self.tokens[begun : self.at])
            if re.match(r"\s*[a-z-]+\s*:", named) is None:
                rows[-1].append(said)
            token = self._peek()
            self.at += 1
            if token is None or token.text == ")":
                break
            if token.text == ";":
                rows.append([])
        self.depth -= 1
        return rows


def _open(text: str, closed: bool) -> str:
    """Without the brackets around it, which only hold it together."""
    return text[1:-1] if closed else text.strip()


def _letter(name: str) -> str:
    """A Greek letter by its name; nothing for another one."""
    case = "CAPITAL" if name[:1].isupper() else "SMALL"
    spelled = {"lambda": "lamda"}.get(name.lower(), name)
    if not re.fullmatch(r"[A-Z]?[a-z]{1,6}", name):
        return ""
    try:
        return unicodedata.lookup(f"GREEK {case} LETTER {spelled.upper()}")
    except KeyError:
        return ""


def _at(rows: list[list[str]], number: int) -> str:
    given = [it for row in rows for it in row]
    return given[number] if number < len(given) else ""


_CALLED: dict[str, Callable[[list[list[str]]], str]] = {
    "frac": lambda rows: formula.fraction(_at(rows, 0), _at(rows, 1)),
    "sqrt": lambda rows: formula.root(_at(rows, 0)),
    "root": lambda rows: formula.root(_at(rows, 1), _at(rows, 0)),
    "binom": lambda rows: f"({_at(rows, 0)} choose {_at(rows, 1)})",
    "vec": lambda rows: f"({formula.matrix([[it] for row in rows for it in row])})",
    "mat": lambda rows: f"({formula.matrix(rows)})",
    "cases": lambda rows: "{" + formula.matrix([[it] for row in rows for it in row]),
}
