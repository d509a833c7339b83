"""What the child works out of pdfium's answers before it asks on."""

from __future__ import annotations

from struct import pack

from hypothesis import given
from hypothesis import strategies as st

from vera.verification.ingestion.pdf.pdfium import _glyphs
from vera.verification.ingestion.sandbox.read_pages import _inked, _masks, _sample_places

BLANKS = (0x20, 0x0A, 0x0D)
codes_of = st.lists(st.sampled_from([*BLANKS, 0x02, 0x00, 0x41, 0x120, 0x2020, 0x200A, 0xFB0A]))
wide_codes_of = st.lists(st.sampled_from([*BLANKS, 0x02, 0x41, 0x1000A, 0x10020, 0x1D49C]))


def check_masks(codes: list[int], kind: str, width: int) -> None:
    """Compare with what each code by itself says."""
    shown, ends = _masks(pack(f"<{len(codes)}{kind}", *codes), width)
    assert list(shown) == [code not in BLANKS for code in codes]
    assert list(ends) == [code in (0x0A, 0x02) for code in codes]


@given(codes_of)
def test_masks_of_units(codes: list[int]) -> None:
    """Blanks and line ends are told from codes that share their low byte."""
    check_masks(codes, "H", 2)


@given(wide_codes_of)
def test_masks_of_whole_codes(codes: list[int]) -> None:
    """The same holds for codes of four bytes."""
    check_masks(codes, "I", 4)


@given(codes_of)
def test_every_line_is_sampled(codes: list[int]) -> None:
    """The first, the middle and the last visible glyph of every line are sampled, no other."""
    shown, ends = _masks(pack(f"<{len(codes)}H", *codes), 2)
    lines: list[list[int]] = [[]]
    for at in range(len(codes)):
        if shown[at]:
            lines[-1].append(at)
        if ends[at]:
            lines.append([])
    wanted = {line[at] for line in lines if line for at in (0, (len(line) - 1) // 2, -1)}
    visible = [at for at in range(len(codes)) if shown[at]]
    assert _sample_places(shown, ends, visible) == sorted(wanted)


def test_few_letters_are_counted() -> None:
    """Control codes are no letters, and no more than twenty are counted."""
    codes = pack("<42H", 0x01, 0x2020, *[0x41] * 40)
    assert _inked(codes, 2, [0, 1]) == 1
    assert _inked(codes, 2, range(42)) == 20


def test_codes_and_marks_of_unlike_number_are_refused() -> None:
    """The parent believes no page whose parts do not fit each other."""
    frame = pack("<5d", 0, 0, 0, 612, 792)
    rest = [b""] * 11
    assert _glyphs(1, [frame, b"a\0", b"\0", b"", *rest]) is not None
    assert _glyphs(1, [frame, b"a\0b", b"\0", b"", *rest]) is None
    assert _glyphs(1, [frame, b"a\0", b"\1", b"", *rest]) is None
