"""What a note in Markdown tells of itself and its neighbours: tags, aliases, [[links]].

The rules are those of Obsidian, for which such notes are written.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache

from vera.core.document import Document, Form, Span

_CODE_SPAN = re.compile(r"(?<!`)(?P<ticks>`+)(?!`)[^\r\n]*?(?<!`)(?P=ticks)(?!`)")
_LINK = re.compile(r"\[\[(?P<target>[^\[\]|#^\r\n]++)[^\[\]\r\n]*+\]\]")
"""[[target]], [[target#heading]], [[target#^block]], [[target|shown]], and the same behind "!"."""
_TAG = re.compile(r"(?<!\S)#(?P<tag>[\w/-]*[^\W\d][\w/-]*)")
"""Letters, digits, "_", "-" and "/", not digits alone, behind a blank."""
_MARKDOWN = "text/markdown"


def _listed(value: object) -> list[str]:
    """The entries of a list, or of a line that commas or blanks part."""
    if isinstance(value, str):
        return [entry for entry in re.split(r"[,\s]+", value) if entry]
    return [str(entry) for entry in value if entry is not None] if isinstance(value, list) else []


def _prose(document: Document, span: Span) -> str:
    """The text of the span with blanks for code."""
    text = span.of(document.text)
    first = bisect_right(document.blocks, span.start, key=lambda block: block.span.end)
    last = bisect_left(document.blocks, span.end, key=lambda block: block.span.start)
    for block in document.blocks[first:last]:
        if block.form is Form.CODE:
            low, high = (max(at - span.start, 0) for at in (block.span.start, block.span.end))
            text = text[:low] + " " * (min(high, len(text)) - low) + text[high:]
    return _CODE_SPAN.sub(" ", text)


def links(document: Document, span: Span) -> list[str]:
    """The notes that the [[wikilinks]] of the span lead to, each once, without anchor or alias.

    >>> text = "See [[Bees#Sleep|them]], ![[Bees]] and `[[x]]`."
    >>> note = Document(text, "n.md", "", "text/markdown")
    >>> links(note, Span(0, len(text)))
    ['Bees']
    """
    if document.media_type != _MARKDOWN:
        return []
    found = _LINK.finditer(_prose(document, span))
    targets = (link["target"].rstrip("\\").strip() for link in found)
    return list(dict.fromkeys(target for target in targets if target))


@lru_cache(maxsize=1)
def tags(document: Document) -> tuple[str, ...]:
    """The tags of the note, without "#": of its front matter, then those in its text.

    Each once, as it is first written: Obsidian does not tell capitals from small letters.
    """
    front = document.front
    said = [*_listed(front.get("tags")), *_listed(front.get("tag"))]
    if document.media_type == _MARKDOWN:
        shown = "\n".join(_prose(document, block.span) for block in document.blocks)
        said += [tag["tag"] for tag in _TAG.finditer(shown)]
    found: dict[str, str] = {}
    for tag in (tag.removeprefix("#").strip("/") for tag in said):
        found.setdefault(tag.lower(), tag)
    return tuple(filter(None, found.values()))


def aliases(document: Document) -> list[str]:
    """The other names of the note."""
    said = (document.front.get(key) for key in ("aliases", "alias"))
    found = (value.split(",") if isinstance(value, str) else _listed(value) for value in said)
    return [name.strip() for names in found for name in names if name.strip()]
