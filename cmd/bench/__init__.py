"""The program `bench`: measures the engine on labelled data."""
