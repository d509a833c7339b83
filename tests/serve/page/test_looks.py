"""Light and dark, by the keyboard alone, for a screen reader, and printed."""

from __future__ import annotations

import io
import re
from importlib.resources import files
from typing import TYPE_CHECKING

import pypdfium2
import pytest

from tests.serve.page.visit import TEN, THREE
from vera.core.verdict import Status
from vera.verification.report.highlights import COLOURS
from vera.verification.report.verdicts_style import STYLE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.serve.page.visit import Visit

_PAGE = files("vera.verify.serve") / "page"
_COLOUR = re.compile(r"--(\w+): (#\w+)")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_axe_finds_nothing(asked: Callable[[], Visit], scheme: str, width: int) -> None:
    """In the list, in the evidence with all that unfolds, in the keys, and in the library."""
    visit = asked()
    page = visit.page
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    assert visit.axe() == []
    visit.evidence(3)
    page.locator(".sheet.drawn").first.wait_for()
    for fold in page.locator("details:visible").all():
        fold.evaluate("it => { it.open = true; }")
    assert visit.axe() == []
    page.keyboard.press("?")
    assert visit.axe() == []
    page.keyboard.press("Escape")
    page.click("#to-library")
    page.locator("#choose-kept").wait_for(state="attached")
    assert visit.axe() == []


def test_its_colours_are_those_of_the_report() -> None:
    """In the light and in the dark, and on the pages of papers."""
    look = (_PAGE / "look.css").read_text("utf-8")
    light, _, rest = STYLE.partition("@media (prefers-color-scheme: dark)")
    dark = rest.partition("}")[0]
    told = dict(_COLOUR.findall(light))
    dark_told = dict(_COLOUR.findall(dark))
    assert len(told) > 8
    for name, colour in told.items():
        assert f"--{name}: light-dark({colour}, {dark_told[name]});" in look
    for status, parts in COLOURS.items():
        colour = f"rgb({' '.join(f'{part:.0%}' for part in parts)})"
        assert f"mark.{status.value} {{ background: {colour}; }}" in look
        assert f".sheet i.{status.value} {{ background: {colour}; }}" in (
            _PAGE / "evidence.css"
        ).read_text("utf-8")


def test_colours_can_be_chosen_and_stay(visit: Visit) -> None:
    """Against what the system says, also when the page is loaded anew."""
    page = visit.page
    ground = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="light")
    light = page.evaluate(ground)
    page.click("#help")
    page.select_option("#colours", "dark")
    assert page.evaluate(ground) != light
    page.reload()
    page.locator("#choose-papers").wait_for(state="attached")
    assert page.evaluate(ground) != light
    page.click("#help")
    page.select_option("#colours", "")
    assert page.evaluate(ground) == light


def test_no_verdict_is_told_by_its_colour_alone(asked: Callable[[], Visit]) -> None:
    """Without any colour the words, signs and lines differ."""
    page = asked().page
    kinds = {}
    for status in Status:
        card = page.locator(f".claim.{status.value}").first
        line = card.evaluate("it => getComputedStyle(it).borderInlineStartStyle")
        kinds[status] = (card.locator(".badge").text_content(), line)
    assert len(set(kinds.values())) == len(Status)
    assert len({word for word, _ in kinds.values()}) == len(Status)
    assert len({line for _, line in kinds.values()}) == len(Status)


def test_everything_is_done_by_the_keyboard(visit: Visit) -> None:
    """Papers are chosen, claims asked, verdicts stepped through, evidence opened and left."""
    page = visit.page
    page.on("filechooser", lambda _: None)  # from here on no dialog of the system is opened
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "To the claims"
    while visit.focused() != "choose-papers":
        page.keyboard.press("Tab")
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Enter")
    chooser.value.set_files(THREE[0])
    page.locator(".paper[data-state=read]").wait_for()
    while visit.focused() != "text":
        page.keyboard.press("Tab")
    page.keyboard.insert_text("\n".join(TEN[1:4]))
    page.keyboard.press("Control+Enter")
    page.locator(".reports").wait_for()
    page.keyboard.press("j")
    assert visit.focused() == "c1"
    page.keyboard.press("ArrowDown")
    assert visit.focused() == "c2"
    page.keyboard.press("k")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.locator("#evidence.open").wait_for()
    assert visit.focused() == "evidence-head"
    page.locator("#evidence-head", has_text="490").wait_for()
    page.keyboard.press("j")
    assert visit.focused() == "c3"
    page.locator("#evidence-head", has_text="53 minutes").wait_for()
    page.keyboard.press("Escape")
    page.locator("#evidence.open").wait_for(state="detached")
    assert visit.focused() == "c3"
    page.keyboard.press("e")
    assert visit.focused() == "edit-3"
    page.keyboard.press("Escape")
    assert visit.focused() == "c3"
    page.keyboard.press("2")
    assert page.locator(".claim:visible").count() == 2
    page.keyboard.press("0")
    assert page.locator(".claim:visible").count() == 3


