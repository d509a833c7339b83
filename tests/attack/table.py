"""The attacks by name, and how the time is shared among them. A new one is a line here."""

from __future__ import annotations

import importlib.util

from attrs import frozen

from tests.attack.disk import full_disk
from tests.attack.faults import faults
from tests.attack.fuzzers import fuzzing
from tests.attack.kills import kills
from tests.attack.library_kills import library_kills
from tests.attack.order import Attack
from tests.attack.outside import ALL
from tests.attack.silent_loss import silent_loss
from tests.attack.soak import soak

_SHARES = {"markdown": 2, "html": 2, "jats": 2, "docx": 2, "pages": 2}
"""Of the fuzzers, those that have more to find."""


@frozen
class Named:
    """An attack, and how many shares of the time it gets."""

    attack: Attack
    share: int = 1


ATTACKS: dict[str, Named] = {
    **{name: Named(fuzzing(name), _SHARES.get(name, 1)) for name in ALL},
    "kills": Named(kills, 4),
    "library kills": Named(library_kills, 4),
    "full disk": Named(full_disk, 2),
    "faults": Named(faults),
    "silent loss": Named(silent_loss, 3),
    "soak": Named(soak, 3),
}
FUZZERS = tuple(ALL)


def has_fuzzer() -> bool:
    """Whether atheris is here, which the fuzzers need."""
    return importlib.util.find_spec("atheris") is not None
