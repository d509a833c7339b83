"""The project's own paper, open, with the claims about it and their vectors."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from vera import Paper, Verifier
from vera.core.ports import Asked, Matrix, Role
from vera.core.result import Result, Success, failed
from vera.core.verdict import Claim, Verdict
from vera.verification.calibration.files import load
from vera.verification.claims.lines import parse_claims
from vera.verification.entailment.cross_encoder import PackagedCrossEncoder
from vera.verification.grounding.calibrated import CalibratedRule
from vera.verification.report.model import Opening, Source, Summary
from vera.verification.retrieval.query import Query
from vera.verification.retrieval.search import search

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vera.core.ports import CrossEncoder, Embedder, EmbedderInfo, Entailment
    from vera.verification.embedding.onnx import OnnxEmbedder
    from vera.verification.report.model import Form
    from vera.verification.retrieval.search import Hits

TESTDATA = Path(__file__).parents[1] / "testdata"
PDF = TESTDATA / "papers" / "vera" / "vera.pdf"


class Remembering:
    """An embedder that has every vector at hand after the first call: the others cost nothing."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[tuple[Role, str], Matrix] = {}

    @property
    def info(self) -> EmbedderInfo:
        """The embedder's own."""
        return self._embedder.info

    def embed(
        self, texts: Sequence[str], role: Role, progress: Callable[[int], None] | None = None
    ) -> Result[Matrix]:
        """As `vera.core.ports.Embedder`."""
        new = [text for text in dict.fromkeys(texts) if (role, text) not in self._known]
        made = self._embedder.embed(new, role, progress)
        if failed(made):
            return made
        self._known.update(zip(((role, text) for text in new), made.unwrap(), strict=True))
        if not texts:
            return made
        return Success(np.stack([self._known[role, text] for text in texts]))


class RememberingPairs:
    """A cross-encoder that reads each pair once: after that it costs nothing."""

    def __init__(self, cross_encoder: CrossEncoder) -> None:
        self._cross_encoder = cross_encoder
        self.name = cross_encoder.name
        self.fingerprint = cross_encoder.fingerprint
        self.known: dict[Asked, Entailment] = {}

    def predict(self, pairs: Sequence[Asked]) -> Result[Sequence[Entailment]]:
        """As `vera.core.ports.CrossEncoder`."""
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self.known]
        read = self._cross_encoder.predict(new)
        if failed(read):
            return read
        self.known.update(zip(new, read.unwrap(), strict=True))
        return Success([self.known[pair] for pair in pairs])


@frozen(eq=False)
class Open:
    """An open paper, its claims, their vectors (m, dimension) and what is said of them.

    `pairs` are what the cross-encoder reads for that.
    """

    verifier: Verifier
    paper: Paper
    claims: list[Claim]
    rows: Matrix
    verdicts: list[Verdict]
    pairs: list[Asked]

    def judged(self) -> list[Verdict]:
        """The claims judged once more: found and judged, nothing embedded or read."""
        return [each.unwrap() for each in self.verifier.verify([self.paper], self.claims)]

    def report(self, form: Form) -> str:
        """The whole report of the verdicts in a form."""
        source = Source(PDF.name, self.paper.document, len(self.paper.chunks))
        embedder = self.verifier.embedder().unwrap()
        opening, summary = Opening((source,), embedder, self.verifier.settings), Summary()
        text = form.opening(opening)
        for verdict in self.verdicts:
            summary.count(verdict)
            text += form.verdict(verdict)
        return text + form.closing(opening, summary)

    def found(self) -> list[Hits]:
        """What each of the claims finds, its vector given."""
        asked = zip(self.claims, self.rows, strict=True)
        return [search(self.paper.passages, Query(claim.text), row) for claim, row in asked]


def opened(embedder: OnnxEmbedder) -> Open:
    """Open the paper, and ask its 20 claims of it."""
    reading = RememberingPairs(PackagedCrossEncoder())
    calibration = load(embedder.info.name).unwrap()
    if calibration is None:
        raise LookupError(f"no calibration comes for {embedder.info.name}")
    rule = CalibratedRule(calibration, reading)
    verifier = Verifier(embedder=Remembering(embedder), cache=False, rule=rule)
    paper = verifier.open(PDF).unwrap()
    claims = parse_claims((TESTDATA / "claims" / "vera.txt").read_text("utf-8"))
    rows = verifier.embed_claims(claims).unwrap().rows
    verdicts = [each.unwrap() for each in verifier.verify([paper], claims)]
    return Open(verifier, paper, claims, rows, verdicts, list(reading.known))
