"""Whether the content of a page is a sequence of operators as ISO 32000-1 has them (annex A)."""

from __future__ import annotations

_BY_OPERANDS = {
    0: "b B b* B* BI BT BX EI EMC ET EX f F f* h ID INLINE n q Q s S T* W W*",
    1: "BMC CS cs Do g G gs i j J M MP ri sh Tc TJ Tj TL Tr Ts Tw Tz w '",
    2: "BDC d d0 DP l m Td TD Tf",
    3: 'RG rg "',
    4: "K k re v y",
    6: "c cm d1 Tm",
}
_COUNTS = {name: count for count, names in _BY_OPERANDS.items() for name in names.split()}
_ANY_COUNT = {"SC", "sc", "SCN", "scn", "BI", "ID", "EI", "INLINE"}
_OPENS = {"q": "Q", "BT": "ET", "BMC": "EMC", "BDC": "EMC", "BX": "EX"}
_CLOSES = frozenset(_OPENS.values())


class Nesting:
    """Takes the operands and operators of a content, in order.

    `sound` turns false where an operator is unknown (outside BX and EX, which allow that) or has
    not its number of operands, and where what begins does not end, or the other way round; such
    content was cut, or has lost something in the middle. What begins may end in another order.

    >>> def sound(*parts: str | float) -> bool:
    ...     told = Nesting()
    ...     for part in parts:
    ...         if isinstance(part, str):
    ...             told.operator(part)
    ...         else:
    ...             told.operand()
    ...     told.end()
    ...     return told.sound
    >>> sound("q", "BT", 1, 2, "Td", 3, "Tj", "ET", "Q"), sound("BT", 3, "Tj"), sound("ET")
    (True, False, False)
    >>> sound(1, "Td"), sound("Tjj"), sound("BX", 1, "new", "EX"), sound(1)
    (False, False, True, False)
    """

    def __init__(self) -> None:
        self.sound = True
        self._operands = 0
        self._open = dict.fromkeys(_CLOSES, 0)

    def operand(self) -> None:
        """A number, a name, a string, an array or a dictionary."""
        self._operands += 1

    def operator(self, name: str) -> None:
        """What the operands before it are for."""
        count, self._operands = self._operands, 0
        if name in _ANY_COUNT:
            return
        if name not in _COUNTS:
            self.sound &= self._open["EX"] > 0
        elif count != _COUNTS[name]:
            self.sound = False
        if name in _OPENS:
            self._open[_OPENS[name]] += 1
        elif name in _CLOSES:
            self._open[name] -= 1
            self.sound &= self._open[name] >= 0

    def end(self) -> None:
        """Nothing follows."""
        self.sound &= not self._operands and not any(self._open.values())
