r"""What is opened in LaTeX and not closed loses no text, and a reader is told."""

from __future__ import annotations

import pytest

from vera.core.document import Document, File, Form
from vera.verification.ingestion.markup.latex import read


def _read(source: str) -> Document:
    return read(File("bees.tex", source.encode(), "0")).unwrap()


def _said(document: Document) -> list[str]:
    return [" ".join(it.span.of(document.text).split()) for it in document.blocks]


@pytest.mark.parametrize(
    ("first", "shown"),
    [
        ("It costs $5 only.", "It costs $5 only."),
        (r"Then \[ x = 1 and more.", "Then [ x = 1 and more."),
        (r"\emph{Costs $5} and $x$.", "Costs $5 and x."),
        (r"In $a \mbox{ if $b$ or $5 } c$ it.", None),
    ],
)
def test_a_formula_ends_with_its_paragraph_or_group(first: str, shown: str | None) -> None:
    """What follows is read as if it had not begun."""
    found = _read(f"\\begin{{document}}\n{first}\n\nNext $y_i$ is.\n\n\\end{{document}}\n")
    assert _said(found)[-1] == "Next yi is."
    assert shown is None or _said(found)[0] == shown
    assert found.damaged
    assert found.notes[0] == "line 2: a formula begins and does not end"


@pytest.mark.parametrize(
    "source",
    [
        r"A $x$ and $$ y $$ and \(a\), \[ b \text{ if $c$ } \] and $d \mbox{ if $e$}$.",
        "A.\n\\begin{verbatim}\nx$y {\n\\end{verbatim}\n\nB.",
        "A \\verb|$| and \\verb+{+ \\$ \\{ % $ {\nB.",
        "A.\n<<a, echo=FALSE>>=\nx$y <- {\n@\n\\Sexpr{foo$bar} B.",
        "A.\n\\begin{CodeInput}\nR> x$y {\n\\end{CodeInput}\nB.",
        "\\begin{document}A.\\end{document} $ {",
    ],
)
def test_what_is_closed_is_sound(source: str) -> None:
    """Formulas in formulas, code, comments, and all behind the end of the document."""
    found = _read(source)
    assert not found.damaged
    assert found.notes == ()
    assert all("$" not in it for it in _said(found) if "and" not in it)


def test_a_brace_that_is_not_closed_is_named() -> None:
    """All that follows may be an argument, and be lost."""
    assert _read("A.\n\n\\label{b. And more.\n\nEnd.").notes == (
        "line 3: a brace is not closed, so that text may be missing",
    )


def test_code_between_the_lines_is_none_of_the_text() -> None:
    """Chunks of Sweave and knitr leave their lines, and what they would print is not known."""
    found = _read("Bees.\n\n<<fig>>=\nplot(x$y)\n@\n\n\\begin{equation} a \\end{equation}\nWasps.")
    assert [(it.form, it.span.of(found.text)) for it in found.blocks] == [
        (Form.PROSE, "Bees."), (Form.FORMULA, "a"), (Form.PROSE, "Wasps."),
    ]  # fmt: skip
    assert found.text.count("\n", 0, found.text.index("Wasps")) == 7
