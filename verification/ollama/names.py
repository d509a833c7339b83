"""How Ollama names a model."""

from __future__ import annotations


def canonical(model: str) -> str:
    """The name under which a server lists a model: with its tag, without the default namespace.

    >>> canonical("library/all-minilm")
    'all-minilm:latest'
    """
    name = model.strip().lower().removeprefix("registry.ollama.ai/").removeprefix("library/")
    return name if ":" in name.rpartition("/")[2] else f"{name}:latest"
