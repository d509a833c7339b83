"""Papers are sent, claims asked, and verdicts told as they come."""

from __future__ import annotations

import json
import time
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import jsonschema
import pytest

from tests.pdfs import Sheet, paragraph, pdf
from tests.serve.server import told
from tests.verify.program import verify

if TYPE_CHECKING:
    from tests.serve.server import Server

_PLAIN = (Path(__file__).parents[2] / "testdata" / "papers" / "plain.txt").read_bytes()
_SCHEMA = files("vera.verification.report") / "schema" / "report-1.json"
_CLAIM = "With pdfplumber only 167 sentences survived."
_LINES = [
    "We counted what a reader keeps of the sentences of a paper.",
    "With pdfplumber only 67 sentences survived in all.",
]


def _pdf() -> bytes:
    return pdf(Sheet(paragraph(_LINES)))


def test_a_paper_is_read_and_its_pages_are_known(server: Server) -> None:
    """Its size in points and a picture, so that a box can be drawn on it."""
    paper = server.send("counts.pdf", _pdf())
    assert paper["open"]
    assert paper["error"] is None
    (page,) = paper["pages"]
    assert page["number"] == 1
    assert page["width"] > 0
    picture = server.client.get(f"/api/papers/{paper['id']}/pages/1")
    assert picture.headers["content-type"] == "image/webp"
    assert picture.content[8:12] == b"WEBP"
    read = server.get(f"/api/papers/{paper['id']}/document")
    assert _LINES[1].split()[0] in read["text"]


def test_verdicts_are_those_of_the_command_line(server: Server, tmp_path: Path) -> None:
    """The same report, by the same schema, whether it is waited for or kept after a job."""
    paper = server.send("plain.txt", _PLAIN)
    (tmp_path / "plain.txt").write_bytes(_PLAIN)
    (tmp_path / "claims.txt").write_text(_CLAIM)
    run = verify(
        tmp_path / "claims.txt", tmp_path / "plain.txt", "--format", "json", "--explain",
        "--embedder", "minilm",
    )  # fmt: skip
    wanted = json.loads(run.stdout)
    asked = {"claims": [_CLAIM], "papers": [paper["id"]]}
    waited = server.client.post("/api/verify", json=asked)
    job = server.ask(**asked)
    server.events(job)
    kept = server.client.get(f"/api/jobs/{job}/report")
    for answer in (waited, kept):
        report = answer.json()
        jsonschema.validate(report, json.loads(_SCHEMA.read_text("utf-8")))
        (claim,) = report["claims"]
        (other,) = wanted["claims"]
        assert _unnamed(claim) == _unnamed(other)
        assert claim["status"] == "contradicted"


def _unnamed(claim: dict[str, Any]) -> str:
    """A verdict without what the paper is called."""
    return json.dumps(claim).replace(str(claim["evidence"][0]["document"]), "PAPER")


def test_each_verdict_says_where_its_paper_is(server: Server) -> None:
    """Events come in order: the claims, a verdict for each, the counts; and can be had again."""
    paper = server.send("counts.pdf", _pdf())
    claims = [_CLAIM, "With pdfplumber only 67 sentences survived."]
    job = server.ask(claims=claims, papers=[paper["id"]])
    events = server.events(job)
    names = [name for name, _ in events if name not in {"queued", "running", "progress"}]
    assert names == ["opening", "verdict", "verdict", "done"]
    by_name = dict(events)
    assert [it["text"] for it in by_name["opening"]["claims"]] == claims
    assert by_name["done"]["summary"]["total"] == 2
    for number, (_, data) in enumerate(it for it in events if it[0] == "verdict"):
        assert data["claim"] == number
        evidence = data["verdict"]["evidence"][0]
        assert data["papers"][evidence["document"]] == f"/api/papers/{paper['id']}"
        assert evidence["boxes"]
        assert data["verdict"]["explanation"]["features"]
    again = server.events(job)
    assert [name for name, _ in again] == [name for name, _ in again if name != "progress"]
    assert again[-1] == events[-1]
    assert server.events(job, after=10_000) == []


