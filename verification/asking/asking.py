"""A question is answered by a model from passages, or by the passages themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from vera.core.result import Result, Success, failed
from vera.verification.asking.answer import Answer
from vera.verification.asking.checking import checked
from vera.verification.asking.ollama import Nobody, connect
from vera.verification.asking.quotes import quotes

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from vera.core.errors import Error
    from vera.verification.asking.answer import Passage, Writer
    from vera.verification.verifier import Verifier

AUTO, NONE = "auto", "none"
_NOT_ASKED = "no model was asked for"
_NOTHING = "{} finds no answer in the passages"


def answered(
    question: str,
    row: NDArray[np.float32],
    passages: Sequence[Passage],
    verifier: Verifier,
    model: str | Writer = AUTO,
) -> Result[Answer]:
    """The answer of a model, of which only what its citations bear out counts.

    `row` is the question's vector (dimension,). `model` is a writer, the name of a model of an
    Ollama server, "auto" (the first model there that answers) or "none". Where none can answer, or
    what it says is no answer, `Answer.without` says why and there is no sentence. Errors are those
    of checking the sentences.
    """
    hits = tuple(hit for hit, _ in passages)
    bare = Answer(question, hits, tuple(quotes(question, row, passages)))
    if model == NONE:
        return Success(evolve(bare, without=_NOT_ASKED))
    if isinstance(model, str):
        connected = connect(None if model == AUTO else model)
        if isinstance(connected, Nobody):
            return Success(evolve(bare, without=connected.why))
        if failed(connected):
            return Success(_without(bare, connected.failure()))
        writer: Writer = connected.unwrap()
    else:
        writer = model
    written = writer.write(question, [hit.text for hit in hits])
    if failed(written):
        return Success(_without(bare, written.failure()))
    sentences = checked(written.unwrap(), passages, verifier)
    if failed(sentences):
        return sentences
    held = tuple(each for each in sentences.unwrap() if not each.fault)
    left = tuple(each for each in sentences.unwrap() if each.fault)
    without = "" if held or left else _NOTHING.format(writer.name)
    return Success(evolve(bare, model=writer.name, without=without, sentences=held, left_out=left))


def _without(bare: Answer, error: Error) -> Answer:
    return evolve(bare, without=str(error), error=error)
