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

from tests.report.made import HOSTILE, a_passage, a_verdict, an_opening, written
from vera.core.settings import Settings
from vera.core.verdict import Claim, PaperVerdict, Status, Verdict
from vera.verification.checks.table import CODES
from vera.verification.grounding.calibrated import READ
from vera.verification.grounding.tabled import CELL
from vera.verification.report.as_json import JsonForm
from vera.verification.report.as_text import TextForm
from vera.verification.report.heads import head
from vera.verification.report.model import Form, Summary
from vera.verification.report.printable import printable

_SCHEMA = json.loads(
    (files("vera.verification.report") / "schema" / "report-1.json").read_text("utf-8")
)


def _bare(settings: Settings) -> Verdict:
    """A verdict of the bare rule."""
    evidence = (a_passage("A claim."), a_passage("Another.", 5))
    return Verdict(Claim("A claim."), Status.GROUNDED, 0.8, "near", "minilm", settings, evidence)


_VALIDATOR = validator_for(_SCHEMA)(_SCHEMA)
_CLAIMS = st.lists(st.tuples(st.text(max_size=40), st.sampled_from(Status)), max_size=5)


@pytest.mark.parametrize("sandbox", [None, (), ("no_new_privs", "landlock 7")])
def test_json_tells_what_confined_the_readers(sandbox: tuple[str, ...] | None) -> None:
    """Nothing in force is an empty list, and no need of any is null."""
    opening = evolve(an_opening(), sandbox=sandbox)
    form = JsonForm()
    report = json.loads(form.opening(opening) + form.closing(opening, Summary()))
    jsonschema.validate(report, _SCHEMA)
    assert report["sandbox"] == (None if sandbox is None else list(sandbox))


@given(_CLAIMS, st.booleans())
def test_json_is_valid(claims: list[tuple[str, Status]], explain: bool) -> None:
    """Whatever the claims are, the pieces make one object that the schema accepts."""
    form = JsonForm(explain=explain)
    report = json.loads(written(form, [a_verdict(*claim) for claim in claims]))
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
    report = json.loads(written(JsonForm(), [a_verdict()]))
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
    claim = json.loads(written(JsonForm(), [a_verdict("92%", Status.CONTRADICTED)]))["claims"][0]
    conflict = {"code": "number", "claim": "92%", "paper": "95%", "span": [4, 7], "pages": [4]}
    assert claim["conflicts"] == [conflict]
    assert (claim["calibrated"], claim["decided"]) == (True, "calibration")
    (part,) = claim["parts"]
    assert part["conflicts"] == [conflict]
    assert (part["text"], part["span"], part["status"]) == ("92%", [0, 5], "contradicted")


def test_json_explains_if_asked() -> None:
    """The explanation is there for who asked, and null for others and for the bare rule."""
    explained = json.loads(written(JsonForm(explain=True), [a_verdict()]))["claims"][0]
    made = explained["explanation"]
    assert (made["evidence"], made["support"], made["denial"]) == (0.9123, 0.4, 0.05)
    assert made["features"][0] == {"name": "bm25", "value": 0.5, "added": -1.25}
    assert [each["text"] for each in made["runners_up"]] == ["next to it"]
    assert json.loads(written(JsonForm(), [a_verdict()]))["claims"][0]["explanation"] is None
    bare = json.loads(written(JsonForm(explain=True), [_bare(Settings())]))
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
    report = json.loads(written(JsonForm(explain=True), [a_verdict(status=status)]))
    report["claims"][0].update(change)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(report, _SCHEMA)


def test_the_schema_names_every_kind_of_conflict() -> None:
    """Who reads the schema learns all codes there are."""
    told = _SCHEMA["$defs"]["conflict"]["properties"]["code"]["description"]
    assert {*CODES, READ, CELL} == set(told.rpartition(": ")[2].removesuffix(".").split(", "))


@pytest.mark.parametrize(
    "form",
    [JsonForm(explain=True), TextForm(verbose=True, explain=True), TextForm(width=60)],
)
def test_no_control_character_gets_out(form: Form) -> None:
    """Text from files reaches the terminal without control characters."""
    report = written(form, [a_verdict(HOSTILE, status) for status in Status], name=HOSTILE)
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
    report = written(TextForm(width=60), [a_verdict(words)])
    assert max(map(cell_len, report.splitlines())) <= 60
    assert report.count("中文") == 60


def test_text_shows_the_deciding_sentence_and_its_page() -> None:
    """A grounded claim is a block of verdict, score, claim, quote and place."""
    _, block, last = written(TextForm(), [a_verdict()]).split("\n\n")
    assert block.splitlines() == [
        "1.  GROUNDED     0.810  A claim.",
        "    says                “A claim.”",
        "                        paper.pdf, pp. 4-5, 2 Method",
    ]
    assert last == "1 claim: 1 grounded (threshold 0.7, embedder minilm)\n"


def test_text_shows_what_the_paper_says_instead() -> None:
    """A contradicted claim is not grounded, and its block names conflict, place and parts."""
    _, block, last = written(TextForm(), [a_verdict("92%", Status.CONTRADICTED)]).split("\n\n")
    assert block.splitlines() == [
        "1.  CONTRADICTED 0.810  92%",
        "    denies              “92%”",
        "                        paper.pdf, pp. 4-5, 2 Method",
        "    part         0.810  contradicted: 92%",
        "      denies            “92%”",
        "                        paper.pdf, pp. 4-5, 2 Method",
        "    because             claim says 92%, paper says 95%, p. 4",
    ]
    assert last == "1 claim: 0 grounded, 1 contradicted (threshold 0.7, embedder minilm)\n"


