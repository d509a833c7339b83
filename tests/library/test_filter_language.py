"""Filters choose papers by what is known of them, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.library.shelves import STORES, put, shelf
from tests.strategies import HOSTILE_PIECES
from vera.core.errors import InvalidInput, StorageFault
from vera.core.result import Success, failed
from vera.verification.library.filter_language import (
    OPERATORS,
    All,
    Any,
    Condition,
    Not,
    conditions,
    parse,
)
from vera.verification.library.metadata import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.verification.library import Library

pytestmark = STORES

_INJECTIONS = (
    "' OR '1'='1",
    '" OR ""="',
    "'; DROP TABLE about; --",
    "%",
    "_",
    "!%",
    "\\",
    "a' UNION SELECT id FROM document --",
    "?",
    ":name",
    "NULL",
)
_HOSTILE = st.one_of(
    st.sampled_from(_INJECTIONS),
    st.lists(st.sampled_from([*_INJECTIONS, *HOSTILE_PIECES]), min_size=1, max_size=6).map("".join),
    st.text(min_size=1, max_size=30),
)
_NOTE = """---
title: {title}
authors: {authors}
year: {year}
tags: [{tags}]
status: {status}
level: {level}
---

{text}
"""


def _note(path: Path, **said: object) -> None:
    put(path, _NOTE.format(**said))


@pytest.fixture(scope="module")
def shared() -> Iterator[dict[str, tuple[Library, Path]]]:
    """The libraries that the tests here only read, and whence, by the kind of their store."""
    made: dict[str, tuple[Library, Path]] = {}
    yield made
    for library, _ in made.values():
        library.close()


@pytest.fixture
def notes(
    shared: dict[str, tuple[Library, Path]],
    store: str,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> Library:
    """A library of three notes and a text without metadata, which a test must not change."""
    if store not in shared:
        shared[store] = request.getfixturevalue("own_notes"), Path.cwd()
    library, folder = shared[store]
    monkeypatch.chdir(folder)
    return library


@pytest.fixture
def own_notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """The same, which a test may change."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "notes"
    folder.mkdir()
    _note(folder / "bees.md", title="On bees", authors="Zoë Müller", year=2019,
          tags="review/insects, bees", status="draft", level=3, text="Bees sleep.")  # fmt: skip
    _note(folder / "wasps.md", title="On 100% wasps", authors="Ada Smith", year=2021,
          tags="wasps", status="final", level=10, text="Wasps build.")  # fmt: skip
    _note(folder / "ants.md", title="On_ants", authors="[Ada Smith, Kim Lee]", year=2022,
          tags="review", status="final", level=7, text="Ants follow.")  # fmt: skip
    put(folder / "moths.txt", "Moths fly.")
    library = shelf()
    assert len(library.add([folder]).unwrap().added) == 4
    return library


def _found(library: Library, *where: str) -> list[str]:
    papers = library.papers(where).unwrap()
    return [it.name.removeprefix("notes/").partition(".")[0] for it in papers]


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ("year >= 2020", ["ants", "wasps"]),
        ("year = 2019", ["bees"]),
        ("year != 2019", ["ants", "moths", "wasps"]),
        ("not year", ["moths"]),
        ("author ~ smith", ["ants", "wasps"]),
        ("author = smith", ["ants", "wasps"]),
        ("author = muller", ["bees"]),
        ("author = 'Kim Lee'", ["ants"]),
        ("author = Kim", []),
        ("author !~ smith", ["bees", "moths"]),
        ("tag = review", ["ants", "bees"]),
        ("tag = review and year > 2019", ["ants"]),
        ("tag = wasps or tag = bees and year < 2019", ["wasps"]),
        ("(tag = wasps or tag = bees) and year <= 2019", ["bees"]),
        ("not (tag = wasps or tag = bees)", ["ants", "moths"]),
        ('title ~ "100%"', ["wasps"]),
        ("title ~ '%'", ["wasps"]),
        ("title ~ _", ["ants"]),
        ('title = "ON BEES"', ["bees"]),
        ("status = final", ["ants", "wasps"]),
        ("front.status = final", ["ants", "wasps"]),
        ("level > 5", ["ants", "wasps"]),
        ("level = 7", ["ants"]),
        ("type = note", ["ants", "bees", "wasps"]),
        ("type = doc", ["moths"]),
        ("path ~ wasps", ["wasps"]),
        ("source = notes/moths.txt", ["moths"]),
        ("modified = 2023-11-14", ["ants", "bees", "moths", "wasps"]),
        ("modified < 2023-11-14", []),
        ("modified <= 2023-11", ["ants", "bees", "moths", "wasps"]),
        ("added > 2023 and sensitivity = normal", ["ants", "bees", "moths", "wasps"]),
    ],
)
def test_a_filter_leaves_the_papers_that_it_holds_for(
    notes: Library, where: str, found: list[str]
) -> None:
    """By each field and operator, with and, or, not and brackets; none left is an error."""
    if found:
        assert _found(notes, where) == found
    else:
        error = notes.papers(where).failure()
        assert isinstance(error, InvalidInput)
        assert f"fits no paper of the library {notes.name}" in str(error)


