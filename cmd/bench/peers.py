"""How the offline peers judge near misses and SciFact, each in a process of their environment.

    python -m venv PEERS
    PEERS/bin/pip install contexttrace==1.3.0 claimproofkit==0.1.1 hallucination-check==0.1.0 \
        grounded-check==0.1.2 anchorcite==0.1.0
    python -m bench.peers DATA PEERS/bin/python [PEER ...]

A peer sees a near miss beside the gold sentences, which is the easiest that it can be given, and a
claim of SciFact beside the whole abstract. A claim is grounded if the peer says so for all of it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from .metrics import balanced_accuracy, bootstrap
from .near_misses import KINDS, near_misses, verbatim
from .peers_asked import PEERS
from .sets import Label, clscisumm, scifact

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .metrics import Bools
    from .sets import Example

_CHILD = Path(__file__).with_name("peers_asked.py")


@frozen
class Answer:
    """What a peer says of a claim: whether it is grounded, and its own word for it."""

    version: str
    grounded: bool
    status: str


def ask(
    python: str, peer: str, pairs: Iterable[tuple[str, str]], *, seconds: float
) -> list[Answer]:
    """A peer's answers to (claim, evidence), in their order, from one process of that Python.

    Raises CalledProcessError with the peer's words if it fails, TimeoutExpired after `seconds`.
    """
    lines = (json.dumps({"claim": claim, "evidence": text}) for claim, text in pairs)
    run = subprocess.run(  # noqa: S603 - the interpreter that the user named
        [python, str(_CHILD), peer],
        input="\n".join(lines),
        capture_output=True,
        encoding="utf-8",
        timeout=seconds,
        check=True,
    )
    return [Answer(**json.loads(line)) for line in run.stdout.splitlines()]


def gold_text(example: Example) -> str:
    """The sentences that decide, in their order."""
    return " ".join(example.document.text[span.start : span.end] for span in example.gold)


def _balanced(examples: Sequence[Example], grounded: Bools) -> str:
    true = np.array([example.label is Label.SUPPORTED for example in examples])
    groups = [example.group for example in examples]
    found = bootstrap(lambda at: balanced_accuracy(true[at], grounded[at]), groups)
    return f"{found.value:.3f} ({found.low:.3f} to {found.high:.3f})"


def of_near_misses(examples: Sequence[Example], grounded: Bools) -> str:
    """A row: balanced accuracy, true claims rejected, and the share caught of each kind."""
    kind = np.array([example.kind for example in examples])
    shares = [f"{(~grounded[kind == each]).mean():.3f}" for each in ("true", *KINDS)]
    return " | ".join([_balanced(examples, grounded), *shares])


def of_scifact(examples: Sequence[Example], grounded: Bools) -> str:
    """A row: balanced accuracy of supported against the rest, and against contradicted only."""
    told = np.array([example.label is not Label.NONE for example in examples])
    evident = [example for example, has in zip(examples, told, strict=True) if has]
    return " | ".join([_balanced(examples, grounded), _balanced(evident, grounded[told])])


def main() -> None:
    """Print the tables for the peers named, else for all."""
    data, python = Path(sys.argv[1]), sys.argv[2]
    claims = list(scifact(data / "scifact", "train"))
    sources = [*claims, *clscisumm(data / "clscisumm", "train")]
    cited: list[Example] = list(near_misses(verbatim(sources), seed=1))
    said: list[Example] = list(near_misses(claims, seed=1))
    pages = [(example.claim, example.document.text) for example in claims]
    tables: dict[str, tuple[list[Example], list[tuple[str, str]]]] = {
        "verbatim near misses": (cited, [(each.claim, gold_text(each)) for each in cited]),
        "near misses of paraphrases": (said, [(each.claim, gold_text(each)) for each in said]),
        "SciFact train": (claims, pages),
    }
    for name, (examples, pairs) in tables.items():
        of = of_scifact if examples is claims else of_near_misses
        head = ("BA of all", "BA of evidence") if examples is claims else ("BA", "true", *KINDS)
        sys.stdout.write(f"\n{name}, {len(pairs)} pairs\n\n| peer | {' | '.join(head)} |\n")
        sys.stdout.write(f"|---{'|---' * len(head)}|\n")
        for peer in sys.argv[3:] or PEERS:
            answers = ask(python, peer, pairs, seconds=600)
            grounded = np.array([answer.grounded for answer in answers])
            sys.stdout.write(f"| {peer} {answers[0].version} | {of(examples, grounded)} |\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
