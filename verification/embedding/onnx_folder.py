"""What a folder with a sentence-embedding model says about it: the files of sentence-transformers.

Only files that describe the model are read here. The format is that of a folder saved by
sentence-transformers or exported by Optimum: modules.json, 1_Pooling/config.json,
sentence_bert_config.json, config_sentence_transformers.json, tokenizer_config.json, config.json.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from pathlib import Path

from attrs import field, frozen

from vera.core.ports import Role
from vera.core.result import Result, Success, failed, traverse
from vera.verification.embedding.onnx_files import (
    Config,
    bytes_of,
    config_of,
    digest_of,
    graph_of,
    json_of,
    max_tokens_of,
    unusable,
)

_UNDERSTOOD = {"Transformer", "Pooling", "Normalize"}


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
    found = graph_of(folder)
    if failed(found):
        return found
    graph = found.unwrap()
    tokenizer = bytes_of(folder, "tokenizer.json")
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
    configs = traverse(lambda name: config_of(folder, name), names)
    if failed(configs):
        return configs
    sentence, prompts, words, network, pooled = configs.unwrap()
    pooling, prefixes = _pooling(pooled), _prefixes(prompts)
    max_tokens = max_tokens_of(words, network, sentence)
    if pooling is None:
        return unusable(folder, f"the pooling of {names[-1]} is not supported")
    if prefixes is None:
        return unusable(folder, "config_sentence_transformers.json: a prompt is not a text")
    if max_tokens is None:
        return unusable(folder, "no file says how many tokens it reads (max_seq_length)")
    if prefixes and pooled.get("include_prompt") is False:
        return unusable(folder, f"{names[-1]} leaves the prompt out, which is not supported")
    digest = digest_of(folder, graph, tokenizer.unwrap())
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


def _modules(folder: Path) -> Result[dict[str, str]]:
    """The steps of modules.json, each with its folder, such as {"Pooling": "1_Pooling"}."""
    value = json_of(folder, "modules.json")
    if failed(value):
        return value
    modules: dict[str, str] = {}
    steps = value.unwrap()
    for step in steps if isinstance(steps, list) else [] if steps is None else [steps]:
        match step:
            case {"type": str(kind), "path": str(path)}:
                modules[kind.rpartition(".")[2]] = path
            case _:
                return unusable(folder, "modules.json is not a list of modules")
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
