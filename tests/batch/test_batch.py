"""What a batch gives: each claim asked of each paper, once."""

from __future__ import annotations

import json
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from tests.batch.batches import CLAIMS, MANY, Failing, done, job, parts, results, rows
from tests.fakes import FakeEmbedder
from tests.library.shelves import TEXTS, put, shelf, write
from vera import Verifier
from vera.core.document import Document
from vera.core.errors import InvalidInput, StorageFault
from vera.core.settings import Settings
from vera.core.verdict import Claim, Status
from vera.verification.batch import Job, Opening, Watching, part, pyarrow, run
from vera.verification.batch.job import claim_id
from vera.verification.batch.rows import line

_BEES = Document(TEXTS["bees"], "bees.txt", "b" * 64)

if TYPE_CHECKING:
    from pathlib import Path


def test_each_claim_is_asked_of_each_paper(papers: Path, out: Path) -> None:
    """There is a row for each pair, by claim and then by document, as the verifier judges it."""
    summary = done(papers, out)
    found = rows(out)
    assert (summary.counts.total(), summary.papers, summary.unread) == (12, 4, ())
    keys = [(row["line"], row["document"]) for row in found]
    assert keys == sorted(set(keys))
    assert len(keys) == len(CLAIMS) * len(TEXTS)
    verifier = Verifier(embedder=FakeEmbedder(), cache=False)
    for row in found:
        paper = verifier.open(papers / row["path"]).unwrap()
        verdict = paper.verify(Claim(row["text"], row["line"])).unwrap()
        assert row["claim"] == claim_id(row["text"])
        assert row["document"] == paper.document.digest
        assert (row["status"], row["score"]) == (verdict.status.value, verdict.score)
        assert row["reason"] == verdict.reason
        best, known = row["evidence"][0], verdict.evidence[0]
        assert (best["text"], best["span"]) == (known.text, [known.span.start, known.span.end])
    assert summary.counts[Status.GROUNDED] == sum(row["status"] == "grounded" for row in found)
    assert rows(out, "unread.jsonl") == []


def test_the_number_of_workers_changes_no_byte(tmp_path: Path, out: Path) -> None:
    """The results of four workers are those of one, to the byte."""
    papers = write(tmp_path / "papers", dict(list(MANY.items())[:12]))
    done(papers, out, workers=1)
    done(papers, tmp_path / "other", workers=4)
    assert results(tmp_path / "other") == results(out)


def test_a_library_is_asked_as_its_papers_are(papers: Path, out: Path, tmp_path: Path) -> None:
    """The verdicts of a library are those of the files, though none of them is there any more."""
    done(papers, out)
    shelf().add([papers]).unwrap()
    named = {row["document"]: str(papers / row["path"]) for row in rows(out)}
    for paper in papers.iterdir():
        paper.unlink()
    done("insects", tmp_path / "other")
    wanted = [row | {"path": named[row["document"]]} for row in rows(out)]
    assert rows(tmp_path / "other") == wanted


def test_a_paper_that_cannot_be_read_is_named(papers: Path, out: Path) -> None:
    """The others are asked, and what is wrong with it stands in a file of its own."""
    put(papers / "empty.txt", "")
    put(papers / "broken.pdf", "%PDF-1.7 and nothing else")
    summary = done(papers, out)
    assert summary.counts.total() == len(CLAIMS) * len(TEXTS)
    told = rows(out, "unread.jsonl")
    assert [row["path"] for row in told] == ["broken.pdf", "empty.txt"]
    assert told[1]["error"] == "empty"
    assert told[1]["message"].startswith("empty.txt: ")
    assert [error.source for error in summary.unread] == ["broken.pdf", "empty.txt"]
    put(papers / "empty.txt", "Now it has a sentence.")
    assert [error.source for error in done(papers, out).unread] == ["broken.pdf"]


def test_a_claim_that_cannot_be_checked_says_so(papers: Path, out: Path) -> None:
    """It has a row for each paper, unchecked, with the reason."""
    long = Claim("word " * 300, 7)
    summary = done(papers, out, job(claims=[*CLAIMS, long]))
    assert summary.counts[Status.UNCHECKED] == len(TEXTS)
    assert all(row["score"] is None for row in rows(out) if row["line"] == long.line)


def test_what_states_nothing_is_left_out_and_counted(papers: Path, out: Path) -> None:
    """With `only_claims` it has a row for each paper, with its probability, and is counted."""
    thanks = Claim("We thank the keepers for their help.", 7)
    asked = evolve(job(claims=[*CLAIMS, thanks]), settings=Settings(only_claims=True))
    summary = done(papers, out, asked)
    assert summary.states_nothing == summary.counts[Status.UNCHECKED] == len(TEXTS)
    for row in rows(out):
        assert (row["status"] == "unchecked") == (row["line"] == thanks.line)
        assert (row["worth"] < 0.05) == (row["line"] == thanks.line)


