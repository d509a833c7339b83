"""Answers about pairs of a claim and its evidence, remembered between runs. ADR 0007, 0020."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from vera.core.result import Result, Success, failed
from vera.verification.index.memory import Memory, digest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vera.core.ports import Asked, Store

T = TypeVar("T")

_GROUP = 8
"""Pairs that are asked about and kept together: what a killed run loses at most."""


class Pairs(Generic[T]):
    """Asks about each pair once; an answer is kept under `kind`, a fingerprint and the pair.

    `written` turns an answer into bytes, `read` bytes into an answer, None where they are none.
    """

    def __init__(
        self,
        kind: str,
        store: Store,
        written: Callable[[T], bytes],
        read: Callable[[bytes], T | None],
    ) -> None:
        self._kind, self._written, self._read = kind, written, read
        self._memory = Memory(store)

    def answers(
        self,
        fingerprint: str,
        pairs: Sequence[Asked],
        ask: Callable[[Sequence[Asked]], Result[Sequence[T]]],
    ) -> Result[Sequence[T]]:
        """One answer a pair, in order; errors are those of `ask`."""
        keys = {pair: digest(self._kind, fingerprint, pair.claim, pair.evidence) for pair in pairs}
        kept = self._memory.recall(list(keys.values()))
        known: dict[Asked, T] = {}
        for pair, key in keys.items():
            answer = self._read(kept[key]) if key in kept else None
            if answer is not None:
                known[pair] = answer
        missing = [pair for pair in keys if pair not in known]
        for group in (missing[at : at + _GROUP] for at in range(0, len(missing), _GROUP)):
            said = ask(group)
            if failed(said):
                return said
            answers = dict(zip(group, said.unwrap(), strict=True))
            self._memory.keep({keys[pair]: self._written(told) for pair, told in answers.items()})
            known.update(answers)
        return Success([known[pair] for pair in pairs])
