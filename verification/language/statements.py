"""A claim of several parts, cut into parts that can be judged each by itself.

It is cut only where the form leaves no doubt: between sentences, between clauses that both have a
verb of their own, between two verbs of one subject, and in "both A and B", "not only A but also B"
and "A but not B". Two nouns with an "and" between them are one part.
"""

from __future__ import annotations

import re
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.document import Span
from vera.verification.language.sentence import is_abbreviated, is_open, sentence_ends
from vera.verification.language.word_list import word_list
from vera.verification.language.words import Word, joined, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_LONGEST = 2000  # characters of a claim that is cut at all: by hand
_FEWEST = 3  # words of a clause: by hand
_FEW = 2  # words of what is said with a second verb: by hand
_MOST = 6  # parts of a claim: by hand


def _forms(bases: Iterable[str]) -> dict[str, str]:
    """The third person and the past of regular verbs, and what each is a form of."""
    found: dict[str, str] = {}
    for base in bases:
        plain = base.removesuffix("e")
        found[base + ("es" if base.endswith(("ch", "sh", "ss")) else "s")] = base
        if base not in {"lead", "show", "differ", "occur"}:
            found[plain + "ed"] = base
    return found


_CHANGE_FORMS = _forms(word_list("verbs_of_change"))
_VERBS = {
    **_forms(word_list("verbs_of_findings")),
    **_CHANGE_FORMS,
    "led": "lead",
    "showed": "show",
    "occurred": "occur",
}
_AUXILIARY = frozenset(word_list("auxiliaries"))
_NOUN_AFTER = frozenset({"in", "of", "to", "for", "by", "from", "with", "and", "or", "that"})

_SUBORDINATE = frozenset(
    ("if", "when", "that", "which", "who", "whose", "because", "as", "where", "while", "than")
)
_NO_SUBJECT = frozenset(("not", "also", "thus", "then", "that"))
_SOON = 12  # words of a clause among which its verb stands: by hand

_JOINING = frozenset(("", "-", "'", "’"))
_SEMICOLON = re.compile(r";(?=\s)")
_CLAUSES = re.compile(r",?\s(?:while|whereas)\s|,\s(?:and|but|although|yet)\s", re.IGNORECASE)
_THOUGH = re.compile(r"(?:although|though|while|whereas)\s(?=[^,]*,\s)", re.IGNORECASE)
_AND = re.compile(r",?\s(?:and|but)\s(?:also\s)?", re.IGNORECASE)
# How long the first of the two may be is set by hand.
_PAIR = re.compile(
    r"\b(?:both\s(?P<a>[^,;()]{1,80}?)\sand\s|not only\s(?P<b>[^;()]{1,80}?),?\sbut(?:\salso)?\s)",
    re.IGNORECASE,
)
_BUT_NOT = re.compile(r",?\sbut not\s(?P<not>[^,;()]+?)(?=[.\s]*$)", re.IGNORECASE)


@frozen
class Statement:
    """What can be judged by itself, and the stretch of the claim that only this part covers.

    `text` also has what the part needs to be understood: the subject and the verb it shares.
    """

    text: str
    span: Span


def statements(claim: str) -> list[Statement]:
    """The parts of a claim in order; a claim of one part gives itself.

    >>> [part.text for part in statements("Iron raises growth and lowers yield.")]
    ['Iron raises growth', 'Iron lowers yield.']
    >>> [part.text for part in statements("Drug A improves sleep but not mood.")]
    ['Drug A improves sleep', 'Drug A does not improve mood']
    """
    uncut = Statement(claim, Span(0, len(claim)))
    if len(claim) > _LONGEST or re.search(r"\brespectively\b", claim, re.IGNORECASE):
        return [uncut]
    found: list[Statement] = []
    for sentence in _cut(claim, 0, len(claim), _ends(claim)):
        for clause in _clauses(claim, sentence):
            found.extend(_inside(claim, clause))
    return found if 1 < len(found) <= _MOST else [uncut]


def is_clause(text: str) -> bool:
    """Whether a text has a subject and, after it, a finite verb, as far as its form tells.

    >>> is_clause("and zinc lowers yield"), is_clause("and in older people")
    (True, False)
    """
    return _is_clause(_compounds(text))


def _cut(text: str, start: int, end: int, ends: Iterator[tuple[int, int]]) -> list[Span]:
    """The stretches between some separators, without the space around them."""
    edges = [(start, start), *ends, (end, end)]
    spans = [Span(last[1], following[0]) for last, following in pairwise(edges)]
    return [span for span in spans if text[span.start : span.end].strip()]


def _ends(text: str) -> Iterator[tuple[int, int]]:
    """Where a sentence or a half of one ends, and where the next begins."""
    marks = [(at + 1, at) for at in sentence_ends(text)]
    marks += [(found.start(), found.start()) for found in _SEMICOLON.finditer(text)]
    for end, at in sorted(marks):
        before, after = text[:at], text[at + 1 :].lstrip()
        if not is_open(text, at) or is_abbreviated(before):
            continue
        if _is_clause(_compounds(before)) and _is_clause(_compounds(after)):
            yield end, len(text) - len(after)


