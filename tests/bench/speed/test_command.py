"""Speed: stages add up, ratios are of work timed in turn, and the real command measures a paper."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vera.bench.speed.command import speed
from vera.bench.speed.pairs import Pairs, Spent, alternated
from vera.bench.speed.passes import bare, feeds_of, passes
from vera.bench.speed.process import Ran
from vera.bench.speed.runs import Runs, Size, Traced
from vera.bench.speed.tables import as_json, shown_stages
from vera.bench.speed.watch import REST, STAGES, Watch
from vera.core.ports import Role
from vera.verification.embedding.minilm import load_minilm
from vera.verification.report.exit_codes import UNREADABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

_PAPER = "Bees sleep at night. A wasp does not sleep at all. The hive held 40 bees in May."
_CLAIMS = "Bees sleep at night.\nThe hive held 90 bees in May.\n"


class _Time:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds

    def spent(self) -> Spent:
        """The same for a processor."""
        return Spent(self.seconds, self.seconds)

    def work(self, seconds: float) -> Callable[[], None]:
        """Work that takes so long."""

        def run() -> None:
            self.seconds += seconds

        return run


@given(st.recursive(st.lists(st.integers(0, 9)), st.lists, max_leaves=20))
def test_stages_add_up_to_the_whole(tree: object) -> None:
    """However stages interrupt each other, every moment is counted once."""
    time = _Time()
    watch = Watch(time)
    names = list(STAGES)
    expected = dict.fromkeys(names, 0.0)

    def walk(node: object, depth: int) -> None:
        stage = names[depth % len(names)]
        with watch.within(stage):
            for child in node if isinstance(node, list) else [node]:
                if isinstance(child, int):
                    time.seconds += child
                    expected[stage] += child
                else:
                    walk(child, depth + 1)

    time.seconds += 1
    walk(tree, 0)
    assert watch.stop() == sum(watch.seconds.values()) == time.seconds
    assert watch.seconds == expected | {REST: expected[REST] + 1}


def test_waiting_for_items_is_counted_and_their_use_is_not() -> None:
    """A stage that yields is charged for what it does itself."""
    time = _Time()
    watch = Watch(time)

    def items() -> Iterator[int]:
        for item in range(3):
            time.seconds += 2
            yield item
        time.seconds += 1

    for _ in watch.each("read", items()):
        time.seconds += 10
    assert watch.stop() == 37
    assert watch.seconds["read"] == 7


def test_a_stage_that_fails_is_left() -> None:
    """An exception ends the stage that it leaves."""
    time = _Time()
    watch = Watch(time)

    def fail() -> None:
        time.seconds += 1
        raise LookupError

    with pytest.raises(LookupError):
        watch.timed("find", fail)()
    time.seconds += 2
    watch.stop()
    assert (watch.seconds["find"], watch.seconds[REST]) == (1, 2)


@given(st.floats(0.001, 10), st.floats(0.001, 10), st.integers(1, 5))
def test_ratios_are_of_the_work(ours: float, reference: float, rounds: int) -> None:
    """Work of known lengths has the ratio of its lengths, however often it is repeated."""
    time = _Time()
    pairs = alternated(time.work(ours), time.work(reference), rounds, time.spent)
    assert len(pairs.ours) == len(pairs.reference) == rounds
    for ratio in (pairs.processor, pairs.median):
        assert ratio == pytest.approx(ours / reference)
    assert pairs.quiet


def test_noise_does_not_move_the_least() -> None:
    """Rounds that something else slowed down count for nothing, and a busy machine is noticed."""
    pairs = Pairs(
        (Spent(2, 2), Spent(9, 2.5), Spent(8, 2.1)), (Spent(1, 1), Spent(3, 1), Spent(7, 1.1))
    )
    assert (pairs.waiting, pairs.processor, pairs.median) == (1, 2, 2)
    assert not pairs.quiet


def _runs(seconds: Sequence[float], each: float) -> Runs:
    stages = dict.fromkeys(STAGES, each)
    return Runs(
        tuple(Ran(0, spent, 2 * spent, 100 + at) for at, spent in enumerate(seconds)),
        tuple(
            Traced({**stages, REST: spent}, spent + each * (len(STAGES) - 1), 500)
            for spent in seconds
        ),
    )


def test_the_table_shows_one_run_with_its_sum() -> None:
    """The stages are those of the run in the middle, with the rest, and add up to the sum shown."""
    size = Size(2, _runs([3, 1, 2], 0.5), _runs([1], 0.25))
    lines = {line[:25].strip(): line[25:].split() for line in shown_stages([size]).splitlines()}
    assert set(STAGES) < set(lines)
    for column, whole in ((0, 7.5), (1, 3.75)):
        assert sum(float(lines[stage][column]) for stage in STAGES) == whole
        assert float(lines["sum of the stages"][column]) == whole
    assert lines["without the watch"] == ["2.000", "1.000"]
    assert lines["processors"] == ["4.000", "2.000"]
    assert lines["a paper"] == ["1.000", "0.500"]
    assert lines["sentences"] == ["500", "500"]
    assert lines["processor ms a sentence"] == ["8.00", "4.00"]
    assert lines["peak memory, MB"] == ["102", "100"]
    assert lines["runs"] == ["3", "1"]
    said = as_json([size], None)["sizes"][0]["cold"]
    assert sum(said["stages"].values()) == said["sum of the stages"]


def test_bare_passes_run_the_batches_of_the_embedder() -> None:
    """What is recorded is what the model was given, and the embedder is left as it was."""
    embedder = load_minilm().unwrap()
    texts = ["Bees sleep.", "A wasp does not sleep at all, whatever it is told."] * 40
    feeds = feeds_of(embedder, texts).unwrap()
    assert sum(len(feed["input_ids"]) for feed in feeds) == len(texts)
    assert len(feeds) > 1
    passes(bare(embedder, threads=1), feeds)()
    again = feeds_of(embedder, texts).unwrap()
    assert len(again) == len(feeds)
    assert len(embedder.embed(texts, Role.PASSAGE).unwrap()) == len(texts)


def _bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "vera.bench", "speed", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def test_the_command_measures_the_program_as_it_is(tmp_path: Path) -> None:
    """A folder of one paper: every stage is seen, stages add up, warm embeds nothing."""
    folder, claims, output = tmp_path / "papers", tmp_path / "claims.txt", tmp_path / "speed.json"
    folder.mkdir()
    (folder / "bees.txt").write_text(_PAPER, "utf-8")
    (folder / ".hidden").write_text("no paper", "utf-8")
    claims.write_text(_CLAIMS, "utf-8")
    ran = _bench(str(claims), str(folder), "--runs", "1", "--json", str(output))
    assert ran.returncode == 0, ran.stderr
    assert "rest" in ran.stdout
    assert "bare passes" in ran.stdout
    assert "growth" in ran.stderr
    said = json.loads(output.read_text("utf-8"))
    assert [size["papers"] for size in said["sizes"]] == [1]
    for how in ("cold", "warm"):
        run = said["sizes"][0][how]
        assert sum(run["stages"].values()) == pytest.approx(run["sum of the stages"])
        assert all(run["stages"][stage] > 0 for stage in STAGES)
        assert run["peak MB"] > 10
        assert run["sentences"] == 3
        assert run["processor seconds"] > 0
    assert said["embedding"]["texts"] == 3


def test_a_paper_that_cannot_be_read_stops_the_measuring(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """What verify could not do is no speed: nothing is shown, and it is said which paper."""
    claims, paper = tmp_path / "claims.txt", tmp_path / "empty.txt"
    claims.write_text(_CLAIMS, "utf-8")
    paper.write_text("", "utf-8")
    assert speed(claims, [paper], "minilm", 1, None) == UNREADABLE
    shown = capfd.readouterr()
    assert not shown.out
    assert "empty.txt" in shown.err
    assert "exit code 3" in shown.err


def test_a_folder_without_a_file_is_a_usage_error(tmp_path: Path) -> None:
    """There is nothing to measure."""
    claims, folder = tmp_path / "claims.txt", tmp_path / "none"
    claims.write_text(_CLAIMS, "utf-8")
    folder.mkdir()
    ran = _bench(str(claims), str(folder))
    assert ran.returncode == 2
    assert "no file" in ran.stderr
