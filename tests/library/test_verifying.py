"""Claims are asked of the papers of a library."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from tests.fakes import FakeEmbedder, FakeJudge
from tests.library.shelves import Counting, put, shelf, write
from vera import Verifier
from vera.core.errors import StorageFault
from vera.core.result import Success, failed
from vera.core.settings import Aggregate, Settings
from vera.core.verdict import Claim, Status
from vera.verification.library import Library

if TYPE_CHECKING:
    from vera.core.verdict import Verdict

_PAPERS = Path(__file__).parents[2] / "testdata" / "papers"
_CLAIMS = [
    Claim("With pdfplumber only 167 sentences survived."),
    Claim("One epoch at 128 tokens took 53 minutes."),
    Claim("Joining always is right for 440 of 515 hyphens, and every encoder has a limit."),
    Claim("The glacier lost a third of its volume in fifty years."),
    Claim(" "),
]
_NAMED = ["vera/vera.pdf", "plain.txt", "notes.md", "notes.docx", "textbook.md"]


def _verdicts(settings: Settings) -> tuple[list[Verdict], list[Verdict]]:
    verifier = Verifier(settings, embedder="minilm", cache=False)
    named = [paper.unwrap() for paper in verifier.open_all([_PAPERS / it for it in _NAMED])]
    library = Library.open("own", settings, embedder="minilm", cache=False).unwrap()
    of_library = [verdict.unwrap() for verdict in library.verify_all(_CLAIMS)]
    return [verdict.unwrap() for verdict in verifier.verify(named, _CLAIMS)], of_library


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of real papers, made once."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VERA_LIBRARY_DIR", str(folder))
        library = Library.open("own", embedder="minilm", cache=False, create=True).unwrap()
        added = library.add([_PAPERS / name for name in _NAMED]).unwrap()
        assert len(added.added) == len(_NAMED)
        library.close()
    return folder


@pytest.mark.parametrize(
    "settings",
    [Settings(), Settings(rule="cosine", aggregate=Aggregate.MEAN)],
    ids=["calibrated", "cosine"],
)
def test_the_verdict_is_that_of_the_papers_named(
    made: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    """Evidence, places, score, reason, parts and papers are those of the papers when named."""
    monkeypatch.setenv("VERA_LIBRARY_DIR", str(made))
    monkeypatch.chdir("/")
    named, of_library = _verdicts(settings)
    home = str(Path("/"))
    assert [_rooted(verdict, home) for verdict in of_library] == named
    assert {verdict.status for verdict in named} >= {Status.UNSUPPORTED, Status.UNCHECKED}
    assert all(len(verdict.papers) == len(_NAMED) for verdict in of_library[:-1])


def _rooted(verdict: Verdict, home: str) -> Verdict:
    """The verdict with its papers named from the root, as the verifier was given them."""
    told = evolve(
        verdict,
        evidence=tuple(evolve(it, document=home + it.document) for it in verdict.evidence),
        papers=tuple(evolve(it, document=home + it.document) for it in verdict.papers),
        parts=tuple(
            evolve(
                part,
                evidence=tuple(evolve(it, document=home + it.document) for it in part.evidence),
            )
            for part in verdict.parts
        ),
    )
    if told.explanation is None:
        return told
    others = tuple(evolve(it, document=home + it.document) for it in told.explanation.runners_up)
    return evolve(told, explanation=evolve(told.explanation, runners_up=others))


def test_nothing_but_the_claim_is_embedded(papers: Path) -> None:
    """Papers come back with the vectors that they were added with."""
    embedder = Counting()
    shelf(embedder=embedder).add([papers])
    embedded = embedder.count
    library = shelf(embedder=embedder)
    assert library.verify("Bees sleep at night.").unwrap().status is Status.GROUNDED
    assert embedder.count == embedded + 1


def test_each_paper_says_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A verdict tells which papers ground the claim and which do not, not an average."""
    monkeypatch.chdir(tmp_path)
    claim = "A hive holds some thirty thousand workers in summer."
    write(
        tmp_path / "papers",
        {"one": claim, "two": f"So it is. {claim}", "three": "Ants follow trails."},
    )
    library = shelf()
    library.add(["papers"])
    verdict = library.verify(claim).unwrap()
    assert verdict.status is Status.GROUNDED
    said = {paper.document: paper.status for paper in verdict.papers}
    assert said == {
        "papers/one.txt": Status.GROUNDED,
        "papers/two.txt": Status.GROUNDED,
        "papers/three.txt": Status.UNSUPPORTED,
    }


def test_only_the_best_papers_are_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many papers five are asked, that which says the claim among them."""
    monkeypatch.chdir(tmp_path)
    texts = {f"{at}": f"Report {at} is about item {at} and nothing else." for at in range(30)}
    write(tmp_path / "papers", texts | {"bees": "Bees sleep at night."})
    library = shelf()
    library.add(["papers"])
    verdict = library.verify("Bees sleep at night.").unwrap()
    assert len(verdict.papers) == 5
    assert verdict.papers[0].document == "papers/bees.txt"
    assert verdict.status is Status.GROUNDED


def test_papers_can_be_named_beside_a_library(papers: Path) -> None:
    """They are asked, too; one that is in the library is asked once."""
    library = shelf()
    library.add([papers])
    put(papers / "owls.txt", "Owls hunt voles at dusk.")
    named = [library.verifier.open(papers / name).unwrap() for name in ("owls.txt", "bees.txt")]
    (verdict,) = library.verify_all([Claim("Owls hunt voles at dusk.")], named)
    assert verdict.unwrap().status is Status.GROUNDED
    asked = sorted(Path(paper.document).name for paper in verdict.unwrap().papers)
    assert asked == ["ants.txt", "bees.txt", "moths.txt", "owls.txt", "wasps.txt"]


def test_a_judge_is_asked_about_a_library_too(papers: Path) -> None:
    """What it says of an uncertain claim decides, and the papers say so."""
    judge = FakeJudge()
    library = shelf(judge=judge, embedder=FakeEmbedder())
    library.add([papers])
    verdict = library.verify("Bees sleep at night in some hives.").unwrap()
    assert judge.asked
    assert verdict.decided == "fake"
    grounded = [paper for paper in verdict.papers if paper.status is Status.GROUNDED]
    assert bool(grounded) is (verdict.status is Status.GROUNDED)


def test_an_error_in_choosing_ends_the_verdicts(papers: Path) -> None:
    """A library that cannot be read is never "unsupported"."""
    library = shelf()
    library.add([papers])
    library._database.write(
        "damage", lambda it: Success(it.execute("UPDATE document SET record = x'00'").rowcount)
    )
    verdicts = list(library.verify_all([Claim("Bees sleep."), Claim("Ants sleep.")]))
    assert len(verdicts) == 1
    assert failed(verdicts[0])
    assert isinstance(verdicts[0].failure(), StorageFault)
