"""What PostgreSQL and psycopg complain of, as our errors, and what to do."""

from __future__ import annotations

from attrs import frozen

from vera.core.errors import StorageFault
from vera.core.result import Failure
from vera.verification.library.postgres_address import Address
from vera.verification.library.store import DamagedRowError

_KEPT = "what was added before is kept"
RIGHTS = "ask who owns it for the rights that docs/library.md lists"
_RESTORE = "restore it from a copy, or remove it and add the papers again"
_TOLD = {
    "42501": ("it gives you no right to that ({said})", RIGHTS),
    "25006": ("it can only be read ({said})", "use the server that it is written on"),
    "55P03": ("another program is writing to it", "try again when it is done"),
    "57014": ("the server took too long ({said})", "try again when it has less to do"),
    "53100": ("there is no room on the disk of its server", f"make room there: {_KEPT}"),
    "53300": ("its server has no connection left", "try again when others are done"),
    "3F000": ("it is there no more", "make it again by adding its papers"),
}
"""By SQLSTATE; https://www.postgresql.org/docs/current/errcodes-appendix.html."""
_CHANGED = {"42P01", "42703", "42883", "42804", "42704"}
"""No such table, column, function, or another type: our statements are sound, so it is not."""
_DAMAGED = {"XX001", "XX002", "22021"}


@frozen
class Where:
    """Which library it is that an operation failed on."""

    op: str
    address: Address

    def fault(self, detail: str, hint: str = "") -> Failure[StorageFault]:
        """Why it failed, and what to do."""
        shown = self.address.redacted
        return Failure(StorageFault(self.op, self.address.shown, shown(detail), shown(hint)))

    def broken(self, error: Exception) -> Failure[StorageFault]:
        """What was raised: a psycopg.Error, or that a row is damaged."""
        if isinstance(error, DamagedRowError):
            return self.fault(f"it is damaged ({error})", _RESTORE)
        state, said = getattr(error, "sqlstate", None) or "", _said(error)
        if state in _TOLD:
            detail, hint = _TOLD[state]
            return self.fault(detail.format(said=said), hint)
        if state in _CHANGED:
            return self.fault(f"its schema was changed by others ({said})", _RESTORE)
        if state in _DAMAGED:
            return self.fault(f"it is damaged ({said})", _RESTORE)
        if not state or state[:2] in {"08", "57", "53"} or state == "25P03":
            hint = f"do it again when its server is there: {_KEPT}"
            return self.fault(f"its server cannot be reached, or ended the work ({said})", hint)
        return self.fault(said)


def _said(error: Exception) -> str:
    """The message on one line, without what libpq repeats before it."""
    first = str(error).strip().partition("\n")[0]
    return first.removeprefix("connection failed: ").removeprefix("connection is bad: ")
