"""The library call: open a paper once, ask it anything."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

import vera
from tests.fakes import FakeEmbedder
from tests.grounding.asked import calibration
from tests.testdata.files import PAPERS, labelled
from vera import Claim, Paper, Settings, Status, Verifier
from vera.core.errors import (
    InvalidInput,
    ReadFault,
    ServiceUnavailable,
    StorageFault,
    UnreadableDocument,
)
from vera.core.ports import EmbedderInfo, Role
from vera.core.result import Failure, Result, Success, failed
from vera.verification.calibration.files import save
from vera.verification.grounding.score import Judgement
from vera.verification.verifier import BATCH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vera.core.ports import Matrix
    from vera.core.verdict import Verdict
    from vera.verification.retrieval.question import Question


_BEES = "Bees sleep at night. A hive can hold some thirty thousand workers in summer."
_TRUE = "A hive can hold some thirty thousand workers in summer."
_FALSE = "A hive can hold some fifty thousand workers in summer."


class _Unavailable(FakeEmbedder):
    """Serves passages, then no claim."""

    def embed(
        self, texts: Sequence[str], role: Role, progress: Callable[[int], None] | None = None
    ) -> Result[Matrix]:
        if role is Role.QUERY:
            return Failure(ServiceUnavailable("embed", "fake", "gone"))
        return super().embed(texts, role, progress)


@pytest.fixture(scope="module", autouse=True)
def calibrations(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of the user's own calibrations: none of this machine's counts here."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("calibrations")
        patch.setenv("VERA_CALIBRATION_DIR", str(folder))
        yield folder


@pytest.fixture(scope="module")
def paper() -> Paper:
    """The project's own paper, embedded by the model that a user has."""
    return Verifier(embedder="minilm", cache=False).open(PAPERS["vera"]).unwrap()


def test_verbatim_claims_are_grounded_where_they_stand(paper: Paper) -> None:
    """A sentence of the paper is grounded, and its evidence is that sentence on its page."""
    verbatim = [label for label in labelled("vera") if label.kind == "verbatim"]
    assert len(verbatim) >= 8
    for label in verbatim:
        verdict = paper.verify(label.claim).unwrap()
        assert verdict.status is Status.GROUNDED, label.claim
        best = verdict.evidence[0]
        assert label.page in best.pages
        assert label.quote
        assert best.boxes
        assert best.text == best.span.of(paper.document.text)
        kept = "".join(filter(str.isalnum, best.text))
        assert "".join(filter(str.isalnum, label.quote)) in kept


def test_a_changed_number_is_contradicted(paper: Paper) -> None:
    """The model that a user has comes with a calibration, so that conflicts count."""
    false = [label for label in labelled("vera") if label.kind == "number"]
    verdicts = [paper.verify(label.claim).unwrap() for label in false]
    denied = [verdict for verdict in verdicts if verdict.status is Status.CONTRADICTED]
    assert len(denied) >= len(false) / 2
    for verdict in denied:
        assert verdict.calibrated
        for conflict in verdict.conflicts:
            assert conflict.pages
            assert str(conflict) in verdict.reason


def test_claims_about_something_else_are_unsupported(paper: Paper) -> None:
    """What the paper does not speak of is unsupported, and the nearest passage is shown."""
    others = [label for label in labelled("vera") if label.kind == "other"]
    assert len(others) >= 6
    for label in others:
        verdict = paper.verify(label.claim).unwrap()
        assert verdict.status is Status.UNSUPPORTED, label.claim
        assert verdict.evidence


def _verdict(claim: str, folder: Path, **chosen: Any) -> Verdict:
    """The verdict on a claim about a small paper by the words that it shares."""
    path = folder / "bees.txt"
    path.write_text(_BEES, "utf-8")
    verifier = Verifier(Settings(**chosen), embedder=FakeEmbedder(), cache=False)
    return verifier.open(path).unwrap().verify(claim).unwrap()


def test_without_a_calibration_the_cosine_decides(tmp_path: Path) -> None:
    """An embedder that has none is judged as before, and the verdict says so."""
    bare = _verdict(_FALSE, tmp_path)
    assert (bare.status, bare.calibrated, bare.decided) == (Status.GROUNDED, False, "cosine")
    assert (bare.conflicts, bare.parts, bare.explanation) == ((), (), None)
    chosen = _verdict(_FALSE, tmp_path, rule="cosine")
    assert chosen == evolve(bare, settings=chosen.settings)


