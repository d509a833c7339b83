"""What the fuzzers begin with: the project's own papers, claims and recorded conversations."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.attack.outside import HEAD, seeds_of_cache
from tests.attack.targets import MEMBERS, PART, message
from tests.fakes import FakeOllama
from tests.pdfs import Sheet, Words, pdf
from vera.verification.ingestion import apart
from vera.verification.ingestion.pdf import pdfium
from vera.verification.ingestion.reading import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import ModuleType

    from vera.core.result import Result

_DATA = Path(__file__).parents[2] / "testdata"
CASES = _DATA / "attacks"
_PAPERS = _DATA / "papers"
_FRONT = rb"""title: On claims
authors: [A, {name: B}]
year: 2026
x: &a [1.5, ~, yes]
y: *a
z: "\u00e9"
"""
_EXPORT = b"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:dcterms="http://purl.org/dc/terms/"
 xmlns:link="http://purl.org/rss/1.0/modules/link/" xmlns:bib="http://purl.org/net/biblio#"
 xmlns:foaf="http://xmlns.com/foaf/0.1/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<bib:Article rdf:about="#1"><z:itemType>preprint</z:itemType><dcterms:isPartOf rdf:resource="j"/>
<bib:authors><rdf:Seq><rdf:li><foaf:Person><foaf:surname>A</foaf:surname></foaf:Person></rdf:li>
</rdf:Seq></bib:authors><link:link rdf:resource="#2"/><dc:date>2020</dc:date></bib:Article>
<bib:Journal rdf:about="j"><dc:identifier>DOI 10.1000/a</dc:identifier></bib:Journal>
<z:Attachment rdf:about="#2"><rdf:resource rdf:resource="files/2/a%20b.pdf"/></z:Attachment>
</rdf:RDF>"""
"""As long as an input of a fuzzer may be, which the export in `testdata` is not."""
_CHECKED = (
    b"The method is faster than BERT by 12%.\nOur method was slower than BERT by 15 % (p < 0.05).",
    b"Aspirin does not reduce risk in 40 patients.\nAspirin reduces the risk in all 42 patients.",
)


def _members(path: Path) -> bytes:
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        return PART.join(archive.read(name) if name in names else b"" for name in MEMBERS)


def _recorded(module: ModuleType, listener: str, name: str, data: bytes) -> bytes:
    """What the child says that reads a file, as bytes; `listener` is who is told its messages."""
    heard: list[Any] = []
    told = getattr(module, listener)

    def listen(messages: Iterable[Any], *rest: object) -> Result[Any]:
        heard.extend(messages)
        found: Result[Any] = told(iter(heard), *rest)
        return found

    setattr(module, listener, listen)
    try:
        parse(data, name)
    finally:
        setattr(module, listener, told)
    said = b"".join(message(each.kind, *each.parts) for each in heard)
    return message(b"R") + said + message(b"E")


def _pdf() -> bytes:
    one = [Words("1 Introduction", 72, 700).content, Words("Bees sleep at night-", 72, 680).content]
    other = [Words("time, and a hive holds 30 bees.", 72, 700).content]
    return pdf(Sheet("\n".join(one)), Sheet("\n".join(other)))


def _answers() -> Iterator[bytes]:
    """Sound answers of a server in the places where others may stand."""
    model = {"model": "fake"}
    asked: list[tuple[str, dict[str, Any]]] = [
        ("/api/tags", {}),
        ("/api/version", {}),
        ("/api/show", model),
        ("/api/embed", model | {"input": ["a", "b", "c"], "truncate": False}),
        ("/api/generate", model | {"prompt": "Document: a\nClaim: b"}),
    ]
    with FakeOllama() as server:
        good = [json.dumps(server.answer(path, body)[1]).encode() for path, body in asked]
    for payload in good:
        yield from (bytes([at, 0, at]) + payload for at in range(8))
    for status in (0, 50, 100, 102, 150, 151):
        for body in (b'{"error": {}}', b'{"error": "the input length exceeds"}', b""):
            yield bytes([status % 8, 1, 1, status]) + body
    yield bytes(HEAD - 1) + b"\x02HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
    yield b"\0\2\1HTTP/1.1 301 No\r\nLocation: http://127.0.0.1:1/\r\n\r\n"


def seeds(target: str) -> Iterator[bytes]:
    """Good inputs of a target, and the cases that were found before."""
    kept = CASES / target
    yield from (path.read_bytes() for path in sorted(kept.glob("*"))) if kept.is_dir() else ()
    match target:
        case "text" | "sentences":
            yield (_PAPERS / "plain.txt").read_bytes()
        case "markdown":
            yield from (path.read_bytes() for path in sorted(_PAPERS.glob("*.md")))
        case "html":
            pages = sorted((_DATA / "pages").glob("*.html"))
            yield from (path.read_bytes() for path in [_PAPERS / "notes.html", *pages])
        case "jats":
            yield (_PAPERS / "notes.xml").read_bytes()
        case "docx":
            yield (_PAPERS / "notes.docx").read_bytes()
            yield _members(_PAPERS / "notes.docx")
        case "mail" | "mbox" | "chat":
            suffix = {"mail": "eml", "mbox": "mbox", "chat": "json"}[target]
            yield from (path.read_bytes() for path in sorted(_PAPERS.glob(f"*.{suffix}")))
        case "yaml":
            yield _FRONT
        case "references":
            yield _EXPORT
            exports = sorted((_DATA / "bibliographies").iterdir())
            yield from (path.read_bytes() for path in exports)
        case "pages":
            yield _recorded(pdfium, "_collected", "seed.pdf", _pdf())
        case "markup":
            for path in sorted(_PAPERS.glob("notes.*")):
                yield _recorded(apart, "collected", path.name, path.read_bytes())
        case "claims":
            yield from (path.read_bytes() for path in sorted((_DATA / "claims").glob("*.txt")))
        case "checks":
            yield from _CHECKED
        case "embeds" | "judges":
            yield from _answers()
        case "cache":
            yield from seeds_of_cache()
