"""The site of the documents: built whole, without a warning, and read without a network."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import lxml.html
import pytest

import vera
from tests.browser import dom, found_by_script, needs_browser
from vera.core import errors
from vera.verification import batch, library

if TYPE_CHECKING:
    from collections.abc import Collection
    from types import ModuleType

_ROOT = Path(__file__).parents[1]
_ELSEWHERE = re.compile(r"(?:https?:)?//")
_FROM_STYLES = re.compile(r"(?:url\(|@import)\s*[\"']?\s*((?:https?:)?//[^\"') ]+)")
_SEARCHES = """
<script>
setTimeout(() => {
  document.querySelector("[data-md-toggle=search]").click();
  const query = document.querySelector("[data-md-component=search-query]");
  query.focus();
  query.value = "calibration";
  query.dispatchEvent(new KeyboardEvent("keyup", {bubbles: true}));
}, 500);
setInterval(() => {
  const found = document.querySelectorAll(".md-search-result__link");
  document.body.dataset.found = JSON.stringify([...found].map((link) => link.href));
}, 500);
</script></body>
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, where a warning is an error: a dead link, a page that the navigation lacks."""
    folder = tmp_path_factory.mktemp("site")
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=_ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stdout
    return folder


def _values(path: Path, *attributes: str, of: str | None = None) -> list[str]:
    """What the attributes of a page's elements say, or of those of one name."""
    page = lxml.html.fromstring(path.read_bytes())
    return [
        value
        for element in page.iter(of)
        for attribute in attributes
        if (value := element.get(attribute))
    ]


def test_each_document_is_a_page(site: Path) -> None:
    """Each page of docs/, each ADR and what lies beside the README is a page; that one is first."""
    pages = {path.relative_to(site).with_suffix("").as_posix() for path in site.rglob("*.html")}
    for pattern in ("*.md", "docs/*.md", "ADR/*.md"):
        documents = {path.relative_to(_ROOT) for path in _ROOT.glob(pattern)}
        assert {path.with_suffix("").as_posix() for path in documents} - {"README"} <= pages
    title = (_ROOT / "README.md").read_text("utf-8").partition("\n")[0].removeprefix("# ")
    assert title in (site / "index.html").read_text("utf-8")


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    """No page or style asks another machine for a script, a style, a font or a picture."""
    for path in site.rglob("*.html"):
        loaded = _values(path, "src", "srcset", "data") + _values(path, "href", of="link")
        assert loaded
        assert not [target for target in loaded if _ELSEWHERE.match(target)], path
        drawn = [kind for kind in _values(path, "class") if "mermaid" in kind.split()]
        assert not drawn, f"{path}: the theme loads from elsewhere what draws it"
        assert not _FROM_STYLES.findall(path.read_text("utf-8")), path
    styles = list(site.rglob("*.css"))
    assert styles
    for path in styles:
        assert not _FROM_STYLES.findall(path.read_text("utf-8")), path


@pytest.mark.parametrize(
    ("module", "names"),
    [
        (vera, vera.__all__),
        (library, library.__all__),
        # ENGINES is bound with two other names, which is not seen; `run` is also its file's name.
        (
            batch,
            {*batch.__all__, "run.run"} - {"ENGINES", "run"},
        ),
        (errors, [error.__name__ for error in get_args(errors.Error)]),
    ],
)
def test_the_api_has_all_that_is_exported(
    site: Path, module: ModuleType, names: Collection[str]
) -> None:
    """Each name that a package exports, and each error, stands on the page of the API."""
    there = _values(site / "docs" / "api.html", "id")
    assert {f"{module.__name__}.{name}" for name in names} <= set(there)


@needs_browser
def test_the_search_finds_in_a_folder(site: Path, tmp_path: Path) -> None:
    """Pages that are opened from a folder, without a server or a network, can be searched."""
    page = (site / "index.html").read_text("utf-8").replace("</body>", _SEARCHES)
    asking = site / "asking.html"
    asking.write_text(page, "utf-8")
    document = dom(asking, tmp_path / "profile", "--virtual-time-budget=20000")
    asking.unlink()
    links = found_by_script(document)
    assert any("/docs/how-it-decides.html" in link for link in links), links