def test_a_calibration_decides_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user's calibration for an embedder makes scores probabilities and conflicts count."""
    monkeypatch.setenv("VERA_CALIBRATION_DIR", str(tmp_path))
    assert not failed(save(calibration()))
    true, false = _verdict(_TRUE, tmp_path), _verdict(_FALSE, tmp_path)
    assert (true.status, true.calibrated, true.decided) == (Status.GROUNDED, True, "calibration")
    assert false.status is Status.CONTRADICTED
    (conflict,) = false.conflicts
    assert (conflict.code, conflict.span.of(_BEES)) == ("number", conflict.paper)
    assert false.explanation is not None
    assert _verdict(_FALSE, tmp_path, rule="cosine").status is Status.GROUNDED


def test_a_claim_of_parts_has_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part is embedded and judged by itself, and one that fails fails the claim."""
    monkeypatch.setenv("VERA_CALIBRATION_DIR", str(tmp_path))
    assert not failed(save(calibration()))
    verdict = _verdict(f"Bees can sleep at night; {_FALSE}", tmp_path)
    assert [part.status for part in verdict.parts] == [Status.GROUNDED, Status.CONTRADICTED]
    assert verdict.status is Status.CONTRADICTED


def test_a_damaged_calibration_is_an_error_before_any_paper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for a paper to be embedded to learn it; the bare rule does not look."""
    monkeypatch.setenv("VERA_CALIBRATION_DIR", str(tmp_path))
    (tmp_path / "fake.json").write_text("{}", "utf-8")
    verifier = Verifier(embedder=FakeEmbedder(), cache=False)
    assert isinstance(verifier.embedder().failure(), StorageFault)
    assert isinstance(verifier.open(PAPERS["plain"]).failure(), StorageFault)
    bare = Verifier(Settings(rule="cosine"), embedder=FakeEmbedder(), cache=False)
    assert not failed(bare.embedder())


