"""Opens pages in a Chromium of this machine, where there is one."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

_NAMES = ("chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, _NAMES)), None)

needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")


def dom(page: Path, profile: Path, *options: str) -> str:
    """The document as the browser has it once its scripts have run, without a network.

    `profile` is a folder for what the browser keeps.
    """
    run = subprocess.run(
        [
            str(BROWSER),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--proxy-server=127.0.0.1:9",
            f"--user-data-dir={profile}",
            *options,
            "--dump-dom",
            page.as_uri(),
        ],
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=120,
    )
    return run.stdout


def found_by_script(document: str) -> Any:
    """What a script has left in such a document as JSON, in an attribute `data-found`."""
    found = re.search('data-found="(.*?)"', document)
    assert found, "the page's script did not run to its end"
    return json.loads(html.unescape(found[1]))
