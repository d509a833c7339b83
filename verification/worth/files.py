"""The model of the engine's own on disk."""

from __future__ import annotations

import json
from importlib.resources import files

from vera.core.errors import StorageFault
from vera.core.result import Failure, Result, Success
from vera.verification.worth.model import Model, parse

NAME = "fitted.json"


def load() -> Result[Model]:
    """The model that comes with the engine. Errors: a `StorageFault` where its file is damaged."""
    place = files("vera.verification.worth").joinpath(NAME)
    try:
        return Success(parse(json.loads(place.read_text("utf-8"))))
    except OSError as error:
        detail = f"it cannot be read: {error.strerror or error}"
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        detail = f"it is no model: {type(error).__name__} {error}"
    return Failure(StorageFault("read", str(place), detail, "install the program again"))
