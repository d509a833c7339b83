"""Typeset the project's own paper. From the root: `python -m testdata.papers.build`.

The same version of typst gives the same bytes: the fonts are those inside the package and the date
is the paper's own. A test compares the committed PDF with what this makes.
"""

from __future__ import annotations

from pathlib import Path

import typst

FOLDER = Path(__file__).parent / "vera"
SOURCE = FOLDER / "paper.typ"
PDF = FOLDER / "vera.pdf"
BUILT_WITH = "0.15.2"


def typeset(source: Path = SOURCE) -> bytes:
    """The PDF that typst makes of `source`, which may read only the files beside it."""
    compiler = typst.Compiler(source, root=source.parent, ignore_system_fonts=True)
    pdf = compiler.compile(format="pdf", timestamp=0)
    if not isinstance(pdf, bytes):
        raise TypeError("typst gave no single PDF")
    return pdf


if __name__ == "__main__":
    PDF.write_bytes(typeset())
