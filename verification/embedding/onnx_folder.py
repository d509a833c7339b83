"""What a folder with a sentence-embedding model says about it: the files of sentence-transformers.

Only files that describe the model are read here. The format is that of a folder saved by
sentence-transformers or exported by Optimum: modules.json, 1_Pooling/config.json,
sentence_bert_config.json, config_sentence_transformers.json, tokenizer_config.json, config.json.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import re
from collections.abc import Callable, Mapping
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import field, frozen

from core.errors import EmbeddingFault
from core.ports import Role
from core.result import Failure, Result, Success, failed, traverse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.errors import Error

_EXTERNAL = re.compile(rb"\x0a\x08location\x12(.)", re.DOTALL)
_UNDERSTOOD = {"Transformer", "Pooling", "Normalize"}
_NO_LIMIT = 1_000_000
"""Tokenizers write a number far above this where they know no limit."""


Config: TypeAlias = Mapping[str, Any]


class Pooling(Enum):
    """How the vectors of a text's tokens become one."""

    MEAN = "mean"
    CLS = "cls"
    MAX = "max"
    LAST = "lasttoken"


_WAYS = {
    "cls_token": Pooling.CLS,
    "mean_tokens": Pooling.MEAN,
    "mean_sqrt_len_tokens": Pooling.MEAN,  # the same direction, so the same unit vector
    "max_tokens": Pooling.MAX,
} | {way.value: way for way in Pooling}


@frozen
class OnnxModel:
    """A sentence-embedding model in files, and how to use it.

    `tokenizer` gives the content of its tokenizer.json. `digest` stands for the bytes of model and
    tokenizer. `prefixes` are put before a text of each role, `lower` turns it into lower case
    first. `further` names steps after pooling that only the graph itself can take. `dimension` is
    0 where only the graph tells; `batched` is false where texts in one batch change each other.
    """

    name: str
    model: str
    graph: Path
    tokenizer: Callable[[], bytes] = field(repr=False)
    digest: str
    max_tokens: int
    pooling: Pooling = Pooling.MEAN
    prefixes: Mapping[Role, str] = field(factory=dict)
    lower: bool = False
    further: tuple[str, ...] = ()
    dimension: int = 0
    batched: bool = True


def describe(folder: Path) -> Result[OnnxModel]:
    """The model in `folder`; an `EmbeddingFault` names the file that is missing or unusable.

    Without a pooling configuration the pooling is the mean. The most tokens that a text may have
    is max_seq_length, or else the least of model_max_length and max_position_embeddings.
    """
    graph = next(
        filter(Path.is_file, (folder / "model.onnx", folder / "onnx" / "model.onnx")), None
    )
    if graph is None:
        return _unusable(folder, "model.onnx or onnx/model.onnx is missing")
    tokenizer = _bytes(folder, "tokenizer.json")
    if failed(tokenizer):
        return tokenizer
    modules = _modules(folder)
    if failed(modules):
        return modules
    names = (
        "sentence_bert_config.json",
        "config_sentence_transformers.json",
        "tokenizer_config.json",
        "config.json",
        f"{modules.unwrap().get('Pooling', '1_Pooling')}/config.json",
    )
    configs = traverse(lambda name: _config(folder, name), names)
    if failed(configs):
        return configs
    sentence, prompts, words, network, pooled = configs.unwrap()
    pooling, prefixes = _pooling(pooled), _prefixes(prompts)
    max_tokens = _max_tokens(sentence, words, network)
    if pooling is None:
        return _unusable(folder, f"the pooling of {names[-1]} is not supported")
    if prefixes is None:
        return _unusable(folder, "config_sentence_transformers.json: a prompt is not a text")
    if max_tokens is None:
        return _unusable(folder, "no file says how many tokens it reads (max_seq_length)")
    if prefixes and pooled.get("include_prompt") is False:
        return _unusable(folder, f"{names[-1]} leaves the prompt out, which is not supported")
    digest = _digest(folder, graph, tokenizer.unwrap())
    return digest.map(
        lambda digest: OnnxModel(
            name=f"onnx:{folder}",
            model=folder.resolve().name,
            graph=graph,
            tokenizer=tokenizer.unwrap,
            digest=digest,
            max_tokens=max_tokens,
            pooling=pooling,
            prefixes=prefixes,
            lower=sentence.get("do_lower_case") is True,
            further=tuple(sorted(modules.unwrap().keys() - _UNDERSTOOD)),
        )
    )


