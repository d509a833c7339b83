"""The claims about tables that were looked at are answered as well as ever."""

from __future__ import annotations

from collections import Counter

from benchmarks.tables import judged
from vera.core.verdict import Status


def test_what_tables_answered_they_answer() -> None:
    """No true claim is contradicted, no other grounded, and as many as ever are answered."""
    counts = Counter((one.label, verdict.status) for one, verdict in judged("seen"))
    assert counts["supported", Status.CONTRADICTED] == counts["none", Status.CONTRADICTED] == 0
    assert counts["contradicted", Status.GROUNDED] == counts["none", Status.GROUNDED] == 0
    assert counts["supported", Status.GROUNDED] >= 27
    assert counts["contradicted", Status.CONTRADICTED] >= 29
