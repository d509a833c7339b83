"""Reports say what the verdicts say, and nothing from a file can drive a terminal."""

import json
import re
from collections import Counter
from importlib.resources import files

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.document import Box, Document, Page, Span
from core.errors import ReadFault, UnreadableDocument
from core.ports import EmbedderInfo
from core.settings import Settings
from core.verdict import Claim, Evidence, Status, Verdict
from verification.report.as_json import JsonForm
from verification.report.as_text import TextForm
from verification.report.model import Form, Opening, Source, Summary
from verification.report.printable import printable

_SCHEMA = json.loads((files("verification.report") / "schema" / "report-1.json").read_text("utf-8"))
_HOSTILE = "a\x1b[2Jb\x9bc\u202ed\ud800\ne\x00"


def _verdict(text: str = "A claim.", status: Status = Status.GROUNDED) -> Verdict:
    evidence = Evidence(
        "paper.pdf", text, 0.8123456, Span(3, 9), (4, 5), (Box(4, 1, 2, 3, 4.567),), "2 Method"
    )
    if status is Status.UNCHECKED:
        return Verdict(Claim(text), status, None, "the claim is blank", "minilm", Settings())
    return Verdict(Claim(text, 7), status, 0.81, "because", "minilm", Settings(), (evidence,))


def _opening(name: str = "paper.pdf") -> Opening:
    document = Document(
        "text",
        name,
        "0" * 64,
        pages=(Page(1, 1, 1, Span(0, 4)), Page(2, 1, 1, Span(4, 4), "", "scan")),
    )
    bad = UnreadableDocument("read", name, ReadFault.DAMAGED)
    sources = (Source(name, document, 1), Source(name, error=bad))
    return Opening(sources, EmbedderInfo("minilm", "m", "f", 384, 256), Settings())


def _report(form: Form, verdicts: list[Verdict], name: str = "paper.pdf") -> str:
    opening, summary = _opening(name), Summary()
    text = form.opening(opening)
    for verdict in verdicts:
        summary.count(verdict)
        text += form.verdict(verdict)
    return text + form.closing(opening, summary)


@given(st.lists(st.tuples(st.text(max_size=40), st.sampled_from(Status)), max_size=5))
def test_json_is_valid(claims: list[tuple[str, Status]]) -> None:
    """Whatever the claims are, the pieces make one object that the schema accepts."""
    report = json.loads(_report(JsonForm(), [_verdict(*claim) for claim in claims]))
    jsonschema.validate(report, _SCHEMA)
    assert [claim["text"] for claim in report["claims"]] == [text for text, _ in claims]
    counts = Counter(status.value for _, status in claims)
    assert report["summary"] == {
        "total": len(claims),
        "grounded": counts["grounded"],
        "unsupported": counts["unsupported"],
        "unchecked": counts["unchecked"],
    }


def test_json_says_where() -> None:
    """Evidence carries its span, pages, boxes and section."""
    report = json.loads(_report(JsonForm(), [_verdict()]))
    assert report["claims"][0]["evidence"][0] == {
        "document": "paper.pdf",
        "text": "A claim.",
        "score": 0.8123456,
        "span": [3, 9],
        "pages": [4, 5],
        "boxes": [{"page": 4, "x0": 1, "y0": 2, "x1": 3, "y1": 4.57}],
        "section": "2 Method",
    }
    assert report["documents"][0]["unread_pages"] == [{"page": 2, "reason": "scan"}]
    assert report["documents"][1]["error"]["kind"] == "UnreadableDocument"


def test_the_schema_refuses_a_score_for_what_was_not_checked() -> None:
    """An unchecked claim with a score is no valid report."""
    report = json.loads(_report(JsonForm(), [_verdict(status=Status.UNCHECKED)]))
    report["claims"][0]["score"] = 0.9
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(report, _SCHEMA)


@pytest.mark.parametrize("form", [JsonForm(), TextForm(verbose=True), TextForm(width=60)])
def test_no_control_character_gets_out(form: Form) -> None:
    """Text from files reaches the terminal without control characters."""
    report = _report(form, [_verdict(_HOSTILE)], name=_HOSTILE)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\ud800]", report)
    report.encode("utf-8")


@given(st.text())
def test_printable_is_one_line(text: str) -> None:
    """Printable text is one line that can be encoded."""
    assert "\n" not in printable(text)
    printable(text).encode("utf-8")


def test_text_wraps_to_the_width() -> None:
    """No line is wider than the terminal, in cells, and every word is still there."""
    words = "中文 wide words 混合 " * 30
    report = _report(TextForm(width=60), [_verdict(words)])
    from rich.cells import cell_len

    assert max(map(cell_len, report.splitlines())) <= 60
    assert report.count("中文") == 60


def test_text_shows_the_deciding_sentence_and_its_page() -> None:
    """A grounded claim is a block of verdict, score, claim, quote and place."""
    report = _report(TextForm(), [_verdict()])
    assert "GROUNDED     0.810  A claim." in report
    assert "says       0.812  “A claim.”" in report
    assert "paper.pdf, pp. 4-5, 2 Method" in report
    assert report.endswith("1 claim: 1 grounded (threshold 0.7, embedder minilm)\n")


def test_text_has_no_colour_unless_asked() -> None:
    """Escape sequences appear only where colour was asked for."""
    assert "\x1b" not in _report(TextForm(), [_verdict()])
    assert "\x1b[" in _report(TextForm(colour=True), [_verdict()])
