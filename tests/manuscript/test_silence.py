"""Comments of a manuscript take sentences out, and what they take out is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vera.verification.manuscript import reading
from vera.verification.manuscript.silence import silenced

if TYPE_CHECKING:
    from pathlib import Path

_TEXTS = {
    "a.org": "# vera: ignore-next\nBees sleep [cite:@li].\n\nWasps fly cite:li.\n",
    "a.rst": ".. vera: ignore-next\n\nBees sleep :cite:`li`.\n\nWasps fly :cite:p:`li`.\n",
    "a.tex": "% vera: ignore-next\nBees sleep \\cite{li}.\n\nWasps fly \\cite{li}.\n",
    "a.md": "<!-- vera: ignore-next -->\nBees sleep [@li].\n\nWasps fly [@li].\n",
    "a.typ": "// vera: ignore-next\nBees sleep @li.\n\nWasps fly @li.\n",
    "a.txt": "# vera: ignore-next\nBees sleep [1].\n\nWasps fly [1].\n\nReferences\n\n[1] Li.\n",
}


@pytest.mark.parametrize("name", _TEXTS)
def test_what_a_comment_names_is_no_claim(name: str, tmp_path: Path) -> None:
    """The next sentence that cites is left out and counted; what stands behind it is not."""
    (tmp_path / name).write_text(_TEXTS[name], "utf-8")
    read = reading.read(tmp_path / name).unwrap()
    assert [it.said.text for it in read.claims] == ["Wasps fly."]
    assert (read.silenced, read.problems) == (1, ())


def test_a_part_is_silenced_up_to_its_end(tmp_path: Path) -> None:
    """A sentence of two clauses is one sentence; in a file that is taken in nothing is silenced."""
    (tmp_path / "a.tex").write_text(
        "% vera: off\nIron raises growth \\cite{a}, whereas zinc lowers yield \\cite{b}.\n"
        "Bees sleep \\cite{a}.\n\\input{b}\n% vera: on\nAnts run \\cite{a}.\n",
        "utf-8",
    )
    (tmp_path / "b.tex").write_text("Wasps fly \\cite{a}.\n", "utf-8")
    read = reading.read(tmp_path / "a.tex").unwrap()
    assert [it.said.text for it in read.claims] == ["Wasps fly.", "Ants run."]
    assert read.silenced == 2


def test_a_manuscript_of_which_all_is_silenced_is_no_error(tmp_path: Path) -> None:
    """It cites, and says that nothing of it is to be asked."""
    (tmp_path / "a.md").write_text("<!-- vera: off -->\nBees sleep [@li].\n", "utf-8")
    read = reading.read(tmp_path / "a.md").unwrap()
    assert (read.claims, read.silenced) == ((), 1)


def test_comments_of_each_format_are_its_own() -> None:
    """What is a comment elsewhere, or has more words, silences nothing."""
    lines = ["% vera: off", "// vera: off", "# vera: off", "<!-- vera: off please -->", "A [1]."]
    for suffix, count in {".tex": 1, ".typ": 1, ".txt": 1, ".md": 0}.items():
        assert len(silenced(lines, suffix, [5])) == count
    assert not silenced(["\\% vera: off", "A"], ".tex", [2])
    assert silenced(["% vera: off", "% vera: on", "% vera: ignore-next", "A"], ".tex", [4]) == {4}
