"""The report as CSV is read by the standard library as what it says."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.report.made import a_verdict, written
from vera.core.verdict import Claim, Status
from vera.verification.report.as_csv import COLUMNS, CsvForm
from vera.verification.report.printable import printable


def _rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


@given(st.lists(st.tuples(st.text(max_size=30), st.sampled_from(Status)), max_size=5))
def test_a_row_a_claim(claims: list[tuple[str, Status]]) -> None:
    """Whatever the claims are, each is one row of as many cells as there are columns."""
    text = written(CsvForm("claims.txt"), [a_verdict(*each) for each in claims])
    assert text.startswith(",".join(COLUMNS) + "\r\n")
    rows = _rows(text)
    assert [row["status"] for row in rows] == [status.value for _, status in claims]
    assert [row["claim"].removeprefix("'") for row in rows] == [
        printable(text).removeprefix("'") for text, _ in claims
    ]
    assert all(None not in row and None not in row.values() for row in rows)


def test_the_columns_of_a_claim() -> None:
    """A row has the place of the claim, its verdict, and the passage that decides."""
    claim = Claim('Says "a, b".', 7, cites=("smith", "[2]"))
    (row,) = _rows(written(CsvForm(""), [a_verdict(claim=claim)]))
    assert row == {
        "number": "1",
        "file": "standard input",
        "line": "7",
        "claim": 'Says "a, b".',
        "status": "grounded",
        "score": "0.81",
        "calibrated": "yes",
        "reason": "because",
        "document": "paper.pdf",
        "pages": "4 5",
        "section": "2 Method",
        "quote": "A claim.",
        "cosine": "0.8123456",
        "cites": "smith; [2]",
        "cells": "",
    }


def test_what_was_not_checked_has_empty_cells() -> None:
    """No score is an empty cell, never a 0."""
    (row,) = _rows(written(CsvForm("c.txt"), [a_verdict(status=Status.UNCHECKED)]))
    assert (row["score"], row["quote"], row["calibrated"]) == ("", "", "no")


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t=", "\r\n=", " -", "＝", "＠"])
def test_no_formula(begin: str) -> None:
    """No cell with text from a file begins as a formula does."""
    formula = f'{begin}HYPERLINK("http://a.example","b")'
    claim = Claim(formula, 1, formula, (formula,))
    text = written(CsvForm(formula), [a_verdict(formula, Status.CONTRADICTED, claim)])
    (row,) = _rows(text)
    assert row["claim"].startswith("'")
    assert not any(cell.startswith(tuple("=+-@＝＋－＠\t\r")) for cell in row.values())
