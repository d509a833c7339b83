"""The program that reads a file of markup: it runs the reader of that format as it is.

Answers "D", the parts of a document: its text; where its blocks start and end (two uint32 each),
their kinds and their forms (a byte each); where its sections start and end (the same), how deep
each stands (uint32, from 1), and their titles; the document's title, authors and notes; its front
matter (JSON, or nothing); a byte if it is damaged; what else it says of itself (JSON of a list
of strings by field, or nothing); and its marks and references (JSON, or nothing): `marks` a list of
[start, end, keys, null or [start, end] of a note, what it calls, what is shown], `references` an
object by key; and its tables (uint32, as `core.table` says). Text is in UTF-8; lists of strings are
parted by NUL. Or "F": the name of a fault, its detail and hint; or "L" with
what there is too much of.
"""

from __future__ import annotations

import re
import sys
from array import array
from importlib import import_module

from vera.verification.ingestion.sandbox import stand_ins
from vera.verification.ingestion.sandbox.harness import Answer, serve

TYPE_CHECKING = False  # as in `stand_ins`
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from vera.core.document import Document


_LONGEST_WORDS = 500
"""Characters of an error's detail, which can quote the file: one name in it can have megabytes."""

_BY_LXML = {"html", "jats", "docx", "mail", "mbox"}
"""The readers that import it when they read."""
_MAIL = {"mail", "mbox"}
_LATEX = "latex"
_MARKDOWN = "markdown"
_OF_TREES = {"html", "jats", *_MAIL}
"""Those that may meet formulas; what a mail holds may be packed, and is not looked into."""
_OF_LINES = {"org", "rst"}
"""Those whose formulas are in TeX."""
_MATHML = re.compile(rb"(?i:math)")
_TEX = re.compile(
    rb"(?i:math/tex|tex-math|x-tex|alttext|arithmatex|[\"'](?:la)?tex[\"']|[\s\"'=]math[\s\"'>/])"
)
"""What a file has that says a formula in TeX: an element, an encoding or a class."""
_SETS_TEX = re.compile(rb"(?i:mathjax|katex)")
_TEX_IN_TEXT = re.compile(rb"\\[(\[]|\\begin\{|\$\$")
"""Signs between which MathJax and KaTeX find TeX, in a page that has them."""
_TEX_OF_LINES = re.compile(rb"[\\$^_]|math")
_START = 64
"""Bytes within which front matter begins."""


def _places(parts: Iterable[Any]) -> array[int]:
    return array("I", [at for part in parts for at in (part.span.start, part.span.end)])


def _joined(strings: Iterable[str]) -> bytes:
    return "\0".join(strings).encode()


def _json(front: Mapping[str, object]) -> bytes:
    if not front:
        return b""
    import json

    return json.dumps(front, ensure_ascii=False).encode()


def _marked(found: Document) -> dict[str, object]:
    if not found.marks:
        return {}
    marks = [
        [
            *(mark.span.start, mark.span.end, mark.works),
            [mark.note.start, mark.note.end] if mark.note else None,
            mark.calls.value,
            mark.shown,
        ]
        for mark in found.marks
    ]
    return {"marks": marks, "references": {key: dict(it) for key, it in found.references.items()}}


def _tell(answer: Answer, found: Document, kinds: list[object], forms: list[object]) -> None:
    from vera.core.table import numbers_of

    kind = {it: at for at, it in enumerate(kinds)}
    form = {it: at for at, it in enumerate(forms)}
    answer.send(
        b"D",
        found.text.encode(),
        _places(found.blocks),
        bytes(kind[block.kind] for block in found.blocks),
        bytes(form[block.form] for block in found.blocks),
        _places(found.sections),
        array("I", [len(section.path) for section in found.sections]),
        _joined(section.path[-1] for section in found.sections),
        found.title.encode(),
        _joined(found.authors),
        _joined(found.notes),
        _json(found.front),
        bytes(found.damaged),
        _json(found.about),
        _json(_marked(found)),
        array("I", numbers_of(found.tables)),
    )


def _formulas(request: dict[str, Any], data: bytes) -> tuple[bool, bool]:
    """Whether the file may have a formula in MathML, and one in TeX."""
    module = request["module"]
    if module not in _OF_TREES | _OF_LINES:
        return False, False
    if request["waits"] or module in _MAIL:
        return module in _OF_TREES, True
    plain = data.replace(b"\0", b"")  # of UTF-16
    if module in _OF_LINES:
        return False, _TEX_OF_LINES.search(plain) is not None
    in_text = _SETS_TEX.search(plain) and _TEX_IN_TEXT.search(plain)
    return _MATHML.search(plain) is not None, bool(in_text or _TEX.search(plain))


def _prepare(request: dict[str, Any], data: bytes) -> tuple[str, ...]:
    """Python's own library stays: whatever encoding a file names is loaded from it."""
    own = tuple(sys.path)
    sys.path.extend(request["path"])
    mathml, tex = _formulas(request, data)
    stand_ins.put_in_place(looks_into_functions=tex or request["module"] == _LATEX)
    if request["module"] == _MARKDOWN:
        stand_ins.put_in_place_for_markdown()
    import_module("vera.core.table")
    import_module(f"vera.verification.ingestion.markup.{request['module']}")
    if request["module"] == _LATEX:
        reader: Any = import_module("vera.verification.ingestion.markup.latex")
        reader.load()
    if mathml:
        import_module("vera.verification.ingestion.markup.mathml")
    if tex:
        formula: Any = import_module("vera.verification.ingestion.markup.tex")
        formula.load()
    if request["module"] in _MAIL:
        import_module("email.mime.text")
    if request["module"] in _BY_LXML:
        import_module("lxml.etree")
    if request["module"] == _MARKDOWN:
        front = b"---" in data[:_START].replace(b"\0", b"")
        if front or request["waits"]:
            stand_ins.put_in_place_for_yaml()
            import_module("vera.verification.ingestion.markup.pyyaml")  # few files need it
    return own


def _read(answer: Answer, request: dict[str, Any], data: bytes) -> None:
    from vera.core.document import File, Form, Kind
    from vera.core.result import failed

    reader: Any = import_module(f"vera.verification.ingestion.markup.{request['module']}")
    result = reader.read(File("", data, ""))
    if failed(result):
        error: Any = result.failure()
        detail = error.detail
        detail = detail[:_LONGEST_WORDS] + "…" * (len(detail) > _LONGEST_WORDS)
        said = (error.fault.name, detail, error.hint)
        answer.send(b"F", *(part.encode("utf-8", "replace") for part in said))
        return
    found = result.unwrap()
    if len(found.text) > request["characters"]:
        answer.send(b"L", b"characters")
    elif len(found.blocks) > request["blocks"]:
        answer.send(b"L", b"blocks")
    else:
        _tell(answer, found, list(Kind), list(Form))


def main() -> None:
    """Serve one request."""
    serve(_read, _prepare)
