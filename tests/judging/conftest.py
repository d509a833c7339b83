"""The judge that the tests' server has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.ollama.build import Build


@pytest.fixture(scope="session")
def ollama_judge(ollama_build: Build) -> str:
    """The name of the model that answers by the last mark of its prompt."""
    return ollama_build.judge
