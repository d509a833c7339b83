"""The fit judges each group without it, and bounds what any of them loses."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="the extra bench is not installed")

from vera.bench.worth.command import as_text
from vera.bench.worth.fitting import (
    LOST,
    Table,
    fit,
    held_out,
    model_of,
    shares,
    threshold_of,
)
from vera.bench.worth.sentences import OWN, Sentence
from vera.verification.worth.model import as_json, parse


def table(count: int = 60) -> Table:
    """Sentences of four sources; what states nothing thanks, and its vectors tell it, too."""
    chance = np.random.default_rng(0)
    sentences, rows = [], []
    for at in range(count):
        for source in ("a", "b", OWN, "blind"):
            states = at % 2 == 0
            text = f"Bees{at} sleep at night." if states else f"We thank the keeper{at}."
            sentences.append(Sentence(source, source, text.replace(str(at), "x" * at), states))
            rows.append(chance.normal(1.0 if states else -1.0, 1.0, 4))
    return Table.of(sentences, np.array(rows, dtype=np.float32))


def test_no_source_loses_more_than_the_bound() -> None:
    """At the threshold each source that is fitted on loses at most `LOST` of its claims unseen."""
    made = table()
    chances = held_out(made)
    threshold = threshold_of(made, chances)
    found = shares(made, chances, threshold)
    assert set(found) == {"a", "b", OWN, "blind"}
    for source in ("a", "b", OWN):
        assert found[source]["states left out"] <= LOST
        assert found[source]["nothing left out"] > 0.9
    assert f"threshold {threshold:.4f}" in as_text(threshold, found)


def test_a_group_is_judged_by_a_fit_without_it() -> None:
    """The probabilities of a group stay as they are when its own labels are turned."""
    made = table()
    turned = Table(
        [
            Sentence(it.source, it.group, it.text, it.states != (it.group == "a"))
            for it in made.sentences
        ],
        made.values,
        np.array([it.states != (it.group == "a") for it in made.sentences]),
        made.sure,
    )
    mine = np.array([it.group == "a" for it in made.sentences])
    assert np.allclose(held_out(made)[mine], held_out(turned)[mine])
    assert not np.allclose(held_out(made)[~mine], held_out(turned)[~mine])


def test_the_model_gives_what_was_fitted() -> None:
    """The model of the file has the probabilities of the fit, but for digits, after its file."""
    made = table()
    bias, weights = fit(made, np.array([it.learned for it in made.sentences]))
    model = parse(as_json(model_of(made, "minilm", 4, 0.1, {})))
    for at in (0, 1, 50, 51):
        row = made.values[at, :4].astype(np.float32)
        expected = 1 / (1 + np.exp(-(bias + made.values[at] @ weights)))
        assert model.probability(made.sentences[at].text, row) == pytest.approx(expected, abs=0.01)
