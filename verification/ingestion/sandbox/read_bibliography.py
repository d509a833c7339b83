"""The program that reads a bibliography: BibTeX, CSL-JSON or Zotero RDF.

Answers "B": the entries, a JSON list of [key, {field: [value, ...]}], and a JSON list of what is
wrong with others. Or "F": the name of a fault, and its detail.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

from vera.verification.ingestion.sandbox import stand_ins
from vera.verification.ingestion.sandbox.harness import Answer, serve

_RDF = "zotero_rdf"
_LONGEST = 500
"""Characters of an error's detail, which can quote the file."""


def _prepare(request: dict[str, Any], _data: bytes) -> tuple[str, ...]:
    own = tuple(sys.path)
    sys.path.extend(request["path"])
    if request["module"] == _RDF:
        stand_ins.put_in_place()
        import_module("lxml.etree")
    reader: Any = import_module(f"vera.verification.ingestion.bibliographies.{request['module']}")
    if request["module"] == "pybtex":
        reader.load()
    return own


def _read(answer: Answer, request: dict[str, Any], data: bytes) -> None:
    reader: Any = import_module(f"vera.verification.ingestion.bibliographies.{request['module']}")
    given = _tree(answer, data) if request["module"] == _RDF else data.decode()
    if given is None:
        return
    found, wrong = reader.entries(given)
    kept = [(key, {name: it for name, it in fields.items() if any(it)}) for key, fields in found]
    answer.send(b"B", json.dumps(kept).encode(), json.dumps(wrong).encode())


def _tree(answer: Answer, data: bytes) -> Any:
    """The root of an XML file; None where the fault is told instead."""
    from vera.core.result import failed
    from vera.verification.ingestion.markup.lxml import xml_tree

    root = xml_tree(data, "")
    if failed(root):
        error: Any = root.failure()
        answer.send(b"F", error.fault.name.encode(), error.detail[:_LONGEST].encode())
        return None
    return root.unwrap()


def main() -> None:
    """Serve one request."""
    serve(_read, _prepare)
