"""Asks one peer about claims, in the peers' own environment: needs nothing of this project.

`python peer_process.py PEER` reads a line of JSON a pair, {"claim": ..., "evidence": ...}, and
writes one each: {"version": ..., "grounded": true or false, "status": the peer's own word}. Each
peer is used as its documentation says, with its own thresholds and without a model.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    Ask = Callable[[str, str], tuple[bool, str]]


def _contexttrace(mode: str) -> Ask:
    verify = import_module("contexttrace.verify")

    def ask(claim: str, evidence: str) -> tuple[bool, str]:
        context = verify.TraceContext(id="paper", text=evidence)
        trace = verify.RAGTrace(query="", answer=claim, contexts=[context])
        verdicts = [each["verdict"] for each in verify.verify_trace(trace, mode=mode)["claims"]]
        return bool(verdicts) and set(verdicts) == {"supported"}, " ".join(verdicts)

    return ask


def _claimproofkit() -> Ask:
    kit = import_module("claimproofkit")

    def ask(claim: str, evidence: str) -> tuple[bool, str]:
        passages = [
            kit.EvidencePassage(str(at), "paper", sentence, kit.SourceType.EVIDENCE)
            for at, sentence in enumerate(re.split(r"(?<=[.!?])\s+", evidence))
        ]  # it compares with one passage, and a "not" in any of its sentences would count
        report = kit.ClaimVerifier().verify_document(claim, passages)
        return report.is_safe_to_publish, " ".join(each.status.value for each in report.verdicts)

    return ask


def _hallucination_check() -> Ask:
    check = import_module("hallucination_check").check

    def ask(claim: str, evidence: str) -> tuple[bool, str]:
        report = check(claim, evidence)
        status = "contradiction" if report.contradictions else "unsupported"
        grounded = bool(report.claims) and not report.unsupported
        return grounded, "supported" if grounded else status

    return ask


def _grounded_check(*, sentences: bool) -> Ask:
    grounded = import_module("grounded")
    kinds = set(grounded.Kind) if sentences else set(grounded.Kind) - {grounded.Kind.SENTENCE}

    def ask(claim: str, evidence: str) -> tuple[bool, str]:
        source = grounded.Source(Path("paper.txt"), evidence)
        found = grounded.verify(grounded.extract(claim, kinds=kinds), [source]).findings
        verdicts = [each.verdict.value for each in found]
        return {"not_found", "weak"}.isdisjoint(verdicts), " ".join(sorted(set(verdicts)))

    return ask


def _anchorcite() -> Ask:
    anchor = import_module("anchorcite").anchor_claim

    def ask(claim: str, evidence: str) -> tuple[bool, str]:
        found = anchor(claim, evidence)
        return found is not None, "anchored" if found else "none"

    return ask


PEERS: dict[str, tuple[str, Callable[[], Ask]]] = {
    "contexttrace (lexical)": ("contexttrace", lambda: _contexttrace("lexical")),
    "contexttrace (semantic)": ("contexttrace", lambda: _contexttrace("semantic")),
    "claimproofkit": ("claimproofkit", _claimproofkit),
    "hallucination-check": ("hallucination-check", _hallucination_check),
    "grounded-check": ("grounded-check", lambda: _grounded_check(sentences=False)),
    "grounded-check (sentences)": ("grounded-check", lambda: _grounded_check(sentences=True)),
    "anchorcite (lexical)": ("anchorcite", _anchorcite),
}
"""Each peer's distribution, and what makes its adapter."""


def main() -> None:
    """Answer every line of standard input."""
    logging.disable(logging.ERROR)  # a peer logs every claim, or a model that it lacks
    distribution, adapter = PEERS[sys.argv[1]]
    used, ask = version(distribution), adapter()
    for line in sys.stdin:
        pair = json.loads(line)
        grounded, status = ask(pair["claim"], pair["evidence"])
        answer = {"version": used, "grounded": bool(grounded), "status": status}
        sys.stdout.write(json.dumps(answer) + "\n")


if __name__ == "__main__":
    main()
