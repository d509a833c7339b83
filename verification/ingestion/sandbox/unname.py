"""The program that takes out of a PDF by what other words it calls what it shows.

`ActualText` calls any piece of a content by other words (ISO 32000-1, 14.9.4), and `ToUnicode` any
letter of a font (9.10.3). Of fonts that are in the file only `ToUnicode` tells what they show; one
that is not, in an encoding of Latin letters, shows these. Answers "D" with the new file.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from vera.verification.ingestion.sandbox.harness import Answer, serve
from vera.verification.ingestion.sandbox.qpdf import prepare

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = b"/ActualText"
_ENCODINGS = ("/WinAnsiEncoding", "/MacRomanEncoding", "/StandardEncoding")


def is_foreign(pikepdf: Any, font: Any) -> bool:
    """Whether it is a font of Latin letters that is not in the file, and has other names there."""
    encoding, descriptor = font.get("/Encoding"), font.get("/FontDescriptor")
    if isinstance(encoding, pikepdf.Dictionary):
        encoding = encoding.get("/BaseEncoding")
    programs = () if descriptor is None else descriptor.keys()
    return (
        "/ToUnicode" in font
        and encoding in _ENCODINGS
        and not any(str(key).startswith("/FontFile") for key in programs)
    )


def listed(pikepdf: Any, resources: Any) -> Iterator[Any]:
    """The properties of pieces of contents that have other words."""
    found = resources.get("/Properties") if isinstance(resources, pikepdf.Dictionary) else None
    for _, item in found.items() if isinstance(found, pikepdf.Dictionary) else ():
        if isinstance(item, pikepdf.Dictionary) and NAME.decode() in item:
            yield item


def _unname(answer: Answer, request: dict[str, Any], data: bytes) -> None:
    import pikepdf

    with pikepdf.open(io.BytesIO(data), password=request["password"]) as pdf:
        for item in pdf.objects:
            if not isinstance(item, (pikepdf.Dictionary, pikepdf.Stream)):
                continue
            for properties in (*listed(pikepdf, item), *listed(pikepdf, item.get("/Resources"))):
                del properties[NAME.decode()]
            if isinstance(item, pikepdf.Dictionary):
                if item.get("/Type") == "/Font" and is_foreign(pikepdf, item):
                    del item["/ToUnicode"]
            elif "/Subtype" not in item or item["/Subtype"] == "/Form":
                content = bytes(item.read_bytes())
                if NAME in content:
                    item.write(content.replace(NAME, b"/ActualNone"))
        out = io.BytesIO()
        pdf.save(out)
    answer.send(b"D", out.getvalue())


def main() -> None:
    """Serve one request."""
    serve(_unname, prepare)
