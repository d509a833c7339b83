"""The extension for VS Code: what it promises, what is packed, and that it shows what is found.

Its bundle runs in Node: the client and the connection in it are those that VS Code runs, and the
server is ours. Of VS Code itself stands in what tests/editors/vscode_host.js has.
"""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import attrs
import pytest

from tests.editors.vscode import Window
from tests.node import EXTENSION, PACKAGES, needs_packages, node
from vera.verify.lsp.pygls import SUFFIXES
from vera.verify.lsp.wanted import Wanted, wanted

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROOT = EXTENSION.parents[1]
_MANIFEST = json.loads((EXTENSION / "package.json").read_text("utf-8"))
_SETTINGS: dict[str, Any] = _MANIFEST["contributes"]["configuration"]["properties"]
_VSCE = Path("node_modules", "@vscode", "vsce", "vsce")


def test_its_settings_are_those_of_the_server() -> None:
    """By name and by what holds where nothing is set; its own is where the server lies."""
    default = {it.name: it.default for it in attrs.fields(Wanted)}
    said = {name.removeprefix("vera."): it["default"] for name, it in _SETTINGS.items()}
    assert said.pop("command") == "verify"
    assert {name: value or None for name, value in said.items()} == {
        name: value or None for name, value in default.items()
    }
    taken = wanted(said | {"papers": ["papers"]}, Path())
    assert taken.unwrap() == Wanted(papers=("papers",))


def test_it_is_of_the_version_of_the_project() -> None:
    """Whose server it starts."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert (_MANIFEST["version"], _MANIFEST["license"]) == (project["version"], project["license"])


def test_it_watches_the_texts_that_the_server_checks() -> None:
    """No other is sent to the server, and none is left out."""
    source = (EXTENSION / "extension.js").read_text("utf-8")
    pattern = re.search(r'pattern: "\*\*/\*\.\{(.*?)\}"', source)
    assert pattern is not None
    assert {f".{suffix.lower()}" for suffix in pattern[1].split(",")} == SUFFIXES


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The extension, built from a copy and packed; the folder of what is in the package."""
    source = tmp_path_factory.mktemp("checkout") / "editors" / "vscode"
    shutil.copytree(
        EXTENSION, source, ignore=shutil.ignore_patterns("node_modules", "dist", "*.vsix")
    )
    (source / "node_modules").symlink_to(PACKAGES)
    shutil.copy(_ROOT / "LICENSE", source.parents[1])
    built = node("build.js", folder=source)
    assert built.returncode == 0, built.stderr
    _, *options = _MANIFEST["scripts"]["pack"].partition(" && ")[2].split()
    made = node(_VSCE, *options, "--out", "it.vsix", folder=source)
    assert made.returncode == 0, made.stdout + made.stderr
    with ZipFile(source / "it.vsix") as package:
        package.extractall(source / "packed")
    return source / "packed" / "extension"


@needs_packages
def test_it_is_packed_with_the_licences_of_what_is_in_it(packed: Path) -> None:
    """One file of code, what VS Code shows of it, and the terms of each package; nothing else."""
    files = {str(it.relative_to(packed)) for it in packed.rglob("*") if it.is_file()}
    assert files == {"package.json", "readme.md", "dist/extension.js", "dist/LICENSES.txt"}
    licences = (packed / "dist" / "LICENSES.txt").read_text("utf-8")
    for name in ("VERA", "vscode-languageclient", "vscode-jsonrpc", "minimatch"):
        assert re.search(rf"^{name}\b", licences, re.MULTILINE), name


@pytest.fixture
def windows(packed: Path, folder: Path) -> Iterator[list[Window]]:
    """Windows that are open, and closed in the end; the first one has named no papers yet."""
    opened = [Window.open(packed, folder / "a.md")]
    yield opened
    assert [window.close() for window in opened] == [0] * len(opened)


@needs_packages
def test_what_is_wrong_is_shown_and_can_be_mended(windows: list[Window]) -> None:
    """Once the settings name papers: marked, told beside it, mended; and all goes with them."""
    (window,) = windows
    assert window.next_status()["status"] == "VERA: no papers"
    window.ask(settings={"papers": ["papers"], "embedder": "minilm"})
    (told,) = window.next("diagnostics")
    assert told["range"]["start"]["line"] == 4
    assert (told["severity"], told["code"]) == ("Error", "contradicted")
    assert "claim says 167, paper says 67" in told["message"]
    window.ask(hover=[4, 3])
    assert "With pdfplumber only 67 sentences survived" in window.next("hover")
    window.ask(actions=[4, 3])
    mend, *_ = window.next("actions")
    assert mend["title"] == "Write 67, as the paper does"
    assert [it["newText"] for it in mend["edit"]["edits"]] == ["67"]
    window.ask(settings={"papers": ["nowhere"]})
    (told,) = window.next("diagnostics")
    assert told["message"].endswith("nothing is checked")
    window.ask(settings={})
    assert window.next("diagnostics") == []
    assert window.next_status()["status"] == "VERA: no papers"


@needs_packages
def test_a_server_that_ends_is_told_and_started_again(
    windows: list[Window], packed: Path, folder: Path
) -> None:
    """The status says that nothing is checked; then what was marked is marked again."""
    window = Window.open(packed, folder / "a.md", papers=["papers"], embedder="minilm")
    windows.append(window)
    assert window.next_status()["status"] == "VERA"
    (told,) = window.next("diagnostics")
    window.ask(kill=True)
    assert window.next_status()["status"] == "VERA: stopped"
    assert window.next_status()["status"] == "VERA"
    assert window.next("diagnostics") == [told]


@needs_packages
def test_a_program_that_does_not_start_is_told(
    windows: list[Window], packed: Path, folder: Path
) -> None:
    """With what installs it; and another that is named is started."""
    window = Window.open(packed, folder / "a.md", papers=["papers"], command="./no-such-program")
    windows.append(window)
    status = window.next_status()
    assert (status["status"], status["severity"]) == ("VERA: not started", "Error")
    assert "vera-verify[lsp]" in status["detail"]
    assert f'"{folder / "no-such-program"} lsp" did not start' in window.next("message")
    window.ask(settings={"papers": ["papers"], "embedder": "minilm"})
    assert window.next("diagnostics")[0]["code"] == "contradicted"
