"""An answer to a question, for people and for programs (`schema/answer-1.json`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.verdict import SCORE_DIGITS
from vera.verification.report.as_json import json_text
from vera.verification.report.of_hits import hit_text
from vera.verification.report.printable import printable
from vera.verification.report.verdict_lines import place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.core.verdict import Evidence
    from vera.verification.asking.answer import Answer, Citation, Sentence
    from vera.verification.library.hits import Hit

SCHEMA = "vera.answer/1"


def answer_text(answer: Answer, *, failed: bool) -> str:
    """The sentences that hold with what they cite, else the passages, and why.

    With `failed` the others are shown, too, each marked as what it is.
    """
    text = "".join(f"{_line(each)}\n" for each in answer.sentences)
    if answer.sentences:
        text += "\n" + "\n".join(_cited(answer)) + "\n"
    if failed and answer.left_out:
        text += "" if not text else "\n"
        for each in answer.left_out:
            text += f"NOT SUPPORTED: {_line(each, each.cited)}\n"
            text += f"  because: {printable(each.fault)}\n"
    if not answer.sentences:
        why = answer.without or f"nothing that {answer.model} wrote is borne out by what it cites"
        text += "" if not text else "\n"
        text += f"{printable(why)}; these passages speak to the question:\n\n"
        text += "\n".join(_quoted(answer))
    return text + _counts(answer, failed=failed)


def answer_json(library: str, answer: Answer, *, failed: bool) -> str:
    """One object with all of it; sentences that do not hold only with `failed`."""
    whole = {
        "schema": SCHEMA,
        "library": library,
        "question": answer.question,
        "model": answer.model or None,
        "without": answer.without or None,
        "sentences": [
            {"text": each.text, "citations": [_citation(it) for it in each.citations]}
            for each in answer.sentences
        ],
        "left_out": len(answer.left_out),
        "failed": [
            {"text": each.text, "cited": list(each.cited), "reason": each.fault}
            for each in answer.left_out
        ]
        if failed
        else None,
        "passages": [
            _passage(number, hit, quote)
            for number, (hit, quote) in enumerate(
                zip(answer.passages, answer.quotes, strict=True), 1
            )
        ],
    }
    return json_text(whole) + "\n"


def _line(sentence: Sentence, cited: tuple[int, ...] | None = None) -> str:
    numbers = cited if cited is not None else [it.passage for it in sentence.citations]
    marks = "".join(f" [{number}]" for number in numbers)
    return f"{printable(sentence.text)}{marks}"


def _cited(answer: Answer) -> Iterator[str]:
    """Under the number of each passage the places in or beside it that bear a sentence out."""
    told: dict[int, dict[str, None]] = {}
    for sentence in answer.sentences:
        for each in sentence.citations:
            said = f"“{printable(each.evidence.text)}”"
            where = printable(place(each.evidence))
            told.setdefault(each.passage, {})[f"{said}\n    {where}"] = None
    for number in sorted(told):
        yield f"[{number}] " + "\n    ".join(told[number])


def _quoted(answer: Answer) -> Iterator[str]:
    """A block for each passage: what of it comes nearest to the question."""
    for number, (hit, quote) in enumerate(zip(answer.passages, answer.quotes, strict=True), 1):
        if quote is None:
            yield hit_text(number, hit, explain=False)
        else:
            yield f"{number}. {printable(place(quote))}\n   “{printable(quote.text)}”\n"


def _counts(answer: Answer, *, failed: bool) -> str:
    if not answer.model:
        return ""
    held, left = len(answer.sentences), len(answer.left_out)
    text = f"\n{held} sentence{'s' * (held != 1)} of {printable(answer.model)}, checked"
    if left:
        text += f"; {left} left out that did not hold"
        text += "" if failed else " (--show-failed shows what)"
    return text + "\n"


def _citation(citation: Citation) -> dict[str, object]:
    return {"passage": citation.passage, **_place(citation.evidence)}


def _place(evidence: Evidence) -> dict[str, object]:
    return {
        "document": evidence.document,
        "text": evidence.text,
        "span": [evidence.span.start, evidence.span.end],
        "pages": list(evidence.pages),
        "section": evidence.section,
    }


def _passage(number: int, hit: Hit, quote: Evidence | None) -> dict[str, object]:
    return {
        "number": number,
        "document": hit.paper,
        "title": hit.title,
        "artifact_id": hit.artifact,
        "chunk_id": hit.chunk,
        "span": [hit.span.start, hit.span.end],
        "pages": list(hit.pages),
        "section": hit.section,
        "text": hit.text,
        "quote": quote and _place(quote),
        "score": round(hit.score, SCORE_DIGITS),
    }
