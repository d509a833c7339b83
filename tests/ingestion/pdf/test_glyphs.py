"""Codes become letters that every text can hold, and no letter loses its glyph."""

from __future__ import annotations

import unicodedata

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from vera.verification.ingestion.pdf.glyphs import BROKEN, UNKNOWN, Letters, letters

CODES = st.lists(
    st.one_of(
        st.integers(0, 0xFFFF),
        st.integers(0, 0x10FFFF),
        st.sampled_from([0, 2, 9, 10, 13, 0x20, 0xA0, 0xAD, 0xD835, 0xDC9C, 0xFB03, 0xFFFE]),
    ),
    max_size=60,
)


def _read(codes: list[int], seen: bool = True) -> Letters:
    box = np.tile(np.array([0, 0, seen, seen], dtype=np.float32), (len(codes), 1))
    return letters(np.array(codes, dtype=np.uint32), box)


@given(CODES, st.booleans())
@example(codes=[0xD835], seen=True)
@example(codes=[0xDC9C, 0xD835], seen=True)
def test_letters_can_stand_in_any_text(codes: list[int], seen: bool) -> None:
    """Whatever the codes are, the text is valid Unicode without control characters."""
    found = _read(codes, seen)
    text = found.text.replace(BROKEN, "").replace("\n", "")
    assert text.encode("utf-8").decode("utf-8") == text
    assert not any(unicodedata.category(letter) in {"Cc", "Cs"} for letter in text)
    assert not any((ord(letter) & 0xFFFE) == 0xFFFE for letter in text)


@given(CODES)
def test_each_letter_has_its_glyph(codes: list[int]) -> None:
    """Letters stand in the order of their glyphs, and no visible glyph is lost."""
    found = _read(codes)
    assert len(found.glyph) == len(found.text)
    assert (np.diff(found.glyph) >= 0).all()
    for at, code in enumerate(codes):
        if chr(code).isalpha() and code < 0xD800:
            assert at in found.glyph


def test_surrogates_are_one_letter() -> None:
    """Two UTF-16 units of one character become that character, and later places do not shift."""
    found = _read([0x41, 0xD83D, 0xDC1D, 0x42])
    assert found.text == "A\U0001f41dB"
    assert found.glyph.tolist() == [0, 1, 3]


def test_letters_of_formulas_and_small_capitals_are_letters() -> None:
    """A mathematical letter is the plain one; Adobe's small capitals and old figures are read."""
    assert _read([0xD835, 0xDC65, 0x211D, 0x210E, 0x1D7D9]).text == "xRh1"
    assert _read([0x42, 0xF76C, 0xF765, 0xF775, 0xF733, 0xF7E9]).text == "BLEU3É"


def test_ligatures_share_their_glyph() -> None:
    """The letters of a ligature have the same glyph, so the same box."""
    found = _read([ord("e"), 0xFB03, ord("c")])
    assert found.text == "effic"
    assert found.glyph.tolist() == [0, 1, 1, 1, 2]


def test_unknown_glyphs_are_kept_if_they_can_be_seen() -> None:
    """A glyph without a meaning stays as U+FFFD when it shows something, and goes when not."""
    assert _read([0x41, 0, 0x8D], seen=True).text == "A" + 2 * UNKNOWN
    assert _read([0x41, 0, 0x8D], seen=False).text == "A"


def test_odd_spaces_are_spaces() -> None:
    """Tabs, no-break and thin spaces are spaces, and marks without width vanish."""
    assert _read([0x41, 0x09, 0xA0, 0x2009, 0x200B, 0xFEFF, 0x42]).text == "A   B"


def test_the_sign_of_a_broken_word_differs_from_an_unknown_glyph() -> None:
    """U+0002 is pdfium's hyphen at a line's end; U+FFFE is a glyph that it does not know."""
    assert _read([0x02]).text == BROKEN
    assert _read([0xFFFE]).text == UNKNOWN
