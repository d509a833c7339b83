"""What a command of LaTeX shows: a citation, a note, raised text, what it is given, nothing."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from vera.core.document import Kind
from vera.verification.ingestion.markup.latex_commands import (
    CAPTIONS,
    DEFINES,
    FILES,
    HEADS,
    KEPT,
    LAST,
    MARKS,
    NOTES,
    RAISED,
    REFERS,
    SETS,
    SILENT,
    SILENT_CITES,
    SPECS,
    TABLE_NOTES,
    TAKEN_IN,
    UNITS,
)
from vera.verification.ingestion.markup.latex_nodes import arguments, in_line
from vera.verification.ingestion.markup.unshown import REFERRED
from vera.verification.ingestion.raised import is_label

if TYPE_CHECKING:
    from vera.verification.ingestion.markup.latex_walk import Walk

_CITES = re.compile(
    r"\\[A-Za-z]{0,12}cite[A-Za-z]{0,12}\*?(?:\s*\([^()]{0,200}\)){0,2}"
    r"(?:(?:\s*\[[^\[\]]{0,200}\]){0,2}\s*\{[^{}]{0,2000}\}){1,30}"
)
_LACKING = "%s"
"""What stands in a text of the converter for an argument that is not there."""
AFTER = 20
"""Characters behind raised text that tell what it is."""


def command(walk: Walk, node: Any, depth: int) -> None:
    """Write what a command shows that the walk has come to."""
    name, given = node.macroname.rstrip("*"), arguments(node)
    if "cite" in name.lower():
        _cite(walk, node, name)
    elif name in HEADS:
        walk.head(given, HEADS.index(name) + 1, depth)
    elif name in NOTES and given:
        walk.notes.append((walk.page.call(), given[-1:]))
    elif name == "footnotemark":
        walk.called = walk.page.call()
        walk.page.put(" " * bool(node.macro_post_space))  # often meant, though TeX skips it
    elif name == "footnotetext" and given:
        walk.notes.append((walk.called, given[-1:]))
    elif name == "title" and given:
        walk.title = walk.title or " ".join(walk.plain(given[-1]).split())
    elif name in CAPTIONS:
        walk.caption(given, depth)
    elif name in RAISED and given:
        _script(walk, node, name, given)
    elif name in MARKS and given:
        walk.page.mark(in_line(walk.plain(given[-1])))
    elif name in TABLE_NOTES and given:
        _note_of_table(walk, name, given, depth)
    elif name == "bibitem" and given:
        walk.end()
        walk.page.put(f"[{in_line(walk.plain(given[-1]))}] ")
    elif name in TAKEN_IN or name in FILES:
        _file(walk, node, name, given)
    elif name in DEFINES:
        _define(walk, node, given)
    elif name in {"par", "item", "newpage", "clearpage", "appendix"}:
        walk.end()
        if name == "item":
            _label(walk, node, depth)
    elif name in UNITS:
        walk.page.put(" ".join(_unit(walk, it) for it in given))
    elif name in KEPT:
        walk.walk(given, depth)
    elif name in LAST:
        walk.walk(given[-1:], depth)
    elif name in walk.own:
        walk.page.put(walk.own[name])
    else:
        _other(walk, node, name)


def _script(walk: Walk, node: Any, name: str, given: list[Any]) -> None:
    """What is raised or lowered by a command."""
    said = in_line(walk.plain(given[-1])).lstrip("^_")
    end = node.pos + node.len
    if name == "textsubscript":
        walk.page.lower(said)
    else:
        walk.page.lift(said, walk.source[end : end + AFTER])


def _note_of_table(walk: Walk, name: str, given: list[Any], depth: int) -> None:
    """A note that a command writes: it is called where it stands, or has its mark."""
    if name == "tablefootnote":
        walk.notes.append((walk.page.call(), given[-1:]))
        return
    walk.end()
    if len(given) > 1:
        walk.page.mark(in_line(walk.plain(given[0])))
    walk.walk(given[-1:], depth)
    walk.end(Kind.FOOTNOTE)


def _label(walk: Walk, node: Any, depth: int) -> None:
    """What stands before an item in the place of its number: in notes of a table, a mark."""
    label = next((it for it in node.nodeargd.argnlist or () if it is not None), None)
    if label is None:
        return
    said = in_line(walk.plain(label)).strip("[]^() ")
    if walk.page.region.kind is Kind.FOOTNOTE and is_label(said):
        walk.page.mark(said)
    else:
        walk.walk(label.nodelist, depth)
        walk.page.put(" ")


def _other(walk: Walk, node: Any, name: str) -> None:
    if name in REFERS:
        walk.page.put(REFERRED)
    elif name not in SPECS and name not in SILENT and name not in SETS:
        said = in_line(walk.plain(node))
        if _LACKING in said:
            line = walk.page.line(node.pos)
            walk.faults.append(f"line {line}: \\{name} lacks what it is to show")
        walk.page.put(said.replace(_LACKING, ""))


def _cite(walk: Walk, node: Any, name: str) -> None:
    found = _CITES.match(walk.source, node.pos)
    if found is None:
        return
    walk.read_to = found.end()
    if name not in SILENT_CITES:
        walk.page.put(found[0])


def _file(walk: Walk, node: Any, name: str, given: list[Any]) -> None:
    names = walk.plain(given[-1]).split(",") if given else []
    line = bisect_left(walk.page.ends, node.pos) + 1
    for file in filter(None, map(str.strip, names)):
        if name in TAKEN_IN:
            walk.end()
            walk.files.setdefault("input", []).append([file, line])
        else:
            walk.files.setdefault("bibliography", []).append(file)


def _define(walk: Walk, node: Any, given: list[Any]) -> None:
    said = walk.source[node.pos : node.pos + node.len]
    found = re.fullmatch(r"\\\w+\*?\s*\{?\s*\\(\w+)\s*\}?\s*\{(.*)\}", said, re.DOTALL)
    if found and given and "#" not in found[2]:
        walk.own[found[1]] = in_line(walk.plain(given[-1]))


def _unit(walk: Walk, node: Any) -> str:
    inside = getattr(node, "nodelist", None) or [node]
    kinds = walk.nodes
    said = (
        {"percent": "%", "per": "/"}.get(it.macroname, it.macroname)
        if it.isNodeType(kinds.LatexMacroNode)
        else walk.plain(it)
        for it in inside
    )
    return in_line("".join(said))
