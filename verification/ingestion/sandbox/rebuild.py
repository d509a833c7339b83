"""The program that rebuilds a damaged PDF with pikepdf, which is qpdf.

qpdf finds the objects again where the table of them is lost. Where the catalog or the tree of pages
is lost too (half a file), a new one is made of all the pages that are left, in the order of the
file. Answers "D": how many pages the file seems to have had (0 for unknown), and the new file.
"""

from __future__ import annotations

import io
import re
import zlib
from struct import pack
from typing import TYPE_CHECKING, Any

from vera.verification.ingestion.sandbox.harness import Answer, serve
from vera.verification.ingestion.sandbox.qpdf import prepare

if TYPE_CHECKING:
    from collections.abc import Iterator

_INHERITED = ("/Resources", "/MediaBox", "/CropBox", "/Rotate")  # ISO 32000-1, table 30
_DEEPEST = 50
_COUNTS = (
    re.compile(rb"/Type\s*/Pages\b[^<>]{0,2000}?/Count\s+(\d{1,7})"),
    re.compile(rb"/Count\s+(\d{1,7})[^<>]{0,2000}?/Type\s*/Pages\b"),
    re.compile(rb"/Linearized[^<>]{0,200}/N\s+(\d{1,7})"),
)
_STREAM = re.compile(rb"\bobj\s*<<([^>]{0,500}/ObjStm[^>]{0,500})>>\s*stream\r?\n")
_PAGE = re.compile(rb"/Type\s*/Page\b")
_LONGEST_PAGE = 20_000  # bytes of a page's dictionary
_NUMBER = re.compile(rb"(\d{1,10})\s+\d{1,5}\s+obj\b")


def _number(name: bytes, dictionary: bytes) -> int:
    found = re.search(rb"/" + name + rb"\s+(\d{1,9})\b", dictionary)
    return int(found[1]) if found else 0


def _objects_in_streams(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Number and text of each object that is packed into a stream of objects."""
    for found in _STREAM.finditer(data):
        try:
            plain = zlib.decompressobj().decompress(data[found.end() :])
        except zlib.error:
            continue  # the other streams can still be good
        first = _number(b"First", found[1])
        pairs = [int(word) for word in plain[:first].split() if word.isdigit()]
        starts = [first + start for start in pairs[1::2]]
        ends = [*starts[1:], len(plain)]
        for number, start, end in zip(pairs[::2], starts, ends):  # noqa: B905 - may be cut short
            yield number, plain[start:end]


def _with_catalog(data: bytes) -> bytes:
    """The file with its packed objects laid open, and a new catalog and trailer at its end."""
    whole = bytearray(data[: data.rfind(b"endobj") + 6])
    for number, text in _objects_in_streams(data):
        whole += b"\n%d 0 obj\n%s\nendobj" % (number, text)
    starts = list(_NUMBER.finditer(whole))
    free = 1 + max((int(found[1]) for found in starts), default=0)
    ends = [*(found.start() for found in starts[1:]), len(whole)]
    kids = [
        b"%s 0 R" % found[1]
        for found, end in zip(starts, ends)  # noqa: B905 - of one length
        if _PAGE.search(whole, found.end(), min(end, found.end() + _LONGEST_PAGE))
    ]
    whole += b"\n%d 0 obj\n<< /Type /Catalog /Pages %d 0 R >>\nendobj" % (free, free + 1)
    tree = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(kids), len(kids))
    whole += b"\n%d 0 obj\n%s\nendobj" % (free + 1, tree)
    whole += b"\ntrailer\n<< /Size %d /Root %d 0 R >>\nstartxref\n0\n%%%%EOF\n" % (free + 2, free)
    return bytes(whole)


def _page_count(pdf: Any, error: Any) -> int:
    try:
        return len(pdf.pages)
    except error:
        return 0


def _all_pages(pikepdf: Any, pdf: Any) -> list[Any]:
    return [
        item
        for item in pdf.objects
        if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Page"
    ]


def _plant(pikepdf: Any, pdf: Any, pages: list[Any]) -> None:
    """Make a new tree of the pages, each with what it inherited in the old one."""
    for page in pages:
        above = page
        for _ in range(_DEEPEST):
            above = above.get("/Parent")
            if not isinstance(above, pikepdf.Dictionary):
                break
            for name in _INHERITED:
                if name in above and name not in page:
                    page[name] = above[name]
    tree = pikepdf.Dictionary(Type=pikepdf.Name.Pages, Kids=pikepdf.Array(pages), Count=len(pages))
    pdf.Root.Pages = pdf.make_indirect(tree)
    for page in pages:
        page.Parent = pdf.Root.Pages


def _rebuilt(pikepdf: Any, data: bytes, password: str, planted: bool) -> bytes:
    """The file as qpdf writes it anew; `planted` says that its tree of pages is ours."""
    with pikepdf.open(io.BytesIO(data), password=password) as pdf:
        error = (pikepdf.PdfError, ValueError, TypeError, AttributeError, KeyError)
        if planted:
            _plant(pikepdf, pdf, list(pdf.Root.Pages.Kids))
        elif _page_count(pdf, error) == 0:
            _plant(pikepdf, pdf, _all_pages(pikepdf, pdf))
        out = io.BytesIO()
        pdf.save(out)
        return out.getvalue()


def _rebuild(answer: Answer, request: dict[str, Any], data: bytes) -> None:
    import pikepdf

    expected = max((int(n) for count in _COUNTS for n in count.findall(data)), default=0)
    try:
        found = _rebuilt(pikepdf, data, request["password"], planted=False)
    except (pikepdf.PdfError, ValueError, TypeError, AttributeError, KeyError):
        found = _rebuilt(pikepdf, _with_catalog(data), request["password"], planted=True)
    answer.send(b"D", pack("<I", expected), found)


def main() -> None:
    """Serve one request."""
    serve(_rebuild, prepare)
