"""A claim is judged by a calibration fitted without its documents, whatever their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

pytest.importorskip("scipy", reason="the extra bench is not installed")

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from bench import held_out
from bench.asking import Asking
from bench.calibrate import DEFAULT_SETS
from bench.fit import Case
from bench.held_out import Documents, HeldOut, cross_validated, fold_of, held_out_rule
from bench.loading import load_sets
from bench.sets import Example, Label
from core.document import Document
from core.settings import Settings
from tests.bench.test_calibrate import examples
from tests.bench.test_fit import cases
from tests.data import data_folder
from tests.fakes import FakeEmbedder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bench.rows import Row
    from verification.grounding.calibration import Calibration

_GROUPS = st.sampled_from([f"paper {at}" for at in range(12)])


@given(st.lists(_GROUPS, min_size=1, max_size=12), st.frozensets(_GROUPS, min_size=1, max_size=2))
def test_no_fit_has_seen_a_group_of_the_claim(told: list[str], other: frozenset[str]) -> None:
    """Whatever groups claims are of, no case fitted is of theirs, and no fit is made twice."""
    seen: list[frozenset[str]] = []

    def fit(some: Sequence[Case], _embedder: str) -> Calibration:
        seen.append(frozenset(case.group for case in some))
        return len(seen) - 1  # type: ignore[return-value]

    made = [Case("scifact", group, {}, Label.NONE, False, False) for group in told]
    asked = [*(frozenset((group,)) for group in told), other]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(held_out, "calibration", fit)
        held = HeldOut(made, "fake")
        for groups in (*asked, *asked):
            assert not seen[held.calibration(groups)] & groups  # type: ignore[call-overload]
        unknown = held.calibration(frozenset(("elsewhere",)))
    assert seen[unknown] == frozenset(told)  # type: ignore[call-overload]
    folds = {frozenset(map(fold_of, groups & set(told))) for groups in asked}
    assert len(seen) == len(folds | {frozenset()})


def test_a_fold_is_predicted_by_a_fit_that_has_not_seen_it() -> None:
    """Changing the labels of one fold changes no prediction of that fold."""
    told = cases()
    fold = fold_of(told[0].group)
    here = np.array([fold_of(each.group) == fold for each in told])
    lied = [
        Case(c.name, c.group, c.features, c.label, not c.evident, not c.supported) if inside else c
        for c, inside in zip(told, here, strict=True)
    ]
    honest, misled = cross_validated(told, "fake"), cross_validated(lied, "fake")
    assert here.any()
    assert honest.support[here] == pytest.approx(misled.support[here])
    assert honest.support[~here] != pytest.approx(misled.support[~here])


def _rows(
    fitted: dict[str, list[Example]], asked: dict[str, list[Example]]
) -> dict[tuple[str, str], Row]:
    def progress(_name: str) -> Callable[[int, int], None]:
        return lambda _done, _total: None

    rule = held_out_rule(fitted, asked, FakeEmbedder(), progress, cache=False).unwrap()
    asking = Asking(Settings(), FakeEmbedder(), cache=False, rule=rule)
    return {
        row.key: row
        for name, some in asked.items()
        for row in asking.ask(name, some, progress(name)).unwrap().rows
    }


def test_what_is_said_of_a_document_does_not_decide_about_it() -> None:
    """With real fits, lies about a fold's documents leave its verdicts as they are, in every set.

    The other set has the same papers by other names; a third has papers of which no case is.
    """
    honest = examples()
    renamed = [
        evolve(each, document=evolve(each.document, source=f"B{at}"), group=f"B{at}")
        for at, each in enumerate(honest)
    ]
    strange = [
        evolve(each, document=Document(f"Anew. {each.document.text}", f"C{at}", ""), group=f"C{at}")
        for at, each in enumerate(honest[:9])
    ]
    fold = fold_of(honest[0].group)
    turned = {Label.SUPPORTED: Label.NONE, Label.NONE: Label.SUPPORTED}
    lied = [
        evolve(each, label=turned.get(each.label, each.label))
        if fold_of(each.group) == fold
        else each
        for each in honest
    ]
    asked = {"scifact": honest, "renamed": renamed, "strange": strange}
    told = _rows({"scifact": honest}, asked)
    misled = _rows({"scifact": lied}, asked)
    moved = dict.fromkeys(asked, 0)
    for name, some in asked.items():
        for at, each in enumerate(some):
            same = told[name, each.id].score == misled[name, each.id].score
            moved[name] += not same
            if name != "strange" and fold_of(honest[at].group) == fold:
                assert same
    assert all(moved.values())
    assert all(row.evidence is not None for row in told.values())


def test_a_document_is_known_again_by_another_name_and_in_a_later_set() -> None:
    """A wrong paper's pair is of the paper cited, and the same text is of the first's group."""
    bees, ants = (Document(f"{name} fly in May. They rest.", name, "") for name in ("Bees", "Ants"))
    again = evolve(bees, source="17", text="BEES  fly in May – they rest.")
    documents = Documents()
    first = [Example(each.source, "c", each, Label.NONE, each.source) for each in (bees, ants)]
    wrong = Example("wrong", "c", ants, Label.NONE, "Bees")
    assert documents.groups_of([*first, wrong]) == ["Bees", "Ants", "Bees"]
    later = [Example("1", "c", again, Label.NONE, "17"), Example("2", "c", ants, Label.NONE, "17")]
    assert documents.groups_of(later) == ["Bees", "Bees"]


def test_near_misses_are_in_the_fold_of_the_paper_that_they_are_made_of() -> None:
    """In the sets of bench calibrate a paper is of one group; articles of WiCE are shared, too."""
    loaded = load_sets(DEFAULT_SETS, data_folder(), "train").unwrap()
    documents = Documents()
    groups = {name: documents.groups_of(some) for name, some in loaded.items()}
    of: dict[str, set[str]] = {}
    for name, some in loaded.items():
        for each, group in zip(some, groups[name], strict=True):
            if each.kind != "wrong":
                of.setdefault(each.document.text, set()).add(group)
    assert {len(each) for each in of.values()} == {1}
    assert set(groups["near_misses"]) <= {*groups["scifact"], *groups["clscisumm"]}
    assert set(groups["near_misses_said"]) <= set(groups["scifact"])
    assert len(set(groups["wice"])) < len(loaded["wice"])
