"""Lists of words, one word a line, in `lists/`."""

from __future__ import annotations

from importlib.resources import files


def word_list(name: str) -> tuple[str, ...]:
    """The words of a list, in order.

    ValueError where its first line does not say, behind "#", where it is from, and where a word
    stands twice or a line has two.
    """
    text = (files("vera.verification.language") / "lists" / f"{name}.txt").read_text("utf-8")
    return words_of(text)


def words_of(text: str) -> tuple[str, ...]:
    r"""The same from what a file holds.

    >>> words_of("# Ours: insects.\nbee\nwasp\n")
    ('bee', 'wasp')
    """
    source, *words = text.splitlines()
    if not source.startswith("# "):
        raise ValueError("a list does not say where it is from")
    wrong = [word for word in words if words.count(word) > 1 or word.split() != [word]]
    if wrong:
        raise ValueError(f"not one word a line, each once: {wrong}")
    return tuple(words)
