"""Work that is not done twice: vectors, remembered between runs. ADR 0007."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from attrs import evolve

from vera.core.errors import Distrusted, TextTooLong
from vera.core.result import Failure, Result, Success, failed
from vera.core.text import is_blank
from vera.verification.index.memory import Memory, digest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from vera.core.errors import Error
    from vera.core.ports import Embedder, EmbedderInfo, Matrix, Role, Store

_GROUP = 256
"""Texts that are embedded and kept together: what a killed run loses at most."""

_OFF = 1e-3
"""How far from 1 the length of a kept vector may be."""


class CachedEmbedder:
    """Satisfies `core.ports.Embedder`; embeds each text once and remembers its vector.

    A vector is kept under the embedder's fingerprint, the role and the text. What the store cannot
    keep or give is computed again: its fault is logged once, and the store is not asked any more.
    When the embedder is found to be `Distrusted`, all that was kept of it here is spoilt.
    """

    def __init__(self, embedder: Embedder, store: Store) -> None:
        self._embedder = embedder
        self._memory = Memory(store)

    @property
    def info(self) -> EmbedderInfo:
        """The embedder's own."""
        return self._embedder.info

    def embed(
        self, texts: Sequence[str], role: Role, progress: Callable[[int], None] | None = None
    ) -> Result[Matrix]:
        """One unit row a text; see `core.ports.Embedder`. Known texts count as done at once."""
        if any(map(is_blank, texts)):
            return self._embedder.embed(texts, role, progress)  # which says what is wrong
        places: dict[str, list[int]] = {}
        for at, text in enumerate(texts):
            places.setdefault(text, []).append(at)
        known = self._known(role, places)
        if progress is not None and known:
            progress(sum(len(places[text]) for text in known))
        rows = np.empty((len(texts), self.info.dimension), dtype=np.float32)
        for text, row in known.items():
            rows[places[text]] = row
        missing = sorted((text for text in places if text not in known), key=len)
        for group in (missing[at : at + _GROUP] for at in range(0, len(missing), _GROUP)):
            made = self._embedder.embed(group, role)
            if failed(made):
                if isinstance(made.failure(), Distrusted):
                    self._memory.forget()
                return Failure(_placed(made.failure(), [places[text][0] for text in group]))
            for text, row in zip(group, made.unwrap(), strict=True):
                rows[places[text]] = row
            self._memory.keep(
                {
                    self._key(role, text): row.astype("<f4").tobytes()
                    for text, row in zip(group, made.unwrap(), strict=True)
                }
            )
            if progress is not None:
                progress(sum(len(places[text]) for text in group))
        rows.flags.writeable = False
        return Success(rows)

    def _known(self, role: Role, texts: Mapping[str, object]) -> dict[str, NDArray[np.float32]]:
        """The vectors that were kept; one that is no unit vector of this length counts as lost."""
        keys = {self._key(role, text): text for text in texts}
        kept = self._memory.recall(list(keys))
        size = self.info.dimension * 4
        whole = {keys[key]: value for key, value in kept.items() if len(value) == size}
        rows = np.frombuffer(b"".join(whole.values()), dtype="<f4").reshape(
            len(whole), self.info.dimension
        )
        sound = np.abs(np.linalg.norm(rows, axis=1) - 1) < _OFF
        return {text: row for text, row, good in zip(whole, rows, sound, strict=True) if good}

    def _key(self, role: Role, text: str) -> str:
        return digest(self.info.fingerprint, role.value, text)


def _placed(error: Error, places: Sequence[int]) -> Error:
    """The error of a group, naming the text by its position in the caller's list."""
    return evolve(error, index=places[error.index]) if isinstance(error, TextTooLong) else error
