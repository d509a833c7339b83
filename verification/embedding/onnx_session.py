"""An opened ONNX model with its tokenizer; the only file that touches onnxruntime and tokenizers.

No exception of either leaves this file. Both are imported when a model is opened.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from vera.core.errors import EmbeddingFault
from vera.core.result import Failure, Result, Success
from vera.verification.embedding.onnx_folder import OnnxModel, Pooling
from vera.verification.embedding.pieces import pieces_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tokenizers import Tokenizer

    from vera.core.ports import Role

T = TypeVar("T")
Rows: TypeAlias = NDArray[np.float32]

_POOLED = "sentence_embedding"
_SURROGATE = re.compile("[\ud800-\udfff]")
_FATAL_ONLY = 4
_THREADS = 2
"""Threads of one pass: a single claim waits a third less, many texts a tenth more (ADR 0005)."""


@frozen(eq=False)
class TokenPiece:
    """What the model reads at once: `ids` are its tokens, `weight` is its length in characters."""

    ids: NDArray[np.int32]
    weight: int


class Session:
    """Safe for any number of threads at once. Made by `open_session`."""

    def __init__(self, model: OnnxModel, tokenizer: Tokenizer, padding: int, runtime: Any) -> None:
        self._model = model
        self._tokenizer = tokenizer
        self._runtime = runtime
        self._padding = padding
        self._inputs = inputs_of(runtime)
        self._output, self._graph_pools = _output(runtime, model)

    @property
    def name(self) -> str:
        """What a user calls the model."""
        return self._model.name

    def read(self, text: str, role: Role, whole: bool) -> Result[Sequence[TokenPiece]]:
        """A text as the model reads it: one part, or pieces of at most `max_tokens` tokens.

        With `whole` it is never cut. A part is longer than that only where it cannot be cut: a
        single character with many tokens, or a prompt that leaves no room.
        """
        return guarded("tokenize", self._model.name, lambda: self._read(text, role, whole))

    def forward(self, batch: Sequence[NDArray[np.int32]]) -> Result[Rows]:
        """One row (of any length) for each text of a batch (b) of token ids."""
        return guarded("embed", self._model.name, lambda: self._forward(batch))

    def _read(self, text: str, role: Role, whole: bool) -> Sequence[TokenPiece]:
        prefix = self._model.prefixes.get(role, "")
        limit = self._model.max_tokens
        text = encodable(text.lower() if self._model.lower else text)
        first = self._part(prefix, text)
        if whole or len(first.ids) <= limit:
            return (first,)
        bare = self._tokenizer.encode(text, add_special_tokens=False)
        room = limit - (len(first.ids) - len(bare.ids))
        if room < 1:
            return (first,)
        starts = [start for start, _ in bare.offsets]
        pieces = pieces_of(
            text, starts, room, lambda piece: len(self._part(prefix, piece).ids) <= limit
        )
        return [self._part(prefix, piece) for piece in pieces]

    def _part(self, prefix: str, text: str) -> TokenPiece:
        ids = self._tokenizer.encode(prefix + text).ids
        return TokenPiece(np.array(ids, dtype=np.int32), max(1, len(text.strip())))

    def _forward(self, batch: Sequence[NDArray[np.int32]]) -> Rows:
        lengths = np.array([len(ids) for ids in batch])
        places = np.arange(lengths.max())
        mask = places < lengths[:, None]
        ids = np.full(mask.shape, self._padding)
        ids[mask] = np.concatenate(batch)
        given = {
            "input_ids": ids,
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(ids),
            "position_ids": np.broadcast_to(places, ids.shape),
        }
        feeds = {name: given[name].astype(dtype) for name, dtype in self._inputs.items()}
        output = self._runtime.run([self._output], feeds)[0].astype(np.float32, copy=False)
        return output if self._graph_pools else pooled(output, mask, self._model.pooling)


def pooled(hidden: Rows, mask: NDArray[np.bool_], pooling: Pooling) -> Rows:
    """Token vectors (b, t, d), of which those in the mask (b, t) count, as rows (b, d)."""
    rows: Rows
    match pooling:
        case Pooling.MEAN:
            shares = mask / mask.sum(axis=1, keepdims=True)
            rows = np.matmul(shares[:, None, :].astype(np.float32), hidden)[:, 0]
        case Pooling.CLS:
            rows = hidden[:, 0]
        case Pooling.MAX:
            rows = np.where(mask[:, :, None], hidden, -np.inf).max(axis=1)
        case Pooling.LAST:
            rows = hidden[np.arange(len(hidden)), mask.sum(axis=1) - 1]
    return rows


def open_session(model: OnnxModel) -> Result[Session]:
    """Open a model; an `EmbeddingFault` where a package is missing or a file cannot be used."""
    return guarded("load the model", model.name, lambda: _open(model))


def _open(model: OnnxModel) -> Session:
    tokenizer, padding = open_tokenizer(model.tokenizer())
    return Session(model, tokenizer, padding, open_runtime(str(model.graph)))


def encodable(text: str) -> str:
    """The text with each lone surrogate, which no tokenizer takes, replaced by U+FFFD."""
    return _SURROGATE.sub("\ufffd", text)


def open_tokenizer(description: bytes) -> tuple[Tokenizer, int]:
    """A tokenizer from its tokenizer.json, that never pads and never cuts; what it padded with."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_buffer(description)
    padding = (tokenizer.padding or {}).get("pad_id", 0)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    tokenizer.encode_special_tokens = True  # "[SEP]" in a paper is text, no control token
    return tokenizer, padding


