"""What the endpoints answer that the command line has no schema of: JSON Schemas by their names."""

from __future__ import annotations

from typing import Any


def _object(**fields: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def _list(of: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": of}


def _or_null(kind: str) -> dict[str, Any]:
    return {"type": [kind, "null"]}


def _named(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


_TEXT = {"type": "string"}
_COUNT = {"type": "integer", "minimum": 0}
_NUMBER = {"type": "number"}
_YES = {"type": "boolean"}
_PAGE = _object(
    number=_COUNT, label=_TEXT, width=_NUMBER, height=_NUMBER, unread=_TEXT, damaged=_TEXT
)
_PROBLEM = {
    "type": "object",
    "properties": {
        "type": _TEXT,
        "title": _TEXT,
        "status": _COUNT,
        "kind": _TEXT,
        "detail": _TEXT,
        "hint": _or_null("string"),
        "fault": _TEXT,
        "problems": _list(_object(field=_TEXT, problem=_TEXT, value={})),
    },
    "required": ["type", "title", "status", "kind", "detail", "hint"],
    "additionalProperties": False,
}

SCHEMAS: dict[str, dict[str, Any]] = {
    "problem": _PROBLEM,
    "about": _object(
        version=_TEXT,
        embedder=_or_null("string"),
        suffixes=_list(_TEXT),
        libraries=_list(_TEXT),
        limits=_object(file=_COUNT, request=_COUNT, papers=_COUNT, claims=_COUNT),
    ),
    "openapi": {"type": "object", "required": ["openapi"]},
    "paper": _object(
        id=_TEXT,
        name=_TEXT,
        bytes=_COUNT,
        job=_or_null("string"),
        open=_YES,
        media_type=_or_null("string"),
        title=_or_null("string"),
        pages=_list(_PAGE),
        notes=_list(_TEXT),
        damaged=_YES,
        chunks=_COUNT,
        error={"anyOf": [_named("problem"), {"type": "null"}]},
    ),
    "boxes": _object(boxes=_list({"$ref": "#/components/schemas/report-1/$defs/box"})),
    "papers": _object(papers=_list(_named("paper"))),
    "library_paper": _object(
        id=_TEXT,
        name=_TEXT,
        media_type=_TEXT,
        title=_TEXT,
        pages=_list(_PAGE),
        notes=_list(_TEXT),
        damaged=_YES,
    ),
    "job": _object(
        id=_TEXT,
        kind={"enum": ["reading", "asking", "adding"]},
        state={"enum": ["queued", "running", "done", "failed", "cancelled"]},
        position=_COUNT,
        events=_TEXT,
        error={"anyOf": [_named("problem"), {"type": "null"}]},
    ),
    "jobs": _object(jobs=_list(_named("job"))),
    "verdict": _object(
        claim=_COUNT,
        verdict={"$ref": "#/components/schemas/report-1/$defs/claim"},
        papers={"type": "object", "additionalProperties": _TEXT},
    ),
}
