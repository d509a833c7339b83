"""What the server is made of, without an editor."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types
from pygls.workspace import PositionCodec

from vera.core.document import Span
from vera.core.errors import InvalidInput
from vera.core.settings import Settings
from vera.core.verdict import Claim, Conflict, Evidence, Status, Verdict
from vera.verification.manuscript.reading import Placed
from vera.verification.manuscript.sentences import Citing
from vera.verification.manuscript.silence import lines_of
from vera.verify.lsp import shown
from vera.verify.lsp.acting import actions
from vera.verify.lsp.checking import Checked, Finding
from vera.verify.lsp.places import range_of
from vera.verify.lsp.wanted import Wanted, wanted

_HOSTILE = "Bees --> \x1b[31m <script>\n\\input{x} `a` [b](http://c) \u202e sleep."


def _found(
    text: str, name: str, sentence: str, *conflicts: Conflict, quote: str = _HOSTILE
) -> tuple[shown.Shown, ...]:
    """A sentence of a text, as contradicted by a paper with that quote."""
    placed = Placed(Citing(sentence, Span(0, 1), ()), name, 1, 0, sentence, 0)
    evidence = Evidence("/nowhere/bees\x1b.pdf", quote, 0.9, Span(0, 1), (3,))
    verdict = Verdict(
        Claim(sentence),
        Status.CONTRADICTED,
        0.1,
        "; ".join(map(str, conflicts)) or quote,
        "fake",
        Settings(),
        (evidence,),
        conflicts,
    )
    path = Path(name)
    checked = Checked({path: (Finding(placed, verdict),)}, {path: lines_of(text)}, (), ())
    return shown.shown(checked, path, PositionCodec())


def _edits(text: str, name: str, found: tuple[shown.Shown, ...]) -> dict[str, str]:
    told = actions(found, "file:///a", Path(name).suffix, lines_of(text), PositionCodec())
    return {
        it.title: edit.new_text
        for it in told
        if isinstance(it, types.CodeAction) and it.edit is not None
        for edits in (it.edit.changes or {}).values()
        for edit in edits
        if isinstance(edit, types.TextEdit)
    }


@pytest.mark.parametrize("name", ["a.tex", "a.md", "a.typ", "a.org", "a.rst", "a.txt"])
def test_a_hostile_quote_stays_in_its_comment(name: str) -> None:
    """It is one line of comment, whatever the paper says, and no markup in a block."""
    text = "  Bees fly."
    edits = _edits(text, name, _found(text, name, "Bees fly."))
    comment = edits.pop("Insert the quote as a comment")
    marks = {".tex": "%", ".md": "<!--", ".typ": "//", ".rst": ".."}
    mark = f"  {marks.get(Path(name).suffix, '#')} "
    assert comment.startswith(mark)
    assert comment.count("\n") == 1
    assert comment.rstrip("\n").isprintable()
    assert comment.count("-->") == (0 if name != "a.md" else 1) + (name != "a.md")
    for block in edits.values():
        assert block.startswith("\n\n> “Bees")
        assert "\\<script\\>" in block
        assert "\\[b\\](http" in block


def test_hostile_text_reaches_no_message() -> None:
    """Of a paper, its name or the claim: without control characters, a line for each."""
    found = _found("Bees fly.", "a.md", "Bees fly.")
    (told,) = shown.diagnostics(found)
    said = told.message + shown.hover(found)
    assert said.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("text", "name", "claim", "paper", "written"),
    [
        ("It fell by 12\\% then.", "a.tex", "12%", "21%", ["21\\%"]),
        ("It fell by 12% then.", "a.md", "12%", "21%", ["21%"]),
        ("Of 12 and 12 it fell.", "a.md", "12", "21", []),
        ("Of 120 it fell.", "a.md", "12", "21", []),
        ("Of 12.5 it fell.", "a.md", "12", "21", []),
        ("Of 12 it fell.", "a.tex", "12", "\\input{x}", []),
        ("Of 12 it fell.", "a.md", "12", "<b>21</b>", []),
    ],
)
def test_the_right_number_is_written_where_it_is_plain(
    text: str, name: str, claim: str, paper: str, written: list[str]
) -> None:
    """Once in the sentence, whole, and nothing that would be markup."""
    found = _found(text, name, text, Conflict("number", claim, paper, Span(0, 1)))
    edits = _edits(text, name, found)
    assert [new for title, new in edits.items() if title.startswith("Write")] == written


@pytest.mark.parametrize(
    ("sentence", "line", "column", "source", "place"),
    [
        ("Bees sleep.", 1, 0, "Bees sleep. Bees sleep.", ((0, 0), (0, 11))),
        ("Bees sleep.", 1, 12, "Bees sleep. Bees sleep.", ((0, 12), (0, 23))),
        ("Bees sleep.", 1, 0, "  \\emph{Bees} \\textbf{sleep}. Ants.", ((0, 8), (0, 29))),
        ("Bees\nsleep.", 1, 0, "  It. Bees\r\nsleep. It", ((0, 6), (1, 6))),
        ("αβγ", 1, 0, "  \\alpha ", ((0, 2), (0, 8))),
        ("Bees.", 9, 70, "Bees", ((0, 0), (0, 4))),
        ("", 1, 0, "", ((0, 0), (0, 0))),
    ],
)
def test_a_sentence_is_found_in_its_source(
    sentence: str, line: int, column: int, source: str, place: object
) -> None:
    """By its words, nearest to its column; where they are not there the lines are marked."""
    assert range_of(sentence, line, column, lines_of(source)) == place


def test_settings_are_from_the_folder_that_is_open(tmp_path: Path) -> None:
    """Paths in them, and what is not given has its default."""
    found = wanted({"papers": ["papers", "/all"], "bib": ["a.bib"], "threshold": None}, tmp_path)
    papers = (str(tmp_path / "papers"), "/all")
    assert found.unwrap() == Wanted(papers, bib=(tmp_path / "a.bib",))
    assert wanted({"library": "bees"}, tmp_path).unwrap() == Wanted(library="bees")


@pytest.mark.parametrize(
    "said",
    [
        None,
        3,
        {"papers": "papers"},
        {"papers": [3]},
        {"papers": ["a"], "library": "b"},
        {"library": "b", "threshold": "high"},
        {"library": "b", "threshold": True},
        {"library": "b", "pause": -1},
        {"library": "b", "pause": 1e9},
        {"library": 3},
    ],
)
def test_settings_without_sense_are_refused(said: object, tmp_path: Path) -> None:
    """Nothing is guessed."""
    assert isinstance(wanted(said, tmp_path).failure(), InvalidInput)
