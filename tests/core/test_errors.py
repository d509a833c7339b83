"""Errors say what happened and what to do, and every one of them has an exit code."""

from typing import get_args

import pytest

from vera.core.errors import (
    EmbeddingFault,
    Error,
    InvalidInput,
    Problem,
    ReadFault,
    ServiceUnavailable,
    StorageFault,
    TextTooLong,
    UnreadableDocument,
)
from vera.verification.report.exit_codes import exit_code

_EXAMPLES: list[tuple[Error, str, int]] = [
    (InvalidInput("settings", (Problem("top_k", 0, "must be at least 1"),)),
     "settings: top_k must be at least 1 (got 0)", 2),
    (UnreadableDocument("read", "a.pdf", ReadFault.SCANNED), "a.pdf: scanned", 3),
    (UnreadableDocument("read", "a.pdf", ReadFault.DAMAGED, "no pages"), "a.pdf: no pages", 3),
    (ServiceUnavailable("embed", "ollama", "busy"), "ollama: busy", 4),
    (ServiceUnavailable("embed", "ollama", "busy", attempts=3, waited=1.5),
     "ollama: busy (tried 3 times in 1.5 s)", 4),
    (EmbeddingFault("embed", "minilm", "NaN"), "minilm: NaN", 4),
    (TextTooLong("embed", "minilm", 2, 300, 256),
     "minilm: a text of 300 tokens is longer than the model reads (256 tokens)", 3),
    (TextTooLong("embed", "ollama", 2), "ollama: a text is longer than the model reads", 3),
    (StorageFault("put", "cache", "full"), "cache: full", 3),
]  # fmt: skip


@pytest.mark.parametrize(("error", "text", "code"), _EXAMPLES)
def test_an_error_is_a_sentence_with_an_exit_code(error: Error, text: str, code: int) -> None:
    """The printed form omits what is empty; each error ends the program with its own code."""
    assert str(error) == text
    assert exit_code(error) == code
    assert isinstance(error.hint, str)


def test_every_error_is_tried() -> None:
    """No member of the union is left out above."""
    assert {type(error) for error, _, _ in _EXAMPLES} == set(get_args(Error))
