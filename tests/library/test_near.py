"""Whether what was found is near what was looked for, or only nearer than all else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.library.shelves import put, shelf
from vera.verification.library import Library
from vera.verification.library.near import Near, near_of
from vera.verification.library.ranking import Ranked, Signal

if TYPE_CHECKING:
    from pathlib import Path


def _ranked(cosine: float | None) -> Ranked:
    words = Signal("words", 1, 2.0)
    meaning = () if cosine is None else (Signal("meaning", 1, cosine),)
    return Ranked(1, 1, 1.0, (words, *meaning))


@pytest.mark.parametrize(
    ("cosine", "said", "answered", "near"),
    [
        (0.5, "Wasps hunt.", True, True),
        (0.4, "Wasps hunt.", True, True),
        (0.3, "Wasps hunt.", True, None),
        (0.3, "Wasps hunt.", False, False),
        (0.3, "A bee that is sleeping.", False, True),
        (0.3, "Bees hunt.", False, False),
        (None, "Bees hunt.", True, None),
        (None, "Bees hunt.", False, False),
        (None, "Bees sleep.", False, True),
    ],
)
def test_near_by_meaning_or_by_every_word(
    cosine: float | None, said: str, answered: bool, near: bool | None
) -> None:
    """What has neither is not where nothing is, and else it is not known."""
    wanted = Near(0.4, frozenset(("bee", "sleep")), answered)
    assert wanted(_ranked(cosine), said) is near


def test_a_text_of_no_words_is_near_by_meaning_alone() -> None:
    """No word of it would be lacking anywhere."""
    made = near_of("minilm", "what is it", [_ranked(0.1)])
    assert made is not None
    assert made(_ranked(0.1), "Bees sleep.") is False


def test_it_is_told_of_the_nearest_of_all_that_was_found() -> None:
    """Also where that is not among those that are shown."""
    found = near_of("minilm", "bees", [_ranked(0.2), _ranked(None), _ranked(0.6)])
    nothing = near_of("minilm", "bees", [_ranked(0.2), _ranked(None)])
    assert found is not None
    assert nothing is not None
    assert found(_ranked(0.2), "Wasps hunt.") is None
    assert nothing(_ranked(None), "Wasps hunt.") is False
    assert near_of("minilm", "bees", [_ranked(None)]) is None
    assert near_of("onnx:a-folder", "bees", [_ranked(0.9)]) is None


def test_a_library_says_what_is_near(papers: Path) -> None:
    """By the packaged embedder: a question on what it has, one on nothing of it, and a name."""
    put(papers / "note.md", "---\ntags: [Xylocopa]\n---\nIt nests in wood.\n")
    opened = Library.open("near", embedder="minilm", create=True)
    library = opened.unwrap()
    library.add([papers])
    near = {
        query: [hit.near for hit in library.search(query, 9).unwrap()]
        for query in ("Do moths hear the calls of bats?", "Who won the football cup?", "xylocopa")
    }
    first, second, third = near.values()
    assert first[0] is True
    assert None in first
    assert set(second) == {False}
    assert third[0] is True


def test_it_is_not_told_of_another_embedder(papers: Path) -> None:
    """Its cosines are of another scale, which was not measured."""
    library = shelf()
    library.add([papers])
    assert {hit.near for hit in library.search("moths").unwrap()} == {None}
