"""What the nodes of pylatexenc hold: arguments of a command, tables and commands in them."""

from __future__ import annotations

import re
from typing import Any

from vera.verification.ingestion.markup.latex_commands import TABLES


def in_line(text: str) -> str:
    """With single blanks."""
    return re.sub(r"\s+", " ", text).replace("^∘", "°")


def arguments(node: Any) -> list[Any]:
    """Those of a command that must stand there, without what stands in [...]."""
    given = node.nodeargd.argnlist if node.nodeargd and node.nodeargd.argnlist else ()
    return [it for it in given if it is not None and getattr(it, "delimiters", "") != ("[", "]")]


def has_table(node: Any, kinds: Any) -> bool:
    """Whether a table stands in an environment, in what it holds or in an argument of a command."""
    inside = [*(node.nodelist or ())]
    while inside:
        it = inside.pop()
        if it is None or it.isNodeType(kinds.LatexCharsNode):
            continue
        if it.isNodeType(kinds.LatexEnvironmentNode) and it.environmentname in TABLES:
            return True
        inside += getattr(it, "nodelist", None) or ()
        given = getattr(it, "nodeargd", None)
        inside += (given.argnlist if given else None) or ()
    return False


def commands(node: Any, name: str, kinds: Any) -> list[Any]:
    """All commands of that name inside a node."""
    found = []
    for it in node.nodelist or ():
        if it.isNodeType(kinds.LatexMacroNode) and it.macroname.rstrip("*") == name:
            found.append(it)
        elif it.isNodeType(kinds.LatexEnvironmentNode) or it.isNodeType(kinds.LatexGroupNode):
            found += commands(it, name, kinds)
    return found
