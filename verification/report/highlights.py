"""The colours in which evidence is marked, on a page for a browser and in a copy of a paper.

A light green, a light magenta and a light orange: black letters stay readable on each, and every
kind of colour blindness tells the first two apart.
"""

from __future__ import annotations

from vera.core.verdict import Status

COLOURS = {
    Status.GROUNDED: (0.62, 0.90, 0.62),
    Status.CONTRADICTED: (1.0, 0.62, 0.85),
    Status.UNSUPPORTED: (1.0, 0.82, 0.45),
}
"""Red, green and blue from 0 to 1. What is unchecked has no evidence."""
