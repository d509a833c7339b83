"""Each form of report, made by the program of real claims and papers, is read by what it is for."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from jsonschema import Draft202012Validator
from markdown_it import MarkdownIt

from tests.report.sarif_shape import SHAPE
from vera.core.result import failed
from vera.verify import terminal

_TESTDATA = Path(__file__).parents[2] / "testdata"
_CLAIMS = (_TESTDATA / "claims" / "plain.txt").read_text("utf-8")
_EXPECTED = ["grounded", "grounded", "contradicted", "contradicted", "unsupported"]


@pytest.fixture
def claims(folder: Path) -> str:
    """The name of a file of claims, in the current folder."""
    folder.joinpath("claims.txt").write_text(_CLAIMS, "utf-8")
    return "claims.txt"


def _made(form: str, claims: str, *more: str) -> tuple[bytes, int]:
    """The report on a text and a PDF, as bytes, with the exit code; claims may come by a pipe."""
    papers = [str(_TESTDATA / "papers" / name) for name in ("plain.txt", "vera/vera.pdf")]
    run = subprocess.run(
        [sys.executable, "-m", "vera.verify", claims, *papers, "--format", form, *more],
        input=_CLAIMS.encode(),
        capture_output=True,
        check=False,
    )
    assert not run.stderr
    return run.stdout, run.returncode


def test_csv(claims: str) -> None:
    """A row a claim, in UTF-8, with CR LF and nothing else at the ends."""
    data, code = _made("csv", claims)
    text = data.decode("utf-8")
    assert text.count("\r\n") == text.count("\n") == 6
    rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    assert [row["status"] for row in rows] == _EXPECTED
    assert [row["claim"] for row in rows] == _CLAIMS.splitlines()
    assert code == 1


def test_junit(claims: str) -> None:
    """A case a claim."""
    suites = fromstring(_made("junit", claims)[0])  # noqa: S314 - it was written here
    assert (suites.attrib["tests"], suites.attrib["failures"]) == ("5", "3")
    ends = [case[0].attrib.get("type", "grounded") for case in suites.iter("testcase")]
    assert ends == _EXPECTED


@pytest.mark.parametrize("name", ["claims.txt", "-"])
def test_sarif(claims: str, name: str) -> None:
    """A result a claim that is not grounded, in the file or in standard input."""
    log = json.loads(_made("sarif", name)[0])
    Draft202012Validator(SHAPE).validate(log)
    results = log["runs"][0]["results"]
    assert [result["ruleId"] for result in results] == _EXPECTED[2:]
    places = [result["locations"][0]["physicalLocation"] for result in results]
    assert [place["region"]["startLine"] for place in places] == [3, 4, 5]
    uri = {place["artifactLocation"]["uri"] for place in places}
    assert uri == {claims if name == claims else "standard%20input"}
    evidence = [place for result in results for place in result["relatedLocations"]]
    assert {page for place in evidence for page in place["properties"]["pages"]}


def test_github(claims: str) -> None:
    """A command a claim that is not grounded."""
    *commands, _ = _made("github", claims)[0].decode("utf-8").splitlines()
    assert [line.split("::")[1] for line in commands] == [
        f"error file=claims.txt,line={line},title={status}"
        for line, status in enumerate(_EXPECTED, 1)
        if status != "grounded"
    ]


def test_markdown(claims: str) -> None:
    """A heading and a quote for each claim."""
    tokens = MarkdownIt().parse(_made("markdown", claims)[0].decode("utf-8"))
    assert sum(token.type == "heading_open" for token in tokens) == 6
    assert sum(token.type == "blockquote_open" for token in tokens) == 5


@pytest.mark.parametrize("form", ["csv", "text"])
def test_a_file_has_what_standard_output_has(claims: str, folder: Path, form: str) -> None:
    """The same bytes, ends of lines and all, and the same exit code."""
    shown, code = _made(form, claims)
    assert _made(form, claims, "--output", "report") == (b"", code)
    assert folder.joinpath("report").read_bytes() == shown
    assert code == 1


def test_ends_of_lines_are_those_of_the_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where standard output makes CR LF of a line's end (Windows), that of CSV stays as it is."""
    windows = io.TextIOWrapper(io.BytesIO(), encoding="cp1252", newline="\r\n")
    monkeypatch.setattr(sys, "stdout", windows)
    assert not failed(terminal.write("“a”\r\n\n", exact=True))
    windows.flush()
    assert windows.buffer.getvalue() == "“a”\r\n\n".encode()