def test_a_claim_in_other_words(server: Server) -> None:
    """Its verdict changes at once, and with it what later listeners and reports are told."""
    paper = server.send("plain.txt", _PLAIN)
    job = server.ask(claims=["Bees sleep at night.", _CLAIM], papers=[paper["id"]])
    server.events(job)
    mended = server.client.put(
        f"/api/jobs/{job}/claims/1", json={"text": _CLAIM.replace("167", "67")}
    )
    assert mended.json()["verdict"]["status"] == "grounded"
    verdicts = [data for name, data in server.events(job) if name == "verdict"]
    assert [it["claim"] for it in verdicts] == [0, 1]
    assert verdicts[1] == mended.json()
    report = server.client.get(f"/api/jobs/{job}/report").json()
    assert report["claims"][1] == mended.json()["verdict"]
    assert report["summary"]["grounded"] == 1
    assert server.client.put(f"/api/jobs/{job}/claims/2", json={"text": "x"}).status_code == 404


@pytest.mark.parametrize(
    ("asked", "claims"),
    [
        ({"text": "- Bees sleep\n- Wasps do not. Ants do."}, 3),
        ({"file": b"text,claim\n1,Bees sleep at night.\n"}, 1),
    ],
)
def test_claims_of_a_text_or_a_file(server: Server, asked: dict[str, Any], claims: int) -> None:
    """They are read as the command line reads them."""
    paper = server.send("plain.txt", _PLAIN)
    if "file" in asked:
        asked = {"file": server.send("claims.csv", asked["file"])["id"]}
    events = dict(server.events(server.ask(**asked, papers=[paper["id"]])))
    assert events["done"]["summary"]["total"] == claims


def test_what_is_no_paper_is_not_read_as_one(server: Server) -> None:
    """A file that is sent as one of claims has no job, and its claims are asked."""
    paper = server.send("plain.txt", _PLAIN)
    query = {"name": "claims.txt", "role": "claims"}
    sent = server.client.post("/api/papers", params=query, content=_CLAIM.encode()).json()
    assert (sent["job"], sent["open"], sent["error"]) == (None, False, None)
    events = dict(server.events(server.ask(file=sent["id"], papers=[paper["id"]])))
    assert events["verdict"]["verdict"]["status"] == "contradicted"
    query["role"] = "wasp"
    assert server.client.post("/api/papers", params=query, content=b"").status_code == 422


def test_a_manuscript_is_asked_of_what_it_cites(server: Server) -> None:
    """With the bibliography that it names, which was sent beside it; its files are told by name."""
    paper = server.send("plain.txt", _PLAIN)
    draft = (
        b"---\nbibliography: refs.bib\n---\n\nWith pdfplumber only 167 sentences survived [@us].\n"
    )
    manuscript = server.send("draft.md", draft)
    bib = server.send("refs.bib", b"@article{us, title={Plain}, file={%s}}" % b"plain.txt")
    key = server.send("us.txt", _PLAIN)
    job = server.ask(
        manuscript=manuscript["id"], parts=[bib["id"]], papers=[paper["id"], key["id"]]
    )
    events = dict(server.events(job))
    assert events["opening"]["report"]["manuscript"]["problems"] == []
    verdict = events["verdict"]["verdict"]
    assert verdict["file"] == "draft.md"
    assert verdict["cites"] == ["us"]
    assert verdict["status"] == "contradicted", verdict["reason"]


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        ("torn.pdf", b"%PDF-1.7\nnothing", "damaged"),
        ("empty.pdf", b"", "empty"),
        ("archive.zip", b"PK\x03\x04 nothing", "unsupported"),
    ],
)
def test_what_cannot_be_read_says_why(
    server: Server, name: str, content: bytes, fault: str
) -> None:
    """The paper and its job say it, claims asked of it are unchecked, and others are asked."""
    paper = server.send(name, content)
    assert not paper["open"]
    assert paper["error"]["fault"] == fault
    assert paper["error"]["detail"].startswith(f"{name}:")
    assert dict(server.events(paper["job"]))["failed"] == paper["error"]
    job = server.ask(claims=[_CLAIM], papers=[paper["id"]])
    events = dict(server.events(job))
    assert events["verdict"]["verdict"]["status"] == "unchecked"
    (document,) = events["opening"]["report"]["documents"]
    assert document["error"]["kind"] == "UnreadableDocument"


