"""A reader of one's own, `onnx:FOLDER`: small models made here."""

from __future__ import annotations

import json
import math
import shutil
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.embedding import tiny_onnx
from tests.entailment import tiny_reader
from tests.strategies import hostile_text
from vera.core.errors import EmbeddingFault
from vera.core.ports import Asked, Entailment
from vera.verification.entailment.named import named
from vera.verification.entailment.onnx_folder import FolderCrossEncoder, load_folder

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_ROOM = tiny_reader.MOST_TOKENS - 3


def _read(by: FolderCrossEncoder, claim: str, evidence: str) -> Entailment:
    (read,) = by.predict([Asked(claim, evidence)]).unwrap()
    return read


def _fault(folder: Path) -> EmbeddingFault:
    error = named(f"onnx:{folder}").failure()
    assert isinstance(error, EmbeddingFault)
    assert error.embedder == f"onnx:{folder}"
    return error


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> FolderCrossEncoder:
    """A model of three classes."""
    return load_folder(tiny_reader.folder(tmp_path_factory.mktemp("three"))).unwrap()


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> FolderCrossEncoder:
    """A model of two classes."""
    root = tmp_path_factory.mktemp("two")
    return load_folder(tiny_reader.folder(root, tiny_reader.TWO)).unwrap()


@given(claim=hostile_text, evidence=hostile_text)
@settings(max_examples=50, deadline=None)
def test_any_pair_has_three_probabilities(
    three: FolderCrossEncoder, two: FolderCrossEncoder, claim: str, evidence: str
) -> None:
    """They are finite logarithms of numbers whose sum is 1."""
    for by in (three, two):
        read = _read(by, claim, evidence)
        odds = (read.entailed, read.contradicted, read.neutral)
        assert all(map(math.isfinite, odds))
        assert sum(map(math.exp, odds)) == pytest.approx(1, abs=1e-4)


def test_the_logits_are_taken_as_they_are(three: FolderCrossEncoder) -> None:
    """What is said is the softmax of the model's logits, known by hand."""
    read = _read(three, "bees sleep", "bees sleep")
    whole = math.exp(4) + math.exp(0) + math.exp(1)
    assert math.exp(read.entailed) == pytest.approx(math.exp(4) / whole)
    assert math.exp(read.contradicted) == pytest.approx(1 / whole)
    assert math.exp(read.neutral) == pytest.approx(math.exp(1) / whole)


@pytest.mark.parametrize("said", list(permutations(tiny_reader.THREE)))
def test_id2label_says_which_class_is_which(
    tmp_path: Path, three: FolderCrossEncoder, said: Sequence[str]
) -> None:
    """In any order and any case of letters a model of the same classes says the same."""
    by = load_folder(tiny_reader.folder(tmp_path, said, [each.upper() for each in said])).unwrap()
    for evidence in ("bees sleep", "bees never sleep", "wasps dance"):
        mine, theirs = (_read(each, "bees sleep", evidence) for each in (by, three))
        assert mine.entailed == pytest.approx(theirs.entailed)
        assert mine.contradicted == pytest.approx(theirs.contradicted)


@pytest.mark.parametrize(
    "labels",
    [
        ("unsupported", "supported"),
        ("not_entailment", "entailment"),
        ("Not-Entailed", "Entailed"),
        ("not supported", "SUPPORTED"),
    ],
)
def test_of_two_classes_what_is_not_entailed_is_shared_evenly(
    tmp_path: Path, labels: Sequence[str]
) -> None:
    """A model that does not tell contradicted from neutral holds neither for likelier."""
    by = load_folder(tiny_reader.folder(tmp_path, tiny_reader.TWO, labels)).unwrap()
    for evidence, odds in (("bees sleep", 3), ("wasps dance", -1), ("bees never sleep", -3)):
        read = _read(by, "bees sleep", evidence)
        entailed = 1 / (1 + math.exp(-odds))
        assert math.exp(read.entailed) == pytest.approx(entailed)
        assert math.exp(read.contradicted) == pytest.approx((1 - entailed) / 2)
        assert read.contradicted == read.neutral


def test_the_evidence_is_the_premise(three: FolderCrossEncoder) -> None:
    """What the evidence says counts against the claim, and what the claim says does not."""
    assert math.exp(_read(three, "bees", "bees never").contradicted) > 0.9
    assert math.exp(_read(three, "bees never", "bees").contradicted) < 0.2


def test_a_graph_need_not_want_token_types(tmp_path: Path) -> None:
    """Models without them, such as RoBERTa, are given what they ask for."""
    plain = tiny_reader.graph(tiny_reader.THREE, kinds=False)
    by = load_folder(tiny_reader.folder(tmp_path, files={"model.onnx": plain})).unwrap()
    assert _read(by, "bees", "bees sleep").entailed > _read(by, "bees", "dogs").entailed


@given(words=st.lists(st.sampled_from([*tiny_reader.KNOWN, "never", "else"]), max_size=60))
@settings(max_examples=50, deadline=None)
def test_of_long_evidence_the_best_piece_counts(
    three: FolderCrossEncoder, words: list[str]
) -> None:
    """It is read in pieces that fill what the model reads, and nothing of it is left out."""
    room = _ROOM - 2
    pieces = [words[at : at + room] for at in range(0, max(len(words), 1), room)]
    alone = [_read(three, "bees sleep", " ".join(piece)) for piece in pieces]
    assert _read(three, "bees sleep", " ".join(words)) == max(alone, key=lambda it: it.entailed)


