"""Bibliographies tell of the papers of a library, and of no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from tests.fakes import FakeEmbedder
from tests.library.shelves import STORES, put, shelf
from vera.core.errors import InvalidInput
from vera.core.result import Success
from vera.core.settings import Settings
from vera.verification.library.manifest import Manifest
from vera.verification.library.metadata import Source

if TYPE_CHECKING:
    from pathlib import Path

    from vera.verification.library import Library
    from vera.verification.library.metadata import Metadata

pytestmark = STORES

_BEES = """---
title: How bees sleep in the dark of their hive
authors: Ada Smith
year: 2019
doi: 10.1000/bees
---

Bees sleep at night.
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A note that names itself, and a text that does not, in the current folder."""
    monkeypatch.chdir(tmp_path)
    papers = tmp_path / "papers"
    papers.mkdir()
    put(papers / "bees.md", _BEES)
    put(papers / "wasps.txt", "Wasps build nests of paper.")
    return papers


def _known(library: Library, name: str) -> Metadata:
    return next(it for it in library.papers().unwrap() if it.name == f"papers/{name}").metadata


def _bib(folder: Path, *entries: str, name: str = "refs.bib") -> Path:
    return put(folder / name, "\n".join(f"@article{{{entry}}}" for entry in entries))


@pytest.mark.parametrize(
    "entry",
    [
        "k, doi = {https://doi.org/10.1000/BEES}, title = {{Bees}}, year = 2020",
        "k, title = {How Bees Sleep in the Dark of Their Hive}, author = {Smith, A.}, year = 2020",
        "k, title = {Bees}, year = 2020, file = {:papers/bees.md:md}",
        "k, title = {Bees}, year = 2020, file = {Full Text:/home/o/papers/bees.md:text/plain}",
        "k, title = {Bees}, author = {Smith, Ada}, year = 2020, file = {/elsewhere/bees.md}",
    ],
)
def test_an_entry_is_matched(folder: Path, entry: str) -> None:
    """By its DOI, by title, author and year, by its file; and then it says more than the page."""
    library = shelf()
    library.add([_bib(folder.parent, entry), folder])
    found = _known(library, "bees.md")
    assert (found.year, found.one("key")) == (2020, "k")
    told = found.said_by("year")
    assert told is not None
    assert (told.source, told.origin) == (Source.BIBLIOGRAPHY, "refs.bib: k")
    assert [it.value for it in found.facts if it.field == "year" and not it.used] == ["2019"]
    assert _known(library, "wasps.txt").one("key") == ""


@pytest.mark.parametrize(
    "entry",
    [
        "k, title = {How bees sleep in the dark of their hive}, author = {Lee, K.}, year = 2019",
        "k, title = {How bees sleep in the dark of their hive}, author = {Smith, A.}, year = 2012",
        "k, title = {How bees sleep in the dark of their hive}, year = 2019, doi = {10.1000/other}",
        "k, title = {Bees}, year = 2019, file = {/elsewhere/bees.md}",
        "k, title = {Bees}, doi = {10.1000/other}",
        "k, author = {Smith, Ada}, year = 2019",
    ],
)
def test_an_entry_that_may_be_of_another_paper_is_told_and_not_taken(
    folder: Path, entry: str
) -> None:
    """Another author, year or DOI, or nothing but the name of the file."""
    library = shelf()
    added = library.add([folder], bibliographies=[_bib(folder.parent, entry)]).unwrap()
    assert added.unmatched == {"refs.bib": ["k"]}
    assert _known(library, "bees.md").one("key") == ""


def test_entries_that_disagree_are_told_and_none_is_taken(folder: Path) -> None:
    """Two that fit a paper and say different things; two that say the same are both its keys."""
    one, other = "a, doi = {10.1000/bees}, year = 2010", "b, doi = {10.1000/bees}, year = 2020"
    library = shelf()
    added = library.add([folder, _bib(folder, one, other)]).unwrap()
    where = "papers/refs.bib: a and papers/refs.bib: b"
    assert added.notes == [f"papers/bees.md: {where} both fit, and differ; neither is taken"]
    assert _known(library, "bees.md").year == 2019
    library.add([_bib(folder, one, other.replace("2020", "2010"))])
    assert _known(library, "bees.md").all("key") == ("a", "b")
    assert _known(library, "bees.md").year == 2010


def test_a_bibliography_may_come_before_or_after_the_papers(folder: Path) -> None:
    """Whichever is added last, and whatever is made anew, an entry stays with its paper."""
    bib = _bib(folder.parent, "k, doi = {10.1000/bees}, year = 2020")
    library = shelf()
    library.add([folder])
    assert _known(library, "bees.md").year == 2019
    library.add([bib])
    assert _known(library, "bees.md").year == 2020
    library.remove([folder])
    library.add([folder])
    assert _known(library, "bees.md").year == 2020
    library.close()
    again = shelf(embedder=FakeEmbedder(32))
    assert again.add([folder]).unwrap().remade == 2
    assert _known(again, "bees.md").year == 2020
    assert again.check().unwrap() == ()


def test_a_bibliography_that_changes_or_goes_is_followed(folder: Path) -> None:
    """What it says no more is not said any more; removed, it is forgotten."""
    library = shelf()
    bib = _bib(folder, "k, doi = {10.1000/bees}, year = 2020", "l, title = {Of no paper here}")
    added = library.add([folder]).unwrap()
    assert added.unmatched == {"papers/refs.bib": ["l"]}
    _bib(folder, "m, doi = {10.1000/bees}, year = 2021")
    library.add([folder])
    assert _known(library, "bees.md").year == 2021
    assert library.remove([bib]).unwrap() == ("papers/refs.bib",)
    assert _known(library, "bees.md").year == 2019
    assert isinstance(library.remove([bib]).failure(), InvalidInput)


def test_a_bibliography_that_cannot_be_read_is_named(folder: Path) -> None:
    """The papers go in, and what it said before stays."""
    library = shelf()
    bib = _bib(folder, "k, doi = {10.1000/bees}, year = 2020")
    library.add([folder])
    put(bib, "@article{")
    added = library.add([folder], bibliographies=["nowhere.bib"]).unwrap()
    assert [it.source.rpartition("/")[2] for it in added.unread] == ["nowhere.bib", "refs.bib"]
    assert _known(library, "bees.md").year == 2020


def test_a_bibliography_of_cited_works_is_passed_over(folder: Path) -> None:
    """One that is found beside a paper and describes none is told of where it is named alone."""
    bib = _bib(folder, "k, title = {Works that are cited}, year = 1999")
    library = shelf()
    assert library.add([folder]).unwrap().unmatched == {}
    assert library.add([bib]).unwrap().unmatched == {"papers/refs.bib": ["k"]}


def test_json_in_a_folder_is_read_by_what_it_is(folder: Path) -> None:
    """References and chats are taken; other JSON is no paper, unless it is named itself."""
    csl = '[{"id": "z", "type": "book", "DOI": "10.1000/bees", "issued": {"raw": "2018"}}]'
    put(folder / "refs.json", csl)
    put(folder / "chat.json", '{"messages": [{"author": "Kim", "text": "The hive is full."}]}')
    other = put(folder / "package.json", '{"name": "a-package", "version": "1.0.0"}')
    library = shelf()
    added = library.add([folder]).unwrap()
    assert (sorted(added.added)[1], added.unread) == ("papers/chat.json", [])
    assert _known(library, "bees.md").year == 2018
    assert [it.fault.name for it in library.add([other]).unwrap().unread] == ["UNSUPPORTED"]
    assert library.add([folder]).unwrap().unchanged == 3


_RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:link="http://purl.org/rss/1.0/modules/link/">
<rdf:Description rdf:about="#item_1"><z:itemType>preprint</z:itemType><dc:date>2018</dc:date>
 <dc:title>Paper wasps</dc:title><link:link rdf:resource="#item_2"/></rdf:Description>
<z:Attachment rdf:about="#item_2"><rdf:resource rdf:resource="{}"/></z:Attachment>
</rdf:RDF>"""


