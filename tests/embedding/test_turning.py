"""A server that turns bad after it was tried is caught before its vectors are used."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.embedding.turning import SWAPS, TURNS, TurningOllama
from tests.fakes import FakeOllama
from vera.core.errors import Distrusted, EmbeddingFault
from vera.core.ports import Role
from vera.core.result import failed
from vera.verification.embedding.ollama import connect
from vera.verification.embedding.ollama_sentinels import Sentinels

if TYPE_CHECKING:
    from pathlib import Path

    from tests.embedding.turning import Turn
    from vera.core.errors import Error
    from vera.core.ports import Matrix

_TEXTS = [f"{word} number {n} is here" for n in range(23) for word in ("bee", "wasp", "ant")]
_CLAIMS = ["a claim", "another of them"]
_CONNECTING = 3  # answers with vectors that a connect asks for, the refused long texts aside


def _run(server: FakeOllama) -> tuple[list[Matrix], Error | None]:
    """The vectors of a paper, of one claim and of two, as far as they came, and the error."""
    connected = connect("fake", server.host, sleep=lambda _: None)
    if failed(connected):
        return [], connected.failure()
    made: list[Matrix] = []
    calls = ((_TEXTS, Role.PASSAGE), (_CLAIMS[:1], Role.QUERY), (_CLAIMS, Role.QUERY))
    for texts, role in calls:
        rows = connected.unwrap().embed(texts, role)
        if failed(rows):
            return made, rows.failure()
        made.append(rows.unwrap())
    return made, None


@pytest.fixture(scope="module")
def sound() -> list[Matrix]:
    """What a sound server gives."""
    with FakeOllama() as server:
        return _run(server)[0]


@pytest.fixture(scope="module")
def answers() -> int:
    """How many answers with vectors a sound run takes."""
    with TurningOllama(lambda rows, _: rows, 1) as server:
        _run(server)
        return server.answered


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
@pytest.mark.parametrize("after", [1, 2, 3, 4, 5, 6, 8, 10, -1])
def test_caught(after: int, turn: Turn, sound: list[Matrix], answers: int) -> None:
    """From whichever answer on it is bad, that is an error, and no vector of it was given."""
    after = after if after > 0 else answers
    with TurningOllama(turn, after) as server:
        made, error = _run(server)
    if error is None:  # it changed nothing: in few texts, or in the one that is asked for again
        assert turn is TURNS["by place, 7"] or after == answers
        assert len(made) == 3
    else:
        assert isinstance(error, EmbeddingFault)
    for rows, expected in zip(made, sound, strict=False):
        assert (np.sum(rows * expected, axis=1) > 0.999).all()


@pytest.mark.parametrize("turn", [*TURNS.values(), *SWAPS.values()], ids=[*TURNS, *SWAPS])
def test_a_claim_alone(turn: Turn) -> None:
    """The vector of a single claim is its own, or there is none: nothing is left to chance."""
    for _ in range(12):
        with TurningOllama(turn, 10**6) as server:
            embedder = connect("fake", server.host).unwrap()
            before = embedder.embed(_CLAIMS[:1], Role.QUERY).unwrap()
            server.after = 0
            after = embedder.embed(_CLAIMS[:1], Role.QUERY)
        if failed(after):
            assert isinstance(after.failure(), Distrusted)
        else:
            assert before[0] @ after.unwrap()[0] > 0.999


@pytest.mark.parametrize("turn", SWAPS.values(), ids=SWAPS)
def test_swaps(turn: Turn) -> None:
    """Two vectors swapped in every answer are caught in a long paper: a sixth of the batches tell.

    The chance that 60 batches pass is 1 in 50,000.
    """
    texts = [f"word {n} here" for n in range(60 * 32)]
    with TurningOllama(turn, 10**6) as server:
        embedder = connect("fake", server.host).unwrap()
        server.after = 0
        assert isinstance(embedder.embed(texts, Role.PASSAGE).failure(), Distrusted)


def test_no_way_back() -> None:
    """A server that was caught is not asked again, though it may be well by then."""
    with TurningOllama(TURNS["reversed"], 10**6) as server:
        embedder = connect("fake", server.host).unwrap()
        server.after = 0
        error = embedder.embed(_TEXTS, Role.PASSAGE).failure()
        server.after = 10**6
        count = len(server.requests)
        assert embedder.embed(_CLAIMS, Role.QUERY).failure() is error
        assert len(server.requests) == count


def _sentinels(count: int = 12) -> Sentinels:
    words = tuple(f"w{n}" for n in range(count))
    rows = np.eye(count, 64, dtype=np.float32)
    return Sentinels("fake", words, rows)


_MANY = settings(max_examples=300, deadline=None)


class TestSentinels:
    """What they show, with certainty."""

    @given(count=st.integers(1, 40), by=st.integers(1, 100), turned=st.booleans())
    @_MANY
    def test_turned_or_rotated(self, count: int, by: int, turned: bool) -> None:
        """An answer that is turned round or moved on by any number of places is always caught."""
        known = _sentinels()
        mixed = known.among([f"text {n}" for n in range(count)])
        rows = np.zeros((count + 3, 64), dtype=np.float32)
        rows[list(mixed.own), np.arange(count) % 50 + 12] = 1
        for place, number in mixed.known:
            rows[place] = known.rows[number]
        assert np.array_equal(known.checked(mixed, rows).unwrap(), rows[list(mixed.own)])
        moved = rows[::-1] if turned else np.roll(rows, by % (count + 2) + 1, axis=0)
        assert isinstance(known.checked(mixed, moved).failure(), Distrusted)

    @given(texts=st.lists(st.text(max_size=3), max_size=40))
    @_MANY
    def test_among(self, texts: list[str]) -> None:
        """All texts are sent, each once, and the places told are theirs."""
        known = _sentinels()
        mixed = known.among(texts)
        assert [mixed.texts[at] for at in mixed.own] == texts
        numbers = [number for _, number in mixed.known]
        assert len(set(numbers)) == 2
        assert [mixed.texts[at] for at, _ in mixed.known] == [known.words[n] for n in numbers]
        places = [*mixed.own, *(at for at, _ in mixed.known)]
        assert sorted(places) == list(range(len(texts) + 3))

    def test_places_change(self) -> None:
        """They stand now here, now there."""
        known = _sentinels()
        seen = {known.among(["a"] * 32).known for _ in range(20)}
        assert len(seen) > 15


_PAPER = "".join(
    f"The {thing} of sample {n} was {n * 7 % 90} grams after drying.\n\n"
    for n in range(40)
    for thing in ("mass", "weight")
)


@pytest.mark.parametrize("turn", ["one vector", "two by turns", "reversed"])
@pytest.mark.parametrize("later", [0, 1, 2])
def test_the_program(turn: str, later: int, tmp_path: Path) -> None:
    """No claim is grounded by a server that turned bad: exit 4, an error that says so, no cache."""
    claims = "Bees sleep at night.\nThe mass of sample 3 was 21 grams after drying.\n"
    (tmp_path / "claims.txt").write_text(claims, "utf-8")
    (tmp_path / "paper.txt").write_text(_PAPER, "utf-8")
    command = [sys.executable, "-m", "vera.verify", "claims.txt", "paper.txt", "--format", "json"]
    command += ["--embedder", "ollama:fake"]

    def run(server: FakeOllama) -> subprocess.CompletedProcess[str]:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(tmp_path),
            "OLLAMA_HOST": server.host,
            "VERA_CACHE_DIR": str(tmp_path / "cache"),
        }
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    with TurningOllama(TURNS[turn], _CONNECTING + 1 + later) as server:
        bad = run(server)
    assert bad.returncode == 4, bad.stdout
    assert '"grounded"' not in bad.stdout
    assert "fake: " in bad.stderr
    with FakeOllama() as sound:
        good = run(sound)
    asked = sum(map(len, sound.sent()))
    assert asked > 80, "what the bad server gave was kept"
    told = [claim["status"] for claim in json.loads(good.stdout)["claims"]]
    assert told == ["unsupported", "grounded"]
