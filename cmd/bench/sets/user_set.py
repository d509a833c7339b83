"""A user's own set: a JSON-lines file of labelled claims, or a folder of papers with one each.

A line is an object:

    {"claim": "...", "document": "paper.pdf", "label": "supported", "evidence": "words of it"}

`label` is supported, contradicted or none; grounded and unsupported are understood, too.
`document` (or `paper`) is a path beside the file, or below the data folder. `evidence` (or
`quote`), which may be left out, is words of the document as they are read, or a list of such, or
[start, end] in characters of what `verify read` prints. `kind` and `id` may be given.

In a folder, the claims about `paper.pdf` are in `paper.jsonl`, and name no document.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from vera.bench.sets.known import Example, Label
from vera.core.document import Span
from vera.core.errors import InvalidInput, Problem, StorageFault
from vera.core.result import Failure, Result, Success, failed
from vera.verification import wiring

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from vera.core.document import Document

_LABELS = {each.value: each for each in Label} | {
    "grounded": Label.SUPPORTED,
    "unsupported": Label.NONE,
}


def user_set(
    place: Path, data: Path | None = None, paper: Path | None = None
) -> Result[list[Example]]:
    """The examples of a file or folder; `paper` is the document of lines that name none.

    Each document is read once. The first line that is unsound, or document that cannot be read,
    is the error: a set that is measured in part would be another set.
    """
    open_document = cache(wiring.read_document)
    if not place.is_dir():
        return _examples(place, data, paper, open_document)
    found: list[Example] = []
    for beside, claims in _papers(place):
        made = _examples(claims, data, beside, open_document)
        if failed(made):
            return made
        found += made.unwrap()
    if not found:
        detail = "holds no paper with a .jsonl file of its name beside it"
        return Failure(StorageFault("load a set", str(place), detail))
    return Success(found)


def _papers(folder: Path) -> Iterator[tuple[Path, Path]]:
    for path in sorted(folder.iterdir()):
        claims = path.with_suffix(".jsonl")
        if path.suffix != ".jsonl" and path.is_file() and claims.is_file():
            yield path, claims


def _examples(
    file: Path,
    data: Path | None,
    paper: Path | None,
    open_document: Callable[[Path], Result[Document]],
) -> Result[list[Example]]:
    try:
        text = file.read_text("utf-8-sig")
    except (OSError, ValueError) as error:
        return Failure(StorageFault("load a set", str(file), f"cannot be read: {error}"))
    found: list[Example] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            made = _example(line, f"{file.name}, line {number}", file, data, paper, open_document)
            if failed(made):
                return made
            found.append(made.unwrap())
    return Success(found) if found else _wrong(file.name, "a set", "holds no claim")


def _example(
    line: str,
    where: str,
    file: Path,
    data: Path | None,
    paper: Path | None,
    open_document: Callable[[Path], Result[Document]],
) -> Result[Example]:
    try:
        said = json.loads(line)
    except ValueError as error:
        return _wrong(where, line[:80], f"must be an object of JSON ({error})")
    if not isinstance(said, dict) or not isinstance(said.get("claim"), str):
        return _wrong(where, line[:80], "must be an object with a claim")
    if said.get("label") not in _LABELS:
        return _wrong(where, said.get("label"), f"must have a label of {', '.join(_LABELS)}")
    named = said.get("document") or said.get("paper")
    path = _path(named, file, data) if named else paper
    if path is None:
        return _wrong(where, line[:80], "must name a document; or give --paper")
    read = open_document(path)
    if failed(read):
        return read
    document = read.unwrap()
    gold = _gold(said.get("evidence", said.get("quote")), document)
    if gold is None:
        evidence = said.get("evidence", said.get("quote"))
        return _wrong(where, evidence, "must have evidence that stands in the document")
    return Success(
        Example(
            str(said.get("id", where)),
            said["claim"],
            document,
            _LABELS[said["label"]],
            path.name,
            gold,
            str(said.get("kind", "")),
        )
    )


def _path(named: object, file: Path, data: Path | None) -> Path:
    beside = file.parent / str(named)
    below = data / str(named) if data else beside
    return below if below.exists() and not beside.exists() else beside


def _gold(said: Any, document: Document) -> tuple[Span, ...] | None:
    """The places of the evidence, or None where it is not in the document."""
    if said is None or said == "":
        return ()
    if isinstance(said, list) and len(said) == 2 and all(isinstance(at, int) for at in said):
        start, end = said
        return (Span(start, end),) if 0 <= start < end <= len(document.text) else None
    found = []
    for words in [said] if isinstance(said, str) else said:
        pattern = r"\s+".join(map(re.escape, str(words).split()))
        match = re.search(pattern, document.text, re.IGNORECASE) if pattern else None
        if match is None:
            return None
        found.append(Span(*match.span()))
    return tuple(found)


def _wrong(where: str, value: object, rule: str) -> Failure[InvalidInput]:
    return Failure(InvalidInput("load a set", (Problem(where, value, rule),)))
