"""The OpenAPI document: made of the table of endpoints, so that it says what is answered."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from vera.verify.serve import events, problems
from vera.verify.serve.answers import SCHEMAS
from vera.verify.serve.asks import Named
from vera.verify.serve.endpoint import JSON
from vera.verify.serve.reports import KINDS
from vera.verify.serve.table import ENDPOINTS

if TYPE_CHECKING:
    from pydantic import BaseModel

    from vera.verify.serve.endpoint import Endpoint

_PART = re.compile(r"\{(\w+)(?::(\w+))?\}")
_IDS = {"type": "string", "pattern": "^[^/]+$"}
_NUMBERS = {"type": "integer", "minimum": 0}
_OTHERS = "What is not done, as a problem document"
_TOKEN = {"token": {"type": "http", "scheme": "bearer", "description": "Printed at the start."}}


@cache
def document() -> dict[str, Any]:
    """All of it; schemas of reports are those that are installed with the program."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        place = _PART.sub(r"{\1}", endpoint.path)
        paths.setdefault(place, {})[endpoint.method.lower()] = _operation(endpoint)
    paths["/api/papers"]["post"] = _sending()
    paths["/api/jobs/{job}/events"] = {"get": _listening()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "VERA",
            "version": version("vera-verify"),
            "description": "Verifies that claims stand in papers: docs/serve.md.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "security": [{"token": []}],
        "paths": paths,
        "components": {"schemas": _schemas(), "securitySchemes": _TOKEN},
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    made: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.title,
        "parameters": [*_of_path(endpoint.path), *_of_query(endpoint.query)],
        "responses": {str(endpoint.status): _answer(endpoint), "default": _problem()},
    }
    if endpoint.body is not None:
        made["requestBody"] = {
            "required": True,
            "content": {JSON: {"schema": _model(endpoint.body)}},
        }
    return made


def _of_path(path: str) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": _NUMBERS if kind == "int" else _IDS,
        }
        for name, kind in _PART.findall(path)
    ]


def _of_query(model: type[BaseModel] | None) -> list[dict[str, Any]]:
    if model is None:
        return []
    schema = _model(model)
    return [
        {
            "name": name,
            "in": "query",
            "required": name in schema.get("required", ()),
            "schema": each,
        }
        for name, each in schema["properties"].items()
    ]


def _answer(endpoint: Endpoint) -> dict[str, Any]:
    told: dict[str, Any] = {"description": endpoint.title}
    if endpoint.name == "report":
        told["content"] = {
            kind.partition(";")[0]: {"schema": _ref("report-1") if name == "json" else {}}
            for name, (kind, _) in KINDS.items()
        }
    elif "/" in endpoint.answer:
        told["content"] = {endpoint.answer: {}}
    elif endpoint.answer:
        told["content"] = {JSON: {"schema": _ref(endpoint.answer.removesuffix(".json"))}}
    return told


def _problem() -> dict[str, Any]:
    return {
        "description": _OTHERS,
        "content": {problems.MEDIA_TYPE: {"schema": _ref("problem")}},
    }


def _sending() -> dict[str, Any]:
    password = {
        "name": "Vera-Password",
        "in": "header",
        "required": False,
        "schema": {"type": "string", "pattern": "^[!-~]*$"},
        "description": "Opens what is encrypted; UTF-8, percent-encoded.",
    }
    return {
        "operationId": "sendPaper",
        "summary": "Send a file; a paper is read and embedded at once",
        "parameters": [*_of_query(Named), password],
        "requestBody": {
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string"}}},
        },
        "responses": {
            "201": {
                "description": "It is there; a paper is being read",
                "content": {JSON: {"schema": _ref("paper")}},
            },
            "default": _problem(),
        },
    }


def _listening() -> dict[str, Any]:
    after = {
        "name": "Last-Event-ID",
        "in": "header",
        "required": False,
        "schema": {"type": "string", "pattern": "^[0-9]{1,9}$"},
        "description": "Only what was told behind this event.",
    }
    return {
        "operationId": "listen",
        "summary": "What a job tells, as server-sent events (docs/serve.md has them)",
        "parameters": [*_of_path("/api/jobs/{job}/events"), after],
        "responses": {
            "200": {
                "description": "The events, until the job is over",
                "content": {events.MEDIA_TYPE: {}},
            },
            "default": _problem(),
        },
    }


def _model(model: type[BaseModel]) -> dict[str, Any]:
    schema = model.model_json_schema()
    schema.pop("title", None)
    return schema


def _schemas() -> dict[str, Any]:
    """Our own, and those of the reports; what these refer to is said from the document's root."""
    found: dict[str, Any] = dict(SCHEMAS)
    for path in (files("vera.verification.report") / "schema").iterdir():
        name = path.name.removesuffix(".json")
        text = path.read_text("utf-8").replace('"#/', f'"#/components/schemas/{name}/')
        schema = json.loads(text)
        schema.pop("$schema", None)
        schema.pop("$id", None)
        found[name] = schema
    return found


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}