def _unusable(folder: Path, said: str) -> Failure[Error]:
    return Failure(EmbeddingFault("load the model", f"onnx:{folder}", said))


def _bytes(folder: Path, name: str) -> Result[bytes]:
    try:
        return Success((folder / name).read_bytes())
    except FileNotFoundError:
        return _unusable(folder, f"{name} is missing")
    except OSError as error:
        return _unusable(folder, f"{name} cannot be read: {error.strerror}")


def _json(folder: Path, name: str) -> Result[object]:
    """What a file holds that may be absent: then None."""
    if not (folder / name).exists():
        return Success(None)
    data = _bytes(folder, name)
    if failed(data):
        return data
    try:
        return Success(json.loads(data.unwrap()))
    except (ValueError, RecursionError) as error:
        return _unusable(folder, f"{name} is not JSON: {error}")


def _config(folder: Path, name: str) -> Result[Config]:
    value = _json(folder, name)
    if failed(value):
        return value
    match value.unwrap():
        case None:
            return Success({})
        case dict(config):
            return Success(config)
    return _unusable(folder, f"{name} holds no object")


def _modules(folder: Path) -> Result[dict[str, str]]:
    """The steps of modules.json, each with its folder, such as {"Pooling": "1_Pooling"}."""
    value = _json(folder, "modules.json")
    if failed(value):
        return value
    modules: dict[str, str] = {}
    steps = value.unwrap()
    for step in steps if isinstance(steps, list) else [] if steps is None else [steps]:
        match step:
            case {"type": str(kind), "path": str(path)}:
                modules[kind.rpartition(".")[2]] = path
            case _:
                return _unusable(folder, "modules.json is not a list of modules")
    return Success(modules)


def _pooling(config: Config) -> Pooling | None:
    """The one way of pooling that a configuration asks for; None where it is not one of ours.

    >>> _pooling({"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False})
    <Pooling.CLS: 'cls'>
    """
    asked = {key.removeprefix("pooling_mode_") for key, on in config.items() if on is True}
    asked &= {key.removeprefix("pooling_mode_") for key in config if "pooling_mode_" in key}
    if isinstance(mode := config.get("pooling_mode"), str):
        asked.add(mode)
    ways = {_WAYS.get(name) for name in asked} or {Pooling.MEAN}
    return ways.pop() if len(ways) == 1 else None


def _prefixes(config: Config) -> dict[Role, str] | None:
    """What is put before a text of each role; None where that is not a text."""
    prompts = config.get("prompts") or {}
    if not isinstance(prompts, dict):
        return None
    default = config.get("default_prompt_name")
    keys = {Role.QUERY: ("query", default), Role.PASSAGE: ("document", "passage", default)}
    found = {
        role: prompt
        for role, names in keys.items()
        if (prompt := next((prompts[name] for name in names if prompts.get(name)), ""))
    }
    return found if all(isinstance(prompt, str) for prompt in found.values()) else None


def _max_tokens(sentence: Config, words: Config, network: Config) -> int | None:
    said = sentence.get("max_seq_length")
    others = (words.get("model_max_length"), network.get("max_position_embeddings"))
    limits = [said] if isinstance(said, int) else [n for n in others if isinstance(n, int)]
    return min(limits) if limits and 0 < min(limits) < _NO_LIMIT else None


def _digest(folder: Path, graph: Path, tokenizer: bytes) -> Result[str]:
    """The SHA-256 of the graph, of the files that it keeps weights in, and of the tokenizer."""
    whole = hashlib.sha256(tokenizer)
    try:
        for path in (graph, *_weights_of(graph)):
            with path.open("rb") as file:
                whole.update(hashlib.file_digest(file, "sha256").digest())
    except OSError as error:
        return _unusable(folder, f"{graph.name} cannot be read: {error.strerror}")
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
