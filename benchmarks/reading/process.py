"""Run one library over all papers in a process of its own: see `reader`."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Said: TypeAlias = dict[str, Any]
"""What a library's process says of a paper."""


def run(name: str, paths: Sequence[Path], of: str = "papers") -> Said:
    """What the process says of all papers; `of` is a key of `reader.TABLES`.

    A shell starts it: the peak of a process begins with the size of its parent, and this is large.
    """
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        reader = [sys.executable, "-m", "benchmarks.reading.reader", name, str(out), of]
        command = ["sh", "-c", '"$0" "$@"; exit $?', *reader]
        subprocess.run(command, check=True, input="\n".join(map(str, paths)), text=True)
        said: Said = json.loads(out.read_text("utf-8"))
        return said
