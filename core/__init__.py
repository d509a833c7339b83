"""The words everyone in the house speaks. Imports none of our rooms, does no input or output."""

if __name__ != "vera.core":
    raise ImportError("it is imported as vera.core: under two names it would be there twice")
