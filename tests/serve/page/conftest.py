"""A browser for the tests of a file; each context is a session of its own at the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

from tests.browser import BROWSER
from tests.serve.page.visit import TEN, THREE, Visit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

    from tests.serve.server import Server


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The Chromium of this machine, without one of Playwright's own.

    It ends with a file: as long as it is there, the tests of its process can run no loop.
    """
    if BROWSER is None:
        pytest.skip("no Chromium is installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser, server: Server) -> Iterator[Visit]:
    """Somebody who opens the page for the first time; what goes wrong in it fails the test."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    visit = Visit(context.new_page())
    visit.open(server.address)
    yield visit
    context.close()
    assert visit.faults == []


@pytest.fixture(scope="module")
def asked(chromium: Browser, server: Server) -> Iterator[Callable[[], Visit]]:
    """Somebody who has dropped three papers and asked ten claims, and opens the page again."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    first = Visit(context.new_page())
    first.open(server.address)
    first.drop(*THREE)
    first.ask(*TEN)
    first.page.close()
    visits = [first]

    def again() -> Visit:
        for old in visits:
            if not old.page.is_closed():
                old.page.close()
        visit = Visit(context.new_page())
        visit.page.emulate_media(color_scheme="light")
        visit.open(server.base + "/")
        visit.page.locator(".reports").wait_for()
        visits.append(visit)
        return visit

    yield again
    context.close()
    assert [fault for visit in visits for fault in visit.faults] == []
