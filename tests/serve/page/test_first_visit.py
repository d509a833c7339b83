"""From an empty page to ten verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Route

from tests.pdfs import Sheet, paragraph, pdf
from tests.serve.page.visit import MANUSCRIPT, PROBES, TEN, THREE, file

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.serve.page.visit import Visit

_EVIL = "<img src=x onerror=alert(1)>"


def test_an_empty_page_says_what_to_do(visit: Visit) -> None:
    """There is a place for papers and one for claims, and no verdict."""
    page = visit.page
    assert page.locator("#papers").get_by_text("Drop papers here").is_visible()
    assert page.get_by_label("Type or paste them").is_visible()
    assert page.locator("#verdicts").is_hidden()
    assert page.locator("#evidence").get_by_text("its evidence is shown here").is_visible()


def test_what_is_missing_is_said_where_it_is(visit: Visit) -> None:
    """Without a paper or a claim nothing is asked, and the keyboard is led to where it lacks."""
    page = visit.page
    page.click("#verify")
    assert (
        page.locator("#claims-trouble").text_content() == "Drop a paper first, or choose a library."
    )
    assert visit.focused() == "choose-papers"
    visit.drop(THREE[1])
    page.click("#verify")
    assert page.locator("#claims-trouble").text_content() == "Type a claim first."
    assert visit.focused() == "text"


def test_three_papers_are_dropped_and_ten_claims_answered(visit: Visit) -> None:
    """Each verdict is a sign and a word, nothing moves by itself, and a reader is told the sum."""
    page = visit.page
    visit.drop(*THREE)
    assert page.locator("#papers-head").text_content() == "Papers 3 of 3 papers read"
    visit.ask(*TEN)
    assert page.locator("ol.claims > li").count() == 10
    assert page.locator("#c1 .badge").text_content() == "✗ contradicted"
    assert page.locator("#c2 .badge").text_content() == "✓ grounded"
    assert page.locator("#c9 .badge").text_content() == "○ unsupported"
    assert page.locator("#c10 .badge").text_content() == "? unchecked"
    assert "All verdicts are there. 10 claims:" in (page.locator("#live").text_content() or "")
    assert visit.shifts() < 0.05


def test_files_are_dropped_by_the_mouse(visit: Visit) -> None:
    """What falls on the claims is asked, and what falls elsewhere is a paper."""
    page = visit.page
    for zone, name, text in (
        ("#papers .zone", "bees.txt", "Bees sleep at night. A queen lays eggs."),
        ("#claims .zone", "claims.txt", "Bees sleep at night."),
        ("#evidence", "wasps.txt", "Wasps build nests."),
    ):
        transfer = page.evaluate_handle(
            "([name, text]) => { const all = new DataTransfer();"
            "all.items.add(new File([text], name)); return all; }",
            [name, text],
        )
        page.dispatch_event(zone, "drop", {"dataTransfer": transfer})
    page.locator(".paper[data-state=read]").nth(1).wait_for()
    names = page.locator("#papers .paper .name").all_text_contents()
    assert names == ["bees.txt", "wasps.txt"]
    assert page.locator(".asked-file .name").text_content() == "claims.txt"
    page.click("#verify")
    page.locator(".reports").wait_for()
    assert visit.status(1) == "grounded"


def test_what_is_dropped_at_once_is_there_once(visit: Visit) -> None:
    """Nothing is sent before the list of papers is there, which would have it as well."""
    page, lists, sent = visit.page, list[Route](), list[str]()

    def hold(route: Route) -> None:
        if route.request.method == "GET":
            lists.append(route)
        else:
            sent.append(route.request.url)
            route.continue_()

    page.route("**/api/papers*", hold)
    page.reload()
    page.locator("#choose-papers").wait_for(state="attached")
    page.set_input_files("#choose-papers", [file("bees.txt", b"Bees sleep at night.")])
    page.locator("#papers .paper").wait_for()
    page.wait_for_timeout(300)
    assert (len(lists), sent) == (1, [])
    lists[0].continue_()
    page.locator(".paper[data-state=read]").wait_for()
    assert len(sent) == 1
    assert page.locator("#papers .paper .name").all_text_contents() == ["bees.txt"]


def test_a_manuscript_is_asked_of_what_it_cites(visit: Visit) -> None:
    """It is dropped with its bibliography and chapter; verdicts tell lines and what they cite."""
    page = visit.page
    visit.drop(PROBES / "icu_sedation.md", PROBES / "glacier_debris.md")
    parts = [
        MANUSCRIPT / "main.tex",
        MANUSCRIPT / "refs.bib",
        MANUSCRIPT / "sections" / "field.tex",
    ]
    page.set_input_files("#choose-claims", parts)
    page.get_by_text("with refs.bib, field.tex").wait_for()
    assert page.locator("#role").input_value() == "manuscript"
    page.click("#verify")
    page.locator(".reports").wait_for()
    page.get_by_text("Not at hand: brandt2009").wait_for()
    problems = page.locator("#verdicts .warn").all_text_contents()
    assert "refs.bib: line 91: '}' expected" in problems
    assert not any("no such file" in it for it in problems)  # the chapter lies in a folder
    pane = visit.evidence(1)
    assert "main.tex:" in (pane.text_content() or "")
    assert "cites moreau2022" in (pane.text_content() or "")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Type claims instead").click()
    page.locator("#text").wait_for()


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_moves_by_itself(visit: Visit, width: int) -> None:
    """Not on a phone either, when all numbers become longer, and not when it is loaded anew."""
    page = visit.page
    page.set_viewport_size({"width": width, "height": 740})
    visit.drop(*THREE)
    visit.ask(*(f"Bees have {at} legs." for at in range(120)))
    assert visit.shifts() < 0.05
    page.reload()
    page.locator(".reports").wait_for()
    assert visit.shifts() < 0.05


def test_what_was_there_is_there_when_the_page_is_loaded_anew(asked: Callable[[], Visit]) -> None:
    """Papers, verdicts and what was typed."""
    visit = asked()
    assert visit.page.locator("#papers .paper").count() == 3
    assert visit.page.locator("ol.claims > li .badge").count() == 10
    assert visit.status(1) == "contradicted"


def test_hostile_names_titles_and_claims_are_text(visit: Visit) -> None:
    """Nothing of them becomes an element, in the list, in the evidence or in the paper."""
    page = visit.page
    made = pdf(Sheet(paragraph([f"Bees {_EVIL} sleep at night."])), title=_EVIL.replace(")", r"\)"))
    visit.drop(file(f"{_EVIL}.pdf", made), file("evil.txt", f"{_EVIL} Queens lay eggs.".encode()))
    visit.ask(f"Bees {_EVIL} sleep at night.", f"{_EVIL} Queens lay eggs.")
    assert _EVIL in (page.locator("#c1 .open").text_content() or "")
    for at in (1, 2):
        visit.evidence(at)
    page.locator(".prose, .sheets").first.wait_for()
    assert page.locator("img[onerror], img[src=x]").count() == 0


def test_right_to_left_and_very_long_texts_stay_in_their_place(visit: Visit) -> None:
    """A claim in Arabic runs from the right, and a long name pushes nothing out of the page."""
    page = visit.page
    page.set_viewport_size({"width": 360, "height": 740})
    title = "A title that does not end " * 12
    visit.drop(file("long.pdf", pdf(Sheet(paragraph(["Bees sleep at night."])), title=title)))
    visit.ask("النحل ينام في الليل.", "x" * 300)
    assert page.locator("#c1 .open").evaluate("it => getComputedStyle(it).direction") == "rtl"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("width", [360, 1280, 3840])
def test_nothing_is_wider_than_the_window(asked: Callable[[], Visit], width: int) -> None:
    """From a phone to 4K, in the list and in the evidence."""
    visit = asked()
    visit.page.set_viewport_size({"width": width, "height": 800})
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= width
    visit.evidence(1)
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= width


def test_five_hundred_claims_are_listed_before_their_verdicts(visit: Visit) -> None:
    """All of them at once, each in its place; the rest can be stopped, and what came stays."""
    page = visit.page
    visit.drop(THREE[0])
    page.fill("#text", "\n".join(f"One epoch at 128 tokens took {n} minutes." for n in range(500)))
    page.click("#verify")
    page.locator("#c500").wait_for(state="attached")
    page.locator("#c2.contradicted").wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_text("It was stopped. The verdicts that came stay.").wait_for()
    assert page.locator("#c2.contradicted").is_visible()
    assert "not asked" in (page.locator("#c500 .badge").text_content() or "")
