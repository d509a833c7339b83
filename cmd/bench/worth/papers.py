"""Sentences of papers by the sections that they stand in: of trials, and of ACL papers."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from vera.core.document import Document
from vera.verification import wiring
from vera.verification.language.aims import is_aim

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_HEADED = re.compile(r"^([A-Z][^a-z\n]{2,}):[ ]*$", re.MULTILINE)
_ASIDE = re.compile(
    r"COMPETING|CONFLICTS? OF INT|CONTRIBUTION|FINANCIAL SUPPORT|FUNDING|ACKNOWLEDG"
    r"|PRE-PUBLICATION|SUPPLEMENTARY MAT|SUPPORTING INF|DISCLOSURE"
)
_AIMS = re.compile(r"OBJECTIVE|PURPOSE|AIM")
_FOUND = re.compile(r"RESULT|CONCLUSION|FINDING|EFFICACY|SAFETY")
_METHODS = re.compile(r"METHOD|STUDY DESIGN|PARTICIPANTS|PATIENTS|STATISTICAL")
_ASKED = re.compile(r"\b(?:we|this study|this trial|aim|objective|purpose)\b", re.IGNORECASE)
_NOT_KNOWN = re.compile(r"unclear|unknown|not known|little is")
_POINTS = re.compile(
    r"\W*(?:Supplementary )?(?:Table|Figure|Fig|Tables|Figures|Figs)\b\.? ?S?\d"
    r"|.*\b(?:is|are|was|were|can be) (?:also )?(?:shown|summari[sz]ed|listed|presented|given"
    r"|reported|provided|depicted|illustrated|displayed|described|seen|found) in (?:the )?"
    r"(?:\w+ )?(?:Table|Figure|Fig|Additional|Supplement)",
    re.IGNORECASE,
)
_PLACES = re.compile(
    r"(?:Supplementary )?(?:Tables?|Figures?|Figs?\.?) ?\d+\w?(?:(?:,| and|-|–) ?\d+\w?)*|\(.*?\)",
    re.IGNORECASE,
)
_TELLS = re.compile(r"\d|signific|differ|higher|lower|increas|decreas|reduc")
_CAPTION = re.compile(r"\W*\*|[a-d][A-Z]|\W*(?:Tables?|Figures?|Figs?)\b\.? ?S?\d")
_FORMALITY = re.compile(r"\bethic|\bconsent|review board|corresponding author", re.IGNORECASE)
"""What each trial has to say, and nobody claims: neither side learns from it."""
_MOST = 20_000
"""Characters of a section."""

_SECTION = re.compile(r'<SECTION title\s*=\s*"([^"]*)"[^>]*>(.*?)</SECTION>', re.DOTALL)
_S = re.compile(r"<S [^>]*>([^<]*)</S>")
_ACL_RESULTS = re.compile(r"result|experiment|evaluation")
_ROAD_MAP = re.compile(
    r"\b[Ss]ections? \d[^.]*\b(?:describ|present|discuss|conclud|review|introduc|report|outlin"
    r"|summari|give)|organi[sz]ed as follows|structured as follows"
    r"|[Tt]he (?:rest|remainder) of (?:this|the) (?:paper|article)"
    r"|[Ii]n (?:the next|this) section,? we"
)
_THANKS = re.compile(
    r"(?:We|I|The authors?)[^.]*\b(?:thank|acknowledge|grateful)"
    r"|.*(?:was|were|is) (?:partially |partly )?(?:supported|funded) (?:in part )?by"
)


def of_trials(folder: Path) -> dict[str, list[str]]:
    """Sentences of trial reports: results, methods and abstract; aside, aims and pointers."""
    found: dict[str, list[str]] = {
        name: [] for name in ("results", "methods", "abstract", "aside", "aims", "pointers")
    }
    for path in sorted(folder.glob("*.txt")):
        parts = _HEADED.split(path.read_text("utf-8"))
        for heading, body in zip(parts[1::2], parts[2::2], strict=True):
            for kind, sentence in _of_section(heading.strip(":. "), body.strip()[:_MOST]):
                found[kind].append(sentence)
    return found


def _of_section(heading: str, body: str) -> Iterator[tuple[str, str]]:
    kind, introduces = _kind(heading), re.search(r"INTRODUCTION|BACKGROUND", heading)
    introduces = None if heading.startswith("ABSTRACT") else introduces
    if not kind and not introduces:
        return
    for span in wiring.sentences_of(Document(body, "", "")):
        sentence = " ".join(span.of(body).split())
        if not _is_whole(sentence, 25, 500, 4):
            continue
        if introduces and is_aim(sentence) and _ASKED.search(sentence):
            if not _NOT_KNOWN.search(sentence):
                yield "aims", sentence
        elif kind in {"aside", "aims"}:
            yield kind, sentence
        elif kind and not _FORMALITY.search(sentence):
            if _POINTS.match(sentence) and not _TELLS.search(_PLACES.sub(" ", sentence)):
                yield "pointers", sentence
            elif not _CAPTION.match(sentence) and not (kind == "results" and is_aim(sentence)):
                yield kind, sentence


def _kind(heading: str) -> str:
    abstract = heading.startswith("ABSTRACT")
    if _ASIDE.search(heading):
        return "aside"
    if abstract and _AIMS.search(heading) and "BACKGROUND" not in heading:
        return "aims"
    if abstract:
        return "abstract" if _FOUND.search(heading) and "METHOD" not in heading else ""
    if "RESULT" in heading:
        return "results"
    return "methods" if _METHODS.search(heading) else ""


def acl_sections(folder: Path) -> tuple[list[str], list[str]]:
    """The sentences of sections of results, and of those of thanks."""
    results, thanks = [], []
    for text in _texts(folder):
        for title, body in _SECTION.findall(text):
            whole = [each for each in _said(body) if _is_whole(each, 31, 400, 6)]
            whole = [each for each in whole if each.endswith(".")]
            if _ACL_RESULTS.search(title.lower()):
                results += whole
            elif "acknowledg" in title.lower():
                thanks += whole
    return results, thanks


def acl_sentences(folder: Path) -> tuple[list[str], list[str]]:
    """Thanks, and what tells how the paper goes on, wherever they stand."""
    every = [
        each
        for text in _texts(folder)
        for each in _said(text)
        if _is_whole(each, 1, 300, 1) and each.endswith(".")
    ]
    thanks = [each for each in every if _THANKS.match(each)]
    return thanks, [each for each in every if _ROAD_MAP.search(each)]


def _texts(folder: Path) -> Iterator[str]:
    return (path.read_text("utf-8", "replace") for path in sorted(folder.glob("*.xml")))


def _said(text: str) -> list[str]:
    return [" ".join(html.unescape(each).split()) for each in _S.findall(text)]


def _is_whole(text: str, least: int, most: int, words: int) -> bool:
    """Whether it has the length of a sentence, in characters and words, and its begin and end."""
    fits = least <= len(text) < most and len(text.split()) >= words
    return fits and not text[0].islower() and text[-1] in ".!?"
