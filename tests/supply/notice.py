"""What NOTICE says of the packages that VERA needs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Mapping

NOTICE = Path(__file__).parents[2] / "NOTICE"
_END = "-" * 40
_LINE = re.compile(r"( {4}| {8})(\S+) {2,}(\S.*)")


@frozen
class Package:
    """Its licence (SPDX), and those of the libraries that its wheels carry, by name."""

    licence: str
    carries: dict[str, str] = field(factory=dict)


def canonical(name: str) -> str:
    """The name of a package as an index compares it.

    >>> canonical("Typing.Extensions"), canonical("typing_extensions")
    ('typing-extensions', 'typing-extensions')
    """
    return re.sub("[-_.]+", "-", name).lower()


def packages(text: str) -> Mapping[str, Package]:
    r"""The packages that a NOTICE lists, by canonical name: indented by four, libraries by eight.

    >>> packages("Needed:\n    PDF_Lib   MIT\n        libpdf   Zlib\n")
    {'pdf-lib': Package(licence='MIT', carries={'libpdf': 'Zlib'})}
    """
    found: dict[str, Package] = {}
    last = Package("")
    for line in text.partition(_END)[0].splitlines():
        match = _LINE.fullmatch(line)
        if match and len(match[1]) == 4:
            last = found[canonical(match[2])] = Package(match[3])
        elif match:
            last.carries[match[2]] = match[3]
    return found
