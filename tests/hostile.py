"""Hostile files, the same on every machine: bombs, loops, torn and random ones.

Forty PDFs, and more of markup.
"""

from __future__ import annotations

import io
import random
import zipfile
import zlib
from itertools import pairwise
from typing import TYPE_CHECKING

from tests.pdfs import DRAWING, Sheet, Words, pdf

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_FLIPS = 20
_RESOURCES = "<< /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"


def stream(body: bytes, entries: str = "", *, packed: int = 1) -> bytes:
    """A stream object, deflated `packed` times."""
    for _ in range(packed):
        body = zlib.compress(body, 9)
    filters = "/FlateDecode " * packed
    return b"<< /Length %d /Filter [%s] %s >>\nstream\n%s\nendstream" % (
        len(body),
        filters.encode(),
        entries.encode(),
        body,
    )


def _file(*bodies: str | bytes) -> bytes:
    """A PDF of these objects, numbered from 1; the first is the catalog. Its table is right."""
    out = bytearray(b"%PDF-1.7\n")
    starts = []
    for number, body in enumerate(bodies, start=1):
        starts.append(len(out))
        data = body.encode() if isinstance(body, str) else body
        out += b"%d 0 obj\n%s\nendobj\n" % (number, data)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(starts) + 1)
    for start in starts:
        out += b"%010d 00000 n \n" % start
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\n" % (len(starts) + 1)
    return bytes(out + b"startxref\n%d\n%%%%EOF\n" % table)


def one_page(content: bytes, *others: bytes | str, box: str = "0 0 600 800") -> bytes:
    """A PDF of one page with object 4 for its content; `others` are numbered from 5 on."""
    resources = _RESOURCES[:-2] + "/XObject << /X 5 0 R >> >>" if others else _RESOURCES
    return _file(
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Resources {resources} /Contents 4 0 R >>",
        content,
        *others,
    )


def _form(content: str, inner: int | None) -> bytes:
    inside = f"/Resources << /XObject << /X {inner} 0 R >> >>" if inner else ""
    entries = f"/Type /XObject /Subtype /Form /BBox [0 0 600 800] {inside}"
    return stream(content.encode(), entries)


def _many_characters() -> bytes:
    line = b"(" + b"a" * 1000 + b") Tj\n"
    return one_page(stream(b"BT /F 1 Tf 10 700 Td\n" + line * 26_000 + b"ET"))


def _nested_forms() -> bytes:
    depth = 23
    forms = [_form("/X Do /X Do", 6 + at) for at in range(depth)]
    return one_page(stream(b"/X Do"), *forms, _form(DRAWING, None))


def _many_pages() -> bytes:
    count = 20_000
    kids = " ".join(["3 0 R"] * count)
    return _file(
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] >>",
    )


def _image(width: int, height: int) -> bytes:
    entries = (
        f"/Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /DeviceGray"
        " /BitsPerComponent 8"
    )
    return one_page(stream(b"600 0 0 800 0 0 cm /X Do"), stream(b"\0" * 10_000_000, entries))


def _noise(seed: int) -> bytes:
    return random.Random(seed).randbytes(500_000)  # noqa: S311 - the same each time


