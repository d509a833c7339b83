"""A claim that is stronger than the paper: surer, causal, of people, of all.

Scientific writing marks how sure a finding is (Hyland, "Hedging in Scientific Research Articles",
1998), whether it is an association or an effect, in whom it was seen and of how many it holds. A
claim that leaves such a mark out is a paraphrase; one that puts a stronger mark in its place is not
what the paper says. A claim weaker than the paper is no conflict.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from attrs import frozen

from core.document import Span
from core.verdict import Conflict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from verification.grounding.sentence import Sentence

STRENGTH = "strength"
SCOPE = "scope"

_COVERED = 0.5  # least share of the claim's other words that the evidence has
_NEAR = 2  # words after a quantifier that say what it counts
_REACH = 6  # words on each side of a mark that tell what it is said of
_SHARED = 4  # least of them that the claim's mark and the paper's share
_MANY = 8  # quantifiers of a text that are looked at


@frozen
class Rule:
    """A mark of the claim that is too strong where the paper has only the weaker one.

    `enough` are the paper's marks that carry the claim's.
    """

    code: str
    strong: re.Pattern[str]
    weak: re.Pattern[str]
    enough: re.Pattern[str]


def _any(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE)


_HUMANS = (
    r"in (?:\w+ ){0,2}(?:humans?|patients|people|men|women|children|adults|volunteers|infants)"
)
_ANIMALS = "mice|rats|rabbits|pigs|zebrafish|monkeys|macaques|ferrets|hamsters"
RULES = (
    Rule(
        STRENGTH,  # sure, against hedged
        _any(
            r"prov(?:es?|ed|en|ing)(?= that| to)|"
            r"(?:is|are|was|were|been) (?:proven|certain|(?:well )?established(?= that|[.,;]|$))|"
            r"conclusively|definitively|definitely|undoubtedly|unquestionably|certainly|"
            r"beyond doubt|without (?:a |any )?doubt|invariably|guarantees?|unequivocally"
        ),
        _any(
            r"may|might|could|can|possibl[ey]|perhaps|suggest(?:s|ed|ing)?|appears?|appeared|seems?|"
            r"hypothesi[sz]ed?|speculate|potentially|likely|probabl[ey]|preliminary|tentative(?:ly)?|"
            r"indicat(?:es?|ed|ing)"
        ),
        _any(
            r"pro(?:ves?|ved|ven|of)|conclusive(?:ly)?|definitive(?:ly)?|certain(?:ly|ty)?|"
            r"unequivocal(?:ly)?|undoubtedly|always|invariably|guarantees?|clear(?:ly)?|established"
        ),
    ),
    Rule(
        STRENGTH,  # significant, against a trend
        _any(
            r"(?<!not )(?<!no )(?<!n't )(?<!nor )(?:statistically )?significantly|"
            r"(?<!not )(?<!no )(?<!any )statistically significant"
        ),
        _any(
            r"(?:a|the|no more than a) (?:\w+ )?trend (?:toward|towards|for|to)|"
            r"trend(?:s|ed|ing)? towards?|"
            r"(?:not|n't|nor|fail(?:s|ed)? to) (?:reach|attain|achieve)(?:ed)? "
            r"(?:statistical )?significance|non-?significant(?:ly)?|"
            r"not (?:statistically )?significant(?:ly)?|numerically|marginally|borderline"
        ),
        _any(
            r"(?<!not )(?<!no )(?<!any )(?<!nor )(?<!not statistically )(?<!no statistically )"
            r"(?:significant(?:ly)?)"
        ),
    ),
    Rule(
        STRENGTH,  # an effect, against an association
        _any(
            r"caus(?:es|ed|ing)(?: by)?|the cause of|(?:is|are|was|were) caused by|"
            r"causal(?:ly)?|directly (?:leads?|led) to|is responsible for"
        ),
        _any(
            r"associat(?:ed|ions?)|correlat(?:e|es|ed|ions?)|linked (?:to|with)|"
            r"relationship between|predict(?:s|ed|ors?|ive)"
        ),
        _any(
            r"caus(?:es?|ed|al|ally|ing|ation|ative|ality)|le(?:ads?|d) to|leading to|"
            r"results? in|resulted in|resulting (?:in|from)|due to|because|induc(?:es?|ed|ing)|"
            r"effects?|attributable|responsible|trigger(?:s|ed|ing)?|produc(?:es?|ed|ing)|"
            r"driv(?:es?|en|ing)|mediat(?:es?|ed|ing)|required|contribut\w+|promot\w+|pathogen\w*|"
            r"developed|protect\w*|prevent\w*|transmi\w+|infect\w+"
        ),
    ),
    Rule(
        SCOPE,  # people, against animals or a dish
        _any(_HUMANS),
        _any(
            rf"in (?:\w+ ){{0,3}}(?:{_ANIMALS}|mouse|rat|murine|animals?)(?: models?)?|in vitro|"
            r"(?:in|of) (?:\w+ ){0,3}cell (?:lines?|cultures?)|"
            rf"(?:{_ANIMALS}) (?:that|with|were|showed|had)"
        ),
        _any(
            r"humans?|patients?|people|persons?|men|women|wom[ae]n|children|adults?|volunteers|"
            r"infants?|participants?|subjects|individuals?|clinical(?:ly)?|trials?|cohort|"
            r"boys|girls|mothers?|newborns?|residents?|workers?|students?|population|cases"
        ),
    ),
    Rule(
        SCOPE,  # the only one or the first, against one of them
        _any(r"the (?:only|first|best|largest|most \w+|sole|main|leading|strongest|highest)"),
        _any(
            r"(?:one|some|two|several|many) of the (?:only|first|few|best|largest|most|many|main|"
            r"leading|strongest|highest)|among the (?:only|first|few|best|largest|most|many|main|"
            r"leading|strongest|highest)"
        ),
        _any(r"the (?:only|sole)"),
    ),
    Rule(
        SCOPE,  # always, against often
        _any(
            r"(?<!not )(?<!n't )(?<!nearly )(?<!almost )always|in (?:all|every) cases?|invariably"
        ),
        _any(
            r"(?:often|usually|sometimes|frequently|typically|generally|mostly|occasionally|commonly"
            r"|nearly always|almost always|not always|rarely|in (?:some|most|many|several) cases)"
        ),
        _any(r"(?<!not )(?<!nearly )(?<!almost )always|(?<!almost )(?<!nearly )all|every|each"),
    ),
)

_ALL = re.compile(
    r"(?<![\w-])(?<!not )(?<!nearly )(?<!almost )(?<!at )(?<!of )(?<!virtually )"
    r"(all|every|each|100 ?%|100 percent|100 per cent)(?: of)?(?: the| these| our| those)? ",
    re.IGNORECASE,
)
_SOME = re.compile(
    r"(?<![\w-])(some|most|many|several|few|a few|half|a third|a quarter|a minority|a majority|"
    r"the majority|nearly all|almost all|not all|virtually all|part|certain|\d+(?:\.\d+)? ?%|"
    r"a (?:small |large |substantial )?(?:subset|proportion|fraction|number)"
    r"|\d+ (?:out )?of(?: the)? \d+)(?: of)?(?: the| these| our| those)? ",
    re.IGNORECASE,
)
_MOST = re.compile(
    r"(?<![\w-])(most|the majority|a majority)(?: of)?(?: the| these| our| those)? ", re.IGNORECASE
)
_FEW = re.compile(
    r"(?<![\w-])(some|few|a few|a minority|a third|a quarter|one third|one quarter|"
    r"a small (?:subset|proportion|fraction|number))(?: of)?(?: the| these| our| those)? ",
    re.IGNORECASE,
)


def check(claim: Sentence, evidence: Sentence) -> Iterator[Conflict]:
    """What the claim says more strongly than the evidence; at most one of each code."""
    codes: set[str] = set()
    for rule in RULES:
        strong = rule.strong.search(claim.text) if rule.code not in codes else None
        if strong is None or not _about_the_same(claim, evidence):
            continue
        weak = _weaker(rule, strong, claim, evidence)
        if weak is not None:
            codes.add(rule.code)
            yield _conflict(rule.code, strong[0], weak)
    if SCOPE not in codes:
        yield from _counted(claim, evidence)


def _weaker(
    rule: Rule, strong: re.Match[str], claim: Sentence, evidence: Sentence
) -> re.Match[str] | None:
    """The paper's weaker mark: the only one of its kind, or among the same words as the claim's."""
    weak = next(rule.weak.finditer(evidence.text), None)
    if weak is None:
        return None
    if rule.enough.search(evidence.text) is None and rule.weak.search(claim.text) is None:
        return weak
    own = _around(claim, strong)
    marks = islice(rule.weak.finditer(evidence.text), _MANY)
    shared = [(len(own & _around(evidence, mark)), mark) for mark in marks]
    most, best = max(shared, key=lambda one: one[0])
    firm = (
        mark
        for form in (rule.enough, rule.strong)
        for mark in islice(form.finditer(evidence.text), _MANY)
        if mark.end() <= best.start() or mark.start() >= best.end()
    )
    if most < _SHARED or any(len(own & _around(evidence, mark)) >= most - 1 for mark in firm):
        return None
    kept = islice(rule.weak.finditer(claim.text), _MANY)
    hedged = any(len(_around(evidence, best) & _around(claim, mark)) >= most for mark in kept)
    return None if hedged else best


def _around(sentence: Sentence, mark: re.Match[str]) -> frozenset[str]:
    """The stems of the words with a meaning near a mark."""
    return frozenset(word.stem for word in sentence.near(mark.start(), _REACH))


def _conflict(code: str, said: str, paper: re.Match[str], group: int = 0) -> Conflict:
    text = paper[group].rstrip()
    start = paper.start(group)
    return Conflict(code, said.strip(), text, Span(start, start + len(text)))


def _about_the_same(claim: Sentence, evidence: Sentence) -> bool:
    """Whether the evidence has enough of the claim's words."""
    content = [word.stem for word in claim.words if not word.is_function]
    return sum(stem in evidence.stems for stem in content) >= _COVERED * max(1, len(content))


