"""Ligatures that a font calls by another letter are read by the words that they spoil."""

from __future__ import annotations

import numpy as np

from vera.verification.ingestion.pdf.lines import Line
from vera.verification.ingestion.pdf.misnamed import with_named


def _read(*texts: str) -> list[str]:
    lines = [
        Line(1, text, np.arange(len(text), dtype=np.int32), 0, 0, 100, 10, 10.0, 10, bold=False)
        for text in texts
    ]
    found = with_named([lines])[0]
    assert all(len(line.text) == len(line.glyphs) for line in found)
    return [line.text for line in found]


def test_a_sign_that_spoils_several_words_is_their_ligature() -> None:
    """Three words prove a sign; then words that begin with it are read, and true letters stay."""
    assert _read(
        "the eHect of a diHerence, oHered here",
        "speciCc and signiCcant conCdence",
        "Crst of the Caves; a Clm of Cells, He Had",
    ) == [
        "the effect of a difference, offered here",
        "specific and significant confidence",
        "first of the Caves; a film of Cells, He Had",
    ]


def test_names_with_capitals_inside_stay() -> None:
    """Names, formulas and too few words prove nothing."""
    texts = ["arXiv and bioRxiv, McDonald and DeVito", "the eHect of it", "iPhone, mRna and eBay"]
    assert _read(*texts) == texts
