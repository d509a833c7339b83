"""What an attack is told, and what it tells."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from attrs import frozen


@frozen
class Order:
    """Attack for about so many `seconds`; all chance comes from `seed`.

    `folder` is the attack's own, kept between runs: what is found lies there.
    """

    seconds: float
    seed: int
    folder: Path


@frozen
class Report:
    """How often something was tried, what was found (a line each), and figures worth a look."""

    executions: int
    findings: tuple[str, ...] = ()
    figures: str = ""


class Attack(Protocol):
    """Tries to break something, in its own time."""

    def __call__(self, order: Order, /) -> Report:
        """Attack, and tell."""
        ...
