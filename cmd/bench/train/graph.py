"""Weights as the ONNX file that the reader runs: matrices int8, arithmetic float32.

Each column of a matrix has a scale of its own, and each row of the word embeddings; vectors are
whole. So the file is a quarter of the weights' size, and no processor has arithmetic of its own for
it (dynamic int8 differs between those with and without VNNI).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import define, field

from vera.bench.train.weights import EPSILON, HEADS, LAYERS, WIDTH

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vera.bench.train.weights import Weights

_LARGEST = 127
_OPSET, _IR = 20, 9
_INPUTS = ("input_ids", "token_type_ids")


@define
class _Graph:
    """Nodes and tensors as they are added; each node's output is named by its number."""

    nodes: list[Any] = field(factory=list)
    tensors: list[Any] = field(factory=list)

    def add(self, kind: str, *inputs: str, **attributes: Any) -> str:
        helper: Any = import_module("onnx.helper")
        output = f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def tensor(self, name: str, array: NDArray[Any]) -> str:
        helper: Any = import_module("onnx.numpy_helper")
        self.tensors.append(helper.from_array(np.ascontiguousarray(array), name))
        return name

    def small(self, name: str, matrix: NDArray[np.float32], axis: int) -> tuple[str, str]:
        """A matrix in eight bits, and the scales by which it is what it was, one along `axis`."""
        scale = np.abs(matrix).max(axis=1 - axis, keepdims=True) / _LARGEST
        scale = np.where(scale > 0, scale, 1).astype(np.float32)
        codes = np.rint(matrix / scale).astype(np.int8)
        return self.tensor(name, codes), self.tensor(f"{name} scale", scale)


def exported(weights: Weights) -> bytes:
    """The file: `input_ids` and `token_type_ids` (1, n) of one pair give `logits` (1, 3)."""
    onnx: Any = import_module("onnx")
    helper: Any = import_module("onnx.helper")
    graph = _Graph()

    def linear(given: str, name: str) -> str:
        codes, scale = graph.small(name, weights[name], axis=1)
        matrix = graph.add("Mul", graph.add("Cast", codes, to=onnx.TensorProto.FLOAT), scale)
        bias = graph.tensor(f"{name} bias", weights[f"{name} bias"])
        return graph.add("Add", graph.add("MatMul", given, matrix), bias)

    def normal(given: str, name: str) -> str:
        parts = [graph.tensor(part, weights[part]) for part in (name, f"{name} bias")]
        return graph.add("LayerNormalization", given, *parts, axis=-1, epsilon=EPSILON)

    first, flat = graph.tensor("first", np.array([0])), graph.tensor("flat", np.array([-1]))
    ids, kinds = (graph.add("Reshape", given, flat) for given in _INPUTS)
    codes, scale = graph.small("words", weights["words"], axis=0)
    rows = graph.add("Cast", graph.add("Gather", codes, ids), to=onnx.TensorProto.FLOAT)
    found = graph.add("Mul", rows, graph.add("Gather", scale, ids))
    places = graph.tensor("positions", weights["positions"])
    places = graph.add("Slice", places, first, graph.add("Shape", ids), first)
    kinds = graph.add("Gather", graph.tensor("kinds", weights["kinds"]), kinds)
    found = graph.add("Add", graph.add("Add", found, places), kinds)
    found = normal(found, "norm")
    parted = graph.tensor("parted", np.array([-1, HEADS, WIDTH // HEADS]))
    joined = graph.tensor("joined", np.array([-1, WIDTH]))
    shrink = graph.tensor("shrink", np.array((WIDTH // HEADS) ** -0.5, np.float32))
    for layer in range(LAYERS):
        q, k, v = (graph.add("Reshape", linear(found, f"{layer} {name}"), parted) for name in "qkv")
        q, v = (graph.add("Transpose", each, perm=[1, 0, 2]) for each in (q, v))
        k = graph.add("Transpose", k, perm=[1, 2, 0])
        near = graph.add("Softmax", graph.add("MatMul", graph.add("Mul", q, shrink), k), axis=-1)
        said = graph.add("Transpose", graph.add("MatMul", near, v), perm=[1, 0, 2])
        said = linear(graph.add("Reshape", said, joined), f"{layer} o")
        found = normal(graph.add("Add", found, said), f"{layer} norm 1")
        wide = graph.add("Gelu", linear(found, f"{layer} i"))
        found = normal(graph.add("Add", found, linear(wide, f"{layer} f")), f"{layer} norm 2")
    mean = graph.add("ReduceMean", found, first, keepdims=1)
    read = graph.add("Concat", graph.add("Gather", found, first), mean, axis=1)
    head = graph.add("MatMul", read, graph.tensor("head", weights["head"]))
    bias = graph.tensor("head bias", weights["head bias"])
    graph.nodes.append(helper.make_node("Add", [head, bias], ["logits"]))
    value, types = helper.make_tensor_value_info, onnx.TensorProto
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "reader",
            [value(name, types.INT64, [1, "n"]) for name in _INPUTS],
            [value("logits", types.FLOAT, [1, 3])],
            graph.tensors,
        ),
        opset_imports=[helper.make_opsetid("", _OPSET)],
        ir_version=_IR,
    )
    onnx.checker.check_model(model)
    made: bytes = model.SerializeToString()
    return made
