"""The program that reads a bibliography, BibTeX or CSL-JSON.

Answers "B": the entries, a JSON list of [key, {field: [value, ...]}], and a JSON list of what is
wrong with others.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

from verification.ingestion.sandbox.harness import Answer, serve


def _prepare(request: dict[str, Any], _data: bytes) -> tuple[str, ...]:
    own = tuple(sys.path)
    sys.path.extend(request["path"])
    reader: Any = import_module(f"verification.ingestion.{request['module']}")
    if request["module"] == "pybtex":
        reader.load()
    return own


def _read(answer: Answer, request: dict[str, Any], data: bytes) -> None:
    reader: Any = import_module(f"verification.ingestion.{request['module']}")
    found, wrong = reader.entries(data.decode())
    kept = [(key, {name: it for name, it in fields.items() if any(it)}) for key, fields in found]
    answer.send(b"B", json.dumps(kept).encode(), json.dumps(wrong).encode())


def main() -> None:
    """Serve one request."""
    serve(_read, _prepare)
