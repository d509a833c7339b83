"""The files of a folder with a model that was exported to ONNX, whatever the model is for."""

from __future__ import annotations

import hashlib
import json
import mmap
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from vera.core.errors import EmbeddingFault
from vera.core.result import Failure, Result, Success, failed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vera.core.errors import Error

_EXTERNAL = re.compile(rb"\x0a\x08location\x12(.)", re.DOTALL)
_NO_LIMIT = 1_000_000
"""Tokenizers write a number far above this where they know no limit."""

Config: TypeAlias = Mapping[str, Any]


def unusable(folder: Path, said: str, hint: str = "") -> Failure[Error]:
    """The `EmbeddingFault` that stands for what is wrong with a folder."""
    return Failure(EmbeddingFault("load the model", f"onnx:{folder}", said, hint))


def graph_of(folder: Path) -> Result[Path]:
    """The file of the model itself: model.onnx, or onnx/model.onnx."""
    places = (folder / "model.onnx", folder / "onnx" / "model.onnx")
    found = next(filter(Path.is_file, places), None)
    if found is None:
        return unusable(folder, "model.onnx or onnx/model.onnx is missing")
    return Success(found)


def bytes_of(folder: Path, name: str) -> Result[bytes]:
    """What a file holds that must be there."""
    try:
        return Success((folder / name).read_bytes())
    except FileNotFoundError:
        return unusable(folder, f"{name} is missing")
    except OSError as error:
        return unusable(folder, f"{name} cannot be read: {error.strerror}")


def json_of(folder: Path, name: str) -> Result[object]:
    """What a file holds that may be absent: then None."""
    if not (folder / name).exists():
        return Success(None)
    data = bytes_of(folder, name)
    if failed(data):
        return data
    try:
        return Success(json.loads(data.unwrap()))
    except (ValueError, RecursionError) as error:
        return unusable(folder, f"{name} is not JSON: {error}")


def config_of(folder: Path, name: str) -> Result[Config]:
    """The object that a JSON file holds, empty where there is no file."""
    value = json_of(folder, name)
    if failed(value):
        return value
    match value.unwrap():
        case None:
            return Success({})
        case dict(config):
            return Success(config)
    return unusable(folder, f"{name} holds no object")


def max_tokens_of(words: Config, network: Config, sentence: Config | None = None) -> int | None:
    """The most tokens that a model reads at once; None where no file says so.

    `words` is tokenizer_config.json, `network` config.json; max_seq_length of `sentence`,
    sentence_bert_config.json, goes before both.
    """
    said = (sentence or {}).get("max_seq_length")
    others = (words.get("model_max_length"), network.get("max_position_embeddings"))
    limits = [said] if isinstance(said, int) else [n for n in others if isinstance(n, int)]
    return min(limits) if limits and 0 < min(limits) < _NO_LIMIT else None


def digest_of(folder: Path, graph: Path, tokenizer: bytes) -> Result[str]:
    """The SHA-256 of the graph, of the files that it keeps weights in, and of the tokenizer."""
    whole = hashlib.sha256(tokenizer)
    try:
        for path in (graph, *_weights_of(graph)):
            with path.open("rb") as file:
                whole.update(hashlib.file_digest(file, "sha256").digest())
    except OSError as error:
        return unusable(folder, f"{graph.name} cannot be read: {error.strerror}")
    return Success(whole.hexdigest())


def _weights_of(graph: Path) -> Iterable[Path]:
    """The files beside the graph that it names as the place of its weights (ONNX external data)."""
    if not graph.stat().st_size:
        return ()
    with graph.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        names = {
            data[found.end() : found.end() + found.group(1)[0]].decode("utf-8", "replace")
            for found in _EXTERNAL.finditer(data)
        }
    return [graph.parent / name for name in sorted(names) if (graph.parent / name).is_file()]
