"""The program `verify` as it is, with a watch on it.

Run by the command speed: `python -m vera.bench.speed.traced OUT ARGUMENT...`, as `verify` has them.
The ports of the engine (splitter, chunker, embedder, cross-encoder) are wrapped where the engine
gets them; the other stages are functions and methods that are wrapped under the names by which they
are called. A name that is gone is an error here. OUT becomes a JSON file with the seconds by stage.
"""

from __future__ import annotations

import json
import signal
import sys
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from vera.bench.speed import watch
from vera.bench.speed.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from vera.core.chunk import Chunk
    from vera.core.document import Document, Span
    from vera.core.ports import (
        Asked,
        Chunker,
        CrossEncoder,
        Embedder,
        EmbedderInfo,
        Entailment,
        Matrix,
        Role,
        SentenceSplitter,
    )
    from vera.core.result import Result
    from vera.core.settings import Settings
    from vera.verification.wiring import Engine

_CALLS = (
    ("vera.verification.wiring", "read_claims", watch.READ),
    ("vera.verification.verifier", "load", watch.START),
    ("vera.verification.verifier", "index", watch.INDEX),
    ("vera.verification.retrieval.claims", "statements", watch.JUDGE),
    ("vera.verification.verifier", "decide", watch.JUDGE),
)
"""Functions by the module that calls them, or in which they are looked up at each call."""
_METHODS = (
    (
        "vera.verification.report.as_text",
        "TextForm",
        ("opening", "verdict", "closing"),
        watch.REPORT,
    ),
    (
        "vera.verification.report.as_json",
        "JsonForm",
        ("opening", "verdict", "closing"),
        watch.REPORT,
    ),
    ("vera.verify.terminal", "Sink", ("write", "finish"), watch.REPORT),
)
_FOUND = ("hits", "found")
"""What `Question` looks up when it is first asked for."""


class _Splitter:
    def __init__(self, splitter: SentenceSplitter, on: Watch) -> None:
        self._splitter, self._on = splitter, on

    def split(self, document: Document) -> Iterator[Span]:
        for sentence in self._on.each(watch.SPLIT, self._splitter.split(document)):
            self._on.sentences += 1
            yield sentence


class _Chunker:
    def __init__(self, chunker: Chunker, on: Watch) -> None:
        self._chunker, self._on = chunker, on

    @property
    def uses_vectors(self) -> bool:
        return self._chunker.uses_vectors

    def chunk(
        self, document: Document, sentences: Iterable[Span], rows: Matrix | None = None
    ) -> Iterator[Chunk]:
        return self._on.each(watch.CHUNK, self._chunker.chunk(document, sentences, rows))


class _Embedder:
    def __init__(self, embedder: Embedder, on: Watch) -> None:
        self._embedder, self._on = embedder, on

    @property
    def info(self) -> EmbedderInfo:
        return self._embedder.info

    def embed(
        self, texts: Sequence[str], role: Role, progress: Callable[[int], None] | None = None
    ) -> Result[Matrix]:
        with self._on.within(watch.EMBED if role.value == "passage" else watch.CLAIMS):
            return self._embedder.embed(texts, role, progress)


class _CrossEncoder:
    def __init__(self, cross_encoder: CrossEncoder, on: Watch) -> None:
        self._cross_encoder, self._on = cross_encoder, on

    @property
    def name(self) -> str:
        return self._cross_encoder.name

    @property
    def fingerprint(self) -> str:
        return self._cross_encoder.fingerprint

    def predict(self, pairs: Sequence[Asked]) -> Result[Sequence[Entailment]]:
        with self._on.within(watch.ENTAIL):
            return self._cross_encoder.predict(pairs)


def install(on: Watch) -> None:
    """Put the watch on the engine and on the program, for the rest of this process."""
    from vera.verification import wiring
    from vera.verification.entailment.names import PACKAGED
    from vera.verification.retrieval.question import Question
    from vera.verification.verifier import Verifier

    start = on.timed(watch.START, wiring.start)
    open_all = Verifier.open_all

    def started(
        embedder: str | Embedder,
        settings: Settings,
        *,
        cache: bool,
        reader: str | CrossEncoder = PACKAGED,
    ) -> Result[Engine]:
        return start(embedder, settings, cache=cache, reader=reader).map(
            lambda engine: wiring.Engine(
                _Splitter(engine.splitter, on),
                _Chunker(engine.chunker, on),
                _Embedder(engine.embedder, on),
                _CrossEncoder(engine.cross_encoder, on),
            )
        )

    def opened(self: Verifier, *args: Any, **kwargs: Any) -> Iterator[Any]:
        return on.each(watch.READ, open_all(self, *args, **kwargs))

    _replace(wiring, "start", started)
    _replace(Verifier, "open_all", opened)
    for module, name, stage in _CALLS:
        home = import_module(module)
        _replace(home, name, on.timed(stage, getattr(home, name)))
    for module, owner, names, stage in _METHODS:
        kind = getattr(import_module(module), owner)
        for name in names:
            _replace(kind, name, on.timed(stage, getattr(kind, name)))
    for name in _FOUND:
        looked_up: cached_property[Any] = vars(Question)[name]
        again = cached_property(on.timed(watch.FIND, looked_up.func))
        again.__set_name__(Question, name)
        _replace(Question, name, again)


def _replace(owner: Any, name: str, by: Any) -> None:
    getattr(owner, name)  # a name that is gone would be timed in vain
    setattr(owner, name, by)


def main(arguments: Sequence[str]) -> NoReturn:
    """Run `verify`; leave with its exit code."""
    on = Watch()
    with on.within(watch.START):
        import_module("vera.verify.run")
        program = import_module("vera.verify.cli").command
        install(on)
    code = program.main(list(arguments[1:]), prog_name="verify", standalone_mode=False)
    whole = on.stop()
    Path(arguments[0]).write_text(
        json.dumps({"whole": whole, "stages": on.seconds, "sentences": on.sentences}), "utf-8"
    )
    sys.exit(code)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # who started this tells of the interrupt
    main(sys.argv[1:])
