r"""LaTeX is read as its reader sees it, and a line of the text is the line of the file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ingestion.markup.lines import lines_of
from vera.core.document import Document, File, Form, Kind
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import failed
from vera.verification.ingestion import reading
from vera.verification.ingestion.markup import latex

_WHOLE = r"""\documentclass{article}
\newcommand{\method}{VERA}
% \cite{none}
\title{A \emph{study} of bees}
\addbibresource{refs.bib}
\begin{document}
\maketitle
\begin{abstract}
Bees sleep \citep{li20}.
\end{abstract}
\section{Sleep}
\citet{doe} found that 20\% of bees% not this
 sleep with \method{} at $p<0.05$,
as \textbf{two
lines} say.\footnote{A note \cite{n}.} The dose was \SI{5}{\percent} na\"ive.
\input{more}
\begin{figure}\includegraphics{a}\caption{A bee \cite{c}.}\end{figure}
\begin{verbatim}
\cite{never}
\end{verbatim}
See \ref{a}. \nocite{never}
\begin{thebibliography}{9}
\bibitem{li20} Li. Bees. 2020.
\end{thebibliography}
\end{document}
"""


def _read(source: str) -> Document:
    return latex.read(File("bees.tex", source.encode(), "0")).unwrap()


def test_what_is_shown_stands_on_its_line() -> None:
    """Commands become their words, citations stay, comments, floats and listings go."""
    document = _read(_WHOLE)
    assert lines_of(document) == {
        9: r"Bees sleep \citep{li20}.",
        11: "Sleep",
        12: r"\citet{doe} found that 20% of bees sleep with VERA at p < 0.05, as two lines say. "
        "The dose was 5 % naïve.",
        16: r"A note \cite{n}.",
        17: r"A bee \cite{c}.",
        21: "See .",
        23: "[li20] Li. Bees. 2020.",
    }
    assert [block.kind for block in document.blocks][-1] is Kind.REFERENCES
    assert document.title == "A study of bees"
    assert document.front == {"bibliography": ["refs.bib"], "input": [["more", 16]]}
    assert [section.path for section in document.sections] == [("Sleep",)]


@pytest.mark.parametrize(
    "mark",
    [
        r"\parencites[see][]{x}[cf.][p. 2]{y}",
        r"\textcite[p.~3]{x}",
        r"\autocite{x, y}",
        "\\cite{x,\ny}",
        r"\citep*{x}",
    ],
)
def test_every_command_of_citation_stays_as_it_is_written(mark: str) -> None:
    """Also those with several lists of arguments, and over two lines."""
    document = _read(f"Bees sleep {mark}.\n\nMore.")
    assert document.blocks[0].span.of(document.text) == f"Bees sleep {mark}."
    assert lines_of(document)[3 + mark.count("\n")] == "More."


def test_a_reference_goes_with_its_brackets() -> None:
    """What is left of "(Fig. 3)" without its number would be no words of the sentence."""
    document = _read("Bees sleep (see Fig.~\\ref{a}).\n\\[ x = 1 \\]\nTable \\ref{b} tells.")
    shown = [block.span.of(document.text) for block in document.blocks]
    assert shown == ["Bees sleep.", "x = 1", "Table  tells."]
    assert document.blocks[1].form is Form.FORMULA


def test_a_command_that_lacks_its_arguments_is_damage() -> None:
    """Something is missing there, and a reader is told."""
    document = _read("Bees sleep.\n\n\\frac\n")
    assert document.damaged
    assert document.notes == ("line 3: \\frac lacks what it is to show",)


def test_a_file_that_only_takes_in_others_is_no_empty_one() -> None:
    """The main file of a thesis: it names its chapters, and says that they are not in its text."""
    document = _read("\\begin{document}\n\\input{one}\n\\input{two}\n\\end{document}")
    assert document.front == {"input": [["one", 2], ["two", 3]]}
    assert document.notes == ("what it takes in is not part of this text: one, two",)
    assert [block.kind for block in document.blocks] == [Kind.FRONT]


def test_a_chapter_without_a_preamble_is_read_whole() -> None:
    """A file that another one takes in has no beginning of a document."""
    assert lines_of(_read("\\section{A}\n\nBees sleep.\n")) == {1: "A", 3: "Bees sleep."}


def test_a_footnote_of_two_lines_moves_no_line() -> None:
    """It stands behind its paragraph, and what follows on the line of the source."""
    document = _read("Bees\\footnote{One\nnote.} sleep.\n\nWasps do not.")
    assert lines_of(document) == {1: "Bees sleep.", 2: "One note.", 4: "Wasps do not."}


@pytest.mark.parametrize("source", ["", "% nothing\n", "\\documentclass{article}\n"])
def test_a_file_that_shows_nothing_is_an_error(source: str) -> None:
    """It is never an empty document."""
    error = latex.read(File("a.tex", source.encode(), "0")).failure()
    assert isinstance(error, UnreadableDocument)
    assert error.fault is ReadFault.EMPTY


def test_a_file_of_groups_in_groups_is_an_error() -> None:
    """A trap for the parser is told as damage, by the child process that reads it."""
    error = reading.parse(b"a " + b"{" * 20_000 + b"b", "a.tex").failure()
    assert isinstance(error, UnreadableDocument)
    assert error.fault is ReadFault.DAMAGED


@pytest.mark.parametrize("torn", ["", "\\end{abstract}", "}"])
def test_it_is_read_in_the_sandbox_as_here(torn: str) -> None:
    """What the confined child answers is the same document, where something is missing, too."""
    source = _WHOLE.replace(torn, "", 1)
    there, here = reading.parse(source.encode(), "bees.tex").unwrap(), _read(source)
    assert (there.text, there.blocks, there.front) == (here.text, here.blocks, here.front)
    assert (there.title, there.notes, there.damaged) == (here.title, here.notes, here.damaged)


@given(st.text("ab \n{}\\%$[]cite~&_^#", max_size=60))
def test_no_source_breaks_it_and_lines_never_run_ahead(source: str) -> None:
    """Whatever is written, there is a document or an error, and no line is beyond its own."""
    marked = f"{source}\n\nlastword"
    found = latex.read(File("a.tex", marked.encode(), "0"))
    if failed(found):
        assert isinstance(found.failure(), UnreadableDocument)
        return
    before, shown, _ = found.unwrap().text.partition("lastword")
    assert before.count("\n") <= marked.count("\n") or not shown
