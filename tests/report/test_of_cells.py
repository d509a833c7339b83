"""Evidence from a table is shown with its heads in every form."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING

import jsonschema
import pytest
from attrs import evolve

from tests.report.made import a_verdict, written
from vera.core.document import Box, Span
from vera.core.verdict import Conflict, Status, TableCell, Verdict
from vera.verification.report.as_csv import CsvForm
from vera.verification.report.as_json import JsonForm
from vera.verification.report.as_junit import JunitForm
from vera.verification.report.as_markdown import MarkdownForm
from vera.verification.report.as_sarif import SarifForm
from vera.verification.report.as_text import TextForm
from vera.verification.report.evidence_html import cells_table

if TYPE_CHECKING:
    from vera.verification.report.model import Form

_CELL = TableCell(
    "Table 2", ("BERT",), ("GLUE", "MNLI"), "86.7", Span(7, 11), (4,), (Box(4, 1, 2, 3, 4),)
)
_SHOWN = "Table 2, row BERT, column GLUE MNLI: 86.7"
_FAILS = frozenset({"contradicted"})


def _of_a_table() -> Verdict:
    made = a_verdict(status=Status.CONTRADICTED)
    conflict = Conflict("cell", "88.1", "86.7", Span(7, 11), (4,), _CELL.heads)
    evidence = (evolve(made.evidence[0], cells=(_CELL,)), made.evidence[1])
    return evolve(made, evidence=evidence, conflicts=(conflict,), reason=str(conflict))


@pytest.mark.parametrize(
    "form",
    [
        TextForm(),
        MarkdownForm("claims.txt"),
        CsvForm("claims.txt"),
        SarifForm("claims.txt", _FAILS),
        JunitForm("claims.txt", _FAILS),
    ],
)
def test_the_cell_is_named_by_its_heads(form: Form) -> None:
    """Whoever does not see the table is told the row and the column."""
    assert _SHOWN in written(form, [_of_a_table()])


def test_programs_get_the_cell_with_its_place() -> None:
    """The JSON has heads, span, pages and boxes, and the schema accepts them."""
    report = json.loads(written(JsonForm(), [_of_a_table()]))
    schema = files("vera.verification.report") / "schema" / "report-1.json"
    jsonschema.validate(report, json.loads(schema.read_text("utf-8")))
    first, second = report["claims"][0]["evidence"]
    (cell,) = first["cells"]
    assert (cell["row"], cell["column"], cell["text"]) == (["BERT"], ["GLUE", "MNLI"], "86.7")
    assert (cell["span"], cell["boxes"][0]["page"]) == ([7, 11], 4)
    assert "cells" not in second
    assert report["claims"][0]["conflicts"][0]["where"] == "row BERT, column GLUE MNLI"


def test_a_browser_gets_a_table_in_which_nothing_is_markup() -> None:
    """Heads are heads, what is meant is marked, and a paper's text is text."""
    page = cells_table([_CELL, evolve(_CELL, column=("<b>",), text="<i>")])
    assert '<th scope="row">BERT</th>' in page
    assert '<th scope="col">GLUE MNLI</th>' in page
    assert "<mark>86.7</mark>" in page
    assert "<b>" not in page
    assert "<i>" not in page
