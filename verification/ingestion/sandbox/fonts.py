"""Whether all is shown that the fonts of a PDF were made for.

Programs that write PDFs leave out of a font what the document does not show, name in a page's
resources the fonts that it shows, and some number the glyphs in the order of their first use. So
the fonts are a checksum of the pages: where a piece of a page is gone, they often hold a glyph that
nothing shows, or a page lists a font that it does not use (ADR 0032).
"""

from __future__ import annotations

import re
import sys
from array import array
from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Number = tuple[int, int]
    Glyph = tuple[str, int | str]

_SHOWN = re.compile(
    rb"(\((?:[^()\\]++|\\.|\((?:[^()\\]++|\\.)*+\))*+\))"
    rb"|<<(?:[^<>()]++|\((?:[^()\\]++|\\.)*+\)|<[0-9A-Fa-f\s]*+>)*+>>"
    rb"|<([0-9A-Fa-f\s]*+)>"
    rb"|/([^\s/\[\]<>()]*+)\s++[-+.\d]++\s++Tf(?![^\s/\[(<])"
    rb"|([qQ])(?<![^\s].)(?![^\s])",
    re.DOTALL,
)
"""A string, a dictionary, a string in hexadecimal, a choice of a font, a state kept or taken up."""
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.DOTALL)
_ESCAPED = dict(zip(b"nrtbf\n\r", [b"\n", b"\r", b"\t", b"\b", b"\f", b"", b""], strict=True))
_SUBSET = re.compile(r"/[A-Z]{6}\+")
"""Before the name of a font that was cut to what is shown (ISO 32000-1, 9.6.4)."""
_BUILT_IN = re.compile(rb"dup\s+(\d+)\s*/(\S+)\s+put")
"""A code in the encoding of a Type 1 font program."""
_MAPPED = re.compile(rb"begin(bfchar|bfrange)(.*?)endbf", re.DOTALL)
_HEX = re.compile(rb"<([0-9A-Fa-f]+)>")
_RANGE = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(?:<[^>]*>|\[[^\]]*\])")
_NOTHING = frozenset((32, 160, 173, "space", "nbspace", "sfthyphen", ".notdef"))
"""Codes and names of what may be left out of a text though the font has it."""
_CODES = 1 << 16
_FONTS = 2
"""Fonts cut to what is shown, at least: fewer prove no habit."""
_ORDERED = 8
"""Glyphs of a font from which on their order cannot be chance: 1 in 40,320."""
_SOUND_PAGES = 2
"""Pages that list no font but those they use, at least: fewer prove no habit."""
_FEW_BREAKS = 0.1
"""Breaks of the order of use, of all glyphs: in any other order a third and more are."""
_MORE_WIDTHS = 2
"""Glyphs of a composite font that have a width and no letters: the missing glyph, a blank."""
_STRAY_PAGES = 0.1
"""Of the pages with fonts, those that may list one that they do not use, at most."""


def _escaped(found: re.Match[bytes]) -> bytes:
    said = found[1]
    if said[:1].isdigit():
        return bytes([int(said, 8) & 0xFF])
    return _ESCAPED.get(said[0], said)


def _literal(string: bytes) -> bytes:
    return _ESCAPE.sub(_escaped, string[1:-1]) if b"\\" in string else string[1:-1]


class _Hexadecimal(dict[bytes, bytes]):
    """The bytes of each string in hexadecimal, found once: most are of a single glyph."""

    def __missing__(self, digits: bytes) -> bytes:
        whole = b"".join(digits.split()).decode()
        found = self[digits] = bytes.fromhex(whole + "0" * (len(whole) % 2))
        return found


_hexadecimal = _Hexadecimal()


def strings(content: bytes) -> dict[str, list[bytes]]:
    r"""The strings of a content by the name of the font that they are set in.

    >>> dict(strings(rb"q /A 9 Tf (x\051)Tj q /B 9 Tf [<4142>3(c)]TJ Q (y)Tj"))
    {'': [], '/A': [b'x)', b'y'], '/B': [b'AB', b'c']}
    """
    found: dict[str, list[bytes]] = defaultdict(list)
    font = found[""]
    outer: list[list[bytes]] = []
    for literal, digits, name, state in _SHOWN.findall(content):
        if literal:
            font.append(_literal(literal))
        elif name:
            font = found["/" + name.decode("latin-1")]
        elif state == b"q":
            outer.append(font)
        elif state:
            font = outer.pop() if outer else font
        elif digits:
            font.append(_hexadecimal[digits])
    return found


def _mapped(table: bytes) -> set[int]:
    """The codes that a ToUnicode table has letters for."""
    found: set[int] = set()
    for kind, entries in _MAPPED.findall(table):
        if kind == b"bfchar":
            found.update(int(code, 16) for code in _HEX.findall(entries)[::2])
        else:
            for first, last in _RANGE.findall(entries):
                found.update(range(int(first, 16), min(int(last, 16) + 1, _CODES)))
    return found


