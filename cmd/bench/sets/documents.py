"""The documents of labelled sets: which are the same, and who asks each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vera.bench.sets.known import Example
    from vera.core.document import Document

_BEGINNING = 150
"""Letters and digits by which a document is known again."""
_READ = 4 * _BEGINNING
_NEITHER = re.compile(r"[\W_]+")


def by_document(examples: Iterable[Example]) -> list[list[tuple[int, Example]]]:
    """The examples with their positions, together where they ask the same document."""
    found: dict[tuple[str, str], list[tuple[int, Example]]] = {}
    for at, example in enumerate(examples):
        key = example.document.source, example.document.text
        found.setdefault(key, []).append((at, example))
    return list(found.values())


def beginning(document: Document) -> str:
    r"""How a document begins, whatever its case, spaces and marks.

    >>> from vera.core.document import Document
    >>> beginning(Document("The bees: a\nstudy.", "a.txt", ""))
    'thebeesastudy'
    """
    return _NEITHER.sub("", document.text[:_READ].lower())[:_BEGINNING]


class Documents:
    """Knows a document again that another set has by another name."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def groups_of(self, examples: Sequence[Example]) -> list[str]:
        """Of each example of a set the group, the same for the same document in every set."""
        own = {
            example.document.source: self._names.setdefault(
                beginning(example.document), example.document.source
            )
            for example in examples
        }
        return [own.get(example.group, example.group) for example in examples]
