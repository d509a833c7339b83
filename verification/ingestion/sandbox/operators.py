"""Whether the content of a page is a sequence of operators as ISO 32000-1 has them (annex A).

A content that was cut, or lost a part, rarely is one. Strings, arrays and dictionaries become
single operands, every operand one sign and every operator another, and the rest is one pattern: a
callback for every operand, as parsers offer it, takes four times as long.
"""

from __future__ import annotations

import re

_BY_OPERANDS = {
    0: "b B b* B* BT BX EMC ET EX f F f* h n q Q s S T* W W*",
    1: "BMC CS cs Do g G gs i j J M MP ri sh Tc TJ Tj TL Tr Ts Tw Tz w '",
    2: "BDC d d0 DP l m Td TD Tf",
    3: 'RG rg "',
    4: "K k re v y",
    6: "c cm d1 Tm",
}
_OF_ANY = "SC sc SCN scn"
_PAIRS = (("q", "Q"), ("BT", "ET"), ("BMC BDC", "EMC"), ("BX", "EX"))
_OPERATORS = {
    name.encode() for names in (*_BY_OPERANDS.values(), _OF_ANY) for name in names.split()
}
_SIGNS = {name: chr(0x100 + at) for at, name in enumerate(sorted(_OPERATORS))}
_OPERAND, _UNKNOWN = "0", "!"


def _any_of(names: str) -> str:
    return "[" + "".join(_SIGNS[name.encode()] for name in names.split()) + "]"


_GRAMMAR = re.compile(
    "(?:"
    + "|".join(_OPERAND * count + _any_of(names) for count, names in _BY_OPERANDS.items())
    + f"|{_OPERAND}*{_any_of(_OF_ANY)})*+"
)
_COMPATIBLE = re.compile(f"{_any_of('BX')}[^{_SIGNS[b'EX']}]*{_any_of('EX')}")
_PATTERN_OF_PAIRS = [(re.compile(_any_of(one)), re.compile(_any_of(two))) for one, two in _PAIRS]

_STRING = re.compile(rb"\((?:[^()\\]++|\\.)*+\)", re.DOTALL)
_GROUP = re.compile(rb"\[[^\[\]<>()]*+\]|<[0-9A-Fa-f\s]*+>|<<[^<>\[\]()]*+>>", re.DOTALL)
_COMMENT = re.compile(rb"%[^\r\n]*")
_INLINE_IMAGE = re.compile(rb"(?<![^\s])BI\s.*?\sID\s.*?\sEI(?![^\s])", re.DOTALL)
_SIMPLE = re.compile(rb"[-+]*(?:\d+\.?\d*|\.\d+)(?:-\d*)?|/[^/]*|true|false|null")
"""Numbers as producers write them, "--5" and "0.-3" included; names; constants."""
_DRAWN = re.compile(rb"/([^\s/]*)\s+Do(?![^\s/])")
_SHOWS = re.compile(_any_of("Tj TJ ' \" Do"))


class _Signs(dict[bytes, str]):
    """The sign of each token, found once for all contents."""

    def __missing__(self, token: bytes) -> str:
        simple = _SIMPLE.fullmatch(token)
        sign = self[token] = _SIGNS.get(token) or (_OPERAND if simple else _UNKNOWN)
        return sign


_signs = _Signs()


class Content:
    """What can be told of a content. A page's streams are joined by a line end before.

    `whole` is false where an operator is unknown (outside BX and EX, which allow that), has not its
    number of operands, or begins what does not end. `draws` are the names of the forms and images
    that it draws, `shows` whether it shows text or draws something.

    >>> Content(b"q BT /F 9 Tf 1 2 Td [(ab)-3(c)]TJ ET Q /X Do").whole
    True
    >>> [Content(torn).whole for torn in (b"BT (a) Tj", b"1 Td", b"(a) Tjj", b"(a Tj", b"1")]
    [False, False, False, False, False]
    >>> Content(b"BX 1 new EX").whole, Content(b"q /X9 Do Q").draws
    (True, {'/X9'})
    """

    def __init__(self, data: bytes) -> None:
        if b"ID" in data:
            data = _INLINE_IMAGE.sub(b" ", data)
        data = _until_none(_STRING, data)
        if b"%" in data:
            data = _COMMENT.sub(b"", data)
        data = _until_none(_GROUP, data).replace(b"\0", b" ").replace(b"/", b" /")
        signs = "".join(map(_signs.__getitem__, data.split()))
        self.draws = {"/" + name.decode("latin-1") for name in _DRAWN.findall(data)}
        self.shows = _SHOWS.search(signs) is not None
        self.whole = _GRAMMAR.fullmatch(_COMPATIBLE.sub("", signs)) is not None and all(
            len(one.findall(signs)) == len(two.findall(signs)) for one, two in _PATTERN_OF_PAIRS
        )


def _until_none(pattern: re.Pattern[bytes], data: bytes) -> bytes:
    """Every match an operand; what was inside another match is one then."""
    found = 1
    while found:
        data, found = pattern.subn(b" 0 ", data)
    return data
