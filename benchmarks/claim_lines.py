"""How many claims of a text file come out as they were written (docs/command-line.md).

    VERA_DATA=... python -m benchmarks.claim_lines

Public claims are written to files of ten in several ways, and read back; abstracts are wrapped, and
their sentences compared with those of the same abstract on one line.
"""

from __future__ import annotations

import json
import os
import random
import sys
import textwrap
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from vera.verification.claims.lines import Line, blocks_of, claims_of, parse_claims
from vera.verification.claims.sentences import claims_by_sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

SETS = (
    "scifact/pairs_train",
    "check_covid/pairs_dev",
    "clinifact/pairs_validation",
    "evidence_inference/claims_templated_validation",
    "wice/claim_dev",
    "pairs/healthver",
    "pairs/citation_integrity",
    "pairs/climate_fever",
)
_FEWEST, _MOST = 20, 600
"""Characters of a claim that is taken."""
_A_FILE = 10
"""Claims in a file."""
_OF_A_SET = 1500
_ABSTRACTS = 500
_COLUMNS = range(60, 101)


def _bare(claim: str) -> str:
    return claim.rstrip(" .!?;:,")


def _stopped(claim: str) -> str:
    return claim if claim[-1] in ".!?" else f"{claim}."


def _either(claim: str) -> str:
    return _stopped(claim) if random.random() < 0.5 else _bare(claim)  # noqa: S311


def _small(claim: str) -> str:
    return _bare(claim[0].lower() + claim[1:])


def _filled(claim: str, columns: int) -> str:
    return textwrap.fill(claim, columns, break_long_words=False, break_on_hyphens=False)


WAYS: dict[str, tuple[Callable[[str], str], str, bool]] = {
    "one a line, with stops": (_stopped, "\n", False),
    "one a line, without": (_bare, "\n", False),
    "one a line, half with": (_either, "\n", False),
    "one a line, in small letters, without": (_small, "\n", False),
    "wrapped, with stops": (_stopped, "\n", True),
    "wrapped, blank lines, without": (_bare, "\n\n", True),
    "wrapped, neither": (_bare, "\n", True),
}
"""How a claim is written, what stands between two, and whether they are wrapped."""


def claims_in(path: Path) -> list[str]:
    """The claims of a set, each once, but those that a file marks as comments or bullets."""
    with path.open(encoding="utf-8") as lines:
        found = dict.fromkeys(" ".join(json.loads(line)["claim"].split()) for line in lines)
    return [it for it in found if _FEWEST < len(it) < _MOST and it[0] not in "#-*"][:_OF_A_SET]


def recovered(claims: Sequence[str], way: str) -> tuple[int, int]:
    """How many of the claims are read as they were written, and of how many."""
    write, between, wrapped = WAYS[way]
    right = 0
    for first in range(0, len(claims), _A_FILE):
        written = [write(claim) for claim in claims[first : first + _A_FILE]]
        columns = random.choice(_COLUMNS)  # noqa: S311
        shown = map(partial(_filled, columns=columns), written) if wrapped else written
        read = Counter(claim.text for claim in parse_claims(between.join(shown)))
        right += (read & Counter(written)).total()
    return right, len(claims)


def sentences_of(text: str) -> Counter[str]:
    """The sentences of a text as `verify` cuts it."""
    found = claims_of(blocks_of(text))
    return Counter(claim.text for lines in found for claim in claims_by_sentence(lines))


def abstracts_recovered(path: Path) -> tuple[int, int]:
    """How many sentences of wrapped abstracts are those of the abstracts on one line."""
    right = total = 0
    with path.open(encoding="utf-8") as lines:
        for _, line in zip(range(_ABSTRACTS), lines, strict=False):
            text = " ".join(" ".join(json.loads(line)["abstract"]).split())
            whole = Counter(it.text for it in claims_by_sentence([Line(1, text)]))
            wrapped = _filled(text, random.choice(_COLUMNS))  # noqa: S311
            right += (whole & sentences_of(wrapped)).total()
            total += whole.total()
    return right, total


def _told(name: str, pairs: Iterable[tuple[int, int]]) -> str:
    right, total = map(sum, zip(*pairs, strict=True))
    return f"{name:40} {right:5} of {total:5}  {100 * right / total:.1f}%\n"


def main() -> None:
    """Print a line for each way of writing claims."""
    folder = Path(os.environ["VERA_DATA"])
    sets = [claims_in(folder / f"{name}.jsonl") for name in SETS]
    for way in WAYS:
        random.seed(7)
        sys.stdout.write(_told(way, [recovered(claims, way) for claims in sets]))
    random.seed(7)
    found = abstracts_recovered(folder / "scifact" / "corpus.jsonl")
    sys.stdout.write(_told("sentences of wrapped abstracts", [found]))


if __name__ == "__main__":
    main()
