"""Sentences that state something and sentences that do not, from many sources (ADR 0064)."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from vera.bench.worth.papers import acl_sections, acl_sentences, of_trials
from vera.verification.language.citations import uncited
from vera.verification.language.no_claim import no_claim

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST = 500
"""Sentences of a source that are looked at: each counts the same, whatever its size."""
_SEED = 7
_SHORTEST = 8
"""Characters; what is shorter is a rest of a sentence that was cut wrongly."""
_FOLDER = Path(__file__).with_name("claims")
_CLAIMS = {
    "scifact": ("scifact/pairs_train.jsonl",),
    "check_covid": ("check_covid/pairs_train.jsonl",),
    "clinifact": ("clinifact/pairs_train.jsonl",),
    "wice": ("wice/claim_dev.jsonl",),
    "summedits": tuple(f"summedits/pairs_{kind}.jsonl" for kind in ("ectsum", "news", "podcast")),
    "clscisumm": ("clscisumm/citances_train2018.jsonl",),
    **{
        name: (f"pairs/{name}.jsonl",)
        for name in (
            "vitaminc",
            "fool_me_twice",
            "fever_symmetric",
            "citation_integrity",
            "healthver",
            "covidfact",
            "climate_fever",
        )
    },
}
MEASURED = frozenset(
    (
        "healthver",
        "covidfact",
        "climate_fever",
        "acl_results",
        "acl_thanks",
        "acl_road_maps",
        "blind",
    )
)
"""Sources that are never fitted on: their licence is not stated, or they are there to measure."""
OWN = "own"
"""Our own sentences: pairs, of which one states something and one, in its words, does not."""


@frozen
class Sentence:
    """A sentence, and whether it `states` something.

    What has the same `group` must not be on both sides of a split.
    """

    source: str
    group: str
    text: str
    states: bool

    @property
    def learned(self) -> bool:
        """Whether a model may be fitted on it."""
        return self.source not in MEASURED


def every(data: Path) -> list[Sentence]:
    """All sentences; `data` holds the known sets. Raises OSError, ValueError and KeyError."""
    found: list[Sentence] = []
    for source, names in _CLAIMS.items():
        claims = (row["claim"] for name in names for row in _rows(data / name))
        found += _some(source, source, claims, states=True)
    trials = of_trials(data / "evidence_inference" / "txt")
    for kind, texts in trials.items():
        states = kind in {"results", "methods", "abstract"}
        found += _some(f"trials_{kind}", "trials", texts, states=states)
    found += _acl(data / "clscisumm" / "train2018")
    for row in _rows(_FOLDER / "sentences.jsonl"):
        group = f"{OWN} {row['field']}"
        found.append(Sentence(OWN, group, row["nothing"], states=False))
        found.append(Sentence(OWN, group, row["states"], states=True))
    blind = _rows(_FOLDER / "blind.jsonl")
    return found + [Sentence("blind", "blind", row["text"], row["states"]) for row in blind]


def _acl(folder: Path) -> Iterator[Sentence]:
    """Sentences of ACL papers: those of sections of results by labels of ours, given by hand."""
    labels = json.loads((_FOLDER / "acl.json").read_text("utf-8"))
    states = {digest: name == "states" for name, rows in labels.items() for digest in rows}
    results, thanks = acl_sections(folder)
    for text in dict.fromkeys(results):
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        if digest in states:
            yield Sentence("acl_results", "acl", text, states[digest])
    told, mapped = acl_sentences(folder)
    yield from _some("acl_thanks", "acl", [*thanks, *told], states=False)
    yield from _some("acl_road_maps", "acl", mapped, states=False)


def _some(source: str, group: str, texts: Iterable[str], *, states: bool) -> Iterator[Sentence]:
    """At most `MOST` of them, without those that are told to be no claim by their form."""
    every = [text.replace("<citation>", "1") for text in dict.fromkeys(texts)]
    random.Random(_SEED).shuffle(every)  # noqa: S311 - no secret
    kept = 0
    for text in every:
        if kept < MOST and len(uncited(text).text) >= _SHORTEST and not no_claim(text):
            kept += 1
            yield Sentence(source, group, text, states)


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
