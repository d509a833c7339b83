"""VERA: does this paper say that? What an application imports; the rooms are links (ADR 0048).

>>> from vera import Verifier
>>> Verifier().open("no such file").failure().fault
<ReadFault.MISSING: 'missing'>
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as in process/beginning.py, which comes behind this
if TYPE_CHECKING:
    from typing import Any

    from vera.core.result import failed
    from vera.core.settings import Aggregate, Settings
    from vera.core.verdict import (
        Claim,
        Conflict,
        Evidence,
        Explanation,
        Feature,
        Part,
        Status,
        Verdict,
    )
    from vera.verification.claims import claims_in, read_claims
    from vera.verification.verifier import Paper, Verifier

_HOMES = {
    "core.result": ("failed",),
    "core.settings": ("Aggregate", "Settings"),
    "core.verdict": (
        "Claim", "Conflict", "Evidence", "Explanation", "Feature", "Part", "Status", "Verdict",
    ),
    "verification.claims": ("claims_in", "read_claims"),
    "verification.verifier": ("Paper", "Verifier"),
}  # fmt: skip
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Aggregate",
    "Claim",
    "Conflict",
    "Evidence",
    "Explanation",
    "Feature",
    "Paper",
    "Part",
    "Settings",
    "Status",
    "Verdict",
    "Verifier",
    "claims_in",
    "failed",
    "read_claims",
]


def __getattr__(name: str) -> Any:
    """What is exported, when it is first asked for: `verify --help` loads no engine."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return __all__
