"""Raised text: marks of notes and works are taken out of the text, exponents stay with a caret.

What a raised number is, only the document tells: a note at the foot of its page that begins with
it, a list of references that is numbered or along which the raised numbers run. What is not surely
a mark stays in the text: nothing is dropped (ADR 0062).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from attrs import evolve, field, frozen

from vera.core.document import Box, Calls, Kind
from vera.verification.ingestion.pdf.lines import ADDED, extent
from vera.verification.ingestion.pdf.scripts import SUBSCRIPTS, SUPERSCRIPTS
from vera.verification.ingestion.raised import sense

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.core.document import Floats
    from vera.verification.ingestion.pdf.lines import Line
    from vera.verification.ingestion.pdf.paragraphs import Paragraph
    from vera.verification.ingestion.pdf.scripts import Levels

    _Decided: TypeAlias = "tuple[_Run, Calls | None, int | None]"
    """A run, what it calls (None: nothing, it stays in the text) and the block of its note."""

_SYMBOLS = "*∗†‡§¶‖✉⋆"
_RUN = re.compile(r"[rs]+(?: +[rs]+)*")
_INDEX = re.compile("l+")
_GOES_ON = re.compile(r"[,;]$")
"""What ends a raised list of numbers that goes on behind a blank."""
_LABEL = re.compile(rf"(\d{{1,3}}|[{_SYMBOLS}]{{1,3}}|[a-z])[.)]?\s*(?=\S)")
_NUMBERS = re.compile(r"\d{1,3}(?:\s?[,;–−-]\s?\d{1,3})*[,;]?")
_RANGE = re.compile(r"(\d+)(?:\s?[–−-]\s?(\d+))?")
_LIST = re.compile(r"[,;–−-]")
_LETTERS = re.compile(r"[a-z](?:\s?,\s?[a-z])*")
_ORDINAL = re.compile(r"[^\W\d_]{2,4}")
_CHARGE = re.compile(r"\d?[+−–-]")
_ELEMENT = re.compile(r"[A-Z][a-z]?(?![^\W\d_])")
_SIMPLE = re.compile(r"[+-]?(?:\d+(?:[.,/]\d+)*|[^\W\d_])|[^\W\d_]+|\([^()]*\)")
_WORD = re.compile(r"[^\W\d_]+$")
_NUMBER = re.compile(r"\d[\d.,]*$")
_NAMED_NUMBER = re.compile(
    r"[^\W\d_]{2,}-?\d+$|(?:^|\s)[A-Z][a-z]+\.?\s\d{1,2}$|(?<!\d)(?:19|20)\d\d$"
)
"""A number that belongs to a word, as "Table 1" and "IL-6" have, or a year."""
_MEASURED = re.compile(r"(?:\d\s?|[/·×⋅]\s?|\bper\s|\d\s[a-zµμ]+\s)[^\W\d_]{1,3}$")
"""A unit behind its number, or behind another unit."""
_OPENS = " “‘\"'("
_CLOSES = ".,;:)]}”\"'’!?%"
_SHORT = 2
"""Letters up to which what stands before a raised number may be a unit or a sign of a formula."""
_POWERS = ("2", "3")
_LEAST = 3
"""Raised numbers, each new, from which on a document cites by them."""
_RUN_ALONG = 0.7
"""Part of the new ones among them that go on where the others ended."""
_NOTE_ENDS = ".;:"
_STEP = 3
"""How many works a citation may be ahead: of those cited in a table or caption between."""
_LONGEST_RANGE = 50
"""Works of one citation at most."""
_KNOWN = 0.8
"""Part of the raised numbers that a numbered list of references has."""
_ENTRY = re.compile(r"\W?(\d{1,3})\b")
_ATTACHED = 0.35
"""Widest gap before a raised sign that belongs to what stands before it, in type sizes."""
_WORD_SPACE = 0.17
"""As in `lines`: the least gap between words, in type sizes."""
_BEFORE = 24
"""Characters that are looked at before a raised one."""
_PRIME = 0.22
"""Widest raised "0" that is a prime, in type sizes: that of TeX's fonts has its code (0.16 to 0.19
wide), and a raised zero is 0.3 wide."""

_TO_PLAIN = str.maketrans({sign: unicodedata.normalize("NFKC", sign) for sign in SUPERSCRIPTS})
_INDICES = str.maketrans({sign: unicodedata.normalize("NFKC", sign) for sign in SUBSCRIPTS})
_MINUS = str.maketrans("−‐‑–", "----")
_CITING = frozenset((Kind.BODY, Kind.ABSTRACT, Kind.CAPTION, Kind.APPENDIX, Kind.FOOTNOTE))


@frozen(eq=False)
class Raised:
    """A mark that was taken out at character `at` of a line; `note` is the block that it calls."""

    at: int
    calls: Calls
    shown: str
    box: Box
    note: int | None = None


@frozen(eq=False)
class _Run:
    """Raised characters [start, end) of a line of a block, and the text before and behind them.

    `mask` is that of the line: see `_mask`.
    """

    block: int
    line: int
    start: int
    end: int
    shown: str
    before: str
    after: str
    kind: Kind
    page: int
    mask: str
    table: int = -1

    @property
    def begins_note(self) -> bool:
        """Whether it stands where one of several notes in a paragraph can begin."""
        return not self.before or self.before[-1] in _NOTE_ENDS

    @property
    def is_raised(self) -> bool:
        """Whether it is so by its place, and not a symbol that may stand anywhere."""
        return "r" in self.mask[self.start : self.end]

    @property
    def is_behind_word(self) -> bool:
        """Whether no blank parts it from a word, from what closes one, or from a last digit."""
        if self.is_apart:
            return False
        is_last = self.before[-1:].isdigit() and not self.after[:1].isalnum()
        return self.before[-1:].isalpha() or self.before[-1:] in _CLOSES or is_last

    @property
    def is_apart(self) -> bool:
        """Whether nothing stands right before it."""
        return self.mask[self.start - 1 : self.start] != "."

    @property
    def is_among_raised(self) -> bool:
        """Whether what it belongs to has more that is raised before it, as a formula has."""
        return "r" in self.mask[: self.start].rpartition(" ")[2]

    @property
    def is_power(self) -> bool:
        """Whether what stands before and behind it is enough to tell that it belongs to that.

        Behind a number it is not: "Table 1" and 10 can both have a 3 behind them.
        """
        before = self.before + " " * self.is_apart
        said = sense(self.shown, before, self.after)
        return isinstance(said, str) and not before[-1:].isdigit()

    @property
    def is_label(self) -> bool:
        """Whether it begins a block that goes on with words."""
        return self.line == 0 and self.start == 0 and self.after.lstrip(_OPENS)[:1].isalnum()

    @property
    def follows_text(self) -> bool:
        """Whether it stands behind a word or what ends one, where no exponent can be."""
        if self.before[-1:] and self.before[-1] in _CLOSES:
            return not self.before.endswith((")", "]", "}", "%")) or self.before[-2:-1].isalpha()
        word = _WORD.search(self.before)
        if word is None:
            return bool(_NAMED_NUMBER.search(self.before))
        if _MEASURED.search(self.before) and self.shown.lstrip("-−") in _POWERS:
            return False
        if len(word[0]) > _SHORT:
            return True
        return len(word[0]) == _SHORT and (word[0].isupper() or self.shown not in _POWERS)


def _begins_word(after: str) -> bool:
    """Whether a word follows, and not the sign of a chemical element."""
    return after[:1].isalpha() and not _ELEMENT.match(after)


def _shown(text: str) -> str:
    return " ".join(text.translate(_TO_PLAIN).split())


def _moved_lines(blocks: Sequence[Paragraph], levels: Levels) -> Iterator[tuple[int, int, Line]]:
    """The lines with a raised or lowered sign, each with its block and its place in it."""
    places = [
        (at, n, line) for at, block in enumerate(blocks) for n, line in enumerate(block.lines)
    ]
    if not places:
        return
    glyphs = np.concatenate([line.glyphs for _, _, line in places])
    of = np.repeat(
        np.arange(len(places), dtype=np.int32), [len(line.glyphs) for _, _, line in places]
    )
    moved = (glyphs >= 0) & (levels[glyphs] != 0)
    signs = frozenset(_SYMBOLS + SUPERSCRIPTS + SUBSCRIPTS)
    found = set(np.unique(of[moved]).tolist())
    found |= {k for k, (_, _, line) in enumerate(places) if not signs.isdisjoint(line.text)}
    for at in sorted(found):
        yield places[at]


def _mask(line: Line, levels: Levels) -> str:
    """A letter for each character: r for raised, s for a symbol of notes, l for lowered."""
    level = np.where(line.glyphs >= 0, levels[line.glyphs], 0).tolist()
    return "".join(
        "r"
        if up == 1 or sign in SUPERSCRIPTS
        else "l"
        if up == -1 or sign in SUBSCRIPTS
        else "s"
        if sign in _SYMBOLS
        else " "
        if sign == " "
        else "."
        for up, sign in zip(level, line.text, strict=True)
    )


def _pieces(text: str, mask: str) -> Iterator[tuple[int, int]]:
    """Where raised text stands: a blank parts it, unless a list goes on behind it."""
    for found in _RUN.finditer(mask):
        start = found.start()
        for blank in re.finditer(" +", found[0]):
            end, after = found.start() + blank.start(), found.start() + blank.end()
            if not _GOES_ON.search(text[:end]):
                yield start, end
                start = after
        yield start, found.end()


def _runs(
    at: int, number: int, line: Line, levels: Levels, block: Paragraph, boxes: Floats
) -> Iterator[_Run]:
    text, mask = line.text, _mask(line, levels)
    for start, end in _pieces(text, mask):
        said = text[start:end]
        if not any(sign.isalnum() or sign in _SYMBOLS for sign in said):
            continue
        before_it, behind_it = text[start - 1 : start], text[end : end + 1]
        before = text[max(0, start - _BEFORE) : start].rstrip()
        if not before and number and not block.cells:
            before = block.lines[number - 1].text[-_BEFORE:]
        is_label = start == 0 and block.kind is Kind.FRONT
        is_label = is_label or (block.explains_table and before[-1:] in _NOTE_ENDS)
        is_apart = not (before_it.strip() or behind_it.strip())
        if "r" not in mask[start:end] and is_apart and not is_label:
            continue  # a symbol between blanks
        shown = "\u2032" * len(said) if _is_prime(line, start, end, boxes) else _shown(said)
        after = text[end : end + _BEFORE]
        kind, page = block.kind, line.page
        yield _Run(at, number, start, end, shown, before, after, kind, page, mask, block.table)


def _is_prime(line: Line, start: int, end: int, boxes: Floats) -> bool:
    if line.text[start:end].strip("0"):
        return False
    box = boxes[line.glyphs[start]]
    return bool(box[2] - box[0] < _PRIME * line.size)


@frozen(eq=False)
class _Evidence:
    """What the document says of its marks.

    `notes` are the blocks that begin with a label, by page and label. `called` counts what surely
    calls each. `explained` are the blocks of the notes of tables, by table and label. `addresses`
    are the labels of lines of front matter, with their page. `cites` says that it cites works by
    raised numbers.
    """

    notes: Mapping[tuple[int, str], int]
    addresses: frozenset[tuple[int, str]]
    called: Counter[tuple[int, str]]
    explained: Mapping[tuple[int, str], int]
    cites: bool = False

    def note_of(self, run: _Run) -> int:
        """The block of the note that a run calls."""
        label = _labels(run.shown)[0]
        own = self.explained.get((run.table, label))
        return self.notes[run.page, label] if own is None else own

    def calls(self, run: _Run) -> Calls | None:
        """What the run calls, or None for what is no mark for sure."""
        if run.kind is Kind.REFERENCES:
            return None
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
            called = any(self.called[run.page, label] for label in labels)
            if sure or (not called and not run.before.endswith("10") and not run.is_among_raised):
                return Calls.NOTE
        if run.kind is Kind.FRONT:
            return None if run.before[-1:].isdigit() and run.shown.isalpha() else Calls.UNKNOWN
        if not run.before:
            is_label = run.shown.isdigit() and _begins_word(run.after)
            return Calls.UNKNOWN if is_label else None
        if self.cites and _NUMBERS.fullmatch(run.shown):
            is_list = _LIST.search(run.shown.rstrip(",;")) is not None
            if run.follows_text or (is_list and run.before[-1:].isdigit()):
                return Calls.WORKS
        return None


def _labels(shown: str) -> list[str]:
    """The labels that a mark names one by one; none for what is no list of them."""
    shown = shown.rstrip(".)") if "(" not in shown else shown
    found = re.findall(rf"\d{{1,3}}|[{_SYMBOLS}]+|(?<![^\W_])[a-z](?![^\W_])", shown)
    rest = re.sub(rf"\d{{1,3}}|[{_SYMBOLS}]+|[a-z]|[,;\s]", "", shown)
    return [] if rest or len(found) != len(re.findall(r"[^\s,;]+", _spaced(shown))) else found


def _spaced(shown: str) -> str:
    """A blank where a number meets a symbol: "1*" are two labels."""
    return re.sub(rf"(?<=[^\s{_SYMBOLS}])(?=[{_SYMBOLS}])|(?<=[{_SYMBOLS}])(?=\d)", " ", shown)


def _notes(
    blocks: Sequence[Paragraph], runs: Sequence[_Run], body: float
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
        if label and (label[0] != label[1] or label[1].isdigit() or label[1][0] in _SYMBOLS):
            found.setdefault((block.lines[0].page, label[1]), at)
    return found


def _explained(blocks: Sequence[Paragraph], runs: Sequence[_Run]) -> dict[tuple[int, str], int]:
    """The blocks that explain the labels of a table; several may stand in one of them."""
    found: dict[tuple[int, str], int] = {}
    for run in runs:
        labels = _labels(run.shown)
        if blocks[run.block].explains_table and run.begins_note and len(labels) == 1:
            found.setdefault((run.table, labels[0]), run.block)
    return found


def _evidence(blocks: Sequence[Paragraph], runs: Sequence[_Run], body: float) -> _Evidence:
    notes = _notes(blocks, runs, body)
    called: Counter[tuple[int, str]] = Counter()
    cited: list[int] = []
    for run in runs:
        if run.kind not in _CITING or not run.follows_text or run.is_label:
            continue
        if (run.page, run.shown) in notes:
            called[run.page, run.shown] += 1
        elif _NUMBERS.fullmatch(run.shown):
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
    return _Evidence(notes, addresses, called, _explained(blocks, runs), cites)


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


@frozen(eq=False)
class _Rewriting:
    """One line as it is written: pieces of text with the glyph of each character, and its marks."""

    text: list[str] = field(factory=list)
    glyphs: list[int] = field(factory=list)
    marks: list[Raised] = field(factory=list)

    def keep(self, text: str, glyphs: Sequence[int]) -> None:
        self.text.append(text)
        self.glyphs.extend(glyphs)

    def add(self, text: str) -> None:
        self.keep(text, [ADDED] * len(text))

    def drop_blank(self) -> bool:
        """Take back a blank that was written last."""
        if self.text and self.text[-1].endswith(" "):
            self.text[-1] = self.text[-1][:-1]
            self.glyphs.pop()
            return True
        return False


def _gap(line: Line, start: int, boxes: Floats) -> float:
    """How far the character at `start` stands from the one before its blank, in type sizes."""
    first = line.glyphs[start]
    before = next((g for g in line.glyphs[:start][::-1] if g >= 0 and boxes[g][2] > 0), None)
    if first < 0 or before is None:
        return 0.0
    return float(boxes[first][0] - boxes[before][2]) / max(line.size, 1.0)


def _write_exponent(out: _Rewriting, line: Line, run: _Run, boxes: Floats) -> int:
    """Write what stays in the text, so that it can be read and compared.

    An index printed under it comes first; how many characters behind the run that takes is told.
    """
    own = zip(line.text[run.start : run.end], line.glyphs[run.start : run.end], strict=True)
    kept = [(sign, int(glyph)) for sign, glyph in own if sign != " "]
    text = "".join(sign for sign, _ in kept).translate(_TO_PLAIN)
    glyphs = [glyph for _, glyph in kept]
    blank = run.start > 0 and line.text[run.start - 1] == " "
    is_isotope = text.isdigit() and _ELEMENT.match(run.after) is not None
    is_attached = not blank or (
        _gap(line, run.start, boxes) < (_WORD_SPACE if is_isotope else _ATTACHED)
    )
    if blank and is_attached:
        out.drop_blank()
    base = run.before[-1:] if is_attached and run.start else ""
    index = _INDEX.match(run.mask, run.end)
    end = index.end() if index and is_attached and base else run.end
    out.keep(line.text[run.end : end], line.glyphs[run.end : end].tolist())
    goes_on = line.text[end : end + 1].isalnum()
    if run.shown.startswith("\u2032"):
        out.keep(run.shown, glyphs)
    elif run.kind is Kind.REFERENCES:
        out.keep(text, glyphs)
        out.add(" " * (goes_on and not base))
    elif _stays_plain(text, base):
        out.keep(text, glyphs)
    else:
        text = text[0].translate(_MINUS) + text[1:]
        is_simple = _SIMPLE.fullmatch(text) is not None
        out.add("^" if is_simple else "^(")
        out.keep(text, glyphs)
        out.add(("" if is_simple else ")") + " " * goes_on)
    return end - run.end


def _stays_plain(text: str, base: str) -> bool:
    """Whether it is no exponent: an ordinal's ending, a charge, what stands before its sign."""
    if not base or all(sign in _SYMBOLS for sign in text):
        return True
    is_ordinal = base.isdigit() and _ORDINAL.fullmatch(text) is not None
    return is_ordinal or _CHARGE.fullmatch(text) is not None


