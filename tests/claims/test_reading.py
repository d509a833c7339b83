"""A file of claims is taken as what it is, and what it holds is never lost in silence."""

from __future__ import annotations

import json
import os
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.testdata.files import FOLDER
from vera.core.errors import Error, InvalidInput, ReadFault, UnreadableDocument
from vera.core.result import failed
from vera.core.verdict import Claim
from vera.verification.claims import faults, read_claims

if TYPE_CHECKING:
    from pathlib import Path


def _read(
    folder: Path, name: str, content: str | bytes, *, sentences: bool = True
) -> list[tuple[int, str]]:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    claims = read_claims(path, sentences=sentences).unwrap()
    return [(claim.line, claim.text) for claim in claims]


def _error(folder: Path, name: str, content: str | bytes) -> Error:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_claims(path).failure()


def test_text_is_cut_into_sentences(tmp_path: Path) -> None:
    """Each sentence is a claim with its line; one that leans takes along what it leans on."""
    text = "Bees sleep. They do so\nat night.\n\n- Wasps do not\n- It is known that ants do.\n"
    assert _read(tmp_path, "a.txt", text) == [
        (1, "Bees sleep."),
        (1, "Bees sleep. They do so at night."),
        (4, "Wasps do not"),
        (5, "It is known that ants do."),
    ]
    assert _read(tmp_path, "a.txt", text, sentences=False)[0] == (
        1,
        "Bees sleep. They do so at night.",
    )


def test_what_leans_takes_along_two_sentences_at_most(tmp_path: Path) -> None:
    """Of a row of sentences that lean, the first that does not and the one before count."""
    text = "Bees sleep. They wake. They eat. They fly.\n\nThey die."
    assert [claim for _, claim in _read(tmp_path, "a.txt", text)][-2:] == [
        "Bees sleep. They eat. They fly.",
        "They die.",
    ]


def test_markdown(tmp_path: Path) -> None:
    """Marks, citations, comments, code, formulas, headings and references are in no claim."""
    text = """---
title: No claim here
---
# Neither here

*Bees* sleep at **night** [@doe2020], see [here](x.html). In 2019 $12\\%$ of
`hives` were <b>empty</b>.^[4]^ <!-- hidden. -->

<!-- hidden,
too. -->
- [x] Queens lay eggs
- Workers[^1] die
  in winter

> Quoted lines
> go on.

```python
code = "no claim"
```

$$
x = 1
$$

## References

1. Smith. A title. 2020.
"""
    assert _read(tmp_path, "a.md", text) == [
        (6, "Bees sleep at night, see here."),
        (6, "In 2019 12% of hives were empty."),
        (11, "Queens lay eggs"),
        (12, "Workers die in winter"),
        (15, "Quoted lines go on."),
    ]


def test_latex(tmp_path: Path) -> None:
    """Preamble, comments, commands, citations, footnotes, floats and formulas are in no claim."""
    text = r"""\documentclass{article}
\title{No claim}
\begin{document}
\section{Neither}
\emph{Bees} sleep~at night~\citep[see][]{doe2020}. Hives % hidden. It is.
% hidden, too.
lost $12\,\%$ of \SI{5}{\kilo\gram}\footnote{Not \emph{all}.}
(Fig.~\ref{fig:a}).
\begin{equation} x = 1 \end{equation}
\begin{itemize}
\item Queens lay eggs
\item Workers die in \href{http://x.org/~a}{winter}
\end{itemize}
\begin{figure}\caption{A figure.}\end{figure}

M\"uller found 100\% at $p < 0.05$.
\end{document}
"""
    assert _read(tmp_path, "a.tex", text) == [
        (5, "Bees sleep at night."),
        (5, "Hives lost 12 % of 5 kilogram."),
        (9, "Not all."),
        (11, "Queens lay eggs"),
        (12, "Workers die in winter"),
        (16, "Müller found 100% at p < 0.05."),
    ]


def test_word(tmp_path: Path) -> None:
    """A Word file gives its paragraphs, without headings, with their numbers for lines."""
    shutil.copy(FOLDER / "papers" / "notes.docx", tmp_path / "a.docx")
    claims = read_claims(tmp_path / "a.docx").unwrap()
    assert Claim("By this reader.", 4) in claims
    assert [claim.line for claim in claims] == sorted(claim.line for claim in claims)


