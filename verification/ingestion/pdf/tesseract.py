"""Reads an image of text with the program `tesseract`, where it is installed (ADR 0011)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.verification.ingestion.pdf.rendering import Image

OFF = "VERA_OCR"
"""The environment variable that turns OCR off when it says "off"."""

_SECONDS = 120.0
"""The most for one page; a full page of A4 takes about 5 s."""

_ARGUMENTS = ("stdin", "stdout", "-c", "tessedit_create_hocr=1")


@frozen
class Word:
    """A word and its box in pixels from the upper left corner.

    `confidence` is the program's own, from 0 to 100; 0 where it does not say.
    """

    text: str
    left: float
    top: float
    right: float
    bottom: float
    confidence: float


@frozen
class Line:
    """A printed line: its words, the size of its type and the y of its baseline, in pixels."""

    words: tuple[Word, ...]
    size: float
    baseline: float


def program() -> str:
    """The path of the program, or nothing where it is absent or turned off."""
    if os.environ.get(OFF, "").strip().lower() == "off":
        return ""
    return shutil.which("tesseract") or ""


def _numbers(title: str, name: str) -> list[float]:
    """The numbers after that name in an hOCR title.

    >>> _numbers("bbox 36 92 618 184; baseline 0.003 -20; x_size 34", "baseline")
    [0.003, -20.0]
    """
    found = re.search(rf"(?:^|;)\s*{name}((?:\s+-?\d+(?:\.\d+)?)+)", title)
    return [float(number) for number in found[1].split()] if found else []


def lines(hocr: bytes) -> Iterator[Line]:
    """The lines that an hOCR page holds, in its order. Raises ParseError for no XML."""
    for item in ET.fromstring(hocr).iter():  # noqa: S314 - from our own program
        size = _numbers(item.get("title", ""), "x_size")
        box = _numbers(item.get("title", ""), "bbox")
        if not size or len(box) != 4:
            continue
        words = []
        for part in item.iter():
            sides = _numbers(part.get("title", ""), "bbox")
            confidence = [*_numbers(part.get("title", ""), "x_wconf"), 0.0][0]
            text = "".join("".join(part.itertext()).split())
            if part.get("class") == "ocrx_word" and text and len(sides) == 4:
                words.append(Word(text, sides[0], sides[1], sides[2], sides[3], confidence))
        slope, offset = [*_numbers(item.get("title", ""), "baseline"), 0.0, 0.0][:2]
        middle = (box[2] - box[0]) / 2
        if words:
            yield Line(tuple(words), size[0], box[3] + offset + slope * middle)


def read(path: str, image: Image) -> tuple[Line, ...] | None:
    """The lines of text in the image, or None where the program fails."""
    dots = str(round(image.dots))
    header = f"P5 {image.width} {image.height} 255\n".encode()
    try:
        done = subprocess.run(  # noqa: S603 - the user's own program
            [path, *_ARGUMENTS, "--dpi", dots],
            input=header + image.pixels,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "OMP_THREAD_LIMIT": "1"},
            timeout=_SECONDS,
            check=True,
        )
        return tuple(lines(done.stdout))
    except (OSError, subprocess.SubprocessError, ET.ParseError):
        return None
