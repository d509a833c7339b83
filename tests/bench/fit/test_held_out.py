"""A claim is judged by a calibration fitted without its documents, whatever their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

pytest.importorskip("scipy", reason="the extra bench is not installed")

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from tests.bench.fit.test_command import examples
from tests.bench.fit.test_models import cases
from tests.data import data_folder
from tests.fakes import FakeEmbedder
from vera.bench.evaluate.evaluator import Evaluator
from vera.bench.fit import held_out
from vera.bench.fit.command import DEFAULT_SETS
from vera.bench.fit.held_out import HeldOut, cross_validated, fold_of, held_out_rule
from vera.bench.fit.models import Case
from vera.bench.sets.documents import Documents
from vera.bench.sets.known import Example, Label
from vera.bench.sets.loading import load_sets
from vera.bench.sets.pair_sets import PAIR_SETS
from vera.core.document import Document
from vera.core.settings import Settings
from vera.verification.calibration.models import Calibration, Curve, Logistic

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from vera.bench.figures.rows import Row

_GROUPS = st.sampled_from([f"paper {at}" for at in range(12)])


_NOTHING = Logistic(0.0, {}, {}, {})


@given(st.lists(_GROUPS, min_size=1, max_size=12), st.frozensets(_GROUPS, min_size=1, max_size=2))
def test_of_one_source_no_fit_has_seen_a_group(told: list[str], other: frozenset[str]) -> None:
    """Whatever groups claims are of, no case fitted is of theirs, and no fit is made twice."""
    seen: list[frozenset[str]] = []

    def fit(some: Sequence[Case], _embedder: str) -> Calibration:
        seen.append(frozenset(case.group for case in some))
        curve, about = Curve(1.0, 1.0, 0.0), {"fit": len(seen) - 1}
        return Calibration("fake", _NOTHING, _NOTHING, curve, _NOTHING, 1.0, about)

    def fitted(groups: frozenset[str]) -> frozenset[str]:
        return seen[int(held.calibration(groups).about["fit"])]

    made = [Case("scifact", group, {}, Label.NONE, False, False) for group in told]
    asked = [*(frozenset((group,)) for group in told), other]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(held_out, "calibration", fit)
        held = HeldOut(made, "fake")
        for groups in (*asked, *asked):
            assert not fitted(groups) & groups
        assert fitted(frozenset(("elsewhere",))) == frozenset(told)
    folds = {frozenset(map(fold_of, groups & set(told))) for groups in asked}
    assert len(seen) == len(folds | {frozenset()})


def test_a_source_is_left_out_with_all_that_share_a_document_with_it() -> None:
    """Of three sets of which two share a document, those two are fitted on the third alone."""
    seen: list[frozenset[str]] = []

    def fit(some: Sequence[Case], _embedder: str) -> Calibration:
        seen.append(frozenset(case.name for case in some))
        curve, about = Curve(1.0, 1.0, 0.0), {"fit": len(seen) - 1}
        return Calibration("fake", _NOTHING, _NOTHING, curve, _NOTHING, 1.0, about)

    of = (("one", "1"), ("one", "shared"), ("two", "shared"), ("two", "2"), ("three", "3"))
    made = [Case(name, group, {}, Label.NONE, False, False) for name, group in of]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(held_out, "calibration", fit)
        held = HeldOut(made, "fake")
        told = {group: seen[held.calibration(frozenset((group,))).about["fit"]] for _, group in of}
    assert told == {
        "1": {"three"}, "shared": {"three"}, "2": {"three"}, "3": {"one", "two"},
    }  # fmt: skip


def test_a_fold_is_predicted_by_a_fit_that_has_not_seen_it() -> None:
    """Changing the labels of one fold changes no prediction of that fold."""
    told = cases()
    fold = fold_of(told[0].group)
    here = np.array([fold_of(each.group) == fold for each in told])
    lied = [
        Case(c.name, c.group, c.features, c.label, not c.evident, not c.supported) if inside else c
        for c, inside in zip(told, here, strict=True)
    ]
    honest, misled = (
        cross_validated(told, HeldOut(told, "fake")),
        cross_validated(lied, HeldOut(lied, "fake")),
    )
    assert here.any()
    assert honest.support[here] == pytest.approx(misled.support[here])
    assert honest.support[~here] != pytest.approx(misled.support[~here])


def _rows(
    fitted: dict[str, list[Example]], asked: dict[str, list[Example]]
) -> dict[tuple[str, str], Row]:
    def progress(_name: str) -> Callable[[int, int], None]:
        return lambda _done, _total: None

    rule = held_out_rule(fitted, asked, FakeEmbedder(), progress, cache=True).unwrap()
    evaluator = Evaluator(Settings(), FakeEmbedder(), cache=True, rule=rule)
    return {
        row.key: row
        for name, some in asked.items()
        for row in evaluator.ask(name, some, progress(name)).unwrap().rows
    }


def test_what_is_said_of_a_document_does_not_decide_about_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With real fits, lies about a fold's documents leave its verdicts as they are, in every set.

    The other set has the same papers by other names, and marks in the claims; a third has papers of
    which no case is.
    """
    monkeypatch.setenv("VERA_CACHE_DIR", str(tmp_path))  # what both readings have is read once
    honest = examples()
    renamed = [
        evolve(
            each,
            claim=f"{each.claim.rstrip('.')} [3].",
            document=evolve(each.document, source=f"B{at}"),
            group=f"B{at}",
        )
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
    """In the sets that are fitted on a paper is of one group; articles of WiCE are shared, too."""
    every = load_sets(DEFAULT_SETS, data_folder(), "train").unwrap()
    loaded = {name: some for name, some in every.items() if name not in PAIR_SETS}
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