@pytest.mark.parametrize("name", ["a.jsonl", "a.NDJSON"])
def test_json_lines(tmp_path: Path, name: str) -> None:
    """A line is an object with a claim or a text, or a string, and is one claim as it stands."""
    text = '{"claim": "Bees sleep. They do."}\n\n{"id": 3, "text": "Wasps\\ndo."}\n"Ants, too."\n'
    assert _read(tmp_path, name, text) == [
        (1, "Bees sleep. They do."),
        (3, "Wasps do."),
        (4, "Ants, too."),
    ]


def test_json(tmp_path: Path) -> None:
    """A list of strings or objects, each with the line on which it begins."""
    text = '\n[ "Bees sleep.",\n  {"claim": "Wasps [do]."}\n,\n"Ants \\"too\\"." ]'
    assert _read(tmp_path, "a.json", text) == [
        (2, "Bees sleep."),
        (3, "Wasps [do]."),
        (5, 'Ants "too".'),
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", 'id,Claim\n1,"Bees, ""busy"",\nsleep."\n\n2,Wasps do.\n3,\n'),
        ("a.csv", 'id;claim\r\n1;"Bees, ""busy"",\r\nsleep."\r\n\r\n2;Wasps do.\r\n3;\r\n'),
        ("a.tsv", 'id\tclaim\n1\t"Bees, ""busy"",\nsleep."\n\n2\tWasps do.\n3\t\n'),
    ],
)
def test_tables(tmp_path: Path, name: str, text: str) -> None:
    """The column `claim` has the claims; a row whose claim is blank is not passed over."""
    assert _read(tmp_path, name, text) == [(2, 'Bees, "busy", sleep.'), (5, "Wasps do."), (6, "")]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.jsonl", '{"claim": "A."}\n{"claim": \n', "line 2: it is no JSON: "),
        ("a.jsonl", '{"claim": "A."}\n{"clam": "B."}\n', "line 2: it has neither a claim nor a te"),
        ("a.jsonl", '{"claim": 12}', "line 1: its claim is no text"),
        ("a.jsonl", '{"claim": "A \\ud800."}', "line 1: it holds half of a character"),
        ("a.jsonl", "12\n", "line 1: it is neither a text nor an object"),
        ("a.jsonl", "[" * 100_000, "line 1: it is no JSON: "),
        ("a.json", '["A.",\n"B."', "line 2: it is no JSON: "),
        ("a.json", '["A.",\n\n["B."]]', "line 3: it is neither a text nor an object"),
        ("a.json", '{"messages": []}', "it is JSON, but no list"),
        ("a.csv", "id,text\n1,A.\n", "line 1: no column is named claim, but 'id', 'text'"),
        ("a.csv", "Bees sleep.\nWasps do.\n", "line 1: no column is named claim, but 'Bees sl"),
        ("a.csv", "id,claim\n1,A.\n2,B, or not.\n", "line 3: it has 3 cells, and the first row 2"),
        ("a.csv", 'claim\nA.\n"B.\nC.\n', "line 3: it is no CSV: "),
    ],
)
def test_a_row_that_is_none(tmp_path: Path, name: str, text: str, said: str) -> None:
    """An error names the line and what is wrong with it, and says what to do."""
    error = _error(tmp_path, name, text)
    assert isinstance(error, UnreadableDocument)
    assert str(error).startswith(f"{tmp_path / name}: {said}")
    assert error.fault is ReadFault.DAMAGED
    assert error.hint


def test_latex_says_names_and_includes_nothing(tmp_path: Path) -> None:
    """A command that stands for words is said; a file that another is put into is an error."""
    text = "\\newcommand{\\ours}{\\textsc{Bee}-Net}\n\n\\ours{} beats \\\\ \\ours~2.\nBees do.\n"
    assert _read(tmp_path, "a.tex", text) == [(3, "Bee-Net beats Bee-Net 2."), (4, "Bees do.")]
    error = _error(tmp_path, "a.tex", "Bees sleep.\n\n\\input{wasps}\n")
    assert str(error).endswith("a.tex: line 3: what it includes is not read")