def test_what_is_there_twice_is_asked_once(papers: Path, out: Path) -> None:
    """A copy of a paper and a claim that is said again add no row, and both are told."""
    put(papers / "copy.txt", TEXTS["bees"])
    put(papers / "copy.md", TEXTS["bees"])
    opened: list[Opening] = []
    again = Claim(CLAIMS[0].text, 9)
    done(papers, out, job(claims=[*CLAIMS, again]), watching=Watching(opened.append))
    assert opened == [Opening(claims=3, papers=5, done=0, copies=1, repeated=1)]
    keys = [(row["claim"], row["document"], row["media_type"]) for row in rows(out)]
    assert len(keys) == len(set(keys)) == 3 * 5


def test_a_bibliography_is_no_paper(papers: Path, out: Path) -> None:
    """What describes papers is neither asked nor told of as unread."""
    put(papers / "insects.bib", "@article{bees, title={Bees}}")
    put(papers / "insects.json", '[{"id": "bees", "type": "article", "title": "Bees"}]')
    summary = done(papers, out)
    assert (summary.papers, summary.unread) == (len(TEXTS), ())


def test_parquet_says_what_json_says(papers: Path, out: Path) -> None:
    """Both files hold the same rows; half a character, which Parquet has not, becomes U+FFFD."""
    parquet = pytest.importorskip("pyarrow.parquet")
    put(papers / "odd\udcff.txt", "A paper by an odd name.")
    assert done(papers, out).parquet
    told = json.loads(json.dumps(rows(out)).replace("\\udcff", "\\ufffd"))
    assert parquet.read_table(out / "verdicts.parquet").to_pylist() == told


def test_a_row_names_the_cells_of_a_table(tmp_path: Path, out: Path) -> None:
    """Evidence has the cell with its heads, a conflict where it is; Parquet has both as well."""
    parquet = pytest.importorskip("pyarrow.parquet")
    table = "| Parser | News |\n|---|---|\n| ArcLite | 88.1 |\n| GraphDep | 91.3 |\n"
    papers = tmp_path / "papers"
    papers.mkdir()
    put(papers / "scores.md", table)
    asked = job(claims=(Claim("ArcLite scores 91.3 on news.", 1),))
    run(asked, papers, out, workers=1).unwrap()
    (found,) = rows(out)
    (cell,) = found["evidence"][0]["cells"]
    assert (cell["row"], cell["column"], cell["text"]) == (["ArcLite"], ["News"], "88.1")
    assert (found["status"], found["decided"]) == ("contradicted", "table")
    assert found["conflicts"][0]["where"] == "row ArcLite, column News"
    assert parquet.read_table(out / "verdicts.parquet").to_pylist() == [found]


def test_parquet_in_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not fit into one group is in the next."""
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(pyarrow, "GROUP", 3)
    names = [str(at) for at in range(7)]
    with pyarrow.Table(tmp_path / "table") as table:
        for name in names:
            table.add(line({"path": name}))
    assert parquet.read_table(tmp_path / "table")["path"].to_pylist() == names
    assert parquet.ParquetFile(tmp_path / "table").num_row_groups == 3


def test_without_pyarrow(papers: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is JSON, the summary says that there is no more, and no older Parquet stays."""
    done(papers, out)
    monkeypatch.setattr(pyarrow, "installed", lambda: False)
    assert not done(papers, out).parquet
    assert not (out / "verdicts.parquet").exists()
    assert len(rows(out)) == 12


def test_only_what_is_new_is_asked(papers: Path, out: Path) -> None:
    """A new paper and a changed one are asked, the others left alone, one that is gone left out."""
    done(papers, out)
    before = {path: path.stat().st_ino for path in parts(out)}
    put(papers / "flies.txt", "Flies see in all directions.")
    put(papers / "bees.txt", "Bees never sleep.")
    (papers / "ants.txt").unlink()
    opened: list[Opening] = []
    done(papers, out, watching=Watching(opened.append))
    assert opened[0].done == 2
    assert {path: path.stat().st_ino for path in parts(out) if path in before} == before
    assert len(parts(out)) == len(before) + 2
    named = {row["path"] for row in rows(out)}
    assert named == {"bees.txt", "flies.txt", "moths.txt", "wasps.txt"}
    first = next(row for row in rows(out) if row["path"] == "bees.txt")
    assert first["evidence"][0]["text"] == "Bees never sleep."