def test_the_rule_is_chosen_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A calibration that appears while a verifier works does not change what it says."""
    monkeypatch.setenv("VERA_CALIBRATION_DIR", str(tmp_path / "calibrations"))
    path = tmp_path / "bees.txt"
    path.write_text(_BEES, "utf-8")
    paper = Verifier(embedder=FakeEmbedder(), cache=False).open(path).unwrap()
    before = paper.verify(_FALSE).unwrap()
    assert not failed(save(calibration()))
    assert paper.verify(_FALSE).unwrap() == before


def test_a_rule_of_ones_own(tmp_path: Path) -> None:
    """A rule that is given judges instead; it is asked with the claim, its parts and the paper."""

    def never(question: Question, settings: Settings) -> Result[Judgement]:
        parts = len(question.parts)
        said = f"{parts} parts"
        return Success(Judgement(Status.UNSUPPORTED, -settings.threshold, said, decided="me"))

    path = tmp_path / "bees.txt"
    path.write_text(_BEES, "utf-8")
    paper = Verifier(embedder=FakeEmbedder(), cache=False, rule=never).open(path).unwrap()
    verdict = paper.verify("Bees can sleep at night, and a hive can hold workers.").unwrap()
    assert (verdict.status, verdict.score, verdict.decided) == (Status.UNSUPPORTED, -0.7, "me")
    assert verdict.reason == "2 parts"


def test_threads_may_share_a_paper(paper: Paper) -> None:
    """The verdicts of many threads are those of one."""
    claims = [label.claim for label in labelled("vera")][::3]
    assert len(claims) > 2 * 8
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(paper.verify, claims))
    assert [each.unwrap() for each in together] == [paper.verify(it).unwrap() for it in claims]


def test_a_claim_alone_is_judged_as_in_a_batch() -> None:
    """The company of a claim does not change its verdict."""
    verifier = Verifier(embedder=FakeEmbedder(), cache=False)
    paper = verifier.open(PAPERS["plain"]).unwrap()
    claims = [Claim(label.claim) for label in labelled("vera")] * 10
    assert len(claims) > BATCH
    together = [verdict.unwrap() for verdict in verifier.verify([paper], claims)]
    assert together == [paper.verify(claim).unwrap() for claim in claims]


def test_claims_are_taken_in_batches() -> None:
    """Claims are read as verdicts are asked for, so that any number of them fits."""
    taken = 0

    def endless() -> Iterator[Claim]:
        nonlocal taken
        while True:
            taken += 1
            yield Claim(f"claim {taken}")

    verifier = Verifier(embedder=FakeEmbedder(), cache=False)
    paper = verifier.open(PAPERS["plain"]).unwrap()
    verdicts = verifier.verify([paper], endless())
    assert next(verdicts).unwrap().claim.text == "claim 1"
    assert taken == BATCH


@pytest.mark.parametrize("claim", ["", "  \n", "\u200b"])
def test_a_blank_claim_is_unchecked(paper: Paper, claim: str) -> None:
    """Nothing is grounded by default."""
    verdict = paper.verify(claim).unwrap()
    assert verdict.status is Status.UNCHECKED
    assert verdict.score is None
    assert verdict.reason == "the claim is blank"


def test_an_embedder_that_fails_is_an_error() -> None:
    """A claim that could not be embedded has no verdict, and the error says why."""
    verifier = Verifier(embedder=_Unavailable(), cache=False)
    paper = verifier.open(PAPERS["plain"]).unwrap()
    assert isinstance(paper.verify("a claim").failure(), ServiceUnavailable)
    results = list(verifier.verify([paper], [Claim("a claim"), Claim("another claim")]))
    assert [failed(result) for result in results] == [True]


def test_a_paper_that_is_missing_is_an_error() -> None:
    """The file is looked at before any embedder is loaded."""
    error = Verifier(embedder="no such embedder").open("nowhere.pdf").failure()
    assert isinstance(error, UnreadableDocument)
    assert error.fault is ReadFault.MISSING


def test_several_papers_are_opened_in_order() -> None:
    """Papers come in the order in which they were asked for, errors in their places."""
    verifier = Verifier(embedder=FakeEmbedder(), cache=False)
    paths: list[str | Path] = [PAPERS["plain"], "nowhere.pdf", PAPERS["notes"], PAPERS["vera"]]
    told: list[str] = []

    def progress(name: str) -> Callable[[int, int], None]:
        return lambda done, total: told.append(name) if done == total else None

    opened = list(verifier.open_all(paths, progress=progress))
    sources = [None if failed(result) else result.unwrap().document.source for result in opened]
    assert sources == [str(paths[0]), None, str(paths[2]), str(paths[3])]
    assert told == [str(paths[0]), str(paths[2]), str(paths[3])]


def test_an_unknown_embedder_is_an_error() -> None:
    """The error lists what there is."""
    error = Verifier(embedder="word2vec").embedder().failure()
    assert isinstance(error, InvalidInput)
    assert "minilm" in str(error)


def test_the_embedder_is_named(paper: Paper) -> None:
    """Each verdict names what it was made with."""
    verdict = paper.verify("Pooling.").unwrap()
    assert verdict.embedder == "minilm"
    assert verdict.settings == Settings()
    info = Verifier(embedder=FakeEmbedder(), cache=False).embedder().unwrap()
    assert isinstance(info, EmbedderInfo)


def test_settings_reach_the_chunks() -> None:
    """Smaller chunks are more chunks."""
    settings = Settings.create(chunk_size=400, overlap=0).unwrap()
    small = Verifier(settings, embedder=FakeEmbedder(), cache=False)
    large = Verifier(embedder=FakeEmbedder(), cache=False)
    path = PAPERS["plain"]
    assert len(small.open(path).unwrap().chunks) > len(large.open(path).unwrap().chunks)


def test_no_socket_is_opened_with_minilm(tmp_path: Path) -> None:
    """With the embedded model nothing is contacted: the audit hook sees no socket event.

    The only other program that is started is the interpreter that reads the PDF.
    """
    (tmp_path / "claims.txt").write_text("Pooling costs nothing.\n", "utf-8")
    arguments = ["claims.txt", str(PAPERS["vera"]), "--embedder", "minilm", "--no-cache"]
    code = (
        "import sys\n"
        "def audit(event, arguments):\n"
        "    reader = [sys.executable, '-I', '-S']\n"
        "    started = event == 'subprocess.Popen' and arguments[1][:3] != reader\n"
        "    if started or event.startswith('socket.') or event == 'os.system':\n"
        "        sys.stderr.write(f'{event} {arguments}\\n')\n"
        "        raise SystemExit(99)\n"
        "sys.addaudithook(audit)\n"
        f"sys.argv = ['verify', *{arguments!r}]\n"
        "from vera.verify.__main__ import main\n"
        "main()\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert run.returncode in (0, 1), run.stderr
    assert "1 claim" in run.stdout


def test_what_reads_a_pdf_cannot_open_a_socket() -> None:
    """The interpreter that reads PDFs loads no module that knows sockets."""
    code = (
        "import sys; import vera.verification.ingestion.sandbox.read_pages;"
        "sys.exit(any(name in sys.modules for name in ('socket', '_socket', 'ssl', 'http')))"
    )
    package = str(Path(str(vera.__file__)).parent)
    root = "import sys; root = type(sys)('vera'); root.__path__ = [sys.argv[1]];"
    root += "sys.modules['vera'] = root;"
    subprocess.run([sys.executable, "-I", "-S", "-c", root + code, package], check=True)
