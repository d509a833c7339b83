"""What confines the processes that read files: what is demanded, and what they told (ADR 0025)."""

from __future__ import annotations

import logging
import os
import sys
import threading
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success

if TYPE_CHECKING:
    from collections.abc import Sequence

DEMAND = "VERA_SANDBOX"
"""The environment variable that, when it says "require", refuses to read unconfined."""

_NEEDED = ("landlock", "seccomp")
_WEIGHTY = (*_NEEDED, "seatbelt")
_LOG = logging.getLogger(__name__)


@frozen
class Confinement:
    """Protections in force, such as "landlock 7"; and those that are not, each with its reason."""

    held: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    @classmethod
    def told(cls, parts: Sequence[bytes]) -> Confinement:
        r"""What a child tells: two lists, parted by NUL.

        >>> Confinement.told((b"no_new_privs\0landlock 7", b""))
        Confinement(held=('no_new_privs', 'landlock 7'), missing=())
        """
        lists = [tuple(filter(None, part.decode("utf-8", "replace").split("\0"))) for part in parts]
        return cls(*lists)

    def lacks(self) -> str:
        """Those of Landlock and seccomp that are not in force, with the reasons; or nothing.

        >>> Confinement(("landlock 7",), ("seccomp: no list of calls for riscv64",)).lacks()
        'seccomp: no list of calls for riscv64'
        """
        kinds = {name.partition(" ")[0] for name in self.held}
        why = {said.partition(":")[0]: said for said in self.missing}
        others = f"not on {sys.platform}"
        return "; ".join(why.get(it, f"{it}: {others}") for it in _NEEDED if it not in kinds)


def needs() -> Result[tuple[str, ...]]:
    """The protections without which nothing is read; InvalidInput for a demand that is unknown."""
    said = os.environ.get(DEMAND, "").strip().lower()
    if said == "require":
        return Success(_NEEDED)
    if said:
        problem = Problem(DEMAND, said, 'must be "require" or unset')
        return Failure(InvalidInput("confine the reader", (problem,)))
    return Success(())


@define
class _Log:
    """What the children of this process told."""

    _least: Confinement | None = None
    _lock: threading.Lock = field(factory=threading.Lock)

    def add(self, told: Confinement) -> None:
        with self._lock:
            known, self._least = self._least, self._with(told)
        lost = [said for said in told.missing if said.startswith(_WEIGHTY)]
        if known is None and lost:
            _LOG.warning("files are read less confined than they should be: %s", "; ".join(lost))

    def _with(self, told: Confinement) -> Confinement:
        if self._least is None:
            return told
        held = tuple(name for name in self._least.held if name in told.held)
        missing = dict.fromkeys((*self._least.missing, *told.missing))
        return Confinement(held, tuple(missing))

    def least(self) -> Confinement | None:
        return self._least


_CHILDREN = _Log()


def record(told: Confinement) -> None:
    """Keep what a child told; the first that lacks what weighs most is warned of."""
    _CHILDREN.add(told)


def in_force() -> Confinement | None:
    """What held in every process that read a file so far; None as long as none has."""
    return _CHILDREN.least()
