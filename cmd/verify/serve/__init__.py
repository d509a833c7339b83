"""`verify serve`: the engine as a page for a browser and an HTTP interface, on this machine."""
