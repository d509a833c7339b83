"""What the tests of reading share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _no_ocr(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are read alike with and without an OCR program on the machine."""
    monkeypatch.setenv("VERA_OCR", "off")
