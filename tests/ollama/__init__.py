"""A real Ollama server for tests, built from wheels: nothing of it is part of the product."""
