"""Makes notes.docx: `python testdata/papers/docx.py` writes it beside this file."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_BODY = """
<w:p><w:pPr><w:pStyle w:val="Titel"/></w:pPr><w:r>
<w:t>Reading what an editor accepted</w:t></w:r></w:p>
<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>1 Changes</w:t></w:r></w:p>
<w:p><w:r><w:t xml:space="preserve">A deleted word is </w:t></w:r>
<w:del><w:r><w:delText>always </w:delText></w:r></w:del>
<w:ins><w:r><w:t xml:space="preserve">never </w:t></w:r></w:ins>
<w:r><w:t>read</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:t>.</w:t></w:r></w:p>
<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>Hidden text is not read.</w:t></w:r></w:p>
<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr><w:r><w:t>1.1 Tables</w:t></w:r></w:p>
<w:p><w:pPr><w:pStyle w:val="Caption"/></w:pPr><w:r><w:t>Table 1: Two rows.</w:t></w:r></w:p>
<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Part</w:t></w:r></w:p></w:tc>
<w:tc><w:p><w:r><w:t>Read</w:t></w:r></w:p></w:tc></w:tr>
<w:tr><w:tc><w:p><w:r><w:t>comment</w:t></w:r></w:p></w:tc>
<w:tc><w:p><w:r><w:t>no</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>References</w:t></w:r></w:p>
<w:p><w:r><w:t>ECMA-376, Office Open XML file formats.</w:t></w:r></w:p>
"""
_STYLES = """
<w:style w:styleId="Titel"><w:name w:val="Title"/></w:style>
<w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
<w:style w:styleId="Caption"><w:name w:val="caption"/></w:style>
"""
_NOTE = '<w:footnote w:id="2"><w:p><w:r><w:t>By this reader.</w:t></w:r></w:p></w:footnote>'
_CORE = (
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/'
    'core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">'
    "<dc:creator>The VERA authors</dc:creator></cp:coreProperties>"
)
_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'wordprocessingml.document.main+xml"/></Types>'
)


def docx(body: str = _BODY, more: Mapping[str, str] | None = None) -> bytes:
    """A DOCX file with this body, the same bytes each time; `more` are parts by their names."""
    parts = {
        "[Content_Types].xml": _TYPES,
        "word/document.xml": f"<w:document {_W}><w:body>{body}</w:body></w:document>",
        "word/styles.xml": f"<w:styles {_W}>{_STYLES}</w:styles>",
        "word/footnotes.xml": f"<w:footnotes {_W}>{_NOTE}</w:footnotes>",
        "docProps/core.xml": _CORE,
        **(more or {}),
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in parts.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, text)
    return file.getvalue()


if __name__ == "__main__":
    Path(__file__).with_name("notes.docx").write_bytes(docx())
