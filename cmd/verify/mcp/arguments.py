"""What the tools take, as pydantic models: the schema that a client sees is made of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success

_LONGEST = 80
"""Characters of a wrong value that are told back."""

Name = Annotated[str, Field(min_length=1, max_length=4096)]
Filter = Annotated[
    list[Annotated[str, Field(max_length=4096)]],
    Field(
        max_length=20,
        description="Only papers of the library that fit, such as: year >= 2020 and author ~ "
        '"smith". Fields are those of metadata in list_papers; all conditions must hold.',
    ),
]


class Arguments(BaseModel):
    """What a call of a tool says; anything else is an error."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


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
    where: Filter = []
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
    where: Filter = []
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
    where: Filter = []


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


def taken(model: type[Arguments], given: dict[str, Any] | None) -> Result[Arguments]:
    """The arguments of a call, or an `InvalidInput` that names each that is wrong."""
    try:
        return Success(model.model_validate(given or {}))
    except ValidationError as error:
        problems = tuple(
            Problem(".".join(map(str, each["loc"])), _short(each["input"]), each["msg"])
            for each in error.errors(include_url=False)
        )
    return Failure(InvalidInput("take the arguments", problems[:20]))


def _short(value: object) -> object:
    shown = value if isinstance(value, str) else repr(value)
    return f"{shown[:_LONGEST]} ..." if len(shown) > _LONGEST else value
