"""Each sentence of an answer is verified against the passages that it cites, and no others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.document import Document, Span
from vera.core.result import Result, Success, traverse
from vera.core.verdict import Claim, Status
from vera.verification import wiring
from vera.verification.asking.answer import Citation, Drafted, Sentence
from vera.verification.verifier import Paper

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from vera.core.verdict import Evidence, Verdict
    from vera.verification.asking.answer import Passage
    from vera.verification.verifier import Verifier


@frozen(eq=False)
class _Cited:
    """A paper that a sentence cites, and the spans of the passages of it, by their numbers."""

    paper: Paper
    spans: Mapping[int, Span]


def checked(
    drafts: Sequence[Drafted], passages: Sequence[Passage], verifier: Verifier
) -> Result[tuple[Sentence, ...]]:
    """The sentences, each with the citations that bear it out, or with why none does.

    A sentence holds if a paper that it cites grounds it, as if that had been named alone, with
    evidence in or beside a passage that is cited, and none of them contradicts it. Errors are
    those of `Verifier.verify`.
    """
    pieces = [piece for draft in drafts for piece in _pieces(draft)]
    cited = [_cited(piece, passages) for piece in pieces]
    # The line of a claim says which paper it is asked of: one claim a sentence and paper.
    asked = [(at, each) for at, papers in enumerate(cited) for each in papers]
    claims = [Claim(pieces[at].text, line) for line, (at, _) in enumerate(asked)]

    def choose(claim: Claim, _row: NDArray[np.float32]) -> Result[Sequence[Paper]]:
        return Success([asked[claim.line][1].paper])

    verdicts = verifier.verify_among(choose, claims)
    found = traverse(lambda verdict: verdict, verdicts)

    def told(said: Sequence[Verdict]) -> tuple[Sentence, ...]:
        answers: list[list[tuple[_Cited, Verdict]]] = [[] for _ in pieces]
        for (at, each), verdict in zip(asked, said, strict=True):
            answers[at].append((each, verdict))
        return tuple(
            _sentence(piece, len(passages), answer)
            for piece, answer in zip(pieces, answers, strict=True)
        )

    return found.map(told)


def _pieces(draft: Drafted) -> Iterator[Drafted]:
    """A sentence, or the sentences that a model wrote as one, each of which must hold."""
    document = Document(draft.text, "answer", "")
    for span in wiring.sentences_of(document):
        yield Drafted(span.of(draft.text), draft.cited)


def _cited(piece: Drafted, passages: Sequence[Passage]) -> list[_Cited]:
    """The papers that a sentence cites, none where it cites what there is not."""
    if not all(1 <= number <= len(passages) for number in piece.cited):
        return []
    papers: dict[tuple[str, str], tuple[Paper, dict[int, Span]]] = {}
    for number in piece.cited:
        found, paper = passages[number - 1]
        content = paper.document.digest, paper.document.media_type
        papers.setdefault(content, (paper, {}))[1][number] = found.span
    return [_Cited(paper, spans) for paper, spans in papers.values()]


def _sentence(piece: Drafted, count: int, answers: Sequence[tuple[_Cited, Verdict]]) -> Sentence:
    citations, faults = [], []
    for cited, verdict in answers:
        source = cited.paper.document.source
        borne = _borne(verdict, cited.spans)
        if verdict.status is Status.CONTRADICTED:
            return Sentence(piece.text, piece.cited, (), f"{source} denies it: {verdict.reason}")
        if verdict.status is not Status.GROUNDED:
            faults.append(f"{source} does not say it: {verdict.reason}")
        elif borne is None:
            faults.append(f"{source} says it, but not where it is cited")
        else:
            citations.append(borne)
    if citations:
        return Sentence(piece.text, piece.cited, tuple(citations))
    return Sentence(piece.text, piece.cited, (), "; ".join(faults) or _uncited(piece, count))


def _uncited(piece: Drafted, count: int) -> str:
    unknown = [str(number) for number in piece.cited if not 1 <= number <= count]
    return f"there is no passage {', '.join(unknown)}" if unknown else "it cites nothing"


def _borne(verdict: Verdict, spans: Mapping[int, Span]) -> Citation | None:
    """The evidence in or beside a passage that is cited, and its number; for each part, there."""
    parts = [part.evidence for part in verdict.parts] or [verdict.evidence]
    found = [_first(evidence, spans) for evidence in parts]
    whole = _first(verdict.evidence, spans) or found[0]
    return whole if all(found) else None


def _first(evidence: Sequence[Evidence], spans: Mapping[int, Span]) -> Citation | None:
    for piece in evidence:
        for number, span in spans.items():
            if _near(span).overlaps(piece.span):
                return Citation(number, piece)
    return None


def _near(span: Span) -> Span:
    """The passage, and as much before and after it: its neighbours."""
    return Span(max(span.start - len(span), 0), span.end + len(span))
