"""What somebody does at the page."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, field
from playwright.sync_api import Page

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, FilePayload, Locator

_TESTDATA = Path(__file__).parents[3] / "testdata"
PAPERS = _TESTDATA / "papers"
PROBES = _TESTDATA / "probes"
MANUSCRIPT = _TESTDATA / "manuscript"
THREE = (PAPERS / "vera" / "vera.pdf", PAPERS / "plain.txt", PAPERS / "notes.html")
TEN = (
    "With pdfplumber only 167 sentences survived.",
    "English is the only language in all of our data.",
    "Joining always is right for 490 of 515 hyphens.",
    "One epoch at 128 tokens took 53 minutes.",
    "A claim is grounded by default.",
    "PDF files are opened in a separate process whose run time and memory are restricted.",
    "Daft took 5.4 seconds and Dask 6.2.",
    "The best thresholds of two embedders differ by more than 0.2.",
    "Graph neural networks predict the boiling points of small molecules.",
    "Is this a claim?",
)
PATIENCE = 120_000
"""Milliseconds, on a machine with much else to do."""
_SHIFTS = (
    "let all = 0; new PerformanceObserver((list) => { for (const it of list.getEntries())"
    " if (!it.hadRecentInput) all += it.value; document.documentElement.dataset.shifts = all; })"
    ".observe({ type: 'layout-shift', buffered: true });"
)


def file(name: str, content: bytes) -> FilePayload:
    """A file as a browser has it."""
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


@define
class Visit:
    """A tab; `faults` is what its console says is wrong."""

    page: Page
    faults: list[str] = field(factory=list)

    def open(self, address: str) -> None:
        """Go to an address, and wait until the page is there."""
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", lambda message: self._heard(message))  # noqa: PLW0108 - a method is marked
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.add_init_script(_SHIFTS)
        self.page.goto(address)
        self.page.locator("#choose-papers").wait_for(state="attached")
        self.page.locator("#work:not(.gone)").wait_for(state="attached")

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(message.text)

    def drop(self, *files: Path | FilePayload) -> None:
        """Choose papers, and wait until there is an end with each."""
        chosen: Any = list(files)
        self.page.set_input_files("#choose-papers", chosen)
        self.page.locator(".paper").nth(len(files) - 1).wait_for()
        self.page.locator("#papers .paper progress").first.wait_for(state="detached")

    def ask(self, *claims: str) -> None:
        """Type claims, ask them, and wait for all verdicts."""
        self.page.fill("#text", "\n".join(claims))
        self.page.click("#verify")
        self.page.locator(".reports").wait_for()

    def evidence(self, at: int) -> Locator:
        """Open the evidence of the claim of that number, from 1."""
        self.page.click(f"#c{at} .open")
        pane = self.page.locator("#evidence.open")
        pane.wait_for()
        return pane

    def status(self, at: int) -> str:
        """The word of a verdict."""
        return (self.page.locator(f"#c{at} .badge").text_content() or "").split()[-1]

    def focused(self) -> str:
        """Which element has the keyboard: its id, or that of what it stands in."""
        return str(self.page.evaluate("document.activeElement.closest('[id]')?.id ?? ''"))

    def axe(self) -> list[Any]:
        """What axe finds wrong with what is shown."""
        self.page.evaluate((files("axe_core_python") / "axe.min.js").read_text("utf-8"))
        found = self.page.evaluate(
            "axe.run(document).then((found) => JSON.stringify([found.passes.length,"
            "found.violations.map((it) => [it.id, it.nodes.map((node) => node.html)])]))"
        )
        passes, violations = json.loads(found)
        assert passes > 15
        wrong: list[Any] = violations
        return wrong

    def shifts(self) -> float:
        """How much of what was seen has moved by itself (cumulative layout shift)."""
        return float(self.page.evaluate("document.documentElement.dataset.shifts ?? 0"))
