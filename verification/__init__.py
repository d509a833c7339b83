"""The engine: does this paper say that? An application imports it from `vera`."""

if __name__ != "vera.verification":
    raise ImportError(
        "it is imported as vera.verification: under two names it would be there twice"
    )
