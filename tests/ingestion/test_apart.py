"""Markup is read in a child process as it is read here, and a child that lies is not believed."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from struct import pack
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import vera
from vera.core.document import Calls, Document, File, Form, Kind, Mark, Span
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Result, failed
from vera.core.table import Cell, Table
from vera.verification.ingestion import apart, child
from vera.verification.ingestion.child import Limits, Message

if TYPE_CHECKING:
    from collections.abc import Sequence

PAPERS = Path(__file__).parents[2] / "testdata" / "papers"
MODULES = {".html": "html", ".xml": "jats", ".docx": "docx", ".md": "markdown"}
FILES = sorted(path for path in PAPERS.rglob("*") if path.suffix in MODULES)
LIMITS = Limits(cpu=5, wall=30.0)
FILE = File("a.html", b"", "digest")


def _apart(data: bytes, module: str, limits: Limits = LIMITS) -> Result[Document]:
    return apart.read(evolve(FILE, data=data), module, "text/html", limits)


def _fault(result: Result[Document]) -> UnreadableDocument:
    assert failed(result)
    error = result.failure()
    assert isinstance(error, UnreadableDocument)
    assert error.detail
    assert error.hint
    return error


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_child_reads_as_this_process_does(path: Path) -> None:
    """Every paper of the project is the same document, part by part, read apart and here."""
    module = MODULES[path.suffix]
    file = File(path.name, path.read_bytes(), "digest")
    here = import_module(f"vera.verification.ingestion.markup.{module}").read(file).unwrap()
    there = apart.read(file, module, here.media_type).unwrap()
    for field in attrs.fields(Document):
        assert getattr(there, field.name) == getattr(here, field.name), field.name


@pytest.mark.parametrize(
    ("module", "data"),
    [
        ("html", b"<p>na\xefve"),
        ("html", b"<script>x</script>"),
        ("html", b"<div>" * 1000),
        ("jats", b"<TEI/>"),
        ("jats", b'<!DOCTYPE article [<!ENTITY a "b">]><article>&a;</article>'),
        ("docx", b"PK\x03\x04"),
        ("markdown", b"\xff"),
        ("markdown", b" "),
    ],
)
def test_errors_are_the_same(module: str, data: bytes) -> None:
    """What cannot be read has the same fault, detail and hint, read apart and here."""
    here = import_module(f"vera.verification.ingestion.markup.{module}").read(
        evolve(FILE, data=data)
    )
    assert _fault(_apart(data, module)) == _fault(here)


def test_an_error_that_quotes_the_file_is_short() -> None:
    """A name of 40,000 letters does not make the error as long, nor hide what it is."""
    error = _fault(_apart(b"<article>&" + b"x" * 40_000 + b";</article>", "jats"))
    assert "not well-formed" in error.detail or "is unknown" in error.detail
    assert len(error.detail) < 600


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        (evolve(LIMITS, characters=100), "100 characters"),
        (evolve(LIMITS, blocks=30), "30 paragraphs"),
        (evolve(LIMITS, output=400), "of text"),
        (evolve(LIMITS, cpu=1), "of work"),
        (evolve(LIMITS, wall=0.4), "more than 0.4 s"),
        (evolve(LIMITS, memory=150 << 20), "of memory"),
    ],
)
def test_more_than_a_limit_is_too_large(limits: Limits, words: str) -> None:
    """Too much text, too many paragraphs, too much time or memory: each says so."""
    slow = b"![ " * 200_000 if limits.memory == LIMITS.memory else b"word " * 10_000_000
    data = b"word\n\n" * 40 if limits.cpu == LIMITS.cpu and limits.wall > 1 else slow
    data = slow if limits.memory != LIMITS.memory else data
    error = _fault(_apart(data, "markdown", limits))
    assert error.fault is ReadFault.TOO_LARGE
    assert words in error.detail


def test_a_reader_that_breaks_down_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a reader raises is the file's damage; an interpreter or a reader that is absent is not.

    The module `zip` of this room is no reader.
    """
    error = _fault(_apart(b"<p>a", "zip"))
    assert error.fault is ReadFault.DAMAGED
    assert "AttributeError" in error.detail
    assert _fault(_apart(b"<p>a", "no_such_reader")).fault is ReadFault.BROKEN_IO
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert _fault(_apart(b"<p>a", "html")).fault is ReadFault.BROKEN_IO