def test_a_part_repeats_no_passage() -> None:
    """The passage of a part that was shown already is not shown again."""
    verdict = a_verdict("92%", Status.UNSUPPORTED)
    same = evolve(verdict.parts[0], evidence=verdict.evidence[:1])
    report = written(TextForm(), [evolve(verdict, parts=(same, same))])
    assert report.count("“92%”") == 1
    assert report.count("    part         0.810  unsupported: 92%") == 2


def test_text_explains_if_asked() -> None:
    """An explanation has both probabilities, what counted, the rest as a sum, and runners-up."""
    report = written(TextForm(explain=True), [a_verdict("92%", Status.CONTRADICTED)])
    lines = report.splitlines()
    at = lines.index("    evidence     0.912  the probability that the paper speaks of it")
    assert lines[at + 1 : at + 9] == [
        "    support      0.400  the probability that it then says the same",
        "    denial       0.050  the probability that it says the contrary",
        "    added               to the log-odds of the two, beside the average claim, by",
        "                 -1.25  bm25: 0.5",
        "                 +0.07  all others together",
        "    conflict            number: claim says 92%, paper says 95%, p. 4",
        "    runner-up           “next to it”",
        "                        paper.pdf, pp. 4-5, 2 Method (cosine 0.812)",
    ]
    assert "support" not in written(TextForm(verbose=True), [a_verdict()])


def test_text_of_the_bare_rule_explains_what_there_is() -> None:
    """A bare cosine has no features; the explanation says so and shows the next passages."""
    report = written(TextForm(explain=True), [_bare(Settings())])
    assert "    explain             a bare cosine decides" in report
    assert "    runner-up           “Another.”" in report


def test_the_cosine_is_shown_only_where_it_is_explained() -> None:
    """Beside verdicts stand probabilities alone; --explain adds the cosine to the place."""
    for form in (TextForm(), TextForm(verbose=True)):
        assert "0.812" not in written(form, [a_verdict()])
    assert "2 Method (cosine 0.812)" in written(TextForm(explain=True), [a_verdict()])


def test_what_denies_or_was_not_read_is_not_said_to_say_it() -> None:
    """A passage of another paper is introduced as that paper's verdict has it, the rest as next."""
    passages = (
        a_passage("It does."),
        a_passage("Also.", 7),
        a_passage("It does not.", 5, "other.pdf"),
        a_passage("Perhaps.", 6, "third.pdf"),
    )
    papers = (
        PaperVerdict("paper.pdf", Status.GROUNDED, 0.8),
        PaperVerdict("other.pdf", Status.CONTRADICTED, 0.1),
        PaperVerdict("third.pdf", Status.UNSUPPORTED, 0.1),
    )
    verdict = evolve(a_verdict(), evidence=passages, papers=papers, parts=())
    heads = [head(verdict, each) for each in passages]
    assert heads == ["says", "next", "denies", "nearest"]
    bare = _bare(Settings())
    assert [head(bare, each) for each in bare.evidence] == ["nearest", "next"]


def test_a_passage_that_decides_a_part_is_introduced_by_it() -> None:
    """In a claim that is not grounded, what grounds a part of it says that part."""
    verdict = a_verdict(status=Status.CONTRADICTED)
    part = evolve(verdict.parts[0], status=Status.GROUNDED, evidence=verdict.evidence[1:])
    mixed = evolve(verdict, parts=(part,))
    assert [head(mixed, each) for each in mixed.evidence] == ["denies", "says"]


def test_claims_are_numbered() -> None:
    """Each claim has its number, and from 100 on its block moves to the right."""
    report = written(TextForm(width=60), [a_verdict("word " * 30)] * 101)
    numbers = re.findall(r"(?m)^(\d+)\. ", report)
    assert numbers == [str(number) for number in range(1, 102)]
    assert max(map(cell_len, report.splitlines())) <= 60


def test_text_shortens_names_of_papers() -> None:
    """Only as much as tells papers apart, below the opening; with -v the whole."""
    names = ("a/one/paper.pdf", "a/two/paper.pdf", "b/else.pdf")
    opening = evolve(
        an_opening(), sources=tuple(evolve(an_opening().sources[0], name=it) for it in names)
    )
    verdicts = [evolve(a_verdict(), evidence=(a_passage("x", 1, name),)) for name in names]
    short = written(TextForm(), verdicts, read=opening).splitlines()
    assert [line.strip() for line in short if line.endswith("2 Method")] == [
        "one/paper.pdf, pp. 4-5, 2 Method",
        "two/paper.pdf, pp. 4-5, 2 Method",
        "else.pdf, pp. 4-5, 2 Method",
    ]
    assert [line for line in short if line.startswith("b/else.pdf: 2 pages")]
    assert "b/else.pdf, pp. 4-5" in written(TextForm(verbose=True), verdicts, read=opening)


def test_text_says_how_scores_were_made() -> None:
    """A score that is no probability is called uncalibrated, or the rule is named."""
    assert "(threshold 0.7, uncalibrated, embedder minilm)" in written(
        TextForm(), [_bare(Settings())]
    )
    chosen = Settings(rule="cosine")
    assert "(threshold 0.7, rule cosine, embedder minilm)" in written(TextForm(), [_bare(chosen)])
    for none in ([a_verdict()], [a_verdict(status=Status.UNCHECKED)]):
        assert "(threshold 0.7, embedder minilm)" in written(TextForm(), none)


def test_text_has_no_colour_unless_asked() -> None:
    """Escape sequences appear only where colour was asked for."""
    assert "\x1b" not in written(TextForm(), [a_verdict()])
    assert "\x1b[" in written(TextForm(colour=True), [a_verdict()])
