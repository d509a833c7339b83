"""What an Ollama server tells of a model in its list, and what that says of it."""

from __future__ import annotations

import re

from attrs import frozen

_OTHER = re.compile(r"embed|minilm|\bbge\b|minicheck|guard|shield|rerank|reader-lm", re.IGNORECASE)
"""Models by their names that do not answer questions: they embed, judge or convert."""
_UNTAUGHT = re.compile(r":(.*-)?(text|base)(-|$)", re.IGNORECASE)
"""Tags of models that go on with a text, and were never taught to do what they are told."""
_ENCODERS = re.compile(r"bert", re.IGNORECASE)
"""Families of models that only embed."""
_CLOUD = re.compile(r"[:-]cloud$", re.IGNORECASE)
_STUB = 1 << 16
"""Bytes under which a file holds no weights: a name for a model that runs on another machine."""
_PARAMETERS = re.compile(r"(\d+(?:\.\d+)?)\s*([KMBT]?)", re.IGNORECASE)
_UNITS = {"": 1.0, "K": 1e3, "M": 1e6, "B": 1e9, "T": 1e12}


@frozen
class Listed:
    """A model in a server's list; `size` is in bytes. What the server does not tell is empty."""

    name: str
    family: str = ""
    parameter_size: str = ""
    size: int | None = None

    @property
    def parameters(self) -> float:
        """The number of its weights, 0 where that is not told.

        >>> Listed("llama3.2", parameter_size="3.2B").parameters, Listed("own").parameters
        (3200000000.0, 0.0)
        """
        told = _PARAMETERS.fullmatch(self.parameter_size.strip())
        return float(told[1]) * _UNITS[told[2].upper()] if told else 0.0

    @property
    def is_here(self) -> bool:
        """Whether the server itself runs it: one of Ollama's cloud is sent all that is asked.

        >>> [Listed(name).is_here for name in ("qwen3:4b", "gpt-oss:120b-cloud", "glm-4.6:cloud")]
        [True, False, False]
        """
        return not _CLOUD.search(self.name) and (self.size is None or self.size >= _STUB)

    @property
    def answers(self) -> bool:
        """Whether its name and family let one hope that it does what it is told, on the server.

        >>> [Listed(name).answers for name in ("qwen3:4b", "llama3:8b-text-q4_0", "bge-m3")]
        [True, False, False]
        """
        other = _OTHER.search(self.name) or _UNTAUGHT.search(self.name)
        return self.is_here and not other and not _ENCODERS.search(self.family)
