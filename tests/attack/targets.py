"""What is fuzzed: functions that take any bytes, and raise where something that must hold does not.

Each returns whether the bytes led anywhere; an error of ours is an answer like any other.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from struct import pack
from typing import TYPE_CHECKING, Any

from tests.attack.invariants import BrokenError, check_read, hold
from vera.core.document import Document, File, Form, Kind
from vera.core.result import failed
from vera.verification.checks.comparison import Comparison
from vera.verification.checks.table import conflicts_of
from vera.verification.chunking.pysbd import PysbdSplitter
from vera.verification.claims.lines import parse_claims
from vera.verification.ingestion import apart, child, text
from vera.verification.ingestion.bibliographies import csl, pybtex, zotero_rdf
from vera.verification.ingestion.bibliographies import reading as bibliography
from vera.verification.ingestion.child import Limits, Message
from vera.verification.ingestion.markup import chat, docx, html, jats, mail, markdown, mbox, yaml
from vera.verification.ingestion.markup.lxml import xml_tree
from vera.verification.ingestion.pdf import pdfium
from vera.verification.ingestion.pdf import reading as pdf
from vera.verification.ingestion.sandbox.harness import Answer
from vera.verification.ingestion.sandbox.read_markup import _tell
from vera.verification.language.sentence import Sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vera.core.result import Result

LIMITS = Limits(output=1 << 22, characters=200_000, of_a_page=100_000, blocks=20_000, pages=200)
PART = b"\n=====\n"
"""Parts the members of an archive, in the inputs of `docx`."""
MEMBERS = (
    "word/document.xml",
    "word/styles.xml",
    "word/footnotes.xml",
    "word/endnotes.xml",
    "docProps/core.xml",
)
_MARKUP = "text/markup"


def _file(data: bytes) -> File:
    return File("fuzzed", data, hashlib.sha256(data).hexdigest())


class _Heard(Answer):
    """Takes what a child would say."""

    def __init__(self) -> None:
        super().__init__(-1)
        self.said: list[Message] = []

    def send(self, kind: bytes, *parts: Any) -> None:
        """One message."""
        self.said.append(Message(kind, tuple(bytes(memoryview(p).cast("B")) for p in parts)))


def _read(reader: Callable[[File], Result[Document]], data: bytes) -> None:
    """What the reader gives holds together, and comes through the protocol of the sandbox whole."""
    file = _file(data)
    found = reader(file)
    document = check_read(found)
    if document is None:
        return
    heard = _Heard()
    _tell(heard, document, list(Kind), list(Form))
    again = check_read(apart.collected(heard.said, file, document.media_type, child.Limits()))
    if again is None:
        raise BrokenError("what a reader gives is taken by the parent of its process")
    for name in ("text", "blocks", "sections", "title", "authors", "notes", "front", "about"):
        one, other = getattr(document, name), getattr(again, name)
        hold(one == other, f"the {name} of a document comes through the sandbox")


def read_text(data: bytes) -> None:
    """Plain text."""
    check_read(text.read(_file(data)))


def read_markdown(data: bytes) -> None:
    """Markdown."""
    _read(markdown.read, data)


def read_html(data: bytes) -> None:
    """A web page."""
    _read(html.read, data)


def read_jats(data: bytes) -> None:
    """JATS."""
    _read(jats.read, data)


def archive(parts: list[bytes]) -> bytes:
    """A DOCX of those members, in the order of `MEMBERS`; an empty one is left out."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as file:
        for name, part in zip(MEMBERS, parts):  # noqa: B905 - what is over is dropped
            if part:
                file.writestr(zipfile.ZipInfo(name), part)
    return packed.getvalue()


def read_docx(data: bytes) -> None:
    """A DOCX: an archive as it is, or its members parted by `PART`."""
    _read(docx.read, data if data.startswith(b"PK") else archive(data.split(PART)))


def front_matter(data: bytes) -> None:
    """YAML becomes a mapping that JSON can say, or an error."""
    found = yaml.mapping(data.decode("utf-8", "replace"))
    if not failed(found):
        json.dumps(found.unwrap(), ensure_ascii=False, allow_nan=False).encode()


