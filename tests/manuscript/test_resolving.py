"""Citations lead to entries, and entries to papers at hand; what does not is told with why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from tests.fakes import FakeEmbedder
from vera.core.errors import InvalidInput, UnreadableDocument
from vera.core.settings import Settings
from vera.core.verdict import Status
from vera.verification.library import Library
from vera.verification.manuscript import reading, resolving, shelves, verifying
from vera.verification.manuscript.citations import Work
from vera.verification.manuscript.references import Reference, References
from vera.verification.verifier import Verifier

if TYPE_CHECKING:
    from pathlib import Path

    from vera.verification.manuscript.reading import Manuscript
    from vera.verification.manuscript.resolving import Resolved

_BIB = r"""
@article{li20, title = {{Sleep} of bees in winter}, author = {Li, Wei and Doe, Ann}, year = 2020}
@article{doe19, title = {Wasps and their n{\'e}sts in towns}, author = {Doe, Ann}, year = 2019,
  doi = {10.1000/wasps}}
@article{roe18, title = {A work that nobody has here}, author = {Roe, Jim}, year = 2018}
@misc{named, title = {Something else}, file = {papers/ants.md}}
@article{broken, title = {No comma} year = 2001}
"""
_PAPERS = {
    "bees.md": "---\ntitle: Sleep of bees in winter\nauthor: Wei Li\n---\nBees sleep at night.\n",
    "wasps.md": "---\ntitle: Of wasps\ndoi: 10.1000/wasps\n---\nWasps build nests.\n",
    "ants.md": "Ants walk in rows.\n",
}
_MAIN = r"""\documentclass{article}
\begin{document}
Bees sleep at night \citep{li20}.
\input{more}
Wasps build nests \citep{doe19, roe18}. Nobody knows why \citep{roe18}.
Ants walk in rows \citep{named}, and so it is \citep{unknown}.
Bees never sleep (but see \citealp{li20}).
\bibliography{refs}
\end{document}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A manuscript of two files, its bibliography, and three papers."""
    (tmp_path / "papers").mkdir()
    for name, text in _PAPERS.items():
        (tmp_path / "papers" / name).write_text(text, "utf-8")
    (tmp_path / "refs.bib").write_text(_BIB, "utf-8")
    (tmp_path / "main.tex").write_text(_MAIN, "utf-8")
    (tmp_path / "more.tex").write_text("Ants run fast \\citep{named}.\n", "utf-8")
    return tmp_path


def _read(path: Path) -> Manuscript:
    return reading.read(path).unwrap()


def _verifier() -> Verifier:
    return Verifier(Settings(rule="cosine"), embedder=FakeEmbedder(), cache=False)


def _resolved(folder: Path) -> Resolved:
    papers, unread = shelves.of_files([str(folder / "papers")], _verifier()).unwrap()
    assert not unread
    return resolving.resolve(_read(folder / "main.tex"), papers)


def test_each_claim_has_the_papers_that_it_cites(folder: Path) -> None:
    """By title, DOI and file; in the manuscript's order, with the file and line of each."""
    found = [
        (it.claim.text, it.claim.line, [paper.name.split("/")[-1] for paper in it.papers])
        for it in _resolved(folder).asked
    ]
    assert found == [
        ("Bees sleep at night.", 3, ["bees.md"]),
        ("Ants run fast.", 1, ["ants.md"]),
        ("Wasps build nests.", 5, ["wasps.md"]),
        ("Nobody knows why.", 5, []),
        ("Ants walk in rows, and so it is.", 6, ["ants.md"]),
    ]


def test_what_is_not_resolved_is_told_with_why(folder: Path) -> None:
    """No entry, no paper; and a contrast is asked of nothing."""
    resolved = _resolved(folder)
    assert {name: why for name, why in resolved.works.items() if why} == {
        "roe18": "no paper at hand is that",
        "unknown": "no entry of the bibliography is that",
    }
    assert [(it.claim.cites, it.why) for it in resolved.aside] == [
        (("li20",), "it is cited for the contrary")
    ]


def test_a_main_file_of_chapters_alone_is_read(folder: Path) -> None:
    """What it takes in is asked; no claim is its own."""
    (folder / "main.tex").write_text(
        "\\documentclass{book}\n\\begin{document}\n\\input{more}\n\\bibliography{refs}\n"
        "\\end{document}\n",
        "utf-8",
    )
    assert [it.said.text for it in _read(folder / "main.tex").claims] == ["Ants run fast."]


def test_a_broken_entry_is_told(folder: Path) -> None:
    """The others are read."""
    (problem,) = _read(folder / "main.tex").problems
    assert "refs.bib" in problem
    assert "line 7" in problem


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ("\\input{main}", "main takes in itself: it is not read there"),
        ("\\input{../secret}", "../secret lies outside the manuscript's folder: it is not read"),
        ("\\input{/etc/hostname}", "/etc/hostname lies outside the manuscript's folder"),
        ("\\input{nowhere}", "nowhere: there is no such file"),
        ("\\bibliography{gone}", "gone: there is no such file"),
    ],
)
def test_what_cannot_be_taken_in_is_told(folder: Path, more: str, problem: str) -> None:
    """A circle, a file of somebody else, one that is not there: the rest is read."""
    (folder / "more.tex").write_text(f"Ants run fast \\citep{{named}}.\n{more}\n", "utf-8")
    manuscript = _read(folder / "main.tex")
    assert any(said.startswith(problem) for said in manuscript.problems)
    assert len(manuscript.claims) == 6


