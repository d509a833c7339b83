"""Talks to an Ollama server, for whichever room needs one."""
