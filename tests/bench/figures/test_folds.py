"""vera.bench.figures.folds: thresholds that no claim chose for itself."""

from __future__ import annotations

import numpy as np

from vera.bench.figures.folds import labels_by_folds

LABELS = np.array(["supported", "contradicted", "none"] * 20)
GROUPS = [str(at // 3) for at in range(60)]


def test_scores_that_tell_the_labels_apart_give_them_back() -> None:
    """Wherever the scores of the other folds part, those of the fold itself are parted."""
    supported = np.tile([0.4, 0.1, 0.1], 20)
    denied = np.tile([0.3, 0.3, 0.05], 20)
    assert labels_by_folds(LABELS, supported, denied, GROUPS).tolist() == LABELS.tolist()


def test_a_claim_does_not_choose_its_own_threshold() -> None:
    """Another label for the claims of one group leaves what is said of them as it was."""
    random = np.random.default_rng(7)
    supported, denied = random.random(60), random.random(60)
    said = labels_by_folds(LABELS, supported, denied, GROUPS)
    turned = LABELS.copy()
    turned[:3] = "none"
    assert labels_by_folds(turned, supported, denied, GROUPS)[:3].tolist() == said[:3].tolist()


def test_with_one_group_nothing_can_be_fitted() -> None:
    """All claims of one paper are one fold: nothing is said to be supported or denied."""
    said = labels_by_folds(LABELS, np.ones(60), np.ones(60), ["paper"] * 60)
    assert set(said.tolist()) == {"none"}
