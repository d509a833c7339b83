"""The manuscript as a word processor and as a journal would give it, made from plain.txt."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

import typst

from testdata.papers.docx import docx

FOLDER = Path(__file__).parent
_LONGEST_TITLE = 60


def paragraphs() -> list[str]:
    """The paragraphs of plain.txt, headings too."""
    text = (FOLDER / "plain.txt").read_text("utf-8")
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text)]


def _is_title(paragraph: str) -> bool:
    return len(paragraph) < _LONGEST_TITLE and not paragraph.endswith(".")


def as_pdf(folder: Path) -> Path:
    """Two columns, justified, words divided."""
    source = '#set page(columns: 2)\n#set par(justify: true)\n#set text(lang: "en")\n'
    for part in paragraphs():
        escaped = re.sub(r"([#$*_@<>\\\[\]`~=/-])", r"\\\1", part)
        source += f"{'= ' if _is_title(part) else ''}{escaped}\n\n"
    (folder / "source.typ").write_text(source, "utf-8")
    typst.compile(folder / "source.typ", output=folder / "manuscript.pdf")
    return folder / "manuscript.pdf"


def as_docx(folder: Path) -> Path:
    """Paragraphs and headings."""
    style = '<w:pPr><w:pStyle w:val="berschrift1"/></w:pPr>'
    body = "".join(
        f"<w:p>{style if _is_title(part) else ''}<w:r><w:t>{escape(part)}</w:t></w:r></w:p>"
        for part in paragraphs()
    )
    (folder / "manuscript.docx").write_bytes(docx(body))
    return folder / "manuscript.docx"