def _widths(font: Any) -> set[int]:
    """The codes of a simple font with a width; none if it gives one to all codes."""
    first, widths = int(font.get("/FirstChar", 0)), list(font.get("/Widths", ()))
    found = {first + at for at, width in enumerate(widths) if width != 0}
    return found if len(found) < len(widths) else set()


def _cid_widths(font: Any) -> set[int]:
    """The glyphs of a composite font's descendant that have a width of their own."""
    found: set[int] = set()
    waiting = list(font.get("/W", ()))[::-1]
    while len(waiting) > 1:
        first, then = int(waiting.pop()), waiting.pop()
        if isinstance(then, (int, float)) or not hasattr(then, "__len__"):
            found.update(range(first, min(int(then) + 1, _CODES)))
            waiting = waiting[:-1]
        else:
            found.update(range(first, first + len(then)))
    return found


class _Use(NamedTuple):
    """A page, or a form (page 0): what its fonts show.

    `listed` are its fonts, in a `table` that it may share with others, `chosen` those that it sets,
    and `codes` what it shows in each.
    """

    page: int
    table: object
    listed: frozenset[Number]
    chosen: frozenset[Number]
    codes: Mapping[Number, Sequence[int]]


class Fonts:
    """What the contents of a file show of its fonts, content by content."""

    def __init__(self, pikepdf: Any) -> None:
        self._pikepdf = pikepdf
        self._fonts: dict[Number, Any] = {}
        self._uses: list[_Use] = []
        self.blind = False
        """Whether it is not known of all contents what they show."""

    def see(self, shown: Mapping[str, Sequence[bytes]], resources: Any, page: int = 0) -> None:
        """Take in the strings of the page of that number, or of a form."""
        listed = self._listed(resources)
        if any(said for name, said in shown.items() if name and name not in listed):
            self.blind = True  # a form may use what the page lists that draws it
        self._fonts |= {font.objgen: font for font in listed.values()}
        numbers = {name: font.objgen for name, font in listed.items()}
        codes: dict[Number, list[int]] = defaultdict(list)
        for name, said in shown.items():
            if name in listed:
                codes[numbers[name]] += self._codes(listed[name], said)
        chosen = frozenset(numbers[name] for name in shown if name in numbers)
        table = _table(self._pikepdf, resources)
        self._uses.append(_Use(page, table, frozenset(numbers.values()), chosen, codes))

    def _listed(self, resources: Any) -> dict[str, Any]:
        found = resources.get("/Font") if resources is not None else None
        if not isinstance(found, self._pikepdf.Dictionary):
            return {}
        return {
            name: font
            for name, font in found.items()  # pyright: ignore[reportOptionalMemberAccess]
            if isinstance(font, self._pikepdf.Dictionary) and font.is_indirect
        }

    @staticmethod
    def _codes(font: Any, said: Iterable[bytes]) -> Sequence[int]:
        if font.get("/Subtype") != "/Type0":
            return b"".join(said)
        found = array("H", b"".join(text[: len(text) // 2 * 2] for text in said))
        if sys.byteorder == "little":
            found.byteswap()
        return found

    def damaged(self) -> tuple[bool, set[int]]:
        """Whether something is shown nowhere that the fonts have, and the pages that lack it."""
        if self.blind:
            return False, set()
        pages = self._stray_pages()
        return bool(pages) or self._has_lost() or self._disordered(), pages

    def _stray_pages(self) -> set[int]:
        """The pages with a font that they do not choose, where nearly none has one."""
        of_forms = {font for use in self._uses if not use.page for font in use.chosen}
        shared = Counter(use.table for use in self._uses if use.page)
        pages = [use for use in self._uses if use.page and use.listed and shared[use.table] == 1]
        stray = {use.page for use in pages if use.listed - use.chosen - of_forms}
        if len(stray) > max(1, _STRAY_PAGES * len(pages)):
            return set()
        sound = [use.listed for use in pages if use.page not in stray]
        return stray if len(sound) >= _SOUND_PAGES and len(set(sound)) > 1 else set()

    def _has_lost(self) -> bool:
        """Whether glyphs are shown nowhere, and no more than some page has of its own.

        Pages that were taken out of a longer file have fonts that lack far more.
        """
        had: set[Glyph] = set()
        families: set[str] = set()
        names: dict[Number, Mapping[int, str]] = {}
        of_pages = {number for use in self._uses if use.page for number in use.listed}
        for number, font in self._fonts.items():
            family = _family(font)
            if not family:
                continue
            names[number], made_for = _made_for(self._pikepdf, font)
            if made_for and number in of_pages:  # a form's may be cut to another document
                families.add(family)
                had |= {(family, glyph) for glyph in made_for - _NOTHING}
        if len(families) < _FONTS:
            return False
        uses = [self._shown(use, names) for use in self._uses]
        times = Counter(glyph for shown in uses for glyph in shown)
        own = max(sum(times[glyph] == 1 for glyph in shown & had) for shown in uses)
        return 0 < len(had - times.keys()) <= own

    def _shown(self, use: _Use, names: Mapping[Number, Mapping[int, str]]) -> set[Glyph]:
        return {
            (_family(self._fonts[number]), names[number].get(code, code))
            for number, codes in use.codes.items()
            if number in names
            for code in set(codes)
        }

    def _disordered(self) -> bool:
        """Whether a font's codes do not count its glyphs in the order of use, as others' do."""
        if any(use.codes for use in self._uses if not use.page):
            return False  # where a form is drawn is not known
        orders: dict[Number, dict[int, None]] = defaultdict(dict)
        for use in self._uses:
            for number, codes in use.codes.items():
                orders[number] |= dict.fromkeys(codes)
        counted = [list(order) for order in orders.values() if len(order) >= _ORDERED]
        breaks = [sum(one > two for one, two in pairwise(order)) for order in counted]
        return 0 < sum(breaks) < _FEW_BREAKS * sum(map(len, counted))


def _table(pikepdf: Any, resources: Any) -> object:
    """What two pages have alike only where their fonts are listed once for both."""
    fonts = resources.get("/Font") if resources is not None else None
    for item in (fonts, resources):
        if isinstance(item, pikepdf.Dictionary) and getattr(item, "is_indirect", False):
            return getattr(item, "objgen", None)
    return object()


def _name(item: Any) -> str:
    """A name as the file has it: not all are text."""
    return item.unparse().decode("latin-1") if item is not None else ""


def _family(font: Any) -> str:
    """What fonts of the same glyphs share; nothing if it was not cut to what is shown."""
    if font.get("/Subtype") == "/Type3":
        return str(font.objgen)
    base = font["/DescendantFonts"][0] if font.get("/Subtype") == "/Type0" else font
    descriptor = base.get("/FontDescriptor")  # pdfTeX merges fonts of figures into its own there
    name = _name(font.get("/BaseFont") if descriptor is None else descriptor.get("/FontName"))
    return name if _SUBSET.match(name) else ""


def _encoded(pikepdf: Any, font: Any, descriptor: Any) -> dict[int, str]:
    """The names of a Type 1 font's glyphs by code, as far as the font says them."""
    encoding = font.get("/Encoding")
    program = descriptor.get("/FontFile") if descriptor is not None else None
    found: dict[int, str] = {}
    if isinstance(encoding, pikepdf.Dictionary):
        at = 0
        for item in encoding.get("/Differences", ()):
            if isinstance(item, int):
                at = item
            else:
                found[at] = _name(item)[1:]
                at += 1
    elif encoding is None and isinstance(program, pikepdf.Stream):
        length = int(program.get("/Length1", 0))  # pyright: ignore[reportOptionalMemberAccess]
        clear = bytes(program.read_bytes())[:length]  # pyright: ignore[reportOptionalMemberAccess]
        found = {int(code): name.decode("latin-1") for code, name in _BUILT_IN.findall(clear)}
    return found


def _made_for(pikepdf: Any, font: Any) -> tuple[dict[int, str], set[int | str]]:
    """The names of codes, and the glyphs (names, else codes) that a font says it was cut to."""
    is_composite = font.get("/Subtype") == "/Type0"
    base = font["/DescendantFonts"][0] if is_composite else font
    table, descriptor = font.get("/ToUnicode"), base.get("/FontDescriptor")
    mapped = _mapped(bytes(table.read_bytes())) if isinstance(table, pikepdf.Stream) else set()
    if is_composite:
        widths = _cid_widths(base)
        return {}, {*(mapped & widths if mapped else widths)} if _agree(mapped, widths) else set()
    is_drawn = font.get("/Subtype") == "/Type3"
    if is_drawn or (descriptor is not None and "/CharSet" in descriptor):
        names = _encoded(pikepdf, font, descriptor)
        drawn = "".join(font["/CharProcs"].keys()) if is_drawn else str(descriptor["/CharSet"])
        listed = {name for name in drawn.split("/") if name}
        return names, {*listed} if listed <= {*names.values(), *_NOTHING} else set()
    widths = _widths(font)
    return {}, {*(mapped & widths if mapped and widths else mapped or widths)}


def _agree(mapped: set[int], widths: set[int]) -> bool:
    """Whether the widths of a composite font are of little more than what has letters."""
    return not mapped or not widths or len(widths - mapped) <= _MORE_WIDTHS
