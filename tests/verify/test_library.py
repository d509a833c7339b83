"""Libraries as a user of the program has them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from tests.ingestion.pdf.test_damage import content_streams

_PAPERS = Path(__file__).parents[2] / "testdata" / "papers"
_SCHEMAS = files("vera.verification.report") / "schema"
_CLAIM = "With pdfplumber only 67 sentences survived.\n"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two papers and a claim in the current folder; libraries lie beside them."""
    for name in ("plain.txt", "notes.md"):
        (tmp_path / "papers").mkdir(exist_ok=True)
        shutil.copy(_PAPERS / name, tmp_path / "papers")
    (tmp_path / "claims.txt").write_text(_CLAIM, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VERA_CACHE_DIR", str(cache_folder))
    monkeypatch.setenv("VERA_LIBRARY_DIR", str(tmp_path / "libraries"))
    monkeypatch.setenv("VERA_CALIBRATION_DIR", str(tmp_path / "calibrations"))
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")


def _verify(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "vera.verify", *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def _added() -> None:
    run = _verify("library", "add", "own", "papers")
    assert (run.returncode, run.stdout, run.stderr) == (0, "own: 2 added\n", "")


def test_a_walk() -> None:
    """Papers are added, listed, checked and removed, and each command says what it did."""
    _added()
    assert _verify("library", "add", "own", "papers").stdout == "own: 0 added, 2 unchanged\n"
    assert _verify("library", "list").stdout.startswith("own: 2 papers, 2 chunks, ")
    listed = _verify("library", "list", "own").stdout.splitlines()
    assert listed[1] == "papers/plain.txt: 1 chunk"
    Path("papers/notes.md").unlink()
    assert "  vanished: papers/notes.md\n" in _verify("library", "status", "own").stdout
    gone = _verify("library", "add", "own", "papers")
    assert gone.stdout == "own: 0 added, 1 unchanged, 1 vanished\n"
    assert "papers/notes.md: it is not there any more" in gone.stderr
    assert _verify("library", "check", "own").stdout == "own: sound\n"
    assert (
        _verify("library", "remove", "own", "papers/notes.md").stdout == "removed papers/notes.md\n"
    )
    assert _verify("library", "remove", "own", "papers/notes.md").returncode == 2


def test_a_paper_that_cannot_be_read_is_named() -> None:
    """The rest goes in, and the exit code says that something was not read."""
    Path("papers/broken.pdf").write_bytes(b"no PDF")
    run = _verify("library", "add", "own", "papers")
    assert run.returncode == 3
    assert run.stdout == "own: 2 added, 1 not read\n"
    assert run.stderr.startswith("verify: papers/broken.pdf: it is named .pdf but is")
    assert "verify: hint: what can be read is" in run.stderr


def test_the_report_on_a_library_is_that_on_its_papers() -> None:
    """Verdicts are those of the papers when they are named, and JSON fits its schema."""
    _added()
    named = _verify("claims.txt", "papers/plain.txt", "papers/notes.md", "--format", "json")
    of_library = _verify("claims.txt", "--library", "own", "--format", "json")
    assert named.returncode == of_library.returncode == 0
    reports = [json.loads(run.stdout) for run in (named, of_library)]
    schema = json.loads((_SCHEMAS / "report-1.json").read_text("utf-8"))
    for report in reports:
        jsonschema.validate(report, schema)
    assert reports[0]["claims"] == reports[1]["claims"]
    assert [report["library"] for report in reports] == [
        None,
        {"name": "own", "papers": 2, "chunks": 2, "where": None, "fitting": 2},
    ]
    assert reports[1]["documents"] == []
    text = _verify("claims.txt", "--library", "own").stdout
    assert text.startswith("library own: 2 papers, 2 chunks\n")
    assert "  papers            grounded by papers/plain.txt (" in text


def test_a_search() -> None:
    """Text for people, with the signals where asked; JSON as its schema has it."""
    _added()
    words = "docling-parse reads 3.6 pages per second"
    told = _verify("search", words, "--library", "own", "--top", "1", "--explain").stdout
    assert told.startswith("1. papers/plain.txt\n   meaning: rank 1, score 0.")
    assert "\n   words: rank 1, score " in told
    found = json.loads(_verify("search", words, "--library", "own", "--format", "json").stdout)
    jsonschema.validate(found, json.loads((_SCHEMAS / "search-1.json").read_text("utf-8")))
    assert [hit["document"] for hit in found["hits"]] == ["papers/plain.txt", "papers/notes.md"]


def test_signals_and_neighbours() -> None:
    """A signal that is left out is not told, neighbours come with a chunk, nonsense is refused."""
    _added()
    words = ("search", "docling-parse reads pages", "--library", "own")
    told = _verify(
        *words, "--explain", "--without", "words", "--recent", "--neighbours", "1"
    ).stdout
    assert "   words: rank" not in told
    assert "   recency: rank 1, score " in told
    assert "   with neighbours, characters 0 to " in told
    found = _verify(*words, "--recent=30", "--neighbours", "2", "--format", "json").stdout
    jsonschema.validate(
        json.loads(found), json.loads((_SCHEMAS / "search-1.json").read_text("utf-8"))
    )
    refused = _verify(*words, "--without", "words", "--without", "meaning")
    assert refused.returncode == 2
    assert "must leave meaning or words" in refused.stderr
    library = ("claims.txt", "--library", "own")
    assert _verify(*library, "--without", "graph").stdout == _verify(*library).stdout
    assert _verify("claims.txt", "papers/plain.txt", "--without", "graph").returncode == 2
    assert _verify(*library, "--without", "sound").returncode == 2


def test_links() -> None:
    """Papers that lead to each other are told, for people and as the schema has it."""
    Path("papers/index.md").write_text("See [[plain]] and [[missing]].\n", "utf-8")
    assert _verify("library", "add", "own", "papers").stdout == "own: 3 added\n"
    assert _verify("library", "links", "own", "papers/index.md").stdout == (
        "papers/index.md: cites 1, cited by 0, 1 unresolved\n  cites papers/plain.txt (wikilink)\n"
    )
    told = json.loads(_verify("library", "links", "own", "--format", "json").stdout)
    jsonschema.validate(told, json.loads((_SCHEMAS / "links-1.json").read_text("utf-8")))
    (plain,) = (it for it in told["papers"] if it["document"] == "papers/plain.txt")
    assert [it["document"] for it in plain["cited_by"]] == ["papers/index.md"]
    assert _verify("library", "links", "own", "nowhere.md").returncode == 2


def test_a_bibliography_and_filters() -> None:
    """What a bibliography says is listed, searched by and shown; a filter is in the report."""
    entry = "title = {Plain columns}, author = {Lee, Kim and Wu, Al}, file = {papers/plain.txt}"
    lost = "@misc{l, title = {Lost}}"
    Path("own.bib").write_text(f"@misc{{k, {entry}, year = 2021}}{lost}", "utf-8")
    run = _verify("library", "add", "own", "papers", "--bib", "own.bib", "--sensitivity", "private")
    assert (run.returncode, run.stdout) == (0, "own: 2 added\n")
    assert run.stderr == "verify: own.bib: 1 entry of no paper of the library (l)\n"
    where = ("--where", "year = 2021 and author = wu", "--where", "sensitivity = private")
    line = "papers/plain.txt: 1 chunk, Kim Lee and Al Wu (2021) “Plain columns”\n"
    assert _verify("library", "list", "own", *where).stdout == line
    listed = json.loads(_verify("library", "list", "own", *where, "--format", "json").stdout)
    jsonschema.validate(listed, json.loads((_SCHEMAS / "papers-1.json").read_text("utf-8")))
    assert listed["papers"][0]["metadata"]["year"] == ["2021"]
    found = _verify("search", "columns", "--library", "own", *where).stdout
    assert found.startswith(
        "1. papers/plain.txt\n   Kim Lee and Al Wu (2021) “Plain columns”\n   “"
    )
    report = _verify("claims.txt", "--library", "own", "--where", "year = 2021")
    assert report.stdout.startswith("library own: 2 papers, 2 chunks; 1 paper where year = 2021\n")
    none = _verify("claims.txt", "--library", "own", "--where", "year = 1999")
    assert (none.returncode, none.stdout) == (2, "")
    assert "fits no paper of the library own" in none.stderr
    assert _verify("claims.txt", "papers/plain.txt", "--where", "year = 1999").returncode == 2
    assert _verify("library", "list", "--where", "year = 1999").returncode == 2


def test_another_chunker_is_told_before_it_begins() -> None:
    """How many papers are made anew, and that none is read or embedded."""
    _added()
    run = _verify("library", "add", "own", "papers", "--chunk-size", "500")
    assert (run.returncode, run.stdout) == (0, "own: 0 added, 2 unchanged, 2 made anew\n")
    assert "verify: 2 papers made with minilm" in run.stderr
    assert "nothing is read or embedded" in run.stderr
    assert "chunks by sentence of 500c" in _verify("library", "status", "own").stdout


def test_strict_looks_at_the_papers_that_were_asked() -> None:
    """A paper of a library that was not read whole makes the exit code 3, as a named one does."""
    _added()
    assert _verify("claims.txt", "--library", "own", "--strict").returncode == 0
    data = (_PAPERS / "vera" / "vera.pdf").read_bytes()
    start, end = list(content_streams(data))[1]
    middle = (start + end) // 2
    Path("papers/torn.pdf").write_bytes(data[:middle] + bytes(end - middle) + data[end:])
    assert _verify("library", "add", "own", "papers").returncode == 0
    assert _verify("claims.txt", "--library", "own").returncode == 0
    assert _verify("claims.txt", "--library", "own", "--strict").returncode == 3


def test_damage_and_what_is_not_there() -> None:
    """A missing and a damaged library end with a code and a hint, not a traceback."""
    missing = _verify("claims.txt", "--library", "own")
    assert missing.returncode == 3
    assert "verify: hint: make it with: verify library add own PAPER..." in missing.stderr
    _added()
    path = Path("libraries/own.sqlite")
    path.write_bytes(path.read_bytes()[:5000] + bytes(20_000))
    for arguments in (["library", "check", "own"], ["search", "x", "--library", "own"]):
        run = _verify(*arguments)
        assert run.returncode == 3, run.stdout
        assert "damaged" in run.stderr
        assert "Traceback" not in run.stderr


def test_neither_papers_nor_a_library() -> None:
    """A run without both is a mistake on the command line."""
    run = _verify("claims.txt")
    assert run.returncode == 2
    assert "Missing argument 'PAPER...'" in run.stderr
