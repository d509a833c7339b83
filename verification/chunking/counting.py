"""What the fields of a chunk are made with, and of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

Values: TypeAlias = Mapping[str, object]
"""Fields by name; the values are what JSON knows."""
Count: TypeAlias = Callable[[str], int]
"""The number of cl100k tokens of a text."""
