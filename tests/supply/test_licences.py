"""What `make supply` lets pass, and that NOTICE names what VERA needs."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.supply.licences import (
    Policy,
    complaints,
    libraries,
    of_files,
    of_package,
    of_parts,
    policy,
)
from tests.supply.notice import NOTICE, Package, canonical, packages
from tests.supply.spdx import holds, ids
from vera.core.result import failed

if TYPE_CHECKING:
    from collections.abc import Mapping

_ROOT = Path(__file__).parents[2]
_RULES = Policy(
    frozenset({"MIT", "ISC"}),
    frozenset({"MIT", "ISC", "LGPL-2.1-only"}),
    {"The usual": "MIT OR ISC"},
    {"silent": "MIT"},
)
_KNOWN = ["MIT", "ISC", "Zlib", "GPL-2.0-only", "LGPL-2.1-only"]


def _component(name: str, *licences: str, scope: str = "required") -> dict[str, Any]:
    """A part of a bill of materials; a licence with a space is an expression, or else a name."""
    said: list[dict[str, Any]] = []
    for licence in licences:
        if " OR " in licence or " AND " in licence:
            said.append({"expression": licence})
        else:
            key = "id" if licence in _KNOWN else "name"
            said.append({"license": {key: licence}})
    return {"name": name, "licenses": said, "scope": scope}


def _said(component: dict[str, Any], notice: Mapping[str, Package] | None = None) -> list[str]:
    return list(of_package(component, _RULES, notice or {}))


@given(st.lists(st.sampled_from(_KNOWN), min_size=1), st.sets(st.sampled_from(_KNOWN)))
def test_all_of_an_and_one_of_an_or_must_be_allowed(named: list[str], allowed: set[str]) -> None:
    """Licences joined by AND are met if each is allowed, those joined by OR if one is."""
    assert holds(" AND ".join(named), allowed).unwrap() == set(named).issubset(allowed)
    assert holds(" OR ".join(named), allowed).unwrap() == bool(set(named) & allowed)


@pytest.mark.parametrize("said", ["free for all", "MIT, BSD", "", "(MIT"])
def test_what_is_no_expression_is_an_error(said: str) -> None:
    """A licence that SPDX does not know is an error, and not one that is allowed."""
    assert failed(holds(said, {said}))
    assert failed(ids(said))


@pytest.mark.parametrize(
    "licences", [("MIT",), ("MIT", "ISC"), ("Zlib OR MIT",), ("The usual",), ("MIT", "The usual")]
)
def test_allowed_licences_pass(licences: tuple[str, ...]) -> None:
    """Of a package whose declared licences are all allowed nothing is said."""
    assert _said(_component("one", *licences)) == []


@pytest.mark.parametrize(
    ("licences", "why"),
    [
        (("GPL-2.0-only",), "GPL-2.0-only is not allowed"),
        (("MIT", "Zlib"), "Zlib is not allowed"),
        (("MIT AND Zlib",), "MIT AND Zlib is not allowed"),
        (("LGPL-2.1-only",), "LGPL-2.1-only is not allowed"),
        (("Ask me",), "no SPDX expression"),
        ((), "declares no licence"),
    ],
)
def test_other_licences_are_refused(licences: tuple[str, ...], why: str) -> None:
    """A licence that is not allowed, is unknown or is missing is a complaint."""
    (complaint,) = _said(_component("one", *licences))
    assert complaint.startswith("one: ")
    assert why in complaint


def test_a_licence_that_was_read_stands_for_none() -> None:
    """Of a package that declares nothing the licence that we read counts, and only then."""
    assert _said(_component("silent")) == []
    assert _said(_component("silent", "Zlib")) == ["silent: its licence Zlib is not allowed"]


def test_notice_and_package_must_agree() -> None:
    """What a package declares must be within what NOTICE says of it, and that must be allowed."""
    notice = {"one": Package("MIT AND ISC")}
    assert _said(_component("One", "MIT"), notice) == []
    assert _said(_component("One", "MIT, and so on"), notice) == []
    assert _said(_component("One", "Zlib"), notice) == [
        "one: NOTICE says MIT AND ISC, the package Zlib"
    ]
    assert _said(_component("One", "Zlib"), {"one": Package("Zlib")}) == [
        "one in NOTICE: its licence Zlib is not allowed"
    ]


def test_parts_of_a_wheel() -> None:
    """The parts that a wheel's own bill names are looked at, except those that may be missing."""
    bill = {
        "components": [
            _component("crate", "LGPL-2.1-only"),
            _component("system"),
            _component("codec", "GPL-2.0-only", scope="optional"),
            _component("other", "GPL-2.0-only"),
        ]
    }
    assert list(of_parts(bill, "wheel", _RULES)) == [
        "wheel: other: its licence GPL-2.0-only is not allowed"
    ]


def _site(tmp_path: Path) -> Path:
    """A folder of packages as wheels are unpacked, with libraries of all three kinds."""
    for name in (
        "pdf.libs/libqpdf-781b0270.so.30.4.2",
        "pdf/_core.cpython-311-x86_64-linux-gnu.so",
        "pdf/fast.abi3.so",
        "draw/.dylibs/libpng16.16.dylib",
        "page_raw/libpage.so",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return tmp_path


def test_libraries_are_told_from_modules(tmp_path: Path) -> None:
    """Shared libraries count, also on macOS; Python's own extension modules do not."""
    found = [("draw", "libpng16"), ("page", "libpage"), ("pdf", "libqpdf")]
    assert list(libraries(_site(tmp_path))) == found


def test_carried_libraries_must_be_named(tmp_path: Path) -> None:
    """A library that NOTICE does not name is a complaint; it may be under the LGPL, too."""
    notice = {
        "pdf": Package("MIT", {"libqpdf": "LGPL-2.1-only"}),
        "page": Package("MIT", {"libpage": "GPL-2.0-only"}),
    }
    assert list(of_files(_site(tmp_path), _RULES, notice)) == [
        "draw: it carries libpng16, which NOTICE does not name",
        "page in NOTICE: libpage: its licence GPL-2.0-only is not allowed",
    ]


def test_notice_names_each_dependency() -> None:
    """Each package that pyproject.toml asks for is in NOTICE."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = {canonical(one.partition(">")[0].partition("=")[0]) for one in project["dependencies"]}
    assert needed
    assert needed <= set(packages(NOTICE.read_text("utf-8")))


def test_all_that_notice_names_is_allowed(tmp_path: Path) -> None:
    """The licences in NOTICE are allowed, and a package that it names must be installed."""
    notice = packages(NOTICE.read_text("utf-8"))
    bill = {"components": [{"name": name} for name in notice]}
    assert list(complaints(bill, tmp_path)) == []
    (gone,) = complaints({"components": bill["components"][1:]}, tmp_path)
    assert gone == f"{next(iter(notice))}: NOTICE names it, and it is not installed"


def test_the_policy_holds_spdx_ids() -> None:
    """Each licence of the policy is one that SPDX knows by that name."""
    rules = policy(Path(__file__).with_name("licences.toml").read_text("utf-8"))
    for licence in rules.carried:
        assert ids(licence).unwrap() == {licence}
    for expression in (*rules.names.values(), *rules.read.values()):
        assert ids(expression).unwrap() <= rules.allowed
