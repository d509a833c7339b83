"""A user's own set is read whole, or the line that is wrong is named."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.bench.papers import examples, written
from vera.bench.sets.known import Label
from vera.bench.sets.loading import NAMES, load_sets
from vera.bench.sets.user_set import user_set
from vera.core.errors import InvalidInput, StorageFault, UnreadableDocument

if TYPE_CHECKING:
    from pathlib import Path

_PAPER = "The pump moved 20 litres.\nNobody saw a leak in it."


def _set(folder: Path, *lines: object) -> Path:
    (folder / "paper.txt").write_text(_PAPER, "utf-8")
    path = folder / "mine.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return path


def test_a_file_gives_its_claims_with_the_places_of_their_evidence(tmp_path: Path) -> None:
    """Each line is an example, in order, and its words of evidence are found in the document."""
    found = user_set(written(tmp_path)).unwrap()
    expected = examples()
    assert [each.claim for each in found] == [each.claim for each in expected]
    assert [each.label for each in found] == [each.label for each in expected]
    for one, other in zip(found, expected, strict=True):
        texts = [span.of(one.document.text) for span in one.gold]
        assert texts == [span.of(other.document.text) for span in other.gold]


def test_evidence_may_be_wrapped_listed_or_given_by_place(tmp_path: Path) -> None:
    """White space in evidence does not matter; a list gives several, two numbers a place."""
    about = {"claim": "It leaks.", "document": "paper.txt", "label": "contradicted"}
    path = _set(
        tmp_path,
        {**about, "evidence": "20 litres. Nobody"},
        {**about, "evidence": ["20 litres", "a  leak"]},
        {**about, "evidence": [4, 8]},
        {**about, "label": "unsupported"},
    )
    texts = [
        [span.of(each.document.text) for span in each.gold] for each in user_set(path).unwrap()
    ]
    assert texts == [["20 litres.\nNobody"], ["20 litres", "a leak"], ["pump"], []]


def test_a_folder_has_a_claims_file_for_each_paper(tmp_path: Path) -> None:
    """Claims in paper.jsonl are about paper.txt; a paper without one is left alone."""
    _set(tmp_path)
    line = {"claim": "It leaks.", "label": "contradicted"}
    (tmp_path / "paper.jsonl").write_text(json.dumps(line), "utf-8")
    (tmp_path / "mine.jsonl").unlink()
    (tmp_path / "other.txt").write_text("Nothing is asked of it.", "utf-8")
    (found,) = user_set(tmp_path).unwrap()
    assert (found.label, found.group) == (Label.CONTRADICTED, "paper.txt")


_SOUND = {"claim": "It leaks.", "document": "paper.txt", "label": "supported"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({**_SOUND, "label": "yes"}, "must have a label"),
        ({**_SOUND, "claim": 3}, "must be an object with a claim"),
        ({**_SOUND, "evidence": "not in it"}, "evidence that stands in the document"),
        ({**_SOUND, "evidence": [40, 900]}, "evidence that stands in the document"),
        ({**_SOUND, "document": ""}, "must name a document"),
        ([], "must be an object with a claim"),
    ],
)
def test_a_line_that_is_wrong_is_named(tmp_path: Path, line: object, said: str) -> None:
    """The error tells the line and what it must be."""
    error = user_set(_set(tmp_path, _SOUND, line)).failure()
    assert isinstance(error, InvalidInput)
    assert "line 2" in str(error)
    assert said in str(error)


def test_a_missing_document_is_an_error(tmp_path: Path) -> None:
    """A set is not measured in part."""
    path = _set(tmp_path, {**_SOUND, "document": "gone.pdf"})
    assert isinstance(user_set(path).failure(), UnreadableDocument)


def test_a_set_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    """An unknown name, a missing split, and a missing data folder are told apart."""
    unknown = load_sets("nothing", tmp_path, "train").failure()
    assert isinstance(unknown, InvalidInput)
    assert NAMES[0] in str(unknown)
    assert "--data" in str(load_sets("scifact", None, "train").failure())
    assert isinstance(load_sets("scifact", tmp_path, "train").failure(), StorageFault)
    assert isinstance(load_sets("", tmp_path, "train").failure(), InvalidInput)
