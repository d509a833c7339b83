"""Libraries over HTTP: what is added stays, whatever ends the server."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.pdfs import Sheet, paragraph, pdf
from tests.serve.server import running, told
from tests.verify.program import verify

if TYPE_CHECKING:
    from tests.serve.server import Server

_PLAIN = (Path(__file__).parents[2] / "testdata" / "papers" / "plain.txt").read_bytes()


def _add(server: Server, library: str, *papers: str) -> list[tuple[str, dict[str, Any]]]:
    begun = server.client.post(f"/api/libraries/{library}/papers", json={"papers": [*papers]})
    assert begun.status_code == 202, begun.text
    return server.events(begun.json()["id"])


def test_a_library_is_made_asked_and_emptied(server: Server, folders: dict[str, str]) -> None:
    """Its papers outlive the session that dropped them; the copy goes with the paper."""
    counts = pdf(Sheet(paragraph(["With pdfplumber only 67 sentences survived in all."])))
    paper = server.send("counts.pdf", counts)
    events = dict(_add(server, "counts", paper["id"]))
    (outcome,) = events["done"]["papers"]
    (artifact,) = outcome["added"]["artifacts"]
    assert artifact["outcome"] == "added"
    server.client.delete(f"/api/papers/{paper['id']}")
    place = f"/api/libraries/counts/papers/{artifact['artifact_id']}"
    assert server.get(place)["pages"][0]["number"] == 1
    assert server.client.get(f"{place}/pages/1").headers["content-type"] == "image/webp"
    assert "survived" in server.get(f"{place}/document")["text"]
    hits = server.get("/api/libraries/counts/search", query="what survives")["hits"]
    assert hits[0]["artifact_id"] == artifact["artifact_id"]
    job = server.ask(claims=["With pdfplumber only 167 sentences survived."], library="counts")
    verdict = dict(server.events(job))["verdict"]
    assert verdict["verdict"]["status"] == "contradicted"
    assert list(verdict["papers"].values()) == [place]
    copy = server.client.get(f"/api/jobs/{job}/copies/{artifact['artifact_id']}")
    assert b"/Highlight" in copy.content
    page = server.client.get(f"/api/jobs/{job}/report", params={"format": "html"})
    assert "background-image" in page.text
    for where, code in ((["pages = 1"], 422), (["title != x", "year > 3000"], 422), ([], 200)):
        listed = server.client.get("/api/libraries/counts/papers", params={"where": where})
        assert listed.status_code == code, listed.text
    assert listed.headers["vera-total"] == "1"
    assert server.get("/api/libraries/counts/papers", offset=1)["papers"] == []
    (known,) = (it for it in server.get("/api/libraries")["libraries"] if it["name"] == "counts")
    assert known["papers"] == 1
    kept = Path(folders["VERA_LIBRARY_DIR"], "counts.papers")
    assert [it.name for it in kept.rglob("*.pdf")] == ["counts.pdf"]
    assert server.client.delete(place).status_code == 204
    assert list(kept.iterdir()) == []
    assert server.client.get(place).status_code == 404
    assert server.client.delete(place).status_code == 404


def test_the_same_file_is_kept_once(server: Server, folders: dict[str, str]) -> None:
    """Two of one name are two, and one that cannot be read leaves nothing behind."""
    first, again = server.send("same.txt", _PLAIN), server.send("same.txt", _PLAIN)
    other, torn = server.send("same.txt", b"Bees sleep."), server.send("t.pdf", b"%PDF-1.7 x")
    outcomes = dict(_add(server, "same", *(it["id"] for it in (first, again, other, torn))))
    added = [it["added"] for it in outcomes["done"]["papers"]]
    assert [it["artifacts"][0]["outcome"] for it in added[:3]] == ["added", "unchanged", "added"]
    assert added[3]["unread"][0]["document"] == "t.pdf"
    kept = Path(folders["VERA_LIBRARY_DIR"], "same.papers")
    assert not [*kept.rglob("*.part"), *kept.rglob("*.pdf")]


def test_a_library_has_its_own_names(server: Server) -> None:
    """A file is called there as its sender called it, whatever else the session has."""
    server.send("hive.txt", _PLAIN)
    second = server.send("hive.txt", b"Bees sleep at night.")
    assert second["name"] == "hive-2.txt"
    _add(server, "hives", second["id"])
    (listed,) = server.get("/api/libraries/hives/papers")["papers"]
    assert Path(listed["document"]).name == "hive.txt"


def test_files_of_the_user_are_not_touched(server: Server, tmp_path: Path) -> None:
    """A paper that the command line added is removed from the library alone."""
    own = tmp_path / "mine.txt"
    own.write_bytes(_PLAIN)
    assert verify("library", "add", "mine", own, "--embedder", "minilm").returncode == 0
    (listed,) = server.get("/api/libraries/mine/papers")["papers"]
    gone = server.client.delete(f"/api/libraries/mine/papers/{listed['artifact_id']}")
    assert gone.status_code == 204
    assert own.exists()
    assert server.get("/api/libraries/mine/papers")["papers"] == []


@pytest.mark.parametrize(
    "name", ["none", "...", "a b", "-x", "postgresql://h/d", "x" * 100, "%2e%2e%2fx"]
)
def test_a_library_that_there_is_not(server: Server, name: str) -> None:
    """It is told so, and an address of a server is contacted by no client's wish."""
    for path in ("papers", "search?query=x", "papers/art_1"):
        answer = server.client.get(f"/api/libraries/{name}/{path}")
        assert 400 <= answer.status_code < 500
    asked = {"claims": ["Bees sleep."], "library": name}
    assert 400 <= server.client.post("/api/jobs", json=asked).status_code < 500


