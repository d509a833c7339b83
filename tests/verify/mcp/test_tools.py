"""Each tool, asked by the SDK's own client over standard input and output of the real program."""

from __future__ import annotations

import json
import shutil
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import jsonschema
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from tests.verify.mcp.clients import answer, error, lines, program, told
from vera.verify.mcp.tools import TOOLS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_PAPERS = Path(__file__).parents[3] / "testdata" / "papers"
_FALSE = "With pdfplumber only 167 sentences survived."
_TRUE = "With pdfplumber only 67 sentences survived."


@pytest.fixture(autouse=True)
def papers(folder: Path) -> Path:
    """Three papers in the folder `papers`, which is granted, and a secret beside it."""
    (folder / "papers").mkdir()
    for name in ("plain.txt", "notes.md", "vera/vera.pdf"):
        shutil.copy(_PAPERS / name, folder / "papers")
    (folder / "secret.txt").write_text("The secret is 42.", "utf-8")
    return folder / "papers"


def _asked(work: Callable[[Client], Awaitable[None]], *arguments: str, mode: str = "auto") -> None:
    async def run() -> None:
        server = program("--allow", "papers", *arguments)
        async with Client(server, mode=mode) as client:
            await work(client)

    anyio.run(run)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_tools_are_described(mode: str) -> None:
    """By name, what they are for, sound schemas, and whether they change something."""

    async def work(client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == [tool.name for tool in TOOLS]
        for tool in tools:
            assert tool.description
            assert tool.annotations
            assert tool.annotations.read_only_hint is (tool.name != "artifact_ingest")
            for schema in (tool.input_schema, tool.output_schema):
                assert schema
                assert schema["type"] == "object"
                assert schema["additionalProperties"] is False
                jsonschema.Draft202012Validator.check_schema(schema)

    _asked(work, mode=mode)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_claims_are_verified(mode: str) -> None:
    """Against papers that are named: verdict, quote and page; what cannot be read is told of."""
    heard: list[tuple[float, float | None]] = []

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        assert message
        heard.append((progress, total))

    async def work(client: Client) -> None:
        ask = partial(answer, client, "verify_claims", "report-1.json")
        claims = [_TRUE, _FALSE, "One epoch at 128 tokens took 35 minutes.", "bees " * 4000]
        named = ["papers/plain.txt", "vera.pdf", "papers/nothing.pdf"]
        refused = await error(client, "verify_claims", claims=claims, papers=named)
        assert refused["message"] == "papers/nothing.pdf: there is no such file"
        (Path("papers") / "broken.pdf").write_bytes(b"no PDF")
        found = await ask(claims=claims, papers=[*named[:2], "broken.pdf"])
        status = [claim["status"] for claim in found["claims"]]
        assert status == ["grounded", "contradicted", "grounded", "unchecked"]
        assert found["claims"][0]["evidence"][0]["document"] == "papers/plain.txt"
        assert found["claims"][2]["evidence"][0]["pages"] == [4]
        assert found["claims"][1]["conflicts"][0]["paper"] == "67"
        errors = [paper["error"] for paper in found["documents"]]
        assert errors[:2] == [None, None]
        assert errors[2]["message"].startswith("broken.pdf: it is named .pdf but is")
        assert str(Path.cwd()) not in json.dumps(found)
        again = await client.call_tool(
            "verify_claims",
            {"claims": [_TRUE], "papers": ["plain.txt"], "threshold": 1, "top_k": 1},
            progress_callback=on_progress,
        )
        (claim,) = again.structured_content["claims"]
        assert (claim["status"], claim["threshold"]) == ("unsupported", 1.0)
        assert len(claim["evidence"]) == 1

    _asked(work, mode=mode)
    assert heard[-1] == (2, 2)
    assert sorted(set(heard)) == heard


def test_a_paper_that_changes_is_read_again(papers: Path) -> None:
    """A paper stays open between calls, and what its file holds now counts."""
    (papers / "plain.txt").write_text("Bees sleep at night.", "utf-8")

    async def work(client: Client) -> None:
        ask = partial(answer, client, "verify_claims", "report-1.json")
        for text, status in (("Bees sleep", "grounded"), ("Ants walk", "unsupported")):
            (papers / "plain.txt").write_text(f"{text} at night.", "utf-8")
            found = await ask(claims=["Bees sleep at night."], papers=["plain.txt"])
            assert found["claims"][0]["status"] == status

    _asked(work)


def test_a_library_is_filled_and_asked(papers: Path) -> None:
    """Papers go in by their ids, are listed, searched, verified against, and read again."""

    async def work(client: Client) -> None:
        ingest = partial(answer, client, "artifact_ingest", "added-1.json", library="own")
        (papers / "broken.pdf").write_bytes(b"no PDF")
        first = await ingest(paths=["papers"], sensitivity="private")
        assert [it["outcome"] for it in first["artifacts"]] == ["added"] * 3
        assert [it["document"] for it in first["unread"]] == ["papers/broken.pdf"]
        again = await ingest(paths=["plain.txt", "notes.md"])
        assert [it["outcome"] for it in again["artifacts"]] == ["unchanged"] * 2
        ids = {it["document"]: it["artifact_id"] for it in first["artifacts"]}
        assert {it["artifact_id"] for it in again["artifacts"]} < set(ids.values())

        listed = await answer(client, "list_papers", "papers-1.json", library="own")
        assert {it["document"]: it["artifact_id"] for it in listed["papers"]} == ids
        assert listed["papers"][0]["metadata"]["sensitivity"] == ["private"]
        found = await answer(
            client, "search_library", "search-1.json", library="own", query=_TRUE, top=1
        )
        assert found["hits"][0]["artifact_id"] == ids["papers/plain.txt"]
        report = await answer(
            client, "verify_claims", "report-1.json", library="own", claims=[_FALSE]
        )
        assert report["claims"][0]["status"] == "contradicted"
        assert report["library"]["papers"] == 3

        Path("papers/vera.pdf").unlink()
        pages = await answer(
            client,
            "read_pages",
            "pages-1.json",
            library="own",
            paper=ids["papers/vera.pdf"],
            pages=[4],
        )
        assert "One epoch at 128 tokens took 35 minutes." in " ".join(
            pages["pages"][0]["text"].split()
        )
        status = await answer(client, "library_status", "libraries-1.json")
        assert status["libraries"][0]["papers"] == 3
        assert status["libraries"][0]["vanished"] == ["papers/vera.pdf"]

    _asked(work)


def test_of_files_outside_it_is_not_told_whether_they_are_there() -> None:
    """A library has papers from elsewhere: they are listed, and their files are not spoken of."""
    Path("elsewhere").mkdir()
    shutil.copy(_PAPERS / "notes.md", "elsewhere")

    async def fill(client: Client) -> None:
        await answer(client, "artifact_ingest", "added-1.json", library="own", paths=["elsewhere"])

    async def work(client: Client) -> None:
        Path("elsewhere/notes.md").unlink()
        status = await answer(client, "library_status", "libraries-1.json", library="own")
        assert status["libraries"][0]["vanished"] == []
        listed = await answer(client, "list_papers", "papers-1.json", library="own")
        assert [it["document"] for it in listed["papers"]] == ["elsewhere/notes.md"]

    _asked(fill, "--allow", "elsewhere")
    _asked(work)


def test_pages_are_read() -> None:
    """Those that are asked for, by number; a format without pages is one text."""

    async def work(client: Client) -> None:
        read = partial(answer, client, "read_pages", "pages-1.json")
        found = await read(paper="vera.pdf", pages=[2, 5])
        assert [page["number"] for page in found["pages"]] == [2, 5]
        assert (found["document"], found["count"]) == ("vera.pdf", 6)
        (whole,) = (await read(paper="plain.txt"))["pages"]
        assert whole["number"] is None
        assert whole["text"].startswith("READING TWO-COLUMN PAPERS")
        wrong = await error(client, "read_pages", paper="vera.pdf", pages=[7])
        assert wrong["message"].endswith("must be between 1 and 6 (got [7])")
        Path("papers/long.txt").write_text("Bees sleep at night. " * 10_000, "utf-8")
        wrong = await error(client, "read_pages", paper="long.txt")
        assert "at most 200,000 are given" in wrong["message"]

    _asked(work)


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("verify_claims", {"claims": [_TRUE]}, "or a library must be named"),
        ("verify_claims", {"claims": [_TRUE], "papers": ["../secret.txt"]}, "no file or folder"),
        ("verify_claims", {"claims": [], "papers": ["plain.txt"]}, "at least 1 item"),
        ("verify_claims", {"claims": "x" * 999, "papers": ["plain.txt"]}, "a valid list"),
        ("verify_claims", {"claims": ["x" * 20_001], "papers": ["a"]}, "at most 20000 characters"),
        ("verify_claims", {"claims": [_TRUE], "papers": ["a"], "threshold": 70}, "equal to 1"),
        ("verify_claims", {"claims": [_TRUE], "papers": ["a"], "top_k": "3"}, "a valid integer"),
        ("verify_claims", {"claims": [_TRUE], "papers": ["a"], "shell": "x"}, "not permitted"),
        ("verify_claims", {"claims": [_TRUE], "papers": ["plain.txt"], "where": ["year"]}, "needs"),
        ("verify_claims", {"claims": [_TRUE], "library": "none"}, "there is no such library"),
        ("verify_claims", {"claims": [_TRUE], "library": "../own"}, "must be letters"),
        ("search_library", {"query": "bees", "library": "postgresql://h/d"}, "is on a server"),
        ("artifact_ingest", {"library": "own", "paths": [".."]}, "no file or folder"),
        ("artifact_ingest", {"library": "own", "paths": ["/"]}, "no file or folder"),
        ("artifact_ingest", {"library": "own", "paths": ["papers/*"]}, "there is no such file"),
        ("read_pages", {"paper": "/dev/zero"}, "no file or folder"),
        ("read_pages", {"paper": "papers"}, "no file on a disk"),
        ("read_pages", {}, "Field required"),
    ],
)
def test_what_is_not_done(tool: str, arguments: dict[str, Any], said: str) -> None:
    """A wrong call is an error of its own that says why, shortly; it ends nothing."""

    async def work(client: Client) -> None:
        told = await error(client, tool, **arguments)
        assert said in told["message"]
        assert len(told["message"]) < 400
        assert "42" not in told["message"]
        assert (await client.list_tools()).tools

    _asked(work)
    assert not Path("libraries/own.sqlite").exists()


