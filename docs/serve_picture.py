"""Draws the picture of the page of `verify serve`: python -m docs.serve_picture FILE.png.

The page as a reader sees it: our own paper, claims about it, and one of them open.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser import BROWSER
from tests.serve.page.visit import PAPERS, Visit
from tests.serve.server import running

_CLAIMS = PAPERS.parent / "claims" / "vera.txt"
_OPEN = 6
"""A claim that the paper contradicts in a number."""
_SIZE = (1280, 800)
_COLOURS = 128
"""Of a page in few colours: no difference is seen, and the file is a third."""


def draw(path: Path) -> None:
    """Write the picture."""
    with running("--no-cache") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        width, height = _SIZE
        visit = Visit(browser.new_page(viewport={"width": width, "height": height}))
        visit.open(server.address)
        visit.drop(PAPERS / "vera" / "vera.pdf")
        visit.ask(_CLAIMS.read_text("utf-8"))
        visit.evidence(_OPEN)
        visit.page.locator(".sheet.drawn").first.wait_for()
        visit.page.locator(".sheet i.differs").first.wait_for()
        visit.page.mouse.move(0, 0)
        seen = Image.open(io.BytesIO(visit.page.screenshot()))
        browser.close()
    seen.convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
