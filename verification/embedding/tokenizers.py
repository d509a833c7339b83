"""Sizes in an embedder's own tokens, counted by the tokenizer of its model (package tokenizers)."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import numpy as np

from vera.core.errors import EmbeddingFault
from vera.core.result import Failure, Result, Success

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from tokenizers import Encoding
    from tokenizers import Tokenizer as Described

    from vera.core.ports import Tokenizer
    from vera.verification.embedding.onnx_folder import OnnxModel

_SURROGATE = re.compile("[\ud800-\udfff]")
_AT_WHITESPACE = re.compile(r"(?=[ \n])|(?<=[ \n])")
_NOWHERE = re.compile(r"(?!)")
_WORDWISE = {"BertPreTokenizer", "Whitespace", "WhitespaceSplit"}
_LETTERWISE = {"BertNormalizer", "Lowercase", "NFC", "NFD", "NFKC", "NFKD", "StripAccents"}
_AT_ONCE = 1 << 16
"""Characters that are tokenized at once, which bounds what tokenizers holds."""
_PROBE = "one \N{RING OPERATOR}\U000e0fff\ud800 two"


class ModelTokens:
    """Counts in tokens of a model; special tokens such as [CLS] are not counted.

    `partings` are at spaces and line ends, where the model reads word by word; where it may not,
    there are none, and stretches are counted whole.
    """

    def __init__(
        self, tokenizer: Described, partings: re.Pattern[str], *, lower: bool = False
    ) -> None:
        self._tokenizer, self._partings, self._lower = tokenizer, partings, lower

    @property
    def partings(self) -> re.Pattern[str]:
        """Matches, without length, where the tokens before and after never depend on each other."""
        return self._partings

    def count(self, text: str) -> int:
        """The number of tokens."""
        return sum(len(self._encoded(part).ids) for part in self._parts(text))

    def starts(self, text: str) -> NDArray[np.int64]:
        """The offset in characters at which each token begins (n,)."""
        found, at = [np.empty(0, dtype=np.int64)], 0
        for part in self._parts(text):
            starts = [start for start, _ in self._encoded(part).offsets]
            found.append(at + self._unlowered(part, np.array(starts, dtype=np.int64)))
            at += len(part)
        return np.maximum.accumulate(np.concatenate(found))

    def _encoded(self, text: str) -> Encoding:
        given = text.lower() if self._lower else text
        return self._tokenizer.encode(given, add_special_tokens=False)

    def _unlowered(self, text: str, starts: NDArray[np.int64]) -> NDArray[np.int64]:
        """Offsets in the lower case of a text as offsets in the text; İ becomes two characters."""
        if not self._lower or len(text.lower()) == len(text):
            return starts
        lengths = [len(letter.lower()) for letter in text]
        return np.repeat(np.arange(len(text)), lengths)[starts]

    def _parts(self, text: str) -> Iterator[str]:
        """The text in parts that tokens do not cross, lone surrogates replaced one by one."""
        sound = _SURROGATE.sub("\ufffd", text)
        low = 0
        while len(sound) - low > _AT_ONCE:
            found = self._partings.search(sound, low + _AT_ONCE)
            if found is None:
                break
            yield sound[low : found.start()]
            low = found.start()
        if low < len(sound):
            yield sound[low:]


def load_tokenizer(model: OnnxModel) -> Result[Tokenizer]:
    """The tokenizer of a model; an `EmbeddingFault` where it cannot be used."""
    try:
        return Success(_load(model))
    except Exception as error:  # noqa: BLE001 - tokenizers raises Exception itself
        detail = " ".join(str(error).split()) or type(error).__name__
        return Failure(EmbeddingFault("count tokens", model.name, detail))


def _load(model: OnnxModel) -> Tokenizer:
    from tokenizers import Tokenizer as Described

    tokenizer = Described.from_buffer(model.tokenizer())
    tokenizer.no_padding()
    tokenizer.no_truncation()
    tokenizer.encode_special_tokens = True  # "[SEP]" in a paper is text, no control token
    counts = ModelTokens(tokenizer, _partings(tokenizer), lower=model.lower)
    counts.starts(_PROBE)  # a word that it cannot read is an error here, not later
    return counts


def _partings(tokenizer: Described) -> re.Pattern[str]:
    """At whitespace if the tokenizer's own description says that it reads word by word."""
    described = json.loads(tokenizer.to_str())
    plain = all(each.special for each in tokenizer.get_added_tokens_decoder().values())
    words = _steps(described["pre_tokenizer"], "pretokenizers")
    letters = _steps(described["normalizer"], "normalizers")
    wordwise = plain and not _WORDWISE.isdisjoint(words) and letters <= _LETTERWISE
    return _AT_WHITESPACE if wordwise else _NOWHERE


def _steps(described: object, inner: str) -> set[str]:
    """The kinds of the steps that a description has, one or a sequence of them."""
    match described:
        case {"type": "Sequence", **steps}:
            parts = steps[inner]
            assert isinstance(parts, list)  # noqa: S101 - the library's own form
            return {kind for part in parts for kind in _steps(part, inner)}
        case {"type": str(kind)}:
            return {kind}
    return set()