def test_only_the_libraries_that_were_named() -> None:
    """Others can be neither seen nor asked nor made."""
    with running("--library", "only") as server:
        assert server.get("/api")["libraries"] == ["only"]
        paper = server.send("plain.txt", _PLAIN)
        for name, code in (("other", 422), ("only", 202)):
            asked = server.client.post(
                f"/api/libraries/{name}/papers", json={"papers": [paper["id"]]}
            )
            assert asked.status_code == code
        assert server.client.get("/api/libraries/counts/papers").status_code == 422


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM])
def test_a_restart_in_the_middle_loses_nothing(
    ending: signal.Signals, folders: dict[str, str]
) -> None:
    """What was told to be in the library is there, whole, and the next server goes on."""
    library = f"ended{ending.value}"
    before = set(Path(folders["TMPDIR"]).glob("vera-serve-*"))
    with running() as server:
        papers = [server.send(f"{n}.txt", b"%d bees sleep. " % n + _PLAIN)["id"] for n in range(8)]
        asked = {"papers": papers}
        job = server.client.post(f"/api/libraries/{library}/papers", json=asked).json()["id"]
        known = []
        with server.client.stream("GET", f"/api/jobs/{job}/events") as stream:
            for name, data in told(stream.iter_lines()):
                if name == "added":
                    known.append(data["added"]["artifacts"][0]["artifact_id"])
                    if len(known) == 3:
                        server.process.send_signal(ending)
                        break
        server.process.wait()
    with running() as server:
        listed = server.get(f"/api/libraries/{library}/papers")["papers"]
        there = {it["artifact_id"] for it in listed}
        assert set(known) <= there
        job = server.ask(claims=["With pdfplumber only 67 sentences survived."], library=library)
        assert dict(server.events(job))["verdict"]["verdict"]["status"] == "grounded"
        papers = [server.send(f"{n}.txt", b"%d bees sleep. " % n + _PLAIN)["id"] for n in range(8)]
        events = dict(_add(server, library, *papers))
        assert len(events["done"]["papers"]) == 8
        assert len(server.get(f"/api/libraries/{library}/papers")["papers"]) == 8
    checked = verify("library", "check", library)
    assert checked.returncode == 0, checked.stderr
    assert set(Path(folders["TMPDIR"]).glob("vera-serve-*")) == before
