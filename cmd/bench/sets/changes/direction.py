"""The direction turned: more for less, before for after, promotes for inhibits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .change import as_cased, is_denied, with_article

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .change import Change

_PAIRS = """
higher/lower greater/smaller larger/smaller better/worse faster/slower longer/shorter
stronger/weaker superior/inferior above/below before/after highest/lowest
largest/smallest best/worst longest/shortest easier/harder upregulation/downregulation
up-regulation/down-regulation up-regulated/down-regulated elevated/lowered majority/minority
beneficial/harmful resistance/susceptibility longer-term/shorter-term positively/negatively
elevation/reduction
simpler/more~complex heavier/lighter deeper/shallower improvement/deterioration
improvements/deteriorations accelerated/delayed widened/narrowed strengthened/weakened
"""
_VERBS = """
increase/decrease reduce/increase improve/worsen enhance/diminish promote/inhibit inhibit/promote
suppress/stimulate stimulate/suppress activate/inhibit upregulate/downregulate
downregulate/upregulate induce/prevent prevent/cause impair/improve accelerate/slow block/promote
lower/raise raise/lower exacerbate/alleviate outperform/underperform strengthen/weaken
attenuate/intensify diminish/enhance facilitate/hinder elevate/lower decrease/increase
ameliorate/aggravate rise/fall exceed/undercut
"""
_PAST = {"rise": "rose", "fall": "fell", "undercut": "undercut"}
_ING = {"undercut": "undercutting"}
_PHRASES = {
    "more likely": "less likely",
    "less likely": "more likely",
    "more often": "less often",
    "more frequently": "less frequently",
    "more effective": "less effective",
    "more accurate": "less accurate",
    "less effective": "more effective",
    "more efficient": "less efficient",
    "protects against": "predisposes to",
    "protect against": "predispose to",
    "positive correlation": "negative correlation",
    "negative correlation": "positive correlation",
    "positive effect": "negative effect",
    "positive association": "negative association",
    "high levels": "low levels",
    "low levels": "high levels",
    "high risk": "low risk",
    "resistant to": "sensitive to",
    "sensitive to": "resistant to",
    "susceptible to": "resistant to",
    "increased risk": "decreased risk",
    "weight loss": "weight gain",
    "weight gain": "weight loss",
    "loss of": "gain of",
}


def _forms(verb: str) -> tuple[str, str, str, str]:
    """Base, third person, past and -ing form of a regular verb, or of one of ours that is not.

    >>> _forms("reduce"), _forms("suppress")[1]
    (('reduce', 'reduces', 'reduced', 'reducing'), 'suppresses')
    """
    stem = verb.removesuffix("e")
    third = f"{verb}es" if verb.endswith("s") else f"{verb}s"
    return verb, third, _PAST.get(verb, f"{stem}ed"), _ING.get(verb, f"{stem}ing")


def _antonyms() -> dict[str, str]:
    turned = dict(_PHRASES)
    for pair in _PAIRS.split():
        one, other = pair.replace("~", " ").split("/")
        turned.setdefault(one, other)
        turned.setdefault(other, one)
    for pair in _VERBS.split():
        one, other = pair.split("/")
        for form, opposite in zip(_forms(one), _forms(other), strict=True):
            turned.setdefault(form, opposite)
    return turned


_ANTONYMS = _antonyms()
_TURNED = re.compile(
    rf"(?<![\w-])(?:{'|'.join(sorted(_ANTONYMS, key=len, reverse=True))})(?![\w-])", re.IGNORECASE
)
_COUNTED = re.compile(
    r"(?<![\w-])(more|fewer)(?= (?!\w+(?:ous|ss)\b)[a-z]+s\b)|(?<![\w-])less(?= [a-z]+\b)"
)
_MORE = {"more": "fewer", "fewer": "more", "less": "more"}
_TIME = {"after", "before"}
_NO_TIME = re.compile(r" (?:\d|adjust|control|account|correct|all\b|taking|a\b|an\b|one\b|being)")
_WITH_PARTNER = 5  # words
_LEVEL = re.compile(r"(?<!the \w{5}) (?:\d|the [a-z]+ of|average)")
_NO_AMOUNT = re.compile(r"\b(?:the|once|any|one|no|or|\d) $")
_FIXED = re.compile(r"(?:the|at|or|than|as|a|soon|long|day\w*|year\w*|month\w*) $")
_IDIOM = re.compile(
    r"\bg[ia]ven?s? rise\b|\bto better\b|\bbest (?:of our|known)\b|\bblocked\b|\binferior vena"
    r"|\b(?:induced|activated)(?! (?:by|the|an?|in|its|their)\b)"
    r"|\bblocks?(?= (?:of|in|is|are)\b)"
    r"|\b(?:higher|lower)[- ](?:order|level|case|limb|extremity)",
    re.IGNORECASE,
)


def _paired(text: str, start: int, end: int, other: str) -> bool:
    """Whether the opposite stands near, as in "more or less" and "before and after"."""
    near = text[:start].split()[-_WITH_PARTNER:] + text[end:].split()[:_WITH_PARTNER]
    return any(word.strip(".,;()").lower() == other for word in near)


def directions(text: str) -> Iterator[Change]:
    """Every word of direction, its opposite in its place; none that is denied.

    >>> [(change.before, change.after) for change in directions("Smoking increases the risk.")]
    [('increases', 'decreases')]
    """
    for pattern, table in ((_TURNED, _ANTONYMS), (_COUNTED, _MORE)):
        for found in pattern.finditer(text):
            said, start, end = found[0].lower(), found.start(), found.end()
            other = table[said]
            if is_denied(text, start) or _paired(text, start, end, other):
                continue
            if any(idiom.start() <= start < idiom.end() for idiom in _IDIOM.finditer(text)):
                continue
            if said in _TIME and (_NO_TIME.match(text[end:]) or _FIXED.search(text[:start])):
                continue
            if said in {"above", "below"} and not _LEVEL.match(text, end):
                continue
            if table is _MORE and _NO_AMOUNT.search(text[:start]):
                continue
            yield with_article(text, start, found[0], as_cased(found[0], other), said)
