"""What the cross-encoder says, remembered between runs. ADR 0007, 0023."""

from __future__ import annotations

import math
import struct
from typing import TYPE_CHECKING

from vera.core.ports import Asked, Entailment
from vera.verification.index.pairs import Pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.core.ports import CrossEncoder, Store
    from vera.core.result import Result

_FORM = struct.Struct("<3d")
_OFF = 1e-3
"""How far from 1 the sum of the three kept probabilities may be."""


class CachedCrossEncoder:
    """Satisfies `vera.core.ports.CrossEncoder`; reads each pair once and remembers the answer.

    An answer is kept under the cross-encoder's fingerprint, the claim and the evidence.
    """

    def __init__(self, cross_encoder: CrossEncoder, store: Store) -> None:
        self._cross_encoder = cross_encoder
        self._pairs = Pairs("cross-encoder", store, _written, _read)

    @property
    def name(self) -> str:
        """The cross-encoder's own."""
        return self._cross_encoder.name

    @property
    def fingerprint(self) -> str:
        """The cross-encoder's own."""
        return self._cross_encoder.fingerprint

    def predict(self, pairs: Sequence[Asked]) -> Result[Sequence[Entailment]]:
        """One answer a pair; see `vera.core.ports.CrossEncoder`."""
        return self._pairs.answers(self.fingerprint, pairs, self._cross_encoder.predict)


def _written(told: Entailment) -> bytes:
    return _FORM.pack(told.entailed, told.contradicted, told.neutral)


def _read(kept: bytes) -> Entailment | None:
    """What was kept; what is no three logarithms of probabilities counts as lost."""
    if len(kept) != _FORM.size:
        return None
    logs = _FORM.unpack(kept)
    sound = all(log <= _OFF for log in logs) and abs(sum(map(math.exp, logs)) - 1) < _OFF
    return Entailment(*logs) if sound else None