def test_a_tool_that_there_is_not() -> None:
    """It is an error of the protocol, without what drives a terminal."""

    async def work(client: Client) -> None:
        with pytest.raises(MCPError, match=r"there is no tool rm.\[31m") as found:
            await client.call_tool("rm\x1b[31m", {})
        assert "\x1b" not in str(found.value)

    _asked(work)


def test_libraries_that_are_named_are_all_that_there_are() -> None:
    """With --library, others are neither asked nor made nor named."""

    async def fill(client: Client) -> None:
        for name in ("own", "other"):
            await answer(client, "artifact_ingest", "added-1.json", library=name, paths=["papers"])

    async def work(client: Client) -> None:
        status = await answer(client, "library_status", "libraries-1.json")
        assert [it["name"] for it in status["libraries"]] == ["own"]
        for tool, rest in (("list_papers", {}), ("artifact_ingest", {"paths": ["papers"]})):
            refused = await error(client, tool, library="other", **rest)
            assert refused["message"].endswith("library must be one of own (got 'other')")

    _asked(fill)
    _asked(work, "--library", "own")


def test_an_embedder_that_is_not_there_is_an_error_of_the_call() -> None:
    """The tool says what failed and what to do; the server goes on."""

    async def run() -> None:
        async with Client(program("--allow", "papers", embedder="ollama")) as client:
            arguments = {"claims": [_TRUE], "papers": ["plain.txt"]}
            refused = await error(client, "verify_claims", **arguments)
            assert refused["kind"] == "ServiceUnavailable"
            assert refused["hint"]
            assert (await answer(client, "read_pages", "pages-1.json", paper="plain.txt"))["pages"]

    anyio.run(run)


