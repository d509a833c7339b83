"""Damaged documents have sound offsets, or are refused."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.attack.invariants import check_boxes, check_read
from tests.attack.seeds import seeds
from tests.attack.targets import PART, archive
from tests.fakes import FakeEmbedder
from tests.testdata.files import PAPERS
from vera import Verifier
from vera.core.document import File
from vera.core.result import failed
from vera.core.verdict import Claim
from vera.verification.ingestion import text
from vera.verification.ingestion.markup import docx, html, jats, markdown
from vera.verification.ingestion.pdf import reading as pdf

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vera.core.document import Document
    from vera.core.result import Result

Edit: TypeAlias = tuple[str, float, float, float, bytes]

_READERS: dict[str, Callable[[File], Result[Document]]] = {
    "text": text.read,
    "markdown": markdown.read,
    "html": html.read,
    "jats": jats.read,
    "docx": docx.read,
}
_CLAIMS = (Claim("A local server answers in 12.5 ms."), Claim("The texts are embedded twice."))
_place = st.floats(0, 1, exclude_max=True)
_edits = st.lists(
    st.tuples(
        st.sampled_from(("cut", "copy", "put")), _place, _place, _place, st.binary(max_size=8)
    ),
    min_size=1,
    max_size=6,
)


@cache
def _originals(kind: str) -> tuple[bytes, ...]:
    return tuple(data for data in seeds(kind) if kind != "docx" or PART in data)


def _edited(data: bytes, edits: Sequence[Edit]) -> bytes:
    """The file after stretches were cut out, copied to another place, or written over."""
    for what, one, other, where, new in edits:
        start, end = sorted((int(one * len(data)), int(other * len(data))))
        to = int(where * len(data))
        if what == "cut":
            data = data[:start] + data[end:]
        elif what == "copy":
            data = data[:to] + data[start : start + 400] + data[to:]
        else:
            data = data[:to] + new + data[to + len(new) :]
    return data


def _check_evidence(document: Document) -> None:
    """What is shown as evidence is the document's text, where it is said to stand."""
    verifier = Verifier(embedder=FakeEmbedder(), cache=False)
    paper = verifier.open_document(document)
    if failed(paper):
        return  # nothing in it can be evidence
    for each in verifier.verify([paper.unwrap()], _CLAIMS):
        for found in each.unwrap().evidence:
            assert found.text == found.span.of(document.text)
            assert found.text.strip()
            check_boxes(found.boxes, document)


@pytest.mark.parametrize("kind", _READERS)
@given(data=st.data())
@settings(max_examples=40)
def test_a_damaged_document_has_sound_offsets(kind: str, data: st.DataObject) -> None:
    """Blocks, sections and evidence of a file that was edited at random stand where they say."""
    file = _edited(data.draw(st.sampled_from(_originals(kind))), data.draw(_edits))
    if kind == "docx":
        file = archive(file.split(PART))
    document = check_read(_READERS[kind](File("edited", file, "")))
    if document is not None:
        _check_evidence(document)


@given(edits=_edits)
@settings(max_examples=10)
def test_a_damaged_pdf_has_sound_places(edits: list[Edit]) -> None:
    """So do those of a PDF, and its characters stand on its pages."""
    file = _edited(PAPERS["vera"].read_bytes(), edits)
    document = check_read(pdf.read(File("edited", file, "")))
    if document is not None:
        _check_evidence(document)
