"""Learning from pairs, in passes, each at rates of its own; a run that was ended goes on."""

from __future__ import annotations

import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import TYPE_CHECKING, Any

from attrs import frozen

from vera.bench.train.network import Read

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from vera.bench.train.network import Network

BATCH, POOL = 32, 300
"""Pairs that are learned from at once, at least; evidences among which like lengths are sought."""
WARM_UP, DECAY, CLIP = 60, 0.01, 1.0
"""Batches until the highest rate; the decay of weights; the longest step."""
KEEP_EVERY = 100
"""Batches."""
_SEED = 0
_WORKERS = 2
"""Each has a half of a batch and a thread of its own: 1.6 times as fast as one with two threads."""


@frozen
class Pass:
    """Pairs that are learned from once, at a rate that falls evenly from `highest` to `lowest`."""

    pairs: Sequence[Read]
    highest: float
    lowest: float


def batches(pairs: Sequence[Read], chance: random.Random) -> Iterator[list[Read]]:
    """Pairs of like lengths together, and all kin."""
    kin: dict[str, list[Read]] = {}
    for pair in pairs:
        kin.setdefault(pair.kin, []).append(pair)
    groups = list(kin.values())
    chance.shuffle(groups)
    made: list[list[Read]] = []
    for start in range(0, len(groups), POOL):
        batch: list[Read] = []
        for group in sorted(groups[start : start + POOL], key=_longest):
            batch += group
            if len(batch) >= BATCH - 2:
                made.append(batch)
                batch = []
        if batch:
            made.append(batch)
    chance.shuffle(made)
    yield from made


def _longest(group: Sequence[Read]) -> int:
    return max(len(pair.ids) for pair in group)


def learn(
    network: Network, passes: Sequence[Pass], kept: Path, progress: Callable[[int, int], None]
) -> None:
    """Learn from all passes in turn; `progress` is told batches done, of how many.

    The state lies in `kept` every now and then, and is taken up from there.
    """
    torch: Any = import_module("torch")
    torch.set_num_threads(1)
    chance = random.Random(_SEED)  # noqa: S311 - no secret
    steps = [step for each in passes for step in _steps(each, chance)]
    optimizer = torch.optim.AdamW(network.free.values(), 0.0, weight_decay=DECAY, foreach=True)
    done = 0
    if kept.exists():
        state = torch.load(kept)
        done = state["done"]
        optimizer.load_state_dict(state["optimizer"])
        with torch.no_grad():
            for name, tensor in network.free.items():
                tensor.copy_(state["weights"][name])
    with ThreadPoolExecutor(_WORKERS) as pool:
        for at in range(done, len(steps)):
            batch, rate = steps[at]
            for group in optimizer.param_groups:
                group["lr"] = rate * min(1, (at + 1) / WARM_UP)
            optimizer.zero_grad()
            shares = _shares(batch)

            def backward(share: list[Read], of: int = len(batch)) -> None:
                (network.loss(share) * (len(share) / of)).backward()

            list(pool.map(backward, shares))
            torch.nn.utils.clip_grad_norm_(network.free.values(), CLIP)
            optimizer.step()
            progress(at + 1, len(steps))
            if (at + 1) % KEEP_EVERY == 0 or at + 1 == len(steps):
                state = {
                    "done": at + 1,
                    "optimizer": optimizer.state_dict(),
                    "weights": dict(network.free),
                }
                part = kept.with_suffix(".part")
                torch.save(state, part)
                part.replace(kept)


def _steps(each: Pass, chance: random.Random) -> list[tuple[list[Read], float]]:
    made = list(batches(each.pairs, chance))
    fall = (each.highest - each.lowest) / max(1, len(made))
    return [(batch, each.highest - fall * at) for at, batch in enumerate(made)]


def _shares(batch: Sequence[Read]) -> list[list[Read]]:
    """A batch in parts that take like times; kin stay together."""
    kin: dict[str, list[Read]] = {}
    for pair in batch:
        kin.setdefault(pair.kin, []).append(pair)
    shares: list[list[Read]] = [[] for _ in range(_WORKERS)]
    tokens = [0] * _WORKERS
    for group in sorted(kin.values(), key=lambda some: -sum(len(pair.ids) for pair in some)):
        least = tokens.index(min(tokens))
        shares[least] += group
        tokens[least] += sum(len(pair.ids) for pair in group)
    return [share for share in shares if share]
