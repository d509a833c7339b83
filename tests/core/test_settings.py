"""Settings are sound, or every unsound field is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vera.core.chunk import ChunkConfig
from vera.core.errors import InvalidInput
from vera.core.result import Failure, Result, Success, failed, traverse
from vera.core.settings import Settings


def _fields(result: Result[object]) -> list[str]:
    error = result.failure()
    assert isinstance(error, InvalidInput)
    return [problem.field for problem in error.problems]


def test_the_defaults_are_veras() -> None:
    """3000 characters, a fifth shared, 500 at least, 5000 at most, top 3, threshold 0.7."""
    settings = Settings.create().unwrap()
    assert settings == Settings()
    assert settings.chunk == ChunkConfig(3000, 0.20, 500, 5000)
    assert (settings.threshold, settings.top_k) == (0.7, 3)


@pytest.mark.parametrize(
    ("result", "fields"),
    [
        (ChunkConfig.create(target=0), ["target"]),
        (ChunkConfig.create(overlap=1.0), ["overlap"]),
        (ChunkConfig.create(overlap=float("nan")), ["overlap"]),
        (ChunkConfig.create(minimum=3001), ["minimum"]),
        (ChunkConfig.create(maximum=2999), ["maximum"]),
        (ChunkConfig.create(target=-5, overlap=-1), ["target", "overlap"]),
        (Settings.create(threshold=float("nan")), ["threshold"]),
        (Settings.create(threshold=70), ["threshold"]),
        (Settings.create(top_k=0, chunk_size=0, overlap=2), ["top_k", "target", "overlap"]),
    ],
)
def test_each_unsound_field_is_named(result: Result[object], fields: list[str]) -> None:
    """An error names all unsound fields, and only those."""
    assert _fields(result) == fields


@given(st.integers(-10, 9000), st.floats(), st.integers(-10, 9000), st.integers(-10, 9000))
def test_create_and_constructor_agree(
    target: int, overlap: float, minimum: int, maximum: int
) -> None:
    """What `create` refuses, the constructor refuses too."""
    if failed(ChunkConfig.create(target, overlap, minimum, maximum)):
        with pytest.raises(ValueError, match="must be"):
            ChunkConfig(target, overlap, minimum, maximum)
    else:
        ChunkConfig(target, overlap, minimum, maximum)


@given(st.integers(1, 100_000), st.floats(0, 0.99))
def test_any_size_alone_is_sound(size: int, overlap: float) -> None:
    """A user who sets only size and overlap gets a minimum and a maximum that fit."""
    assert not failed(ChunkConfig.create(size, overlap))


def test_traverse_stops_at_the_first_error() -> None:
    """Items after an error are not touched."""
    seen: list[int] = []
    error = InvalidInput("test", ())

    def step(number: int) -> Result[int]:
        seen.append(number)
        return Failure(error) if number == 2 else Success(number)

    assert traverse(step, [1, 2, 3]).failure() is error
    assert seen == [1, 2]
