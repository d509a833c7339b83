"""Opinions of a judge, remembered between runs. ADR 0007, 0020."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.ports import Asked, Opinion
from core.result import Result, Success, failed
from verification.index.memory import Memory, digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.ports import Judge, JudgeInfo, Store

_GROUP = 8
"""Pairs that are judged and kept together: what a killed run loses at most."""
_KEPT = {opinion.value.encode(): opinion for opinion in Opinion}


class CachedJudge:
    """Satisfies `core.ports.Judge`; asks about each pair once and remembers the opinion.

    An opinion is kept under the judge's fingerprint, the claim and the evidence.
    """

    def __init__(self, judge: Judge, store: Store) -> None:
        self._judge = judge
        self._memory = Memory(store)

    @property
    def info(self) -> JudgeInfo:
        """The judge's own."""
        return self._judge.info

    def judge(self, pairs: Sequence[Asked]) -> Result[Sequence[Opinion]]:
        """One opinion a pair; see `core.ports.Judge`."""
        keys = {pair: self._key(pair) for pair in pairs}
        kept = self._memory.recall(list(keys.values()))
        known = {pair: _KEPT[kept[key]] for pair, key in keys.items() if kept.get(key) in _KEPT}
        missing = [pair for pair in keys if pair not in known]
        for group in (missing[at : at + _GROUP] for at in range(0, len(missing), _GROUP)):
            said = self._judge.judge(group)
            if failed(said):
                return said
            opinions = dict(zip(group, said.unwrap(), strict=True))
            self._memory.keep({keys[pair]: told.value.encode() for pair, told in opinions.items()})
            known.update(opinions)
        return Success([known[pair] for pair in pairs])

    def _key(self, pair: Asked) -> str:
        return digest("judge", self.info.fingerprint, pair.claim, pair.evidence)