def test_latex_that_is_none(tmp_path: Path) -> None:
    """What cannot be taken apart as LaTeX is an error with its line, and no claim."""
    error = _error(tmp_path, "a.tex", "Bees sleep.\n\n\\frac\n")
    assert "line 3: \\frac lacks what it is to show" in str(error)


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.tex", "a.json", "a.jsonl", "a.csv"])
def test_a_file_without_a_claim_is_an_error(tmp_path: Path, name: str) -> None:
    """A run without claims must not look like one that went well."""
    empty = {
        "a.csv": ",,\n",
        "a.txt": "# none\n",
        "a.md": "# none\n",
        "a.tex": "% none\n",
        "a.json": "[]",
    }
    error = _error(tmp_path, name, empty.get(name, " "))
    assert isinstance(error, UnreadableDocument)
    assert error.fault is ReadFault.EMPTY
    assert error.hint


@pytest.mark.parametrize("name", ["vera/vera.pdf", "notes.html", "notes.xml", "letter.eml"])
def test_a_paper_given_as_claims(name: str) -> None:
    """What nobody writes claims in is refused before it is read, as a wrong command line."""
    error = read_claims(FOLDER / "papers" / name).failure()
    assert isinstance(error, InvalidInput)
    assert "is taken for a paper: name the claims first, then papers" in str(error)


def test_standard_input_is_text_or_json_lines() -> None:
    """What comes from a pipe is text, unless its first line is an object with a claim."""
    for said, claims in (
        ("Bees sleep.\n{1, 2} is a set.\n", ["Bees sleep.", "{1, 2} is a set."]),
        ('\n{"claim": "Bees sleep."}\n', ["Bees sleep."]),
        ('{"bees": "sleep"}\n', ['{"bees": "sleep"}']),
    ):
        reader, writer = os.pipe()
        with os.fdopen(reader, "rb") as read, os.fdopen(writer, "wb") as written:
            written.write(said.encode())
            written.close()
            found = read_claims(read.fileno()).unwrap()
        assert [claim.text for claim in found] == claims


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "A is big.\nB is.\nC is.\nD is.\n"),
        ("a.txt", "A is big. B is. C is. D is."),
        ("a.jsonl", '"A."\n"B."\n"C."\n"D."'),
    ],
)
def test_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> None:
    """More claims than a run can judge are refused."""
    monkeypatch.setattr(faults, "MOST", 3)
    error = _error(tmp_path, name, text)
    assert isinstance(error, UnreadableDocument)
    assert error.fault is ReadFault.TOO_LARGE
    assert "it has more than 3 " in str(error)


def test_a_hostile_claim_stays_what_it_is(tmp_path: Path) -> None:
    """Terminal escapes and markup in a row are left to the reports, which show them harmless."""
    hostile = "\x1b[31mBees</script><b>sleep\x07."
    assert _read(tmp_path, "a.jsonl", json.dumps({"claim": hostile})) == [(1, hostile)]


def test_a_missing_file(tmp_path: Path) -> None:
    """Errors of reading are those of any file."""
    assert failed(read_claims(tmp_path / "none.csv"))


@pytest.mark.parametrize("name", ["a.md", "a.tex", "a.txt"])
@pytest.mark.parametrize(
    "text",
    [
        "\\begin{figure} " * 2_000,
        "\\footnote{" * 2_000,
        "\\section{{" * 2_000,
        "$$ " * 4_001,
        "(see \\ref{" * 2_000,
        "$a" * 4_000,
        "{" * 4_000 + "a",
        "\\newcommand{\\a}{" + "\\bees" * 60,
        "Bees %" * 2_000,
        "*_[" * 2_000,
        "> " * 2_000 + "a",
    ],
)
def test_a_hostile_file_ends(tmp_path: Path, name: str, text: str) -> None:
    """Marks that never close are claims or an error, in time that grows with the file."""
    (tmp_path / name).write_text(text + "\n")
    found = read_claims(tmp_path / name)
    assert failed(found) or all(claim.line for claim in found.unwrap())
