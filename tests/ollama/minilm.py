"""All-MiniLM-L6-v2 for a server: it embeds.

The weights are the published ones (safetensors): matrices become float16, the rest stays float32.
"""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING

import numpy as np

from tests.ollama import gguf

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def _tensors(safetensors: bytes) -> Iterator[tuple[str, gguf.Tensor]]:
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


def _is_special(word: str) -> bool:
    return word.startswith("[") and word.endswith("]")


def _token(word: str) -> str:
    """A word piece as llama.cpp keeps it: the start of a word is marked, not its continuation."""
    if _is_special(word):
        return word
    return word[2:] if word.startswith("##") else "\u2581" + word


def _token_type(word: str) -> int:
    if word == "[UNK]":
        return gguf.UNKNOWN
    return gguf.CONTROL if _is_special(word) else gguf.NORMAL


def _settings(words: list[str]) -> dict[str, gguf.Value]:
    return {
        "general.architecture": "bert",
        "general.name": "all-MiniLM-L6-v2",
        "general.file_type": _MOSTLY_F16,
        "bert.context_length": 512,
        "bert.embedding_length": 384,
        "bert.feed_forward_length": 1536,
        "bert.block_count": 6,
        "bert.attention.head_count": 12,
        "bert.attention.layer_norm_epsilon": 1e-12,
        "bert.attention.causal": False,
        "bert.pooling_type": _MEAN_POOLING,
        "tokenizer.ggml.model": "bert",
        "tokenizer.ggml.pre": "jina-v2-en",
        "tokenizer.ggml.tokens": [_token(word) for word in words],
        "tokenizer.ggml.token_type": [_token_type(word) for word in words],
        "tokenizer.ggml.token_type_count": 2,
        "tokenizer.ggml.unknown_token_id": words.index("[UNK]"),
        "tokenizer.ggml.cls_token_id": words.index("[CLS]"),
        "tokenizer.ggml.bos_token_id": words.index("[CLS]"),
        "tokenizer.ggml.eos_token_id": words.index("[SEP]"),
        "tokenizer.ggml.seperator_token_id": words.index("[SEP]"),  # spelt so in GGUF
        "tokenizer.ggml.padding_token_id": words.index("[PAD]"),
        "tokenizer.ggml.mask_token_id": words.index("[MASK]"),
    }


def model(safetensors: bytes, vocabulary: str) -> bytes:
    """The model file from the published weights and BERT's uncased vocabulary (a word a line)."""
    words = vocabulary.removesuffix("\n").split("\n")
    return gguf.written(_settings(words), dict(_tensors(safetensors)))
