"""The reader "onnx:FOLDER": a cross-encoder of the user's own, as Hugging Face's tools export it.

The folder holds model.onnx, tokenizer.json, config.json and, where known, tokenizer_config.json.
ADR 0045 says what is taken from each, and why.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import field, frozen

from vera.core.ports import Entailment
from vera.core.result import Result, failed, traverse
from vera.verification.embedding.onnx_files import (
    bytes_of,
    config_of,
    digest_of,
    graph_of,
    max_tokens_of,
    unusable,
)
from vera.verification.embedding.onnx_session import (
    UnusableError,
    encodable,
    guarded,
    inputs_of,
    open_runtime,
    open_tokenizer,
)
from vera.verification.entailment.reading import NEUTRAL, best, room_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray
    from tokenizers import Encoding

    from vera.core.ports import Asked

_ALGORITHM = "1"
"""Part of every fingerprint; to be raised when what is done here gives other answers."""
_LOGITS = "logits"
_APART = re.compile(r"[\W_]+")


class Class(Enum):
    """What a class of the model says of the claim; `NOT_ENTAILED` is either of the last two."""

    ENTAILED = "entailed"
    CONTRADICTED = "contradicted"
    NEUTRAL = "neutral"
    NOT_ENTAILED = "not entailed"


_THREE = {Class.ENTAILED, Class.CONTRADICTED, Class.NEUTRAL}
_TWO = {Class.ENTAILED, Class.NOT_ENTAILED}
_NAMES = {
    "entailment": Class.ENTAILED,
    "entailed": Class.ENTAILED,
    "supported": Class.ENTAILED,
    "supports": Class.ENTAILED,
    "contradiction": Class.CONTRADICTED,
    "contradicted": Class.CONTRADICTED,
    "refuted": Class.CONTRADICTED,
    "refutes": Class.CONTRADICTED,
    "neutral": Class.NEUTRAL,
    "not enough info": Class.NEUTRAL,
    "not entailment": Class.NOT_ENTAILED,
    "not entailed": Class.NOT_ENTAILED,
    "unsupported": Class.NOT_ENTAILED,
    "not supported": Class.NOT_ENTAILED,
}
"""Names in use, in lower case, with a space for what is between their words."""
_HINT = (
    "write into id2label of its config.json which class is which: entailment, contradiction and "
    'neutral, or of two classes as {"0": "unsupported", "1": "supported"}'
)


@frozen
class OnnxReader:
    """A cross-encoder in files. `classes` are in the order of its logits.

    `fingerprint` stands for the bytes of model, weights, tokenizer and config.json, and for
    `max_tokens`, the most that it reads at once.
    """

    name: str
    graph: Path
    tokenizer: bytes = field(repr=False)
    classes: tuple[Class, ...]
    max_tokens: int
    fingerprint: str


def describe(folder: Path) -> Result[OnnxReader]:
    """The model in `folder`; an `EmbeddingFault` names the file that is missing or unusable.

    The most tokens are the least of model_max_length and max_position_embeddings.
    """
    found = graph_of(folder)
    if failed(found):
        return found
    contents = traverse(lambda name: bytes_of(folder, name), ("tokenizer.json", "config.json"))
    if failed(contents):
        return contents
    tokenizer, config = contents.unwrap()
    configs = traverse(
        lambda name: config_of(folder, name), ("config.json", "tokenizer_config.json")
    )
    if failed(configs):
        return configs
    network, words = configs.unwrap()
    classes = classes_of(network.get("id2label"))
    if classes is None:
        said = json.dumps(network.get("id2label"), ensure_ascii=False)
        return unusable(folder, f"config.json does not tell what its classes say: {said}", _HINT)
    max_tokens = max_tokens_of(words, network)
    if max_tokens is None:
        return unusable(folder, "no file says how many tokens it reads (model_max_length)")
    digest = digest_of(folder, found.unwrap(), tokenizer)
    return digest.map(
        lambda digest: OnnxReader(
            f"onnx:{folder}",
            found.unwrap(),
            tokenizer,
            classes,
            max_tokens,
            _fingerprint(digest, hashlib.sha256(config).hexdigest(), max_tokens),
        )
    )


def classes_of(labels: object) -> tuple[Class, ...] | None:
    """The classes that id2label names, in order; None where it does not tell which is which.

    >>> [each.value for each in classes_of({"1": "not_entailment", "0": "ENTAILMENT"})]
    ['entailed', 'not entailed']
    >>> classes_of({"0": "LABEL_0", "1": "LABEL_1"}) is None
    True
    """
    if not isinstance(labels, dict):
        return None
    named = [labels.get(str(at)) for at in range(len(labels))]
    known = [_NAMES.get(_APART.sub(" ", name).lower()) for name in named if isinstance(name, str)]
    classes = tuple(each for each in known if each is not None)
    told = len(classes) == len(labels) and set(classes) in (_THREE, _TWO)
    return classes if told and len(set(classes)) == len(classes) else None


def _fingerprint(*parts: object) -> str:
    return hashlib.sha256(json.dumps([_ALGORITHM, *parts]).encode()).hexdigest()


def load_folder(folder: Path) -> Result[FolderCrossEncoder]:
    """The cross-encoder in a folder, opened and tried.

    Errors are those of `describe`, and an `EmbeddingFault` where the graph or the tokenizer is not
    that of a cross-encoder.
    """
    described = describe(folder)
    if failed(described):
        return described
    reader = described.unwrap()
    return guarded("load the model", reader.name, lambda: _opened(reader))


def _opened(reader: OnnxReader) -> FolderCrossEncoder:
    made = FolderCrossEncoder(reader)
    made.try_once()
    return made


class FolderCrossEncoder:
    """Satisfies `vera.core.ports.CrossEncoder`; safe for any number of threads. By `load_folder`.

    The evidence is the premise and comes first, the claim is the hypothesis. What a model of two
    classes does not call entailed is half contradicted and half neutral: it does not tell them
    apart, so neither is likelier for it.
    """

    def __init__(self, reader: OnnxReader) -> None:
        self._reader = reader
        self._tokenizer, _ = open_tokenizer(reader.tokenizer)
        self._runtime: Any = open_runtime(str(reader.graph))
        self._inputs = inputs_of(self._runtime)
        self._marks: int = self._tokenizer.num_special_tokens_to_add(is_pair=True)
        if not self._marks:
            raise UnusableError("tokenizer.json puts nothing between two texts")
        outputs = [each.name for each in self._runtime.get_outputs()]
        if _LOGITS not in outputs:
            raise UnusableError(f"its graph gives no logits: {', '.join(outputs)}")

    @property
    def name(self) -> str:
        """What a user calls it: onnx:FOLDER."""
        return self._reader.name

    @property
    def fingerprint(self) -> str:
        """Stands for all bytes that an answer depends on."""
        return self._reader.fingerprint

    def try_once(self) -> None:
        """Read a pair; raises what is wrong with the graph."""
        self._forward(self._encoding("a"), self._encoding("a"))

    def predict(self, pairs: Sequence[Asked]) -> Result[Sequence[Entailment]]:
        """As `vera.core.ports.CrossEncoder`; an `EmbeddingFault` where the model cannot be used.

        Each pair is read alone: what else is asked changes no answer.
        """
        return guarded("read a claim", self.name, lambda: list(map(self._read, pairs)))

    def _read(self, pair: Asked) -> Entailment:
        claim, evidence = self._encoding(pair.claim), self._encoding(pair.evidence)
        room = room_of(len(claim), len(evidence), self._marks, self._reader.max_tokens)
        if room is None:
            return NEUTRAL
        if len(evidence) > room:
            evidence.truncate(room)
        return best(self._forward(piece, claim) for piece in (evidence, *evidence.overflowing))

    def _encoding(self, text: str) -> Encoding:
        return self._tokenizer.encode(encodable(text), add_special_tokens=False)

    def _forward(self, evidence: Encoding, claim: Encoding) -> Entailment:
        pair = self._tokenizer.post_process(evidence, claim)
        given: Mapping[str, Sequence[int]] = {
            "input_ids": pair.ids,
            "attention_mask": pair.attention_mask,
            "token_type_ids": pair.type_ids,
            "position_ids": range(len(pair)),
        }
        feeds = {name: np.array([given[name]], kind) for name, kind in self._inputs.items()}
        return self._entailment(self._runtime.run([_LOGITS], feeds)[0].astype(np.float64))

    def _entailment(self, logits: NDArray[np.float64]) -> Entailment:
        classes = self._reader.classes
        if logits.shape != (1, len(classes)):
            said = f"its logits are of shape {logits.shape}, not (1, {len(classes)})"
            raise UnusableError(f"{said} as id2label of config.json has them")
        if not np.isfinite(logits).all():
            raise UnusableError("it gives logits that are not finite")
        odds = (logits[0] - np.logaddexp.reduce(logits[0])).tolist()
        told = dict(zip(classes, odds, strict=True))
        half = told.get(Class.NOT_ENTAILED, math.nan) - math.log(2)
        return Entailment(
            told[Class.ENTAILED],
            told.get(Class.CONTRADICTED, half),
            told.get(Class.NEUTRAL, half),
        )