def test_what_reads_markup_is_light_and_cannot_open_a_socket() -> None:
    """The child loads neither NumPy, attrs nor returns, nor any module that knows sockets."""
    code = (
        "import sys; root = type(sys)('vera'); root.__path__ = [sys.argv[1]];"
        "sys.modules['vera'] = root; sys.path += sys.argv[2:];"
        "from vera.verification.ingestion.sandbox import stand_ins; stand_ins.put_in_place();"
        "from vera.verification.ingestion.markup import html, jats, docx, markdown, mail, mbox;"
        "from vera.verification.ingestion.markup import chat;"
        "heavy = ('numpy._core', 'attr', 'returns.interfaces', 'socket', '_socket', 'ssl', 'http');"
        "real = [name for name in heavy if vars(sys.modules.get(name, root)).get('__spec__')];"
        "sys.exit(', '.join(real) or 0)"
    )
    package = str(Path(str(vera.__file__)).parent)
    subprocess.run([sys.executable, "-I", "-S", "-c", code, package, *child.folders()], check=True)


def _places(*numbers: int) -> bytes:
    return pack(f"<{len(numbers)}I", *numbers)


GOOD = (
    b"Head\n\nBody.\n\nMore.",
    _places(0, 4, 6, 11, 13, 18),
    bytes([2, 4, 4]),
    bytes([0, 0, 1]),
    _places(0, 18, 6, 18),
    _places(1, 2),
    b"Head\0Sub",
    b"Title",
    b"A. One\0B. Two",
    b"",
    b'{"year": 2026}',
    b"",
    b'{"doi": ["10.1000/1"]}',
    (
        b'{"marks": [[6, 10, ["Li"], null, "citation", ""], [11, 11, [], [13, 18], "note", "3"]], '
        b'"references": {"Li": {}}}'
    ),
    pack("<10I", 1, 0, 0, 6, 10, 0, 0, 1, 2, 1),
)


def _collected(parts: Sequence[bytes], *more: Message) -> Result[Document]:
    messages = [Message(b"D", tuple(parts)), *more]
    return apart.collected(iter(messages), FILE, "text/html", LIMITS)


def test_a_good_answer() -> None:
    """The parts become the document that they tell."""
    found = _collected(GOOD).unwrap()
    assert [(block.kind, block.span.of(found.text)) for block in found.blocks] == [
        (Kind.HEADING, "Head"),
        (Kind.BODY, "Body."),
        (Kind.BODY, "More."),
    ]
    assert [str(section) for section in found.sections] == ["Head", "Head > Sub"]
    assert (found.title, found.authors, found.notes) == ("Title", ("A. One", "B. Two"), ())
    assert (found.source, found.digest, found.media_type) == ("a.html", "digest", "text/html")
    assert [block.form for block in found.blocks] == [Form.PROSE, Form.PROSE, Form.ITEM]
    assert found.front == {"year": 2026}
    assert found.about == {"doi": ("10.1000/1",)}
    assert not found.damaged
    assert found.marks == (
        Mark(Span(6, 10), ("Li",)),
        Mark(Span(11, 11), (), Span(13, 18), Calls.NOTE, "3"),
    )
    assert found.tables == (Table((Cell(Span(6, 10), 0, 0, 1, 2, is_head=True),)),)
    assert found.references == {"Li": {}}
    assert _collected((*GOOD[:11], b"\0", *GOOD[12:])).unwrap().damaged


