"""What the caches share: a store that is never worth a failure, and the names of its entries."""

from __future__ import annotations

import hashlib
import logging
from typing import TYPE_CHECKING

from vera.core.result import failed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vera.core.errors import Error
    from vera.core.ports import Store

_log = logging.getLogger(__name__)


class Memory:
    """A store that fails nobody: after its first fault it knows and keeps nothing, and says so."""

    def __init__(self, store: Store) -> None:
        self._store: Store | None = store
        self._kept: set[str] = set()

    def recall(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """The values of those keys that are known."""
        if self._store is None or not keys:
            return {}
        found = self._store.get(keys)
        if failed(found):
            self._give_up(found.failure())
            return {}
        return found.unwrap()

    def keep(self, values: Mapping[str, bytes]) -> None:
        """Keep the values, if that can be done."""
        if self._store is None:
            return
        self._kept.update(values)
        kept = self._store.put(values)
        if failed(kept):
            self._give_up(kept.failure())

    def forget(self) -> None:
        """Spoil all that was kept here, for it came from what is not to be trusted.

        A store has no way to take a value back; one that is empty is no value of any kind.
        """
        if self._kept:
            self.keep(dict.fromkeys(self._kept, b""))

    def _give_up(self, error: Error) -> None:
        self._store = None
        _log.warning("going on without the cache: %s", error)


def digest(*parts: str) -> str:
    """One name for several texts; no two different sequences share it."""
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        whole.update(len(data).to_bytes(8, "little") + data)
    return whole.hexdigest()