def test_the_keyboard_is_always_seen(asked: Callable[[], Visit]) -> None:
    """Each stop of Tab has an outline, of itself or of what it belongs to, in the window."""
    page = asked().page
    page.set_viewport_size({"width": 1280, "height": 2400})
    seen = set()
    for _ in range(120):
        page.keyboard.press("Tab")
        stop = page.evaluate(
            "(() => { const it = document.activeElement; if (it === document.body) return null;"
            "const outlined = [it, it.closest('.zone')].some((one) => one && ["
            "getComputedStyle(one).outlineStyle, getComputedStyle(one, '::after').outlineStyle]"
            ".some((style) => style !== 'none'));"
            "return [it.outerHTML.slice(0, 80), outlined]; })()"
        )
        if stop is None or stop[0] in seen:
            break
        seen.add(stop[0])
        assert stop[1], stop[0]
    assert len(seen) > 30


def test_letters_are_no_keys_where_they_were_turned_off(asked: Callable[[], Visit]) -> None:
    """For who dictates (WCAG 2.1.4)."""
    page = asked().page
    page.keyboard.press("?")
    page.locator("#letters").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    assert page.evaluate(
        "document.activeElement === document.body || !document.activeElement.closest('.claim')"
    )
    page.click("#help")
    page.locator("#letters").check()


def test_a_phone_shows_one_pane_and_a_way_back(asked: Callable[[], Visit]) -> None:
    """The evidence takes the place of the list; the browser's own way back leads to it, too."""
    visit = asked()
    page = visit.page
    page.set_viewport_size({"width": 360, "height": 740})
    visit.evidence(3)
    assert page.locator("#work").is_hidden()
    page.go_back()
    assert page.locator("#c3 .open").is_visible()
    visit.evidence(3)
    page.get_by_role("button", name="Close").click()
    page.locator("#evidence").wait_for(state="hidden")
    assert visit.focused() == "c3"


def test_printed_it_is_the_claims_with_their_passages(asked: Callable[[], Visit]) -> None:
    """All of them, each with its word and its quote, and nothing that can only be clicked."""
    page = asked().page
    paper = pypdfium2.PdfDocument(io.BytesIO(page.pdf()))
    text = " ".join(sheet.get_textpage().get_text_bounded() for sheet in paper)
    assert "Graph neural networks predict" in text
    assert "Joining always is right for 440 of 515" in text
    assert "contradicted" in text
    assert "Drop papers here" not in text


def test_printed_it_is_the_same_while_evidence_is_open(asked: Callable[[], Visit]) -> None:
    """A sheet is narrow, and what a phone hides is printed all the same."""
    visit = asked()
    visit.evidence(3)
    paper = pypdfium2.PdfDocument(io.BytesIO(visit.page.pdf()))
    text = " ".join(sheet.get_textpage().get_text_bounded() for sheet in paper)
    assert "Graph neural networks predict" in text
    assert "vera.pdf, p. 4" in text


def test_no_script_can_make_markup_of_data() -> None:
    """None of what turns text into elements or code is in the page's scripts."""
    scripts = {it.name: it.read_text("utf-8") for it in _PAGE.iterdir() if it.name.endswith(".js")}
    assert len(scripts) > 10
    for name, script in scripts.items():
        for means in (
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
            "DOMParser",
            "srcdoc",
            "setHTML",
            "createContextualFragment",
        ):
            assert means not in script, name
    page = (_PAGE / "index.html").read_text("utf-8")
    assert not re.search(r"\sstyle=|\son\w+=|<style|javascript:|https?://", page)
