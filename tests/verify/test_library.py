"""Libraries as a user of the program has them."""

from __future__ import annotations

import json
import shutil
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from tests.ingestion.pdf.test_damage import content_streams
from tests.verify.program import verify

_PAPERS = Path(__file__).parents[2] / "testdata" / "papers"
_SCHEMAS = files("vera.verification.report") / "schema"
_CLAIM = "With pdfplumber only 67 sentences survived.\n"


@pytest.fixture(autouse=True)
def _here(folder: Path) -> None:
    """Two papers and a claim in the current folder; libraries lie beside them."""
    (folder / "papers").mkdir()
    for name in ("plain.txt", "notes.md"):
        shutil.copy(_PAPERS / name, folder / "papers")
    (folder / "claims.txt").write_text(_CLAIM, "utf-8")


def _added() -> None:
    run = verify("library", "add", "own", "papers")
    assert (run.returncode, run.stdout, run.stderr) == (0, "own: 2 added\n", "")


def test_a_walk() -> None:
    """Papers are added, listed, checked and removed, and each command says what it did."""
    _added()
    assert verify("library", "add", "own", "papers").stdout == "own: 0 added, 2 unchanged\n"
    assert verify("library", "list").stdout.startswith("own: 2 papers, 2 chunks, ")
    listed = verify("library", "list", "own").stdout.splitlines()
    assert listed[1] == "papers/plain.txt: 1 chunk"
    Path("papers/notes.md").unlink()
    assert "  vanished: papers/notes.md\n" in verify("library", "status", "own").stdout
    gone = verify("library", "add", "own", "papers")
    assert gone.stdout == "own: 0 added, 1 unchanged, 1 vanished\n"
    assert "papers/notes.md: it is not there any more" in gone.stderr
    assert verify("library", "check", "own").stdout == "own: sound\n"
    assert (
        verify("library", "remove", "own", "papers/notes.md").stdout == "removed papers/notes.md\n"
    )
    assert verify("library", "remove", "own", "papers/notes.md").returncode == 2


def test_a_paper_that_cannot_be_read_is_named() -> None:
    """The rest goes in, and the exit code says that something was not read."""
    Path("papers/broken.pdf").write_bytes(b"no PDF")
    run = verify("library", "add", "own", "papers")
    assert run.returncode == 3
    assert run.stdout == "own: 2 added, 1 not read\n"
    assert run.stderr.startswith("verify: papers/broken.pdf: it is named .pdf but is")
    assert "verify: hint: what can be read is" in run.stderr


def test_the_report_on_a_library_is_that_on_its_papers() -> None:
    """Verdicts are those of the papers when they are named, and JSON fits its schema."""
    _added()
    named = verify("claims.txt", "papers/plain.txt", "papers/notes.md", "--format", "json")
    of_library = verify("claims.txt", "--library", "own", "--format", "json")
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
    text = verify("claims.txt", "--library", "own").stdout
    assert text.startswith("library own: 2 papers, 2 chunks\n")
    assert "    papers              grounded by papers/plain.txt (" in text


def test_a_search() -> None:
    """Text for people, with the signals where asked; JSON as its schema has it."""
    _added()
    words = "docling-parse reads 3.6 pages per second"
    told = verify("search", words, "--library", "own", "--top", "1", "--explain").stdout
    assert told.startswith("1. papers/plain.txt\n   meaning: rank 1, score 0.")
    assert "\n   words: rank 1, score " in told
    found = json.loads(verify("search", words, "--library", "own", "--format", "json").stdout)
    jsonschema.validate(found, json.loads((_SCHEMAS / "search-1.json").read_text("utf-8")))
    assert [hit["document"] for hit in found["hits"]] == ["papers/plain.txt", "papers/notes.md"]


def test_signals_and_neighbours() -> None:
    """A signal that is left out is not told, neighbours come with a chunk, nonsense is refused."""
    _added()
    words = ("search", "docling-parse reads pages", "--library", "own")
    told = verify(*words, "--explain", "--without", "words", "--recent", "--neighbours", "1").stdout
    assert "   words: rank" not in told
    assert "   recency: rank 1, score " in told
    assert "   with neighbours, characters 0 to " in told
    found = verify(*words, "--recent=30", "--neighbours", "2", "--format", "json").stdout
    jsonschema.validate(
        json.loads(found), json.loads((_SCHEMAS / "search-1.json").read_text("utf-8"))
    )
    refused = verify(*words, "--without", "words", "--without", "meaning")
    assert refused.returncode == 2
    assert "must leave meaning or words" in refused.stderr
    library = ("claims.txt", "--library", "own")
    assert verify(*library, "--without", "graph").stdout == verify(*library).stdout
    assert verify("claims.txt", "papers/plain.txt", "--without", "graph").returncode == 2
    assert verify(*library, "--without", "sound").returncode == 2


