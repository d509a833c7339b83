"""SECURITY.md names the bounds that are in force."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from vera.verification.index.sqlite import GIBIBYTE
from vera.verification.ingestion.child import Limits
from vera.verification.ingestion.markup import yaml
from vera.verification.ingestion.reading import LARGEST

_TEXT = " ".join((Path(__file__).parents[1] / "SECURITY.md").read_text("utf-8").split())
_LIMITS = Limits()


@pytest.mark.parametrize(
    "said",
    [
        f"| a file | {LARGEST >> 30} GiB",
        f"{_LIMITS.cpu} s of processor, {_LIMITS.wall:g} s by the clock",
        f"{_LIMITS.memory >> 30} GiB of memory, {_LIMITS.output >> 20} MiB of answers",
        f"{_LIMITS.pages:,} pages, {_LIMITS.characters:,} characters, {_LIMITS.of_a_page:,} on one",
        f"{_LIMITS.characters:,} characters, {_LIMITS.blocks:,} blocks",
        f"front matter {yaml.LONGEST:,} characters",
        f"| the cache | {GIBIBYTE >> 30} GiB",
    ],
)
def test_bounds(said: str) -> None:
    """Each bound that is written down is that of the code."""
    assert said in _TEXT


def test_what_it_points_to_is_there() -> None:
    """Each decision that is named exists."""
    named = set(map(int, re.findall(r"ADR (\d+)", _TEXT)))
    there = {int(path.name[:4]) for path in (Path(__file__).parents[1] / "ADR").glob("*.md")}
    assert named
    assert named <= there
