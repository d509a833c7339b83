"""Compare how extractors read the pages: `python -m testdata.pages.compare [NAME ...]`.

Compared are ours and those that are installed of trafilatura, readability-lxml, Resiliparse and
jusText; a text is kept if one line of what an extractor gives holds it whole, whatever the blanks,
and what the site says is dropped if it stands nowhere. "order" counts texts of the article that
come before their predecessor; ms is the median of five readings of a page, summed over the pages.
"""

import importlib
import re
import sys
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from statistics import median
from typing import Any, TypeAlias

from testdata.pages.pages import HELD_OUT, MET, TUNED, page
from vera.core.document import File
from vera.core.result import failed
from vera.verification.ingestion.markup.html import read

Extract: TypeAlias = Callable[[str], list[str]]
KINDS = {
    "heading": "headings",
    "title": "headings",
    "caption": "captions",
    "footnote": "notes",
    "table": "rows",
    "references": "references",
}


def squeezed(text: str) -> str:
    """The letters of a text, without blanks, carets and the bars between cells.

    >>> squeezed("10⁵ | a b"), squeezed("10^5")
    ('105ab', '105')
    """
    return "".join(re.sub(r"[|^]", "", unicodedata.normalize("NFKC", text)).split())


def ours(text: str) -> list[str]:
    """What VERA reads, a block a line."""
    result = read(File("page", text.encode(), "-"))
    return [] if failed(result) else result.unwrap().text.split("\n")


def _trafilatura(library: Any) -> Iterator[tuple[str, Extract]]:
    def lines(text: str, **more: bool) -> list[str]:
        return str(library.extract(text, include_comments=False, **more) or "").splitlines()

    yield "trafilatura", lines
    yield "trafilatura, recall", partial(lines, favor_recall=True)


def _readability(library: Any) -> Iterator[tuple[str, Extract]]:
    def lines(text: str) -> list[str]:
        summary = library.Document(text).summary()
        article = ours(f"<body><article>{summary}</article></body>")
        return [library.Document(text).title(), *article]

    yield "readability, our rules", lines


def _resiliparse(library: Any) -> Iterator[tuple[str, Extract]]:
    def lines(text: str) -> list[str]:
        return str(library.extract_plain_text(text, main_content=True)).splitlines()

    yield "resiliparse", lines


def _justext(library: Any) -> Iterator[tuple[str, Extract]]:
    words = library.get_stoplist("English")

    def lines(text: str) -> list[str]:
        return [str(it.text) for it in library.justext(text, words) if not it.is_boilerplate]

    yield "justext", lines


def extractors() -> Iterator[tuple[str, Extract]]:
    """Ours first, then each that can be imported."""
    yield "ours", ours
    for module, make in (
        ("trafilatura", _trafilatura),
        ("readability", _readability),
        ("resiliparse.extract.html2text", _resiliparse),
        ("justext", _justext),
    ):
        try:
            library = importlib.import_module(module)
        except ImportError as error:
            print(f"compare: {error}", file=sys.stderr)
        else:
            yield from make(library)


def measure(extract: Extract, names: tuple[str, ...], show: bool) -> Counter[str]:
    """Sums over the pages; the texts that went wrong are printed if `show`."""
    sums: Counter[str] = Counter()
    for name in names:
        data, gold = page(name)
        text = data.decode()
        times: list[float] = []
        lines: list[str] = []
        for _ in range(5):
            start = time.perf_counter()
            lines = [squeezed(line) for line in extract(text)]
            times.append(time.perf_counter() - start)
        sums["us"] += int(median(times) * 1e6)
        whole = "\n".join(lines)
        places = []
        for it in gold:
            at = max(whole.find(squeezed(text)) for text in (it.text, it.marked))
            kept = at >= 0
            kind = {"site": "site"}.get(it.kind) or KINDS.get(it.kind, "paragraphs")
            if it.kind in {"none", "front", "mark"}:
                continue
            sums[f"all {kind}"] += 1
            sums[kind] += kept is not (kind == "site")
            if kept and kind == "paragraphs":
                places.append(at)
            if show and kept is (kind == "site"):
                print(f"  {name}: {it.kind}: {it.text[:90]}")
        sums["order"] += sum(later < sooner for sooner, later in pairwise(places))
    return sums


def main() -> None:
    """Print the table, in Markdown."""
    names = tuple(sys.argv[1:]) or (*TUNED, *MET, *HELD_OUT)
    columns = ("paragraphs", "headings", "captions", "notes", "rows", "references", "site")
    print("| extractor |", " | ".join(columns), "| order | ms |")
    print("| --- " * (len(columns) + 3) + "|")
    for extractor, extract in extractors():
        sums = measure(extract, names, show=len(names) == 1 or extractor == "ours")
        shares = (f"{sums[it]}/{sums[f'all {it}']}" for it in columns)
        print(
            f"| {extractor} |", " | ".join(shares), f"| {sums['order']} | {sums['us'] / 1e3:.0f} |"
        )


if __name__ == "__main__":
    main()
