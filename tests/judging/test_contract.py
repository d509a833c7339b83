"""What every judge does, asked of the fake, of the real one on both servers, and of the cache."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.fakes import FakeJudge, FakeOllama
from vera.core.ports import Asked, Judge, Opinion
from vera.verification.index.cached_judge import CachedJudge
from vera.verification.index.sqlite import open_store
from vera.verification.judging.ollama import connect

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import RunningOllama

EVIDENCE = "Bees sleep at night, and so do wasps."


class JudgeContract:
    """Subclassed with a fixture `judge`, and `yes` and `no`: claims that get these opinions."""

    yes = "Bees sleep at night."
    no = "Ants sleep at night!"

    def test_opinions_come_in_order(self, judge: Judge) -> None:
        """Each pair has its own opinion, in the order in which it was asked."""
        claims = [self.yes, self.no, self.no, self.yes] * 6
        said = judge.judge([Asked(claim, EVIDENCE) for claim in claims]).unwrap()
        expected = {self.yes: Opinion.YES, self.no: Opinion.NO}
        assert list(said) == [expected[claim] for claim in claims]

    def test_nothing_asked(self, judge: Judge) -> None:
        """No pair, no opinion, no error."""
        assert list(judge.judge([]).unwrap()) == []

    def test_any_text(self, judge: Judge) -> None:
        """Odd letters, braces, half a surrogate pair and no text at all are asked about, too."""
        odd = ["{claim} {document}", "naïve ½ 🐝", "\ud800 x", "", "Claim: a\nDocument: b"]
        said = judge.judge([Asked(text, text) for text in odd]).unwrap()
        assert len(said) == len(odd)

    def test_it_is_named(self, judge: Judge) -> None:
        """A judge has a name for people and a fingerprint for the cache."""
        assert judge.info.name
        assert judge.info.fingerprint


class TestFake(JudgeContract):
    """The fake."""

    @pytest.fixture
    def judge(self) -> Judge:
        """A judge by words."""
        return FakeJudge()


class TestFakeServer(JudgeContract):
    """A model of the fake server."""

    @pytest.fixture
    def judge(self) -> Iterator[Judge]:
        """A model that answers MiniCheck's prompt."""
        with FakeOllama("bespoke-minicheck:latest") as server:
            yield connect("bespoke-minicheck", host=server.host).unwrap()


class TestRealServer(JudgeContract):
    """A model of the real server, which answers by the claim's last mark."""

    @pytest.fixture
    def judge(self, ollama_server: RunningOllama, ollama_judge: str) -> Judge:
        """The tests' own model."""
        return connect(ollama_judge, host=ollama_server.host).unwrap()


class TestCached(JudgeContract):
    """A judge whose opinions are kept."""

    @pytest.fixture
    def judge(self, tmp_path: Path) -> Judge:
        """The fake, remembered on disk."""
        return CachedJudge(FakeJudge(), open_store(tmp_path / "cache.sqlite").unwrap())