def test_an_attachment_of_zotero_is_matched(folder: Path) -> None:
    """By its path beside the export, though the paper tells nothing of itself."""
    put(folder / "export.rdf", _RDF.format("wasps.txt"))
    put(folder / "other.rdf", '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>')
    library = shelf()
    added = library.add([folder]).unwrap()
    assert (len(added.added), added.unread, added.unmatched) == (2, [], {})
    found = _known(library, "wasps.txt")
    assert (found.title, found.year, found.one("key")) == ("Paper wasps", 2018, "item_1")
    put(folder / "export.rdf", _RDF.format("files/2/wasps.txt"))
    assert library.add([folder]).unwrap().unread == []
    assert _known(library, "wasps.txt").one("key") == ""


def test_the_strictest_sensitivity_counts(folder: Path) -> None:
    """It is kept for each file, also where it has not changed, and holds for all copies."""
    library = shelf()
    library.add([folder])
    assert _known(library, "bees.md").one("sensitivity") == "normal"
    library.add([folder / "bees.md"], sensitivity="private")
    assert _known(library, "bees.md").one("sensitivity") == "private"
    put(folder / "copy.md", _BEES)
    library.add([folder / "copy.md"], sensitivity="personal")
    assert _known(library, "copy.md").one("sensitivity") == "private"
    put(folder / "bees.md", _BEES + "Not all do.", when=1_710_000_000)
    library.add([folder])
    assert _known(library, "bees.md").one("sensitivity") == "private"
    assert isinstance(library.add([folder], sensitivity="secret").failure(), InvalidInput)


def test_a_library_of_an_older_version_is_described_when_it_is_added_to(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its papers are read again, since the older reader did not look for what they say."""
    older = evolve(Manifest.of(FakeEmbedder().info, Settings()), reader=1)
    with monkeypatch.context() as patch:
        patch.setattr(Manifest, "of", lambda _info, _settings: older)
        library = shelf()
        library.add([folder])
        forget = "DELETE FROM about"
        library._database.write("forget", lambda it: Success(it.execute(forget).rowcount)).unwrap()
        assert library.check().unwrap() == ()
        library.close()
    again = shelf()
    assert again.add([folder]).unwrap().remade == 2
    assert [it.name for it in again.papers("doi = 10.1000/bees").unwrap()] == ["papers/bees.md"]
