"""Reports say what the verdicts say, and nothing from a file can drive a terminal."""

import json
import re
from collections import Counter
from importlib.resources import files

import jsonschema
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from jsonschema.validators import validator_for
from rich.cells import cell_len

from vera.core.document import Box, Document, Page, Span
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.ports import EmbedderInfo
from vera.core.settings import Settings
from vera.core.verdict import Claim, Conflict, Evidence, Explanation, Feature, Part, Status, Verdict
from vera.verification.checks.table import CODES
from vera.verification.grounding.calibrated import READ
from vera.verification.grounding.decide import unchecked
from vera.verification.report.as_json import JsonForm
from vera.verification.report.as_text import TextForm
from vera.verification.report.model import Form, Opening, Source, Summary
from vera.verification.report.printable import printable

_SCHEMA = json.loads(
    (files("vera.verification.report") / "schema" / "report-1.json").read_text("utf-8")
)
_HOSTILE = "a\x1b[2Jb\x9bc\u202ed\ud800\ne\x00"


def _evidence(text: str, start: int = 3) -> Evidence:
    boxes = (Box(4, 1, 2, 3, 4.567),)
    return Evidence("paper.pdf", text, 0.8123456, Span(start, 9), (4, 5), boxes, "2 Method")


def _verdict(text: str = "A claim.", status: Status = Status.GROUNDED) -> Verdict:
    """A verdict that has everything that one of its status can have."""
    if status is Status.UNCHECKED:
        return unchecked(Claim(text), "the claim is blank", "minilm", Settings())
    conflicts: tuple[Conflict, ...] = ()
    if status is Status.CONTRADICTED:
        conflicts = (Conflict("number", text, "95%", Span(4, 7), (4,)),)
    part = Part(text, Span(0, 5), status, 0.81, "because", (_evidence(text, 1),), conflicts)
    features = (Feature("bm25", 0.5, -1.25), Feature("size", 2, 0.04), Feature("length", 3, 0.03))
    return Verdict(
        Claim(text, 7),
        status,
        0.81,
        "; ".join(map(str, conflicts)) or "because",
        "minilm",
        Settings(),
        (_evidence(text), _evidence(text, 5)),
        conflicts,
        (part,),
        Explanation(0.91234567, 0.4, 0.05, features, (_evidence("next to it", 8),)),
        calibrated=True,
        decided="calibration",
    )


def _bare(settings: Settings) -> Verdict:
    """A verdict of the bare rule."""
    evidence = (_evidence("A claim."), _evidence("Another.", 5))
    return Verdict(Claim("A claim."), Status.GROUNDED, 0.8, "near", "minilm", settings, evidence)


def opening_of(name: str = "paper.pdf", settings: Settings | None = None) -> Opening:
    """Two papers, one of which has a page that was not read and one that could not be."""
    document = Document(
        "text",
        name,
        "0" * 64,
        pages=(Page(1, 1, 1, Span(0, 4)), Page(2, 1, 1, Span(4, 4), "", "scan")),
    )
    bad = UnreadableDocument("read", name, ReadFault.DAMAGED)
    sources = (Source(name, document, 1), Source(name, error=bad))
    return Opening(sources, EmbedderInfo("minilm", "m", "f", 384, 256), settings or Settings())


def _report(form: Form, verdicts: list[Verdict], name: str = "paper.pdf") -> str:
    opening, summary = opening_of(name, verdicts[0].settings if verdicts else None), Summary()
    text = form.opening(opening)
    for verdict in verdicts:
        summary.count(verdict)
        text += form.verdict(verdict)
    return text + form.closing(opening, summary)


_VALIDATOR = validator_for(_SCHEMA)(_SCHEMA)
_CLAIMS = st.lists(st.tuples(st.text(max_size=40), st.sampled_from(Status)), max_size=5)


