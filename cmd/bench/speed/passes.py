"""The bare forward passes of onnxruntime over the batches that an embedder really runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from vera.bench.speed.pairs import Pairs, alternated
from vera.core.ports import Role
from vera.core.result import Result, Success, failed, traverse
from vera.verification.embedding.onnx_session import package

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vera.verification.embedding.onnx import OnnxEmbedder


class _Recorder:
    """Stands for onnxruntime's session, and keeps what it is given."""

    def __init__(self, runtime: Any) -> None:
        self._runtime = runtime
        self.feeds: list[Mapping[str, Any]] = []

    def run(self, outputs: Sequence[str], feeds: Mapping[str, Any]) -> Any:
        self.feeds.append(feeds)
        return self._runtime.run(outputs, feeds)


def feeds_of(embedder: OnnxEmbedder, texts: Sequence[str]) -> Result[list[Mapping[str, Any]]]:
    """The inputs of each batch (b, t) that the embedder makes of the texts."""
    opened = embedder._opened()
    if failed(opened):
        return opened
    session = opened.unwrap()
    plain = session._runtime
    session._runtime = recorder = _Recorder(plain)
    made = embedder.embed(texts, Role.PASSAGE)
    session._runtime = plain
    return made.map(lambda _: recorder.feeds)


def bare(embedder: OnnxEmbedder, threads: int = 0) -> Any:
    """The same model as onnxruntime opens it by itself; 0 threads is its own choice."""
    onnxruntime = package()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    graph = str(embedder._model.graph)
    return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])


def passes(runtime: Any, feeds: Sequence[Mapping[str, Any]]) -> Callable[[], None]:
    """Nothing but the forward passes, one after another."""

    def run() -> None:
        for feed in feeds:
            runtime.run(None, feed)

    return run


@frozen
class Embedding:
    """Embedding so many `texts` of so many `tokens` (padding not counted), beside bare passes."""

    texts: int
    tokens: int
    pairs: Pairs


def compared_to_bare(
    embedder: OnnxEmbedder, texts: Sequence[str], rounds: int
) -> Result[Embedding]:
    """Time the embedder on the texts and the bare passes on its batches, in turn."""
    found = feeds_of(embedder, texts)
    if failed(found):
        return found
    read = embedder._opened().bind(
        lambda session: traverse(lambda text: session.read(text, Role.PASSAGE, whole=False), texts)
    )
    if failed(read):
        return read
    tokens = sum(len(part.ids) for parts in read.unwrap() for part in parts)
    run = passes(bare(embedder), found.unwrap())
    pairs = alternated(lambda: embedder.embed(texts, Role.PASSAGE).unwrap(), run, rounds)
    return Success(Embedding(len(texts), tokens, pairs))
