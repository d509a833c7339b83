"""What the endpoints take, as pydantic models: what a client sees of them is made of these."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from vera.verify.served.arguments import Arguments, Filter, Name

CLAIMS = 1000
"""Claims of a job, whatever they are read from: their verdicts are kept as long as it is."""
Id = Annotated[str, Field(pattern=r"^[\w-]{1,64}$")]
Text = Annotated[str, Field(max_length=20_000)]

Filtered = Annotated[
    list[Annotated[str, Field(max_length=500)]],
    Field(max_length=5, description="Only papers of the library that fit, such as: year >= 2020."),
]
"""In an address, which may have 64 KB in all."""


class Named(Arguments):
    """The name of a file that is sent, and what it is for."""

    name: str = Field(
        min_length=1,
        max_length=1000,
        description="What the file is called; what it ends in tells its format where the content "
        "does not.",
    )
    role: Literal["paper", "claims", "manuscript", "part"] = Field(
        default="paper",
        description="What it is for: a paper is read and embedded at once, anything else when it "
        "is asked of.",
    )


class Asked(Arguments):
    """What claims are asked of, and how."""

    papers: list[Id] = Field(default=[], max_length=200, description="Ids of papers.")
    library: Name | None = Field(
        default=None, description="A library: the five papers that speak of a claim most are asked."
    )
    where: Filter = Field(default=[])
    threshold: float = Field(
        default=0.7, ge=0, le=1, description="The probability at which a claim is grounded."
    )
    top_k: int = Field(default=3, ge=1, le=20, description="Pieces of evidence for a claim.")
    only_claims: bool = Field(
        default=False, description="Leave out sentences that state nothing a paper could bear out."
    )


class Claims(Asked):
    """Claims: a list of them, or a text, or a file that was sent; exactly one of these."""

    claims: list[Text] | None = Field(
        default=None, min_length=1, max_length=CLAIMS, description="Each as it stands."
    )
    text: str | None = Field(
        default=None,
        max_length=1_000_000,
        description="Read as a file of claims would be: one a line, or sentences of paragraphs.",
    )
    file: Id | None = Field(default=None, description="The id of a file of claims.")
    manuscript: Id | None = Field(
        default=None,
        description="The id of a manuscript: what it says with citations is asked of what it cites "
        "among `papers`, or in `library`.",
    )
    parts: list[Id] = Field(
        default=[],
        max_length=100,
        description="Ids of what the manuscript takes in by name: chapters, bibliographies.",
    )


class Again(Arguments):
    """A claim in other words."""

    text: str = Field(min_length=1, max_length=20_000)


class Password(Arguments):
    """What opens an encrypted file."""

    password: str = Field(min_length=1, max_length=1000)


class Report(Arguments):
    """The form of a report."""

    format: Literal["json", "html", "sarif", "csv", "markdown", "junit", "text"] = "json"


class Listing(Arguments):
    """Which papers of a library are listed."""

    where: Filtered = Field(default=[])
    offset: int = Field(default=0, ge=0, le=10_000_000, description="So many are passed over.")
    limit: int = Field(default=100, ge=1, le=500, description="So many are listed.")


class Search(Arguments):
    """Words that are looked for in a library."""

    query: str = Field(min_length=1, max_length=1000, description="A sentence or a question.")
    top: int = Field(default=10, ge=1, le=100, description="How many passages are given.")
    where: Filtered = Field(default=[])


class Place(Arguments):
    """Characters of a paper's text, [start, end)."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)


class Adding(Arguments):
    """Files that go into a library."""

    papers: list[Id] = Field(min_length=1, max_length=200, description="Ids of papers.")
