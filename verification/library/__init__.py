"""A library of papers: read and embedded once, kept in one file, searched and verified against.

>>> from verification.library import Library
>>> print(Library.open("../bees").failure())
open a library: library must be letters, digits, ".", "_" and "-", 64 at most (got '../bees')
"""

from verification.library.exporting import take_in
from verification.library.library import Library
from verification.library.links import Linked, Links
from verification.library.manifest import Manifest
from verification.library.searching import Hit, Signal
from verification.library.signals import Signals
from verification.library.stretches import Stretch
from verification.library.told import Added, Remaking, Watching

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
