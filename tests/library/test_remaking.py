"""A library whose embedder, chunker or reader is no longer that of its papers."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes import FakeEmbedder
from tests.library.shelves import STORES, TEXTS, Counting, named, put, shelf
from vera.core.chunk import ChunkConfig, Measure
from vera.core.errors import Distrusted, EmbeddingFault, InvalidInput, ServiceUnavailable
from vera.core.ports import Role
from vera.core.result import Failure, Result, failed
from vera.core.settings import Settings
from vera.verification.library import Library, Manifest, Remaking, Watching
from vera.verification.library.manifest import Remake

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from vera.core.errors import Error
    from vera.core.ports import Matrix

pytestmark = STORES

_SMALL = Settings(chunk=ChunkConfig(30, 0.0, 0, 60))
_MANIFEST = Manifest("fake", "f00d", 64, "sentence", ChunkConfig())


class Failing(FakeEmbedder):
    """Embeds so many papers, then gives an error."""

    def __init__(self, error: Error, after: int) -> None:
        super().__init__()
        self.error, self.left = error, after

    def embed(
        self, texts: Sequence[str], role: Role, progress: Callable[[int], None] | None = None
    ) -> Result[Matrix]:
        """As the fake, as long as it does."""
        self.left -= role is Role.PASSAGE
        return Failure(self.error) if self.left < 0 else super().embed(texts, role, progress)


@given(
    st.builds(
        Manifest,
        st.text(),
        st.text(),
        st.integers(1, 9),
        st.text(),
        st.builds(
            ChunkConfig, st.integers(500, 999), st.floats(0, 0.9), measure=st.sampled_from(Measure)
        ),
        st.booleans(),
    )
)
def test_a_manifest_comes_back(made: Manifest) -> None:
    """What is written of a manifest is the manifest."""
    assert Manifest.from_json(made.to_json()) == made
    assert made.remake(made) is Remake.NOTHING


@pytest.mark.parametrize(
    ("wanted", "extent"),
    [
        (evolve(_MANIFEST, chunker="tokens"), Remake.CHUNKS),
        (evolve(_MANIFEST, chunk=ChunkConfig(600)), Remake.CHUNKS),
        (evolve(_MANIFEST, fingerprint="beef", chunker="tokens"), Remake.VECTORS),
        (evolve(_MANIFEST, references=True), Remake.VECTORS),
        (evolve(_MANIFEST, reader=99, fingerprint="beef"), Remake.READING),
    ],
)
def test_no_more_is_made_anew_than_must_be(wanted: Manifest, extent: Remake) -> None:
    """Chunks alone for another chunker, no reading for another embedder, all for another reader."""
    assert _MANIFEST.remake(wanted) is extent


def _told(told: list[Remaking]) -> Watching:
    return Watching(remaking=told.append)


def test_another_chunker_embeds_nothing(papers: Path) -> None:
    """Chunks are made anew from the vectors that are kept, also of files that are gone."""
    embedder, told = Counting(), list[Remaking]()
    shelf(embedder=embedder).add([papers])
    embedded = embedder.count
    (papers / "ants.txt").unlink()
    library = shelf(settings=_SMALL, embedder=embedder)
    added = library.add([papers], watching=_told(told)).unwrap()
    assert (added.remade, embedder.count) == (len(TEXTS), embedded)
    assert [(each.count, each.extent) for each in told] == [(len(TEXTS), Remake.CHUNKS)]
    assert library.condition().unwrap().chunks == 2 * len(TEXTS)
    assert library.search("thirty thousand workers", 1).unwrap()[0].text.startswith("A hive")
    assert library.check().unwrap() == ()


def test_another_embedder_reads_nothing(papers: Path) -> None:
    """The texts that are kept are embedded anew; a search by the old embedder is an error then."""
    shelf().add([papers])
    for path in papers.iterdir():
        path.unlink()
    other, told = Counting(32), list[Remaking]()
    library = shelf(embedder=other)
    added = library.add([papers], watching=_told(told)).unwrap()
    assert (added.remade, len(added.vanished)) == (len(TEXTS), len(TEXTS))
    assert [(each.count, each.extent) for each in told] == [(len(TEXTS), Remake.VECTORS)]
    assert other.count == 2 * len(TEXTS)
    assert library.search("trails of scent", 1).unwrap()[0].paper == "papers/ants.txt"
    refused = shelf().search("trails of scent").failure()
    assert isinstance(refused, EmbeddingFault)


def test_a_search_never_mixes_embedders(papers: Path) -> None:
    """With another embedder than the library's, search and verify say which one to use."""
    shelf().add([papers])
    other = FakeEmbedder(32)
    other.info = evolve(other.info, name="another")
    for refused in (
        shelf(embedder=other).search("bees"),
        shelf(embedder=other).verify("Bees sleep."),
    ):
        assert "the embedder fake" in refused.failure().hint
        assert "made with fake" in str(refused.failure())