def _rewritten(line: Line, decided: Sequence[_Decided], boxes: Floats) -> tuple[Line, list[Raised]]:
    """The line with its exponents written and its marks taken out, and the marks."""
    out = _Rewriting()
    at = 0
    for run, calls, note in decided:
        out.keep(line.text[at : run.start], line.glyphs[at : run.start].tolist())
        at = run.end
        if calls is None:
            at += _write_exponent(out, line, run, boxes)
            continue
        had_blank = out.drop_blank()
        glyphs = line.glyphs[run.start : run.end]
        box = Box(line.page, *extent(boxes[glyphs[glyphs >= 0]]))
        out.marks.append(Raised(len(out.glyphs), calls, run.shown, box, note))
        if had_blank and line.text[at : at + 1].isalnum():
            out.add(" ")
        if run.start == 0:
            at += len(line.text[at:]) - len(line.text[at:].lstrip())
    out.keep(line.text[at:], line.glyphs[at:].tolist())
    text = "".join(out.text).translate(_INDICES)
    if not text.strip():
        return line, []
    return evolve(line, text=text, glyphs=np.array(out.glyphs, dtype=np.int32)), out.marks


def _own_label(at: int, block: Paragraph, label: str) -> _Decided:
    """The label that a note begins with, as a mark of its own."""
    line, end = block.lines[0], len(label)
    run = _Run(
        at, 0, 0, end, label, "", line.text[end:], block.kind, line.page, "." * len(line.text)
    )
    return run, Calls.NOTE, None


