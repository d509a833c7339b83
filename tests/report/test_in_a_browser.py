"""The page of chunks in a real browser: it is read as meant, fits the screen, and runs no paper.

Where there is no browser the tests skip and say so; `.ci/run` installs one.
"""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import pytest

from tests.browser import dom, found_by_script, needs_browser
from vera.core.chunk import ChunkConfig
from vera.core.document import Document
from vera.verification import wiring
from vera.verification.chunking.pysbd import PysbdSplitter
from vera.verification.chunking.sentence import SentenceChunker
from vera.verification.report.chunks_html import chunks_html
from vera.verification.report.chunks_style import SCRIPT
from vera.verification.report.of_chunks import Chunked

pytestmark = needs_browser

_PAPERS = Path(__file__).parents[2] / "testdata" / "papers"
_HOSTILE = (
    'Bees <script>document.title="owned"</script> sleep. <img src=x onerror="document.title=1">\n'
    "\u202eEvil\u202c \x1b[2J &lt; هذه جملة عربية. 日本語の文です。 \ud800</main>\n" + "x" * 400
)
_ASKS = """
document.querySelector("main .begin").click();
parent.document.documentElement.dataset.found = JSON.stringify({
  title: document.title,
  width: innerWidth,
  needed: document.documentElement.scrollWidth,
  lit: document.querySelectorAll("main .lit").length,
  text: [...document.querySelectorAll("main [data-first]")]
    .filter((part) => part.dataset.first === "0").map((part) => part.textContent).join(""),
  images: document.images.length,
});
"""


def _chunked(document: Document, config: ChunkConfig) -> Chunked:
    sentences = PysbdSplitter().split(document)
    chunks = tuple(SentenceChunker(config).chunk(document, sentences))
    return Chunked(document, chunks, "sentence", config)


def _dom(page: str, folder: Path) -> str:
    """The document as the browser has it once its scripts have run."""
    path = folder / "page.html"
    path.write_text(page, "utf-8")
    return dom(path, folder / "profile", "--window-size=1400,900")


def _asked(chunked: Chunked, folder: Path, width: int) -> dict[str, Any]:
    """What a script finds out about the page, which has no policy for that.

    The page is in a frame, since no window of a browser is as narrow as a telephone.
    """
    page = chunks_html(chunked).replace(SCRIPT, SCRIPT + _ASKS)
    page = html.escape(page.replace("Content-Security-Policy", "nothing"))
    frame = f'<!doctype html><iframe width="{width}" height="900" srcdoc="{page}"></iframe>'
    told: dict[str, Any] = found_by_script(_dom(frame, folder))
    return told


@pytest.mark.parametrize("width", [1280, 400])
def test_it_fits_the_screen(tmp_path: Path, width: int) -> None:
    """Nothing is wider than the screen, not even a word of 400 letters."""
    document = Document(_HOSTILE, "bees.txt", "")
    told = _asked(_chunked(document, ChunkConfig(60, 0.2, 0, 90)), tmp_path, width)
    assert told["width"] == width
    assert told["needed"] <= width


def test_a_hostile_paper_stays_text(tmp_path: Path) -> None:
    """Without the policy, too, what looks like markup in a paper is text."""
    document = Document(_HOSTILE, "bees.txt", "")
    told = _asked(_chunked(document, ChunkConfig(6000, 0, 0, 6000)), tmp_path, 1280)
    assert told["title"] == "Chunks of bees.txt"
    assert told["images"] == 0
    named = re.sub(
        "[\u202e\u202c\x1b\ud800]", lambda found: f"U+{ord(found[0]):04X}", document.text
    )
    assert told["text"] == named


@pytest.mark.parametrize("name", ["vera/vera.pdf", "notes.md"])
def test_a_click_lights_a_chunk_up(tmp_path: Path, name: str) -> None:
    """A real paper is shown as it was read, and a click on a mark lights up that chunk alone."""
    document = wiring.read_document(_PAPERS / name).unwrap()
    chunked = _chunked(document, ChunkConfig(600, 0.2, 0, 1000))
    told = _asked(chunked, tmp_path, 1280)
    assert 1 <= told["lit"] <= 2
    assert told["text"] == chunked.chunks[0].text


def test_the_policy_allows_only_the_pages_own_script(tmp_path: Path) -> None:
    """The page's script runs under its policy; another, had it got in, would not."""
    document = Document("Bees sleep. Wasps do not.", "bees.txt", "")
    page = chunks_html(_chunked(document, ChunkConfig(12, 0, 0, 20)))
    marked = page.replace("</main>", '</main><script>document.title = "owned"</script>')
    assert "<title>Chunks of bees.txt</title>" in _dom(marked, tmp_path)
    loose = marked.replace("Content-Security-Policy", "nothing")
    assert "<title>owned</title>" in _dom(loose, tmp_path)
