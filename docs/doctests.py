"""Show the doctests of a docstring as programs: `>>>` alone would be read as quotes in quotes."""

from __future__ import annotations

import re

import griffe

_DOCTEST = re.compile(r"^>>> .*\n(?:.+\n?)*", re.MULTILINE)
_LITERAL = re.compile(r"::$", re.MULTILINE)


class Doctests(griffe.Extension):
    """Fences each doctest; a program that is set off by `::` is indented already."""

    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        """Change the docstring of an object, if it has one."""
        if obj.docstring:
            text = _LITERAL.sub(":", obj.docstring.value)
            obj.docstring.value = _DOCTEST.sub(
                lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", text
            )

    def on_package(self, *, pkg: griffe.Module, **_: object) -> None:
        """The same for the package itself, which is not told of as an object."""
        self.on_object(obj=pkg)
