"""The cross-encoder: the embedded encoder, adapted, reads a claim and a passage at once.

A vector of each alone tells what they are about; only a model that reads both sees that one says
less, or the opposite, of what the other says.
"""

from __future__ import annotations

import hashlib
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from core.ports import Entailment
from core.result import Result, Success, failed
from verification.embedding.minilm import WEIGHTS_SHA256, minilm_files, minilm_tokenizer
from verification.embedding.onnx_session import encodable, guarded, open_runtime, open_tokenizer
from verification.entailment.adapter import load_adapter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.ports import Asked

_NAME = "cross-encoder"
_ADAPTER = Path(__file__).with_name("adapter.npz")
_ALGORITHM = "2"
"""Part of the fingerprint; to be raised when what is done here gives other answers."""
_MOST_TOKENS = 512
"""Positions that the encoder knows."""
_NEUTRAL = Entailment(-12.0, -12.0, 0.0)


class AdaptedEncoder:
    """Opened when it is first asked; safe for any number of threads at once."""

    def __init__(self, adapter: Path = _ADAPTER) -> None:
        self._adapter = adapter
        self.fingerprint = f"{_ALGORITHM}; {WEIGHTS_SHA256}; {_digest(adapter)}"
        self._lock = threading.Lock()
        self._opened: _Opened | None = None

    def predict(self, pairs: Sequence[Asked]) -> Result[Sequence[Entailment]]:
        """As `core.ports.CrossEncoder`; an `EmbeddingFault` where the model cannot be used."""
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
                graph = minilm_files()
                if failed(graph):
                    return graph
                made = guarded(
                    "load the model", _NAME, lambda: _Opened(self._adapter, graph.unwrap())
                )
                if failed(made):
                    return made
                self._opened = made.unwrap()
            return Success(self._opened)


def _digest(path: Path) -> str:
    """The SHA-256 of a file, "" of one that cannot be read: opening it will say so."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


class _Opened:
    """The encoder with its adapter."""

    def __init__(self, path: Path, graph: Path) -> None:
        adapter = load_adapter(path)
        self._head = adapter.head
        self._runtime: Any = open_runtime(adapter.applied(graph.read_bytes()))
        self._tokenizer, _ = open_tokenizer(minilm_tokenizer())
        self._start, self._end = self._tokenizer.encode("").ids

    def read(self, pair: Asked) -> Entailment:
        claim, evidence = self._ids(pair.claim), self._ids(pair.evidence)
        room = _MOST_TOKENS - 3 - len(claim)
        if room < min(len(evidence), _MOST_TOKENS // 4):
            return _NEUTRAL
        pieces = [evidence[at : at + room] for at in range(0, max(len(evidence), 1), room)]
        read = [self._forward(claim, piece) for piece in pieces]
        return max(read, key=lambda said: said.entailed)

    def _ids(self, text: str) -> list[int]:
        ids: list[int] = self._tokenizer.encode(encodable(text), add_special_tokens=False).ids
        return ids

    def _forward(self, claim: list[int], evidence: list[int]) -> Entailment:
        first = [self._start, *claim, self._end]
        ids = np.array([[*first, *evidence, self._end]])
        given = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": (np.arange(ids.shape[1]) >= len(first)).astype(np.int64)[None],
        }
        hidden = self._runtime.run(["last_hidden_state"], given)[0][0]
        odds = np.concatenate([hidden[0], hidden.mean(axis=0), [1.0]]) @ self._head
        return Entailment(*(odds - np.logaddexp.reduce(odds)).tolist())
