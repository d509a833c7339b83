"""The endpoints that tell of the server itself."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

from vera.core.result import Result, Success
from vera.verification.ingestion import reading
from vera.verify.serve.asks import CLAIMS
from vera.verify.serve.endpoint import Answer, Call, told
from vera.verify.serve.sessions import PAPERS

if TYPE_CHECKING:
    from vera.verify.serve.desk import Desk


def about(call: Call) -> Result[Answer]:
    """What it is, and what it takes."""
    desk = call.desk
    limits = {
        "file": desk.limits.file,
        "request": desk.limits.request,
        "papers": PAPERS,
        "claims": CLAIMS,
    }
    return Success(
        told(
            {
                "version": version("vera-verify"),
                "embedder": _embedder(desk),
                "suffixes": sorted(reading.SUFFIXES | reading.SOURCES),
                "libraries": list(desk.opened.library_names()),
                "limits": limits,
            }
        )
    )


def described(_call: Call) -> Result[Answer]:
    """The OpenAPI document."""
    from vera.verify.serve.openapi import document

    return Success(told(document()))


def _embedder(desk: Desk) -> str | None:
    """What embeds; None until it is loaded, or where it cannot be."""
    engine = desk.opened.loaded()
    return engine.embedder.info.name if engine is not None else None
