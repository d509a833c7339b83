"""What the tools take."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from vera.verify.served.arguments import Arguments, Filter, Name


class VerifyClaims(Arguments):
    """Claims, and papers or a library that they are asked of."""

    claims: list[Annotated[str, Field(max_length=20_000)]] = Field(
        min_length=1,
        max_length=1000,
        description="Statements in English, one to a claim, each to be understood by itself.",
    )
    papers: list[Name] = Field(
        default=[],
        max_length=50,
        description="Files below the granted folders: PDF, HTML, JATS XML, Word, Markdown, text.",
    )
    library: Name | None = Field(
        default=None, description="A library: the five papers that speak of a claim most are asked."
    )
    where: Filter = Field(default=[])
    threshold: float = Field(
        default=0.7,
        ge=0,
        le=1,
        description="The probability, from 0 to 1, at which a claim is grounded.",
    )
    top_k: int = Field(
        default=3, ge=1, le=20, description="Pieces of evidence that are given for a claim."
    )


class SearchLibrary(Arguments):
    """Words that are looked for in a library."""

    query: str = Field(min_length=1, max_length=20_000, description="A sentence or a question.")
    library: Name
    top: int = Field(default=5, ge=1, le=100, description="How many chunks are given.")
    where: Filter = Field(default=[])
    neighbours: int = Field(
        default=0, ge=0, le=5, description="With each chunk, so many before and behind it."
    )


class ArtifactIngest(Arguments):
    """Files that go into a library."""

    library: Name = Field(description="Made if there is none of that name.")
    paths: list[Name] = Field(
        min_length=1,
        max_length=200,
        description="Files, or folders with all readable files in and below them, below the "
        "granted folders. Bibliographies (BibTeX, CSL JSON, Zotero RDF) tell of the papers.",
    )
    sensitivity: Literal["normal", "personal", "private", "company-confidential"] | None = Field(
        default=None, description="Kept with all files; null: what an email says of itself."
    )


class ListPapers(Arguments):
    """A library whose papers are listed."""

    library: Name
    where: Filter = Field(default=[])


class LibraryStatus(Arguments):
    """A library, or all."""

    library: Name | None = Field(default=None, description="null: all that there are.")


class ReadPages(Arguments):
    """Pages of a paper."""

    paper: Name = Field(
        description="A file below the granted folders; with a library, one of its papers, as "
        "`document` or `artifact_id` of list_papers and search_library."
    )
    pages: list[Annotated[int, Field(ge=1, le=100_000)]] = Field(
        default=[],
        max_length=1000,
        description="Numbers from 1, as for a viewer; none: all, at most 200,000 characters.",
    )
    library: Name | None = Field(
        default=None, description="Read what this library has kept of the paper, not the file."
    )
