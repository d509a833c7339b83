"""Writes GGUF files, the form in which Ollama reads a model.

The format is version 3 of https://github.com/ggml-org/ggml/blob/master/docs/gguf.md: little-endian;
a header, key-value pairs, a table of tensors, then their data, each aligned to 32 bytes.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Tensor: TypeAlias = NDArray[np.float32] | NDArray[np.float16]
Value: TypeAlias = "bool | int | float | str | Sequence[int] | Sequence[float] | Sequence[str]"

NORMAL, UNKNOWN, CONTROL, BYTE = 1, 2, 3, 6
"""Kinds of tokens."""

_ALIGNMENT = 32
_UINT32, _INT32, _FLOAT32, _BOOL, _STRING, _ARRAY = 4, 5, 6, 7, 8, 9


def _string(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def _value(value: Value) -> tuple[int, bytes]:
    """The type of a value and its bytes; an integer of its own is unsigned, one in a list not."""
    match value:
        case bool():
            return _BOOL, struct.pack("<?", value)
        case int():
            return _UINT32, struct.pack("<I", value)
        case float():
            return _FLOAT32, struct.pack("<f", value)
        case str():
            return _STRING, _string(value)
        case _:
            items = [_item(item) for item in value]
            head = struct.pack("<IQ", items[0][0], len(items))
            return _ARRAY, head + b"".join(data for _, data in items)


def _item(value: float | str) -> tuple[int, bytes]:
    return (_INT32, struct.pack("<i", value)) if isinstance(value, int) else _value(value)


def _padded(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % _ALIGNMENT)


def written(settings: Mapping[str, Value], tensors: Mapping[str, Tensor]) -> bytes:
    """The file; a tensor is in NumPy's order, its last dimension the fastest."""
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(settings))
    for key, value in settings.items():
        kind, data = _value(value)
        head += _string(key) + struct.pack("<I", kind) + data
    body, offset = [], 0
    for name, tensor in tensors.items():
        shape = tensor.shape[::-1]  # GGUF counts the fastest dimension first
        is_half = int(tensor.dtype == np.float16)
        head += _string(name) + struct.pack(f"<I{len(shape)}Q", len(shape), *shape)
        head += struct.pack("<IQ", is_half, offset)
        body.append(_padded(tensor.tobytes()))
        offset += len(body[-1])
    return _padded(head) + b"".join(body)