def _parted(block: Paragraph, levels: Levels) -> Iterator[Paragraph]:
    """The notes of a block of notes, each of which begins with a raised number."""
    starts = [0]
    for at, line in enumerate(block.lines[1:], 1):
        if line.glyphs[0] >= 0 and levels[line.glyphs[0]] == 1 and line.text[0].isdigit():
            starts.append(at)
    for start, end in zip(starts, [*starts[1:], len(block.lines)], strict=True):
        yield evolve(block, lines=block.lines[start:end])


def with_marks(
    blocks: Sequence[Paragraph], levels: Levels, boxes: Floats, body: float
) -> tuple[list[Paragraph], dict[int, list[Raised]]]:
    """The blocks with exponents written and marks taken out; the marks by the identity of a line.

    `levels` and `boxes` are those of the document's glyphs, `body` is its body type's size.
    """
    blocks = [
        part
        for block in blocks
        for part in (_parted(block, levels) if block.kind is Kind.FOOTNOTE else (block,))
    ]
    runs: dict[tuple[int, int], list[_Run]] = {}
    for at, n, line in _moved_lines(blocks, levels):
        runs[at, n] = list(_runs(at, n, line, levels, blocks[at], boxes))
    evidence = _evidence(blocks, [run for found in runs.values() for run in found], body)
    decided: dict[tuple[int, int], list[_Decided]] = {}
    called: set[int] = set()
    for place, found in runs.items():
        decided[place] = []
        for run in found:
            calls = evidence.calls(run)
            note = None
            if calls is Calls.NOTE:
                note = evidence.note_of(run)
                called.add(note)
                note = None if note == run.block else note
            if calls is not None or run.is_raised:
                decided[place].append((run, calls, note))
    for (_, label), at in evidence.notes.items():
        if at in called:
            others = [it for it in decided.get((at, 0), []) if it[0].start]
            decided[at, 0] = [_own_label(at, blocks[at], label), *others]
    done = {at: list(blocks[at].lines) for at, _ in decided}
    marks: dict[int, list[Raised]] = {}
    for (at, n), chosen in decided.items():
        done[at][n], taken = _rewritten(done[at][n], chosen, boxes)
        if taken:
            marks[id(done[at][n])] = taken
    return [
        _with_lines(block, done[at]) if at in done else block for at, block in enumerate(blocks)
    ], marks


def _with_lines(block: Paragraph, lines: Sequence[Line]) -> Paragraph:
    """The block with other lines for its own; the cells of a row have the same ones."""
    new = {id(old): line for old, line in zip(block.lines, lines, strict=True)}
    cells = tuple(evolve(it, lines=tuple(new[id(line)] for line in it.lines)) for it in block.cells)
    return evolve(block, lines=tuple(lines), cells=cells)
