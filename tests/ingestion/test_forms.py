"""Readers of markup tell lists, rows and code from prose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from testdata.papers.docx import docx
from vera.core.document import File, Form
from vera.verification.ingestion.markup import docx as word
from vera.verification.ingestion.markup import html, jats

if TYPE_CHECKING:
    from vera.core.ports import Reader

PAGE = b"<p>a</p><ul><li>b<p>c</p><li>d</ul><pre>e</pre><table><tr><td>f</table><p>g</p>"
ARTICLE = (
    b"<article><body><p>a<list><list-item><p>b</p><p>c</p></list-item><list-item><p>d</p>"
    b"</list-item></list></p><preformat>e</preformat><table><tr><td>f</td></tr></table><p>g</p>"
    b"</body></article>"
)
ITEM = "<w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>{}</w:t></w:r></w:p>"
PLAIN = "<w:p><w:r><w:t>{}</w:t></w:r></w:p>"
WORD = docx(
    PLAIN.format("a")
    + "".join(map(ITEM.format, "bcd"))
    + f"<w:tbl><w:tr><w:tc>{PLAIN.format('f')}</w:tc></w:tr></w:tbl>"
    + PLAIN.format("g")
)
FORMS = {"b": Form.ITEM, "c": Form.ITEM, "d": Form.ITEM, "e": Form.CODE, "f": Form.ROW}


@pytest.mark.parametrize(("reader", "data"), [(html, PAGE), (jats, ARTICLE), (word, WORD)])
def test_forms(reader: Reader, data: bytes) -> None:
    """All that is in an item is of it, and what follows a list or a table is prose again."""
    found = reader.read(File("a", data, "d")).unwrap()
    said = {block.span.of(found.text): block.form for block in found.blocks}
    assert said == {text: FORMS.get(text, Form.PROSE) for text in said}
    assert said.keys() >= set("abcdfg")
