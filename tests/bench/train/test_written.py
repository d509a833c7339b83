"""The claims that were written for this project, and the sentences that they are about."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from tests.data import data_folder
from vera.bench.train.written import every

if TYPE_CHECKING:
    from pathlib import Path

_KINDS = {"number", "negation", "direction", "name", "swap", "strength", "predicate", "extra"}
_ROW = {
    "set": "scifact",
    "document": "1",
    "start": 13,
    "end": 33,
    "before": 13,
    "digest": sha256(b"Bees sleep at night.").hexdigest()[:12],
    "true": ["a", "b"],
    "false": [["number", "c"], ["name", "d"], ["swap", "e"]],
}


def test_two_are_true_and_three_are_false_by_different_things() -> None:
    """Each sentence of the sets, found as it was, has five different claims."""
    found = list(every(data_folder()))
    assert len({(each.set, each.document.source, each.span) for each in found}) == len(found) > 3000
    for each in found:
        claims = [*each.true, *(claim for _, claim in each.false)]
        kinds = [kind for kind, _ in each.false]
        assert (len(each.true), len(kinds), len(set(kinds))) == (2, 3, 3)
        assert set(kinds) <= _KINDS
        assert len(set(claims)) == 5
        assert each.sentence.strip()


def _folder(at: Path, *sentences: str) -> Path:
    (at / "scifact").mkdir()
    row = {"doc_id": 1, "title": "", "abstract": sentences}
    (at / "scifact" / "corpus.jsonl").write_text(json.dumps(row), "utf-8")
    (at / "written.jsonl").write_text(json.dumps(_ROW), "utf-8")
    return at


def test_a_sentence_is_found_by_its_place(tmp_path: Path) -> None:
    """The claims come with the sentence and the one before it."""
    data = _folder(tmp_path, "Ants dig on.", "Bees sleep at night.")
    (each,) = every(data, data / "written.jsonl")
    assert (each.sentence, each.before) == ("Bees sleep at night.", "Ants dig on.")
    assert each.false == (("number", "c"), ("name", "d"), ("swap", "e"))


def test_another_text_is_an_error(tmp_path: Path) -> None:
    """Claims are never paired with a sentence that they were not written about."""
    data = _folder(tmp_path, "Ants dig.", "Bees sleep at night.")
    with pytest.raises(ValueError, match="another text at 1:13"):
        list(every(data, data / "written.jsonl"))


def test_a_missing_document_is_an_error(tmp_path: Path) -> None:
    """A set that has not the document is another one than was written about."""
    data = _folder(tmp_path, "Bees sleep at night.")
    row = json.dumps(_ROW | {"document": "2"})
    (data / "written.jsonl").write_text(row, "utf-8")
    with pytest.raises(ValueError, match="another text at 2:13"):
        list(every(data, data / "written.jsonl"))
