"""The program that looks for damage that pdfium passes over in silence, with pikepdf (qpdf).

Answers "D": a byte that is 1 where damage is of the file, not of single pages (its table of objects
had to be rebuilt, an object is none, a damaged stream is of no page); then the numbers (uint32
each, in order) of the pages that have a stream that does not unpack to its end, has a wrong
checksum or, of a font program, is shorter than it says; of those with content that is not whole: no
sequence of sound operators, or with text in a form that nothing draws; and of those with a damaged
image; then what `passed_over` tells. Or "F": qpdf does not open the file.
"""

from __future__ import annotations

import io
import re
import zlib
from array import array
from bisect import bisect
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from vera.verification.ingestion.sandbox.fonts import Fonts, strings
from vera.verification.ingestion.sandbox.harness import Answer, serve
from vera.verification.ingestion.sandbox.operators import Content
from vera.verification.ingestion.sandbox.passed_over import PassedOver
from vera.verification.ingestion.sandbox.qpdf import prepare
from vera.verification.ingestion.sandbox.unname import NAME, is_foreign
from vera.verification.ingestion.sandbox.unname import listed as named

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    Number = tuple[int, int]

_DEEPEST = 50
"""Levels of the tree of pages."""
_AT_ONCE = 1 << 20
"""Bytes of a stream that are unpacked at a time: a bomb takes time, not memory."""
_BLANKS = b"\0\t\n\f\r "  # ISO 32000-1, table 1
_HARMLESS = "duplicated key"
"""Of qpdf's warnings. One producer's files all have it (49 of 359 sound ones), and lose nothing."""
_ASTRAY = re.compile(
    r": object (\d+) 0 not found in file after regenerating cross reference table$"
    r"|\(object (\d+) 0\): object has offset 0 - "
)
"""How qpdf says that the table lists an object that the file does not have."""
_OF_ASTRAY = (": file is damaged", ": Attempting to reconstruct cross-reference table")
_OBJECT = re.compile(rb"(?<!\d)(\d+) 0 obj\b")
_NOT_SHOWN = ("/Metadata", "/XRef", "/ObjStm")
"""Types of streams of no page; of the last two, qpdf itself tells what is lost."""
_LENGTHS = ("/Length1", "/Length2", "/Length3")
"""Of the parts of a font program, unpacked (ISO 32000-1, table 127)."""
_ELSEWHERE = ("/Parent", "/Annots", "/B", "/StructParents", "/PieceInfo", "/Thumb")
"""Keys of a page that do not lead to what its text is drawn by."""


def _unpacks(raw: bytes) -> bool:
    """Whether all of it is one zlib stream with its right checksum (RFC 1950); blanks may follow.

    >>> whole = zlib.compress(b"the whole of it")
    >>> _unpacks(whole + b" "), _unpacks(whole[:-1]), _unpacks(whole[:-1] + b"!"), _unpacks(b"")
    (True, False, False, False)
    """
    stream, waiting = zlib.decompressobj(), raw
    try:
        while waiting and not stream.eof:
            stream.decompress(waiting, _AT_ONCE)
            waiting = stream.unconsumed_tail
    except zlib.error:
        return False
    return stream.eof and not stream.unused_data.strip(_BLANKS)


def _tiles(stream: Any) -> bool:
    """Whether it is a pattern, whose content is drawn as a form's is (ISO 32000-1, 8.7.3)."""
    return bool(stream.get("/PatternType") == 1)


