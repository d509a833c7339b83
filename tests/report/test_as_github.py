"""The report for GitHub Actions is workflow commands, of which no text makes another."""

from __future__ import annotations

import re

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from tests.report.made import a_verdict, an_opening, written
from vera.core.verdict import Claim, Status
from vera.verification.report.as_github import GithubForm
from vera.verification.report.exit_codes import failing

_COMMAND = re.compile(r"::(error|warning) ([^:]*)::(.*)")
_ALL = failing("unchecked")


def _decoded(text: str, *more: tuple[str, str]) -> str:
    """As the runner reads it: the percent sign last."""
    for code, char in (("%0D", "\r"), ("%0A", "\n"), *more, ("%25", "%")):
        text = text.replace(code, char)
    return text


def _commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """Level, properties and message of each command, read by the runner's rules."""
    *lines, last = text.splitlines()
    assert re.match(r"\d+ claims?: ", last)
    found = []
    for line in lines:
        parts = _COMMAND.fullmatch(line)
        assert parts is not None, line
        given = dict(each.split("=", 1) for each in parts[2].split(","))
        named = {name: _decoded(it, ("%3A", ":"), ("%2C", ",")) for name, it in given.items()}
        found.append((parts[1], named, _decoded(parts[3])))
    return found


def test_an_annotation_a_claim_that_is_not_grounded() -> None:
    """It points to the line, and says claim, reason and passage; what was not read comes first."""
    form = GithubForm("claims.txt", _ALL)
    unread, paper, *found = _commands(written(form, [a_verdict(status=it) for it in Status]))
    assert unread == ("warning", {"title": "paper"}, "paper.pdf: page 2 was not read: scan")
    assert paper == ("error", {"title": "paper"}, "not read: paper.pdf: damaged")
    at = {"file": "claims.txt", "line": "7"}
    assert [(level, named) for level, named, _ in found] == [
        ("error", {**at, "title": "contradicted"}),
        ("error", {**at, "title": "unsupported"}),
        ("error", {**at, "title": "unchecked"}),
    ]
    assert found[0][2].splitlines() == [
        "A claim.",
        "claim says A claim., paper says 95%, p. 4",
        "denies: “A claim.” (paper.pdf, pp. 4-5, 2 Method)",
    ]


def test_what_does_not_fail_the_run_is_a_warning() -> None:
    """--fail-on contradicted leaves the others as warnings."""
    form = GithubForm("c", failing("contradicted"))
    found = _commands(written(form, [a_verdict(status=it) for it in Status]))[2:]
    assert [level for level, *_ in found] == ["error", "warning", "warning"]


def test_standard_input_is_no_file() -> None:
    """Claims that no file has are told of without a place in one."""
    *_, (_, named, text) = _commands(
        written(GithubForm("", _ALL), [a_verdict(status=Status.UNCHECKED)])
    )
    assert named == {"title": "unchecked"}
    assert text.startswith("standard input, line 7\nA claim.\n")


@given(st.text(alphabet="ab%:,=\r\n0AD#[]", max_size=30), st.text(alphabet="a:,%=\n", min_size=1))
def test_no_text_makes_a_command(text: str, file: str) -> None:
    """Whatever claim and file are called, they are read as they were, on a line."""
    claim = Claim(text, 1, file)
    verdict = evolve(a_verdict(text, Status.UNSUPPORTED, claim), reason=text)
    form, opening = GithubForm("", _ALL), evolve(an_opening(), sources=())
    ((_, named, said),) = _commands(written(form, [verdict], read=opening))
    assert named.get("file", "") == " ".join(file.split())
    assert said.split("\n")[:2] == [" ".join(text.split())] * 2
