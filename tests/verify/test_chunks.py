"""`verify chunks` shows the chunks that verification works with, in the text that is read."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from tests.data import data_folder
from tests.fakes import FakeEmbedder
from tests.verify.program import verify
from vera import Verifier
from vera.core.document import Document
from vera.core.errors import InvalidInput
from vera.verification import wiring
from vera.verification.chunking.strategies import STRATEGIES, names
from vera.verification.chunking.tiktoken import load
from vera.verification.report.of_chunks import Chunked, chunks_json

if TYPE_CHECKING:
    from vera.core.chunk import Chunk

_PAPERS = Path(__file__).parents[2] / "testdata" / "papers"
_SCHEMA = json.loads(
    (files("vera.verification.report") / "schema" / "chunks-1.json").read_text("utf-8")
)

every_chunker = pytest.mark.parametrize("chunker", names())


def _run(*arguments: str) -> str:
    run = verify(*arguments)
    assert run.returncode == 0, run.stderr
    return run.stdout


def _chunks_of(paper: Path, chunker: str, size: str | None = None) -> tuple[Chunk, ...]:
    settings = wiring.settings(chunker, size).unwrap()
    document = wiring.read_document(paper).unwrap()
    return wiring.chunks_of(document, settings, FakeEmbedder(), cache=False).unwrap()


@pytest.fixture(autouse=True)
def _cache(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache that the tests share."""
    monkeypatch.setenv("VERA_CACHE_DIR", str(cache_folder))


@cache
def _document(path: Path) -> Document:
    return wiring.read_document(path).unwrap()


@pytest.mark.parametrize("paper", ["vera/vera.pdf", "notes.md", "plain.txt"])
@every_chunker
def test_json(paper: str, chunker: str) -> None:
    """The JSON of every chunker is what the schema says, and its spans are exact."""
    _check_json(_document(_PAPERS / paper), chunker)


@every_chunker
def test_json_of_real_documents(chunker: str) -> None:
    """The same of Markdown as people write it, and of a real paper."""
    notes = sorted(data_folder("markdown").glob("*.md"))
    assert notes
    for path in [*notes, data_folder("pdfs", "acl-N18-3011.pdf")]:
        _check_json(_document(path), chunker)


def _check_json(document: Document, chunker: str) -> None:
    settings = wiring.settings(chunker).unwrap()
    made = wiring.chunks_of(document, settings, FakeEmbedder(), cache=False).unwrap()
    chunked = Chunked(document, made, chunker, settings.chunk)
    shown: dict[str, Any] = json.loads(chunks_json(chunked, load().unwrap()))
    jsonschema.validate(shown, _SCHEMA)
    text, chunks = shown["document"]["text"], shown["chunks"]
    assert [chunk["index"] for chunk in chunks] == list(range(len(chunks)))
    assert len({chunk["id"] for chunk in chunks}) == len(chunks) > 0
    end, count = 0, load().unwrap().count
    for chunk in chunks:
        assert text[slice(*chunk["span"])] == chunk["text"]
        assert not text[end : chunk["span"][0]].strip()
        assert chunk["shared"] == max(end - chunk["span"][0], 0)
        assert len(chunk["page_labels"]) == len(chunk["pages"])
        assert bool(chunk["boxes"]) is bool(chunk["pages"]) is bool(document.pages)
        for name in {"token_count", "tokens"} & chunk["metadata"].keys():
            assert chunk["metadata"][name] == count(chunk["text"])
        end = chunk["span"][1]
    assert not text[end:].strip()


@pytest.mark.parametrize("chunker", STRATEGIES)
def test_the_program_writes_json(chunker: str, tmp_path: Path) -> None:
    """`verify chunks --format json` writes that object, with every strategy."""
    path, target = str(_PAPERS / "vera" / "vera.pdf"), tmp_path / "chunks.json"
    arguments = ("--chunker", chunker, "--embedder", "minilm", "--format", "json")
    assert _run("chunks", path, *arguments, "--output", str(target)) == ""
    shown = json.loads(target.read_text("utf-8"))
    jsonschema.validate(shown, _SCHEMA)
    assert shown["chunker"] == chunker
    assert shown["document"]["text"] == _document(_PAPERS / "vera" / "vera.pdf").text


