"""The report as JUnit's XML is parsed by the standard library as what it says."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.report.made import a_verdict, an_opening, written
from vera.core.verdict import Status
from vera.verification.report.as_junit import JunitForm
from vera.verification.report.exit_codes import failing

_ALL = failing("unchecked")


def _suite(text: str) -> Element:
    suites = fromstring(text)  # noqa: S314 - it was written here
    assert suites.tag == "testsuites"
    (suite,) = suites
    assert suite.attrib == suites.attrib
    return suite


def _ends(suite: Element) -> list[str]:
    return [case[0].tag for case in suite.findall("testcase")]


@given(st.lists(st.tuples(st.text(max_size=30), st.sampled_from(Status)), max_size=5))
def test_the_counts_are_those_of_the_cases(claims: list[tuple[str, Status]]) -> None:
    """Whatever the claims are, it is XML, and each claim is a case beside the paper not read."""
    suite = _suite(written(JunitForm("c.txt", _ALL), [a_verdict(*each) for each in claims]))
    ends = _ends(suite)
    assert len(ends) == int(suite.attrib["tests"]) == len(claims) + 1
    assert ends.count("failure") == int(suite.attrib["failures"])
    assert ends.count("error") == int(suite.attrib["errors"])
    assert ends.count("skipped") == int(suite.attrib["skipped"])


def test_how_each_status_ends() -> None:
    """Contradicted and unsupported are failures, unchecked an error; so is a paper not read."""
    suite = _suite(written(JunitForm("c.txt", _ALL), [a_verdict(status=each) for each in Status]))
    assert _ends(suite) == ["error", "system-out", "failure", "failure", "error"]
    paper, grounded, contradicted, *_ = suite.findall("testcase")
    assert paper.attrib == {"classname": "papers", "name": "paper.pdf"}
    assert grounded.attrib == {
        "classname": "c.txt",
        "name": "1. A claim.",
        "file": "c.txt",
        "line": "7",
    }
    assert contradicted[0].attrib["type"] == "contradicted"
    assert "denies: “A claim.” (paper.pdf, pp. 4-5, 2 Method)" in (contradicted[0].text or "")
    assert suite.findtext("system-out") == "paper.pdf: page 2 was not read: scan"


@pytest.mark.parametrize(
    ("least", "ends"),
    [
        (Status.CONTRADICTED, ["system-out", "failure", "skipped", "skipped"]),
        (Status.UNSUPPORTED, ["system-out", "failure", "failure", "skipped"]),
    ],
)
def test_what_does_not_fail_the_run_has_not_passed(least: Status, ends: list[str]) -> None:
    """A status below --fail-on is skipped, since passed would be read as grounded."""
    form = JunitForm("c.txt", failing(least.value))
    assert _ends(_suite(written(form, [a_verdict(status=each) for each in Status])))[1:] == ends


def test_markup_stays_text() -> None:
    """The end of a CDATA section, tags and entities of a claim come back as they were."""
    text = "]]></failure><!-- &amp; <![CDATA[ \"'"
    suite = _suite(written(JunitForm("", _ALL), [a_verdict(text, Status.UNSUPPORTED)]))
    case = suite.findall("testcase")[1]
    assert case.attrib["name"] == f"1. {text}"
    assert case.attrib["classname"] == "standard input"
    assert (case[0].text or "").splitlines()[0] == text


def test_two_claims_of_one_text_are_two_cases() -> None:
    """Readers take cases of one name for one."""
    suite = _suite(written(JunitForm("c.txt", _ALL), [a_verdict()] * 2, read=an_opening()))
    assert len({case.attrib["name"] for case in suite.findall("testcase")}) == 3
