"""The names of the readers."""

PACKAGED = "packaged"
"""The reader that comes with the engine, which the calibrations that come with it are for."""
NAMES = f"{PACKAGED} or onnx:FOLDER"
