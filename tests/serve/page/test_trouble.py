"""What goes wrong is said, with what to do, and what is on the page stays."""

from __future__ import annotations

import io
import time
from typing import TYPE_CHECKING

import pikepdf

from tests.pdfs import Sheet, paragraph, pdf
from tests.serve.page.visit import PATIENCE, THREE, Visit, file
from tests.serve.server import running

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_LINES = ["Bees sleep at night, as every keeper of bees knows.", "A queen lays many eggs."]


def _encrypted(password: str) -> bytes:
    with pikepdf.open(io.BytesIO(pdf(Sheet(paragraph(_LINES))))) as plain:
        plain.save(out := io.BytesIO(), encryption=pikepdf.Encryption(owner="o", user=password))
    return out.getvalue()


def test_a_damaged_paper_says_so_and_can_be_removed(visit: Visit) -> None:
    """The others are read, and the keyboard goes to the next one."""
    whole = pdf(Sheet(paragraph(_LINES)))
    visit.drop(file("torn.pdf", b"%PDF-1.7\n" + b"\0" * 900), file("bees.pdf", whole))
    row = visit.page.locator(".paper[data-state=wrong]")
    assert "torn.pdf" in (row.text_content() or "")
    assert (row.locator(".warn").text_content() or "").endswith(".")
    assert visit.page.locator("#papers-head").text_content() == (
        "Papers 1 of 2 papers read, 1 not readable"
    )
    row.get_by_role("button", name="Remove torn.pdf").click()
    row.wait_for(state="detached")
    assert visit.page.evaluate("document.activeElement.ariaLabel") == "Remove bees.pdf"
    assert visit.axe() == []


def test_a_password_is_asked_for_until_it_is_right(visit: Visit) -> None:
    """A wrong one says so; a right one opens the paper, which can then be asked."""
    visit.drop(file("secret.pdf", _encrypted("süß")))
    page = visit.page
    row = page.locator(".paper[data-state=locked]")
    row.get_by_text("It is encrypted.").wait_for()
    assert visit.axe() == []
    row.get_by_label("Password").fill("sour")
    row.get_by_role("button", name="Open").click()
    row.get_by_text("That is not its password.").wait_for()
    assert row.get_by_label("Password").get_attribute("aria-invalid") == "true"
    row.get_by_label("Password").fill("süß")
    row.get_by_label("Password").press("Enter")
    page.locator(".paper[data-state=read]").wait_for()
    visit.ask("Bees sleep at night.")
    visit.evidence(1)
    page.locator(".sheet.drawn").wait_for()


def test_a_server_that_ends_in_the_middle_leaves_what_was_told(chromium: Browser) -> None:
    """The page says that it does not answer, keeps the verdicts, and sees the next one."""
    context = chromium.new_context()
    visit = Visit(context.new_page())
    page = visit.page
    with running() as server:
        visit.open(server.address)
        visit.drop(THREE[0])
        claims = [f"One epoch at 128 tokens took {n} minutes." for n in range(400)]
        page.fill("#text", "\n".join(claims))
        page.click("#verify")
        page.locator("#c2.contradicted").wait_for()
        server.process.kill()
        page.get_by_text("verify serve does not answer.").wait_for()
        assert page.locator("#c2.contradicted").is_visible()
        assert page.locator("#c400").count() == 1
        assert page.locator("#notice").get_attribute("role") == "alert"
    with running("--port", str(server.port)):
        page.get_by_text("verify serve was started anew.").wait_for()  # it tries by itself
        assert page.locator("#c2.contradicted").is_visible()
    context.close()


def test_a_server_that_ends_is_told_of_in_the_library_too(chromium: Browser) -> None:
    """Nothing is asked for there: the page looks after the server by itself."""
    context = chromium.new_context()
    visit = Visit(context.new_page())
    page = visit.page
    with running() as server:
        visit.open(server.address)
        page.click("#to-library")
        page.get_by_text("There is no library yet.").wait_for()
    page.get_by_text("verify serve does not answer.").wait_for()
    assert page.get_by_text("There is no library yet.").is_visible()
    context.close()


def test_a_page_that_cannot_be_drawn_says_why_and_is_tried_again(visit: Visit) -> None:
    """The quote stands beside it all the same."""
    page = visit.page
    visit.drop(file("bees.pdf", pdf(Sheet(paragraph(_LINES)))))
    visit.ask("Bees sleep at night.")
    page.route("**/pages/1*", lambda route: route.abort())
    pane = visit.evidence(1)
    page.get_by_text("Page 1 is not shown.").wait_for()
    assert "Bees sleep at night" in (pane.locator("blockquote").text_content() or "")
    page.unroute("**/pages/1*")
    page.get_by_role("button", name="Try again").click()
    page.locator(".sheet.drawn").wait_for()
    visit.faults.clear()  # the browser's own words on what was kept from it


def test_what_is_too_much_says_what_to_do(visit: Visit) -> None:
    """Claims beyond the number that may be asked at once."""
    visit.drop(file("bees.txt", b"Bees sleep at night."))
    visit.page.fill("#text", "\n".join(f"Bees have {n} legs." for n in range(1001)))
    visit.page.click("#verify")
    trouble = visit.page.locator("#claims-trouble")
    trouble.get_by_text("ask them in several jobs").wait_for()
    assert visit.focused() == "verify"
    visit.faults.clear()  # the browser's own word on an answer that is an error


def test_a_job_that_was_forgotten_keeps_its_verdicts(visit: Visit) -> None:
    """Reading goes on by itself where the connection breaks for a while."""
    page = visit.page
    visit.drop(file("bees.txt", b"Bees sleep at night."))
    page.context.set_offline(True)
    page.fill("#text", "Bees sleep at night.")
    page.click("#verify")
    page.get_by_text("verify serve does not answer.").first.wait_for()
    page.context.set_offline(False)
    page.get_by_role("button", name="Try now").click()
    page.locator("#notice").wait_for(state="hidden")
    began = time.monotonic()
    page.click("#verify")
    page.locator("#c1.grounded").wait_for(timeout=PATIENCE)
    assert time.monotonic() > began
    visit.faults.clear()  # the browser's own words on a network that was away
