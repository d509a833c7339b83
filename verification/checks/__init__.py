"""Typed checks of a claim against its best evidence. A new check is a file, and a line here.

A check compares a claim with the evidence found for it and names each thing that the evidence says
otherwise. It is deterministic, and says nothing where it cannot tell: what it names must be a
contradiction, since a claim with a conflict is never grounded.
"""
