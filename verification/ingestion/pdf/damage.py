"""Looks, beside the reading of a PDF, for damage that pdfium passes over in silence (ADR 0030)."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from attrs import field, frozen

from vera.verification.ingestion import child
from vera.verification.ingestion.pdf.listing import listed
from vera.verification.ingestion.pdf.passed_over import PassedOver, numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from vera.verification.ingestion.child import Limits

_BROKEN = "a stream of it breaks off or has a wrong checksum"
_TORN = "its content is not whole"
_PICTURE = "an image on it is damaged"


@frozen
class Damage:
    """What is damaged of a PDF.

    `of_file` says that damage is not, or not only, of single pages; `pages` has a reason for each
    damaged page by its number, and `pictures` the numbers of those with a damaged image, which
    matters where the image is all that there is to read. `unknown` says why nobody could look, and
    `passed_over` what is not read of a file though it is sound.
    """

    of_file: bool = False
    pages: Mapping[int, str] = field(factory=dict)
    pictures: frozenset[int] = frozenset()
    unknown: str = ""
    passed_over: PassedOver = field(factory=PassedOver)

    def with_pictures(self, read_from_image: Collection[int]) -> Damage:
        """The same, where the pages of those numbers are read from their images."""
        seen = dict.fromkeys(sorted(self.pictures & set(read_from_image)), _PICTURE)
        pages = {**seen, **self.pages}
        return Damage(self.of_file, pages, frozenset(), self.unknown, self.passed_over)

    @property
    def note(self) -> str:
        """A sentence for the reader; empty for a sound file.

        >>> Damage(pages={3: "", 5: "", 6: ""}).note
        'the file is damaged: text may be missing or wrong on pages 3 and 5-6'
        """
        if self.unknown:
            return f"whether the file is damaged could not be told: {self.unknown}"
        if not (self.of_file or self.pages):
            return ""
        said = "the file is damaged: text may be missing or wrong"
        also = ", above all" if self.of_file else ""
        return f"{said}{also} on {listed(sorted(self.pages))}" if self.pages else said


def _collected(messages: Iterator[child.Message]) -> Damage:
    try:
        for message in messages:
            match message.kind, message.parts:
                case b"D", (of_file, broken, torn, pictures, *rest):
                    pages = dict.fromkeys(numbers(torn), _TORN)
                    pages |= dict.fromkeys(numbers(broken), _BROKEN)
                    images, passed = frozenset(numbers(pictures)), PassedOver.of(rest)
                    return Damage(of_file != b"\0", pages, images, passed_over=passed)
                case b"F", ():
                    return Damage(unknown="qpdf does not open it")
                case _:
                    break
    except ValueError:
        pass
    except child.TooMuchError as error:
        return Damage(unknown=f"to look takes {error}")
    except child.StoppedError as error:
        return Damage(unknown=f"while it was looked for, {error}")
    return Damage(unknown="to look gave answers that make no sense")


@contextmanager
def examination(
    data: bytes, password: str | None, limits: Limits
) -> Iterator[Callable[[], Damage]]:
    """Look at the PDF in a child process while the block runs; the function waits for the end."""
    request = {"path": child.folders(), "password": password or ""}
    with child.answer("examine", request, data, limits) as messages:
        yield lambda: _collected(messages)
