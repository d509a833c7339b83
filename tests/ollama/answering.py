"""A model that answers by the last mark of its prompt: a judge for tests, made here by hand.

It is a llama of one layer that does nothing, so that what comes next depends on the last token
alone: after a full stop it says Yes, after an exclamation mark or a digit No, after anything else
Hm; then it ends. Nothing in it was learnt, and its opinions mean nothing.
"""

from __future__ import annotations

import numpy as np

from tests.ollama import gguf

_WIDTH = 64
_ANSWERS = {ord("."): "\u2581Yes", ord("!"): "\u2581No"}
_OTHER, _END = "\u2581Hm", "</s>"
_SPECIAL = ["<unk>", "<s>", _END]
_SPACE = "\u2581"
_WORDS = [*_ANSWERS.values(), _OTHER]
_VOCABULARY = [*_SPECIAL, *(f"<0x{byte:02X}>" for byte in range(256)), _SPACE, *_WORDS]
_KINDS = [
    *(gguf.UNKNOWN, gguf.CONTROL, gguf.CONTROL),
    *([gguf.BYTE] * 256),
    *([gguf.NORMAL] * len([_SPACE, *_WORDS])),
]


def _settings() -> dict[str, gguf.Value]:
    return {
        "general.architecture": "llama",
        "general.name": "answers by the last mark",
        "general.file_type": 0,
        "llama.context_length": 8192,
        "llama.embedding_length": _WIDTH,
        "llama.feed_forward_length": _WIDTH,
        "llama.block_count": 1,
        "llama.attention.head_count": 1,
        "llama.attention.head_count_kv": 1,
        "llama.attention.layer_norm_rms_epsilon": 1e-5,
        "llama.rope.dimension_count": _WIDTH,
        "llama.vocab_size": len(_VOCABULARY),
        "tokenizer.ggml.model": "llama",
        "tokenizer.ggml.tokens": _VOCABULARY,
        "tokenizer.ggml.scores": [0.0] * len(_VOCABULARY),
        "tokenizer.ggml.token_type": _KINDS,
        "tokenizer.ggml.unknown_token_id": 0,
        "tokenizer.ggml.bos_token_id": 1,
        "tokenizer.ggml.eos_token_id": 2,
        "tokenizer.ggml.add_space_prefix": False,
    }


def _tensors() -> dict[str, gguf.Tensor]:
    """Each token is one of four directions, and each direction calls for one token."""
    calls = [_OTHER, *_ANSWERS.values(), _END]
    embedding = np.zeros((len(_VOCABULARY), _WIDTH), dtype=np.float32)
    embedding[:, 0] = 1
    for place, mark in enumerate(_ANSWERS, start=1):
        embedding[len(_SPECIAL) + mark] = np.eye(_WIDTH)[place]
    for digit in b"0123456789":
        embedding[len(_SPECIAL) + digit] = embedding[len(_SPECIAL) + ord("!")]
    for word in _WORDS:
        embedding[_VOCABULARY.index(word)] = np.eye(_WIDTH)[len(calls) - 1]
    output = np.zeros_like(embedding)
    for place, token in enumerate(calls):
        output[_VOCABULARY.index(token), place] = 1
    nothing = np.zeros((_WIDTH, _WIDTH), dtype=np.float32)
    ones = np.ones(_WIDTH, dtype=np.float32)
    idle = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")
    return {
        "token_embd.weight": embedding,
        "output_norm.weight": ones,
        "output.weight": output,
        "blk.0.attn_norm.weight": ones,
        "blk.0.ffn_norm.weight": ones,
        **{f"blk.0.{name}.weight": nothing for name in idle},
    }


def model() -> bytes:
    """The model file."""
    return gguf.written(_settings(), _tensors())