def references(data: bytes) -> None:
    """A bibliography of each form becomes entries that the parent of its process takes."""
    said = data.decode("utf-8", "replace")
    readers: list[tuple[Any, Any]] = [(pybtex, said), (csl, said)]
    tree = xml_tree(data, "")
    if not failed(tree):
        readers.append((zotero_rdf, tree.unwrap()))
    for reader, given in readers:
        made, wrong = reader.entries(given)
        short = [(key, {name: [it[:100] for it in fields[name]] for name in fields})
                 for key, fields in made]  # fmt: skip
        told = bibliography._entries(json.dumps(short).encode())
        hold(told is not None and len(told) == len(made), "entries come through the sandbox")
        hold(all(map(bool, wrong)), "what is wrong is said")


def _messages(data: bytes) -> Iterator[Message]:
    """What a child says that sends these bytes; it may say anything."""
    stream = child._Stream(io.BytesIO(data), LIMITS.output, LIMITS.output)
    while message := stream.message():
        if message.kind == b"E":
            return
        if message.kind != b"R":
            yield message
    raise child.BrokenOffError("it ended")


def pages(data: bytes) -> None:
    """What the child that reads PDFs may answer becomes a sound document, or an error."""
    try:
        found = pdfium._collected(_messages(data), "fuzzed", None, LIMITS)
    except child.StoppedError:
        return
    if not failed(found):
        check_read(pdf.document_of(_file(data), found.unwrap()))


def markup(data: bytes) -> None:
    """What the child that reads markup may answer becomes a sound document, or an error."""
    try:
        found = apart.collected(_messages(data), _file(data), _MARKUP, LIMITS)
        check_read(found, ours=False)
    except child.StoppedError:
        return


def message(kind: bytes, *parts: bytes) -> bytes:
    """A message as a child sends it."""
    lengths = map(len, parts)
    return pack(f"<cB{len(parts)}I", kind, len(parts), *lengths) + b"".join(parts)


def claims(data: bytes) -> None:
    """Claims are words of the file in its order, none blank, each with its line."""
    said = data.decode("utf-8", "replace")
    lines, found = said.splitlines(), parse_claims(said)
    at = 0
    for claim in found:
        words = claim.text.split()
        hold(bool(words) and claim.text == " ".join(words), "a claim is words with single blanks")
        hold(at < claim.line <= len(lines), "claims begin on lines of the file, in order")
        at = claim.line
        hold(words[0] in lines[at - 1].expandtabs(), "a claim begins on its line")
    told = iter(said.split())
    hold(all(any(word in each for each in told) for c in found for word in c.text.split()),
         "claims are words of the file in its order")  # fmt: skip


def sentences(data: bytes) -> None:
    """Sentences are in order and apart, and between them is only white space."""
    found = check_read(text.read(_file(data)))
    if found is None:
        return
    at = 0
    for span in PysbdSplitter().split(found):
        hold(at <= span.start < span.end <= len(found.text), "sentences are in order and apart")
        hold(not found.text[at : span.start].strip(), "no text is lost between sentences")
        at = span.end
    hold(not found.text[at:].strip(), "no text is lost after the last sentence")


def checks(data: bytes) -> None:
    """A claim (the first line) checked against evidence: conflicts stand where they are said to."""
    claim, _, evidence = data.decode("utf-8", "replace").partition("\n")
    if not claim.strip() or not evidence.strip():
        return
    for conflict in conflicts_of(Comparison(Sentence(claim), Sentence(evidence))):
        hold(conflict.span.end <= len(evidence), "a conflict is in the evidence")
        hold(bool(str(conflict)), "a conflict says what it is")


TARGETS: dict[str, Callable[[bytes], None]] = {
    "text": read_text,
    "markdown": read_markdown,
    "html": read_html,
    "jats": read_jats,
    "docx": read_docx,
    "mail": lambda data: _read(mail.read, data),
    "mbox": lambda data: _read(mbox.read, data),
    "chat": lambda data: _read(chat.read, data),
    "yaml": front_matter,
    "references": references,
    "pages": pages,
    "markup": markup,
    "claims": claims,
    "sentences": sentences,
    "checks": checks,
}
"""By name; two more, of a server and of a disk, are in `outside.py`."""
