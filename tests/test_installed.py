"""What is installed is one package, which a host with rooms of the same names can use."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("setuptools", reason="the extra dev is not installed")

_ROOT = Path(__file__).parents[1]
_BUILD = "import sys; from setuptools import build_meta; build_meta.build_{}(sys.argv[1])"
_ROOMS = ("core", "verification", "verify", "bench", "process")
_HOST = """
import core.result, verification, verify, bench, process
assert core.result.OWN == verification.OWN == verify.OWN == bench.OWN == process.OWN == "the host's"
from vera import Claim, Status, Verifier, failed
import vera, vera.core.result
assert vera.core.result is not core.result
paper = Verifier(embedder="minilm", cache=False).open("paper.txt").unwrap()
assert paper.verify(Claim("Bees sleep at night.")).unwrap().status is Status.GROUNDED
print(vera.__file__)
"""


def _built(kind: str, folder: Path) -> Path:
    """The sdist or wheel of a copy of what git would have, links and all."""
    source = folder / "source"
    skipped = shutil.ignore_patterns(".*", "*.egg-info", "__pycache__", "tests", "build")
    shutil.copytree(_ROOT, source, symlinks=True, ignore=skipped)
    made = folder / "made"
    made.mkdir()
    subprocess.run(
        [sys.executable, "-c", _BUILD.format(kind), str(made)],
        cwd=source,
        check=True,
        capture_output=True,
    )
    (found,) = made.iterdir()
    return found


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked as an installer does it."""
    folder = tmp_path_factory.mktemp("wheel")
    with zipfile.ZipFile(_built("wheel", folder)) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def test_one_package_is_installed_and_nothing_that_only_trains(wheel: Path) -> None:
    """Of real files: the rooms are links in the checkout alone; what trains stays there."""
    there = {path.name for path in wheel.iterdir()}
    assert {name for name in there if not name.endswith((".dist-info", ".data"))} == {"vera"}
    (man,) = wheel.glob("*.data/data/share/man/man1")
    assert {path.name for path in (_ROOT / "man").iterdir()} == {
        path.name for path in man.iterdir()
    }
    assert not any(path.is_symlink() for path in wheel.rglob("*"))
    for room in _ROOMS:
        assert (wheel / "vera" / room / "__init__.py").is_file()
    data = {path.name for path in wheel.rglob("*") if path.suffix in {".json", ".txt", ".onnx"}}
    assert {"reader.onnx", "minilm.json", "vocab.txt", "report-1.json"} <= data
    assert (wheel / "vera" / "verify" / "serve" / "page" / "index.html").is_file()
    assert not list(wheel.rglob("*.jsonl"))


def test_a_host_with_rooms_of_the_same_names_uses_it(wheel: Path, tmp_path: Path) -> None:
    """Its own `core` is imported as ever, and the library beside it."""
    for room in _ROOMS:
        (tmp_path / room).mkdir()
        (tmp_path / room / "__init__.py").write_text('OWN = "the host\'s"\n', "utf-8")
    (tmp_path / "core" / "result.py").write_text('OWN = "the host\'s"\n', "utf-8")
    (tmp_path / "host.py").write_text(_HOST, "utf-8")
    (tmp_path / "paper.txt").write_text("Bees sleep at night. Wasps dance.\n", "utf-8")
    run = subprocess.run(
        [sys.executable, "host.py"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(wheel)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert Path(run.stdout.strip()).is_relative_to(wheel)


@pytest.mark.parametrize("room", _ROOMS)
def test_nothing_is_imported_under_two_names(room: str) -> None:
    """In the checkout, where the rooms lie side by side, `import core` says what it is called."""
    path = "cmd" if room in {"verify", "bench", "process"} else "."
    run = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, '{path}'); import {room}"],
        cwd=_ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert f"it is imported as vera.{room}" in run.stderr
