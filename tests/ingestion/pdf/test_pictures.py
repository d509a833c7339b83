"""Pictures of pages: what is on the page is on the picture, and a page without one has a reason."""

from __future__ import annotations

import io

import pikepdf
import pytest
from PIL import Image

from tests.hostile import hostile
from tests.pdfs import IMAGE, Sheet, Words, pdf
from vera.verification.ingestion.child import Limits
from vera.verification.ingestion.pdf import pictures
from vera.verification.ingestion.pdf.pictures import pictures_of
from vera.verification.ingestion.pdf.rendering import Image as Grey

_WORDS = Words("Bees", 100, 700, 40).content
_PLAIN = pdf(Sheet(_WORDS), Sheet(IMAGE), Sheet("", (0, 0, 200, 100), turn=90))


def _opened(data: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(data))
    assert picture.format == "WEBP"
    return picture.convert("L")


def test_a_picture_shows_the_page() -> None:
    """Words are dark on light where they stand, and the picture is as wide as the page as shown."""
    made = pictures_of(_PLAIN, [1, 2, 3]).made
    first = _opened(made[1])
    assert first.width / first.height == pytest.approx(600 / 800, abs=0.01)
    dots = first.width / 600
    around = tuple(round(dots * edge) for edge in (100, 60, 200, 105))
    inside = first.crop((around[0], around[1], around[2], around[3]))
    assert inside.getextrema() == (0, 255)
    assert first.crop((0, around[3] + 9, first.width, first.height)).getextrema() == (255, 255)
    assert _opened(made[2]).getextrema() == (51, 51)  # 48 is "0", of sixteen shades the nearest
    third = _opened(made[3])
    assert (third.width, third.height) == (152, 305)


def test_a_page_that_is_not_there_has_a_reason() -> None:
    """Pages beyond the last are told, and the others drawn."""
    found = pictures_of(_PLAIN, [9, 1])
    assert set(found.made) == {1}
    assert found.missing == {9: "it cannot be rendered"}
    assert pictures_of(_PLAIN, []) == pictures.Pictures({}, {})


def test_many_pages_are_drawn_by_several_children(monkeypatch: pytest.MonkeyPatch) -> None:
    """More pages than one child draws are all there, each its own."""
    monkeypatch.setattr(pictures, "_AT_ONCE", 2)
    sheets = [Sheet(Words(f"{n}", 100, 700, 40).content) for n in range(5)]
    found = pictures_of(pdf(*sheets), range(1, 6))
    assert len(set(found.made.values())) == 5
    assert not found.missing


def test_encrypted_and_damaged_papers_are_drawn() -> None:
    """With its password an encrypted paper is drawn, and a damaged one once it is repaired."""
    with pikepdf.open(io.BytesIO(_PLAIN)) as plain:
        plain.save(out := io.BytesIO(), encryption=pikepdf.Encryption(owner="o", user="bees"))
    whole = pictures_of(_PLAIN, [1]).made
    assert pictures_of(out.getvalue(), [1], "bees").made == whole
    assert pictures_of(out.getvalue(), [1], "ants").missing == {1: "it cannot be rendered"}
    damaged = _PLAIN[: _PLAIN.rindex(b"<< /Type /Catalog")]
    assert pictures_of(damaged, [1]).made == whole


def test_a_page_that_takes_too_long_has_a_reason() -> None:
    """A page that would be drawn for hours is given up, and says why."""
    data = next(data for name, data in hostile(b"%PDF-") if name == "nested forms")
    found = pictures_of(data, [1], None, Limits(cpu=1, wall=5.0))
    assert not found.made
    assert "rendering it failed: more than" in found.missing[1]


def test_after_some_failures_the_rest_is_given_up() -> None:
    """A paper on each of whose pages the renderer breaks down costs no more than a few of them."""
    found = pictures_of(_PLAIN, range(1, 40), None, Limits(wall=0.0001))
    assert not found.made
    assert len(found.missing) == 39


def test_a_photograph_is_stored_with_some_loss() -> None:
    """A page of noise, which cannot be packed, is not stored exactly."""
    noise = bytes((n * n * 31 + n // 7) % 251 for n in range(900 * 1000))
    grey = Grey(900, 1000, 110.0, noise)
    assert len(pictures._picture(grey)) < 800_000
