"""`verify mcp`: the engine as a server of the Model Context Protocol, for assistants (ADR 0054)."""
