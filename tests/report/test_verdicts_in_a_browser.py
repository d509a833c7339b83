"""The page of verdicts in a real browser: keys, filter, colours, pictures, print, and no accident.

Where there is no browser the tests skip and say so; `.ci/run` installs one.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pypdfium2
import pytest
from PIL import Image

from tests.browser import needs_browser
from tests.devtools import Page
from tests.pdfs import Sheet, paragraph, pdf
from tests.report.verdicts import evidence, read, report, verdict
from vera.core.verdict import Claim, Part, Status
from vera.verification import wiring
from vera.verification.report.highlights import COLOURS
from vera.verification.report.verdicts_html import HtmlForm
from vera.verification.report.verdicts_style import SIGNS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vera.core.document import Document, Span
    from vera.core.verdict import Verdict

pytestmark = needs_browser

_LINES = ("Bees sleep at night.", "A queen lays eggs.", "Wasps build nests.", "Ants walk far.")
_EVIL = '</h3></main><script>document.title="owned"</script><img src=x onerror="document.title=1">'
_FOCUSED = "document.activeElement.id"
_TOLD = "document.getElementById('told').textContent"
_SHOWN = "[...document.querySelectorAll('.claim')].filter(it => it.checkVisibility()).length"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """One browser for all tests; each opens its own page."""
    with Page(tmp_path_factory.mktemp("profile")) as page:
        yield page


def _verdicts(document: Document) -> list[Verdict]:
    """Ten claims: six, two, one and one of each verdict."""
    found = [evidence(document, line) for line in _LINES]
    part = Part("eggs", _span(document), Status.CONTRADICTED, 0.1, "it differs", (found[1],))
    many = [verdict(f"Claim {n}.", Status.GROUNDED, *found[:2]) for n in range(6)]
    denied = [
        verdict("Queens lay none.", Status.CONTRADICTED, found[1], parts=(part,)),
        verdict(Claim("Wasps dig.", 3, "a.tex", ("wasp",)), Status.CONTRADICTED, found[2]),
    ]
    far = verdict("Ants fly.", Status.UNSUPPORTED, found[3])
    return [*many, *denied, far, verdict("Why?", Status.UNCHECKED, score=None, decided="")]


def _span(document: Document) -> Span:
    return evidence(document, "A queen").span


def _page(folder: Path, title: str = "Of bees") -> Path:
    sheet = Sheet(paragraph(_LINES, size=14))
    document = read(folder / "bees.pdf", pdf(sheet, title=title.replace(")", r"\)")))
    path = folder / "report.html"
    path.write_text(report(HtmlForm(wiring.Again()), [document], _verdicts(document)), "utf-8")
    return path


def _axe(browser: Page, only: str = "") -> dict[str, Any]:
    script = (files("axe_core_python") / "axe.min.js").read_text("utf-8")
    browser.ask(f"{script}; 0")
    options = f", {{runOnly: ['{only}']}}" if only else ""
    told = browser.ask(
        f"axe.run(document{options}).then((found) => JSON.stringify({{"
        "violations: found.violations.map((it) => [it.id, it.nodes.map((node) => node.html)]),"
        "unsure: found.incomplete.flatMap((it) => it.nodes.map((node) => node.html)),"
        "passes: found.passes.length}))"
    )
    found: dict[str, Any] = json.loads(told)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_accessible(browser: Page, tmp_path: Path, scheme: str) -> None:
    """With all that can be opened open, axe finds nothing wrong and each contrast enough."""
    browser.open(_page(tmp_path))
    browser.show_in(scheme)
    browser.ask("document.querySelectorAll('details').forEach((it) => { it.open = true; })")
    found = _axe(browser)
    assert found["violations"] == []
    assert found["passes"] > 25
    # This axe takes what a frame cuts off, and what is not yet drawn, for something above the text.
    browser.ask("document.querySelectorAll('.shot').forEach((it) => it.remove())")
    browser.ask(
        "document.querySelectorAll('.claim')"
        ".forEach((it) => { it.style.contentVisibility = 'visible'; })"
    )
    found = _axe(browser, "color-contrast")
    assert found["violations"] == []
    signs = {f'<span aria-hidden="true">{sign}</span>' for sign in SIGNS.values()}
    assert set(found["unsure"]) <= signs


def test_keys_step_and_filter(browser: Page, tmp_path: Path) -> None:
    """The keys j and k go from claim to claim past hidden ones; a digit shows one verdict."""
    browser.open(_page(tmp_path))
    for key, at in (("j", "c1"), ("j", "c2"), ("k", "c1"), ("k", "c1")):
        browser.press(key)
        assert browser.ask(_FOCUSED) == at
    browser.press("2")
    assert browser.ask(_SHOWN) == 2
    assert browser.ask(_TOLD) == "2 of 10 claims shown"
    for key, at in (("j", "c7"), ("j", "c8"), ("j", "c8"), ("k", "c7")):
        browser.press(key)
        assert browser.ask(_FOCUSED) == at
    assert browser.ask("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    browser.press("0")
    assert browser.ask(_SHOWN) == 10
    browser.press("j")
    assert browser.ask(_FOCUSED) == "c8"


def test_keys_can_be_turned_off(browser: Page, tmp_path: Path) -> None:
    """Who speaks to the machine can turn single letters off."""
    browser.open(_page(tmp_path))
    browser.ask("document.getElementById('keys').click()")
    browser.press("j")
    assert browser.ask(_FOCUSED) == ""
    browser.ask("document.getElementById('keys').click()")
    browser.press("j")
    assert browser.ask(_FOCUSED) == "c1"


def test_it_is_used_by_tab_alone(browser: Page, tmp_path: Path) -> None:
    """The first stop skips to the claims, the next ones are the boxes, and each stop is seen."""
    browser.open(_page(tmp_path))
    stops = []
    for _ in range(6):
        browser.press("Tab")
        stops.append(
            browser.ask(
                "[document.activeElement.className || document.activeElement.id,"
                "getComputedStyle(document.activeElement).outlineStyle].join(' ')"
            )
        )
    assert stops[0] == "skip solid"
    assert [stop.split()[0] for stop in stops[1:5]] == [f"show-{it.value}" for it in Status]
    assert stops[5].split()[0] == "keys"
    assert all(stop.endswith(" solid") for stop in stops)


def test_without_scripts_it_is_read_and_filtered(tmp_path: Path) -> None:
    """All claims are read and filtered where no script runs, and no help of dead keys is shown."""
    with Page(tmp_path / "profile") as page:
        page.without_scripts()
        page.open(_page(tmp_path))
        assert page.ask(_SHOWN) == 10
        assert page.ask("document.getElementById('help').checkVisibility()") is False
        hidden = "document.querySelector('.hidden-claims').checkVisibility()"
        assert page.ask(hidden) is False
        page.ask("document.getElementById('show-grounded').click()")
        assert page.ask(_SHOWN) == 4
        assert page.ask(hidden) is True


def test_hostile_text_runs_nothing(browser: Page, tmp_path: Path) -> None:
    """What a title or a claim has of markup is text, and the policy would stop it anyhow."""
    path = _page(tmp_path, _EVIL)
    browser.open(path)
    assert browser.ask("document.title").startswith("VERA: 10 claims")
    assert browser.ask("document.querySelector('.papers').textContent.includes('<script>')")
    assert browser.ask("document.images.length + document.scripts.length") == 1
    path.write_text(path.read_text("utf-8").replace("</main>", _EVIL + "</main>"), "utf-8")
    browser.open(path)
    assert browser.ask("document.title").startswith("VERA: 10 claims")


def _seen(browser: Page, at: str) -> Counter[tuple[int, ...]]:
    """How often each colour is seen of an element, in the middle of the screen."""
    browser.ask(f"document.querySelector('{at}').scrollIntoView({{block: 'center'}})")
    box = browser.ask(
        f"(() => {{ const it = document.querySelector('{at}').getBoundingClientRect();"
        "return [it.left, it.top, it.right, it.bottom]; })()"
    )
    picture = Image.open(io.BytesIO(browser.picture())).convert("RGB")
    left, top, right, bottom = map(round, box)
    part = picture.crop((left, top, right, bottom))
    colours: dict[tuple[int, ...], int] = {}
    for count, pixel in part.getcolors(1 << 24) or ():
        assert isinstance(pixel, tuple)
        colours[pixel] = count
    return Counter(colours)


@pytest.mark.parametrize(
    ("at", "status"),
    [("#c1", Status.GROUNDED), ("#c7", Status.CONTRADICTED), ("#c9", Status.UNSUPPORTED)],
)
def test_the_words_are_seen_in_colour(
    browser: Page, tmp_path: Path, at: str, status: Status
) -> None:
    """What is marked on the picture has the verdict's colour behind dark letters."""
    browser.show_in("light")
    browser.open(_page(tmp_path))
    seen = _seen(browser, f"{at} .shot i")
    colour = COLOURS[status]
    near = [
        count
        for pixel, count in seen.items()
        if all(abs(a - 255 * b) < 12 for a, b in zip(pixel, colour, strict=True))
    ]
    dark = sum(count for pixel, count in seen.items() if max(pixel) < 100)
    assert sum(near) > 0.4 * seen.total()
    assert dark > 0.02 * seen.total()


