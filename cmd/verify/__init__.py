"""The program `verify`."""

if __name__ != "vera.verify":
    raise ImportError("it is imported as vera.verify: under two names it would be there twice")
