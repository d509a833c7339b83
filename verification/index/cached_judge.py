"""Opinions of a judge, remembered between runs. ADR 0007, 0020."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.ports import Asked, Opinion
from vera.verification.index.pairs import Pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.ports import Judge, JudgeInfo, Store
    from vera.core.result import Result

_KEPT = {opinion.value.encode(): opinion for opinion in Opinion}


class CachedJudge:
    """Satisfies `vera.core.ports.Judge`; asks about each pair once and remembers the opinion.

    An opinion is kept under the judge's fingerprint, the claim and the evidence.
    """

    def __init__(self, judge: Judge, store: Store) -> None:
        self._judge = judge
        self._pairs = Pairs("judge", store, lambda told: told.value.encode(), _KEPT.get)

    @property
    def info(self) -> JudgeInfo:
        """The judge's own."""
        return self._judge.info

    def judge(self, pairs: Sequence[Asked]) -> Result[Sequence[Opinion]]:
        """One opinion a pair; see `vera.core.ports.Judge`."""
        return self._pairs.answers(self.info.fingerprint, pairs, self._judge.judge)
