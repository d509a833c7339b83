"""The program `verify`."""
