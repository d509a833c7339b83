"""What programs ask a server for, as pydantic models: the schema that they see is made of them."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success

_LONGEST = 80
"""Characters of a wrong value that are told back."""
_MOST = 20
"""Problems that are told of at once."""

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


Asked = TypeVar("Asked", bound=Arguments)


def taken(
    model: type[Asked], given: dict[str, Any] | None, *, strings: bool = False
) -> Result[Asked]:
    """The arguments of a call, or an `InvalidInput` that names each that is wrong.

    With `strings`, values are texts, as those of a query are.
    """
    try:
        return Success(model.model_validate(given or {}, strict=not strings))
    except ValidationError as error:
        problems = tuple(
            Problem(".".join(map(str, each["loc"])), _short(each["input"]), each["msg"])
            for each in error.errors(include_url=False)
        )
    return Failure(InvalidInput("take the arguments", problems[:_MOST]))


def _short(value: object) -> object:
    shown = value if isinstance(value, str) else repr(value)
    return f"{shown[:_LONGEST]} ..." if len(shown) > _LONGEST else value
