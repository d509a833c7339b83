"""How libraries are, for programs (`schema/libraries-1.json`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.verification.report.as_json import json_limit, json_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vera.core.errors import Error
    from vera.verification.library.checking import Condition
    from vera.verification.library.manifest import Manifest

SCHEMA = "vera.libraries/1"


def libraries_json(conditions: Mapping[str, Condition], faults: Mapping[str, Error]) -> str:
    """One object: the libraries by name, and those that could not be looked at."""
    value = {
        "schema": SCHEMA,
        "libraries": [_library(name, condition) for name, condition in conditions.items()],
        "unreadable": [
            {"name": name, "error": {"kind": type(error).__name__, "message": str(error)}}
            for name, error in faults.items()
        ],
    }
    return json_text(value) + "\n"


def _library(name: str, condition: Condition) -> dict[str, object]:
    return {
        "name": name,
        "papers": condition.papers,
        "files": condition.files,
        "pages": condition.pages,
        "chunks": condition.chunks,
        "bytes": condition.size,
        "made_with": condition.manifest and _made_with(condition.manifest),
        "vanished": list(condition.vanished),
        "changed": list(condition.changed),
        "read_by_an_older_reader": condition.older,
        "made_anew_already": condition.anew,
        "approximate_index": condition.near is not None,
    }


def _made_with(manifest: Manifest) -> dict[str, object]:
    return {
        "embedder": manifest.embedder,
        "fingerprint": manifest.fingerprint,
        "dimension": manifest.dimension,
        "chunker": manifest.chunker,
        "chunk_measure": manifest.chunk.measure.name.lower(),
        "chunk_size": json_limit(manifest.chunk.target),
        "chunk_overlap": manifest.chunk.overlap,
        "references": manifest.references,
        "reader": manifest.reader,
    }
