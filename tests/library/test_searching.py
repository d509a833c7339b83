"""What a library finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings

from tests.fakes import FakeEmbedder
from tests.library.shelves import STORES, TEXTS, put, shelf
from tests.strategies import hostile_text
from vera.core.errors import InvalidInput
from vera.core.ports import Role
from vera.verification.language.words import content, words

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = STORES


def test_both_signals_are_told(papers: Path) -> None:
    """Each chunk has the rank and score that its meaning and its words gave it."""
    library = shelf()
    library.add([papers])
    hits = library.search("Do moths hear the calls of bats?").unwrap()
    assert hits[0].paper == "papers/moths.txt"
    assert [(it.name, it.rank) for it in hits[0].signals] == [("meaning", 1), ("words", 1)]
    query = FakeEmbedder().embed(["Do moths hear the calls of bats?"], Role.QUERY).unwrap()
    rows = FakeEmbedder().embed([hits[0].text], Role.PASSAGE).unwrap()
    assert abs(hits[0].signals[0].score - float(query[0] @ rows[0])) < 0.1
    assert [it.name for hit in hits[1:] for it in hit.signals if it.name == "words"] == []
    assert len(library.search("Do moths hear the calls of bats?", 2).unwrap()) == 2


def test_words_are_found_by_their_stems(papers: Path) -> None:
    """Query and text meet in other forms of a word, in any case, and in exact numbers."""
    put(papers / "gnats.txt", "The naïve gnat’s larvæ weighed 3.5 mg, not 35 mg.")
    library = shelf()
    library.add([papers])
    for query in ("Building", "WEIGHING", "naive gnats", "3.5"):
        ranked = [hit for hit in library.search(query, 9).unwrap() if len(hit.signals) == 2]
        assert ranked, query
        for hit in ranked:
            assert set(content(words(query))) & set(content(words(hit.text)))
    found = library.search("3.5", 9).unwrap()
    assert [hit.paper for hit in found if len(hit.signals) == 2] == ["papers/gnats.txt"]
    assert not any(len(hit.signals) == 2 for hit in library.search("5", 9).unwrap())


def test_titles_tags_and_aliases_are_searched(papers: Path) -> None:
    """A note is found by what it is called, though its text does not say so."""
    (papers / "note.md").write_text(
        "---\ntitle: Apiculture\ntags: [husbandry]\naliases: [Keeping hives]\n---\n"
        "Smoke calms the workers.\n"
    )
    library = shelf()
    library.add([papers])
    for query in ("apiculture", "husbandry", "keeping hives"):
        hits = library.search(query, 9).unwrap()
        found = [
            hit.paper
            for hit in hits
            if any(it.name == "words" and it.rank == 1 for it in hit.signals)
        ]
        assert found == ["papers/note.md"], query


def test_a_blank_search_is_refused(papers: Path) -> None:
    """Nothing, and more than the model reads, are errors that say so."""
    library = shelf()
    library.add([papers])
    assert isinstance(library.search("  ").failure(), InvalidInput)
    assert "cannot be embedded whole" in str(library.search("bee " * 300).failure())


@given(text=hostile_text)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_can_be_searched_for(papers: Path, text: str) -> None:
    """No quote, operator or odd character in a search is an error of the store."""
    library = shelf()
    library.add([papers])
    assert len(library.search(f"bees {text}"[:200], 3).unwrap()) == 3


def test_another_process_is_seen(papers: Path) -> None:
    """What another connection adds and removes is found, and is not, at the next search."""
    first, second = shelf(), shelf()
    first.add([papers])
    assert len(first.search("workers", 9).unwrap()) == len(TEXTS)
    put(papers / "owls.txt", "Owls hunt voles.")
    second.add([papers])
    assert first.search("owls hunt voles", 1).unwrap()[0].paper == "papers/owls.txt"
    second.remove(["papers/owls.txt"])
    assert len(first.search("workers", 9).unwrap()) == len(TEXTS)
