"""Holds an install to the allowed licences and to NOTICE (`make supply`).

    python -m tests.supply.licences SBOM ENVIRONMENT

SBOM is a CycloneDX file of what is installed in the virtual ENVIRONMENT. What is wrong is printed,
and the exit code is 1. Checked are what each package declares; what the bill of materials inside a
wheel says of its parts (those of Rust have one); and the libraries that wheels carry as files. What
is linked into a package without a word in its metadata is not seen: NOTICE names what we know of.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import frozen

from tests.supply.notice import NOTICE, Package, canonical, packages
from tests.supply.spdx import holds, ids
from vera.core.result import failed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    Component: TypeAlias = Mapping[str, Any]

_POLICY = Path(__file__).with_name("licences.toml")
_LIBRARY = re.compile(r"(lib[^-.]+)[-.].*|(lib[^-.]+)")
_SHARED = re.compile(r"\.(so|dylib|dll)(\.[\d.]+)?$")
_MODULE = re.compile(r"\.(cpython-\w+|cp\d+|abi3)[-\w]*\.(so|pyd)$|\.pyd$")


@frozen
class Policy:
    """Licences that anything may have, and those that a carried library may have beside them.

    `names` are SPDX expressions by what metadata says instead, `read` those of packages that say
    nothing.
    """

    allowed: frozenset[str]
    carried: frozenset[str]
    names: dict[str, str]
    read: dict[str, str]


def policy(text: str) -> Policy:
    """The policy that a TOML file holds."""
    found = tomllib.loads(text)
    allowed = frozenset(found["allowed"])
    return Policy(allowed, allowed | set(found["carried"]), found["names"], found["read"])


def declared(component: Component, names: Mapping[str, str]) -> Iterator[str]:
    """Each licence that a CycloneDX component declares: an SPDX expression, or an unknown name."""
    for choice in component.get("licenses", ()):
        licence = choice.get("license", {})
        name = licence.get("name", "")
        yield choice.get("expression") or licence.get("id") or names.get(name, name)


def _against(licence: str, allowed: Iterable[str], what: str) -> Iterator[str]:
    """The complaint about a licence of `what`, if it is none that is allowed."""
    met = holds(licence, frozenset(allowed))
    if failed(met):
        yield f"{what}: {met.failure()}"
    elif not met.unwrap():
        yield f"{what}: its licence {licence} is not allowed"


def of_package(component: Component, rules: Policy, notice: Mapping[str, Package]) -> Iterator[str]:
    """What is wrong with the licence of an installed package. What NOTICE says of it holds."""
    name = canonical(component["name"])
    said = list(declared(component, rules.names))
    if name not in notice:
        said = said or [rules.read[name]] if name in rules.read else said
        for licence in said:
            yield from _against(licence, rules.allowed, name)
        if not said:
            yield f"{name}: it declares no licence; read its licence file and name it"
        return
    ours = notice[name].licence
    yield from _against(ours, rules.allowed, f"{name} in NOTICE")
    named = ids(ours).value_or(frozenset())
    for licence in said:
        if not holds(licence, named).value_or(True):  # a name that is no SPDX id says nothing
            yield f"{name}: NOTICE says {ours}, the package {licence}"


def of_parts(bill: Component, wheel: str, rules: Policy) -> Iterator[str]:
    """What is wrong with the licences of a wheel's parts, by the bill of materials inside it.

    A part that is optional need not be there, and one without a licence is a library of the system:
    a file that `of_files` sees.
    """
    for component in bill.get("components", ()):
        if component.get("scope") not in {"optional", "excluded"}:
            for licence in declared(component, rules.names):
                yield from _against(licence, rules.carried, f"{wheel}: {component['name']}")


def libraries(site: Path) -> Iterator[tuple[str, str]]:
    """Each library that the wheels unpacked in `site` carry: the package's folder, and its name."""
    for path in sorted(site.rglob("*")):
        if _SHARED.search(path.name) and not _MODULE.search(path.name):
            match = _LIBRARY.fullmatch(path.name)
            owner = path.relative_to(site).parts[0].removesuffix(".libs").removesuffix("_raw")
            yield canonical(owner), (match[1] or match[2]) if match else path.name


def of_files(site: Path, rules: Policy, notice: Mapping[str, Package]) -> Iterator[str]:
    """What is wrong with NOTICE's account of the libraries that wheels carry."""
    for owner, library in dict.fromkeys(libraries(site)):
        carries = notice[owner].carries if owner in notice else {}
        if library not in carries:
            yield f"{owner}: it carries {library}, which NOTICE does not name"
    for owner, package in notice.items():
        for library, licence in package.carries.items():
            yield from _against(licence, rules.carried, f"{owner} in NOTICE: {library}")


def complaints(bill: Component, site: Path) -> Iterator[str]:
    """All that is wrong with an install: its bill of materials, and the folder of its packages."""
    rules, notice = policy(_POLICY.read_text("utf-8")), packages(NOTICE.read_text("utf-8"))
    installed = {canonical(component["name"]) for component in bill["components"]}
    yield from (
        f"{name}: NOTICE names it, and it is not installed"
        for name in notice
        if name not in installed
    )
    for component in bill["components"]:
        yield from of_package(component, rules, notice)
    for inner in sorted(site.glob("*.dist-info/sboms/*.json")):
        wheel = inner.parents[1].name.partition("-")[0]
        yield from of_parts(json.loads(inner.read_text("utf-8")), wheel, rules)
    yield from of_files(site, rules, notice)


def main() -> int:
    """Print what is wrong; gives the exit code."""
    bill = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    sites = sorted(Path(sys.argv[2]).glob("lib/python*/site-packages"))
    if len(sites) != 1 or not bill["components"]:
        sys.exit("licences: there is nothing installed to look at")
    found = list(complaints(bill, sites[0]))
    counted = f"{len(bill['components'])} packages, {len(found)} complaints"
    print(*found, counted, sep="\n")  # noqa: T201 - the program's one result
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
