"""Whatever lxml raises, or notes without raising, is an error of ours."""

from __future__ import annotations

from encodings.aliases import aliases
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import failed
from vera.verification.ingestion.markup.lxml import html_tree, xml_tree

if TYPE_CHECKING:
    from vera.core.result import Result

PIECES = st.one_of(
    st.binary(max_size=6),
    st.sampled_from(
        [b"<", b">", b"</", b"<p>", b"</p>", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"&", b"&amp;",
         b"&#0;", b"&#xD800;", b"&lt", b"<?xml version='1.0' encoding='", b"'?>", b"]>", b"&a;",
         b"<!DOCTYPE a [", b"<!ENTITY a 'b'>", b" xmlns:x='u'", b"<x:y/>", b"\0", b"\xff\xfe"]
    ),
)  # fmt: skip
ENCODINGS = sorted({*aliases.values(), *aliases, "idna", "punycode", "undefined", "klingon"})


def _is_ours(result: Result[Any]) -> None:
    if failed(result):
        error = result.failure()
        assert isinstance(error, UnreadableDocument)
        assert error.detail
        assert error.hint


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=12).map(b"".join))
def test_any_bytes_are_a_tree_or_an_error(data: bytes) -> None:
    """Nothing is raised, whatever the bytes are."""
    _is_ours(html_tree(data, "a.html"))
    _is_ours(xml_tree(data, "a.xml"))


@given(st.sampled_from(ENCODINGS), st.binary(max_size=9))
def test_any_declared_encoding_is_tried_or_refused(name: str, data: bytes) -> None:
    """A page may name any of Python's encodings, text or not."""
    _is_ours(html_tree(b"<meta charset=" + name.encode() + b">" + data, "a.html"))
    declared = b"<?xml version='1.0' encoding='" + name.encode() + b"'?><a>"
    _is_ours(xml_tree(declared + data + b"</a>", "a.xml"))


def _foreign() -> list[type[Exception]]:
    """All exceptions of lxml, and those of Python with which it refuses text."""
    own = [it for it in vars(etree).values() if isinstance(it, type)]
    raised = {it for it in own if issubclass(it, Exception)} - {etree._TargetParserResult}
    assert len(raised) > 10
    return [*sorted(raised, key=str), ValueError, LookupError]


@pytest.mark.parametrize("kind", _foreign(), ids=lambda kind: kind.__name__)
def test_every_exception_is_mapped(kind: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each becomes a fault of the file."""

    def fails(*_: object) -> NoReturn:
        four = kind in (etree.ParseError, etree.XMLSyntaxError)  # code, line and column too
        raise kind(*("words", 0, 1, 1)[: 4 if four else 1])

    monkeypatch.setattr(etree, "fromstring", fails)
    for result in (html_tree(b"<p>", "a.html"), xml_tree(b"<p/>", "a.xml")):
        assert failed(result)
        error = result.failure()
        assert isinstance(error, UnreadableDocument)
        assert error.fault is ReadFault.DAMAGED
