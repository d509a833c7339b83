r"""Claims in LaTeX: its paragraphs as a reader sees them, without commands.

What is set apart is no claim: headings, figures, tables, displayed formulas, code, footnotes and
the preamble. Comments, commands, citations and references to parts of the text are taken away.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vera.core.errors import ReadFault
from vera.core.result import Result, Success, failed
from vera.verification.claims.faults import refused
from vera.verification.claims.pylatexenc import latex_as_text
from vera.verification.language.citations import uncited

if TYPE_CHECKING:
    from collections.abc import Iterator

_GROUP = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
"""What an argument is in: braces, with braces of two further levels inside."""
_OPTION = r"(?:\[[^\[\]]*\])?"
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%.*")
_BODY = re.compile(r"\\begin\{document\}(?P<body>.*?)(?:\\end\{document\}|\Z)", re.DOTALL)
_APART = re.compile(
    r"\\(?:begin|end)\{(?:(?:figure|table|tabular\w?|longtable|equation|align|gather"
    r"|multline|eqnarray|displaymath|math|verbatim|lstlisting|minted|algorithm\w*|tikzpicture"
    r"|thebibliography|comment)\*?)\}"
    r"|(?<!\\)(?:\$\$|\\\[|\\\])"
)
"""What begins or ends something that is set apart."""
_HEADING = re.compile(
    rf"\\(?:part|chapter|(?:sub)*section|(?:sub)?paragraph|title|author|date|bibliography"
    rf"|bibliographystyle|caption)\*?{_OPTION}{_GROUP}"
)
_BETWEEN = re.compile(
    rf"\\(?:begin|end)\{{[^{{}}]*\}}{_OPTION}|\\item(?![A-Za-z]){_OPTION}|\\par\b"
)
_REF = rf"\\(?:auto|c|C|eq|page|name|v)?ref\*?{_GROUP}"
_UNSEEN = re.compile(
    rf"\\(?:footnote(?:text|mark)?|label|index|todo|marginpar|vspace|hspace|thanks)\*?{_OPTION}{_GROUP}"
    rf"|\s*\([^()]*{_REF}[^()]*\)|~?{_REF}"
)
_LINK = re.compile(rf"\\href{_OPTION}\{{[^{{}}]*\}}")
_QUANTITY = re.compile(rf"\\(?:SI|qty)\s*{_OPTION}(?P<number>{_GROUP})\s*(?P<unit>{_GROUP})")
_LINE_BREAK = re.compile(r"\\\\\*?(?:\[[\d.]+[a-z]{2}\])?|\\newline(?![A-Za-z])")
_RAISED = re.compile(r"\\textsuperscript(?=\{)")
_INCLUDED = re.compile(r"\\(?:input|include|subfile)(?![A-Za-z])")
_NAMED = re.compile(
    r"\\(?:(?:re)?newcommand\*?\s*\{?|def\s*)\\(?P<name>[A-Za-z]+)\}?\s*"
    r"(?P<said>\{(?:[^{}\\#]|\\[A-Za-z]++|\{[^{}#]*\}){0,80}\})"
)
"""A command of the author's that only stands for words, as names of methods do."""
_BRACE = re.compile(r"(?<!\\)[{}]")
_FORMULA = re.compile(r"(?<![\\$\w])\$(?=[^\s$])[^$\n]{1,200}(?<=[^\s\\])\$(?![\d$])")
"""Of Markdown, by Pandoc's rule: no blank inside its marks, and no digit behind them."""
_BREAK, _STAY = "\x02", "\x03"
"""What stands for the end of a paragraph, and for a comment, whose line ends none."""
_PARAGRAPH_END = re.compile(rf"{_BREAK}|\n[^\S\n]*\n")


def paragraphs_of_latex(text: str, name: str) -> Result[list[tuple[int, str]]]:
    """Each paragraph as text without commands, with the line that it begins on.

    Errors: DAMAGED, with the line, where LaTeX cannot be taken apart, and UNSUPPORTED where it
    includes another file.
    """
    found: list[tuple[int, str]] = []
    prose = _prose(text)
    included = _INCLUDED.search(prose)
    if included:
        detail, line = "what it includes is not read", 1 + prose.count("\n", 0, included.start())
        hint = "give the file that it names, or one that holds all"
        return refused(name, ReadFault.UNSUPPORTED, detail, hint, line)
    for line, source in _paragraphs(prose):
        shown = plain(source)
        if failed(shown):
            hint = "look for braces and dollar signs that are not closed, or give plain text"
            detail = "it cannot be taken apart as LaTeX"
            return refused(name, ReadFault.DAMAGED, detail, hint, line)
        if shown.unwrap().strip():
            found.append((line, shown.unwrap()))
    return Success(found)


