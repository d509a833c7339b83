"""The library: added to, listed, searched, opened, asked and removed from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.pdfs import Sheet, paragraph, pdf
from tests.serve.page.visit import file

if TYPE_CHECKING:
    from tests.serve.page.visit import Visit

_LINES = ["Bees sleep at night, as every keeper of bees knows.", "A queen lays many eggs."]


def test_papers_are_kept_found_asked_and_removed(visit: Visit) -> None:
    """What is added is found by a question, opened there, and asked; it goes after a yes."""
    page = visit.page
    page.click("#to-library")
    page.get_by_text("There is no library yet.").wait_for()
    page.fill("#library-name", "bees")
    bees = file("bees.pdf", pdf(Sheet(paragraph(_LINES)), title="Of bees"))
    wasps = file("wasps.txt", b"Wasps build nests of paper. They hunt in summer.")
    page.set_input_files("#choose-kept", [bees, wasps])
    page.locator("#shelf .paper").nth(1).wait_for()
    page.fill("#query", "When do bees rest?")
    page.keyboard.press("Enter")
    first = page.locator(".hits li").first
    first.wait_for()
    assert "Bees sleep at night" in (first.text_content() or "")
    first.get_by_role("button").click()
    page.locator(".sheet.drawn").wait_for()
    page.locator(".sheet i").first.wait_for()
    assert visit.axe() == []
    page.keyboard.press("Escape")
    page.click("#to-verify")
    page.get_by_text("What is asked, and how").click()
    page.select_option("#library", "bees")
    visit.ask("Bees sleep at night.")
    assert visit.status(1) == "grounded"
    visit.evidence(1)
    page.locator(".sheet.drawn").wait_for()
    page.click("#to-library")
    row = page.locator("#shelf .paper", has_text="wasps")
    row.get_by_role("button", name="Remove").click()
    assert page.evaluate("document.activeElement.textContent") == "Keep"
    row.get_by_role("button", name="Remove", exact=True).click()
    row.wait_for(state="detached")
    assert page.locator("#shelf .paper").count() == 1
    assert page.evaluate("document.activeElement.textContent") == "Of bees"
    page.get_by_text("1 paper, 1 page, ").wait_for()


def test_what_is_not_near_is_said_to_be_so(visit: Visit) -> None:
    """A few of the nearest stand there, dimmed; of what is near the rest is folded."""
    page = visit.page
    page.click("#to-library")
    page.fill("#library-name", "insects")
    texts = (
        "Bees sleep at night.", "Wasps hunt in summer.", "The bank raised its interest rates.",
        "Trams run on rails.", "Salt is mined below the hills.",
    )  # fmt: skip
    papers = [file(f"{at}.txt", text.encode()) for at, text in enumerate(texts)]
    page.set_input_files("#choose-kept", papers)
    page.locator("#shelf .paper").nth(4).wait_for()
    page.fill("#query", "xylophone zebra quantum marmalade")
    page.keyboard.press("Enter")
    page.get_by_text("No passage is near “xylophone zebra quantum marmalade”").wait_for()
    assert page.locator(".hits.far li").count() == 3
    assert visit.axe() == []
    page.fill("#query", "do bees sleep at night?")
    page.keyboard.press("Enter")
    page.get_by_text("2 passages for “do bees sleep at night?”").wait_for()
    assert page.locator(".hits.far").count() == 0
    assert page.locator(".hits li:visible").count() == 2
    page.get_by_text("3 more, farther").click()
    assert page.locator(".hits li:visible").count() == 5


def test_what_cannot_be_read_is_not_kept_and_said(visit: Visit) -> None:
    """By the name that its sender gave it."""
    page = visit.page
    page.click("#to-library")
    page.fill("#library-name", "torn")
    page.set_input_files("#choose-kept", [file("torn.pdf", b"%PDF-1.7\n" + b"\0" * 900)])
    page.locator("#shelf .warn[role=alert]").get_by_text("torn.pdf was not added.").wait_for()