@pytest.mark.parametrize("sandbox", [None, (), ("no_new_privs", "landlock 7")])
def test_json_tells_what_confined_the_readers(sandbox: tuple[str, ...] | None) -> None:
    """Nothing in force is an empty list, and no need of any is null."""
    opening = evolve(opening_of(), sandbox=sandbox)
    form = JsonForm()
    report = json.loads(form.opening(opening) + form.closing(opening, Summary()))
    jsonschema.validate(report, _SCHEMA)
    assert report["sandbox"] == (None if sandbox is None else list(sandbox))


@given(_CLAIMS, st.booleans())
def test_json_is_valid(claims: list[tuple[str, Status]], explain: bool) -> None:
    """Whatever the claims are, the pieces make one object that the schema accepts."""
    form = JsonForm(explain=explain)
    report = json.loads(_report(form, [_verdict(*claim) for claim in claims]))
    _VALIDATOR.validate(report)
    assert [claim["text"] for claim in report["claims"]] == [text for text, _ in claims]
    counts = Counter(status.value for _, status in claims)
    assert report["summary"] == {
        "total": len(claims),
        "grounded": counts["grounded"],
        "contradicted": counts["contradicted"],
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


def test_json_has_conflicts_and_parts() -> None:
    """A contradicted claim carries what the paper says instead, where, and its parts."""
    claim = json.loads(_report(JsonForm(), [_verdict("92%", Status.CONTRADICTED)]))["claims"][0]
    conflict = {"code": "number", "claim": "92%", "paper": "95%", "span": [4, 7], "pages": [4]}
    assert claim["conflicts"] == [conflict]
    assert (claim["calibrated"], claim["decided"]) == (True, "calibration")
    (part,) = claim["parts"]
    assert part["conflicts"] == [conflict]
    assert (part["text"], part["span"], part["status"]) == ("92%", [0, 5], "contradicted")


def test_json_explains_if_asked() -> None:
    """The explanation is there for who asked, and null for others and for the bare rule."""
    explained = json.loads(_report(JsonForm(explain=True), [_verdict()]))["claims"][0]
    made = explained["explanation"]
    assert (made["evidence"], made["support"], made["denial"]) == (0.9123, 0.4, 0.05)
    assert made["features"][0] == {"name": "bm25", "value": 0.5, "added": -1.25}
    assert [each["text"] for each in made["runners_up"]] == ["next to it"]
    assert json.loads(_report(JsonForm(), [_verdict()]))["claims"][0]["explanation"] is None
    bare = json.loads(_report(JsonForm(explain=True), [_bare(Settings())]))
    jsonschema.validate(bare, _SCHEMA)
    claim = bare["claims"][0]
    assert (claim["explanation"], claim["calibrated"], claim["decided"]) == (None, False, "cosine")


@pytest.mark.parametrize(
    ("status", "change"),
    [
        (Status.UNCHECKED, {"score": 0.9}),
        (Status.UNCHECKED, {"decided": "cosine"}),
        (Status.CONTRADICTED, {"conflicts": []}),
        (Status.CONTRADICTED, {"status": "grounded"}),
        (Status.CONTRADICTED, {"status": "false"}),
        (Status.GROUNDED, {"score": None}),
        (Status.GROUNDED, {"decided": None}),
        (Status.GROUNDED, {"calibrated": False}),  # and yet explained
    ],
)
def test_the_schema_refuses(status: Status, change: dict[str, object]) -> None:
    """A claim whose fields do not go together is no valid report."""
    report = json.loads(_report(JsonForm(explain=True), [_verdict(status=status)]))
    report["claims"][0].update(change)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(report, _SCHEMA)


def test_the_schema_names_every_kind_of_conflict() -> None:
    """Who reads the schema learns all codes there are."""
    told = _SCHEMA["$defs"]["conflict"]["properties"]["code"]["description"]
    assert {*CODES, READ} == set(told.rpartition(": ")[2].removesuffix(".").split(", "))


@pytest.mark.parametrize(
    "form",
    [JsonForm(explain=True), TextForm(verbose=True, explain=True), TextForm(width=60)],
)
def test_no_control_character_gets_out(form: Form) -> None:
    """Text from files reaches the terminal without control characters."""
    report = _report(form, [_verdict(_HOSTILE, status) for status in Status], name=_HOSTILE)
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
    assert max(map(cell_len, report.splitlines())) <= 60
    assert report.count("中文") == 60


def test_text_shows_the_deciding_sentence_and_its_page() -> None:
    """A grounded claim is a block of verdict, score, claim, quote and place."""
    _, block, last = _report(TextForm(), [_verdict()]).split("\n\n")
    assert block.splitlines() == [
        "GROUNDED     0.810  A claim.",
        "  says       0.812  “A claim.”",
        "                    paper.pdf, pp. 4-5, 2 Method",
    ]
    assert last == "1 claim: 1 grounded (threshold 0.7, embedder minilm)\n"


def test_text_shows_what_the_paper_says_instead() -> None:
    """A contradicted claim is not grounded, and its block names conflict, place and parts."""
    _, block, last = _report(TextForm(), [_verdict("92%", Status.CONTRADICTED)]).split("\n\n")
    assert block.splitlines() == [
        "CONTRADICTED 0.810  92%",
        "  denies     0.812  “92%”",
        "                    paper.pdf, pp. 4-5, 2 Method",
        "  part       0.810  contradicted: 92%",
        "    denies   0.812  “92%”",
        "                    paper.pdf, pp. 4-5, 2 Method",
        "  because           claim says 92%, paper says 95%, p. 4",
    ]
    assert last == "1 claim: 0 grounded, 1 contradicted (threshold 0.7, embedder minilm)\n"


def test_a_part_repeats_no_passage() -> None:
    """The passage of a part that was shown already is not shown again."""
    verdict = _verdict("92%", Status.UNSUPPORTED)
    same = evolve(verdict.parts[0], evidence=verdict.evidence[:1])
    report = _report(TextForm(), [evolve(verdict, parts=(same, same))])
    assert report.count("“92%”") == 1
    assert report.count("  part       0.810  unsupported: 92%") == 2


def test_text_explains_if_asked() -> None:
    """An explanation has both probabilities, what counted, the rest as a sum, and runners-up."""
    report = _report(TextForm(explain=True), [_verdict("92%", Status.CONTRADICTED)])
    lines = report.splitlines()
    at = lines.index("  evidence   0.912  the probability that the paper speaks of it")
    assert lines[at + 1 : at + 9] == [
        "  support    0.400  the probability that it then says the same",
        "  denial     0.050  the probability that it says the contrary",
        "  added             to the log-odds of the two, beside the average claim, by",
        "             -1.25  bm25: 0.5",
        "             +0.07  all others together",
        "  conflict          number: claim says 92%, paper says 95%, p. 4",
        "  runner-up  0.812  “next to it”",
        "                    paper.pdf, pp. 4-5, 2 Method",
    ]
    assert "support" not in _report(TextForm(verbose=True), [_verdict()])


def test_text_of_the_bare_rule_explains_what_there_is() -> None:
    """A bare cosine has no features; the explanation says so and shows the next passages."""
    report = _report(TextForm(explain=True), [_bare(Settings())])
    assert "  explain           a bare cosine decides" in report
    assert "  runner-up  0.812  “Another.”" in report


def test_text_says_how_scores_were_made() -> None:
    """A score that is no probability is called uncalibrated, or the rule is named."""
    assert "(threshold 0.7, uncalibrated, embedder minilm)" in _report(
        TextForm(), [_bare(Settings())]
    )
    chosen = Settings(rule="cosine")
    assert "(threshold 0.7, rule cosine, embedder minilm)" in _report(TextForm(), [_bare(chosen)])
    for none in ([_verdict()], [_verdict(status=Status.UNCHECKED)]):
        assert "(threshold 0.7, embedder minilm)" in _report(TextForm(), none)


def test_text_has_no_colour_unless_asked() -> None:
    """Escape sequences appear only where colour was asked for."""
    assert "\x1b" not in _report(TextForm(), [_verdict()])
    assert "\x1b[" in _report(TextForm(colour=True), [_verdict()])
