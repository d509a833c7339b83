"""The strategies by name. A new one is a file with its units, and a line here."""

from __future__ import annotations

import re
from sys import maxsize

from attrs import evolve, frozen

from vera.core.chunk import ChunkConfig, Measure
from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success, failed
from vera.verification.chunking.headers import HEADERS
from vera.verification.chunking.sections import SECTIONS
from vera.verification.chunking.semantic import SEMANTIC
from vera.verification.chunking.sentence import SENTENCE
from vera.verification.chunking.strategy import Strategy
from vera.verification.chunking.tokens import TOKENS
from vera.verification.chunking.window import WINDOW

NONE = evolve(SENTENCE, name="none", config=ChunkConfig(maxsize, 0.0, 0, maxsize, whole=maxsize))
"""The whole document as one chunk."""

STRATEGIES = {
    each.name: each for each in (SENTENCE, TOKENS, WINDOW, HEADERS, SECTIONS, SEMANTIC, NONE)
}

_SIZE = re.compile(r"(-?\d{1,18})([cte]?)")


@frozen
class Choice:
    """A strategy with the settings to run it with."""

    strategy: Strategy
    config: ChunkConfig


def names() -> list[str]:
    """What a user can choose: each strategy, and each preset as STRATEGY:PRESET."""
    return [
        name
        for strategy in STRATEGIES.values()
        for name in (strategy.name, *(f"{strategy.name}:{preset}" for preset in strategy.presets))
    ]


def choose(name: str, size: str | None = None, overlap: float | None = None) -> Result[Choice]:
    """The strategy of that name, its own sizes replaced where others are given.

    `size` is a number and c for characters, t for tokens of cl100k_base or e for the embedder's
    tokens; without a letter it is in the strategy's own measure.

    >>> choose("tokens", "256").unwrap().config.target
    256
    >>> print(choose("words", "12x").failure())
    chunk settings: chunker must be one of sentence, tokens, tokens:qa, tokens:summaries, \
tokens:tables, tokens:legal, window, headers, headers:parents, sections, semantic, none \
(got 'words')
    """
    known, _, preset = name.partition(":")
    strategy = STRATEGIES.get(known)
    if strategy is None or (":" in name and preset not in strategy.presets):
        return _wrong("chunker", name, f"must be one of {', '.join(names())}")
    config = strategy.presets[preset] if preset else strategy.config
    if strategy is NONE:
        given = size if size is not None else overlap
        return (
            Success(Choice(strategy, config))
            if given is None
            else _wrong("chunker", name, "makes one chunk, and takes neither size nor overlap")
        )
    target, measure = None, None
    if size is not None:
        found = _SIZE.fullmatch(size.strip())
        if not found:
            return _wrong("chunk size", size, "must be a number, and c, t or e behind it")
        target, measure = int(found[1]), Measure(found[2]) if found[2] else None
    resized = config.resized(target, overlap, measure)
    if failed(resized):
        return resized
    return Success(Choice(strategy, resized.unwrap()))


def _wrong(field: str, value: object, rule: str) -> Failure[InvalidInput]:
    return Failure(InvalidInput("chunk settings", (Problem(field, value, rule),)))