def test_text_of_a_paper_cannot_break_a_message(papers: Path) -> None:
    """Control characters come as they are, in JSON, and halves of characters as U+FFFD."""
    (papers / "a\udcffb.txt").write_text("Bees\x1b[31m sleep.\u202e\nAt night.", "utf-8")

    async def work(client: Client) -> None:
        await answer(client, "artifact_ingest", "added-1.json", library="own", paths=["papers"])
        listed = await answer(client, "list_papers", "papers-1.json", library="own")
        assert "papers/a\ufffdb.txt" in [it["document"] for it in listed["papers"]]
        result = await client.call_tool("search_library", {"query": "Bees", "library": "own"})
        assert "\x1b" not in told(result)

    _asked(work)


def test_lines_that_are_no_messages() -> None:
    """They end nothing, and standard output holds the protocol alone."""
    with lines("--allow", "papers") as client:
        client.write(b"garbage", b"", b'{"a": 1}', b"[1, 2", b"\xff\xfe\x00", b"9" * 100_000)
        client.begin()
        client.ask(1, "tools/call", name="read_pages", arguments=[1])
        client.ask(2, "no/such/method")
        client.ask(3, "tools/list")
        answers = {message["id"]: message for message in (client.read() for _ in range(3))}
        rest, said, code = client.leave()
    assert answers[1]["error"]["code"] == -32602
    assert answers[2]["error"]["code"] == -32601
    assert len(answers[3]["result"]["tools"]) == len(TOOLS)
    assert (rest, said, code) == ([], "", 0)


def test_a_client_that_goes_away_in_the_middle() -> None:
    """The work ends, the program too, and without a word; nothing is left half written."""
    with lines("--allow", "papers") as client:
        client.begin()
        claims = [f"Bee number {number} sleeps at night." for number in range(900)]
        call = {"claims": claims, "papers": ["vera.pdf"]}
        client.ask(
            1, "tools/call", name="verify_claims", arguments=call, _meta={"progressToken": 5}
        )
        assert client.read()["method"] == "notifications/progress"
        rest, said, code = client.leave()
    assert all("result" not in message for message in rest)
    assert (said, code) == ("", 0)


def test_nobody_reads_any_more() -> None:
    """The exit code of a client that reads no more, and then leaves, is that of `verify`."""
    with lines("--allow", "papers") as client:
        process = client.process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        client.ask(0, "tools/list")
        process.stdin.close()
        assert process.wait() == 141
