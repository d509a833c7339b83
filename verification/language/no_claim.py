"""What is no claim, and so cannot be true or false of a paper: it is named and not asked.

Only what the form shows for sure: a statement must never be refused, so a doubt is a claim.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from vera.core.text import is_blank
from vera.verification.ingestion.headings import is_numbered, is_well_known
from vera.verification.language.citations import uncited
from vera.verification.language.languages import other_language
from vera.verification.language.sentence import sentence_ends
from vera.verification.language.words import FUNCTION_WORDS, joined

if TYPE_CHECKING:
    from collections.abc import Iterator

_JOINING = frozenset(("", "-", "'", "’", "."))
# The numbers here are set by hand: what comes of them all was counted (ADR 0042).
_LONGEST = 600
"""Characters of a text that is looked at for a form; longer ones are prose."""
_LABEL = re.compile(r"^(?:[-*•‣]\s+|Q\d{0,2}[:.]\s+|Question:\s+|\(?\d{1,2}[.)]\s+)", re.IGNORECASE)
_INTERROGATIVE = (
    r"(?:is|are|was|were|am|do|does|did|has|have|had|can|could|may|might|must|shall|should|will"
    r"|would|isn[’']t|aren[’']t|doesn[’']t|don[’']t|didn[’']t|can[’']t"
    r"|who|whom|whose|what|when|where|which|why|how|(?:to|in|for|by|with|of|at|on|from) (?:what"
    r"|which|whom|whose))"
)
_ASKS = re.compile(
    rf"(?:(?:and|but|so|or|if so|then|well),?\s)?{_INTERROGATIVE}\b[^?]*\?+$"
    r"|[^?]*,\s(?:is|are|was|were|do|does|did|has|have|had|can|will)(?:n[’']t)?"
    r"\s(?:it|they|he|she|there)\?+$",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"(?:is|are|does|did|was) (?:the|this|these|those|there|it|they|we|you|a|an|any|our|their)"
    r"\s[^,;?]*[^,;?.!]$",
    re.IGNORECASE,
)
"""A question without its mark; a comma would let it be a condition."""
_MARKED = re.compile(r"#{1,6}\s+(?!of\b)\S.*[^.!?]$")
_LEVELS = re.compile(r"(?:\d{1,2}(?:\.\d{1,2}){1,3}|[A-H](?:\.\d{1,2}){1,3})\.?\s+[A-Z]")
_LABELLED = re.compile(
    r"(?:chapter|part|section|appendix)\s[\dA-Z]{1,4}\s?[:.–—-]\s", re.IGNORECASE
)
"""How a heading begins that says what it is the heading of."""
_SCALE = re.compile(
    r"[\d.]+\s+(?:hundred|thousand|million|billion|trillion|percent)\b", re.IGNORECASE
)
_MOST_OF_A_HEADING = 8
_FEW = 4
"""Words of a heading that is numbered by levels, at most; the second where no capitals tell."""
_NUMBER = re.compile(
    r"(?:[^\W\d_]{1,2}\s?[=<>≤≥≈])?[\s(\[]*[-+−±~≈<>≤≥=$€£¥]*\s?\d[\d.,:/×x^⁻⁰¹²³\s·–−±%‰°+-]*\s?(?:[%‰°$€£¥]|[^\W\d_]{1,3})?"
    r"[\s.)\]]*"
)
_CELLS = re.compile(r"\|.*\|.*\||(?:[^|\t]*\t){2,}[^|\t]*")
_SPACED_PIPE = re.compile(r"\s\|\s")
_LATEX_ROW = re.compile(r"[^&]*(?:\s&\s[^&]*)+\\\\(?:\s*\\[a-z]+)?\s*")
_FIGURES = re.compile(r"[-+−<>~]?\(?\d[\d.,]*\)?%?|[–—-]|±")
_FEWEST_CELLS, _FEWEST_FIGURES = 3, 3
_FIGURES_TO_A_WORD = 2
"""What makes a row: cells between spaced bars, or figures and how many there are to a word."""
_OBJECT = (
    r"(?:the|a|an|these|those|your|our|its|their|my|it|them|me|us|whether|how|what|which|why"
    r"|(?:this|all)(?! (?:year|month|week|day|season|decade|century|time)))\b"
)
_IMPERATIVES = (
    r"(?:add|answer|avoid|calculate|check|choose|cite|click|compare|complete|compute|consider"
    r"|copy|define|delete|describe|determine|discuss|download|ensure|enter|evaluate|examine|explain"
    r"|find|follow|forget|give|go|identify|ignore|insert|install|keep|list|make|mention|name|open"
    r"|paste|print|provide|read|remove|repeat|replace|report|return|review|rewrite|run|save|say"
    r"|select|show|skip|submit|summari[sz]e|take|tell|translate|try|upload|use|verify|visit|write)"
)
_POINTED = r"(?:[Ff]ig(?:ure|s|\.)?|[Tt]ables?|[Ss]ections?|[Aa]ppendix|[Ss]upplementary|[Ee]q)"
_INSTRUCTS = re.compile(
    rf"(?i:{_IMPERATIVES}) {_OBJECT} (?=[a-z\d])"
    r"|(?i:(?:refer|go|turn|listen) to|look (?:at|up)|click (?:on|here)|fill in|log in)\s+[a-zA-Z]"
    rf"|(?i:see(?: also)?|compare|cf\.|refer to|consult)\s+(?:(?:the|also|in)\s)?{_POINTED}"
    r"|(?i:see|consult) (?:the|also|above|below|our|their|this)\b"
    rf"|(?i:do not|don[’']t) [a-z]+ {_OBJECT}"
    r"|(?i:please),? (?!(?i:note|recall|remember|be (?:aware|advised)) )[a-z]"
)
_GOES_ON = re.compile(r"[;:]|\b(?:and|or|then) (?:the|you|it)\b|\b(?:is|was|are|were|has|had)\b")


def no_claim(text: str) -> str:
    """Why a text is no claim that could be checked, "" for a claim.

    >>> no_claim("Is the programme effective?"), no_claim("3.1 Data Collection")
    ('the claim is a question', 'the claim is a heading')
    >>> no_claim("12"), no_claim("| a | b |"), no_claim("See Figure 3 for the results.")
    ('the claim is a lone number', 'the claim is a row of a table', 'the claim is an instruction')
    >>> no_claim("Note that bees sleep."), no_claim("List length was 12 in all groups.")
    ('', '')
    """
    if is_blank(text):
        return "the claim is blank"
    said = " ".join(uncited(text).text.split())
    if not any(map(str.isalnum, said)):
        return f"the claim is {'only a citation' if any(map(str.isalnum, text)) else 'no text'}"
    language = other_language(said)
    if language:
        return f"the claim is in {language}, and only English was measured"
    if len(said) > _LONGEST:
        return ""
    kind = _kind(text.strip(), said)
    return f"the claim is {kind}" if kind else ""


def states_nothing(text: str) -> bool:
    """Whether the form of a text shows that it states nothing.

    So does what is no claim, but for a blank and a text in a language that was not measured.

    >>> states_nothing("Is the programme effective?"), states_nothing("Bees sleep at night.")
    (True, False)
    """
    said = " ".join(uncited(text).text.split())
    return bool(no_claim(text)) and not is_blank(text) and not other_language(said)


def _kind(written: str, said: str) -> str:
    if _NUMBER.fullmatch(said):
        return "a lone number"
    if _is_row(written):
        return "a row of a table"
    if _MARKED.fullmatch(said) or _is_named_heading(said) or _is_numbered_heading(said):
        return "a heading"
    if _is_word(said):
        return "a single word"
    sentences = [_LABEL.sub("", each) for each in _sentences(said)]
    if all(map(_is_question, sentences)):
        return "a question"
    if all(map(_is_instruction, sentences)):
        return "an instruction"
    return ""


def _is_word(text: str) -> bool:
    """Whether a text without space has letters in only one of its words: "IL-6", "e.g."."""
    found = () if " " in text else joined(text, _JOINING)
    return sum(any(map(str.isalpha, word.text)) for word in found) == 1


def _sentences(text: str) -> Iterator[str]:
    ends = [0, *(at + 1 for at in sentence_ends(text)), len(text)]
    return (text[start:end].strip() for start, end in pairwise(ends))


def _is_question(sentence: str) -> bool:
    return bool(_ASKS.match(sentence) or _ASKED.match(sentence))


def _is_instruction(sentence: str) -> bool:
    return bool(_INSTRUCTS.match(sentence) and not _GOES_ON.search(sentence))


def _is_named_heading(text: str) -> bool:
    """Whether a line is a heading by its words: well-known ones, or "Chapter 4: ..."."""
    named = (part[:1].upper() + part[1:] for part in text.split(" and "))
    if is_well_known(text) or (text[:1].isupper() and all(map(is_well_known, named))):
        return True
    short = len(text.split()) <= _MOST_OF_A_HEADING and text[-1] not in ".!?;:,"
    return short and _LABELLED.match(text) is not None


def _is_numbered_heading(text: str) -> bool:
    """Whether a short line without a stop has a number before it, and is written as a title."""
    if not is_numbered(text) or text[-1] in ".!?;:," or _SCALE.match(text):
        return False
    words = text.split()[1:]
    if len(words) > _MOST_OF_A_HEADING:
        return False
    told = [word for word in words if word.lower() not in FUNCTION_WORDS]
    if told and all(word[0].isupper() or not word[0].isalpha() for word in told):
        return len(told) > 1 or bool(_LEVELS.match(text))
    return bool(_LEVELS.match(text)) and len(words) <= _FEW


def _is_row(text: str) -> bool:
    """Whether a line is made of cells: between bars or tabs, or of more figures than words."""
    if _CELLS.fullmatch(text) and ("\t" in text or _SPACED_PIPE.search(text)):
        return True
    if _LATEX_ROW.fullmatch(text):
        return True
    cells = _SPACED_PIPE.split(text)
    if len(cells) >= _FEWEST_CELLS and not re.search(r"[(\[{][^)\]}]*\s\|\s", text):
        return True
    tokens = text.split()
    figures = sum(_FIGURES.fullmatch(token) is not None for token in tokens)
    words = len(tokens) - figures
    return figures >= _FEWEST_FIGURES and figures >= _FIGURES_TO_A_WORD * words