def test_links() -> None:
    """Papers that lead to each other are told, for people and as the schema has it."""
    Path("papers/index.md").write_text("See [[plain]] and [[missing]].\n", "utf-8")
    assert verify("library", "add", "own", "papers").stdout == "own: 3 added\n"
    assert verify("library", "links", "own", "papers/index.md").stdout == (
        "papers/index.md: cites 1, cited by 0, 1 unresolved\n  cites papers/plain.txt (wikilink)\n"
    )
    told = json.loads(verify("library", "links", "own", "--format", "json").stdout)
    jsonschema.validate(told, json.loads((_SCHEMAS / "links-1.json").read_text("utf-8")))
    (plain,) = (it for it in told["papers"] if it["document"] == "papers/plain.txt")
    assert [it["document"] for it in plain["cited_by"]] == ["papers/index.md"]
    assert verify("library", "links", "own", "nowhere.md").returncode == 2


def test_a_bibliography_and_filters() -> None:
    """What a bibliography says is listed, searched by and shown; a filter is in the report."""
    entry = "title = {Plain columns}, author = {Lee, Kim and Wu, Al}, file = {papers/plain.txt}"
    lost = "@misc{l, title = {Lost}}"
    Path("own.bib").write_text(f"@misc{{k, {entry}, year = 2021}}{lost}", "utf-8")
    run = verify("library", "add", "own", "papers", "--bib", "own.bib", "--sensitivity", "private")
    assert (run.returncode, run.stdout) == (0, "own: 2 added\n")
    assert run.stderr == "verify: own.bib: 1 entry of no paper of the library (l)\n"
    where = ("--where", "year = 2021 and author = wu", "--where", "sensitivity = private")
    line = "papers/plain.txt: 1 chunk, Kim Lee and Al Wu (2021) “Plain columns”\n"
    assert verify("library", "list", "own", *where).stdout == line
    listed = json.loads(verify("library", "list", "own", *where, "--format", "json").stdout)
    jsonschema.validate(listed, json.loads((_SCHEMAS / "papers-1.json").read_text("utf-8")))
    assert listed["papers"][0]["metadata"]["year"] == ["2021"]
    found = verify("search", "columns", "--library", "own", *where).stdout
    assert found.startswith(
        "1. papers/plain.txt\n   Kim Lee and Al Wu (2021) “Plain columns”\n   “"
    )
    report = verify("claims.txt", "--library", "own", "--where", "year = 2021")
    assert report.stdout.startswith("library own: 2 papers, 2 chunks; 1 paper where year = 2021\n")
    none = verify("claims.txt", "--library", "own", "--where", "year = 1999")
    assert (none.returncode, none.stdout) == (2, "")
    assert "fits no paper of the library own" in none.stderr
    assert verify("claims.txt", "papers/plain.txt", "--where", "year = 1999").returncode == 2
    assert verify("library", "list", "--where", "year = 1999").returncode == 2


def test_another_chunker_is_told_before_it_begins() -> None:
    """How many papers are made anew, and that none is read or embedded."""
    _added()
    run = verify("library", "add", "own", "papers", "--chunk-size", "500")
    assert (run.returncode, run.stdout) == (0, "own: 0 added, 2 unchanged, 2 made anew\n")
    assert "verify: 2 papers made with minilm" in run.stderr
    assert "nothing is read or embedded" in run.stderr
    assert "chunks by sentence of 500c" in verify("library", "status", "own").stdout


def test_strict_looks_at_the_papers_that_were_asked() -> None:
    """A paper of a library that was not read whole makes the exit code 3, as a named one does."""
    _added()
    assert verify("claims.txt", "--library", "own", "--strict").returncode == 0
    data = (_PAPERS / "vera" / "vera.pdf").read_bytes()
    start, end = list(content_streams(data))[1]
    middle = (start + end) // 2
    Path("papers/torn.pdf").write_bytes(data[:middle] + bytes(end - middle) + data[end:])
    assert verify("library", "add", "own", "papers").returncode == 0
    assert verify("claims.txt", "--library", "own").returncode == 0
    assert verify("claims.txt", "--library", "own", "--strict").returncode == 3


def test_damage_and_what_is_not_there() -> None:
    """A missing and a damaged library end with a code and a hint, not a traceback."""
    missing = verify("claims.txt", "--library", "own")
    assert missing.returncode == 3
    assert "verify: hint: make it with: verify library add own PAPER..." in missing.stderr
    _added()
    path = Path("libraries/own.sqlite")
    path.write_bytes(path.read_bytes()[:5000] + bytes(20_000))
    for arguments in (["library", "check", "own"], ["search", "x", "--library", "own"]):
        run = verify(*arguments)
        assert run.returncode == 3, run.stdout
        assert "damaged" in run.stderr
        assert "Traceback" not in run.stderr


def test_neither_papers_nor_a_library() -> None:
    """A run without both is a mistake on the command line."""
    run = verify("claims.txt")
    assert run.returncode == 2
    assert "Missing argument 'PAPER...'" in run.stderr