def package() -> Any:
    """The module onnxruntime, told to collect nothing.

    Its version 1.32 would keep an identifier of this machine in the user's home and a session's in
    the folder for temporary files, and knows where to send what it counts (ADR 0029).
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()  # another package may have loaded it before
    return onnxruntime


def open_runtime(graph: str | bytes) -> Any:
    """An onnxruntime session of a graph, from its path or its bytes."""
    onnxruntime = package()
    options = onnxruntime.SessionOptions()
    options.log_severity_level = _FATAL_ONLY
    options.intra_op_num_threads = _THREADS
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])


def inputs_of(runtime: Any) -> dict[str, type[np.integer]]:
    """What a graph of an encoder wants, by name; an `UnusableError` where it is no such graph."""
    known = ("input_ids", "attention_mask", "token_type_ids", "position_ids")
    dtypes: dict[str, type[np.integer]] = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
    wanted = {given.name: given.type for given in runtime.get_inputs()}
    strange = [name for name in wanted if name not in known or wanted[name] not in dtypes]
    if strange or "input_ids" not in wanted:
        raise UnusableError(f"its graph wants unknown inputs: {', '.join(wanted)}")
    return {name: dtypes[kind] for name, kind in wanted.items()}


def _output(runtime: Any, model: OnnxModel) -> tuple[str, bool]:
    """The output to take, and whether it is pooled already.

    Of token vectors, last_hidden_state and token_embeddings are the names in use; a model's
    pooler_output is no sentence embedding, so it is taken only where there is nothing else.
    """
    ranks = {out.name: len(out.shape) for out in runtime.get_outputs()}
    if _POOLED in ranks:
        return _POOLED, True
    if model.further:
        raise UnusableError(f"its modules {', '.join(model.further)} are not in the graph")
    tokens = sorted(
        (name for name, rank in ranks.items() if rank == 3),
        key=lambda name: name not in ("last_hidden_state", "token_embeddings"),
    )
    rows = [name for name, rank in ranks.items() if rank == 2]
    if not tokens + rows:
        raise UnusableError(f"its graph gives no vectors: {', '.join(ranks)}")
    return (tokens + rows)[0], not tokens


class UnusableError(Exception):
    """The graph is not that of a model of the kind asked for; `guarded` makes a fault of it."""


def guarded(op: str, name: str, call: Callable[[], T]) -> Result[T]:
    """What `call` returns, or the fault that stands for whatever the two libraries raise."""
    try:
        return Success(call())
    except ImportError as error:
        hint = "install the packages onnxruntime and tokenizers"
        return Failure(EmbeddingFault(op, name, f"a package is missing: {_line(error)}", hint))
    except MemoryError:
        return Failure(EmbeddingFault(op, name, "there is not enough memory"))
    except Exception as error:  # noqa: BLE001 - tokenizers raises Exception itself, and the
        # classes of onnxruntime have no other base in common.
        return Failure(EmbeddingFault(op, name, _line(error)))


def _line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
