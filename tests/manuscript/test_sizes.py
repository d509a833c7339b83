"""What is too large for a manuscript is refused, and what is large is gone through once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vera.core.document import Document, Span
from vera.core.errors import ReadFault, UnreadableDocument
from vera.verification.ingestion.child import Limits
from vera.verification.manuscript import reading
from vera.verification.manuscript.citations import _apart_from
from vera.verification.manuscript.sentences import citing

if TYPE_CHECKING:
    from pathlib import Path

_MOST = Limits().characters
_LARGE = 20 << 20


@pytest.mark.parametrize(
    ("name", "size"),
    [("a.txt", _MOST + 1), ("a.md", _LARGE), ("a.tex", _LARGE), ("a.typ", _LARGE)],
)
def test_a_manuscript_of_too_much_text_is_refused(name: str, size: int, tmp_path: Path) -> None:
    """Whatever its form, with how much it may have; before it is taken apart."""
    path = tmp_path / name
    path.write_text("Bees sleep [1]. ".ljust(size, "a"), "utf-8")
    error = reading.read(path).failure()
    assert isinstance(error, UnreadableDocument)
    assert error.fault is ReadFault.TOO_LARGE
    assert "more than 3,000,000 characters" in error.detail
    assert error.hint


def test_a_chapter_of_too_much_text_is_a_problem(tmp_path: Path) -> None:
    """The rest of the manuscript is read."""
    (tmp_path / "main.tex").write_text(
        "Bees sleep in winter \\cite{li20}.\n\\input{long}\n", "utf-8"
    )
    (tmp_path / "long.tex").write_text("a" * (20 << 20), "utf-8")
    found = reading.read(tmp_path / "main.tex").unwrap()
    assert [it.said.text for it in found.claims] == ["Bees sleep in winter."]
    assert any("more than 3,000,000 characters" in it for it in found.problems)


def test_lines_are_counted_on(tmp_path: Path) -> None:
    """Each statement has its line, also the second of a line and those after blank ones."""
    text = "Bees sleep at night [1]. Wasps do not sleep [2].\n\n\nAnts never sleep at all [3].\n"
    path = tmp_path / "a.txt"
    path.write_text(text, "utf-8")
    assert [it.line for it in reading.read(path).unwrap().claims] == [1, 1, 4]


def test_who_is_named_in_brackets_is_no_part_of_the_sentence() -> None:
    """Brackets are counted from the beginning of the paragraph."""
    text = "Bees (as Li (2020) and Doe (2019) saw) sleep. Roe (2018) found that wasps do not sleep."
    said = list(citing(Document(text=text, source="", digest="")))
    found = [citation for it in said for citation in it.citations]
    assert [it.narrative for it in found] == [False, False, True]


def _spans(places: set[int]) -> list[Span]:
    edges = sorted(places)
    return list(map(Span, edges[::2], edges[1::2]))


_SPANS = st.sets(st.integers(0, 30), max_size=12).map(_spans)


@given(_SPANS, _SPANS)
def test_spans_apart_share_no_character(taken: list[Span], spans: list[Span]) -> None:
    """As where each is held against each."""
    naive = [it for it in spans if not any(it.overlaps(other) for other in taken)]
    assert list(_apart_from(taken, spans)) == naive
