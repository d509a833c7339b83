"""Texts whose sentence ends are known from those who labelled them, not from any splitter here."""

from __future__ import annotations

import json
import re
from html import unescape
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_SECTION = re.compile(r"<(SECTION|ABSTRACT)\b.*?</\1>", re.DOTALL)
_SENTENCE = re.compile(r"<S\b[^>]*>(.*?)</S>", re.DOTALL)


@frozen(eq=False)
class Gold:
    """A text and the offsets, in characters, at which its sentences begin and end."""

    name: str
    text: str
    starts: frozenset[int]
    ends: frozenset[int]


def of_paragraphs(name: str, paragraphs: Iterable[list[str]]) -> Gold:
    """Sentences joined by a space, paragraphs by an empty line."""
    parts: list[str] = []
    starts, ends, at = set(), set(), 0
    for paragraph in paragraphs:
        for sentence in paragraph:
            starts.add(at)
            ends.add(at + len(sentence))
            parts.append(sentence)
            parts.append(" ")
            at += len(sentence) + 1
        if paragraph:
            parts[-1] = "\n\n"
            at += 1
    return Gold(name, "".join(parts), frozenset(starts), frozenset(ends))


def _clean(sentences: Iterable[str]) -> list[str]:
    return [joined for one in sentences if (joined := " ".join(one.split()))]


def _papers(folder: Path) -> Iterator[list[str]]:
    for path in sorted(folder.glob("*.xml")):
        source = path.read_text("utf-8", errors="replace")
        for section in _SECTION.finditer(source):
            yield _clean(unescape(found[1]) for found in _SENTENCE.finditer(section[0]))


def texts(data: Path) -> Iterator[Gold]:
    """SciFact's abstracts (the half that no rule was made on) and CL-SciSumm's papers."""
    lines = (data / "scifact" / "corpus.jsonl").read_text("utf-8").splitlines()
    abstracts = [_clean(json.loads(line)["abstract"]) for line in lines]
    yield of_paragraphs("SciFact abstracts", abstracts[len(abstracts) // 2 :])
    yield of_paragraphs("CL-SciSumm papers", _papers(data / "clscisumm" / "train2018"))


def shared(pieces: Iterable[tuple[int, int]]) -> list[int]:
    """How many characters each piece repeats of the one before."""
    return [max(0, before[1] - piece[0]) for before, piece in pairwise(pieces)]