class _File:
    """An open file; `foreign` is what reading a damaged object raises.

    `drawn` are the forms and images that some content draws, `drawing` the forms that show text or
    draw others: one of these that a page lists and nothing draws has lost what drew it (of 410
    sound files none has one).
    """

    def __init__(self, pikepdf: Any, pdf: Any) -> None:
        self.pikepdf, self.pdf = pikepdf, pdf
        self.foreign = (pikepdf.PdfError, ValueError, TypeError, RuntimeError, KeyError)
        self.drawn: set[Number] = set()
        self.drawing: set[Number] = set()
        self.fonts = Fonts(pikepdf)
        self.passed_over = PassedOver(pikepdf, pdf)
        self.astray: set[str] = set()

    def warned(self) -> bool:
        """Whether qpdf has warned of something since this was last asked.

        Not of an object that the file does not have (`astray` then), nor of the search for it.
        """
        said = [str(warning) for warning in self.pdf.get_warnings()]
        astray = {found[1] or found[2] for one in said if (found := _ASTRAY.search(one))}
        self.astray |= astray
        search = (*_OF_ASTRAY, *(f"expected {number} 0 obj" for number in astray))
        return not all(
            _HARMLESS in one or _ASTRAY.search(one) or (astray and one.endswith(search))
            for one in said
        )

    def lost(self, data: bytes) -> bool:
        """Whether anything of a page but its annotations refers to what is astray.

        cairo and Quartz list objects that they never wrote. References are sought in the bytes:
        qpdf drops them once it has looked for what they lead to; those in object streams cannot be.
        """
        if not self.astray or b"/ObjStm" in data:
            return bool(self.astray)
        reference = re.compile(rf"(?<!\d)(?:{'|'.join(self.astray)})\s+0\s+R\b".encode())
        own = self.reached(self.pdf.Root)
        starts = [(found.start(), int(found[1])) for found in _OBJECT.finditer(data)]
        for found in reference.finditer(data):
            at = bisect(starts, (found.start(), 0)) - 1
            if at < 0 or (starts[at][1], 0) in own:
                return True
        return False

    def packed_well(self, stream: Any) -> bool:
        """Whether a stream can be unpacked whole; of images other than Flate's nothing is known."""
        sound = False
        with suppress(*self.foreign):
            sound = self._packed_well(stream)
        return not self.warned() and sound

    def _packed_well(self, stream: Any) -> bool:
        filters = stream.get("/Filter")
        if isinstance(filters, self.pikepdf.Array):
            filters = filters[0] if len(filters) else None
        if filters == "/FlateDecode" and not _unpacks(stream.read_raw_bytes()):
            return False
        said = sum(int(stream.get(key, 0)) for key in _LENGTHS)
        if said or (filters not in (None, "/FlateDecode") and stream.get("/Subtype") != "/Image"):
            return len(stream.read_bytes(self.pikepdf.StreamDecodeLevel.specialized)) >= said
        return True

    def _see_dictionary(self, item: Any) -> None:
        """Whether a font, or properties of contents, call text by other words."""
        with suppress(*self.foreign):
            if item.get("/Type") == "/Font":
                self.passed_over.is_named |= is_foreign(self.pikepdf, item)
                if item.get("/Subtype") == "/Type3":
                    self._see_letters(item)
            elif "/Properties" in item or "/Resources" in item:
                own = (*named(self.pikepdf, item), *named(self.pikepdf, item.get("/Resources")))
                self.passed_over.is_named |= bool(own)

    def _see_letters(self, font: Any) -> None:
        """What a font draws that draws its letters itself (Type 3), where it draws them as text."""
        with suppress(*self.foreign):
            for _, letter in font["/CharProcs"].items():  # noqa: PERF102 - old pikepdf has no values
                data = bytes(letter.read_bytes())
                if (b"Tj" in data or b"TJ" in data) and Content(data).shows:
                    self.passed_over.see_letter(letter.objgen, strings(data))

    def is_whole(self, page: Any, number: int = 0) -> bool:
        """Whether the content of the page of that number, or of a form, is one of operators."""
        whole = shows = False
        with suppress(*self.foreign):
            data = self._content(page)
            content = Content(data)
            listed = self.listed(page) if content.draws else {}
            draws = {listed[name] for name in content.draws if name in listed}
            self.drawn |= draws
            whole, shows = content.whole, content.shows
            shown = strings(data)
            self.passed_over.see(page.objgen, len(data), shown, draws)
            self.passed_over.is_named |= NAME in data
            self._see_fonts(page, shown, number)
        if shows and page.get("/Subtype") == "/Form":
            self.drawing.add(page.objgen)
        return not self.warned() and whole

    def _see_fonts(self, page: Any, shown: dict[str, list[bytes]], number: int) -> None:
        blind, self.fonts.blind = self.fonts.blind, True
        with suppress(*self.foreign):
            self.fonts.see(shown, next(self._resources(page), None), number)
            self.fonts.blind = blind

    def lacking(self) -> tuple[bool, set[int]]:
        """Whether the fonts have what no page shows, and the pages that lack it, if known.

        Fonts that make no sense, as some programs write them, prove nothing.
        """
        with suppress(*self.foreign):
            return self.fonts.damaged()
        return False, set()

    def _content(self, page: Any) -> bytes:
        if isinstance(page, self.pikepdf.Stream):
            return bytes(page.read_bytes())
        contents = page.get("/Contents", ())
        streams = [contents] if isinstance(contents, self.pikepdf.Stream) else contents
        return b"\n".join(stream.read_bytes() for stream in streams)

    def listed(self, page: Any) -> dict[str, Number]:
        """The forms and images that a page, or a form, has names for."""
        own = next(self._resources(page), None)
        found: Any = None if own is None else own.get("/XObject")
        if not isinstance(found, self.pikepdf.Dictionary):
            return {}
        return {name: item.objgen for name, item in found.items() if item.is_indirect}

    def _resources(self, page: Any) -> Iterator[Any]:
        """Of a page, or a form, and of what a page inherits from, the nearest first."""
        for _ in range(_DEEPEST):
            if not isinstance(page, (self.pikepdf.Dictionary, self.pikepdf.Stream)):
                return
            if "/Resources" in page:
                yield page["/Resources"]
            page = page.get("/Parent")

    def damaged(self) -> tuple[set[Number], set[Number], set[Number]]:
        """The streams that are damaged, the forms that are not whole, the damaged images."""
        streams: set[Number] = set()
        forms: set[Number] = set()
        images: set[Number] = set()
        for item in self.pdf.objects:
            if isinstance(item, self.pikepdf.Dictionary):
                self._see_dictionary(item)
            if not isinstance(item, self.pikepdf.Stream) or item.get("/Type") in _NOT_SHOWN:
                continue
            subtype = item.get("/Subtype")
            if not self.packed_well(item):
                (images if subtype == "/Image" else streams).add(item.objgen)
            elif (subtype == "/Form" or _tiles(item)) and not self.is_whole(item):
                forms.add(item.objgen)
        return streams, forms, images

    def reached(self, page: Any) -> set[Number]:
        """The objects that a page is drawn by."""
        seen: set[Number] = set()
        waiting = [*self._parts(page), *self._resources(page)]
        while waiting:
            item = waiting.pop()
            if getattr(item, "is_indirect", False):
                if item.objgen in seen:
                    continue
                seen.add(item.objgen)
            waiting += self._parts(item)
        return seen

    def _parts(self, item: Any) -> Iterator[Any]:
        pikepdf = self.pikepdf
        if isinstance(item, pikepdf.Array):
            yield from item
        elif isinstance(item, (pikepdf.Dictionary, pikepdf.Stream)):
            for key in item.keys():  # noqa: SIM118 - a stream is no mapping
                if key not in _ELSEWHERE:
                    yield item[key]