@pytest.mark.parametrize(
    ("at", "wrong"),
    [
        (0, b"\xff"),
        (0, b"short"),
        (0, b" " * 18),
        (1, _places(0, 4, 6, 11, 13, 19)),
        (1, _places(0, 4, 3, 11, 13, 18)),
        (1, _places(0, 4, 6, 6, 13, 18)),
        (1, _places(6, 11, 0, 4, 13, 18)),
        (1, _places(0, 4, 11, 6, 13, 18)),
        (1, GOOD[1][:-1]),
        (1, GOOD[1][:-8]),
        (2, bytes([2, 4])),
        (2, bytes([2, 4, len(Kind)])),
        (3, bytes([0, 0])),
        (3, bytes([0, 0, len(Form)])),
        (4, _places(0, 10, 6, 18)),
        (4, _places(6, 18, 0, 18)),
        (4, _places(0, 18)),
        (5, _places(1, 3)),
        (5, _places(0, 1)),
        (5, _places(2, 1)),
        (5, b"\1\0\0"),
        (6, b"Head"),
        (6, b"a\0b\0c"),
        (6, b""),
        (7, b"\xff"),
        (8, b"\xff"),
        (9, b"\xff"),
        (10, b"\xff"),
        (10, b"[1]"),
        (10, b'{"year": NaN}'),
        (10, b'{"year": ' + b"9" * 5_000 + b"}"),
        (10, b"[" * 100_000),
        (10, b'{"a": "' + b"x" * (1 << 22) + b'"}'),
        (12, b"\xff"),
        (12, b'{"doi": "10.1000/1"}'),
        (12, b'{"doi": [1]}'),
        (13, b'{"marks": 3}'),
        (13, b'{"marks": [[0, 19, [], null]]}'),
        (13, b'{"marks": [[3, 2, [], null]]}'),
        (13, b'{"marks": [[0, 1, ["Li"], null]]}'),
        (13, b'{"marks": [[0, 1, [{}], null]]}'),
        (13, b'{"marks": [[0, 1, [], [5, 19]]]}'),
        (13, b'{"marks": [], "references": {"Li": 3}}'),
    ],
)
def test_answers_that_are_a_little_wrong_are_refused(at: int, wrong: bytes) -> None:
    """Places out of the text or out of order, unknown kinds and lists of another length are."""
    result = _collected((*GOOD[:at], wrong, *GOOD[at + 1 :]))
    assert _fault(result).fault is ReadFault.DAMAGED


def test_one_message_is_an_answer() -> None:
    """No message, a second one, and an unknown fault or limit are refused."""
    assert _fault(_collected(GOOD, Message(b"D", GOOD))).fault is ReadFault.DAMAGED
    for message in (
        Message(b"F", (b"NO_SUCH", b"detail", b"hint")),
        Message(b"F", (b"EMPTY", b"x" * 3000, b"hint")),
        Message(b"F", (b"EMPTY",)),
        Message(b"L", (b"patience",)),
        Message(b"P", ()),
    ):
        result = apart.collected(iter([message]), FILE, "text/html", LIMITS)
        assert _fault(result).fault is ReadFault.DAMAGED
    assert _fault(apart.collected(iter(()), FILE, "", LIMITS)).fault is ReadFault.DAMAGED


def test_what_is_beyond_the_limits_is_refused() -> None:
    """A child that tells more than it may is not believed to have read the file."""
    for limits in (evolve(LIMITS, characters=17), evolve(LIMITS, blocks=2)):
        result = apart.collected(iter([Message(b"D", GOOD)]), FILE, "", limits)
        assert _fault(result).fault is ReadFault.DAMAGED


PLACES = st.lists(st.integers(0, 20), max_size=8).map(lambda numbers: _places(*numbers))
SMALL = st.one_of(st.binary(max_size=12), st.text(max_size=9).map(str.encode))
PARTS: Any = st.one_of(
    st.lists(SMALL, max_size=12),
    st.tuples(
        st.sampled_from([GOOD[0], b"ab cd"]), PLACES, SMALL, SMALL, PLACES, PLACES, SMALL, SMALL,
        SMALL, SMALL, st.one_of(SMALL, st.just(b"{}")), SMALL,
        st.one_of(SMALL, st.just(b'{"a": ["b"]}')),
    ),
)  # fmt: skip


@settings(max_examples=300)
@given(st.lists(st.builds(Message, st.sampled_from([b"D", b"F", b"L", b"?"]), PARTS), max_size=2))
def test_rubbish_from_the_child_is_an_error(messages: list[Message]) -> None:
    """Whatever a child that was taken over says, it becomes a sound document or an error."""
    result = apart.collected(iter(messages), FILE, "text/html", LIMITS)
    if failed(result):
        _fault(result)
        return
    found, end = result.unwrap(), 0
    for block in found.blocks:
        assert end <= block.span.start < block.span.end <= len(found.text)
        end = block.span.end
    for section in found.sections:
        assert section.path
        assert section.span.end <= len(found.text)
        found.section_of(section.span.start)
