"""The cross-encoder: a small model that reads a claim and a passage at once.

A vector of each alone tells what they are about; only a model that reads both sees that one says
less, or the opposite, of what the other says. Its weights come with the engine (reader.onnx), made
by `vera-bench train` (ADR 0043).
"""

from __future__ import annotations

import hashlib
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vera.core.errors import EmbeddingFault
from vera.core.ports import Entailment
from vera.core.result import Failure, Result, Success, failed
from vera.verification.embedding.minilm import minilm_tokenizer
from vera.verification.embedding.onnx_session import (
    encodable,
    guarded,
    open_runtime,
    open_tokenizer,
)
from vera.verification.entailment.names import PACKAGED
from vera.verification.entailment.reading import NEUTRAL, best, room_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.ports import Asked

_NAME = "cross-encoder"
_MODEL = Path(__file__).with_name("reader.onnx")
MODEL_SHA256 = "be9677486d077dfa499ea40a4db81fb93ea2222d1dd058bd02a4dd9a96018d7a"
_ALGORITHM = "3"
"""Part of the fingerprint; to be raised when what is done here gives other answers."""
_MOST_TOKENS = 512
"""Positions that the model knows."""
_MARKS = 3
"""Tokens before, between and after the two texts."""
_INSTALL = "install the package vera-verify again"


class PackagedCrossEncoder:
    """Opened when it is first asked; safe for any number of threads at once."""

    name = PACKAGED
    fingerprint = f"{_ALGORITHM}; {MODEL_SHA256}"

    def __init__(self, model: Path = _MODEL) -> None:
        self._model = model
        self._lock = threading.Lock()
        self._opened: _Opened | None = None

    def predict(self, pairs: Sequence[Asked]) -> Result[Sequence[Entailment]]:
        """As `vera.core.ports.CrossEncoder`; an `EmbeddingFault` where the model cannot be used."""
        if not pairs:
            return Success(())
        opened = self._open()
        if failed(opened):
            return opened
        ready = opened.unwrap()
        return guarded("read a claim", _NAME, lambda: list(map(ready.read, pairs)))

    def _open(self) -> Result[_Opened]:
        with self._lock:
            if self._opened is None:
                made = guarded("load the model", _NAME, lambda: _Opened(self._model))
                if failed(made):
                    return made
                if made.unwrap().digest != MODEL_SHA256:
                    detail = f"{self._model.name} is not the file of this version"
                    return Failure(EmbeddingFault("load the model", _NAME, detail, _INSTALL))
                self._opened = made.unwrap()
            return Success(self._opened)


class _Opened:
    """The model with its tokenizer; `digest` is the SHA-256 of its file."""

    def __init__(self, path: Path) -> None:
        graph = path.read_bytes()
        self.digest = hashlib.sha256(graph).hexdigest()
        self._runtime: Any = open_runtime(graph)
        self._tokenizer, _ = open_tokenizer(minilm_tokenizer())
        self._start, self._end = self._tokenizer.encode("").ids

    def read(self, pair: Asked) -> Entailment:
        claim, evidence = self._ids(pair.claim), self._ids(pair.evidence)
        room = room_of(len(claim), len(evidence), _MARKS, _MOST_TOKENS)
        if room is None:
            return NEUTRAL
        pieces = [evidence[at : at + room] for at in range(0, max(len(evidence), 1), room)]
        return best(self._forward(claim, piece) for piece in pieces)

    def _ids(self, text: str) -> list[int]:
        ids: list[int] = self._tokenizer.encode(encodable(text), add_special_tokens=False).ids
        return ids

    def _forward(self, claim: list[int], evidence: list[int]) -> Entailment:
        first = [self._start, *claim, self._end]
        ids = np.array([[*first, *evidence, self._end]])
        kinds = (np.arange(ids.shape[1]) >= len(first)).astype(np.int64)[None]
        given = {"input_ids": ids, "token_type_ids": kinds}
        (odds,) = self._runtime.run(["logits"], given)[0].astype(np.float64)
        return Entailment(*(odds - np.logaddexp.reduce(odds)).tolist())
