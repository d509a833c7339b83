"""Which papers of a library lead to which."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.library.shelves import STORES, put, shelf
from tests.strategies import hostile_text
from vera.core.chunk import ChunkConfig
from vera.core.document import Document
from vera.core.errors import InvalidInput
from vera.core.result import Success
from vera.core.settings import Settings
from vera.verification.ingestion.identifiers import title_key
from vera.verification.library.citing import Link, Named, Sort, leads_to, links_of

if TYPE_CHECKING:
    from pathlib import Path

    from vera.verification.library import Library, Links

pytestmark = STORES

_TITLE = "How honey bees sleep and what wakes them"
_STYLES = {
    "ACL": f"A. Lee and B. Kim. 2001. {_TITLE}. In Proceedings of the Hive, pages 1-9.",
    "APA": f"Lee, A., & Kim, B. (2001). {_TITLE}. Journal of Bees, 3(1), 1-9.",
    "IEEE": f"[3] A. Lee and B. Kim, “{_TITLE},” J. Bees, vol. 3, pp. 1–9, 2001.",
    "Vancouver": f"3. Lee A, Kim B. {_TITLE}. J Bees. 2001;3:1-9.",
    "BMC": f"Lee A, Kim B: {_TITLE}. J Bees 2001, 3:1-9.",
    "Elsevier": f"A. Lee, B. Kim, {_TITLE}, J. Bees 3 (2001) 1-9.",
    "Springer": f"Lee A, Kim B (2001) {_TITLE}. J Bees 3:1–9",
    "broken lines": "A. Lee. 2001. How honey bees sleep and what wa- kes them. J Bees.",
    "in capitals": f"LEE, A. 2001. {_TITLE.upper()}. JOURNAL OF BEES.",
}
_PAPER = Named(_TITLE, ("lee", "kim"), 2001)


@pytest.mark.parametrize("entry", _STYLES.values(), ids=_STYLES)
def test_a_title_is_found_in_an_entry_of_any_style(entry: str) -> None:
    """The entry means the paper, and is looked up by what the title begins with."""
    link = Link(Sort.REFERENCE, entry)
    assert link.means(_PAPER)
    assert ("title", title_key(_TITLE)[:16]) in link.keys


@pytest.mark.parametrize(
    "entry",
    [
        f"A. Lee. 2001. {_TITLE} at night. J Bees.",
        f"A. Lee. 2001. On {_TITLE}. J Bees.",
        f"C. Roe. 2001. {_TITLE}. J Bees.",
        f"A. Lee. 1987. {_TITLE}. J Bees.",
        "A. Lee. 2001. How honey bees sleep. J Bees.",
    ],
    ids=["longer", "begun before", "others wrote it", "another year", "shorter"],
)
def test_another_title_author_or_year_is_another_paper(entry: str) -> None:
    """What only resembles the paper does not mean it."""
    assert not Link(Sort.REFERENCE, entry).means(_PAPER)


def test_a_short_title_needs_an_author() -> None:
    """Where nobody is known to have written it, a title of few letters means nothing."""
    entry = Link(Sort.REFERENCE, "A. Lee. 2001. Sleep of honey bees. J Bees.")
    assert entry.means(Named("Sleep of honey bees", ("lee",)))
    assert not entry.means(Named("Sleep of honey bees"))


@given(hostile_text, hostile_text)
def test_any_entry_can_be_looked_up(entry: str, title: str) -> None:
    """No text is an error, and each key of a title stands in the entry."""
    link = Link(Sort.REFERENCE, entry)
    letters = "".join(map(title_key, entry))
    assert all(key in letters for field, key in link.keys if field == "title")
    assert not link.means(Named(title, ("nobody who is in it",)))
    assert all(it.text for it in links_of(Document(entry, "n.md", "", "text/markdown")))


_PARTS = st.lists(st.sampled_from(["bees", "Night life", "v1.2"]), min_size=1, max_size=3)


@given(_PARTS, _PARTS)
def test_a_wikilink_means_a_file_by_its_name(target: list[str], path: list[str]) -> None:
    """A file is meant by the end of its path, with the suffix or without, in any capitals."""
    fits = path[len(path) - len(target) :] == target if len(target) <= len(path) else False
    for written in ("/".join(target), "/".join(target).upper(), "/".join(target) + ".md"):
        assert leads_to(written, f"/{'/'.join(path)}.md") is fits
    assert not leads_to("/".join(target) + ".md", f"/{'/'.join(path)}.txt")


def _write(folder: Path) -> None:
    """Two papers with references, one that they cite, and notes about them."""
    folder.mkdir()
    bees = f"# {_TITLE}\n\nWorkers rest at night.\n"
    cites = "# A survey of insects at night\n\nMany insects rest.\n\n## References\n\n"
    put(folder / "bees.md", bees)
    put(folder / "survey.md", f"{cites}- A. Lee. 2001. {_TITLE}. J Bees.\n- B. Roe. 1990. Lost.\n")
    put(folder / "note.md", "---\naliases: [Night life]\n---\nSee [[bees]] and [[Nothing]].\n")
    put(folder / "index.md", "Read the [[night life]] and [[survey.md|that survey]].\n")


def _of(library: Library, name: str) -> Links:
    (found,) = library.links(f"papers/{name}").unwrap()
    return found


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """A library of four documents that lead to each other."""
    monkeypatch.chdir(tmp_path)
    _write(tmp_path / "papers")
    made = shelf()
    made.add(["papers"]).unwrap()
    return made


def test_links_lead_both_ways(library: Library) -> None:
    """A reference means a paper by its title, a wikilink a file or an alias; the rest is told."""
    bees, survey, note = _of(library, "bees.md"), _of(library, "survey.md"), _of(library, "note.md")
    assert [(it.paper, it.sort) for it in bees.cited_by] == [
        ("papers/note.md", Sort.NOTE),
        ("papers/survey.md", Sort.REFERENCE),
    ]
    assert [it.paper for it in survey.cites] == ["papers/bees.md"]
    assert survey.cites[0].text == f"A. Lee. 2001. {_TITLE}. J Bees."
    assert [text for _, text in survey.unresolved] == ["B. Roe. 1990. Lost."]
    assert note.unresolved == ((Sort.NOTE, "Nothing"),)
    assert [it.paper for it in _of(library, "index.md").cites] == [
        "papers/note.md",
        "papers/survey.md",
    ]
    assert len(library.links().unwrap()) == 4
    assert isinstance(library.links("papers/none.md").failure(), InvalidInput)


def test_a_paper_that_comes_later_is_meant_and_one_that_goes_is_not(
    library: Library, tmp_path: Path
) -> None:
    """What earlier papers cite is resolved when it comes, and not any more when it is removed."""
    library.remove(["papers/bees.md"]).unwrap()
    assert _of(library, "survey.md").cites == ()
    assert len(_of(library, "survey.md").unresolved) == 2
    put(tmp_path / "papers" / "Nothing.txt", "There is nothing here.")
    library.add(["papers"]).unwrap()
    assert [it.paper for it in _of(library, "survey.md").cites] == ["papers/bees.md"]
    assert [it.paper for it in _of(library, "note.md").cites] == [
        "papers/bees.md",
        "papers/Nothing.txt",
    ]
    assert library.check().unwrap() == ()


def test_nothing_is_guessed_where_two_papers_fit(library: Library, tmp_path: Path) -> None:
    """A second paper of the same title, or a file of the same name, makes a link mean none."""
    (tmp_path / "papers" / "old").mkdir()
    put(tmp_path / "papers" / "old" / "bees.md", f"# {_TITLE}\n\nAn earlier draft.\n")
    library.add(["papers"]).unwrap()
    assert _of(library, "survey.md").cites == ()
    assert _of(library, "note.md").cites == ()
    put(tmp_path / "papers" / "folders.md", "See [[old/bees]].\n")
    library.add(["papers"]).unwrap()
    assert [it.paper for it in _of(library, "folders.md").cites] == ["papers/old/bees.md"]


def test_identifiers_go_before_titles(library: Library, tmp_path: Path) -> None:
    """An entry with a DOI means the paper with that DOI, whatever it is called in it."""
    named = "# Sleep\n\nhttps://doi.org/10.1000/Bees.7\n\nWorkers rest.\n"
    put(tmp_path / "papers" / "doi.md", named)
    entry = (
        f"# On rest\n\nBees rest.\n\n## References\n\n- Lee 2001. {_TITLE}. doi:10.1000/bees.7.\n"
    )
    put(tmp_path / "papers" / "rest.md", entry)
    library.add(["papers"]).unwrap()
    assert [it.paper for it in _of(library, "rest.md").cites] == ["papers/doi.md"]


def test_a_library_of_an_older_version_is_looked_through(library: Library, tmp_path: Path) -> None:
    """What was added before links were kept is found at the next add, and nothing is read."""
    for table in ("link", "link_key", "linked", "stem"):
        forget = f"DELETE FROM {table}"  # noqa: S608 - ours
        library._database.write("forget", lambda it: Success(it.execute(forget).rowcount)).unwrap()  # noqa: B023
    library.close()
    again = shelf()
    assert _of(again, "survey.md").cites == ()
    (tmp_path / "papers" / "survey.md").unlink()
    again.add([]).unwrap()
    assert [it.paper for it in _of(again, "survey.md").cites] == ["papers/bees.md"]
    assert [it.paper for it in _of(again, "note.md").cites] == ["papers/bees.md"]
    assert again.check().unwrap() == ()


def test_links_stay_when_papers_are_made_anew(library: Library) -> None:
    """With another chunker each paper leads where it led."""
    before = library.links().unwrap()
    library.close()
    anew = shelf(settings=Settings(chunk=ChunkConfig(target=40, overlap=0, minimum=10, maximum=80)))
    assert anew.add([]).unwrap().remade == 4
    assert anew.links().unwrap() == before
    assert anew.check().unwrap() == ()
