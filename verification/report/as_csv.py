"""The report for spreadsheets: RFC 4180, a row for each claim (docs/reports.md has the columns)."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from vera.verification.report.of_cells import cells_text
from vera.verification.report.places import STANDARD_INPUT, stands_in
from vera.verification.report.printable import printable

if TYPE_CHECKING:
    from vera.core.verdict import Verdict
    from vera.verification.report.model import Opening, Summary

COLUMNS = (
    "number",
    "file",
    "line",
    "claim",
    "status",
    "score",
    "calibrated",
    "reason",
    "document",
    "pages",
    "section",
    "quote",
    "cosine",
    "cites",
    "cells",
)
_FORMULA = tuple("=+-@＝＋－＠")
"""What a spreadsheet takes for the begin of a formula; some the wide ones, too."""


class CsvForm:
    """A heading and rows that end in CR LF. `claims` names the file of claims, "" for none."""

    def __init__(self, claims: str) -> None:
        self._claims, self._number = claims, 0

    def opening(self, opening: Opening) -> str:  # noqa: ARG002 - a Form
        """The names of the columns."""
        return csv_row(COLUMNS)

    def verdict(self, verdict: Verdict) -> str:
        """One row, with the passage that decides."""
        self._number += 1
        claim, piece = verdict.claim, next(iter(verdict.evidence), None)
        return csv_row(
            (
                self._number,
                csv_text(stands_in(claim, self._claims) or STANDARD_INPUT),
                claim.line or None,
                csv_text(claim.text),
                verdict.status.value,
                verdict.score,
                "yes" if verdict.calibrated else "no",
                csv_text(verdict.reason),
                piece and csv_text(piece.document),
                piece and " ".join(map(str, piece.pages)),
                piece and csv_text(piece.section),
                piece and csv_text(piece.text),
                piece and piece.score,
                csv_text("; ".join(claim.cites)),
                piece and csv_text(cells_text(piece.cells)),
            )
        )

    def closing(self, opening: Opening, summary: Summary) -> str:  # noqa: ARG002 - a Form
        """Nothing: a row that is no claim would be counted as one."""
        return ""


def csv_row(cells: tuple[object, ...]) -> str:
    """The cells as a row that ends in CR LF."""
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()


def csv_text(text: str) -> str:
    """One line that no spreadsheet computes: before what begins as a formula stands a quote.

    >>> csv_text("=1+1"), csv_text("1 = 1")
    ("'=1+1", '1 = 1')
    """
    shown = printable(text)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown
