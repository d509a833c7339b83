"""The readers by name. A new one is a file named after what it wraps, and a case here.

Each is imported when it is chosen: what is not asked for is not loaded.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success
from vera.verification.entailment.names import NAMES

if TYPE_CHECKING:
    from vera.core.ports import CrossEncoder


def named(name: str) -> Result[CrossEncoder]:
    """The cross-encoder of that name, one of `NAMES`; one in a folder is loaded and tried.

    >>> print(named("minicheck").failure())
    choose the reader: reader must be packaged or onnx:FOLDER (got 'minicheck')
    """
    kind, _, argument = name.partition(":")
    match kind, argument:
        case "packaged", "":
            from vera.verification.entailment.cross_encoder import PackagedCrossEncoder

            return Success(PackagedCrossEncoder())
        case "onnx", folder if folder:
            from vera.verification.entailment.onnx_folder import load_folder

            return load_folder(Path(folder))
    problem = Problem("reader", name, f"must be {NAMES}")
    return Failure(InvalidInput("choose the reader", (problem,)))
