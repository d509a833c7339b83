"""Pictures by matplotlib, as PNG."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def png(figure: Figure) -> bytes:
    """A figure as the bytes of a file."""
    kept = BytesIO()
    figure.savefig(kept, format="png", dpi=110)
    return kept.getvalue()