def test_another_batch_needs_another_folder(papers: Path, out: Path) -> None:
    """Other claims, settings or embedders are refused by name; with `anew` they begin again."""
    done(papers, out)
    before = results(out)
    for other, name in (
        (job(claims=CLAIMS[:2]), "claims"),
        (Job(CLAIMS, Settings(threshold=0.5), FakeEmbedder(), cache=False), "settings"),
        (job(FakeEmbedder(32)), "embedder"),
    ):
        refused = run(other, papers, out).failure()
        assert isinstance(refused, InvalidInput)
        assert f"holds a batch that differs in {name}:" in str(refused)
        assert results(out) == before
    assert done(papers, out, job(claims=CLAIMS[:2]), anew=True).counts.total() == 8
    assert len(rows(out)) == len(parts(out)) * 2 == 8


def test_a_folder_with_other_things_in_it(papers: Path, out: Path) -> None:
    """Nothing is written into it or taken from it, even where its names are ours."""
    for strange in ("thesis.txt", "parts/thesis.txt", "verdicts.jsonl"):
        path = out / strange
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("years of work")
        for anew in (False, True):
            refused = run(job(), papers, out, anew=anew).failure()
            assert isinstance(refused, InvalidInput)
            assert strange in str(refused)
            assert path.read_text() == "years of work"
        path.unlink()
    (out / "batch.json").write_text('{"of": "another program"}')
    assert isinstance(run(job(), papers, out, anew=True).failure(), StorageFault)


def test_a_damaged_part_is_made_again(
    papers: Path, out: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It is told, its paper is asked again, the others are not, and no byte differs."""
    done(papers, out)
    before, (victim, other) = results(out), parts(out)[:2]
    sound, known = victim.read_bytes(), other.stat().st_ino
    victim.write_bytes(other.read_bytes())
    done(papers, out, workers=1)
    assert f"{victim}: it is damaged" in caplog.text
    assert (victim.read_bytes(), other.stat().st_ino) == (sound, known)
    assert results(out) == before


@given(st.data())
def test_a_damaged_part_is_known(data: st.DataObject) -> None:
    """A part of another paper or other claims, that was cut short, longer or changed, is none."""
    paper = Verifier(embedder=FakeEmbedder(), cache=False).open_document(_BEES).unwrap()
    verdicts = [paper.verify(claim).unwrap() for claim in CLAIMS]
    sound = part.to_bytes("key", paper.document, verdicts)
    head = part.head_of(BytesIO(sound), "key", len(CLAIMS))
    assert head is not None
    assert (head.document, head.rows, head.path) == (_BEES.digest, len(CLAIMS), _BEES.source)
    assert part.head_of(BytesIO(sound), "other", len(CLAIMS)) is None
    assert part.head_of(BytesIO(sound), "key", len(CLAIMS) + 1) is None
    at = data.draw(st.integers(0, len(sound) - 1))
    lines = sound.splitlines(keepends=True)
    for damaged in (
        sound[:at],
        sound[at + 1 :],
        sound + sound[: at + 1],
        sound[:at] + bytes([sound[at] ^ data.draw(st.integers(1, 255))]) + sound[at + 1 :],
        b"".join(data.draw(st.permutations(lines).filter(lambda it: it != lines))),
    ):
        assert part.head_of(BytesIO(damaged), "key", len(CLAIMS)) is None


def test_rows_are_merged_in_little_memory(
    tmp_path: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many claims are held at once, the results are the same."""
    papers = write(tmp_path / "papers", dict(list(MANY.items())[:5]))
    done(papers, out)
    before = results(out)
    for memory in (1, 20_000):
        monkeypatch.setattr(part, "_MEMORY", memory)
        done(papers, out)
        assert results(out) == before


def test_an_embedder_that_fails_ends_the_batch(papers: Path, out: Path) -> None:
    """What was done before is kept, there are no results, and the next run goes on."""
    put(papers / "z.txt", "Zebra foals run.")
    failing = job(Failing("Zebra", distrusted=False))
    refused = run(failing, papers, out, workers=1).failure()
    assert "nothing answers there" in str(refused)
    assert len(parts(out)) == len(TEXTS)
    assert not results(out)
    assert done(papers, out).counts.total() == 3 * 5


def test_what_a_forger_embedded_is_not_kept(papers: Path, out: Path) -> None:
    """What an embedder gave in a run in which it was caught is removed; what was before stays."""
    done(papers, out)
    put(papers / "y.txt", "Yes, this paper is longer than the next.")
    put(papers / "z.txt", "Zebra foals run.")
    before = parts(out)
    refused = run(job(Failing("Zebra", distrusted=True)), papers, out, workers=1).failure()
    assert "it forges vectors" in str(refused)
    assert parts(out) == before


def test_nothing_to_ask(tmp_path: Path, out: Path) -> None:
    """A folder without papers, and a name that is neither, are errors; nothing is written."""
    (tmp_path / "empty").mkdir()
    assert "has no paper" in str(run(job(), tmp_path / "empty", out).failure())
    assert "no such library" in str(run(job(), "nothing", out).failure())
    assert not out.exists()