def _counted(claim: Sentence, evidence: Sentence) -> Iterator[Conflict]:
    """All against some, and most against few, of the same things."""
    for strong, weak in ((_ALL, _SOME), (_MOST, _FEW)):
        said = islice(strong.finditer(claim.text), _MANY)
        things = [(found, _thing(claim, found.end())) for found in said]
        if not things or not _about_the_same(claim, evidence):
            continue
        enough = [
            _thing(evidence, found.end()) for found in islice(strong.finditer(evidence.text), _MANY)
        ]
        less = [
            (found, _thing(evidence, found.end()))
            for found in islice(weak.finditer(evidence.text), _MANY)
        ]
        for found, thing in things:
            if any(_same(thing, counted) for counted in enough):
                continue
            for paper, counted in less:
                if _same(thing, counted):
                    yield _conflict(SCOPE, found[1], paper, 1)
                    return


def _thing(sentence: Sentence, start: int) -> tuple[str, ...]:
    """The stems of what a quantifier before `start` counts: one or two words with a meaning."""
    first = bisect_left(sentence.words, start, key=lambda word: word.start)
    counted = takewhile(lambda word: not word.is_function, sentence.words[first : first + _NEAR])
    return tuple(word.stem for word in counted)


def _same(own: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two quantifiers count the same: "patients", "older patients".

    The second of two words may be a verb, and so it does not count on both sides.
    """
    return bool(own and other) and (own[0] in other or other[0] in own)
