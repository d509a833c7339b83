"""The extension for VS Code in Node, with what VS Code would show as lines of JSON."""

from __future__ import annotations

import json
import subprocess
import threading
from pathlib import Path
from queue import Queue
from typing import TYPE_CHECKING, Any

from attrs import define

from tests.node import NODE

if TYPE_CHECKING:
    from collections.abc import Iterator

_HOST = Path(__file__).with_name("vscode_host.js")
_LONGEST = 300.0
"""Seconds after which an extension that shows nothing is taken for broken."""


@define
class Window:
    """A window of VS Code with one text."""

    _process: subprocess.Popen[str]
    _shown: Queue[dict[str, Any]]

    @classmethod
    def open(cls, extension: Path, text: Path, **settings: Any) -> Window:
        """Open the folder of a text, and it, with these settings."""
        process = subprocess.Popen(
            [str(NODE), _HOST, extension, text.parent, text, json.dumps(settings)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        shown: Queue[dict[str, Any]] = Queue()
        threading.Thread(target=_listen, args=(process, shown), daemon=True).start()
        return cls(process, shown)

    def ask(self, **what: Any) -> None:
        """Have something done."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{json.dumps(what)}\n")
        self._process.stdin.flush()

    def next(self, kind: str) -> Any:
        """The next of that kind that is shown."""
        return next(self._each(kind))[kind]

    def next_status(self) -> dict[str, str]:
        """What the status of the editor says next."""
        return next(self._each("status"))

    def _each(self, kind: str) -> Iterator[dict[str, Any]]:
        while True:
            said = self._shown.get(timeout=_LONGEST)
            assert "failed" not in said, said
            assert "closed" not in said, f"the window was closed before it showed a {kind}"
            if kind in said:
                yield said

    def close(self) -> int:
        """Close the window; the exit code."""
        if self._process.poll() is None:
            self.ask(end=True)
        code = self._process.wait(_LONGEST)
        assert self._process.stdin is not None
        self._process.stdin.close()
        return code


def _listen(process: subprocess.Popen[str], shown: Queue[dict[str, Any]]) -> None:
    assert process.stdout is not None
    with process.stdout:
        for line in process.stdout:
            shown.put(json.loads(line))
    shown.put({"closed": True})
