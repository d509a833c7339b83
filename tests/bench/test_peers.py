"""The peers are asked in a process of their own, and their answers counted as they were given."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from bench.peers import ask, of_near_misses, of_scifact
from bench.peers_asked import PEERS
from bench.sets import Example, Label
from core.document import Document

DOCUMENT = Document("Prane fell by 6 percent in rats. It did not fall in mice.", "paper", "")
PYTHON = os.environ.get("VERA_PEERS", "")
"""The Python of an environment with the peers; its tests run where one is named."""


def _example(label: Label, kind: str, group: str) -> Example:
    return Example(f"{label}{kind}{group}", "It fell.", DOCUMENT, label, group, kind=kind)


def test_a_peer_that_is_not_installed_fails_with_its_words() -> None:
    """An environment without the peer raises, and what Python said is kept."""
    with pytest.raises(subprocess.CalledProcessError) as failure:
        ask(sys.executable, "anchorcite (lexical)", [("It fell.", "It fell.")], seconds=60)
    assert "anchorcite" in failure.value.stderr


@pytest.mark.parametrize("peer", PEERS)
def test_every_peer_answers_a_pair_in_a_line(peer: str) -> None:
    """What the paper says word for word is grounded with each peer, and something else is not."""
    pairs = [
        ("Prane fell by 6 percent in rats.", DOCUMENT.text),
        ("Seven 'Brel & Ossian (2021)' trees of Kenya were 81 metres high.", DOCUMENT.text),
    ]
    true, other = ask(PYTHON, peer, pairs, seconds=60)
    assert true.grounded
    assert not other.grounded
    assert true.version


def test_the_shares_of_near_misses_are_those_not_grounded() -> None:
    """One of two true claims rejected and all but one false caught gives the row worked by hand."""
    examples = [_example(Label.SUPPORTED, "true", group) for group in "ab"]
    examples += [
        _example(Label.CONTRADICTED, kind, "c")
        for kind in ("number", "negation", "direction", "name")
    ]
    row = of_near_misses(examples, np.array([True, False, False, False, False, True]))
    balanced, *shares = row.split(" | ")
    assert balanced.startswith("0.625 (")
    assert shares == ["0.500", "1.000", "1.000", "1.000", "0.000"]


def test_scifact_is_counted_with_and_without_what_is_not_told() -> None:
    """The second figure leaves out the claims of which the abstract does not speak."""
    labels = [Label.SUPPORTED, Label.CONTRADICTED, Label.NONE]
    examples = [_example(label, "", str(at)) for at, label in enumerate(labels)]
    row = of_scifact(examples, np.array([True, False, True]))
    whole, told = row.split(" | ")
    assert whole.startswith("0.750 (")
    assert told.startswith("1.000 (")


if not PYTHON:  # the peers have an environment of their own, which VERA_PEERS names; CI has none
    del test_every_peer_answers_a_pair_in_a_line
