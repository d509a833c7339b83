r"""Runs of plain signs are read in one piece, and what is read is the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pylatexenc import latexwalker

from vera.verification.ingestion.markup.pylatexenc import RunWalker

KNOWN = latexwalker.get_default_latex_context_db()


def _told(found: Any) -> object:
    """Nodes, and what is in them, as plain values with their places."""
    if isinstance(found, (list, tuple)):
        return [_told(it) for it in found]
    if isinstance(found, latexwalker.LatexNode):
        fields = {name: _told(getattr(found, name)) for name in found._fields}
        state: Any = found.parsing_state
        mode = (state.in_math_mode, state.math_mode_delimiter)
        return [type(found).__name__, found.pos, found.len, mode, fields]
    given_ = getattr(found, "argnlist", None)
    return found if given_ is None else _told(given_)


def _same(source: str) -> None:
    walker = latexwalker.LatexWalker(source, latex_context=KNOWN)
    runs = RunWalker(source, KNOWN)
    assert _told(runs.get_latex_nodes()) == _told(walker.get_latex_nodes())


PIECES = (
    *("words of a text", "a", "b  c", " ", "\n", "\n\n", "\t\n \n ", "\u00a0", "é", "*", "_", "^"),
    *("\\frac12", "\\emph", "\\\\", "\\item", "\\'e", "\\sqrt[3]x", "\\", "\\verb|a b|", "#"),
    *("{", "}", "[", "]", "(", ")", "<", ">", "$", "$$", "\\(", "\\)", "\\[", "\\]"),
    *("% said\n", "%", "&", "~", "--", "---", "-", "''", "'", "``", "`", "!`", "!", "?`", "?"),
    *("\\begin{itemize}", "\\end{itemize}", "\\begin{align}", "\\end{align}", "\\end"),
    *("\\begin{tabular}{ll}", "\\begin{verbatim}", "\\end{verbatim}", "\\cite{k}"),
    *("\\newcommand{\\a}[1]{b}", "\\section*{A b}", "\\footnote[2]{c d}"),
)


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_the_nodes_are_those_that_are_read_sign_by_sign(source: str) -> None:
    """Whatever is written, each node, its place and its arguments are the same."""
    assume(not source.endswith("\\"))  # a blank before one at the end is lost sign by sign
    _same(source)


@given(st.text(max_size=40))
def test_so_they_are_of_any_signs(source: str) -> None:
    """In any script, with any blanks."""
    assume(not source.endswith("\\"))
    _same(source)


@pytest.mark.parametrize("text", ["a\n", "a", "a-b 'c' (d) "])
def test_a_text_without_a_command_is_one_token(text: str) -> None:
    """However long: what is added sign by sign would be copied as often as it has signs."""
    source = f"{text * 1000}\\emph"
    walker = RunWalker(source, KNOWN)
    state = walker.make_parsing_state()
    assert walker.get_token(0, parsing_state=state).arg == text * 1000
    assert walker.get_token(0, environments=False, parsing_state=state).len == 1
