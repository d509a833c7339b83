"""One set of settings for every chunker: sound, or every problem is named."""

from __future__ import annotations

import pytest

from vera.core.chunk import Measure
from vera.core.errors import InvalidInput
from vera.core.settings import Settings
from vera.verification import wiring
from vera.verification.chunking.strategies import STRATEGIES, names


def _fields(chunker: str, size: str | None, overlap: float | None, top_k: int = 3) -> list[str]:
    error = wiring.settings(chunker, size, overlap, top_k=top_k).failure()
    assert isinstance(error, InvalidInput)
    assert error.op == "settings"
    return [problem.field for problem in error.problems]


def test_the_defaults_are_the_same() -> None:
    """What a user gets who chooses nothing is what the library has."""
    assert wiring.settings().unwrap() == Settings()


@pytest.mark.parametrize("size", [1, 7, 999, 3000, 12345])
def test_sentences_have_the_sizes_they_had(size: int) -> None:
    """Size and overlap of the sentence chunker mean the same by either way."""
    either = Settings.create(chunk_size=size, overlap=0.3)
    assert wiring.settings("sentence", size, 0.3).unwrap() == either.unwrap()


@pytest.mark.parametrize("name", names())
def test_a_strategy_has_its_own_sizes(name: str) -> None:
    """Without a size, settings are those of the strategy or of its preset."""
    strategy, _, preset = name.partition(":")
    known = STRATEGIES[strategy]
    settings = wiring.settings(name).unwrap()
    assert settings.chunker == name
    assert settings.chunk == (known.presets[preset] if preset else known.config)


@pytest.mark.parametrize(
    ("size", "measure"),
    [("40c", Measure.CHARACTERS), ("40t", Measure.TOKENS), ("40e", Measure.EMBEDDER)],
)
def test_a_letter_chooses_the_measure(size: str, measure: Measure) -> None:
    """A size may be in characters, in tokens or in the embedder's tokens, for any strategy."""
    for name in ("sentence", "window"):
        chunk = wiring.settings(name, size).unwrap().chunk
        assert (chunk.target, chunk.measure) == (40, measure)


def test_every_problem_is_named() -> None:
    """One error holds all that is wrong, of the chunker as of the rest, each once."""
    assert _fields("words", "12x", 1.5, top_k=0) == ["top_k", "chunker", "chunk size", "overlap"]
    assert _fields("tokens", "0", -1) == ["target", "overlap"]
    assert _fields("tokens", "-1", None) == ["target"]
    assert _fields("tokens", None, float("nan")) == ["overlap"]
    assert _fields("sentence:legal", None, None) == ["chunker"]
    assert _fields("none", "100", 0.5) == ["chunker"]
    assert _fields("none", "12x", None) == ["chunker"]
    assert _fields("", "", None) == ["chunker", "chunk size"]
