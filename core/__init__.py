"""The words everyone in the house speaks. Imports none of our rooms, does no input or output."""
