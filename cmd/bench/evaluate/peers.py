"""The offline peers are asked what the engine is asked, each in a process of their environment.

    python -m venv PEERS
    PEERS/bin/pip install contexttrace==1.3.0 claimproofkit==0.1.1 hallucination-check==0.1.0 \
        grounded-check==0.1.2 anchorcite==0.1.0
    vera-bench evaluate SET --peers PEERS/bin/python

A peer is given the whole document, as the engine is; for a near miss it is given the gold sentences
alone, which is the easiest that it can be given. A claim is grounded if the peer says so for all of
it.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from vera.bench.evaluate.peer_process import PEERS
from vera.bench.sets.near_misses import NearMiss
from vera.core.result import Result, Success
from vera.verification.judging.pool import each

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from vera.bench.figures.rows import Row
    from vera.bench.sets.known import Example

_CHILD = Path(__file__).with_name("peer_process.py")


@frozen
class Answer:
    """What a peer says of a claim: whether it is grounded, and its own word for it."""

    version: str
    grounded: bool
    status: str


@frozen
class Answered:
    """A peer's answers for a set, in the order of its examples; or none, and why it `failed`."""

    answers: Sequence[Answer] = ()
    failed: str = ""

    @property
    def version(self) -> str:
        """The version of the peer, if it answered."""
        return self.answers[0].version if self.answers else ""


def ask(python: Path, peer: str, pairs: Sequence[tuple[str, str]], *, seconds: float) -> Answered:
    """A peer's answers to (claim, evidence), in their order, from one process of that Python.

    A failure is what is to be shown of it: the peer's last words, or that it took too long.
    """
    lines = (json.dumps({"claim": claim, "evidence": text}) for claim, text in pairs)
    try:
        run = subprocess.run(  # noqa: S603 - the interpreter that the user named
            [str(python), str(_CHILD), peer],
            input="\n".join(lines),
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
            check=True,
        )
        answers = [_answer(json.loads(line)) for line in run.stdout.splitlines()]
    except subprocess.TimeoutExpired:
        return Answered(failed=f"not done in {seconds:g} s")
    except subprocess.CalledProcessError as error:
        words = str(error.stderr).strip().splitlines() or [f"exit code {error.returncode}"]
        return Answered(failed=words[-1])
    except OSError as error:
        return Answered(failed=f"{python} cannot be run: {error.strerror or error}")
    except (ValueError, KeyError, TypeError) as error:
        return Answered(failed=f"an answer that is none: {error}")
    if len(answers) != len(pairs):
        return Answered(failed=f"{len(answers)} answers to {len(pairs)} claims")
    return Answered(answers)


def _answer(said: Mapping[str, object]) -> Answer:
    match said["grounded"]:
        case bool(grounded):
            return Answer(str(said["version"]), grounded, str(said["status"]))
        case other:
            raise ValueError(f"{other!r} is neither true nor false")


def evidence_for(example: Example) -> str:
    """What a peer is given: the whole document, or of a near miss the sentences that decide."""
    text = example.document.text
    if not isinstance(example, NearMiss):
        return text
    return " ".join(text[span.start : span.end] for span in example.gold)


def answers_of(
    python: Path,
    examples: Iterable[Example],
    seconds: float,
    progress: Callable[[int, int], None],
) -> dict[str, Answered]:
    """What every peer answers for a set, each in so many seconds at most; those that fail, too.

    Two are asked at a time: each keeps one processor busy.
    """
    pairs = [(example.claim, evidence_for(example)) for example in examples]
    turns = count()

    def answered(peer: str) -> Result[Answered]:
        progress(next(turns), len(PEERS))
        return Success(ask(python, peer, pairs, seconds=seconds))

    found = each(answered, list(PEERS)).unwrap()
    progress(len(PEERS), len(PEERS))
    return dict(zip(PEERS, found, strict=True))


def with_answers(rows: Sequence[Row], peers: Mapping[str, Answered]) -> list[Row]:
    """The rows of the same examples, with what each peer answered."""
    return [
        evolve(
            row,
            peers={
                name: (asked.answers[at].grounded, asked.answers[at].status)
                for name, asked in peers.items()
                if not asked.failed
            },
        )
        for at, row in enumerate(rows)
    ]