def test_another_use_of_references_is_refused(papers: Path) -> None:
    """References are evidence in all papers of a library or in none."""
    shelf().add([papers])
    refused = shelf(settings=Settings(references=True)).verify("Bees sleep.")
    assert isinstance(refused.failure(), InvalidInput)


def test_another_reader_reads_again(papers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What still lies where it lay is read anew; of what does not, the old reading stays."""
    shelf().add([papers])
    (papers / "ants.txt").unlink()
    put(papers / "bees.txt", "Bees never sleep at all.", when=1_710_000_000)
    now = Manifest.of(FakeEmbedder().info, Settings())
    newer = evolve(now, reader=now.reader + 1)
    monkeypatch.setattr(Manifest, "of", lambda _info, _settings: newer)
    told = list[Remaking]()
    library = shelf()
    added = library.add([papers], watching=_told(told)).unwrap()
    assert [(each.count, each.extent) for each in told] == [(len(TEXTS), Remake.READING)]
    assert (added.remade, added.replaced) == (len(TEXTS), ["papers/bees.txt"])
    assert library.condition().unwrap().older == 1
    assert library.check().unwrap() == ()


def test_a_run_that_ends_in_the_middle_changes_nothing(papers: Path) -> None:
    """Until all papers are made anew, those of before are searched; to add again goes on."""
    shelf().add([papers])
    gone = ServiceUnavailable("embed", "fake", "gone")
    other = Failing(gone, 2)
    other.info = evolve(other.info, fingerprint="another")
    assert shelf(embedder=other).add([papers]).failure() == gone
    before = shelf()
    assert before.condition().unwrap().anew == 2
    assert before.search("trails of scent", 9).unwrap()[0].paper == "papers/ants.txt"
    assert len(before.search("trails of scent", 9).unwrap()) == len(TEXTS)
    assert before.check().unwrap() == ()
    other.left = 99
    library = shelf(embedder=other)
    assert library.add([papers]).unwrap().remade == len(TEXTS) - 2
    assert library.condition().unwrap().anew == 0
    assert library.search("trails of scent", 1).unwrap()[0].paper == "papers/ants.txt"
    assert library.check().unwrap() == ()


def test_an_embedder_that_fails_keeps_what_was_added(papers: Path) -> None:
    """Whole papers stay, the error is told, and to add again goes on from there."""
    gone = ServiceUnavailable("embed", "fake", "gone")
    embedder = Failing(gone, 2)
    assert shelf(embedder=embedder).add([papers]).failure() == gone
    library = shelf(embedder=embedder)
    assert library.condition().unwrap().papers == 2
    assert library.check().unwrap() == ()
    embedder.left = 99
    added = library.add([papers]).unwrap()
    assert (len(added.added), added.unchanged) == (len(TEXTS) - 2, 2)


def test_nothing_of_a_distrusted_embedder_stays(papers: Path) -> None:
    """What it embedded in the run is removed again, what was there before is not."""
    embedder = Failing(Distrusted("embed", "fake", "gave what it cannot have computed"), 1)
    shelf(embedder=embedder).add([papers / "bees.txt"]).unwrap()
    embedder.left = 2
    assert failed(shelf(embedder=embedder).add([papers]))
    library = shelf()
    assert [it.name for it in library.papers().unwrap()] == ["papers/bees.txt"]
    assert library.check().unwrap() == ()


def test_the_librarys_embedder_is_the_default(
    papers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where none is asked for, a library has the embedder and chunker that it was made with."""
    monkeypatch.setitem(os.environ, "OLLAMA_HOST", "127.0.0.1:9")
    made = Library.open(
        named("small"), _SMALL, embedder="minilm", cache=False, create=True
    ).unwrap()
    made.add([papers / "bees.txt"]).unwrap()
    again = Library.open(named("small"), cache=False).unwrap()
    assert again.add([papers]).unwrap().remade == 0
    assert again.manifest().unwrap() == made.manifest().unwrap()
    assert again.verifier.settings.chunk == _SMALL.chunk
