"""Finds a browser on this machine."""

from __future__ import annotations

import shutil

_NAMES = ("chromium", "chromium-browser", "google-chrome")

BROWSER = next(filter(None, map(shutil.which, _NAMES)), None)
"""The path of a Chromium, or None."""