def test_a_claim_that_leaves_no_room_is_neutral(three: FolderCrossEncoder) -> None:
    """Nothing is cut from a claim, and what cannot be read supports nothing."""
    fits = " ".join(["bees"] * (_ROOM - 4))
    assert math.exp(_read(three, fits, "bees " * 30).entailed) > 0.9
    read = _read(three, f"{fits} bees", "bees " * 30)
    assert math.exp(read.neutral) == pytest.approx(1, abs=1e-4)
    assert math.exp(_read(three, "bees " * _ROOM, "").neutral) == pytest.approx(1, abs=1e-4)


def test_company_changes_nothing(three: FolderCrossEncoder) -> None:
    """Pairs are read alone, in order, from any number of threads."""
    pairs = [Asked(claim, "bees sleep") for claim in ("bees", "", "wasps dance", "sleep bees")]
    alone = [_read(three, pair.claim, pair.evidence) for pair in pairs]
    assert three.predict(pairs).unwrap() == alone
    with ThreadPoolExecutor(4) as pool:
        assert [each.unwrap() for each in pool.map(three.predict, [pairs] * 8)] == [alone] * 8
    assert list(three.predict([]).unwrap()) == []


@pytest.mark.parametrize(
    "id2label",
    [
        None,
        [],
        {},
        {"0": "LABEL_0", "1": "LABEL_1"},
        {"0": "LABEL_0", "1": "LABEL_1", "2": "LABEL_2"},
        {"0": "supported"},
        {"0": "entailment", "1": "contradiction"},
        {"0": "entailment", "1": "entailed"},
        {"0": "entailment", "1": "neutral", "2": "not_entailment"},
        {"0": "entailment", "1": "neutral", "2": "contradiction", "3": "contradicted"},
        {"1": "unsupported", "2": "supported"},
        {"0": 0, "1": "supported"},
    ],
)
def test_classes_are_not_guessed(tmp_path: Path, id2label: object) -> None:
    """Where it cannot be told which class is which, the error says what to write, and where."""
    config = {"max_position_embeddings": 16, "id2label": id2label}
    files = {"config.json": json.dumps(config).encode()}
    error = _fault(tiny_reader.folder(tmp_path, files=files))
    assert "config.json" in error.detail
    assert '{"0": "unsupported", "1": "supported"}' in error.hint


_NO_PAIR = json.loads(tiny_onnx.tokenizer(words=tiny_reader.WORDS)) | {"post_processor": None}
_NO_LENGTH = {"id2label": {"0": "supported", "1": "unsupported"}}
_TOKENS = np.zeros((len(tiny_reader.WORDS), 3), np.float32)
_OF_TOKENS = tiny_onnx.model(
    _TOKENS, [tiny_onnx.node("Identity", ["last_hidden_state"], ["logits"])], "logits"
)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"model.onnx": b""}, ""),
        ({"model.onnx": b"PK\x03\x04 damaged"}, ""),
        ({"tokenizer.json": b"{}"}, ""),
        ({"tokenizer.json": json.dumps(_NO_PAIR).encode()}, "nothing between two texts"),
        ({"config.json": b"["}, "config.json is not JSON"),
        ({"model.onnx": tiny_reader.graph(tiny_reader.TWO)}, "of shape (1, 2), not (1, 3)"),
        ({"model.onnx": tiny_reader.graph(tiny_reader.THREE, output="odds")}, "no logits: odds"),
        (
            {"model.onnx": _OF_TOKENS},
            "of shape (1, 5, 3), not (1, 3)",
        ),
        (
            {"model.onnx": tiny_onnx.model(_TOKENS, inputs={"input_ids": 7, "pixel_values": 7})},
            "unknown inputs: input_ids, pixel_values",
        ),
        ({"config.json": json.dumps(_NO_LENGTH).encode()}, "how many tokens"),
    ],
)
def test_what_is_no_cross_encoder_is_a_fault(
    tmp_path: Path, files: dict[str, bytes], said: str
) -> None:
    """It is found when the reader is chosen, before anything is read with it."""
    assert said in _fault(tiny_reader.folder(tmp_path, files=files)).detail


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "config.json"])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    """The fault says which file is not there."""
    folder = tiny_reader.folder(tmp_path)
    (folder / name).unlink()
    assert f"{name} is missing" in _fault(folder).detail.replace(" or onnx/model.onnx", "")


def test_logits_that_are_no_numbers_are_a_fault(tmp_path: Path) -> None:
    """What overflows says nothing, and is not taken for an answer."""
    folder = tiny_reader.folder(tmp_path)
    graph = (folder / "model.onnx").read_bytes()
    one, infinite = (np.full((1, 1), it, np.float32).tobytes() for it in (1, np.nan))
    bias = np.array([[0, 0, 1]], np.float32).tobytes()
    assert bias in graph
    (folder / "model.onnx").write_bytes(graph.replace(bias, bias.replace(one, infinite)))
    assert "not finite" in _fault(folder).detail


def test_the_fingerprint_is_of_the_bytes(tmp_path: Path) -> None:
    """A copy has the same one, and a change of any of the files another."""
    plain = tiny_reader.folder(tmp_path / "plain")
    copy = shutil.copytree(plain, tmp_path / "copy")
    before = load_folder(plain).unwrap().fingerprint
    assert load_folder(copy).unwrap().fingerprint == before
    words = tiny_onnx.tokenizer(words=[*tiny_reader.WORDS[:-1], "not"])
    config = json.dumps(tiny_reader.config(("neutral", "contradiction", "entailment"))).encode()
    fewer = json.dumps({"model_max_length": 12}).encode()
    changes = {
        "model.onnx": tiny_reader.graph(("entailment", "neutral", "contradiction")),
        "tokenizer.json": words,
        "config.json": config,
        "tokenizer_config.json": fewer,
    }
    found = {
        load_folder(tiny_reader.folder(tmp_path / name, files={name: content})).unwrap().fingerprint
        for name, content in changes.items()
    }
    assert len(found | {before}) == 5