def _made() -> Iterator[tuple[str, bytes]]:
    blank = b" " * 64_000_000
    page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R >>"
    catalog = "<< /Type /Catalog /Pages 2 0 R >>"
    yield "bomb in a stream", one_page(stream(blank))
    yield "bomb in a bomb", one_page(stream(blank * 2, packed=2))
    yield "26 million characters", _many_characters()
    yield "nested forms", _nested_forms()
    yield "form of itself", one_page(stream(b"/X Do"), _form("/X Do /X Do", 5))
    yield "page tree of itself", _file(catalog, "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 9 >>")
    yield (
        "page trees of each other",
        _file(
            catalog,
            "<< /Type /Pages /Kids [3 0 R] /Count 5000 >>",
            "<< /Type /Pages /Kids [2 0 R] /Parent 2 0 R /Count 5000 >>",
        ),
    )
    yield "20,000 pages", _many_pages()
    yield (
        "a count of pages that is a lie",
        _file(catalog, "<< /Type /Pages /Kids [3 0 R] /Count 2000000000 >>", page),
    )
    yield "huge page", one_page(stream(b"BT /F 9 Tf (a) Tj ET"), box="0 0 1e38 1e38")
    yield "huge image", _image(2_000_000, 2_000_000)
    yield "arrays in arrays", _file("<< /Type /Catalog /Pages " + "[" * 200_000 + " >>")
    yield "dictionaries in dictionaries", _file("<< /A " * 200_000)
    yield "saved states", one_page(stream(b"q " * 5_000_000))
    yield (
        "object stream of itself",
        _file(catalog, stream(b"2 0 5 9 << >>", "/Type /ObjStm /N 2 /First 8 /Extends 2 0 R")),
    )
    table = b"%PDF-1.7\nxref\n0 0\ntrailer\n<< /Prev 9 >>\nstartxref\n9\n%%EOF\n"
    yield "table that points at itself", table
    good = pdf(*[Sheet(Words(f"Page {n} of words", 100, 700).content) for n in range(8)])
    yield "half a file", good[: len(good) // 2]
    yield "a head alone", good[:20]
    yield "random bytes", b"%PDF-1.7\n" + _noise(1)
    yield "content of random bytes", one_page(stream(_noise(2)))


def _torn(data: bytes, seed: int, bits: int = 8) -> bytes:
    """The file with some bytes changed, more of them for a larger seed; 7 bits leave ASCII."""
    chance = random.Random(seed)  # noqa: S311 - the same each time, not a secret
    torn = bytearray(data)
    for _ in range(1 + 10 * seed):
        torn[chance.randrange(len(torn))] ^= chance.randrange(1, 1 << bits)
    return bytes(torn)


def hostile(paper: bytes) -> Iterator[tuple[str, bytes]]:
    """A name and the bytes of each PDF; the last 20 are `paper` with random bytes changed."""
    yield from _made()
    for seed in range(_FLIPS):
        yield f"flipped bytes {seed}", _torn(paper, seed)


_LARGE = 10_000_000
"""Bytes of the large files of markup, as in ADR 0013."""


def _without_end(piece: bytes) -> bytes:
    return piece * (_LARGE // len(piece))


def _archive(parts: Mapping[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return file.getvalue()


def _article(body: str, entities: str = "") -> bytes:
    return f"<!DOCTYPE article [{entities}]><article><body><p>{body}</p></body></article>".encode()


def _pages() -> Iterator[tuple[str, bytes]]:
    """Hostile pages of HTML, and Markdown."""
    yield "elements in elements.html", b"<div>" * 900_000
    yield "links in links.html", b"<a>x" * 900_000
    yield "opening brackets.html", _without_end(b"<")
    yield "a million attributes.html", b"<p " + b"".join(b"a%d " % n for n in range(1_000_000))
    yield "half a million paragraphs.html", b"<p>x" * 500_000
    yield "a title of 9 MB.html", b"<title>" + b"x" * 9_000_000 + b"</title><p>x"
    row = b"<tr>" + b"<td rowspan=999999999 colspan=1000>1" * 10
    yield "cells that cover all.html", b"<table>" + row * 1_000
    yield "ten thousand cells.html", b"<table>" + (b"<tr>" + b"<td>1" * 100) * 100
    yield "fractions in fractions.html", b"<p>x<math>" + b"<mfrac><mi>x</mi>" * 900_000
    yield "calls and notes.html", b"<p>x<sup><a href=#n id=r>1</a></sup>" * 50_000 + b"<p id=n>N"
    yield "images that never end.md", _without_end(b"![ ")
    yield "a table of many columns.md", b"a|" * 20_000 + b"\n" + b"-|" * 20_000 + b"\na" * 1000
    yield "quotes in quotes.md", _without_end(b"> ")
    yield "stars.md", _without_end(b"*a **")
    yield "definitions.md", b"".join(b"[%d]: x\n" % n for n in range(500_000))


def _articles() -> Iterator[tuple[str, bytes]]:
    """Hostile JATS and DOCX."""
    names = "abcdefghij"
    laughs = "".join(f'<!ENTITY {new} "{f"&{old};" * 10}">' for old, new in pairwise(names))
    yield "laughs.xml", _article("&j;", f'<!ENTITY a "lol">{laughs}')
    yield "one long entity.xml", _article("&a;" * 100_000, f'<!ENTITY a "{"x" * 100_000}">')
    yield "a file of the machine.xml", _article("&a;", '<!ENTITY a SYSTEM "file:///dev/zero">')
    yield "sections in sections.xml", b"<article><body>" + b"<sec>" * 900_000
    yield "paragraphs.xml", b"<article><body>" + b"<p>x</p>" * 250_000 + b"</body></article>"
    blank = {"word/document.xml": b" " * 100_000_000}
    yield "bomb.docx", _archive(blank)
    yield "many parts.docx", _archive(blank | {str(n): b"" for n in range(20_000)})
    nested = b"<w:p>" * 1_000_000
    yield "paragraphs in paragraphs.docx", _archive({"word/document.xml": nested})
    yield "random bytes.docx", b"PK\x03\x04word/document.xml" + _noise(3)


def hostile_markup(papers: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """A name and the bytes of each file; the last 20 are `papers`, by suffix, torn."""
    yield from _pages()
    yield from _articles()
    for suffix, data in papers.items():
        for seed in range(_FLIPS // len(papers)):
            yield f"flipped bytes {seed}{suffix}", _torn(data, seed, bits=7)
