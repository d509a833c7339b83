"""Sentences that tell what is asked, tested or not known, and so do not tell what is so.

Whoever reads "we investigated whether tea slows decay" does not know whether it does. Such
sentences name all that a claim names, often in its very words. In the terms of argumentative zoning
(Teufel, Carletta and Moens, "An annotation scheme for discourse-level argumentation in research
articles", 1999) they are a paper's aims, and the gaps that it sets out to fill.
"""

from __future__ import annotations

import re

# How many signs or words may stand between those of a pattern is set by hand, as the words are.
_STUDY = (
    r"(?:determin|investigat|assess|evaluat|examin|explor|compar|identif|stud|describ|estimat"
    r"|quantif|test|clarif|elucidat|characteri[sz]|analy[sz]|measur|establish|address|understand)"
    r"(?:e|es|y|ies|ing)?"
)
_LABEL = r"(?:(?:study |trial )?(?:objectives?|aims?|purposes?|goals?|questions?|hypothes[ie]s))"
_OPENS = re.compile(
    rf"\W*(?:[A-Z]{{4,}}(?:[ /&]+[A-Z]{{3,}})*:?\s+)?(?:{_LABEL}\s*[:.—–-]\s*"
    rf"|to\s+{_STUDY}\b(?![^.;]*,\s+(?:we|the|a|an|this|it|all)\b))",
    re.IGNORECASE,
)
_LABELLED = re.compile(r"\W*(?:OBJECTIVES?|AIMS?|PURPOSES?|GOALS?)\s+(?:AND\s+[A-Z]+\s+)?[A-Z]")
_ASKS = re.compile(
    rf"\b{_LABEL}\b[^.;]{{0,80}}\b(?:is|was|are|were)\b[^.;]{{0,20}}\bto\b"
    r"|\b(?:aim(?:s|ed|ing)?|sought|seeks?|intend(?:s|ed)?|set out|wished|wanted|planned) "
    rf"(?:to|at) {_STUDY}\b"
    r"|\bwe (?:therefore |then |next |also |here |first |thus |now |further )?"
    r"(?:investigat|examin|assess|evaluat|test|explor|ask|hypothesi[sz]|wonder|stud)(?:e|ed|y|ied)\b"
    r"|\bhypothes(?:is|es|i[sz]ed?) (?:is |was )?that\b"
    r"|\b(?:determin|investigat|test|ask|assess|examin|evaluat|establish|explor|see|question|debat"
    r"|unclear|unknown|uncertain|clear|known|controvers)(?:e|ed|s|ing|y|ial)?(?: \w+){0,2} "
    r"(?:whether|if)\b",
    re.IGNORECASE,
)
_UNKNOWN = re.compile(
    r"\b(?:(?<!previously )(?<!hitherto )unknown|unclear|uncertain|controversial|elusive|unresolved"
    r"|debated"
    r"|poorly (?:understood|defined|characteri[sz]ed|known)"
    r"|(?:not|n't)(?: (?:yet|well|fully|completely|entirely|been|clearly|be)){0,3} "
    r"(?:known|understood|clear|established|elucidated|determined|investigated|studied|examined)"
    r"|little is known|less is known|open question|remains? to be)\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\W*(?:al)?though\b|\W*(?:while|whilst|despite)\b", re.IGNORECASE)
_ANSWERS = re.compile(
    r"\b(?:(?:we|and|study|data|results?|findings|analys[ie]s|which) (?:\w+ )?"
    r"(?:found|finds?|shows?|showed|demonstrates?d?|reveal(?:s|ed)?|reports?|observed?|indicates?d?"
    r"|suggest(?:s|ed)?|confirm(?:s|ed)?|support(?:s|ed)?|identified|provides?d?)"
    r"|(?:support|confirm|consistent with|prove|corroborat)\w* (?:the|this|our) hypothes"
    r"|(?:was|were|is|are) (?:not )?(?:significantly|associated|higher|lower|found|observed))\b",
    re.IGNORECASE,
)


def is_aim(sentence: str) -> bool:
    """Whether a sentence only tells what is asked or not known.

    >>> is_aim("To determine whether tea slows decay."), is_aim("Tea slows decay.")
    (True, False)
    >>> is_aim("It remains unclear how tea slows decay."), is_aim("Does tea slow decay?")
    (True, True)
    >>> is_aim("We tested the hypothesis that tea slows decay and found that it does.")
    False
    """
    if sentence.rstrip().endswith("?"):
        return True
    asks = (
        _OPENS.match(sentence)
        or _LABELLED.match(sentence)
        or _ASKS.search(sentence)
        or (_UNKNOWN.search(sentence) and not _ASIDE.match(sentence))
    )
    return bool(asks and not _ANSWERS.search(sentence))
