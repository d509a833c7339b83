"""Sentences are taken from sections by what they are, and our own are as they are said to be."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import vera.bench.worth
from vera.bench.worth.papers import acl_sections, acl_sentences, of_trials
from vera.bench.worth.sentences import MEASURED, Sentence, every

if TYPE_CHECKING:
    import pytest

_FOLDER = Path(vera.bench.worth.__file__).with_name("claims")
_TRIAL = """TITLE:
Tea

ABSTRACT.OBJECTIVE:
To see whether tea slows decay in adults.

ABSTRACT.RESULTS:
Tea slowed decay by a third in all of the groups.

BODY.INTRODUCTION:
Tea is an old drink in many countries. In this trial we aimed to determine whether tea slows decay.

BODY.METHODS:
Patients drank tea at noon on each day of the week. The ethics committee gave approval.

BODY.RESULTS:
Decay was slower with tea than with water. The patients are described in Table 1. Table 2 Decay.

BODY.COMPETING INTERESTS:
The authors have no interests in any maker of tea.
"""
_PAPER = """<PAPER><SECTION title="Results"><S sid="1">The parser finds most of the pronouns.</S>
<S sid="2">See below</S></SECTION><SECTION title="Acknowledgments">
<S sid="3">Many thanks go to all of the people who helped us.</S></SECTION>
<S sid="4">We thank the annotators.</S><S sid="5">Section 2 describes the task.</S></PAPER>"""


def _rows(name: str) -> list[dict[str, Any]]:
    lines = _FOLDER.joinpath(name).read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_own_sentences_are_pairs_of_ten_fields() -> None:
    """There are 400 pairs, 40 of each of ten fields and of each of ten kinds, none twice."""
    rows = _rows("sentences.jsonl")
    assert Counter(Counter(row["field"] for row in rows).values()) == {40: 10}
    assert Counter(Counter(row["kind"] for row in rows).values()) == {40: 10}
    blind = [row["text"] for row in _rows("blind.jsonl")]
    said = [row[side] for row in rows for side in ("nothing", "states")] + blind
    assert len(set(said)) == len(said) == 920


def test_a_pair_shares_words() -> None:
    """What states something shares words with what does not: no topic tells nearly any apart."""
    sharing = 0
    for row in _rows("sentences.jsonl"):
        one, other = (
            {word.strip(".,:;?").lower()[:4] for word in row[side].split() if len(word) > 3}
            for side in ("nothing", "states")
        )
        sharing += bool(one & other)
    assert sharing >= 380


def test_sentences_of_trials_are_told_by_their_sections(tmp_path: Path) -> None:
    """Results, methods and abstracts state something; aims, interests and pointers do not."""
    tmp_path.joinpath("PMC1.txt").write_text(_TRIAL)
    assert of_trials(tmp_path) == {
        "results": ["Decay was slower with tea than with water."],
        "methods": ["Patients drank tea at noon on each day of the week."],
        "abstract": ["Tea slowed decay by a third in all of the groups."],
        "aside": ["The authors have no interests in any maker of tea."],
        "aims": [
            "To see whether tea slows decay in adults.",
            "In this trial we aimed to determine whether tea slows decay.",
        ],
        "pointers": ["The patients are described in Table 1."],
    }


def test_sentences_of_acl_papers_are_told(tmp_path: Path) -> None:
    """Sections of results and thanks, and what thanks or tells how the paper goes on elsewhere."""
    tmp_path.joinpath("A.xml").write_text(_PAPER)
    assert acl_sections(tmp_path) == (
        ["The parser finds most of the pronouns."],
        ["Many thanks go to all of the people who helped us."],
    )
    assert acl_sentences(tmp_path) == (
        ["We thank the annotators."],
        ["Section 2 describes the task."],
    )


def test_what_is_there_to_measure_is_not_learned_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sets without a stated licence, ACL papers and blind sentences are never fitted on."""
    claims = {"s": ("a.jsonl",), "healthver": ("a.jsonl",)}
    monkeypatch.setattr("vera.bench.worth.sentences._CLAIMS", claims)
    tmp_path.joinpath("a.jsonl").write_text('{"claim": "Tea slows decay in adults."}\n')
    found = every(tmp_path)
    assert Sentence("s", "s", "Tea slows decay in adults.", states=True) in found
    learned = {each.source for each in found if each.learned}
    assert learned == {"s", "own"}
    assert {each.source for each in found} - learned == {"healthver", "blind"} <= MEASURED
