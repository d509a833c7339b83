"""Front matter becomes plain values, whatever is in it."""

from __future__ import annotations

import json
from importlib import import_module
from inspect import getmembers, isclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vera.core.errors import InvalidInput
from vera.core.result import failed
from vera.verification.ingestion.markup.yaml import LONGEST, mapping

BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(at)}: &{chr(at)} [{', '.join(['*' + chr(at - 1)] * 9)}]\n" for at in range(98, 108)
)
MERGES = BOMB.replace("[x", "{x: 1}\nz: [x").replace("[*", "{<<: [*").replace("]\n", "]}\n")


def _why(text: str) -> str:
    found = mapping(text)
    assert failed(found)
    error = found.failure()
    assert isinstance(error, InvalidInput)
    return error.problems[0].problem


def test_values_are_plain() -> None:
    """Text, numbers, booleans, nothing, lists and mappings; a date is text."""
    text = "t: 'a: b'\nn: 12\nx: -1.5\nyes_: true\nnone:\nd: 2026-11-20\nl: [1, {a: b}]\n3: c\n"
    assert mapping(text).unwrap() == {
        "t": "a: b",
        "n": 12,
        "x": -1.5,
        "yes_": True,
        "none": None,
        "d": "2026-11-20",
        "l": [1, {"a": "b"}],
        "3": "c",
    }


def test_what_json_cannot_say_stays_text() -> None:
    """No number is infinite or none, and no character is half of one."""
    found = mapping('a: .inf\nb: .nan\nc: 1e999\nd: "\\ud800\\0"\ne: 1:30\n').unwrap()
    assert found == {"a": ".inf", "b": ".nan", "c": "1e999", "d": "\ufffd\ufffd", "e": "1:30"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (BOMB, "too many"),
        ("a: &a [*a]", "too many"),
        ("a: " + "[" * 5_000, ""),
        ("a: " + "[" * 90 + "]" * 90, "nested"),
        ("a: [1, 2", "line 1"),
        ("a: b\n\tc: d", "line 2"),
        ("- a\n- b", "mapping"),
        ("a: \x07", "special characters"),
        ('a: "\\U99999999"', "no YAML"),
        ("a: !!float x", "no YAML"),
        ("a: *b", "undefined alias"),
        ("a: b\n" * LONGEST, "characters"),
    ],
)
def test_what_cannot_be_used_says_why(text: str, words: str) -> None:
    """A bomb of aliases, a cycle, endless nesting and broken YAML are errors with a reason."""
    assert words in _why(text)


def test_merge_keys_copy_nothing() -> None:
    """They are keys like others, under the same limit."""
    assert mapping("a: &a {x: 1}\nb:\n  <<: *a\n").unwrap()["b"] == {"<<": {"x": 1}}
    assert failed(mapping(MERGES))


def test_tags_make_no_objects() -> None:
    """A tag of Python is none to us: its value is text."""
    assert mapping("a: !!python/name:os.system x").unwrap() == {"a": "x"}


@given(st.text(st.sampled_from("ab:-[]{},&*!|>'\"#%@\n\t 1.é\\\ud800"), max_size=60))
def test_any_text_is_values_or_an_error(text: str) -> None:
    """Whatever the text, JSON can say what comes of it."""
    found = mapping(text)
    if failed(found):
        assert _why(text)
        return
    assert json.loads(json.dumps(found.unwrap(), allow_nan=False)) == found.unwrap()


def test_every_exception_of_the_library_is_caught() -> None:
    """All that PyYAML can raise is a `YAMLError`."""
    yaml: Any = import_module("yaml")
    raised = [it for _, it in getmembers(yaml, isclass) if issubclass(it, Exception)]
    assert raised
    assert all(issubclass(it, yaml.YAMLError) for it in raised)
