"""Programs that run in a child process, where a hostile file can do no harm (ADR 0010).

A bare interpreter starts them, so they import the standard library and the one foreign library that
each is for; what a reader of markup needs besides is in `stand_ins.py`.
"""
