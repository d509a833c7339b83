"""The program `vera-bench`: measures the engine on labelled data."""

if __name__ != "vera.bench":
    raise ImportError("it is imported as vera.bench: under two names it would be there twice")