def plain(source: str) -> Result[str]:
    r"""What a reader sees of a paragraph of LaTeX: no commands, citations, footnotes.

    >>> plain(r"\emph{Bees} sleep~\citep{doe} in $95\%$ of hives\footnote{Mostly.}, see.").unwrap()
    'Bees sleep in 95% of hives, see.'
    >>> plain(r"It took \SI{5}{\milli\gram} of 10\textsuperscript{6}.").unwrap()
    'It took 5 milli gram of 10^6.'
    """
    said = _UNSEEN.sub("", uncited(_LINE_BREAK.sub(" ", source.replace(_STAY, ""))).text)
    said = _QUANTITY.sub(_quantity, _RAISED.sub("^", _LINK.sub("", said)))
    return latex_as_text(_balanced(said)).map(lambda text: text.replace("\xa0", " "))


def formulas_as_text(text: str) -> str:
    r"""A text of Markdown, each formula in it as text; one that is none stays as it is.

    >>> formulas_as_text("It rose by $12\\%$ to $5 or $6.")
    'It rose by 12% to $5 or $6.'
    """

    def shown(found: re.Match[str]) -> str:
        return latex_as_text(found[0]).value_or(found[0]).replace("\n", " ")

    return _FORMULA.sub(shown, text)


def _balanced(source: str) -> str:
    """The source without braces that have no other: their other one is in another paragraph."""
    opened: list[int] = []
    alone: set[int] = set()
    for found in _BRACE.finditer(source):
        if found[0] == "{":
            opened.append(found.start())
        elif opened:
            opened.pop()
        else:
            alone.add(found.start())
    alone.update(opened)
    return "".join(character for at, character in enumerate(source) if at not in alone)


def _quantity(found: re.Match[str]) -> str:
    unit = " ".join(found["unit"][1:-1].replace("\\", " ").split()).replace("percent", "%")
    return f"{found['number'][1:-1]}{'' if unit == '%' else ' '}{unit}".replace("%", r"\%")


def _prose(text: str) -> str:
    """The text without what is set apart, its lines where they were."""
    said = _COMMENT.sub(rf"\1{_STAY}", text)
    names = {each["name"]: each["said"] for each in _NAMED.finditer(said)}
    body = _BODY.search(said)
    if body:
        said = "\n" * said.count("\n", 0, body.start("body")) + body["body"]
    if names:
        used = re.compile(rf"\\(?P<name>{'|'.join(names)})(?![A-Za-z])(?:\{{\}})?")
        said = used.sub(lambda found: names[found["name"]], _NAMED.sub(_lines_of, said))
    kept, at = "", 0
    for start, end in _apart(said):
        kept += said[at:start] + _broken(said[start:end])
        at = end
    kept += said[at:]
    for mark in (_HEADING, _BETWEEN):
        kept = mark.sub(lambda found: _broken(found[0]), kept)
    return kept


def _lines_of(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


def _broken(text: str) -> str:
    """An end of a paragraph with the line ends of what stood there."""
    return _BREAK + "\n" * text.count("\n") + _BREAK


def _apart(text: str) -> Iterator[tuple[int, int]]:
    """The stretches [start, end) that are set apart; what is never closed is not."""
    marks = list(_APART.finditer(text))
    last = {mark[0]: at for at, mark in enumerate(marks)}
    closer, start = "", 0
    for at, mark in enumerate(marks):
        if closer and mark[0] == closer:
            yield start, mark.end()
            closer = ""
        elif not closer and last.get(_closer(mark[0]), -1) > at:
            closer, start = _closer(mark[0]), mark.start()


def _closer(mark: str) -> str:
    """What closes what a mark opens, "" for one that only closes."""
    if mark.startswith(r"\begin"):
        return mark.replace(r"\begin", r"\end", 1)
    return {"$$": "$$", r"\[": r"\]"}.get(mark, "")


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """The stretches between ends of paragraphs, with their lines from 1."""
    line, start = 1, 0
    ends = [found.span() for found in _PARAGRAPH_END.finditer(text)]
    for low, high in [*ends, (len(text), len(text))]:
        piece = text[start:low]
        blank = len(piece) - len(piece.lstrip(" \t\n" + _STAY))
        yield line + piece.count("\n", 0, blank), piece[blank:]
        line += text.count("\n", start, high)
        start = high
