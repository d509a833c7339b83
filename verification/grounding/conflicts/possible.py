"""A claim that something was shown or done, of which the paper says that it might or could be.

The claim's mark is a perfect or a verb of proof ("has proved useful", "have been built", "it was
shown that"), the paper's is a modal or the like, and what follows both must be one: the words next
to them share a root. A claim that only leaves the paper's mark out is a paraphrase, and so is a
claim of something that the paper says elsewhere as a fact.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from verification.grounding.conflicts.marks import any_of
from verification.grounding.sentence import root

if TYPE_CHECKING:
    from collections.abc import Sequence

    from verification.grounding.sentence import Sentence
    from verification.retrieval.words import Word

_ADVERBS = r"(?:(?:already|now|since|also|both|recently|clearly|successfully|\w{1,20}ly) ){0,3}"
_DONE = any_of(
    rf"(?:has|have|had) {_ADVERBS}(?:proved|proven|turned out)(?: to be| to)?|"
    rf"(?:has|have|had) {_ADVERBS}been(?! (?:\w{{1,20}}ly )?(?:proposed|suggested|hypothesi[sz]ed|"
    r"speculated|postulated|argued|claimed|thought|expected|assumed|planned|reported)\b)"
)
_PROVED = any_of(
    rf"(?:has|have|had|was|were|is|are) {_ADVERBS}(?:been )?{_ADVERBS}"
    r"(?:(?:demonstrated|shown|confirmed|verified|proved|proven)(?: that| to| by| in|,)|"
    r"established(?: that|,))|"
    r"(?:demonstrated|showed|proved|confirmed|verified) that"
)
_POSSIBLE = any_of(
    r"may|might|(?<!we )(?<!which )(?<!that )"
    r"could(?! not| only| be (?:\w+(?:ed|wn|en)|found|made|done|built|read|held|kept|set|put)\b)|"
    r"would|possible (?:to|that)|remains? to be|(?:has|have|is|are) yet to(?: be)?|"
    r"(?:is|are) expected to|future (?:work|research|studies|versions?) (?:will|should|can)|"
    r"(?:plan|hope|intend) to|remains? (?:unclear|unknown|open) (?:whether|if)|"
    r"(?:unclear|unknown|not known|not clear) (?:whether|if)"
)
_LEFT = any_of(
    r"(?:left (?:for|to)|item of|topics? (?:of|for)|subject of|matter (?:of|for)|directions? for|"
    r"for|to) future (?:work|research|studies|versions?)"
)
_FIRM = any_of(
    r"show(?:s|ed|n|ing)?|demonstrat\w+|found|finds?|findings?|prov(?:ed?|es|en|ing)|confirm\w*|"
    r"reveal\w*|observ(?:ed|ations?)|evidence|established|verified|significant(?:ly)?|results?"
)
_NEGATED = re.compile(r"\b(?:not|never|no|nor|neither|n't)\b", re.IGNORECASE)
_DEGREE = re.compile(r"\w+ly|quite|rather|already|now|also")
_REACH = 3  # words with a meaning after a mark that tell what it is said of
_LONG_REACH = 12  # the same after "it was shown that"
_COVERED = 0.5  # least share of the claim's words that the sentence with the paper's mark has
_MANY = 8  # marks of a text that are looked at


def only_possible(
    claim: Sentence, evidence: Sentence
) -> tuple[re.Match[str], re.Match[str]] | None:
    """The claim's mark of a fact, and the paper's mark of a mere possibility of the same.

    >>> from verification.grounding.sentence import Sentence
    >>> said = Sentence("The mask has proved useful for shy bees.")
    >>> found = only_possible(said, Sentence("The mask might be useful for bees that are shy."))
    >>> found and (found[0][0], found[1][0])
    ('has proved', 'might')
    """
    proved = _PROVED.search(claim.text)
    done = proved or _DONE.search(claim.text)
    if done is None or _POSSIBLE.search(claim.text):
        return None
    if proved and _FIRM.search(evidence.text):
        return None
    own = _after(claim, done.end(), _LONG_REACH if proved else _REACH)
    wanted = own if proved else [word for word in own if not _DEGREE.fullmatch(word.text)][:1]
    if not wanted or _NEGATED.search(claim.text, 0, wanted[-1].end):
        return None
    told = [
        (mark, _after(evidence, mark.end(), _REACH))
        for mark in islice(_POSSIBLE.finditer(evidence.text), _MANY)
    ]
    told += [
        (mark, _before(evidence, mark.start()))
        for mark in islice(_LEFT.finditer(evidence.text), _MANY)
    ]
    hedged = {word.start for _, after in told for word in after}
    firm = {root(word.stem) for word in evidence.words if word.start not in hedged}
    roots = {root(word.stem) for word in wanted}
    content = [root(word.stem) for word in claim.words if not word.is_function]
    said = [root(word.stem) for word in own] if proved else content
    for mark, after in told:
        shared = roots & {root(word.stem) for word in after}
        if not (shared if proved else shared - firm):
            continue
        if _covered(said, evidence, mark) >= _COVERED:
            return done, mark
    return None


def _after(sentence: Sentence, start: int, reach: int) -> list[Word]:
    """Up to `reach` words with a meaning from an offset on, in the same sentence."""
    first, (_, high) = sentence.first_from(start), sentence.sentence_of(start)
    following = sentence.words[first : first + 3 * reach]
    told = (word for word in following if not word.is_function and word.start < high)
    return list(islice(told, reach))


def _before(sentence: Sentence, end: int) -> list[Word]:
    """The words with a meaning before an offset, in the same sentence."""
    low, _ = sentence.sentence_of(end)
    return [word for word in sentence.words if low <= word.start < end and not word.is_function]


def _covered(said: Sequence[str], evidence: Sentence, mark: re.Match[str]) -> float:
    """The share of some roots that the sentence with the mark has."""
    low, high = evidence.sentence_of(mark.start())
    has = {root(word.stem) for word in evidence.words if low <= word.start < high}
    return sum(root in has for root in said) / max(1, len(said))
