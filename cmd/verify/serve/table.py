"""The endpoints; a new one is a function and an entry here."""

from __future__ import annotations

from vera.verification.ingestion.pdf.pictures import MEDIA_TYPE as PICTURE
from vera.verify.serve import asks, claims, papers
from vera.verify.serve.endpoint import Endpoint

ENDPOINTS = (
    Endpoint(
        "GET", "/api/papers", "listPapers", "The files of the session", "papers", papers.listed
    ),
    Endpoint(
        "GET", "/api/papers/{paper}", "showPaper", "What is known of a file", "paper", papers.shown
    ),
    Endpoint(
        "DELETE",
        "/api/papers/{paper}",
        "removePaper",
        "Let go of a file",
        "",
        papers.removed,
        status=204,
    ),
    Endpoint(
        "PUT",
        "/api/papers/{paper}/password",
        "unlockPaper",
        "Read an encrypted file with its password",
        "paper",
        papers.unlocked,
        body=asks.Password,
        status=202,
    ),
    Endpoint(
        "GET",
        "/api/papers/{paper}/document",
        "readPaper",
        "All that was read of a paper",
        "document-1.json",
        papers.document,
    ),
    Endpoint(
        "GET",
        "/api/papers/{paper}/pages/{page:int}",
        "drawPage",
        "A picture of a page",
        PICTURE,
        papers.page,
    ),
    Endpoint(
        "POST",
        "/api/jobs",
        "ask",
        "Begin to ask claims",
        "job",
        claims.begun,
        body=asks.Claims,
        status=202,
    ),
    Endpoint("GET", "/api/jobs/{job}", "showJob", "How far a job is", "job", claims.shown),
    Endpoint("DELETE", "/api/jobs/{job}", "cancelJob", "Give a job up", "job", claims.cancelled),
    Endpoint(
        "PUT",
        "/api/jobs/{job}/claims/{claim:int}",
        "askAgain",
        "Ask a claim in other words",
        "verdict",
        claims.again,
        body=asks.Again,
    ),
)
"""Those that a thread works on; files that are sent and events are in `app`."""
