"""Manuscripts of Word as people write them: what a citation cites, its field says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from testdata.manuscript import fields
from testdata.manuscript.fields import cites, run
from testdata.manuscript.formats import FOLDER
from testdata.manuscript.formats import as_docx as as_text
from testdata.papers.docx import docx
from tests.fakes import FakeEmbedder
from vera.core.settings import Settings
from vera.verification.manuscript import reading, resolving, shelves
from vera.verification.verifier import Verifier

if TYPE_CHECKING:
    from pathlib import Path

_BEES = {
    "type": "article-journal",
    "title": "Sleep of bees in winter",
    "author": [{"family": "Li", "given": "Wei"}],
    "issued": {"date-parts": [[2020]]},
}
_STYLES = [("zotero", style) for style in fields.STYLES]
_MANAGERS = [(manager, "authors") for manager in fields.MANAGERS[1:]]


@pytest.mark.parametrize(("manager", "style"), [*_STYLES, *_MANAGERS])
def test_the_manuscript_with_fields(manager: str, style: str, tmp_path: Path) -> None:
    """Of every manager and style, the same claims lead to the same eight papers."""
    verifier = Verifier(Settings(rule="cosine"), embedder=FakeEmbedder(), cache=False)
    papers, _ = shelves.of_files([str(FOLDER.parent / "probes")], verifier).unwrap()
    read = reading.read(fields.as_docx(tmp_path, manager, style)).unwrap()
    resolved = resolving.resolve(read, papers)
    plain = resolving.resolve(reading.read(as_text(tmp_path)).unwrap(), papers)
    known = {(it.claim.text, it.papers[0].name if it.papers else "") for it in plain.asked}
    found = {(it.claim.text, it.papers[0].name if it.papers else "") for it in resolved.asked}
    assert known <= found
    assert len(found - known) <= 1  # "(see e.g. A and B, 2019)" is no mark to the plain text
    lacking = {name: why for name, why in resolved.works.items() if why}
    assert lacking == {
        "Brandt 2009": "no paper at hand is that",
        "Weber 2024": "no entry of the bibliography is that",
    }
    assert [it.why for it in resolved.aside] == ["it is cited for the contrary"]


def _cited(body: str, folder: Path) -> list[tuple[str, list[str], bool]]:
    (folder / "a.docx").write_bytes(docx(body))
    return [
        (it.said.text, [work.name for mark in it.said.citations for work in mark.works], contrast)
        for it in reading.read(folder / "a.docx").unwrap().claims
        for contrast in [any(mark.contrast for mark in it.said.citations)]
    ]


def test_the_data_are_believed_and_not_what_is_shown(tmp_path: Path) -> None:
    """The shown text is no part of the claim, whatever it is."""
    for shown in ("(Nobody, 1900)", "[99]", "Ibid., 34", "{Citation}"):
        field = cites("zotero", [_BEES], run(shown))
        body = f"<w:p>{run('Bees sleep at night ')}{field}{run('.')}</w:p>"
        assert _cited(body, tmp_path) == [("Bees sleep at night.", ["Li 2020"], False)]


def test_authors_in_the_sentence(tmp_path: Path) -> None:
    """They are typed, and the field shows the year, or all of it is shown by the field."""
    year = cites("zotero", [_BEES], run("(2020)"))
    for part in (run("Li et al. ") + year, cites("endnote", [_BEES], run("Li et al. (2020)"))):
        body = f"<w:p>{part}{run(' found that bees sleep at night.')}</w:p>"
        assert _cited(body, tmp_path) == [("Bees sleep at night.", ["Li 2020"], False)]


def test_what_is_said_before_a_field_holds(tmp_path: Path) -> None:
    """What is introduced by "but see" is for the contrary, before the field or in it."""
    field = cites("zotero", [_BEES], run("Li, 2020"))
    inside = cites("zotero", [_BEES], run("(but see Li, 2020)"))
    for part in (run("(but see ") + field + run(")"), inside):
        body = f"<w:p>{run('Bees sleep at night ')}{part}{run('.')}</w:p>"
        assert _cited(body, tmp_path) == [("Bees sleep at night.", ["Li 2020"], True)]


def test_a_field_without_data_is_read_as_text(tmp_path: Path) -> None:
    """And where that tells nothing either, it is named by what it shows."""
    for shown, name in (("(Li, 2020)", "Li 2020"), ("[*]", "[*]"), ("", "a field without data")):
        field = fields.field(" ADDIN ZOTERO_ITEM CSL_CITATION {broken ", run(shown))
        body = f"<w:p>{run('Bees sleep at night ')}{field}{run('.')}</w:p>"
        assert _cited(body, tmp_path) == [("Bees sleep at night.", [name], False)]
