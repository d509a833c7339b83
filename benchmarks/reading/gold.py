"""The papers, and what their authors' sources say must be found in them."""

from __future__ import annotations

import html
import re
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from benchmarks.reading.text import Comparable, plain, without_citations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SHORTEST, LONGEST = 60, 400
"""Characters of a gold sentence that is looked for."""

_FRONT_MATTER = re.compile(r"\A---\n.*?\n(?:---|\.\.\.)\n", re.DOTALL)
_BLOCKS = re.compile(
    r"(?s:```.*?```|\$\$.*?\$\$|<!--.*?-->)|^(?:\[comment\]: |\|).*$", re.MULTILINE
)
_HEADING = re.compile(r"^(?:#+|§+) .*$", re.MULTILINE)
_INLINE = (
    (re.compile(r"\[@[^\]]*\]"), "[0]"),
    (re.compile(r"\[(?:\\?@[\w:.-]+[;,]? ?)+\]|@[A-Z][\w:-]*\w"), "[0]"),
    (re.compile(r"!?\[([^\]]*)\]\([^)]*\)(?:\{[^}]*\})?"), r"\1"),
    (re.compile(r"<[a-z/][^>]*>|\{[.#][^}]*\}"), ""),
    (re.compile(r"\*\*|__|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)|`+|\$"), ""),
    (re.compile(r"(?<=[\d\s])---?(?=[\d\s])"), "-"),
)
_END = re.compile(
    r"(?<=[.!?])(?<!\bFig\.)(?<!\bFigs\.)(?<!\bal\.)(?<!\bEq\.)(?<!\bSec\.)(?<!e\.g\.)(?<!i\.e\.)"
    r"(?<!\bvs\.)(?<!\bcf\.)(?<!\b[A-Z]\.)[\"')]* +(?=[\"'(]?[A-Z0-9])"
)
_TEX_HEADING = re.compile(r"^\\(?:sub)*section\*?\{(.*)\}", re.MULTILINE)
_DAMAGE = re.compile(
    r"[a-z]- [a-z]|\ufffd|(?<=[a-z])\?(?=[a-z])|[a-z,] [0-9]{1,2} ?[A-Z][a-z]+ [a-z]"
)
"""In an extracted sentence: a word left broken, letters lost, a footnote in the middle."""
_NUMBER = re.compile(r"^(?:appendix\s+)?(?:[0-9]+|[A-Z]|[IVX]+)(?:\.[0-9]+)*\.?\s+", re.IGNORECASE)


@frozen(eq=False)
class Sentence:
    """A gold sentence; `order` counts the sentences of the paper, also those not looked for."""

    order: int
    said: Comparable


@frozen(eq=False)
class Gold:
    """A paper: its PDF, the sentences to find in it and the headings of its source.

    `authored` tells that the source is the authors' own, and not what another program extracted.
    """

    name: str
    pdf: Path
    sentences: tuple[Sentence, ...]
    headings: tuple[str, ...]
    authored: bool = True


def heading_letters(title: str) -> str:
    """A heading as it is compared: no number, letters and digits alone.

    >>> heading_letters("3.2. False positive probability")
    'falsepositiveprobability'
    """
    return Comparable.of_clean(plain(_NUMBER.sub("", title.strip()))).letters


def _looked_for(sentences: Iterable[str]) -> tuple[Sentence, ...]:
    clean = (without_citations(sentence) for sentence in sentences if sentence)
    return tuple(
        Sentence(order, Comparable.of_clean(sentence))
        for order, sentence in enumerate(clean)
        if SHORTEST <= len(sentence) <= LONGEST
    )


def of_gold_text(source: str) -> tuple[Sentence, ...]:
    r"""The sentences of a gold text: no front matter, headings, tables, code or display formulas.

    >>> text = "# Title\n\nThis first sentence is long enough to be looked for *in full* [@one]."
    >>> [sentence.said.text for sentence in of_gold_text(text)]
    ['This first sentence is long enough to be looked for in full.']
    """
    source = _HEADING.sub("\n", _BLOCKS.sub("\n", _FRONT_MATTER.sub("", source)))
    for pattern, instead in _INLINE:
        source = pattern.sub(instead, source)
    paragraphs = map(plain, re.split(r"\n\s*\n|\n(?=\s*[-+*] )", source))
    return _looked_for(chain.from_iterable(map(_END.split, paragraphs)))


def _headings(folder: Path, name: str) -> tuple[str, ...]:
    """The headings in the author's own format: Markdown, TeX or TEI."""
    found: list[str] = []
    for path in sorted(folder.glob(f"{name}.*")):
        if path.name.endswith(".md"):
            lines = _FRONT_MATTER.sub("", path.read_text("utf-8"))
            found += re.findall(r"^#+ +(.*?)(?: *\{.*\})? *$", _BLOCKS.sub("", lines), re.MULTILINE)
        elif path.name.endswith(".tex"):
            tex = re.sub(r"(?<!\\)%.*", "", path.read_text("utf-8"))
            found += (re.sub(r"\\[,;]|[$~]", " ", title) for title in _TEX_HEADING.findall(tex))
        elif path.name.endswith(".tei.xml"):
            body = path.read_text("utf-8").partition("<body>")[2]
            found += map(html.unescape, re.findall(r"<head[^>]*n=[^>]*>([^<]*)</head>", body))
    return tuple(filter(None, (heading_letters(title) for title in found if "\\" not in title)))


def _authors_sources(folder: Path) -> Iterator[Gold]:
    for path in sorted(folder.glob("gold/*.gold.txt")):
        name = path.name.removesuffix(".gold.txt")
        sentences = of_gold_text(path.read_text("utf-8"))
        authored = not any(path.parent.glob(f"{name}.*.tei.xml"))
        headings = _headings(path.parent, name)
        yield Gold(name, folder / f"{name}.pdf", sentences, headings, authored)


def of_sentence_xml(source: str) -> tuple[Sentence, ...]:
    """The sentences of a CL-SciSumm file but for those that show damage.

    >>> text = "The same words{} stand in this sentence, and in the next one they are whole"
    >>> len(of_sentence_xml(f"<S>{text.format('')}</S><S>{text.format(' of 2 Our thanks')}</S>"))
    1
    """
    found = re.findall(r"<S\b[^>]*>(.*?)</S>", source, re.DOTALL)
    every = _looked_for(plain(html.unescape(sentence)) for sentence in found)
    return tuple(sentence for sentence in every if not _DAMAGE.search(sentence.said.text))


def _scisumm(folder: Path) -> Iterator[Gold]:
    for path in sorted(folder.glob("*.xml")):
        source = path.read_text("utf-8", errors="replace")
        titles = map(html.unescape, re.findall(r'<SECTION title *= *"([^"]*)"', source))
        headings = tuple(filter(None, map(heading_letters, titles)))
        yield Gold(path.stem, path.with_suffix(".pdf"), of_sentence_xml(source), headings, False)


def sets_of_papers(data: Path) -> dict[str, list[Gold]]:
    """The sets of papers by name, each in the order of its names."""
    return {
        "authors' sources": list(_authors_sources(data / "pdfs")),
        "CL-SciSumm": list(_scisumm(data / "clscisumm" / "train2018")),
    }