def test_a_link_does_not_lead_out(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A file that is taken in through a link is where the link leads."""
    secret = tmp_path_factory.mktemp("else") / "secret.tex"
    secret.write_text("A secret \\cite{li20}.", "utf-8")
    (folder / "more.tex").unlink()
    (folder / "more.tex").symlink_to(secret)
    manuscript = _read(folder / "main.tex")
    assert "more lies outside the manuscript's folder: it is not read" in manuscript.problems
    assert not any("secret" in it.said.text for it in manuscript.claims)


def test_verdicts_come_in_order_and_name_what_is_lacking(folder: Path) -> None:
    """One paper of two decides; without any the claim is unchecked, never grounded."""
    verdicts = [it.unwrap() for it in verifying.verify(_resolved(folder).asked, _verifier())]
    assert [it.claim.line for it in verdicts] == [3, 1, 5, 5, 6]
    assert verdicts[0].status is Status.GROUNDED
    assert verdicts[0].evidence[0].document.endswith("bees.md")
    assert verdicts[3].status is Status.UNCHECKED
    assert verdicts[3].reason == "roe18 (no paper at hand is that)"
    for verdict in verdicts:
        if verdict.status in {Status.UNSUPPORTED, Status.CONTRADICTED} and verdict.claim.line == 6:
            assert "not asked: unknown (no entry of the bibliography is that)" in verdict.reason


def test_two_papers_that_fit_are_none(folder: Path) -> None:
    """Nothing is guessed; copies of one content are one paper."""
    text = _PAPERS["bees.md"]
    (folder / "papers" / "copy.md").write_text(text, "utf-8")
    assert not _resolved(folder).works["li20"]
    (folder / "papers" / "copy.md").write_text(f"{text}\nMore.\n", "utf-8")
    assert _resolved(folder).works["li20"].startswith("2 papers at hand fit: ")


def test_a_file_called_as_the_key_is_meant_unless_its_title_is_another(folder: Path) -> None:
    """Many people name their papers so."""
    (folder / "papers" / "roe18.md").write_text("Nobody knows.\n", "utf-8")
    assert not _resolved(folder).works["roe18"]
    (folder / "papers" / "roe18.md").write_text("---\ntitle: Of moths\n---\nMoths.\n", "utf-8")
    assert "is called so, but its title is another" in _resolved(folder).works["roe18"]


def test_a_damaged_paper_is_told_and_no_paper(folder: Path) -> None:
    """What cites it is then asked of nothing."""
    (folder / "papers" / "bees.md").unlink()
    (folder / "papers" / "li20.pdf").write_bytes(b"%PDF-1.7 no")
    papers, unread = shelves.of_files([str(folder / "papers")], _verifier()).unwrap()
    assert [type(error) for error in unread] == [UnreadableDocument]
    found = resolving.resolve(_read(folder / "main.tex"), papers)
    assert found.works["li20"] == "no paper at hand is that"


def test_the_papers_of_a_library_are_meant_by_the_same_proof(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are opened from what it keeps, and verdicts are the same."""
    monkeypatch.setenv("VERA_LIBRARY_DIR", str(folder / "libraries"))
    settings = Settings(rule="cosine")
    library = Library.open(
        "insects", settings, embedder=FakeEmbedder(), cache=False, create=True
    ).unwrap()
    library.add([folder / "papers"]).unwrap()
    papers = shelves.of_library(library).unwrap()
    resolved = resolving.resolve(_read(folder / "main.tex"), papers)
    assert resolved.works == _resolved(folder).works
    verdicts = [it.unwrap() for it in verifying.verify(resolved.asked, library.verifier)]
    assert verdicts[0].status is Status.GROUNDED
    assert verdicts[0].evidence[0].document.endswith("bees.md")
    library.close()


def test_a_folder_that_is_not_there_is_the_callers_mistake() -> None:
    """It is no empty shelf."""
    assert isinstance(shelves.of_files(["nowhere"], _verifier()).failure(), InvalidInput)


_LISTED = References(
    (
        Reference("1", "Li, W., Doe, A. Sleep of bees in winter. J. Bees, 2020."),
        Reference("2", "Li, W. Sleep of wasps. 2019a."),
        Reference("3", "Li, W. Sleep of ants. 2019b."),
        Reference("4", "van der Berg, T. Moths. 2011."),
        Reference("5", "Müller, K. and Groß, P. Flies. 2001. Li 2020."),
    )
)


@pytest.mark.parametrize(
    ("work", "key"),
    [
        (Work("1"), "1"),
        (Work("Li 2020", ("Li", "Doe"), "2020"), "1"),
        (Work("Li 2019b", ("Li",), "2019b"), "3"),
        (Work("Berg 2011", ("Berg",), "2011"), "4"),
        (Work("Müller 2001", ("Müller", "Groß"), "2001"), "5"),
        (Work("Li 2019", ("Li",), "2019"), "2 entries of the bibliography fit"),
        (Work("9"), "no entry of the bibliography is that"),
        (Work("Roe 2020", ("Roe",), "2020"), "no entry of the bibliography is that"),
    ],
)
def test_an_entry_is_found_by_number_or_author_and_year(work: Work, key: str) -> None:
    """Where two fit, or none, it is said."""
    found = _LISTED.meant(work)
    assert (found.key if isinstance(found, Reference) else found) == key


def test_entries_without_labels_are_counted() -> None:
    """A list that the word processor numbers has its numbers in no text."""
    bare = References(tuple(evolve(it, key="") for it in _LISTED.entries))
    found = bare.meant(Work("2"))
    assert isinstance(found, Reference)
    assert found.text.startswith("Li, W. Sleep of wasps")
