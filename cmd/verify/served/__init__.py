"""What the servers for programs, `verify mcp` and `verify serve`, have alike."""
