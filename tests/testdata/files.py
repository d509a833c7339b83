"""The project's own papers and claims, as the tests of them read them."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pypdfium2 as pdfium
from attrs import frozen

FOLDER = Path(__file__).parents[2] / "testdata"
CLAIMS = FOLDER / "claims"
PAPERS = {
    "vera": FOLDER / "papers" / "vera" / "vera.pdf",
    "demo": FOLDER / "papers" / "vera" / "vera.pdf",
    "notes": FOLDER / "papers" / "notes.md",
    "plain": FOLDER / "papers" / "plain.txt",
}

_INVISIBLE = re.compile(r"[\s\x02\ufffe\u00ad-]+")


@frozen
class Labelled:
    """A claim with its label, as testdata/README.md describes them."""

    claim: str
    kind: str
    label: str
    page: int | None
    quote: str | None
    note: str


@cache
def labelled(name: str) -> tuple[Labelled, ...]:
    """The labelled claims of testdata/claims/NAME.jsonl; a missing or unknown field raises."""
    lines = (CLAIMS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(Labelled(**json.loads(line)) for line in lines)


@cache
def pages(pdf: Path) -> tuple[str, ...]:
    """The text of each page in the order of the file, as pdfium gives it."""
    with pdfium.PdfDocument(pdf) as document:
        return tuple(page.get_textpage().get_text_bounded() for page in document)


@cache
def squeezed(text: str) -> str:
    """The text without what typesetting moves: white space, and hyphens of both kinds."""
    return _INVISIBLE.sub("", text)


@cache
def written_claims() -> tuple[str, ...]:
    """Every claim of testdata/claims/*.jsonl."""
    lines = (
        line
        for path in sorted(CLAIMS.glob("*.jsonl"))
        for line in path.read_text("utf-8").split("\n")
    )
    return tuple(json.loads(line)["claim"] for line in lines if line)
