"""Writes all-MiniLM-L6-v2 as a GGUF file, the form in which Ollama reads a model.

The weights are the published ones (safetensors): matrices become float16, the rest stays float32.
The format is version 3 of https://github.com/ggml-org/ggml/blob/master/docs/gguf.md: little-endian;
a header, key-value pairs, a table of tensors, then their data, each aligned to 32 bytes.
"""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterator

Tensor: TypeAlias = NDArray[np.float32] | NDArray[np.float16]

_ALIGNMENT = 32
_UINT32, _INT32, _FLOAT32, _BOOL, _STRING, _ARRAY = 4, 5, 6, 7, 8, 9
_NORMAL, _UNKNOWN, _CONTROL = 1, 2, 3
_MEAN_POOLING = 1
_MOSTLY_F16 = 1

_OUTER = {
    "embeddings.word_embeddings.weight": "token_embd.weight",
    "embeddings.position_embeddings.weight": "position_embd.weight",
    "embeddings.token_type_embeddings.weight": "token_types.weight",
    "embeddings.LayerNorm.weight": "token_embd_norm.weight",
    "embeddings.LayerNorm.bias": "token_embd_norm.bias",
}
_INNER = {
    "attention.self.query": "attn_q",
    "attention.self.key": "attn_k",
    "attention.self.value": "attn_v",
    "attention.output.dense": "attn_output",
    "attention.output.LayerNorm": "attn_output_norm",
    "intermediate.dense": "ffn_up",
    "output.dense": "ffn_down",
    "output.LayerNorm": "layer_output_norm",
}


def _gguf_name(name: str) -> str | None:
    """The name of a tensor in GGUF; None for the pooler and position ids, which it leaves out."""
    if not name.startswith("encoder.layer."):
        return _OUTER.get(name)
    layer, _, rest = name.removeprefix("encoder.layer.").partition(".")
    module, _, kind = rest.rpartition(".")
    return f"blk.{layer}.{_INNER[module]}.{kind}"


def _tensors(safetensors: bytes) -> Iterator[tuple[str, Tensor]]:
    (size,) = struct.unpack_from("<Q", safetensors)
    header = json.loads(safetensors[8 : 8 + size])
    for name, entry in sorted(header.items()):
        target = _gguf_name(name)
        if target is None:
            continue
        first, last = entry["data_offsets"]
        data = np.frombuffer(safetensors, "<f4", (last - first) // 4, 8 + size + first)
        small = len(entry["shape"]) == 1 or target.startswith(("position", "token_types"))
        yield target, data.reshape(entry["shape"]).astype("<f4" if small else "<f2")


def _string(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def _array(kind: int, items: list[bytes]) -> bytes:
    return struct.pack("<IQ", kind, len(items)) + b"".join(items)


def _is_special(word: str) -> bool:
    return word.startswith("[") and word.endswith("]")


def _token(word: str) -> str:
    """A word piece as llama.cpp keeps it: the start of a word is marked, not its continuation."""
    if _is_special(word):
        return word
    return word[2:] if word.startswith("##") else "\u2581" + word


def _token_type(word: str) -> int:
    if word == "[UNK]":
        return _UNKNOWN
    return _CONTROL if _is_special(word) else _NORMAL


def _settings(words: list[str]) -> dict[str, tuple[int, bytes]]:
    def number(value: int) -> tuple[int, bytes]:
        return _UINT32, struct.pack("<I", value)

    types = [struct.pack("<i", _token_type(word)) for word in words]
    return {
        "general.architecture": (_STRING, _string("bert")),
        "general.name": (_STRING, _string("all-MiniLM-L6-v2")),
        "general.file_type": number(_MOSTLY_F16),
        "bert.context_length": number(512),
        "bert.embedding_length": number(384),
        "bert.feed_forward_length": number(1536),
        "bert.block_count": number(6),
        "bert.attention.head_count": number(12),
        "bert.attention.layer_norm_epsilon": (_FLOAT32, struct.pack("<f", 1e-12)),
        "bert.attention.causal": (_BOOL, b"\0"),
        "bert.pooling_type": number(_MEAN_POOLING),
        "tokenizer.ggml.model": (_STRING, _string("bert")),
        "tokenizer.ggml.pre": (_STRING, _string("jina-v2-en")),
        "tokenizer.ggml.tokens": (_ARRAY, _array(_STRING, [_string(_token(w)) for w in words])),
        "tokenizer.ggml.token_type": (_ARRAY, _array(_INT32, types)),
        "tokenizer.ggml.token_type_count": number(2),
        "tokenizer.ggml.unknown_token_id": number(words.index("[UNK]")),
        "tokenizer.ggml.cls_token_id": number(words.index("[CLS]")),
        "tokenizer.ggml.bos_token_id": number(words.index("[CLS]")),
        "tokenizer.ggml.eos_token_id": number(words.index("[SEP]")),
        "tokenizer.ggml.seperator_token_id": number(words.index("[SEP]")),  # spelt so in GGUF
        "tokenizer.ggml.padding_token_id": number(words.index("[PAD]")),
        "tokenizer.ggml.mask_token_id": number(words.index("[MASK]")),
    }


def _padded(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % _ALIGNMENT)


def gguf(safetensors: bytes, vocabulary: str) -> bytes:
    """The model file from the published weights and BERT's uncased vocabulary (a word a line)."""
    tensors = dict(_tensors(safetensors))
    settings = _settings(vocabulary.removesuffix("\n").split("\n"))
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(settings))
    for key, (kind, value) in settings.items():
        head += _string(key) + struct.pack("<I", kind) + value
    body, offset = [], 0
    for name, tensor in tensors.items():
        shape = tensor.shape[::-1]  # GGUF counts the fastest dimension first
        is_half = int(tensor.dtype == np.float16)
        head += _string(name) + struct.pack(f"<I{len(shape)}Q", len(shape), *shape)
        head += struct.pack("<IQ", is_half, offset)
        body.append(_padded(tensor.tobytes()))
        offset += len(body[-1])
    return _padded(head) + b"".join(body)
