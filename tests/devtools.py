"""Drives a Chromium by its DevTools protocol over two pipes: keys, colours and pictures of pages.

`tests/browser.py` is enough where a page's own script can tell what is asked.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Self

from tests.browser import BROWSER

if TYPE_CHECKING:
    from pathlib import Path

_HIGH = 20
"""File descriptors from here on are not the 3 and 4 that Chromium reads and writes."""
_PLACED = (
    "import os, sys; os.dup2(int(sys.argv[1]), 3); os.dup2(int(sys.argv[2]), 4);"
    "os.execv(sys.argv[3], sys.argv[3:])"
)
_KEYS = {"Tab": (9, ""), "Enter": (13, "\r"), " ": (32, " ")}


class Page:
    """One tab of a headless browser without a network; `profile` is a folder for what it keeps."""

    def __init__(self, profile: Path, width: int = 1100, height: int = 900) -> None:
        to_browser, ours = os.pipe()
        theirs, from_browser = os.pipe()
        passed = [fcntl.fcntl(end, fcntl.F_DUPFD, _HIGH) for end in (to_browser, from_browser)]
        for end in (to_browser, from_browser):
            os.close(end)
        command = [sys.executable, "-c", _PLACED, *map(str, passed), str(BROWSER)]
        command += ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"]
        command += ["--proxy-server=127.0.0.1:9", f"--user-data-dir={profile}"]
        command += [f"--window-size={width},{height}", "about:blank"]
        self._process = subprocess.Popen(command, pass_fds=passed, stderr=subprocess.DEVNULL)
        for end in passed:
            os.close(end)
        self._write, self._read = os.fdopen(ours, "wb"), os.fdopen(theirs, "rb")
        self._number, self._session = 0, ""
        self.events: list[dict[str, Any]] = []
        pages = self.call("Target.getTargets")["targetInfos"]
        target = next(page["targetId"] for page in pages if page["type"] == "page")
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._write.close()
        self._read.close()
        self._process.kill()
        self._process.wait()

    def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """What the browser answers; what it tells meanwhile goes to `events`."""
        self._number += 1
        asked: dict[str, object] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            asked["sessionId"] = self._session
        self._write.write(json.dumps(asked).encode() + b"\0")
        self._write.flush()
        while True:
            told = self._next()
            if told.get("id") == self._number:
                assert "error" not in told, told
                result: dict[str, Any] = told["result"]
                return result
            self.events.append(told)

    def _next(self) -> dict[str, Any]:
        message = bytearray()
        while (byte := self._read.read(1)) != b"\0":
            assert byte, "the browser went away"
            message += byte
        told: dict[str, Any] = json.loads(message)
        return told

    def open(self, page: Path) -> None:
        """Go to that file and wait until all of it is there."""
        self.events.clear()
        self.call("Page.navigate", url=page.as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._next())

    def ask(self, script: str) -> Any:
        """What a script finds out, which no policy of the page keeps from running."""
        told = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    def press(self, key: str) -> None:
        """Press a key and let go of it."""
        code, text = _KEYS.get(key, (ord(key.upper()[0]), key))
        both: dict[str, Any] = {"key": key, "windowsVirtualKeyCode": code}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **both)
        self.call("Input.dispatchKeyEvent", type="keyUp", **both)

    def show_in(self, scheme: str) -> None:
        """Let the page believe that its reader prefers "light" or "dark"."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", features=features)

    def without_scripts(self) -> None:
        """Let no page that is opened from now on run a script."""
        self.call("Emulation.setScriptExecutionDisabled", value=True)

    def picture(self) -> bytes:
        """A PNG of what is seen."""
        return base64.b64decode(self.call("Page.captureScreenshot")["data"])

    def printed(self) -> bytes:
        """The PDF that printing gives."""
        return base64.b64decode(self.call("Page.printToPDF", printBackground=False)["data"])
