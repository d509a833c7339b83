"""A file of claims, or what comes from a pipe, becomes claims."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from vera.core.errors import ReadFault
from vera.core.result import Result, Success, failed
from vera.core.verdict import Claim
from vera.verification import wiring
from vera.verification.claims import csv, faults, json
from vera.verification.claims.lines import Line, blocks_of, claims_of, joined
from vera.verification.claims.markdown import paragraphs_of_markdown
from vera.verification.claims.prose import blocks_of_prose, is_prose
from vera.verification.claims.sentences import claims_by_sentence
from vera.verification.language.citations import uncited

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vera.core.document import Document

_LINE_FOR_LINE = frozenset(("text/x-tex", "text/x-typst", "text/x-org", "text/x-rst"))
"""What is read so that a line of the text is a line of the file."""
_SEPARATORS = {".csv": ",;\t", ".tsv": "\t", ".tab": "\t"}
"""Of tables, the likeliest first: in some countries a CSV has semicolons."""
_JSON_LINES = frozenset((".jsonl", ".ndjson"))
_LINE_END = re.compile("\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
"""What `str.splitlines` takes for one."""


def read_claims(source: str | Path | int, *, sentences: bool = True) -> Result[list[Claim]]:
    """The claims of a file, or of an open descriptor by its number, in order; at least one.

    With `sentences`, what has several is cut into them, but for rows of JSON and of tables, which
    are claims as they stand. A claim's line is the one on which it begins; of a Word file, the
    number of its paragraph among those with text. Errors: those of reading; an `InvalidInput` for
    what is a paper; DAMAGED, with the line, where a row is none; EMPTY, TOO_LARGE.
    """
    place = source if isinstance(source, int) else Path(source)
    read = wiring.read_claims(place)
    if failed(read):
        return read
    document = read.unwrap()
    suffix = place.suffix.lower() if isinstance(place, Path) else ""
    found = _claims(document, suffix, sentences=sentences)
    if failed(found):
        return found
    claims = list(islice(found.unwrap(), faults.MOST + 1))
    if len(claims) > faults.MOST:
        return faults.too_many(document.source, "claims")
    if not claims:  # a run without claims must not look like one that went well
        hint = "write one claim a line"
        return faults.refused(document.source, ReadFault.EMPTY, "there is no claim in it", hint)
    return Success(claims)


def claims_in(text: str, *, sentences: bool = True) -> list[Claim]:
    r"""The claims of a text that is at hand, as `read_claims` has them of a text file.

    >>> [(claim.line, claim.text) for claim in claims_in("- Bees sleep\n- Wasps do not. Ants do.")]
    [(1, 'Bees sleep'), (2, 'Wasps do not.'), (2, 'Ants do.')]
    """
    return list(_cut(claims_of(blocks_of(text)), sentences=sentences))


def _claims(document: Document, suffix: str, *, sentences: bool) -> Result[Iterable[Claim]]:
    """The claims of what was read, as its kind has them."""
    name, text = document.source, document.text
    if suffix in _JSON_LINES or (not suffix and json.is_json_lines(text)):
        return json.claims_of_json_lines(text, name)
    if suffix == ".json":
        return json.claims_of_json(text, name)
    if suffix in _SEPARATORS:
        return csv.claims_of_csv(text, name, _SEPARATORS[suffix])
    if document.media_type in _LINE_FOR_LINE:
        if document.damaged:
            why, hint = "; ".join(document.notes), "mend it, or give plain text"
            return faults.refused(name, ReadFault.DAMAGED, why, hint)
        taken_in = document.front.get("input")
        if isinstance(taken_in, list) and taken_in:
            detail, line = "what it includes is not read", int(taken_in[0][1])
            hint = "give the file that it names, or one that holds all"
            return faults.refused(name, ReadFault.UNSUPPORTED, detail, hint, line)
        shown = ((line, uncited(told).text) for line, told in blocks_of_prose(document))
        return Success(_cut(filter(None, map(_lines, shown)), sentences=sentences))
    if document.media_type == "text/markdown":
        blocks = filter(None, map(_lines, paragraphs_of_markdown(document)))
        return Success(_cut(claims_of(blocks), sentences=sentences))
    if document.blocks:
        return Success(_cut(_paragraphs(document), sentences=sentences))
    if next(islice(_LINE_END.finditer(text), faults.MOST, None), None):
        return faults.too_many(name, "lines")
    return Success(_cut(claims_of(blocks_of(text)), sentences=sentences))


def _lines(paragraph: tuple[int, str]) -> list[Line]:
    """The lines of a paragraph that begins on a line, without those that show nothing."""
    first, text = paragraph
    lines = (Line(at, line.expandtabs()) for at, line in enumerate(text.split("\n"), first))
    return [line for line in lines if line.body]


def _paragraphs(document: Document) -> Iterator[list[Line]]:
    """Each paragraph as one line, which is its number among those with text."""
    for number, block in enumerate(document.blocks, 1):
        text = " ".join(block.span.of(document.text).split())
        if is_prose(block) and text:
            yield [Line(number, text)]


def _cut(claims: Iterable[list[Line]], *, sentences: bool) -> Iterator[Claim]:
    for lines in claims:
        if sentences:
            yield from claims_by_sentence(lines)
        else:
            yield Claim(joined(lines)[0], lines[0].number)
