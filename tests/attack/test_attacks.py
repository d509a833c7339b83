"""The attacks themselves: they find what is broken, and say so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.attack.__main__ import main
from tests.attack.faults import faults
from tests.attack.invariants import BrokenError, check_read
from tests.attack.minimise import minimised
from tests.attack.order import Order, Report
from tests.attack.table import ATTACKS, Named
from vera.core.document import Block, Box, Document, LeftOut, Section, Span
from vera.core.result import Success

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "broken",
    [
        Document("", "a", ""),
        Document("abc", "a", "", blocks=(Block(Span(0, 4)),)),
        Document("abc def", "a", "", blocks=(Block(Span(4, 7)), Block(Span(0, 3)))),
        Document("abc def", "a", "", blocks=(Block(Span(0, 4)),)),
        Document("abc", "a", "", sections=(Section(("A", "B"), Span(0, 3)),)),
        Document("abc", "a", "", sections=(Section(("A",), Span(0, 9)),)),
        Document("abc", "a", "", left_out=(LeftOut("1", "page number", Box(1, 0, 0, 1, 1)),)),
        Document("abc", "a", "", title="two\nlines"),
    ],
)
def test_a_broken_document_is_noticed(broken: Document) -> None:
    """A span outside of the text, disorder, a lost parent: none of them passes the check."""
    with pytest.raises(BrokenError):
        check_read(Success(broken))


def test_a_backend_that_fails_is_an_error_and_no_guess(tmp_path: Path) -> None:
    """Whichever call fails, its error is told, and verdicts before it are what they were."""
    report = faults(Order(2.0, 1, tmp_path))
    assert report.executions > 3
    assert report.findings == ()


def test_a_case_is_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what makes a target fail is left of an input."""

    def refuses(data: bytes) -> None:
        if b"bad" in data:
            raise BrokenError("bad")

    monkeypatch.setattr("tests.attack.minimise.ALL", {"text": refuses})
    assert minimised("text", b"some words, a bad one among them") == b"bad"


def test_a_finding_is_told_with_its_seed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit code is 1, and the line says how to do the same again."""
    monkeypatch.setitem(ATTACKS, "faults", Named(lambda _: Report(7, ("a finding",))))
    assert main(["faults", "--seed", "42", "--seconds", "3", "--folder", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert "found: a finding" in said
    assert "faults --seed 42 --seconds 3" in said


def test_an_unknown_attack_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """A name that is no attack ends the program, and it says which there are."""
    with pytest.raises(SystemExit) as ended:
        main(["nonsense"])
    assert ended.value.code == 2
    assert "soak" in capsys.readouterr().err
