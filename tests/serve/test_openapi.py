"""The OpenAPI document: it is one, and all that is answered is as it says (schemathesis)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from vera.verify.serve.openapi import document
from vera.verify.serve.table import ENDPOINTS

if TYPE_CHECKING:
    from tests.serve.server import Server

schemathesis = pytest.importorskip("schemathesis", reason="the extra dev is not installed")

_EACH = 20
"""Requests to each operation, besides what its examples give."""
_LONGEST = 5000
"""Characters of a query, of up to twelve bytes each: an address of 64 KB is read by no server."""
_SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
_UNTIED = ("listen",)
"""What is left out: events of a job end when it does, and `test_asking` reads them."""


def test_every_endpoint_is_told() -> None:
    """Each has its operation, under its own name, and each schema is one."""
    told = document()
    named = {
        operation["operationId"] for place in told["paths"].values() for operation in place.values()
    }
    assert named == {it.name for it in ENDPOINTS} | {"sendPaper", "listen"}
    for schema in told["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_no_schema_refers_to_nothing() -> None:
    """Every reference leads to a place of the document."""
    told = document()
    found = list(_references(told))
    assert found
    for reference in found:
        at: Any = told
        for part in reference.removeprefix("#/").split("/"):
            at = at[part]


def _references(value: object) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        return own + [it for each in value.values() for it in _references(each)]
    return [it for each in value for it in _references(each)] if isinstance(value, list) else []


def test_anything_is_answered_as_the_document_says(server: Server) -> None:
    """Sound requests and unsound ones: no answer is a defect or of another form."""
    schema = schemathesis.openapi.from_dict(document())
    schema.config.base_url = server.base
    paper = server.send("plain.txt", b"Bees sleep at night. Wasps do not.")
    job = server.ask(claims=["Bees sleep at night."], papers=[paper["id"]])
    server.events(job)
    known = {"paper": paper["id"], "job": job, "library": "bees"}
    seen: dict[str, set[int]] = {}
    for operation in schema.get_all_operations():
        told = operation.ok()
        name = told.definition.raw["operationId"]
        if name not in _UNTIED:
            _tried(server, told, known, seen.setdefault(name, set()))
    assert all(codes and max(codes) < 500 for codes in seen.values()), seen
    found = {name for name, codes in seen.items() if min(codes) < 300}
    assert {"listPapers", "showPaper", "showJob", "about", "sendPaper", "report"} <= found


def _tried(server: Server, operation: Any, known: dict[str, str], seen: set[int]) -> None:
    """Many requests to one operation, half of them of what there is."""
    strategy = operation.as_strategy() | operation.as_strategy(
        generation_mode=schemathesis.GenerationMode.NEGATIVE
    )

    @settings(
        max_examples=_EACH,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=_SLOW,
    )
    @given(strategy, st.booleans())
    def run(case: Any, there: bool) -> None:
        if there:
            parts = case.path_parameters or {}
            case.path_parameters = {k: known.get(k, v) for k, v in parts.items()}
        assume(sum(len(str(it)) for it in (case.query or {}).values()) < _LONGEST)
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {server.token}"}
        answer = case.call(timeout=60)
        seen.add(answer.status_code)
        assert answer.status_code < 500 or answer.status_code == 503, (
            case.as_curl_command(),
            answer.text,
        )
        case.validate_response(
            answer,
            checks=[
                schemathesis.checks.CHECKS.get_one(name)
                for name in (
                    "content_type_conformance", "response_schema_conformance",
                    "response_headers_conformance", "status_code_conformance",
                )
            ],
        )  # fmt: skip

    run()
