"""Lists of words say where they are from, and have each word once."""

from __future__ import annotations

from importlib.resources import files

import pytest

from vera.verification.language.word_list import word_list, words_of

_LISTS = sorted(
    path.name.removesuffix(".txt")
    for path in (files("vera.verification.language") / "lists").iterdir()
)


@pytest.mark.parametrize("name", _LISTS)
def test_each_list_is_one(name: str) -> None:
    """All that are shipped can be read, and have words."""
    assert word_list(name)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("bee\nwasp\n", "where it is from"),
        ("# Ours.\nbee\nwasp\nbee\n", "bee"),
        ("# Ours.\nhoney bee\n", "honey bee"),
        ("# Ours.\nbee\n\nwasp\n", "''"),
    ],
)
def test_what_is_none_is_refused(text: str, why: str) -> None:
    """Without a source, with a word twice, with two words or none on a line."""
    with pytest.raises(ValueError, match=why):
        words_of(text)
