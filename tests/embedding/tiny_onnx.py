"""Writes ONNX models of a few operators, and folders as sentence-transformers leaves them.

An ONNX file is a protobuf message; only the few fields that the tests need are written here. The
numbers are those of onnx.proto.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

FLOAT, INT64, INT32 = 1, 7, 6
WORDS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "one", "two", "three", "four", "ONE", "fox")


def varint(number: int) -> bytes:
    """A number in protobuf's seven bits a byte."""
    low, high = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + varint(high) if high else bytes([low])


def field(number: int, value: int | str | bytes) -> bytes:
    """One field of a message."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def node(kind: str, inputs: Sequence[str], outputs: Sequence[str], attribute: bytes = b"") -> bytes:
    """A NodeProto."""
    parts = [field(1, name) for name in inputs] + [field(2, name) for name in outputs]
    return b"".join([*parts, field(4, kind), attribute])


def integer(name: str, value: int) -> bytes:
    """An integer attribute of a node."""
    return field(5, field(1, name) + field(3, value) + field(20, 2))


def integers(name: str, values: Sequence[int]) -> bytes:
    """An attribute of several integers."""
    return field(5, field(1, name) + b"".join(field(8, each) for each in values) + field(20, 7))


def text(name: str, value: str) -> bytes:
    """An attribute that is a text."""
    return field(5, field(1, name) + field(4, value) + field(20, 3))


def tensor(name: str, values: NDArray[np.float32], external: str = "") -> bytes:
    """A TensorProto, with its numbers inside or in a file beside the model."""
    head = b"".join(field(1, size) for size in values.shape) + field(2, FLOAT) + field(8, name)
    if not external:
        return head + field(9, values.tobytes())
    place = field(13, field(1, "location") + field(2, external))
    return head + place + field(14, 1)


def value(name: str, kind: int, shape: Sequence[int | str]) -> bytes:
    """A ValueInfoProto; a size that is a word may be any."""
    sizes = [field(1, field(2 if isinstance(size, str) else 1, size)) for size in shape]
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, b"".join(sizes))))


def model(
    table: NDArray[np.float32],
    nodes: Sequence[bytes] = (),
    output: str = "last_hidden_state",
    rank: int = 3,
    inputs: Mapping[str, int] | None = None,
    external: str = "",
    constants: Mapping[str, NDArray[np.float32]] | None = None,
    width: int | None = None,
) -> bytes:
    """A ModelProto: the row of `table` for each token, then `nodes`, and its `output`.

    `constants` are further tensors that nodes may name; `width` is the output's last size.
    """
    wanted = {"input_ids": INT64} if inputs is None else inputs
    gather = node("Gather", ["table", "input_ids"], ["last_hidden_state"])
    graph = b"".join(field(1, each) for each in [gather, *nodes]) + field(2, "tiny")
    graph += field(5, tensor("table", table, external))
    graph += b"".join(field(5, tensor(name, each)) for name, each in (constants or {}).items())
    graph += b"".join(
        field(11, value(name, kind, ["batch", "length"])) for name, kind in wanted.items()
    )
    shape = [*("batch", "length")[: rank - 1], width or table.shape[1]]
    graph += field(12, value(output, FLOAT, shape))
    return field(1, 8) + field(7, graph) + field(8, field(1, "") + field(2, 17))


def tokenizer(truncated: int | None = None, words: Sequence[str] = WORDS) -> bytes:
    """A tokenizer.json: words between spaces, [CLS] before and [SEP] after each text."""
    ids = {word: at for at, word in enumerate(words)}
    ends = {name: {"SpecialToken": {"id": name, "type_id": 0}} for name in ("[CLS]", "[SEP]")}
    single = [ends["[CLS]"], {"Sequence": {"id": "A", "type_id": 0}}, ends["[SEP]"]]
    second = {"Sequence": {"id": "B", "type_id": 1}}
    last = {"SpecialToken": {"id": "[SEP]", "type_id": 1}}
    return json.dumps(
        {
            "truncation": truncated
            and {
                "max_length": truncated,
                "strategy": "LongestFirst",
                "stride": 0,
                "direction": "Right",
            },
            "pre_tokenizer": {"type": "Whitespace"},
            "post_processor": {
                "type": "TemplateProcessing",
                "single": single,
                "pair": [*single, second, last],
                "special_tokens": {
                    name: {"id": name, "ids": [ids[name]], "tokens": [name]} for name in ends
                },
            },
            "model": {"type": "WordLevel", "vocab": ids, "unk_token": "[UNK]"},
        }
    ).encode()


def folder(root: Path, graph: bytes, files: Mapping[str, object] | None = None) -> Path:
    """A folder with a model that reads 8 tokens; `files` are JSON files beside it."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "model.onnx").write_bytes(graph)
    (root / "tokenizer.json").write_bytes(tokenizer())
    for name, content in {
        "sentence_bert_config.json": {"max_seq_length": 8},
        **(files or {}),
    }.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(json.dumps(content), encoding="utf-8")
    return root


def table(dimension: int = 4) -> NDArray[np.float32]:
    """A vector for each word, no two in one direction."""
    return np.random.default_rng(7).normal(size=(len(WORDS), dimension)).astype(np.float32)
