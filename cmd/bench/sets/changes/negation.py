"""A statement denied, or a denial made a statement."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .change import Change, as_cased, clause_before, in_brackets, is_denied

if TYPE_CHECKING:
    from collections.abc import Iterator

_SUBORDINATE = re.compile(
    r"\b(?:which|that|who|whom|whose|where|when|while|if|because|although|though|since|whereas|"
    r"than|as|what|how|whether|both|each|every|all|any|only|either|after|before|until|so|once|"
    r"even|such|many|much|some|most)\b",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r".*\b(?:show(?:s|ed|n)?|f[io]und|finds?|demonstrat(?:e|es|ed)|report(?:s|ed)?|suggest(?:s|ed)?"
    r"|indicat(?:e|es|ed)|conclud(?:e|es|ed)|reveal(?:s|ed)?|observed?|confirm(?:s|ed)?|evidence"
    r"|establish(?:es|ed)?|determined|provided?) (?:here )?that\b",
    re.IGNORECASE | re.DOTALL,
)
_AUXILIARY = re.compile(
    r"\b(is|are|was|were|can|will|does|did|must"
    r"|(?:has|have|had)(?= (?:been|shown|found|become|led|\w{3,}ed (?:the|a|an|that|in|by|to)\b)))"
    r"(?= (?!not\b|no\b|n['’]t|also|only|both|all|either|as\b|each|every|still|just|even|\w+ly,)"
    r"[a-z])"
)
_THERE = re.compile(r"\b([Tt]here (?:is|are|was|were|has been|have been)) (an? |some )(?=[a-z])")
_VERBS = (
    "promote|inhibit|regulate|induce|improve|reduce|enhance|prevent|require|affect|impair|"
    "suppress|activate|mediate|confer|stimulate|lead|play|provide|achieve|outperform|protect|"
    "depend|involve|include|exhibit|produce|generate|encode|predict|correlate|allow|enable|"
    "give|contain|consist|occur|remain|exist|accelerate|interact|participate|modulate|"
    "determine|facilitate|maintain|possess|support|inherit|express|undergo|compute|assign|"
    "assume|eliminate|employ|describe|contribute|attenuate|exacerbate|trigger|recruit|"
    "repress|disrupt|delay|limit"
)
_THIRD = re.compile(rf"(?<=[\w)] )({_VERBS})s\b(?! of\b)")
_NOUN_BEFORE = re.compile(r"\b(?:the|a|an|of|to|and|these|those|its|their|other|no) $")
_WE = re.compile(
    r"\b[Ww]e (?=(?:use|propose|employ|assume|consider|adopt|apply|treat|train|evaluate|include|"
    r"compute|define|model|rely|follow|need|allow|extract|obtain|combine|focus|require) )"
)
_REMOVED = (
    (
        re.compile(
            r"\b(is|are|was|were|can|could|should|will|does|do|did|has|have|had) not "
            r"(?!only\b|all\b|yet\b|every)"
        ),
        r"\1 ",
    ),
    (re.compile(r"\bcannot (?!only\b)"), "can "),
    (re.compile(r"\b(did|does|do|was|were|is|are|could)n['’]t "), r"\1 "),
    (re.compile(r"\bfailed to (?=[a-z])"), "managed to "),
)
_NO = re.compile(
    r"\b([Nn]o) (?!more\b|longer\b|less\b)(?=((?:[a-z-]+ ){0,2}?)(evidence|information|"
    r"differences?|effects?|associations?|impact|influence|changes?|improvements?|correlations?|"
    r"relationship|benefits?|increases?|reductions?|decreases?)\b)"
)
_MASS = {"evidence", "information"}
_SIGNIFICANT = re.compile(r"\b(?:(a) significant|(significantly))(?= [a-z])")
_WITH = re.compile(
    r"\b(?:patients|individuals|people|women|men|subjects|children|those|mice|participants|cells|"
    r"adults|infants|treated|treatment|models?|sentences|parsing|tagger|parser|trained) "
    r"(with)(?= [A-Za-z])"
)


def _main(text: str, at: int) -> bool:
    """Whether a verb at a place is one of a main clause, or of what a main clause reports."""
    before = clause_before(text, at)
    sentence = text[:at]
    reported = _REPORTED.match(sentence)
    rest = sentence[reported.end() :] if reported else sentence
    opened = re.search(r"\b(?:which|who|whose|that|where)\b[^,;]*$", rest)
    return not (
        opened
        or _SUBORDINATE.search(rest[-len(before) :] if before else rest)
        or is_denied(text, at)
        or in_brackets(text, at)
        or re.match(r"\s*(?:While|Although|If|When|Because|Since|As|Whereas|Though|Given)\b", rest)
    )


def _denied(text: str) -> Iterator[Change]:
    for found in _THERE.finditer(text):
        yield Change(found.start(), found[0], f"{found[1]} no ", "there is no")
    for found in _AUXILIARY.finditer(text):
        before = text[: found.start()]
        if _main(text, found.start()) and not before.lower().endswith("there ") and before:
            after = "cannot" if found[1] == "can" else f"{found[1]} not"
            yield Change(found.start(), found[1], after, "not")
    for found in _THIRD.finditer(text):
        before = text[: found.start()]
        if _main(text, found.start()) and not _NOUN_BEFORE.search(before):
            yield Change(found.start(), found[0], f"does not {found[1]}", "does not")
    for found in _WE.finditer(text):
        if _main(text, found.start()):
            yield Change(found.start(), found[0], found[0] + "do not ", "do not")
    for found in _SIGNIFICANT.finditer(text):
        if not is_denied(text, found.start()) and not in_brackets(text, found.start()):
            after = "no significant" if found[1] else "not significantly"
            if found[1] or re.search(r"\b(?:is|are|was|were|be|been) $", text[: found.start()]):
                yield Change(found.start(), found[0], after, "no significant")
    for found in _WITH.finditer(text):
        if "without" not in text and not in_brackets(text, found.start()):
            yield Change(found.start(1), "with", "without", "without")


def _asserted(text: str) -> Iterator[Change]:
    for pattern, after in _REMOVED:
        for found in pattern.finditer(text):
            yield Change(found.start(), found[0], found.expand(after), "not removed")
    for found in re.finditer(r"(?<!those )\b[Ww]ithout (?=[a-z])(?!\w+ing\b)", text):
        yield Change(found.start(), found[0], as_cased(found[0], "with "), "with")
    for found in _NO.finditer(text):
        first = (found[2] + found[3])[0]
        if found[3].endswith("s"):
            after = as_cased(found[1], first)
            yield Change(found.start(), f"{found[0]}{first}", after, "no removed")
        else:
            word = "clear " if found[3] in _MASS else "an " if first in "aeiou" else "a "
            yield Change(found.start(), found[0], as_cased(found[1], word), "no removed")


def negations(text: str) -> Iterator[Change]:
    """The ways to deny what the text says; where it denies already, the ways to take that back.

    >>> [change.of("It does not help.") for change in negations("It does not help.")]
    ['It does help.']
    >>> [change.of("Aspirin prevents stroke.") for change in negations("Aspirin prevents stroke.")]
    ['Aspirin does not prevent stroke.']
    """
    taken_back = list(_asserted(text))
    yield from taken_back or _denied(text)
