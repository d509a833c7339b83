"""What every embedder must pass. A module of tests subclasses it and gives the fixture."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vera.core.errors import InvalidInput, TextTooLong
from vera.core.ports import Role
from vera.core.result import failed

if TYPE_CHECKING:
    from vera.core.ports import Embedder, Matrix

TEXTS = (
    "The model achieves 95% accuracy on MNIST.",
    "Accuracy on MNIST is 95 percent.",
    "Rain fell on the hills all night.",
    "short",
    "Ein naïver Café-Besitzer in Zürich — “Größe” ≥ 3 µm, p < 0.05.",
    "模型的准确率 🎉",
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen",
)
_ONE_BY_ONE = settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.differing_executors],
)


def rows_of(embedder: Embedder, texts: list[str], role: Role = Role.PASSAGE) -> Matrix:
    """The vectors, where there must be some."""
    result = embedder.embed(texts, role)
    assert not failed(result), result
    return result.unwrap()


def longer_than(embedder: Embedder, tail: str = "") -> str:
    """A text that is surely longer than the embedder's model reads."""
    words = embedder.info.max_tokens or pytest.skip("the embedder does not say how much it reads")
    return "The cat sat on the mat. " * (words // 5) + tail


class EmbedderContract:
    """The tests; they need a fixture `embedder`."""

    def test_it_says_what_it_is(self, embedder: Embedder) -> None:
        """An embedder has a name, a model, a fingerprint and a dimension."""
        info = embedder.info
        assert info.name
        assert info.model
        assert info.fingerprint
        assert info.dimension > 0
        assert info.max_tokens >= 0

    @pytest.mark.parametrize("role", Role)
    def test_rows(self, embedder: Embedder, role: Role) -> None:
        """There is one read-only float32 row of length 1 for each text."""
        rows = rows_of(embedder, list(TEXTS), role)
        assert rows.shape == (len(TEXTS), embedder.info.dimension)
        assert rows.dtype == np.float32
        assert not rows.flags.writeable
        assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)

    def test_no_texts(self, embedder: Embedder) -> None:
        """No texts have no rows."""
        assert rows_of(embedder, []).shape == (0, embedder.info.dimension)

    def test_meaning(self, embedder: Embedder) -> None:
        """A text is nearer to one that shares its subject than to one that does not."""
        rows = rows_of(embedder, list(TEXTS[:3]))
        assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.1

    @given(order=st.permutations(range(len(TEXTS))))
    @_ONE_BY_ONE
    def test_order(self, embedder: Embedder, order: list[int]) -> None:
        """A text's vector depends neither on its place nor on its neighbours."""
        rows = rows_of(embedder, list(TEXTS))
        again = rows_of(embedder, [TEXTS[at] for at in order])
        assert (np.sum(rows[order] * again, axis=1) > 0.999).all()

    def test_alone(self, embedder: Embedder) -> None:
        """A text alone has the vector that it has among others."""
        rows = rows_of(embedder, list(TEXTS))
        for text, row in zip(TEXTS, rows, strict=True):
            assert rows_of(embedder, [text])[0] @ row > 0.999

    def test_many(self, embedder: Embedder) -> None:
        """More texts than fit one batch come out in order."""
        texts = [f"{TEXTS[n % 3]} It is remark {n}." for n in range(100)]
        rows = rows_of(embedder, texts)
        assert rows_of(embedder, texts[57:58])[0] @ rows[57] > 0.999
        assert len(np.unique(rows.round(4), axis=0)) == 100

    @pytest.mark.parametrize(
        "pair",
        [("REPLACE SUMP PUMP", "CREATE A SPREADSHEET"), ("sarcoïdose", "ostéoporose")],
    )
    def test_capitals_and_accents(self, embedder: Embedder, pair: tuple[str, str]) -> None:
        """Capitals and accents do not make different texts the same."""
        one, other = rows_of(embedder, list(pair))
        assert one @ other < 0.9

    @pytest.mark.parametrize("blank", ["", " ", "\n\t\u00a0"])
    def test_blank(self, embedder: Embedder, blank: str) -> None:
        """A blank text is invalid input, and the error names it."""
        error = embedder.embed(["one", "two", blank, "four", blank], Role.QUERY).failure()
        assert isinstance(error, InvalidInput)
        assert ["2" in problem.field for problem in error.problems] == [True, False]
        assert "4" in error.problems[1].field

    def test_long_query(self, embedder: Embedder) -> None:
        """A query that is longer than the model reads is an error that names it."""
        error = embedder.embed(["short", longer_than(embedder), "more"], Role.QUERY).failure()
        assert isinstance(error, TextTooLong)
        assert error.index == 1

    def test_long_passage(self, embedder: Embedder) -> None:
        """The end of a passage that is longer than the model reads counts as the rest does."""
        tails = ["Rain fell on the hills. " * 30, "A model achieves accuracy on MNIST. " * 30]
        passages = [longer_than(embedder, tail) for tail in tails]
        rows = rows_of(embedder, [passages[0], "between", passages[1]])
        ends = rows_of(embedder, tails)
        assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
        assert rows[0] @ rows[2] < 0.99
        assert rows[0] @ ends[0] > rows[2] @ ends[0] + 0.05
        assert rows[2] @ ends[1] > rows[0] @ ends[1] + 0.05

    def test_one_long_word(self, embedder: Embedder) -> None:
        """A passage without any place to cut has a vector."""
        assert rows_of(embedder, ["x1y2" * 1500]).shape[0] == 1

    def test_progress(self, embedder: Embedder) -> None:
        """Progress counts every text once."""
        seen: list[int] = []
        texts = [*TEXTS, longer_than(embedder)] * 6
        assert not failed(embedder.embed(texts, Role.PASSAGE, seen.append))
        assert sum(seen) == len(texts)
        assert all(count >= 0 for count in seen)

    def test_threads(self, embedder: Embedder) -> None:
        """Several threads that embed at once get what one gets."""
        rows = rows_of(embedder, list(TEXTS))
        with ThreadPoolExecutor(4) as pool:
            for again in pool.map(lambda _: rows_of(embedder, list(TEXTS)), range(8)):
                assert (np.sum(rows * again, axis=1) > 0.999).all()

    @given(text=st.text(st.characters(), min_size=1, max_size=40))
    @_ONE_BY_ONE
    def test_any_text(self, embedder: Embedder, text: str) -> None:
        """Any text, half a surrogate pair included, has a unit vector or is invalid input."""
        result = embedder.embed([text], Role.PASSAGE)
        if failed(result):
            assert isinstance(result.failure(), InvalidInput)
        else:
            assert np.linalg.norm(result.unwrap()[0]) == pytest.approx(1, abs=1e-5)
