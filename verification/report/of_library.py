"""What is told of a library, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.verification.report.of_hits import cited
from vera.verification.report.printable import counted, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.library.adding_report import Added, Remaking
    from vera.verification.library.checking import Condition
    from vera.verification.library.listing import Listed
    from vera.verification.library.manifest import Manifest
    from vera.verification.library.matrix_head import Near
    from vera.verification.library.postgres_near import Recall

_EXTENT = (
    "",
    "their chunks are made anew, nothing is read or embedded",
    "they are embedded anew, not read",
    "they are read and embedded anew",
)


_NAMED = 5
"""Entries that are named one by one."""


def added_text(name: str, added: Added) -> str:
    """One line: what became of the papers that were named."""
    parts = [f"{len(added.added):,} added"]
    for count, what in (
        (len(added.replaced), "replaced"),
        (len(added.again), "in another place already"),
        (added.unchanged, "unchanged"),
        (len(added.vanished), "vanished"),
        (len(added.unread), "not read"),
        (added.remade, "made anew"),
    ):
        if count:
            parts.append(f"{count:,} {what}")
    return f"{printable(name)}: {', '.join(parts)}\n"


def files_text(added: Added) -> str:
    """A line for each file: what became of it."""
    groups = (
        ("added", added.added),
        ("replaced", added.replaced),
        ("in another place", added.again),
    )
    return "".join(f"{what}: {printable(name)}\n" for what, names in groups for name in names)


def unmatched_lines(added: Added) -> list[str]:
    """A sentence for each bibliography that has entries of other papers."""
    lines = []
    for name, keys in added.unmatched.items():
        shown = ", ".join(map(printable, keys[:_NAMED])) + ", ..." * (len(keys) > _NAMED)
        what = f"{len(keys):,} entr{'y' if len(keys) == 1 else 'ies'}"
        lines.append(f"{printable(name)}: {what} of no paper of the library ({shown})")
    return lines


def remaking_text(told: Remaking) -> str:
    """Why papers are made anew, before it begins."""
    before, after = _made_with(told.before), _made_with(told.after)
    how = _EXTENT[told.extent]
    return f"{counted(told.count, 'paper')} made with {before}, now with {after}: {how}"


def library_lines(name: str, condition: Condition) -> str:
    """A line for a library."""
    what = f"{counted(condition.papers, 'paper')}, {counted(condition.chunks, 'chunk')}"
    return f"{printable(name)}: {what}, {shown_bytes(condition.size)}\n"


def paper_lines(papers: Sequence[Listed]) -> str:
    """A line for each paper."""
    text = ""
    for paper in papers:
        pages = f"{counted(paper.pages, 'page')}, " if paper.pages else ""
        line = f"{printable(paper.name)}: {pages}{counted(paper.chunks, 'chunk')}"
        about = paper.metadata
        known = cited(about.authors, about.year, f"“{paper.title}”" if paper.title else "")
        line += f", {printable(known)}" if known else ""
        text += f"{line}{', vanished' if paper.vanished else ''}\n"
    return text


def condition_text(name: str, condition: Condition) -> str:
    """Size, manifest, and what is not as it was, a line each."""
    text = library_lines(name, condition)
    if condition.files != condition.papers:
        text += f"  in {counted(condition.files, 'file')}\n"
    manifest = condition.manifest
    if manifest is not None:
        text += f"  made with {_made_with(manifest)}\n"
        text += f"  spec {manifest.spec_version}, reader {manifest.reader}"
        text += f", {manifest.dimension} dimensions"
        text += f", references are {'' if manifest.references else 'no '}evidence\n"
    if condition.near is not None:
        text += f"  {near_text(condition.near)}\n"
    if condition.older:
        text += f"  {counted(condition.older, 'paper')} read by an older reader\n"
    if condition.anew:
        text += (
            f"  {counted(condition.anew, 'paper')} made anew already by a run that did not end\n"
        )
    for state, files in (("vanished", condition.vanished), ("changed", condition.changed)):
        text += "".join(f"  {state}: {printable(file)}\n" for file in files)
    return text


def near_text(near: Near) -> str:
    """What an approximate index was found to find."""
    recall = near.recall
    return (
        f"approximate index of {counted(near.rows, 'vector')}: looks at {recall.lists:,} of"
        f" {counted(recall.of, 'list')}, finds {recall.ten:.1%} of the nearest 10 and"
        f" {recall.thousand:.1%} of the nearest 1,000 to {counted(recall.queries, 'sentence')}"
    )


def _made_with(manifest: Manifest) -> str:
    chunk = manifest.chunk
    sizes = f"{chunk.target}{chunk.measure.value}" if chunk.target < 2**62 else "whole"
    chunks = f"chunks by {manifest.chunker} of {sizes}, {chunk.overlap:.0%} shared"
    return f"{manifest.embedder} ({manifest.fingerprint[:8]}), {chunks}"


def shown_bytes(size: int) -> str:
    """The size for people, in powers of ten."""
    shown, units = float(size), ["B", "kB", "MB", "GB", "TB"]
    while shown >= 999.5 and len(units) > 1:
        shown, units = shown / 1000, units[1:]
    return f"{shown:.3g} {units[0]}"


def recall_text(name: str, recall: Recall) -> str:
    """What an index of a library's vectors finds."""
    times = recall.exact / recall.near if recall.near else 0.0
    return (
        f"{name}: {recall.chunks:,} chunks indexed; recall@10 {recall.ten:.3f} against exact search"
        f" for {recall.queries} sentences, {1000 * recall.near:.0f} ms each instead of"
        f" {1000 * recall.exact:.0f} ({times:.1f} times as fast)\n"
    )