@pytest.mark.parametrize("paper", ["vera/vera.pdf", "notes.md", "notes.xml"])
def test_spans_are_into_what_read_prints(paper: str) -> None:
    """`verify read` prints the text that the spans of chunks count characters of."""
    path = _PAPERS / paper
    printed = _run("read", str(path))
    chunks = _chunks_of(path, "sentence")
    assert [chunk.span.of(printed) for chunk in chunks] == [chunk.text for chunk in chunks]


def test_spans_are_into_what_read_prints_of_control_characters(tmp_path: Path) -> None:
    """What drives a terminal is printed as one U+FFFD each, so that spans still fit."""
    path = tmp_path / "paper.txt"
    path.write_bytes(b"\n\nBees\x1b[2J sleep.\r\nWasps \xe2\x80\xaedo not.\x07\r\n\r\n")
    printed = _run("read", str(path))
    (chunk,) = _chunks_of(path, "none")
    assert chunk.text == "Bees\x1b[2J sleep.\r\nWasps \u202edo not.\x07"
    assert chunk.span.of(printed) == "Bees\ufffd[2J sleep.\ufffd\nWasps \ufffddo not.\ufffd"


@pytest.mark.parametrize("chunker", STRATEGIES)
def test_the_chunks_are_those_that_claims_are_compared_with(chunker: str) -> None:
    """A paper that is opened has the chunks that are shown, those without evidence aside."""
    settings = wiring.settings(chunker).unwrap()
    path = _PAPERS / "vera" / "vera.pdf"
    paper = Verifier(settings, embedder=FakeEmbedder(), cache=False).open(path).unwrap()
    shown = _chunks_of(path, chunker)
    assert set(paper.chunks) <= set(shown)
    for chunk in set(shown) - set(paper.chunks):
        assert not any(unit.overlaps(chunk.span) for unit in paper.passages.units)


@every_chunker
def test_a_document_without_a_word(chunker: str) -> None:
    """A text of spaces has no chunks, whatever the chunker, and asks nothing of the embedder."""
    settings = wiring.settings(chunker).unwrap()
    document = Document(" \n\n ", "blank", "")
    assert wiring.chunks_of(document, settings, FakeEmbedder(), cache=False).unwrap() == ()


def test_the_embedders_own_tokens() -> None:
    """Sizes in e are counted by the embedder's tokenizer; one that has none is an error."""
    own = wiring.settings("tokens", "50e").unwrap()
    document = wiring.read_document(_PAPERS / "plain.txt").unwrap()
    chunks = wiring.chunks_of(document, own, "minilm", cache=False).unwrap()
    embedder = wiring.start("minilm", own, cache=False).unwrap().embedder
    counts = getattr(embedder, "tokenizer").unwrap()  # noqa: B009 - not every embedder has one
    assert [chunk.size for chunk in chunks] == [counts.count(chunk.text) for chunk in chunks]
    assert 40 < max(chunk.size for chunk in chunks) <= 50
    error = wiring.chunks_of(document, own, FakeEmbedder(), cache=False).failure()
    assert isinstance(error, InvalidInput)
    assert "fake tells no tokens" in str(error)


def test_a_cached_embedder_keeps_its_tokens() -> None:
    """Sizes in e work with the cache as without."""
    own = wiring.settings("tokens", "50e").unwrap()
    document = wiring.read_document(_PAPERS / "plain.txt").unwrap()
    cached, fresh = (
        wiring.chunks_of(document, own, "minilm", cache=kept).unwrap() for kept in (True, False)
    )
    assert cached == fresh


def test_help_names_every_chunker() -> None:
    """`verify chunks --help` has the names that can be chosen."""
    shown = _run("chunks", "--help")
    assert all(name in " ".join(shown.split()) for name in names())
