"""YAML as nodes, by the parts of PyYAML that make them: what is left out takes longer to load."""

from __future__ import annotations

import re
from typing import Any

from yaml.composer import Composer
from yaml.error import Mark, MarkedYAMLError, YAMLError
from yaml.parser import Parser
from yaml.resolver import Resolver
from yaml.scanner import Scanner

__all__ = ["MarkedYAMLError", "YAMLError", "root"]
_UNPRINTABLE = re.compile(r"[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
"""What may not stand in YAML (1.1, 5.1)."""
_BREAKS = "\n\x85\u2028\u2029"
_END = "\0"


class _Text:
    """The signs of a text for the scanner, as PyYAML's own reader of streams gives them."""

    def __init__(self, text: str) -> None:
        self.name, self.encoding = "<unicode string>", None
        if found := _UNPRINTABLE.search(text):
            code = f"#x{ord(found[0]):04x}"
            raise YAMLError(f"unacceptable character {code}: special characters are not allowed")
        self.buffer = text + _END
        self.index = self.line = self.column = 0

    def peek(self, index: int = 0) -> str:
        """The sign so many behind this one; behind the end there is only the sign of the end."""
        return self.buffer[self.index + index : self.index + index + 1] or _END

    def prefix(self, length: int = 1) -> str:
        """So many signs from here on."""
        return self.buffer[self.index : self.index + length]

    def forward(self, length: int = 1) -> None:
        """Go on by so many signs."""
        for _ in range(length):
            sign = self.peek()
            self.index += 1
            if sign in _BREAKS or (sign == "\r" and self.peek() != "\n"):
                self.line, self.column = self.line + 1, 0
            elif sign != "\ufeff":
                self.column += 1

    def get_mark(self) -> Any:
        """Where this is, for errors."""
        return Mark(self.name, self.index, self.line, self.column, self.buffer, self.index)


class _Loader(_Text, Scanner, Parser, Composer, Resolver):  # type: ignore[misc]
    def __init__(self, text: str) -> None:
        _Text.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)
        Composer.__init__(self)
        Resolver.__init__(self)


def root(text: str) -> Any:
    """The node that the text is, None where it is none; errors are those of `yaml.compose`."""
    return _Loader(text).get_single_node()
