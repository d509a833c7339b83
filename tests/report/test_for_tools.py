"""What the tools of `verify mcp` answer fits its schema, whatever a paper holds."""

from __future__ import annotations

import json
from importlib.resources import files

import jsonschema
import pytest

from vera.core.document import Document, Page, Span
from vera.core.errors import ReadFault, StorageFault, UnreadableDocument
from vera.verification.library.adding_report import Added
from vera.verification.library.checking import Condition
from vera.verification.library.listing import Listed
from vera.verification.report.of_added import added_json
from vera.verification.report.of_condition import libraries_json
from vera.verification.report.of_pages import pages_json

_SCHEMAS = files("vera.verification.report") / "schema"
_HOSTILE = 'a\x1b[2J"</script>\u202e\ud800\n\x00b'


def _held(text: str, schema: str) -> dict[str, object]:
    """The value, held to its schema; nothing unprintable stands raw in its text."""
    assert not set(text) & set("\x1b\u202e\ud800\x00")
    value: dict[str, object] = json.loads(text)
    jsonschema.validate(value, json.loads((_SCHEMAS / schema).read_text("utf-8")))
    return value


@pytest.mark.parametrize("text", ["First.\n\nSecond.", _HOSTILE])
def test_pages(text: str) -> None:
    """Each page has its own text, and says why it has none."""
    half = len(text) // 2
    pages = (
        Page(1, 1, 1, Span(0, half), label="i"),
        Page(2, 1, 1, Span(half, len(text)), damaged="cut"),
        Page(3, 1, 1, Span(len(text), len(text)), unread="scan"),
    )
    document = Document(text, _HOSTILE, "", pages=pages)
    value = _held(pages_json(document, pages[1:]), "pages-1.json")
    assert value["count"] == 3
    assert value["pages"] == [
        {
            "number": 2,
            "label": None,
            "text": text[half:].strip(),
            "unread": None,
            "damaged": "cut",
        },
        {"number": 3, "label": None, "text": "", "unread": "scan", "damaged": None},
    ]


def test_a_paper_without_pages() -> None:
    """All of its text is one page that has no number."""
    value = _held(pages_json(Document("All.\n", "a.md", ""), ()), "pages-1.json")
    assert value["count"] == 0
    assert value["pages"] == [
        {"number": None, "label": None, "text": "All.", "unread": None, "damaged": None}
    ]


def test_what_was_added() -> None:
    """Each paper with what became of it; those that were not read say why; vanished ones go."""
    names = {"new.pdf": "added", "old.pdf": "replaced", "copy.pdf": "elsewhere", "as.pdf": ""}
    added = Added(["new.pdf"], ["old.pdf"], ["copy.pdf"], 1, ["gone.pdf"])
    added.unread.append(UnreadableDocument("read", _HOSTILE, ReadFault.DAMAGED, hint="mend it"))
    added.unmatched["refs.bib"] = [_HOSTILE]
    listed = [
        Listed(name, _HOSTILE, 3, 4, vanished, "art_0123abcd")
        for name, vanished in (*((name, False) for name in names), ("gone.pdf", True))
    ]
    value = _held(added_json("own", added, listed), "added-1.json")
    artifacts = value["artifacts"]
    assert isinstance(artifacts, list)
    outcomes = {it["document"]: it["outcome"] for it in artifacts}
    assert outcomes == {name: said or "unchanged" for name, said in names.items()}
    assert value["vanished"] == ["gone.pdf"]


def test_how_libraries_are() -> None:
    """An empty library was made with nothing, and one that cannot be looked at says why."""
    fault = StorageFault("open", _HOSTILE, "it is damaged")
    text = libraries_json({"own": Condition(0, 0, 0, 0, 4096, None)}, {"other": fault})
    value = _held(text, "libraries-1.json")
    assert value["unreadable"] == [
        {"name": "other", "error": {"kind": "StorageFault", "message": str(fault)}}
    ]
