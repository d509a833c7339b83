"""What is asked of a paper, and what is answered."""

from __future__ import annotations

import math
from enum import Enum

from attrs import field, frozen

from core.document import Box, Span
from core.settings import Settings

SCORE_DIGITS = 6
"""Decimals of a score that mean something: unit vectors are float32."""


def shown(score: float) -> str:
    """A score for people, rounded down, so that one below a threshold never looks equal to it.

    >>> shown(0.69999), shown(-0.5)
    ('0.699', '-0.500')
    """
    return f"{math.floor(score * 1000 + 1e-6) / 1000:.3f}"


class Status(Enum):
    """What was found out about a claim. Only `GROUNDED` means that the paper says it."""

    GROUNDED = "grounded"
    UNSUPPORTED = "unsupported"
    UNCHECKED = "unchecked"


@frozen
class Claim:
    """A statement to verify; `line` is where it begins in its file, from 1, or 0."""

    text: str
    line: int = 0


@frozen
class Evidence:
    """A passage of a document that speaks to a claim, and where it stands.

    `text` is the document's text in `span`; `score` is its cosine to the claim in [-1, 1]; `pages`
    are numbers from 1; `boxes` are one for each printed line.
    """

    document: str
    text: str
    score: float
    span: Span
    pages: tuple[int, ...] = ()
    boxes: tuple[Box, ...] = ()
    section: str = ""


@frozen
class Conflict:
    """Where a claim says one thing and the paper another.

    `code` names the check that found it, for programs: "number", "negation", ... `claim` are the
    claim's words and `paper` the paper's, both as they stand there; `span` is where `paper` stands
    in the text that was compared.
    """

    code: str
    claim: str
    paper: str
    span: Span

    def __str__(self) -> str:
        return f"claim says {self.claim}, paper says {self.paper}"


@frozen
class Verdict:
    """The answer to a claim, with all it depends on.

    `score` is None when the claim was not checked. `evidence` is best first and is also given for
    an unsupported claim: it is the nearest that the paper says. `reason` says in a sentence why
    the status is what it is.
    """

    claim: Claim
    status: Status
    score: float | None
    reason: str
    embedder: str
    settings: Settings
    evidence: tuple[Evidence, ...] = field(default=())