def test_it_prints(browser: Page, tmp_path: Path) -> None:
    """On paper there are all claims with their colours, without boxes to tick."""
    browser.open(_page(tmp_path))
    printed = pypdfium2.PdfDocument(browser.printed())
    text = "".join(page.get_textpage().get_text_range() for page in printed)
    assert all(f"Claim {n}." in text for n in range(6))
    assert "Ants fly." in text
    assert "one verdict only" not in text
    assert "whole page" not in text
    picture = printed[0].render(scale=2).to_pil().convert("RGB")
    colours = picture.getcolors(1 << 24) or []
    green = [158, 230, 158]
    near = (n for n, it in colours if all(abs(a - b) < 12 for a, b in zip(it, green, strict=True)))
    assert sum(near) > 500


@pytest.mark.parametrize("width", [1280, 400])
def test_it_fits_the_screen(browser: Page, tmp_path: Path, width: int) -> None:
    """Nothing is wider than the screen."""
    browser.open(_page(tmp_path, "x" * 300))
    browser.call(
        "Emulation.setDeviceMetricsOverride",
        width=width, height=900, deviceScaleFactor=1, mobile=False,
    )  # fmt: skip
    needed = browser.ask("document.documentElement.scrollWidth")
    browser.call("Emulation.clearDeviceMetricsOverride")
    assert needed <= width
