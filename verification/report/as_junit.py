"""The report for CI systems: JUnit's XML, a test case for each claim."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from vera.core.verdict import Status
from vera.verification.report.places import STANDARD_INPUT, fails_run, gaps_of, stands_in, told
from vera.verification.report.printable import printable

if TYPE_CHECKING:
    from vera.core.verdict import Verdict
    from vera.verification.report.model import Opening, Summary

_KINDS = {
    Status.CONTRADICTED: "failure",
    Status.UNSUPPORTED: "failure",
    Status.UNCHECKED: "error",
}
_SKIPPED = "skipped"


class JunitForm:
    """One suite. It is written at the end, since its head has the counts.

    A status that does not fail the run (`fails`) makes a case that was skipped: never one that
    passed. A paper that could not be read is a case of its own, with an error.
    """

    def __init__(self, claims: str, fails: frozenset[str]) -> None:
        self._claims, self._fails = claims, fails
        self._number, self._gaps = 0, list[str]()
        self._cases: list[Element] = []
        self._counts: Counter[str] = Counter()

    def opening(self, opening: Opening) -> str:
        """Nothing yet; papers not read become cases, other gaps output."""
        for gap in gaps_of(opening):
            if gap.all:
                case = self._case("papers", gap.source)
                self._ends(case, "error", gap.text, "not read", gap.text)
            else:
                self._gaps.append(printable(gap.text))
        return ""

    def verdict(self, verdict: Verdict) -> str:
        """Nothing yet; the claim becomes a case."""
        claim, status = verdict.claim, verdict.status
        file = stands_in(claim, self._claims)
        self._number += 1  # in the name: two claims of one text are two cases
        case = self._case(file or STANDARD_INPUT, f"{self._number}. {claim.text}")
        if file:
            case.set("file", printable(file))
        if claim.line:
            case.set("line", str(claim.line))
        if status is Status.GROUNDED:
            SubElement(case, "system-out").text = "\n".join(map(printable, told(verdict)))
        else:
            kind = _KINDS[status] if fails_run(verdict, self._fails) else _SKIPPED
            self._ends(
                case, kind, f"{status.value}: {verdict.reason}", status.value, *told(verdict)
            )
        return ""

    def closing(self, opening: Opening, summary: Summary) -> str:  # noqa: ARG002 - a Form
        """The whole report."""
        counts = {
            "tests": len(self._cases),
            "failures": self._counts["failure"],
            "errors": self._counts["error"],
            "skipped": self._counts[_SKIPPED],
        }
        written = {name: str(count) for name, count in counts.items()}
        suites = Element("testsuites", {"name": "verify", **written})
        suite = SubElement(suites, "testsuite", {"name": "verify", **written})
        suite.extend(self._cases)
        if self._gaps:
            SubElement(suite, "system-out").text = "\n".join(self._gaps)
        indent(suites)
        head = '<?xml version="1.0" encoding="UTF-8"?>\n'
        return head + tostring(suites, encoding="unicode") + "\n"

    def _case(self, group: str, name: str) -> Element:
        case = Element("testcase", classname=printable(group), name=printable(name))
        self._cases.append(case)
        return case

    def _ends(self, case: Element, kind: str, message: str, what: str, *lines: str) -> None:
        self._counts[kind] += 1
        ended = SubElement(case, kind, message=printable(message), type=what)
        ended.text = "\n".join(map(printable, lines))
