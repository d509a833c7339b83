"""A library of papers: read and embedded once, kept in one file, searched and verified against.

>>> from vera.verification.library import Library
>>> print(Library.open("../bees").failure())
open a library: library must be letters, digits, ".", "_" and "-", 64 at most (got '../bees')
"""

from vera.verification.library.adding_report import Added, Remaking, Watching
from vera.verification.library.exporting import take_in
from vera.verification.library.hits import Hit
from vera.verification.library.library import Library
from vera.verification.library.links import Linked, Links
from vera.verification.library.manifest import Manifest
from vera.verification.library.ranking import Signal
from vera.verification.library.signals import Signals
from vera.verification.library.stretches import Stretch

__all__ = [
    "Added",
    "Hit",
    "Library",
    "Linked",
    "Links",
    "Manifest",
    "Remaking",
    "Signal",
    "Signals",
    "Stretch",
    "Watching",
    "take_in",
]
