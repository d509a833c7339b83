"""Without a browser, CI leaves out what needs one, and says so; elsewhere those tests skip."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tests.report.browser import BROWSER

if TYPE_CHECKING:
    import pytest

_LEFT_OUT = os.environ.get("CI") and BROWSER is None

collect_ignore = ["test_in_a_browser.py"] if _LEFT_OUT else []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Nothing is left out in silence."""
    if _LEFT_OUT:
        terminalreporter.write_line("no browser here: tests/report/test_in_a_browser.py left out")
