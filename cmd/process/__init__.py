"""The process that a program runs in: its streams, its signals, the files that it writes."""

if __name__ != "vera.process":
    raise ImportError("it is imported as vera.process: under two names it would be there twice")
