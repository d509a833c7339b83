"""What an editor is told of a manuscript, by a real client over standard input and output."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from lsprotocol import types

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.verify.lsp.editor import Editor

pytestmark = pytest.mark.asyncio

_PAPERS = Path(__file__).parents[3] / "testdata" / "papers"
_SETTINGS = {"papers": ["probes"], "embedder": "minilm", "pause": 0.1}
_OWN = {"papers": ["papers"], "embedder": "minilm", "pause": 0.1}
_BIB = """@misc{vera, title = {VERA}, file = {papers/vera.pdf}}
@misc{plain, title = {Reading}, file = {papers/plain.txt}}
@misc{gone, title = {Gone}}
"""
_TRUE = "A verdict can be no better than its text"
_FALSE = "With pdfplumber only 167 sentences survived"


@pytest.fixture
def own(folder: Path) -> Path:
    """A folder with two papers, a PDF and a text, and a bibliography that names them."""
    (folder / "papers").mkdir()
    shutil.copy(_PAPERS / "vera" / "vera.pdf", folder / "papers" / "vera.pdf")
    shutil.copy(_PAPERS / "plain.txt", folder / "papers" / "plain.txt")
    (folder / "refs.bib").write_text(_BIB, "utf-8")
    return folder


def _markdown(*lines: str) -> str:
    return "\n".join(("---", "bibliography: refs.bib", "---", "", *lines, ""))


def _in(text: str, range_: types.Range) -> str:
    """What a range holds, in the units of UTF-16."""
    lines = text.split("\n")[range_.start.line : range_.end.line + 1]
    units = [line.encode("utf-16-le") for line in lines]
    units[-1] = units[-1][: 2 * range_.end.character]
    units[0] = units[0][2 * range_.start.character :]
    return "\n".join(unit.decode("utf-16-le") for unit in units)


def _codes(told: Sequence[types.Diagnostic]) -> list[object]:
    return [it.code for it in told]


@pytest.mark.parametrize("name", ["main.tex", "manuscript.md"])
async def test_what_does_not_stand_in_a_paper_is_marked(
    editor: Editor, folder: Path, name: str
) -> None:
    """Each citing sentence by its status, in its place; what a paper bears out is not marked."""
    path = folder / "manuscript" / name
    text = path.read_text("utf-8")
    await editor.begin(folder, **_SETTINGS)
    told = await editor.open(path)
    severities = {it.code: it.severity for it in told}
    assert severities == {
        "unsupported": types.DiagnosticSeverity.Warning,
        "unchecked": types.DiagnosticSeverity.Information,
        "not-asked": types.DiagnosticSeverity.Hint,
        "problem": types.DiagnosticSeverity.Warning,
    }
    assert {it.source for it in told} == {"vera"}
    (first, *_) = (it for it in told if it.code == "unchecked")
    assert "brandt2009 (no paper at hand is that)" in first.message
    said = _in(text, first.range)
    assert said.startswith("The classical account separates")
    assert "brandt2009" in said
    assert said.endswith(".")
    assert not any("median time on the ventilator" in _in(text, it.range) for it in told)
    (problem,) = (it for it in told if it.code == "problem")
    assert "refs.bib: line 91" in problem.message
    assert "bibliography" in _in(text, problem.range)
    assert [it.split(":")[1:3] for it in editor.messages] == [[" manuscript/refs.bib", " line 91"]]


async def test_a_wrong_number_is_an_error_and_can_be_mended(editor: Editor, own: Path) -> None:
    """It says what the paper has; the right number is put in the place of the wrong one alone.

    A sign of two units of UTF-16 stands before it.
    """
    text = _markdown(f"Of 167 bees 🐝 none slept. {_FALSE} [@plain].")
    path = own / "a.md"
    await editor.begin(own, **_OWN)
    (told,) = await editor.open(path, text)
    assert told.severity == types.DiagnosticSeverity.Error
    assert told.code == "contradicted"
    assert "claim says 167, paper says 67" in told.message
    assert _in(text, told.range) == f"{_FALSE} [@plain]."
    actions = await editor.actions(path, told.range)
    (mending,) = (
        it
        for it in actions
        if isinstance(it, types.CodeAction) and it.kind == types.CodeActionKind.QuickFix
    )
    assert mending.title == "Write 67, as the paper does"
    assert mending.edit is not None
    assert mending.edit.changes is not None
    (edit,) = mending.edit.changes[path.as_uri()]
    assert edit.new_text == "67"
    assert _in(text, edit.range) == "167"
    assert edit.range.start.character > told.range.start.character


async def test_the_quote_is_shown_inserted_and_opened(editor: Editor, own: Path) -> None:
    """Of a sentence that a paper bears out, too: with the page of the PDF."""
    text = _markdown(f"{_TRUE} [@vera].")
    path = own / "a.md"
    await editor.begin(own, **_OWN)
    assert await editor.open(path, text) == []
    place = types.Position(4, 3)
    hover = await editor.hover(path, place)
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    said = hover.contents.value
    assert said.startswith("GROUNDED 0.")
    assert "says: “" in said
    assert "vera.pdf, p. " in said
    assert await editor.hover(path, types.Position(0, 0)) is None
    actions = {it.title: it for it in await editor.actions(path, types.Range(place, place))}
    comment, block, opening = actions
    inserted = [_new_text(actions[title], path) for title in (comment, block)]
    assert inserted[0].startswith("<!-- “")
    assert inserted[0].endswith("-->\n")
    assert inserted[1].startswith("\n> “")
    command = actions[opening]
    assert isinstance(command, types.Command)
    asked = types.ExecuteCommandParams(command.command, command.arguments)
    await editor.client.workspace_execute_command_async(asked)
    (shown,) = editor.client.shown_documents
    assert shown.uri.startswith((own / "papers" / "vera.pdf").as_uri() + "#page=")


def _new_text(action: types.CodeAction | types.Command, path: Path) -> str:
    assert isinstance(action, types.CodeAction)
    assert action.edit is not None
    assert action.edit.changes is not None
    (edit,) = action.edit.changes[path.as_uri()]
    assert isinstance(edit, types.TextEdit)
    return edit.new_text


async def test_only_what_changed_is_asked_again(editor: Editor, folder: Path) -> None:
    """Of a text that is checked again nothing is; of one with a new sentence, that alone."""
    path = folder / "manuscript" / "manuscript.md"
    text = path.read_text("utf-8")
    await editor.begin(folder, **_SETTINGS)
    before = await editor.open(path)
    asked = (await editor.status())["asked"]
    assert asked >= 40
    editor.save(path)
    assert await editor.told(path) == before
    assert (await editor.status())["asked"] == asked
    editor.change(path, text.replace("separates\nrepeatability", "parts\nrepeatability"))
    assert len(await editor.told(path)) == len(before)
    assert (await editor.status())["asked"] == asked + 1
    editor.change(path, text.replace("# Abstract", "\n\n# Abstract", 1), 3)
    moved = await editor.told(path)
    assert len(moved) == len(before)
    status = await editor.status()
    assert status == {"open": 1, "checks": 4, "asked": asked + 1}


async def test_a_change_stops_the_check(editor: Editor, folder: Path) -> None:
    """Nothing is told of a text that is another by now."""
    path = folder / "manuscript" / "manuscript.md"
    text = path.read_text("utf-8")
    await editor.begin(folder, **_SETTINGS)
    editor.open_only(path)
    for number in (2, 3, 4):
        more = f"Bees {'very ' * number}often sleep [@gone].\n\n# Introduction"
        last = text.replace("# Introduction", more, 1)
        editor.change(path, last, number)
    told = await editor.told(path)
    assert any(_in(last, it.range).startswith("Bees very very very very often") for it in told)
    assert (await editor.status())["checks"] == 1
    assert editor.waiting == 0


async def test_progress_is_told_and_ends(editor: Editor, folder: Path) -> None:
    """Of a check that asks much: how many of how many, once, to its end."""
    path = folder / "manuscript" / "manuscript.md"
    await editor.begin(folder, **_SETTINGS)
    await editor.open(path)
    reports = await editor.progress()
    assert isinstance(reports[0], types.WorkDoneProgressBegin)
    assert all(isinstance(it, types.WorkDoneProgressReport) for it in reports[1:-1])
    assert len(reports) > 2


async def test_what_is_taken_in_is_told_under_its_own_name(editor: Editor, own: Path) -> None:
    r"""A file of \input is read from the disk, at each save; closing the text clears both."""
    main, part = own / "main.tex", own / "part.tex"
    part.write_text(f"{_FALSE}~\\cite{{plain}}.\n", "utf-8")
    main.write_text("It is so.\n\\input{part}\n\\bibliography{refs}\n", "utf-8")
    await editor.begin(own, **_OWN)
    assert await editor.open(main) == []
    (told,) = await editor.told(part)
    assert told.code == "contradicted"
    part.write_text(f"\n{_TRUE}~\\cite{{vera}}.\n", "utf-8")
    editor.save(main)
    assert await editor.told(part) == []
    part.write_text(f"{_FALSE}~\\cite{{plain}}.\n", "utf-8")
    editor.save(main)
    assert await editor.told(part) == [told]
    editor.close(main)
    assert await editor.told(part) == []
    assert (await editor.status())["open"] == 0


async def test_a_paper_that_changed_is_read_again(editor: Editor, own: Path) -> None:
    """What cites it is asked again, what cites another is not."""
    path, paper = own / "a.md", own / "papers" / "gone.md"
    text = _markdown(f"{_TRUE} [@vera].", "", "Bees sleep at night [@gone].")
    await editor.begin(own, **_OWN)
    assert _codes(await editor.open(path, text)) == ["unchecked"]
    paper.write_text("Bees never sleep.\n", "utf-8")
    editor.save(path)
    assert _codes(await editor.told(path)) != ["unchecked"]
    paper.write_text("It is known that bees sleep at night.\n", "utf-8")
    editor.save(path)
    assert await editor.told(path) == []
    assert (await editor.status())["asked"] == 4


_SILENT = {
    "a.md": _markdown(
        "<!-- vera: ignore-next -->", f"{_FALSE} [@plain].", "", f"{_FALSE} [@plain]."
    ),
    "a.tex": f"% vera: off\n{_FALSE}~\\cite{{plain}}.\n\n% vera: on\n{_FALSE}~\\cite{{plain}}.\n\n"
    "\\bibliography{refs}\n",
    "a.typ": f"// vera: ignore-next\n{_FALSE} @plain.\n\n{_FALSE} @plain.\n\n"
    '#bibliography("refs.bib")\n',
    "a.txt": f"# vera: ignore-next\n{_FALSE} [1].\n\n{_FALSE} [1].\n\nReferences\n\n[1] Reading.\n",
}


async def test_comments_silence(editor: Editor, own: Path) -> None:
    """What they name is not asked, and not marked; what stands behind it is."""
    await editor.begin(own, **_OWN)
    for name, text in _SILENT.items():
        (told,) = await editor.open(own / name, text)
        assert told.range.start.line > 1, name
        editor.close(own / name)
        await editor.told(own / name)
