"""The evidence of a claim: on its page, in its place, with what differs on both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pypdfium2
import pytest

from tests.serve.page.visit import PAPERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.serve.page.visit import Visit

_PLACES = """[...document.querySelectorAll('.sheet i')].map((it) => {
  const sheet = it.closest('.sheet').getBoundingClientRect(), box = it.getBoundingClientRect();
  return { page: Number(it.closest('.sheet').dataset.page), style: it.className,
    x0: (box.left - sheet.left) / sheet.width, x1: (box.right - sheet.left) / sheet.width,
    y0: (box.top - sheet.top) / sheet.height, y1: (box.bottom - sheet.top) / sheet.height };
})"""


def _places(page: Page) -> list[dict[str, Any]]:
    page.locator(".sheet.drawn").first.wait_for()
    page.locator(".sheet i.differs").first.wait_for()
    found: list[dict[str, Any]] = page.evaluate(_PLACES)
    return found


def _below(place: dict[str, Any]) -> str:
    """The text of the paper below a mark, as pdfium finds it there."""
    paper = pypdfium2.PdfDocument(PAPERS / "vera" / "vera.pdf")
    page = paper[place["page"] - 1]
    wide, high = page.get_size()
    text = page.get_textpage().get_text_bounded(
        left=place["x0"] * wide - 1,
        right=place["x1"] * wide + 1,
        top=high - place["y0"] * high + 1,
        bottom=high - place["y1"] * high - 1,
    )
    return " ".join(str(text).split())


@pytest.mark.parametrize("width", [360, 1280, 2560])
def test_marks_stand_on_the_words_of_the_paper(asked: Callable[[], Visit], width: int) -> None:
    """The passage and the words that differ, on the picture of the page, at every size."""
    visit = asked()
    visit.page.set_viewport_size({"width": width, "height": 800})
    visit.evidence(3)
    places = _places(visit.page)
    passage = " ".join(_below(it) for it in places if it["style"] == "contradicted")
    assert "Joining always is right for 440 of 515 hyphens." in passage
    assert [_below(it) for it in places if it["style"] == "differs"] == ["440"]


def test_a_mark_is_at_its_box(asked: Callable[[], Visit]) -> None:
    """To a thousandth of the page, as the server gives the box, and it is seen."""
    visit = asked()
    page = visit.page
    with page.expect_response("**/api/papers/*/boxes?*") as answered:
        visit.evidence(3)
    (box,) = answered.value.json()["boxes"]
    base = answered.value.url.partition("/boxes")[0]
    size = page.request.get(base).json()["pages"][box["page"] - 1]
    (place,) = [it for it in _places(page) if it["style"] == "differs"]
    assert place["page"] == box["page"]
    for corner, of in (("x0", "width"), ("x1", "width"), ("y0", "height"), ("y1", "height")):
        assert place[corner] == pytest.approx(box[corner] / size[of], abs=0.001)
    mark = page.locator(".sheet i.differs")
    scroller = page.locator(".sheets").bounding_box()
    found = mark.bounding_box()
    assert scroller
    assert found
    assert scroller["y"] <= found["y"] <= scroller["y"] + scroller["height"]


def test_the_conflict_is_marked_on_both_sides(asked: Callable[[], Visit]) -> None:
    """In the claim, in the passage, and in a sentence."""
    visit = asked()
    pane = visit.evidence(3)
    assert pane.locator("#evidence-head mark").all_text_contents() == ["490"]
    assert pane.locator("blockquote mark").all_text_contents() == ["440"]
    told = pane.locator(".conflicts li").all_text_contents()
    assert told == ["Claim says 490, paper says 440, p. 4."]


def test_only_pages_that_are_looked_at_are_drawn(asked: Callable[[], Visit]) -> None:
    """The others keep their place, and are drawn when one goes there."""
    visit = asked()
    visit.evidence(3)
    page = visit.page
    page.locator(".sheet[data-page='4'].drawn").wait_for()
    assert page.locator(".sheet").count() == 6
    assert page.locator(".sheet[data-page='1'] img[src]").count() == 0
    sizes = page.eval_on_selector_all(".sheet", "all => all.map((it) => it.clientHeight)")
    assert len(set(sizes)) == 1
    for _ in range(3):
        page.get_by_role("button", name="Page before").click()
        page.wait_for_timeout(600)
    page.locator(".sheet[data-page='1'].drawn").wait_for()


def test_the_next_passages_are_shown_on_their_pages(asked: Callable[[], Visit]) -> None:
    """Chosen by a click or by n and p, and told which is chosen."""
    visit = asked()
    pane = visit.evidence(3)
    passages = pane.locator(".passages button")
    assert passages.count() > 2
    passages.nth(1).click()
    assert passages.nth(1).get_attribute("aria-pressed") == "true"
    text = passages.nth(1).locator(".start").text_content()
    assert pane.locator("blockquote").text_content() == text
    visit.page.keyboard.press("p")
    assert passages.nth(0).get_attribute("aria-pressed") == "true"


def test_the_explanation_is_bars_with_numbers(asked: Callable[[], Visit]) -> None:
    """What is how likely, and what each measure added."""
    visit = asked()
    pane = visit.evidence(3)
    pane.get_by_text("How the score came about").click()
    rows = pane.locator(".bars tbody tr")
    assert rows.count() > 5
    likely = rows.nth(0)
    number = float(likely.locator("td.number").text_content() or "nan")
    track, fill = likely.locator(".track").bounding_box(), likely.locator(".fill").bounding_box()
    assert track
    assert fill
    assert fill["width"] / track["width"] == pytest.approx(number, abs=0.02)


def test_a_paper_without_pages_shows_its_text(asked: Callable[[], Visit]) -> None:
    """With the passage marked in it, and brought to view."""
    visit = asked()
    visit.evidence(1)
    mark = visit.page.locator(".prose mark").first
    mark.wait_for()
    assert "67" in (mark.text_content() or "")
    assert mark.is_visible()


def test_a_claim_is_edited_and_its_verdict_follows(asked: Callable[[], Visit]) -> None:
    """As one types, in the list, in the evidence, and in the report; Escape makes it as it was."""
    visit = asked()
    page = visit.page
    visit.evidence(3)
    page.locator("#c3").get_by_role("button", name="Edit claim 3").click()
    page.locator("#edit-3").fill("Joining always is right for 440 of 515 hyphens.")
    page.locator("#c3.grounded").wait_for()
    assert "grounded" in (page.locator("#evidence-head .badge").text_content() or "")
    assert page.locator("#evidence .conflicts").count() == 0
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV, a table").click()
    assert "440 of 515" in download.value.path().read_text("utf-8")
    page.locator("#edit-3").press("Escape")
    page.locator("#c3.contradicted").wait_for()
    assert visit.focused() == "c3"


def test_reports_are_downloaded(asked: Callable[[], Visit]) -> None:
    """Each form, and the PDF with its evidence marked."""
    visit = asked()
    page = visit.page
    for label, begins, name in (
        ("HTML, with the pages", b"<!doctype html>", "report.html"),
        ("SARIF", b"{", "report.sarif"),
        ("CSV, a table", b"", "report.csv"),
        ("vera.pdf, with the evidence marked", b"%PDF-", "vera-marked.pdf"),
    ):
        with page.expect_download() as download:
            page.get_by_role("link", name=label, exact=True).click()
        assert download.value.suggested_filename == name
        assert download.value.path().read_bytes().startswith(begins)


_IN_SIGHT = """name => { const it = document.querySelector(name).getBoundingClientRect();
const pane = document.querySelector(name).closest("[role=region]").getBoundingClientRect();
const bottom = Math.min(innerHeight, pane.bottom);
return it.top >= Math.max(0, pane.top) - 1 && it.bottom <= bottom + 1; }"""


@pytest.mark.parametrize(("claim", "mark"), [(3, ".sheet i"), (1, ".prose mark")])
def test_a_passage_stays_in_sight_when_the_window_changes(
    asked: Callable[[], Visit], claim: int, mark: str
) -> None:
    """From a wide one to a phone's, upright and on its side, and back."""
    visit = asked()
    page = visit.page
    visit.evidence(claim)
    page.locator(mark).first.wait_for()
    for width, height in ((360, 740), (740, 360), (1280, 800), (360, 500)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(_IN_SIGHT, arg=mark)
    page.set_viewport_size({"width": 1280, "height": 800})
