"""What a sound PDF shows, and pdfium's text does not have; and what it has, and may not show.

A string over 32,767 bytes is cut, and forms that are nested more than 40 deep are not drawn
(pdfium's `kMaxStringLength` and `kMaxFormLevel`; both tried). Text of annotations, form fields and
patterns is no text of the page for it, nor are words that a font draws as one letter, while text of
a layer that is switched off is.
"""

from __future__ import annotations

from array import array
from struct import pack
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

Number = tuple[int, int]

LONGEST = 32_767
"""Bytes of a string."""
DEEPEST = 40
"""Forms within each other."""
_ONE_LETTER = 2
"""Bytes: some programs draw a letter of a font as that of another one, of two bytes at most."""
_UNSEEN = 2 | 32
"""Flags of an annotation that is not shown: Hidden, NoView (ISO 32000-1, table 165)."""


class PassedOver:
    """What the contents of a file hold, content by content; and what is beside them."""

    def __init__(self, pikepdf: Any, pdf: Any) -> None:
        self._pikepdf, self._root = pikepdf, pdf.Root
        self._cut: set[Number] = set()
        self._texts: set[Number] = set()
        self._draws: dict[Number, set[Number]] = {}
        self.is_named = False
        """Whether the file calls some of its text by other words than its fonts do."""

    def see(
        self,
        number: Number,
        length: int,
        shown: Mapping[str, Sequence[bytes]],
        draws: set[Number],
    ) -> None:
        """Take in a content of so many bytes, that of a page, a form or a pattern."""
        if length > LONGEST and any(
            len(string) > LONGEST for said in shown.values() for string in said
        ):
            self._cut.add(number)
        if any(string.strip() for said in shown.values() for string in said):
            self._texts.add(number)
        self._draws[number] = draws

    def see_letter(self, number: Number, shown: Mapping[str, Sequence[bytes]]) -> None:
        """Take in what a font draws as a letter (Type 3): a word there is more than the letter."""
        if sum(len(string) for said in shown.values() for string in said) > _ONE_LETTER:
            self._texts.add(number)

    def told(
        self, pages: Sequence[Any], reached: Callable[[Any], set[Number]]
    ) -> Iterator[array[int] | bytes]:
        """Numbers of pages, uint32 each: whose text is cut, with text beside it, with layers off.

        Then, uint32 each: how many pages there are, files attached to a portfolio, whether the
        file is a form that only some programs show (XFA), whether it calls its text by other words.
        """
        drawn = set[Number]().union(*self._draws.values())
        own = {page.objgen for page in pages}
        beside = self._texts - drawn - own
        off = self._switched_off()
        cut, with_text, layered = array("I"), array("I"), array("I")
        for at, page in enumerate(pages, start=1):
            found = reached(page) if self._cut - own or beside or off else set[Number]()
            if page.objgen in self._cut or found & self._cut or self._is_deep(page.objgen):
                cut.append(at)
            if found & beside or (beside and self._is_annotated(page, reached)):
                with_text.append(at)
            if found & off:
                layered.append(at)
        yield from (cut, with_text, layered)
        is_form = bool(self._root.get("/NeedsRendering"))
        yield pack("<4I", len(pages), self._attached(), is_form, self.is_named)

    def _is_deep(self, number: Number) -> bool:
        """Whether the content of that number draws what is nested deeper than is read."""
        if len(self._draws) <= DEEPEST:
            return False
        level = self._draws.get(number, set())
        for _ in range(DEEPEST):
            level = set[Number]().union(*(self._draws.get(one, set()) for one in level))
            if not level:
                return False
        return True

    def _is_annotated(self, page: Any, reached: Callable[[Any], set[Number]]) -> bool:
        """Whether an annotation that is shown has text."""
        for annotation in self._items(page.get("/Annots")):
            looks = annotation.get("/AP")
            if int(annotation.get("/F", 0)) & _UNSEEN or looks is None:
                continue
            look = looks.get("/N")
            if reached(self._pikepdf.Array([look])) & self._texts:
                return True
        return False

    def _items(self, found: Any) -> Iterable[Any]:
        """The dictionaries of an array; none of anything else."""
        if not isinstance(found, self._pikepdf.Array):
            return ()
        return [item for item in found if isinstance(item, self._pikepdf.Dictionary)]

    def _switched_off(self) -> set[Number]:
        """The layers that are not shown at first (ISO 32000-1, 8.11.4), or may not be."""
        layers = self._root.get("/OCProperties")
        if not isinstance(layers, self._pikepdf.Dictionary):
            return set()
        default = layers.get("/D", self._pikepdf.Dictionary())
        every = {layer.objgen for layer in self._items(layers.get("/OCGs"))}
        on, off = (
            {layer.objgen for layer in self._items(default.get(name))} for name in ("/ON", "/OFF")
        )
        if "/AS" in default:  # switched by what is done with the file
            return every
        return every - on | off if default.get("/BaseState") == "/OFF" else off

    def _attached(self) -> int:
        """How many files a portfolio holds; 0 of another file."""
        if "/Collection" not in self._root:
            return 0
        files = self._root.get("/Names", self._pikepdf.Dictionary()).get("/EmbeddedFiles")
        return 0 if files is None else len(self._pikepdf.NameTree(files))
