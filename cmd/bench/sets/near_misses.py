"""False claims made from true ones by one small change, so that each check has hundreds of cases.

A claim that copies the paper but for one number, denial, direction or name is what similarity
cannot tell from the truth (FACTS: an AUC of 0.35 to 0.50). The words that are exchanged are lists
of our own, independent of what the checks know.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np
from attrs import frozen

from vera.bench.sets.changes.change import Change
from vera.bench.sets.changes.direction import directions
from vera.bench.sets.changes.name import names
from vera.bench.sets.changes.negation import negations
from vera.bench.sets.changes.number import numbers
from vera.bench.sets.known import Example, Label

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


_HEADING = re.compile(
    r"^(?:[A-Z]{4,}(?:[ /&]+(?:AND )?[A-Z]{4,})*:?|Results?:|Conclusions?:|Findings:|Background:|"
    r"Methods:|Objectives?:)\s+(?=[A-Z0-9])"
)
_SENTENCE = re.compile(r"[A-Z][^\n]{30,400}[^\W_)]\)?\.")
_DAMAGED = re.compile(
    r"[~^\\|{}_\u00ad\ufffd•*#]|[<>=] ?[<>=]|[a-z]\.[A-Z]|'{2}|\s[a-z]\s[a-z]\s"
    r"|[b-hj-zB-HJ-Z] [b-hj-z] |https?:|\d \d|\d [a-z] \d|Table \d+:"
)
_SYMBOL = re.compile(r"[^\w\s.,;:()'’\"“”%/-]")


@frozen(eq=False)
class NearMiss(Example):
    """A claim made from a true one, and the change that made it false; none for the true one."""

    change: Change | None = None


def is_sentence(text: str) -> bool:
    """Whether a text is one clean English sentence, not a formula, a row of a table or damaged.

    >>> is_sentence("Each reader gave all of the papers a mark."), is_sentence("Table 3: P(a | b)")
    (True, False)
    """
    words = text.split()
    return bool(
        _SENTENCE.fullmatch(text)
        and 6 <= len(words) <= 60
        and not _DAMAGED.search(text)
        and text.count("(") == text.count(")")
        and len(_SYMBOL.findall(text)) <= 6
        and sum(word.strip(".,;()").isalpha() for word in words) >= 0.55 * len(words)
    )


def verbatim(examples: Iterable[Example]) -> Iterator[Example]:
    """The gold sentences of supported examples, each once, as true claims in the paper's words."""
    seen = set()
    for example in examples:
        for span in example.gold if example.label is Label.SUPPORTED else ():
            text = example.document.text[span.start : span.end]
            claim = _HEADING.sub("", text.strip())
            if (example.document.source, span) not in seen and is_sentence(claim):
                seen.add((example.document.source, span))
                name = f"verbatim-{example.document.source}:{span.start}"
                yield Example(
                    name,
                    claim,
                    example.document,
                    Label.SUPPORTED,
                    example.group,
                    (span,),
                    "verbatim",
                )


def _changes(example: Example, kind: str, seed: int) -> Iterator[Change]:
    chance = np.random.default_rng([seed, crc32(f"{example.id} {kind}".encode())])
    document, claim = example.document.text, example.claim
    gold = " ".join(document[span.start : span.end] for span in example.gold)
    found = list(
        {
            "number": lambda: numbers(claim, chance),
            "negation": lambda: negations(claim),
            "direction": lambda: directions(claim),
            "name": lambda: names(claim, document, gold, chance),
        }[kind]()
    )
    order = sorted(chance.permutation(len(found)), key=lambda at: found[at].sort != "sides")  # rare
    for change in (found[at] for at in order):
        if change.of(claim) not in document and change.of(claim) != claim:
            yield change


KINDS = {"number": 3, "negation": 1, "direction": 1, "name": 1}
"""How many false claims of a kind are made of one true claim at most."""


def near_misses(examples: Iterable[Example], seed: int) -> Iterator[NearMiss]:
    """Of each supported example that can be changed: itself (kind "true"), and a false one a kind.

    The same seed gives the same claims, whatever other examples there are. The id tells what was
    changed; `gold` and `group` are those of the true claim.
    """
    for true in examples:
        if true.label is not Label.SUPPORTED or not true.gold:
            continue
        document, group, gold = true.document, true.group, true.gold
        yield NearMiss(
            f"{true.id}-true", true.claim, document, Label.SUPPORTED, group, gold, "true"
        )
        for kind, most in KINDS.items():
            for at, change in enumerate(islice(_changes(true, kind, seed), most)):
                name, claim = f"{true.id}-{kind}-{at}", change.of(true.claim)
                yield NearMiss(name, claim, document, Label.CONTRADICTED, group, gold, kind, change)
