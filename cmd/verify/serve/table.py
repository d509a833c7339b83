"""The endpoints; a new one is a function and an entry here."""

from __future__ import annotations

from vera.verification.ingestion.pdf.pictures import MEDIA_TYPE as PICTURE
from vera.verify.serve import about, asks, claims, libraries, papers, reports
from vera.verify.serve.endpoint import Endpoint

ENDPOINTS = (
    Endpoint("GET", "/api", "about", "What this server takes", "about", about.about),
    Endpoint(
        "GET", "/api/openapi.json", "describe", "The OpenAPI document", "openapi", about.described
    ),
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
    Endpoint(
        "POST",
        "/api/verify",
        "verify",
        "Ask claims, and wait for the report",
        "report-1.json",
        claims.verified,
        body=asks.Claims,
        waits=True,
    ),
    Endpoint("GET", "/api/jobs", "listJobs", "The jobs of the session", "jobs", claims.listed),
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
    Endpoint(
        "GET",
        "/api/jobs/{job}/report",
        "report",
        "A report of a job that is done",
        "report",
        reports.report,
        query=asks.Report,
    ),
    Endpoint(
        "GET",
        "/api/jobs/{job}/copies/{paper}",
        "copy",
        "A PDF with the evidence marked",
        "application/pdf",
        reports.copy,
    ),
    Endpoint(
        "GET",
        "/api/libraries",
        "listLibraries",
        "The libraries",
        "libraries-1.json",
        libraries.listed,
    ),
    Endpoint(
        "GET",
        "/api/libraries/{library}/papers",
        "listLibrary",
        "Papers of a library",
        "papers-1.json",
        libraries.papers,
        query=asks.Listing,
    ),
    Endpoint(
        "GET",
        "/api/libraries/{library}/search",
        "search",
        "Passages that speak to a question",
        "search-1.json",
        libraries.searched,
        query=asks.Search,
    ),
    Endpoint(
        "POST",
        "/api/libraries/{library}/papers",
        "add",
        "Begin to add files to a library",
        "job",
        libraries.added,
        body=asks.Adding,
        status=202,
    ),
    Endpoint(
        "GET",
        "/api/libraries/{library}/papers/{artifact}",
        "showLibraryPaper",
        "What is known of a paper",
        "library_paper",
        libraries.paper,
    ),
    Endpoint(
        "DELETE",
        "/api/libraries/{library}/papers/{artifact}",
        "removeFromLibrary",
        "Remove a paper",
        "",
        libraries.removed,
        status=204,
    ),
    Endpoint(
        "GET",
        "/api/libraries/{library}/papers/{artifact}/document",
        "readLibraryPaper",
        "All that was read of it",
        "document-1.json",
        libraries.document,
    ),
    Endpoint(
        "GET",
        "/api/libraries/{library}/papers/{artifact}/pages/{page:int}",
        "drawLibraryPage",
        "A picture of a page",
        PICTURE,
        libraries.page,
    ),
)
"""Those that a thread works on; files that are sent and events are in `app`."""
