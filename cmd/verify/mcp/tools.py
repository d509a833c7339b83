"""The tools that `verify mcp` has. A new one is a function and an entry here."""

from __future__ import annotations

from vera.verify.mcp import arguments
from vera.verify.mcp.libraries import artifact_ingest, library_status, list_papers, search_library
from vera.verify.mcp.pages import read_pages
from vera.verify.mcp.tool import Tool
from vera.verify.mcp.verifying import verify_claims

TOOLS = (
    Tool(
        "verify_claims",
        "Verify claims against papers",
        "Checks whether papers say what claims say. For each claim: a status (grounded: a paper "
        "says it; contradicted: a paper says otherwise, and `conflicts` what instead; unsupported: "
        "no paper says it as far as can be told; unchecked: it could not be asked, see `reason`), "
        "a probability from 0 to 1, and the sentences that decide, with their pages. Read the "
        "quote, not only the status: a small model decides. Name papers, a library, or both. A "
        "paper that cannot be read has an `error` in `documents`.",
        arguments.VerifyClaims,
        "report-1.json",
        verify_claims,
    ),
    Tool(
        "search_library",
        "Search a library of papers",
        "Finds the passages of a library's papers that speak to a question, by meaning and words, "
        "best first, with paper, pages and section. It finds; it does not check: for whether a "
        "paper says something, use verify_claims.",
        arguments.SearchLibrary,
        "search-1.json",
        search_library,
    ),
    Tool(
        "artifact_ingest",
        "Add papers to a library",
        "Reads and embeds papers, emails or chats and keeps them in a library, which is made if "
        "there is none. Each is written whole or not at all, after all of it was embedded. The "
        "same content has the same artifact_id anywhere, so that to ingest it again changes "
        "nothing; a file that has changed replaces its document. One that cannot be read is in "
        "`unread`, and the rest goes in. Files stay as they are.",
        arguments.ArtifactIngest,
        "added-1.json",
        artifact_ingest,
        writes=True,
    ),
    Tool(
        "list_papers",
        "List the papers of a library",
        "The papers of a library with title, authors, year, identifiers and other metadata, and "
        "who says each. `where` narrows it.",
        arguments.ListPapers,
        "papers-1.json",
        list_papers,
    ),
    Tool(
        "library_status",
        "Show how libraries are",
        "Which libraries there are, how many papers each holds, what they were made with, and "
        "which files below the granted folders have vanished or changed since.",
        arguments.LibraryStatus,
        "libraries-1.json",
        library_status,
    ),
    Tool(
        "read_pages",
        "Read pages of a paper",
        "The clean text of some pages of a paper, with their numbers: columns in reading order, "
        "without running heads and line numbers. Pages that could not be read say why.",
        arguments.ReadPages,
        "pages-1.json",
        read_pages,
    ),
)
"""Those that a client is told of, in this order."""
