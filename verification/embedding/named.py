"""The embedders by name. A new one is a file named after what it wraps, and a case here.

Each is imported when it is chosen: what is not asked for is not loaded.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, failed

if TYPE_CHECKING:
    from vera.core.ports import Embedder

_log = logging.getLogger(__name__)

NAMES = "auto, minilm, ollama[:MODEL] or onnx:FOLDER"
DEFAULT_OLLAMA_MODEL = "nomic-embed-text"


def named(name: str) -> Result[Embedder]:
    """The embedder of that name, one of `NAMES`; loaded or connected, and tried.

    >>> print(named("word2vec").failure())
    choose the embedder: embedder must be auto, minilm, ollama[:MODEL] or onnx:FOLDER \
(got 'word2vec')
    """
    kind, _, argument = name.partition(":")
    match kind, argument:
        case "auto", "":
            return _auto()
        case "minilm", "":
            return _minilm()
        case "ollama", model:
            return _ollama(model or DEFAULT_OLLAMA_MODEL)
        case "onnx", folder if folder:
            return _onnx(folder)
    problem = Problem("embedder", name, f"must be {NAMES}")
    return Failure(InvalidInput("choose the embedder", (problem,)))


def _auto() -> Result[Embedder]:
    """Ollama where a server answers and has the model, else the embedded model.

    A server that has the model and then fails is an error: a run must not change its embedder
    because a server was busy.
    """
    from vera.verification.embedding.ollama import ModelMissing, answering, connect

    if not answering():
        return _minilm()
    served = connect(DEFAULT_OLLAMA_MODEL)
    if failed(served) and isinstance(served.failure(), ModelMissing):
        _log.info("%s; using minilm", served.failure())
        return _minilm()
    if not failed(served) and (elsewhere := served.unwrap().elsewhere):
        _log.warning(
            "the text of papers and claims leaves this machine, for %s, which OLLAMA_HOST names; "
            "the embedder minilm keeps it here",
            elsewhere,
        )
    return served


def _minilm() -> Result[Embedder]:
    from vera.verification.embedding.minilm import load_minilm

    return load_minilm()


def _onnx(folder: str) -> Result[Embedder]:
    from pathlib import Path

    from vera.verification.embedding.onnx import load_folder

    return load_folder(Path(folder))


def _ollama(model: str) -> Result[Embedder]:
    from vera.verification.embedding.ollama import connect

    return connect(model)
