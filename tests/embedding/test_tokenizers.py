"""Sizes in an embedder's own tokens are those of its tokenizer."""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from tokenizers import Tokenizer as Reference

from tests.embedding import tiny_onnx
from tests.strategies import any_text
from vera.core.errors import EmbeddingFault
from vera.verification.chunking.rulers import Tokens
from vera.verification.embedding.minilm import load_minilm, minilm_tokenizer
from vera.verification.embedding.onnx import load_folder

if TYPE_CHECKING:
    from pathlib import Path

    from vera.core.ports import Tokenizer

OURS = load_minilm().unwrap().tokenizer.unwrap()
_PAPER = (
    "MiniLM reads 256 word-pieces, naïvely;\nİstanbul ŒUVRE ﬁne [SEP] ΑΣ \x00 𝒜 日本 e\u0301 .\n"
)


def _reference() -> Reference:
    tokenizer = Reference.from_buffer(minilm_tokenizer())
    tokenizer.encode_special_tokens = True
    return tokenizer


REFERENCE = _reference()


def _counted(text: str) -> int:
    sound = "".join("\ufffd" if "\ud800" <= letter <= "\udfff" else letter for letter in text)
    return len(REFERENCE.encode(sound, add_special_tokens=False).ids)


@settings(deadline=None)
@given(any_text)
def test_counts_are_the_tokenizers(text: str) -> None:
    """A text has as many tokens as the model's tokenizer makes, without the special ones."""
    assert OURS.count(text) == _counted(text) == len(OURS.starts(text))


@settings(deadline=None)
@given(any_text)
def test_starts_are_in_order(text: str) -> None:
    """Tokens begin inside the text, in its order."""
    starts = OURS.starts(text).tolist()
    assert starts == sorted(starts)
    assert all(0 <= start < len(text) for start in starts)


@settings(deadline=None)
@given(any_text)
def test_tokens_do_not_cross_partings(text: str) -> None:
    """The sum of the sizes on both sides of a parting is that of the whole."""
    ruler = Tokens(text, OURS)
    for found in islice(OURS.partings.finditer(text), 20):
        at = found.start()
        assert OURS.count(text[:at]) + OURS.count(text[at:]) == OURS.count(text)
        assert ruler.size(at, len(text)) == OURS.count(text[at:])


def test_a_long_text_is_counted_in_parts() -> None:
    """A text that is tokenized in parts has the tokens that it has as a whole."""
    text = _PAPER * 3000
    assert len(text) > 1 << 17
    assert OURS.count(text) == _counted(text)
    whole = REFERENCE.encode(text, add_special_tokens=False)
    assert OURS.starts(text).tolist() == [start for start, _ in whole.offsets]


def _of_folder(root: Path, sentences: dict[str, object], changed: dict[str, object]) -> Tokenizer:
    """The tokenizer of a folder, with parts of its tokenizer.json changed."""
    folder = tiny_onnx.folder(
        root,
        tiny_onnx.model(tiny_onnx.table()),
        {"sentence_bert_config.json": {"max_seq_length": 8, **sentences}},
    )
    described = json.loads(tiny_onnx.tokenizer(truncated=2)) | changed
    (folder / "tokenizer.json").write_text(json.dumps(described), "utf-8")
    return load_folder(folder).unwrap().tokenizer.unwrap()


def test_a_folder_counts_all_tokens(tmp_path: Path) -> None:
    """Truncation that tokenizer.json asks for does not change a size."""
    own = _of_folder(tmp_path, {}, {})
    assert own.count("one two three four") == 4
    assert own.starts("one two  three").tolist() == [0, 4, 9]


def test_lower_case_keeps_offsets(tmp_path: Path) -> None:
    """Where a model reads lower case, a letter that becomes two does not shift what follows."""
    own = _of_folder(tmp_path, {"do_lower_case": True}, {})
    assert own.starts("İİ ONE two").tolist() == [0, 3, 7]


@pytest.mark.parametrize(
    ("changed", "parts"),
    [
        ({}, True),
        ({"pre_tokenizer": None}, False),
        ({"pre_tokenizer": {"type": "Sequence", "pretokenizers": []}}, False),
        ({"normalizer": {"type": "Replace", "pattern": {"String": " "}, "content": "_"}}, False),
        ({"normalizer": {"type": "Sequence", "normalizers": [{"type": "NFC"}]}}, True),
    ],
)
def test_partings_need_a_tokenizer_by_words(
    tmp_path: Path, changed: dict[str, object], parts: bool
) -> None:
    """Tokens are taken to part at spaces only where the description says that they do."""
    own = _of_folder(tmp_path, {}, changed)
    assert bool(own.partings.search("one two")) is parts


def test_a_tokenizer_that_cannot_read_is_an_error(tmp_path: Path) -> None:
    """A tokenizer without a token for unknown words is a fault when it is loaded."""
    folder = tiny_onnx.folder(tmp_path, tiny_onnx.model(tiny_onnx.table()))
    described = json.loads(tiny_onnx.tokenizer())
    embedder = load_folder(folder).unwrap()
    described["model"]["unk_token"] = "missing"  # noqa: S105 - the name of a token of text
    broken = json.dumps(described).encode()
    object.__setattr__(embedder._model, "tokenizer", lambda: broken)
    assert isinstance(embedder.tokenizer.failure(), EmbeddingFault)