def test_of_several_filters_all_must_hold(notes: Library) -> None:
    """As if they stood in brackets with "and" between them."""
    assert _found(notes, "year = 2021 or year = 2022", "tag = review") == ["ants"]


def test_search_and_verdicts_look_at_what_is_left(notes: Library) -> None:
    """No hit and no verdict comes from another paper, and a filter that leaves none is an error."""
    everywhere = {hit.paper for hit in notes.search("Bees sleep").unwrap()}
    assert len(everywhere) == 4
    hits = notes.search("Bees sleep", where="tag = wasps").unwrap()
    assert {hit.paper for hit in hits} == {"notes/wasps.md"}
    assert {hit.paper for hit in notes.search("Bees sleep").unwrap()} == everywhere
    assert (hits[0].title, hits[0].authors, hits[0].year) == ("On 100% wasps", ("Ada Smith",), 2021)
    verdict = notes.verify("Bees sleep.", where="tag = wasps").unwrap()
    assert [it.document for it in verdict.papers] == ["notes/wasps.md"]
    assert notes.ready("tag = review").unwrap() == 2
    for failure in (notes.search("Bees", where="tag = x"), notes.verify("Bees.", where="tag = x")):
        assert failed(failure)
        assert isinstance(failure.failure(), InvalidInput)


def test_a_field_that_no_paper_has_is_told_with_those_there_are(notes: Library) -> None:
    """Also of front matter; a typing error must not look like a filter that leaves nothing."""
    error = notes.papers("statsu = draft").failure()
    assert isinstance(error, InvalidInput)
    assert all(name in str(error) for name in ("statsu", "title", "sensitivity", "status", "level"))


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("", "must name a field"),
        ("year >=", "needs a value"),
        ("year >= soon", "must be a number"),
        ("added < soon", "must be a time"),
        ("title < b", "must not be compared by <"),
        ("level < soon", "must compare level with a number or a time"),
        ("year = 2020 tag = x", "not expected there"),
        ("(year = 2020", 'where ")" must stand'),
        ("year = 'x", "is not closed"),
        ("= 3", "must name a field"),
        ("year = ''", "must be a value"),
        ("(" * 300 + "year", "at most 200"),
        ("year " * 5000, "more than 20,000 characters"),
    ],
)
def test_what_is_no_filter_says_why(notes: Library, where: str, said: str) -> None:
    """Each is an `InvalidInput` that names the part."""
    error = notes.papers([where]).failure()
    assert isinstance(error, InvalidInput)
    assert error.problems[0].field == "where"
    assert said in str(error)


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


@settings(max_examples=60, deadline=None,
          suppress_health_check=[HealthCheck.function_scoped_fixture])  # fmt: skip
@given(value=_HOSTILE, operator=st.sampled_from(["=", "~", "!=", "!~"]))
def test_a_value_is_never_a_part_of_a_statement(notes: Library, value: str, operator: str) -> None:
    """Whatever it holds it is compared as text: what holds of it in Python holds of it there."""
    titles = {"bees": "On bees", "wasps": "On 100% wasps", "ants": "On_ants", "moths": ""}
    wanted = fold("title", value)
    holds = {
        name: bool(title) and (wanted == fold("title", title) if "=" in operator
                               else wanted in fold("title", title))
        for name, title in titles.items()
    }  # fmt: skip
    expected = sorted(name for name, it in holds.items() if it != operator.startswith("!"))
    found = notes.papers(f"title {operator} {_quoted(value)}")
    if not value.strip() or not expected:
        assert failed(found)
        assert isinstance(found.failure(), InvalidInput)
    else:
        assert sorted(_found(notes, f"title {operator} {_quoted(value)}")) == expected
    assert len(notes.papers().unwrap()) == 4


@given(st.text(alphabet=st.sampled_from("ab=<>!~()'\"\\ \nyearnotand19é\ud800\0")))
@example("not " * 500)
@example("(" * 10_000)
def test_any_text_is_a_filter_or_an_error(text: str) -> None:
    """No text is an exception, and conditions have operators and values that are checked."""
    found = parse(text)
    if failed(found):
        assert isinstance(found.failure(), InvalidInput)
        return
    for condition in conditions(found.unwrap().where):
        assert condition.operator in {"", *OPERATORS}
        assert bool(condition.operator) == bool(condition.value)


def test_and_binds_closer_than_or() -> None:
    """As in Python and SQL; "not" binds closest."""
    a, b, c = (Condition("tag", "=", name) for name in "abc")
    assert parse("tag = a or tag = b and not tag = c").unwrap().where == Any((a, All((b, Not(c)))))


def test_papers_without_metadata_are_told(own_notes: Library) -> None:
    """A filter over papers that an older version added would leave them out in silence."""
    forget = "DELETE FROM about WHERE document = 1"
    own_notes._database.write("forget", lambda it: Success(it.execute(forget).rowcount)).unwrap()
    error = own_notes.papers("year >= 2020").failure()
    assert isinstance(error, StorageFault)
    assert "add them again" in error.hint
    assert own_notes.check().unwrap() == ("notes/ants.md: what is known of it is missing",)
