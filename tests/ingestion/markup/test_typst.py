"""Typst is read as its reader sees it, and a line of the text is the line of the file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ingestion.markup.lines import lines_of
from vera.core.document import Document, File, Kind
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import failed
from vera.verification.ingestion import reading
from vera.verification.ingestion.markup import typst

_WHOLE = """#set page(width: 10cm)
#let method(x) = {
  [the #x]
}
= Bees and sleep <bees>
Bees sleep at *night* @li20, but see @poe[p. 3]. #cite(<doe>, form: "prose") found
that 20\\% sleep // not this @never
in winter.#footnote[A note #cite(<n>).] See @bees for it ($p < 0.05$), or https://a.b//c.

- one _thing_ @one
- two
#figure(image("a.png"), caption: [A bee @cap.])
/* @never */ `@raw`
```
@never
```
#include "more.typ"
#bibliography("refs.bib", title: "Works", style: "apa")
"""


def _read(source: str) -> Document:
    return typst.read(File("bees.typ", source.encode(), "0")).unwrap()


def test_what_is_shown_stands_on_its_line() -> None:
    """Marks become their words, citations the form that LaTeX has, code and comments go."""
    document = _read(_WHOLE)
    assert lines_of(document) == {
        5: "Bees and sleep",
        6: r"Bees sleep at night \citep{li20}, but see \citep{poe}. \citet{doe} found that 20% "
        "sleep in winter. See for it (p < 0.05), or https://a.b//c.",
        8: r"A note \citep{n}.",
        10: r"one thing \citep{one}",
        11: "two",
        12: r"A bee \citep{cap}.",
        13: "@raw",
    }
    assert document.blocks[5].kind is Kind.CAPTION
    assert document.title == "Bees and sleep"
    assert document.front == {"input": [["more.typ", 17]], "bibliography": ["refs.bib"]}


def test_a_function_of_ones_own_shows_what_it_is_given() -> None:
    """Its content is read, its arguments are not."""
    assert lines_of(_read('Bees #strong[sleep #note("x", 3)[well]].')) == {1: "Bees sleep well."}


@pytest.mark.parametrize("source", ["", "// nothing\n", "#set page(width: 1cm)\n"])
def test_a_file_that_shows_nothing_is_an_error(source: str) -> None:
    """It is never an empty document."""
    error = typst.read(File("a.typ", source.encode(), "0")).failure()
    assert isinstance(error, UnreadableDocument)
    assert error.fault is ReadFault.EMPTY


def test_brackets_in_brackets_are_an_error() -> None:
    """A trap for the reader is told as damage."""
    error = reading.parse(b"a " + b"#b[" * 5_000 + b"c" + b"]" * 5_000, "a.typ").failure()
    assert isinstance(error, UnreadableDocument)
    assert error.fault in {ReadFault.DAMAGED, ReadFault.TOO_LARGE}


@given(st.text("ab \n{}\\%$[]@<>~#=*_-\"'()/`.", max_size=60))
def test_no_source_breaks_it_and_lines_never_run_ahead(source: str) -> None:
    """Whatever is written, there is a document or an error, and no line is beyond its own."""
    marked = f"{source}\n\nlastword"
    found = typst.read(File("a.typ", marked.encode(), "0"))
    if failed(found):
        assert isinstance(found.failure(), UnreadableDocument)
        return
    before, shown, _ = found.unwrap().text.partition("lastword")
    assert before.count("\n") <= marked.count("\n") or not shown
