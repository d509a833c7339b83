"""The parts of a formula as plain text in reading order, whatever markup they come from."""

from __future__ import annotations

import re
import unicodedata

from vera.verification.ingestion.raised import exponent

_ATOM = r"\d+(?:[.,]\d+)*|[^\W\d_]+\d*['′]*|[^\W_]\^[^\W_]"
"""What needs no parentheses in a fraction or under a root: a number, a variable, a name."""
_CLOSED = r"[\w^∑∏∫]*\([^()]*\)|\|[^|]*\||\[[^\[\]]*\]"
_RELATIONS = frozenset("=≠≈≅≡∼≃<>≤≥≪≫∈∉⊂⊆⊃⊇∝→←↔⇒⇐⇔↦∶:≔±∓×÷·∗⋅⊗⊕∪∩∧∨")
_SIGNS = frozenset("+−-")
_TIGHT = frozenset("\u2061\u2062\u2063\u2064")
"""Function application, and times, comma and plus that are not seen."""
_OPENS = frozenset("([{⟨|‖⌈⌊")
_STOPS = frozenset(",;")
_BIG = frozenset("∑∏∐∫∬∭∮⋃⋂⋁⋀⨁⨂")
_LIMITS = r"(?:arg ?)?(?:max|min)|lim(?: ?sup| ?inf)?|sup|inf|det|gcd|Pr"
ACCENTS = {
    **dict.fromkeys("^ˆ\u0302", "\u0302"),
    **dict.fromkeys("~˜∼\u0303", "\u0303"),
    **dict.fromkeys("¯‾ˉ_―−\u0304\u0305", "\u0304"),
    **dict.fromkeys("˙.\u0307", "\u0307"),
    **dict.fromkeys("¨\u0308", "\u0308"),
    **dict.fromkeys("→⃗\u20d7", "\u20d7"),
    **dict.fromkeys("ˇ\u030c", "\u030c"),
}
"""Signs over a letter, and how they are written behind it (Unicode, combining)."""


def row(parts: list[str]) -> str:
    """Parts that follow each other, with the blanks that operators have.

    >>> row(["x", "=", "−", "2", "+", "y"]), row(["f", "(", "a", ",", "b", ")"])
    ('x = −2 + y', 'f(a, b)')
    """
    said: list[str] = []
    last = ""  # the operator that was written last; letters are none
    for part in parts:
        text = part.strip()
        if not text or text in _TIGHT:
            blank = text == "\u2061" or (part and not text)
            if blank and said and not said[-1].endswith(" "):
                said.append(" ")
            continue
        if text in _SIGNS:
            unary = not said or last in _OPENS | _STOPS | _RELATIONS | _SIGNS
            said.append(
                text if unary and last not in _RELATIONS else text if unary else f" {text} "
            )
        elif text in _RELATIONS:
            said.append(f" {text} ")
        elif text in _STOPS:
            said.append(f"{text} ")
        else:
            if text[0] == "(" and said and said[-1] == " ":
                said.pop()
            said.append(_apart(said, text) + text + " " * _has_limits(text))
        last = text if len(text) == 1 and not text.isalnum() else ""
    joined = re.sub(r" +", " ", "".join(said)).strip()
    return re.sub(r" (?=[,;)\]])|(?<=[(\[]) ", "", joined)


def _has_limits(text: str) -> bool:
    limits = rf"[a-z]+_\(|(?:{_LIMITS})_[^\W_]+$"
    return len(text) > 1 and (text[0] in _BIG or re.match(limits, text) is not None)


def _apart(said: list[str], text: str) -> str:
    """A blank between what would melt: names, numbers and powers."""
    before = said[-1] if said else ""
    begins = text[0].isalnum() or re.match(r"\.\d", text)
    if not before or not (before[-1].isalnum() or before[-1] in ")'′") or not begins:
        return ""
    named = re.search(r"[^\W\d_]{2,}$", before) or re.match(r"[^\W\d_]{2,}", text)
    digits = before[-1].isdecimal() and text[0].isdecimal()
    power = re.search(r"\^\S*$", before)
    return " " if named or digits or power else ""


def grouped(text: str) -> str:
    """In parentheses where it has several parts.

    >>> grouped("x"), grouped("x + 1"), grouped("(x + 1)")
    ('x', '(x + 1)', '(x + 1)')
    """
    single = re.fullmatch(_ATOM, text) or re.fullmatch(_CLOSED, text)
    return text if single else f"({text})"


def fraction(above: str, below: str) -> str:
    """One part over another.

    >>> fraction("1", "n + 1")
    '1/(n + 1)'
    """
    return f"{grouped(above)}/{grouped(below)}" if above and below else above + below


def root(inside: str, degree: str = "") -> str:
    """A square root, or another one with its degree first.

    >>> root("x"), root("x", "3")
    ('sqrt(x)', 'root(3, x)')
    """
    return f"root({degree}, {inside})" if degree and degree != "2" else f"sqrt({inside})"


def script(base: str, sub: str = "", sup: str = "") -> str:
    """A base with an index and an exponent; of a sum they are its limits.

    >>> script("x", "i", "2"), script("∑", "i = 1", "n"), script("10", "", "−3")
    ('xi^2', '∑_(i = 1)^n', '10^-3')
    """
    limits = base in _BIG or re.fullmatch(_LIMITS, base) or base[-1:] in ")]|"
    low = ""
    if sub:
        apart = limits or (base[-1:].isdecimal() and sub[0].isdecimal())
        low = f"_{grouped(sub)}" if apart else sub if len(sub) < 2 else _several(sub)
    if not sup:
        return base + low
    if re.fullmatch(r"['′″‴]+", sup):
        return base + sup + low
    if sup == "th":
        return base + low + sup
    whole = base if len(base) < 2 or re.fullmatch(_ATOM, base) or limits else grouped(base)
    return whole + low + exponent(sup)


def _several(sub: str) -> str:
    return sub if re.fullmatch(r"[\w,+−-]+", sub) else f"_({sub})"


def over(base: str, sign: str) -> str:
    """A letter with a sign over it; a sign over more is written behind, as a limit is.

    >>> over("x", "¯") == "x̄", over("x → 0", "def")
    (True, '(x → 0)^(def)')
    """
    accent = ACCENTS.get(sign)
    if accent and base and all(map(str.isalnum, base)):
        return unicodedata.normalize("NFC", "".join(letter + accent for letter in base))
    if accent or sign in {"⏞", "︷", "⎴", "⏟", "︸"}:
        return base
    return script(base, "", sign) if sign else base


def matrix(rows: list[list[str]]) -> str:
    """Rows of a matrix parted by semicolons.

    >>> matrix([["a", "b"], ["c", "d"]])
    'a, b; c, d'
    """
    return "; ".join(", ".join(cells) for cells in rows)
