"""Programs that run in a child process, where a hostile file can do no harm (ADR 0010).

They import the standard library only, so that a bare interpreter starts them in little time.
"""
