"""What is asked of a paper, and what is answered."""

from __future__ import annotations

import math
from enum import Enum

from attrs import field, frozen

from vera.core.document import Box, Span
from vera.core.settings import Settings

SCORE_DIGITS = 4
"""Decimals of a score that mean something: processors differ by 1e-6 in one (ADR 0029)."""


def shown(score: float) -> str:
    """A score for people, rounded down, so that one below a threshold never looks equal to it.

    >>> shown(0.69999), shown(-0.5)
    ('0.699', '-0.500')
    """
    return f"{math.floor(score * 1000 + 1e-6) / 1000:.3f}"


class Status(Enum):
    """What was found out about a claim. Only `GROUNDED` means that the paper says it."""

    GROUNDED = "grounded"
    CONTRADICTED = "contradicted"
    UNSUPPORTED = "unsupported"
    UNCHECKED = "unchecked"


@frozen
class Claim:
    """A statement to verify; `line` is where it begins in its file, and `page`, from 1, or 0.

    `file` is named where the claims of a run stand in several, as a manuscript's can; `cites` are
    the keys or marks of the works that its sentence cites for it, as they are written there.
    `begins` is where in `text` its own sentence does, behind those that it leans on.
    """

    text: str
    line: int = 0
    file: str = ""
    cites: tuple[str, ...] = ()
    page: int = 0
    begins: int = 0


@frozen
class Worth:
    """How likely a claim states something that a paper could bear out, and whether it is asked."""

    probability: float
    asked: bool


@frozen
class TableCell:
    """A cell of a table with what tells what it says.

    `table` is what the table is called ("Table 2"), "" where it has no number. `row` and `column`
    are the heads of the cell, the outermost first, `text` what stands in it; `span`, `pages` and
    `boxes` are as those of `Evidence`.
    """

    table: str
    row: tuple[str, ...]
    column: tuple[str, ...]
    text: str
    span: Span
    pages: tuple[int, ...] = ()
    boxes: tuple[Box, ...] = ()

    @property
    def heads(self) -> str:
        """Its row and its column.

        >>> TableCell("Table 2", ("BERT",), ("GLUE", "MNLI"), "86.7", Span(4, 8)).heads
        'row BERT, column GLUE MNLI'
        """
        named = (("row", self.row), ("column", self.column))
        return ", ".join(f"{what} {' '.join(heads)}" for what, heads in named if heads)

    def __str__(self) -> str:
        where = ", ".join(filter(None, (self.table, self.heads)))
        return f"{where}: {self.text}" if where else self.text


@frozen
class Evidence:
    """A passage of a document that speaks to a claim, and where it stands.

    `text` is the document's text in `span`; `score` is its cosine to the claim in [-1, 1]; `pages`
    are numbers from 1; `boxes` are one for each printed line. `cells` are there for a row of a
    table whose heads are known: those that the claim speaks of, else all of the row.
    """

    document: str
    text: str
    score: float
    span: Span
    pages: tuple[int, ...] = ()
    boxes: tuple[Box, ...] = ()
    section: str = ""
    cells: tuple[TableCell, ...] = ()

    @property
    def said(self) -> str:
        """What the passage says to who does not see the table: its text, or its cells by heads."""
        return "; ".join(map(str, self.cells)) or self.text


@frozen
class Conflict:
    """Where a claim says one thing and the paper another.

    `code` names the check that found it, for programs: "number", "negation", ... `claim` are the
    claim's words and `paper` the paper's, both as they stand there; `span` is where `paper` stands
    in the text that was compared: the document's, in a verdict. `pages` are numbers from 1. `where`
    names the row and the column of a table's cell.
    """

    code: str
    claim: str
    paper: str
    span: Span
    pages: tuple[int, ...] = ()
    where: str = ""

    def __str__(self) -> str:
        cell = f" ({self.where})" if self.where else ""
        page = f", p. {self.pages[0]}" if self.pages else ""
        return f"claim says {self.claim}, paper says {self.paper}{cell}{page}"


@frozen
class Feature:
    """Something that was measured of a claim, and how much it added to the log-odds of support."""

    name: str
    value: float
    added: float


@frozen
class Explanation:
    """How a score came about.

    `evidence` is the probability that the document speaks of the claim at all, `support` that it
    then says the same, `denial` that it says the contrary; `features` are what the first two were
    computed from, the weightiest first. `runners_up` are the next passages, best first.
    """

    evidence: float
    support: float
    denial: float
    features: tuple[Feature, ...] = field(repr=False)
    runners_up: tuple[Evidence, ...] = field(default=(), repr=False)


@frozen
class Part:
    """A part of a claim, judged by itself; `span` is the stretch of the claim that it covers."""

    text: str
    span: Span
    status: Status
    score: float
    reason: str
    evidence: tuple[Evidence, ...] = ()
    conflicts: tuple[Conflict, ...] = ()


@frozen
class PaperVerdict:
    """What one of the papers says of a claim; `document` is its source.

    `complete` is false where not all that its file shows was read.
    """

    document: str
    status: Status
    score: float
    complete: bool = True


@frozen
class Verdict:
    """The answer to a claim, with all it depends on.

    `score` is None when the claim was not checked. It is a probability where `calibrated`, else a
    cosine. `evidence` is best first and is also given for a claim that is not grounded: it is the
    nearest that the paper says. `reason` says in a sentence why the status is what it is, `decided`
    who said so: "calibration", "table", "cosine", or a judge's name, and "" when the claim was not
    checked. `conflicts` are there if and only if it is contradicted. `parts` are those of a claim
    that has several, and empty for others. `papers` says what each paper that was asked says by
    itself: those that say the claim first, then those that deny it. `worth` is None unless the
    settings have `only_claims`.
    """

    claim: Claim
    status: Status
    score: float | None
    reason: str
    embedder: str
    settings: Settings
    evidence: tuple[Evidence, ...] = field(default=())
    conflicts: tuple[Conflict, ...] = field(default=())
    parts: tuple[Part, ...] = field(default=())
    explanation: Explanation | None = None
    calibrated: bool = False
    decided: str = "cosine"
    papers: tuple[PaperVerdict, ...] = field(default=())
    worth: Worth | None = None

    @property
    def states_nothing(self) -> bool:
        """Whether the claim was left out, unchecked, since it states nothing: no failure."""
        return self.worth is not None and not self.worth.asked
