"""What attacks have found does not come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.attack.outside import ALL
from tests.attack.seeds import CASES, seeds

if TYPE_CHECKING:
    from pathlib import Path

_FILES = sorted(path for path in CASES.glob("*/*"))
_MOST = 6
"""Seeds of a target that are tried here; those that need a server take a while."""


@pytest.mark.parametrize("case", _FILES, ids=lambda case: f"{case.parent.name}-{case.name}")
def test_a_case_that_was_found_is_harmless(case: Path) -> None:
    """Each minimised case of testdata/attacks/TARGET/ ends in a sound answer or an error."""
    ALL[case.parent.name](case.read_bytes())


@pytest.mark.parametrize("target", ALL)
def test_what_the_fuzzers_begin_with_is_sound(target: str) -> None:
    """Every target takes nothing at all, and the good inputs that it is begun with."""
    ALL[target](b"")
    given = [data for data, _ in zip(seeds(target), range(_MOST), strict=False)]
    assert given
    for data in given:
        ALL[target](data)