def _compounds(text: str) -> list[Word]:
    """The words, those that a hyphen or apostrophe joins as one: "follow-up"."""
    return joined(text, _JOINING)


def _is_verb(found: Sequence[Word], at: int) -> bool:
    """Whether the word there is a finite verb for sure: "increases", but not "increases in"."""
    word = found[at].text
    follows = found[at + 1].text if at + 1 < len(found) else ""
    return word in _AUXILIARY or (word in _VERBS and follows not in _NOUN_AFTER)


def _is_clause(found: Sequence[Word]) -> bool:
    """Whether words have a subject and, after it, a finite verb."""
    return len(found) >= _FEWEST and any(_is_verb(found, at) for at in range(1, len(found)))


def _clauses(text: str, sentence: Span) -> list[Span]:
    """The clauses of a sentence, each with a verb of its own."""
    said = text[sentence.start : sentence.end]
    though = _THOUGH.match(said)
    if though is not None:
        comma = said.index(",")
        first, rest = said[though.end() : comma], said[comma + 1 :]
        clauses = _is_clause(_compounds(first)) and _is_clause(_compounds(rest))
        if clauses and not _AND.match(rest):
            begin = sentence.start + comma + 1
            return [
                Span(sentence.start + though.end(), begin - 1),
                Span(begin + (text[begin] == " "), sentence.end),
            ]
        return [sentence]
    ends: list[tuple[int, int]] = []
    last = 0
    for found in _CLAUSES.finditer(said):
        if not is_open(said, found.start()):
            continue
        before = _compounds(said[last : found.start()])
        if _is_clause(before) and _stands_alone(_compounds(said[found.end() :])):
            ends.append((sentence.start + found.start(), sentence.start + found.end()))
            last = found.end()
    return _cut(text, sentence.start, sentence.end, iter(ends))


def _stands_alone(found: Sequence[Word]) -> bool:
    """Whether a clause begins with a subject: its first words are no verb, and one follows."""
    first = list(takewhile(lambda word: word.text not in _SUBORDINATE, found[:_SOON]))
    if not first or _is_verb(first, 0) or first[0].text in _NO_SUBJECT:
        return False
    return _is_clause(first)


def _inside(text: str, clause: Span) -> list[Statement]:
    """The parts of one clause, by the first form that fits."""
    said = text[clause.start : clause.end]
    verb = _first_verb(said)
    for form in (_but_not, _pair, _verbs):
        if verb and (found := form(said, verb)):
            return [
                Statement(
                    part.text, Span(clause.start + part.span.start, clause.start + part.span.end)
                )
                for part in found
            ]
    return [Statement(said, clause)]


def _first_verb(said: str) -> Word | None:
    """The first verb with forms of its own that no auxiliary precedes."""
    found = _compounds(said)
    for at, word in enumerate(found[1:], 1):
        if word.text in _AUXILIARY:
            return None
        if _is_verb(found, at):
            return word
    return None


def _but_not(said: str, verb: Word) -> list[Statement]:
    """The two parts of "X improves A but not B"."""
    found = _BUT_NOT.search(said)
    if found is None or verb.end > found.start() or not is_open(said, found.start()):
        return []
    past = verb.text.endswith("ed") or verb.text == "led"
    helper = "did not" if past else "does not"
    denied = f"{said[: verb.start]}{helper} {_VERBS[verb.text]} {found['not']}"
    return [
        Statement(said[: found.start()], Span(0, found.start())),
        Statement(denied, Span(found.start(), len(said))),
    ]


def _pair(said: str, verb: Word) -> list[Statement]:
    """The two parts of "X improves both A and B" and of "X improves not only A but also B"."""
    found = _PAIR.search(said)
    if found is None or verb.end > found.start():
        return []
    group = "a" if found["a"] else "b"
    before = said[: found.start()]
    if words(said[verb.end : found.start()]) or " and " in said[found.end() :]:
        return []
    return [
        Statement(before + found[group], Span(0, found.end(group))),
        Statement(before + said[found.end() :], Span(found.end(), len(said))),
    ]


def _verbs(said: str, verb: Word) -> list[Statement]:
    """The two parts of "X reduces A and increases B"."""
    rest = _compounds(said)
    for found in _AND.finditer(said, verb.end):
        after = [word for word in rest if word.start >= found.end()]
        alike = len(after) >= _FEW and _is_verb(after, 0) and _same_form(verb.text, after[0].text)
        if alike and is_open(said, found.start()):
            return [
                Statement(said[: found.start()], Span(0, found.start())),
                Statement(said[: verb.start] + said[found.end() :], Span(found.end(), len(said))),
            ]
    return []


def _same_form(first: str, second: str) -> bool:
    """Whether two verbs are of one form: "reduced" may be said of a noun, "reduces" not."""
    if second not in _VERBS:
        return False
    if first.endswith("s"):
        return second.endswith("s")
    return first in _CHANGE_FORMS and second in _CHANGE_FORMS and second.endswith("ed")