def _numbers(pages: Collection[int]) -> array[int]:
    return array("I", sorted(pages))


def _examine(answer: Answer, request: dict[str, Any], data: bytes) -> None:
    import pikepdf

    try:
        pdf = pikepdf.open(io.BytesIO(data), password=request["password"])
    except pikepdf.PdfError:
        answer.send(b"F")
        return
    file = _File(pikepdf, pdf)
    of_file = file.warned()
    streams, forms, images = file.damaged()
    of_file |= file.warned()
    pages = [page.obj for page in pdf.pages]
    torn = {at for at, page in enumerate(pages, start=1) if not file.is_whole(page, at)}
    for at, page in enumerate(pages, start=1):
        if file.drawing.intersection(file.listed(page).values()) - file.drawn:
            torn.add(at)
    broken: set[int] = set()
    pictures: set[int] = set()
    if streams or forms or images:
        found: set[Number] = set()
        for at, page in enumerate(pages, start=1):
            own = file.reached(page)
            found |= own
            broken |= {at} if own & streams else set()
            torn |= {at} if own & forms else set()
            pictures |= {at} if own & images else set()
        of_file |= bool(streams - found)
    of_file |= file.lost(data)
    if not (of_file or broken or torn):  # what is torn explains what the fonts have too much
        lacking, torn = file.lacking()
        of_file = lacking and not torn
    told = file.passed_over.told(pages, file.reached)
    answer.send(b"D", bytes([of_file]), *map(_numbers, (broken, torn, pictures)), *told)


def main() -> None:
    """Serve one request."""
    serve(_examine, prepare)
