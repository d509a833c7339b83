"""A line of running text as it is written: single blanks, powers with a caret, marks taken out."""

from __future__ import annotations

from attrs import Factory, define, frozen

from vera.core.document import Calls
from vera.verification.ingestion.raised import index, sense

_LOOKED_AT = 60
"""Characters before raised text that tell what it is: more than the longest word has."""
_SEPARATES = frozenset(" ,;–—-")
_CLOSES = frozenset(".,;:!?)]")


@frozen
class Called:
    """A mark that stands at an offset of a text, and the ids of what its links lead to."""

    at: int
    shown: str
    calls: Calls = Calls.UNKNOWN
    links: tuple[str, ...] = ()


@define
class Stretch:
    """What was written between an opening and its closing, and what marks stood in it."""

    start: int = -1
    end: int = -1
    shown: str = ""
    marked: int = 0


@define
class Running:
    """Text so far. What is raised waits for what follows it, which tells what it is."""

    marks: list[Called] = Factory(list)
    stretches: list[Stretch] = Factory(list)
    _open: list[Stretch] = Factory(list)
    _parts: list[str] = Factory(list)
    _length: int = 0
    _tail: str = ""
    _blank: bool = False
    _index: int = 0
    _apart: bool = False
    _marked: bool = False
    _raised: list[str] = Factory(list)

    def put(self, text: str) -> None:
        """Go on with text as it is, blanks made single."""
        if not text:
            return
        self.settle(text)
        words = text.split()
        self._blank = self._blank or text[0].isspace()
        if not words:
            return
        first = words[0][0]
        if self._marked and first in _CLOSES:
            self._blank = False
        melts = (self._apart or self._marked) and first.isalnum() and self._tail[-1:].isalnum()
        if self._length and (self._blank or melts or (self._apart and first.isalnum())):
            words[0] = f" {words[0]}"
        self._write(" ".join(words))
        self._blank = text[-1].isspace()

    def lift(self, text: str, apart: bool = False) -> None:
        """Go on with raised text; what is raised on end is one, unless it is numbers `apart`."""
        if self._raised and self._raised[-1][-1:].isalnum() and text[:1].isalnum() and apart:
            self.settle("")
        if text.strip() or self._raised:
            self._raised.append(text)

    def lower(self, text: str) -> None:
        """Go on with an index."""
        self.settle("")
        shown = index(" ".join(text.split()), self._tail if not self._blank else "")
        if shown:
            before = self._length
            self._apart = self._marked = False
            self.put(shown)
            self._index = self._length - before

    def mark(self, shown: str, calls: Calls = Calls.UNKNOWN, links: tuple[str, ...] = ()) -> None:
        """What a mark shows that stands here; one that another one only goes on with is one."""
        self.settle("")
        shown = " ".join(shown.split())
        last = self.marks[-1] if self.marks else None
        if last and last.at == self._length and self._marked and last.shown[-1:] in _SEPARATES:
            kind = calls if last.calls is Calls.UNKNOWN else last.calls
            self.marks[-1] = Called(last.at, last.shown + shown, kind, (*last.links, *links))
        else:
            self.marks.append(Called(self._length, shown, calls, links))
        self._marked = True

    def link(self, to: str) -> None:
        """A note of that id is called here: by the mark that stands here, or without one."""
        self.settle("")
        last = self.marks[-1] if self.marks else None
        if last and last.at == self._length and not last.links:
            self.marks[-1] = Called(last.at, last.shown, Calls.NOTE, (to,))
        else:
            self.marks.append(Called(self._length, "", Calls.NOTE, (to,)))

    def open(self) -> None:
        """A stretch begins with what is written next."""
        self.settle("")
        self.stretches.append(Stretch(marked=len(self.marks)))
        self._open.append(self.stretches[-1])

    def close(self) -> None:
        """The stretch that was opened last ends; marks that stand in it alone are what it shows."""
        self.settle("")
        if not self._open:
            return
        it = self._open.pop()
        it.end = self._length
        if it.start < 0:
            it.start = self._length
            it.shown = "".join(mark.shown for mark in self.marks[it.marked :])
            del self.marks[it.marked :]

    @property
    def is_open(self) -> bool:
        """Whether a stretch is."""
        return bool(self._open)

    @property
    def is_blank(self) -> bool:
        """Whether nothing was written yet."""
        return not (self._length or self._raised)

    def settle(self, after: str = "") -> None:
        """Decide what was raised, before what follows it."""
        raised, self._raised = "".join(self._raised).strip(), []
        if not raised:
            return
        if self._marked and not raised.strip("".join(_SEPARATES)):
            last = self.marks.pop()
            self.marks.append(Called(last.at, last.shown + raised, last.calls, last.links))
            return
        before = self._tail[: len(self._tail) - self._index] + " " * self._blank
        told = sense(raised, before, after)
        if isinstance(told, Calls):
            self.mark(raised, told)
            return
        is_power = told.startswith("^")
        self._blank = self._blank and not is_power
        self._apart = self._marked = False
        self.put(told)
        self._apart = is_power

    def done(self) -> str:
        """The whole text; its marks stand at offsets of it."""
        self.settle("")
        for it in self._open:  # it does not end here: it is a place
            it.start = it.end = self._length if it.start < 0 else it.start
        self._open = []
        return "".join(self._parts)

    def _write(self, text: str) -> None:
        for it in self._open:
            it.start = self._length + text.startswith(" ") if it.start < 0 else it.start
        self._parts.append(text)
        self._length += len(text)
        self._tail = (self._tail + text)[-_LOOKED_AT:]
        self._index, self._apart, self._marked = 0, False, False
