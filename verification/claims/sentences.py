"""A claim of several sentences becomes claims of one, each with what it leans on."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from vera.core.document import Document
from vera.core.verdict import Claim
from vera.verification import wiring
from vera.verification.claims.lines import joined
from vera.verification.language.leaning import claim_leans

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vera.verification.claims.lines import Line


def claims_by_sentence(lines: Sequence[Line]) -> Iterator[Claim]:
    """The sentences of some lines as claims, each with the line that it begins on.

    One that leans on the one before ("It fell to 12%.") is asked together with it, and with the
    first that leans on none: the claim is all of them (ADR 0056).

    >>> from vera.verification.claims.lines import Line
    >>> two = [Line(1, "Bees sleep. They"), Line(2, "do so at night. Wasps do not.")]
    >>> [(claim.line, claim.text) for claim in claims_by_sentence(two)]
    [(1, 'Bees sleep.'), (1, 'Bees sleep. They do so at night.'), (2, 'Wasps do not.')]
    """
    text, starts = joined(lines)
    before: list[str] = []
    for span in wiring.sentences_of(Document(text, "claims", "")):
        said = span.of(text)
        before = before if claim_leans(said) else []
        context = [*before[:1], *before[1:][-1:]]
        number = lines[bisect_right(starts, span.start) - 1].number
        whole = " ".join([*context, said])
        yield Claim(whole, number, begins=len(whole) - len(said))
        before.append(said)
