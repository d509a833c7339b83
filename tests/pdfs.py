"""Small PDFs made by hand, so that every number in them is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Sequence


@frozen
class Sheet:
    """A page: its drawing instructions and how it is cut and turned. Sizes are in points.

    `media` and `crop` are left, bottom, right, top; `turn` is in degrees clockwise.
    """

    content: str
    media: tuple[int, int, int, int] = (0, 0, 600, 800)
    crop: tuple[int, int, int, int] | None = None
    turn: int = 0


@frozen
class Words:
    """A line of text: its size and the lower left corner of its first letter."""

    text: str
    x: float
    y: float
    size: float = 10.0
    bold: bool = False
    slanted: bool = False
    typed: bool = False

    @property
    def content(self) -> str:
        """The instructions that show it."""
        escaped = self.text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        weight = "B" if self.bold else "O" if self.slanted else ""
        font = f"T{weight}" if self.typed else weight or "F"
        return f"BT /{font} {self.size} Tf 1 0 0 1 {self.x} {self.y} Tm ({escaped}) Tj ET"


IMAGE = "q 600 0 0 800 0 0 cm /I Do Q"
"""An image over a whole page of 600 x 800 points."""

LINES = [
    "All of the offices fell below the limit of 0.55",
    "in 3300 papers; the literature of it grew tall...",
    "and so it is less well known than all that fill it.",
]
"""A paragraph with ligatures, a number and dots."""
MORE = ["The second page of it has another paragraph of words,", "which is all that it has."]
"""Another one, for a second page."""

DRAWING = "10 10 m 300 300 l S"


def paragraph(lines: Sequence[str], x: float = 72, top: float = 700, size: float = 10) -> str:
    """Lines of text one below the other, 1.2 type sizes apart."""
    shown = (Words(text, x, top - at * 1.2 * size, size) for at, text in enumerate(lines))
    return "\n".join(words.content for words in shown)


@frozen
class _Objects:
    bodies: list[bytes] = field(factory=list)

    def add(self, body: str | bytes) -> int:
        self.bodies.append(body.encode("cp1252") if isinstance(body, str) else body)
        return len(self.bodies)

    def file(self, root: int, info: int) -> bytes:
        out = bytearray(b"%PDF-1.7\n")
        offsets = []
        for number, body in enumerate(self.bodies, start=1):
            offsets.append(len(out))
            out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
        start = len(out)
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(offsets) + 1)
        for offset in offsets:
            out += b"%010d 00000 n \n" % offset
        trailer = f"<< /Size {len(offsets) + 1} /Root {root} 0 R /Info {info} 0 R >>"
        out += f"trailer\n{trailer}\nstartxref\n{start}\n%%EOF\n".encode()
        return bytes(out)


def pdf(*sheets: Sheet, title: str = "", labels: str = "") -> bytes:
    """A PDF of the sheets; `labels` is what its page label tree holds, as in "0 << /S /r >>"."""
    objects = _Objects()
    encoding = "/Encoding /WinAnsiEncoding"
    font = objects.add(f"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica {encoding} >>")
    bold = objects.add(f"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold {encoding} >>")
    slanted = f"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Oblique {encoding} >>"
    image = objects.add(
        "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray"
        " /BitsPerComponent 8 /Length 1 >>\nstream\n0\nendstream"
    )
    courier = f"<< /Type /Font /Subtype /Type1 /BaseFont /Courier{{}} {encoding} >>"
    typed = f"/T {courier.format('')} /TB {courier.format('-Bold')}"
    fonts = f"/F {font} 0 R /B {bold} 0 R /O {slanted} {typed}"
    resources = f"<< /Font << {fonts} >> /XObject << /I {image} 0 R >> >>"
    parent = len(objects.bodies) + 2 * len(sheets) + 1
    kids = []
    for sheet in sheets:
        content = sheet.content.encode("cp1252")
        stream = objects.add(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        crop = f"/CropBox {list(sheet.crop)}" if sheet.crop else ""
        kids.append(
            objects.add(
                f"<< /Type /Page /Parent {parent} 0 R /Resources {resources} /Rotate {sheet.turn}"
                f" /MediaBox {list(sheet.media)} {crop} /Contents {stream} 0 R >>".replace(",", "")
            )
        )
    named = " ".join(f"{kid} 0 R" for kid in kids)
    objects.add(f"<< /Type /Pages /Kids [{named}] /Count {len(kids)} >>")
    tree = f"/PageLabels << /Nums [{labels}] >>" if labels else ""
    root = objects.add(f"<< /Type /Catalog /Pages {parent} 0 R {tree} >>")
    return objects.file(root, objects.add(f"<< /Title ({title}) >>"))
