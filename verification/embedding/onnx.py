"""Sentence embedding in this process, with any model that was exported to ONNX.

Batches are small and run beside each other: ADR 0005 says why.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve

from vera.core.errors import EmbeddingFault, InvalidInput, Problem, TextTooLong
from vera.core.ports import EmbedderInfo, Matrix, Role
from vera.core.result import Failure, Result, Success, failed, traverse
from vera.core.text import is_blank
from vera.verification.embedding.onnx_folder import OnnxModel, describe
from vera.verification.embedding.onnx_session import Session, TokenPiece, open_session
from vera.verification.embedding.pooling import pool, unit_rows
from vera.verification.embedding.tokenizers import load_tokenizer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from vera.core.ports import Tokenizer

_ALGORITHM = "3"
"""Part of every fingerprint; to be raised when cutting or pooling here gives other vectors."""

_BATCH_TOKENS = 512
"""Tokens in a batch: the fastest of 256 to 8192 with one thread a batch (ADR 0005)."""

_MOST_THREADS = 8
_NEAR = 1e-5
"""The most by which longer texts in its batch may change a number of a text's unit vector; a model
with which it is more gets one text a batch."""

_PROBES = ("a", "The quick brown fox jumps over 13 lazy dogs.")


def load_folder(folder: Path) -> Result[OnnxEmbedder]:
    """The embedder "onnx:FOLDER": any sentence-embedding model exported to ONNX.

    The folder holds model.onnx (or onnx/model.onnx), tokenizer.json and, where known, the files
    of sentence-transformers that name pooling, prompts and the most tokens. An output called
    sentence_embedding is taken as it is; else the token vectors are pooled. The model is opened
    and tried here, since only the graph knows its dimension. An `EmbeddingFault` says what is
    missing or unusable.
    """
    described = describe(folder)
    if failed(described):
        return described
    opened = open_session(described.unwrap())
    if failed(opened):
        return opened
    session = opened.unwrap()
    tried = _try(session)
    if failed(tried):
        return tried
    dimension, steady = tried.unwrap()
    model = evolve(described.unwrap(), dimension=dimension, batched=steady)
    return Success(OnnxEmbedder(model, session))


def _try(session: Session) -> Result[tuple[int, bool]]:
    """The length of a vector, and whether a vector is the same alone and in a batch.

    It is not where activations are quantized by their range over the whole batch.
    """
    read = traverse(lambda text: session.read(text, Role.PASSAGE, whole=True), _PROBES)
    if failed(read):
        return read
    ids = [parts[0].ids for parts in read.unwrap()]
    rows = []
    for batch in (ids, ids[:1]):
        given = session.forward(batch)
        if failed(given):
            return given
        unit = unit_rows(given.unwrap(), session.name)
        if failed(unit):
            return unit
        rows.append(unit.unwrap()[0])
    return Success((rows[0].size, bool(np.abs(rows[0] - rows[1]).max() <= _NEAR)))


class OnnxEmbedder:
    """Embeds with one ONNX model; any number of threads may call it.

    Without a `session` the model is opened when first a text is embedded; `model.dimension` must
    be known then.
    """

    def __init__(self, model: OnnxModel, session: Session | None = None) -> None:
        self._model = model
        self._session = session
        self._lock = threading.Lock()
        prefixes = [model.prefixes.get(role, "") for role in Role]
        said = (model.pooling.value, model.max_tokens, model.lower, model.further, prefixes)
        whole = json.dumps([_ALGORITHM, model.digest, said]).encode()
        self._fingerprint = hashlib.sha256(whole).hexdigest()

    @property
    def info(self) -> EmbedderInfo:
        """What this embedder is; the fingerprint stands for all bytes that a vector depends on."""
        model = self._model
        return EmbedderInfo(
            model.name, model.model, self._fingerprint, model.dimension, model.max_tokens
        )

    @property
    def tokenizer(self) -> Result[Tokenizer]:
        """Counts texts in the model's own tokens; the model itself is not opened."""
        return load_tokenizer(self._model)

    def embed(
        self, texts: Sequence[str], role: Role, progress: Callable[[int], None] | None = None
    ) -> Result[Matrix]:
        """One unit row a text; see `vera.core.ports.Embedder`.

        The texts beside a text change no bit of its vector (ADR 0029).
        """
        blank = [at for at, text in enumerate(texts) if is_blank(text)]
        if blank:
            problems = (Problem(f"texts[{at}]", texts[at], "is blank") for at in blank)
            return Failure(InvalidInput("embed", tuple(problems)))
        if not texts:
            return unit_rows(np.empty((0, self._model.dimension), np.float32), self._model.name)
        opened = self._opened()
        if failed(opened):
            return opened
        session = opened.unwrap()
        parts: list[TokenPiece] = []
        edges = [0]
        for at, text in enumerate(texts):
            read = session.read(text, role, whole=role is Role.QUERY)
            if failed(read):
                return read
            parts.extend(read.unwrap())
            longest = max(len(part.ids) for part in read.unwrap())
            if longest > self._model.max_tokens:
                name, limit = self._model.name, self._model.max_tokens
                return Failure(TextTooLong("embed", name, at, longest, limit))
            edges.append(len(parts))
        rows = self._rows(session, parts, edges, progress)
        if failed(rows) or len(parts) == len(texts):
            return rows
        weights = np.array([part.weight for part in parts], dtype=np.float32)
        ranges = np.stack([edges[:-1], edges[1:]], axis=1)
        return pool(rows.unwrap(), weights, ranges, self._model.name)

    def _opened(self) -> Result[Session]:
        with self._lock:
            if self._session is None:
                opened = open_session(self._model)
                if failed(opened):
                    return opened
                self._session = opened.unwrap()
            return Success(self._session)

    def _rows(
        self,
        session: Session,
        parts: Sequence[TokenPiece],
        edges: Sequence[int],
        progress: Callable[[int], None] | None,
    ) -> Result[Matrix]:
        """A unit row for each part. Text i has the parts from edges[i] to before edges[i + 1]."""
        rows = np.empty((len(parts), self._model.dimension), dtype=np.float32)
        text_of = np.repeat(np.arange(len(edges) - 1), np.diff(edges))
        left = np.diff(edges)
        batches = list(_batches([part.ids.size for part in parts], self._model.batched))
        workers = ThreadPoolExecutor(min(_threads(), len(batches)))
        try:
            ran = workers.map(lambda batch: session.forward([parts[i].ids for i in batch]), batches)
            for batch, result in zip(batches, ran, strict=True):
                if failed(result):
                    return result
                found = result.unwrap()
                if found.shape != (len(batch), rows.shape[1]):
                    said = f"{len(batch)} texts gave vectors of shape {found.shape}"
                    return Failure(EmbeddingFault("embed", self._model.name, said))
                rows[batch] = found
                np.subtract.at(left, text_of[batch], 1)
                done = int((left[np.unique(text_of[batch])] == 0).sum())
                if progress is not None and done:
                    progress(done)
        finally:
            workers.shutdown(cancel_futures=True)
        return unit_rows(rows, self._model.name)


def _batches(lengths: Sequence[int], batched: bool) -> Iterator[list[int]]:
    """The positions of the parts, shortest first, in batches of parts of one length.

    Padding would change the order in which the numbers of a shorter part are summed, and with it
    their last bits.
    """
    batch: list[int] = []
    for at in sorted(range(len(lengths)), key=lengths.__getitem__):
        length = lengths[at]
        full = not batched or (len(batch) + 1) * length > _BATCH_TOKENS
        if batch and (full or length != lengths[batch[0]]):
            yield batch
            batch = []
        batch.append(at)
    yield batch


def _threads() -> int:
    """The processors that this process may use, at most 8."""
    usable = getattr(os, "sched_getaffinity", None)
    return min(_MOST_THREADS, len(usable(0)) if usable else os.cpu_count() or 1)
