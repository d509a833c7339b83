"""How a server begins and ends: nothing of it stays."""

from __future__ import annotations

import importlib.util
import os
import signal
import socket
import stat
import threading
import time
from pathlib import Path

import httpx
import pytest

from tests.serve.server import running, told
from tests.verify.program import verify
from vera.verify.serve import serving

_PLAIN = (Path(__file__).parents[2] / "testdata" / "papers" / "plain.txt").read_bytes()


@pytest.mark.parametrize(
    ("ending", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_signal_ends_it(ending: signal.Signals, code: int, folders: dict[str, str]) -> None:
    """In the middle of a job to which somebody listens; its folder and its port are free then."""
    with running() as server:
        paper = server.send("plain.txt", _PLAIN)
        (folder,) = Path(folders["TMPDIR"]).glob("vera-serve-*")
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        job = server.ask(claims=[f"Bees are {n}." for n in range(900)], papers=[paper["id"]])
        with server.client.stream("GET", f"/api/jobs/{job}/events") as stream:
            for name, _ in told(stream.iter_lines()):
                if name == "verdict":
                    break
            said = server.end(ending)
        assert server.process.returncode == code
        assert "Traceback" not in said
        assert not folder.exists()
        with socket.create_server(("127.0.0.1", server.port)):
            pass


def test_who_ends_it_twice_is_told_once(folders: dict[str, str]) -> None:
    """A second Ctrl-C while it ends breaks nothing off that would tell of it."""
    with running() as server:
        server.send("plain.txt", _PLAIN)
        server.process.send_signal(signal.SIGINT)
        time.sleep(0.05)
        said = server.end(signal.SIGINT)
        assert server.process.returncode in {130, -signal.SIGINT}  # one to a shell
        assert said == "verify: interrupted\n"
        assert not list(Path(folders["TMPDIR"]).glob("vera-serve-*/lock"))


def test_what_a_killed_server_left_goes_with_the_next(folders: dict[str, str]) -> None:
    """That of a server that lives stays, and so does what only looks like one."""
    place = Path(folders["TMPDIR"])
    with running() as first:
        first.send("plain.txt", _PLAIN)
        (left,) = place.glob("vera-serve-*")
        first.process.kill()
        first.process.wait()
    assert left.exists()
    (place / "vera-serve-of-mine").mkdir(exist_ok=True)
    with running() as second:
        assert not left.exists()
        kept = second.send("plain.txt", _PLAIN)
        with running():
            assert second.client.get(f"/api/papers/{kept['id']}/document").status_code == 200
    assert (place / "vera-serve-of-mine").exists()
    (place / "vera-serve-of-mine").rmdir()


def test_a_port_that_is_taken() -> None:
    """It is said, and what was made is gone."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        run = verify("serve", "--port", str(taken.getsockname()[1]))
    assert run.returncode == 4
    assert "cannot be listened on" in run.stderr


def test_without_the_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is said what to install."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    request = serving.Request((), 0, "127.0.0.1", browse=False, embedder="minilm", cache=True)
    assert serving.serve(request) == 3
    assert "pip install 'vera-verify[serve]'" in capsys.readouterr().err


def test_an_embedder_that_is_not_there() -> None:
    """The server answers, and who asks for a paper is told why there is none."""
    with running("--embedder", "ollama") as server:
        sent = server.client.post("/api/papers?name=plain.txt", content=_PLAIN).json()
        assert dict(server.events(sent["job"]))["failed"]["status"] == 503
        asked = {"claims": ["Bees sleep."], "papers": [sent["id"]]}
        answer = server.client.post("/api/verify", json=asked)
        assert answer.status_code == 503
        assert answer.json()["kind"] in {"ServiceUnavailable", "EmbeddingFault"}
        assert server.get("/api")["embedder"] is None


def test_readers_at_once_get_their_own(folders: dict[str, str]) -> None:
    """Twenty who ask while papers are added: no answer is lost or another's."""
    answers: dict[int, list[str]] = {}
    with running() as server:
        paper = server.send("plain.txt", _PLAIN)["id"]

        def ask(number: int) -> None:
            with httpx.Client(
                base_url=server.base, headers=server.client.headers, timeout=120
            ) as client:
                claims = [f"With pdfplumber only {number} sentences survived.", f"It is {number}."]
                asked = {"claims": claims, "papers": [paper]}
                report = client.post("/api/verify", json=asked).json()
                answers[number] = [it["text"] for it in report["claims"]]
                assert answers[number] == claims

        readers = [threading.Thread(target=ask, args=(number,)) for number in range(60, 80)]
        for reader in readers:
            reader.start()
        for number in range(10):
            server.client.post(
                "/api/papers", params={"name": f"{number}.txt"}, content=b"%d " % number + _PLAIN
            )
        for reader in readers:
            reader.join()
    assert sorted(answers) == list(range(60, 80))
    assert os.environ["TMPDIR"] == folders["TMPDIR"]
