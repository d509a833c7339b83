"""What a document says of its raised numbers: which of them call notes, works or addresses.

Only the document tells: a note at the foot of the page that begins with the number, a list of
references that is numbered or along which the raised numbers run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from vera.core.document import Calls, Kind
from vera.verification.ingestion.pdf.raised_runs import SYMBOLS, Run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.verification.ingestion.pdf.paragraphs import Paragraph

_LABEL = re.compile(rf"(\d{{1,3}}|[{SYMBOLS}]{{1,3}}|[a-z])[.)]?\s*(?=\S)")
_NUMBERS = re.compile(r"\d{1,3}(?:\s?[,;–−-]\s?\d{1,3})*[,;]?")
_RANGE = re.compile(r"(\d+)(?:\s?[–−-]\s?(\d+))?")
_LEAST = 3
"""Raised numbers, each new, from which on a document cites by them."""
_RUN_ALONG = 0.7
"""Part of the new ones among them that go on where the others ended."""
_STEP = 3
"""How many works a citation may be ahead: of those cited in a table or caption between."""
_LONGEST_RANGE = 50
"""Works of one citation at most."""
_KNOWN = 0.8
"""Part of the raised numbers that a numbered list of references has."""
_ENTRY = re.compile(r"\W?(\d{1,3})\b")
_CITING = frozenset((Kind.BODY, Kind.ABSTRACT, Kind.CAPTION, Kind.APPENDIX, Kind.FOOTNOTE))


@frozen(eq=False)
class Evidence:
    """What the document says of its marks.

    `notes` are the blocks that begin with a label, by page and label, `explained` those of the
    notes of tables, by table and label. `addresses` are the labels of lines of front matter, with
    their page. `cites` says that it cites works by raised numbers.
    """

    notes: Mapping[tuple[int, str], int]
    addresses: frozenset[tuple[int, str]]
    explained: Mapping[tuple[int, str], int]
    cites: bool = False

    def note_of(self, run: Run) -> int:
        """The block of the note that a run calls."""
        label = _labels(run.shown)[0]
        own = self.explained.get((run.table, label))
        return self.notes[run.page, label] if own is None else own

    def calls(self, run: Run) -> Calls | None:
        """What the run calls, or None for what is no mark for sure."""
        labels = _labels(run.shown)
        if run.kind is Kind.FRONT and any((run.page, label) in self.addresses for label in labels):
            return Calls.UNKNOWN
        if labels and all((run.table, label) in self.explained for label in labels):
            is_own = self.explained[run.table, labels[0]] == run.block
            if run.begins_note if is_own else (run.before and not run.before.endswith("10")):
                return Calls.NOTE
        if run.before and run.is_raised and run.is_power:
            return None
        known = bool(labels) and all((run.page, label) in self.notes for label in labels)
        if known and run.before and (run.is_raised or run.is_behind_word):
            sure = run.follows_text or not run.shown[0].isdigit()
            if sure or not (run.is_among_raised or run.before.endswith("10")):
                return Calls.NOTE
        if run.kind is Kind.FRONT:
            return Calls.UNKNOWN
        if not run.before:
            is_label = run.shown.isdigit() and run.after[:1].isalpha()
            return Calls.UNKNOWN if is_label else None
        if self.cites and _NUMBERS.fullmatch(run.shown) and run.follows_text:
            return Calls.WORKS
        return None


def _labels(shown: str) -> list[str]:
    """The labels that a mark names one by one; none for what is no list of them."""
    found = re.findall(rf"\d{{1,3}}|[{SYMBOLS}]+|(?<![^\W_])[a-z](?![^\W_])", shown)
    rest = re.sub(rf"\d{{1,3}}|[{SYMBOLS}]+|[a-z]|[,;\s]", "", shown)
    return [] if rest or len(found) != len(re.findall(r"[^\s,;]+", shown)) else found


def _notes(
    blocks: Sequence[Paragraph], runs: Sequence[Run], body: float
) -> dict[tuple[int, str], int]:
    """The blocks that are notes, by page and label: raised, or before a footnote's words."""
    found: dict[tuple[int, str], int] = {}
    for run in runs:
        small = run.kind is Kind.FOOTNOTE or (
            run.is_raised and run.kind in (Kind.BODY, Kind.TABLE) and blocks[run.block].size < body
        )
        labels = _labels(run.shown)
        if run.is_label and small and len(labels) == 1:
            found.setdefault((run.page, labels[0]), run.block)
    for at, block in enumerate(blocks):
        label = _LABEL.match(block.lines[0].text) if block.kind is Kind.FOOTNOTE else None
        if label and (label[0] != label[1] or label[1].isdigit() or label[1][0] in SYMBOLS):
            found.setdefault((block.lines[0].page, label[1]), at)
    return found


def _explained(blocks: Sequence[Paragraph], runs: Sequence[Run]) -> dict[tuple[int, str], int]:
    """The blocks that explain the labels of a table; several may stand in one of them."""
    found: dict[tuple[int, str], int] = {}
    for run in runs:
        labels = _labels(run.shown)
        if blocks[run.block].explains_table and run.begins_note and len(labels) == 1:
            found.setdefault((run.table, labels[0]), run.block)
    return found


def evidence_of(blocks: Sequence[Paragraph], runs: Sequence[Run], body: float) -> Evidence:
    """What the blocks say; `runs` are all of theirs, `body` is the size of the body type."""
    notes = _notes(blocks, runs, body)
    cited: list[int] = []
    for run in runs:
        if run.kind not in _CITING or not run.follows_text or run.is_label:
            continue
        if (run.page, run.shown) not in notes and _NUMBERS.fullmatch(run.shown):
            cited += _numbers(run.shown)
    entries = [block.text for block in blocks if block.kind is Kind.REFERENCES]
    numbered = [found for found in map(_ENTRY.match, entries) if found]
    works = frozenset(int(found[1]) for found in numbered)
    is_numbered = 2 * len(numbered) > len(entries) > 0
    new = list(dict.fromkeys(cited))
    cites = len(new) >= _LEAST and _run_along(new)
    if entries and is_numbered:
        cites = cites or sum(n in works for n in new) >= max(_LEAST, _KNOWN * len(new))
    front = (run for run in runs if run.kind is Kind.FRONT and run.start == 0)
    addresses = frozenset((run.page, label) for run in front for label in _labels(run.shown))
    return Evidence(notes, addresses, _explained(blocks, runs), cites)


def _numbers(shown: str) -> Iterator[int]:
    """The numbers of a list, those inside its ranges too."""
    for first, last in _RANGE.findall(shown):
        yield from range(int(first), min(int(last or first), int(first) + _LONGEST_RANGE) + 1)


def _run_along(new: Sequence[int]) -> bool:
    """Whether the numbers, each new, count up from the beginning."""
    most, going = 0, 0
    for number in new:
        going += number <= most + _STEP
        most = max(most, number) if number <= most + _STEP else most
    return going >= _RUN_ALONG * len(new) and most >= _LEAST
