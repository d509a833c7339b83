"""A model that gives one answer to everything: a chat model for tests, made here by hand.

It is that of `tests/ollama/answering.py`, but that each token is followed by one whose text is the
whole answer, and that by the end. Nothing in it was learnt.
"""

from __future__ import annotations

import numpy as np

from tests.ollama import gguf

_WIDTH = 64
_SPECIAL = ["<unk>", "<s>", "</s>"]
_SPACE = "\u2581"


def model(answer: str) -> bytes:
    """The model file."""
    vocabulary = [*_SPECIAL, *(f"<0x{byte:02X}>" for byte in range(256)), _SPACE]
    said = len(vocabulary)
    vocabulary.append(answer.replace(" ", _SPACE))
    kinds = [gguf.UNKNOWN, gguf.CONTROL, gguf.CONTROL, *([gguf.BYTE] * 256)]
    kinds += [gguf.NORMAL, gguf.NORMAL]
    settings: dict[str, gguf.Value] = {
        "general.architecture": "llama",
        "general.name": "gives one answer",
        "general.file_type": 0,
        "llama.context_length": 8192,
        "llama.embedding_length": _WIDTH,
        "llama.feed_forward_length": _WIDTH,
        "llama.block_count": 1,
        "llama.attention.head_count": 1,
        "llama.attention.head_count_kv": 1,
        "llama.attention.layer_norm_rms_epsilon": 1e-5,
        "llama.rope.dimension_count": _WIDTH,
        "llama.vocab_size": len(vocabulary),
        "tokenizer.ggml.model": "llama",
        "tokenizer.ggml.tokens": vocabulary,
        "tokenizer.ggml.scores": [0.0] * len(vocabulary),
        "tokenizer.ggml.token_type": kinds,
        "tokenizer.ggml.unknown_token_id": 0,
        "tokenizer.ggml.bos_token_id": 1,
        "tokenizer.ggml.eos_token_id": 2,
        "tokenizer.ggml.add_space_prefix": False,
    }
    embedding = np.zeros((len(vocabulary), _WIDTH), dtype=np.float32)
    embedding[:, 0] = 1
    embedding[said] = np.eye(_WIDTH)[1]
    output = np.zeros_like(embedding)
    output[said, 0] = output[2, 1] = 1
    nothing = np.zeros((_WIDTH, _WIDTH), dtype=np.float32)
    ones = np.ones(_WIDTH, dtype=np.float32)
    idle = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")
    tensors = {
        "token_embd.weight": embedding,
        "output_norm.weight": ones,
        "output.weight": output,
        "blk.0.attn_norm.weight": ones,
        "blk.0.ffn_norm.weight": ones,
        **{f"blk.0.{name}.weight": nothing for name in idle},
    }
    return gguf.written(settings, tensors)
