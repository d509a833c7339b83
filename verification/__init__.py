"""The engine: does this paper say that?

>>> from verification import Verifier
>>> Verifier().open("no such file").failure().fault
<ReadFault.MISSING: 'missing'>
"""

from core.result import failed
from core.settings import Aggregate, Settings
from core.verdict import Claim, Conflict, Evidence, Explanation, Feature, Part, Status, Verdict
from verification.verifier import Paper, Verifier

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
    "failed",
]