def test_an_encrypted_paper_wants_its_password(server: Server) -> None:
    """Without one, and with a wrong one, it says so; with the right one it is read."""
    from io import BytesIO

    import pikepdf

    made = BytesIO()
    with pikepdf.open(BytesIO(_pdf())) as plain:
        plain.save(made, encryption=pikepdf.Encryption(owner="o", user="süß"))
    paper = server.send("secret.pdf", made.getvalue())
    assert paper["error"]["fault"] == "encrypted"
    for password, fault in (("wrong", "wrong password"), ("süß", None)):
        place = f"/api/papers/{paper['id']}"
        begun = server.client.put(f"{place}/password", json={"password": password})
        server.events(begun.json()["job"])
        error = server.get(place)["error"]
        assert (error and error["fault"]) == fault
    assert server.client.get(f"/api/papers/{paper['id']}/pages/1").status_code == 200
    sent = server.send("secret.pdf", made.getvalue(), **{"Vera-Password": "s%C3%BC%C3%9F"})
    assert sent["open"]
    assert sent["name"] == "secret-2.pdf"


@pytest.mark.parametrize("form", ["json", "html", "sarif", "csv", "markdown", "junit", "text"])
def test_reports_are_files(server: Server, form: str) -> None:
    """Each form is an attachment, so that no browser shows it as a page of the server."""
    paper = server.send("counts.pdf", _pdf())
    job = server.ask(claims=[_CLAIM], papers=[paper["id"]])
    server.events(job)
    report = server.client.get(f"/api/jobs/{job}/report", params={"format": form})
    assert report.headers["content-disposition"].startswith("attachment;")
    assert "survived" in report.text
    if form == "html":
        assert "background-image" in report.text
    copy = server.client.get(f"/api/jobs/{job}/copies/{paper['id']}")
    assert copy.content.startswith(b"%PDF-")
    assert b"/Highlight" in copy.content
    marked = paper["name"].replace(".pdf", "-marked.pdf")
    assert f'filename="{marked}"' in copy.headers["content-disposition"]


def test_a_report_of_a_part_is_none(server: Server) -> None:
    """A job that was given up tells so, and has no report that would look like one of all."""
    paper = server.send("plain.txt", _PLAIN)
    claims = [f"Bee number {number} sleeps at night." for number in range(800)]
    job = server.ask(claims=claims, papers=[paper["id"]])
    assert server.client.get(f"/api/jobs/{job}/report").status_code == 409
    server.client.delete(f"/api/jobs/{job}")
    assert server.events(job)[-1][0] == "cancelled"
    assert server.get(f"/api/jobs/{job}")["state"] == "cancelled"
    assert server.client.get(f"/api/jobs/{job}/report").json()["kind"] == "NotDone"


def test_who_stops_waiting_stops_the_work(server: Server) -> None:
    """A request that waits and is broken off gives its job up."""
    paper = server.send("plain.txt", _PLAIN)
    claims = [f"Wasp number {number} sleeps at night." for number in range(1000)]
    before = {it["id"] for it in server.get("/api/jobs")["jobs"]}
    with pytest.raises(httpx.ReadTimeout):
        server.client.post(
            "/api/verify", json={"claims": claims, "papers": [paper["id"]]}, timeout=0.5
        )
    jobs: list[dict[str, Any]] = []
    while not jobs:  # the server may take it in after its client has left
        time.sleep(0.1)
        jobs = [it for it in server.get("/api/jobs")["jobs"] if it["id"] not in before]
    assert server.events(jobs[0]["id"])[-1][0] == "cancelled"


def test_a_listener_who_was_cut_off_goes_on(server: Server) -> None:
    """By the number of the last event nothing is told twice, and nothing is left out."""
    paper = server.send("plain.txt", _PLAIN)
    job = server.ask(claims=[f"There are {n} bees." for n in range(20)], papers=[paper["id"]])
    last, first = 0, []
    with server.client.stream("GET", f"/api/jobs/{job}/events") as stream:
        lines = stream.iter_lines()
        for line in lines:
            if line.startswith("id: "):
                last = int(line.removeprefix("id: "))
            first.append(line)
            if line.startswith("data: ") and '"claim": 4' in line:
                break
    seen = [data["claim"] for name, data in told(iter(first)) if name == "verdict"]
    rest = [data["claim"] for name, data in server.events(job, last) if name == "verdict"]
    assert seen + rest == list(range(20))
