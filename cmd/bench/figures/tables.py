"""Figures become tables of plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


def table(rows: Iterable[Sequence[str]]) -> str:
    r"""Rows with aligned columns, the first to the left and the others to the right.

    >>> table([("set", "AUC"), ("bees", "0.9")])
    'set   AUC\nbees  0.9'
    """
    cells = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = (
        "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in cells
    )
    return "\n".join(line.rstrip() for line in lines)


def cell(figure: Mapping[str, Any] | None) -> str:
    """A figure with its interval.

    >>> cell({"value": 0.5, "low": 0.25, "high": 0.75}), cell(None)
    ('0.500 (0.250-0.750)', '-')
    """
    if figure is None or figure["value"] is None:
        return "-"
    value = f"{figure['value']:.3f}"
    if figure["low"] is None:
        return value
    return f"{value} ({figure['low']:.3f}-{figure['high']:.3f})"


def _grid(found: Mapping[str, Mapping[str, Any]], corner: str, count: bool = False) -> str:
    columns = list(dict.fromkeys(what for each in found.values() for what in each))
    head = [corner, *(["claims"] if count else []), *columns]
    rows = [head]
    for name, each in found.items():
        counted = [str(next(iter(each.values()))["n"])] if count else []
        rows.append([name, *counted, *(cell(each.get(what)) for what in columns)])
    return table(rows)


def _turned(found: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """The grid with rows and columns exchanged."""
    columns = dict.fromkeys(what for each in found.values() for what in each)
    return {what: {name: each.get(what) for name, each in found.items()} for what in columns}


def _without(found: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {name: each for name, each in found.items() if name not in names}


def _with_peers(figures: Mapping[str, Any], peers: Mapping[str, Mapping[str, str]]) -> str:
    """The engine and each peer: accuracies, and of each kind of claim the share not grounded."""
    names, systems = ["engine", *peers], figures["systems"]
    rows = [["beside peers", "claims", *names]]
    for what in ("BA supported", "BA supported or contradicted"):
        count = str(systems["engine"][what]["n"])
        rows.append([what, count, *(cell(systems.get(name, {}).get(what)) for name in names)])
    for kinds in ("true claims", "false claims"):
        for kind, each in figures[kinds].items():
            own = each["not grounded"]
            others = (cell(each.get(name)) for name in peers)
            rows.append([f"{kinds} rejected: {kind}", str(own["n"]), cell(own), *others])
    said = (
        f"{name}: no answers, {each['failed']}" if each["failed"] else f"{name} {each['version']}"
        for name, each in peers.items()
    )
    return table(rows) + "\n" + "\n".join(said)


def text_of(name: str, figures: Mapping[str, Any]) -> str:
    """All figures of a set; intervals are of 95%, groups resampled."""
    labels = ", ".join(f"{count} {label}" for label, count in figures["labels"].items())
    peers = figures.get("peers", {})  # files of before have none
    parts = [
        f"{name}: {figures['claims']} claims ({labels}), {figures['unchecked']} unchecked",
        _grid(_turned(_without(figures["systems"], peers)), "measure"),
    ]
    if figures["calibration"]:
        parts.append(_grid({"engine": figures["calibration"]}, "calibration"))
    said = {label: each for label, each in figures["confusion"].items() if any(each.values())}
    head = ["label", *next(iter(said.values()))]
    counts = [[label, *map(str, each.values())] for label, each in said.items()]
    parts.append(table([head, *counts]))
    for kinds in ("true claims", "false claims"):
        found = {kind: _without(each, peers) for kind, each in figures[kinds].items()}
        parts.append(_grid(found, kinds, count=True))
    if peers:
        parts.append(_with_peers(figures, peers))
    if judge := figures.get("judge"):  # files of before have none
        right = judge["balanced accuracy"]
        parts.append(
            f"{judge['name']} decided {right['n']} claims, balanced accuracy {cell(right)}"
        )
    if figures["checks"]:
        parts.append(_grid(figures["checks"], "check", count=True))
    if spent := figures["milliseconds"]:
        how = f"{spent['n']} claims one by one, embedded anew, the paper open"
        parts.append(f"{spent['median']:.1f} ms a claim (95% below {spent['95%']:.1f}; {how})")
    return "\n\n".join(parts) + "\n"
