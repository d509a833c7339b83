"""Members of an archive come out whole, and whatever zipfile raises is an error of ours."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import TYPE_CHECKING, NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Result, failed
from vera.verification.ingestion.markup import zip as archives
from vera.verification.ingestion.markup.zip import BROKEN, member, names_in

if TYPE_CHECKING:
    from collections.abc import Mapping


def _archive(parts: Mapping[str, bytes], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", packing) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return file.getvalue()


def _fault(result: Result[bytes] | Result[frozenset[str]]) -> ReadFault:
    assert failed(result)
    error = result.failure()
    assert isinstance(error, UnreadableDocument)
    assert error.hint
    return error.fault


@given(st.dictionaries(st.text("abc/", min_size=1, max_size=5), st.binary(max_size=99), max_size=5))
def test_what_went_in_comes_out(parts: dict[str, bytes]) -> None:
    """Every member has its name and its bytes; any other name is missing."""
    data = _archive(parts)
    assert names_in(data, "a").unwrap() == set(parts)
    for name, content in parts.items():
        assert member(data, name, "a", 99).unwrap() == content
    assert _fault(member(data, "x", "a", 99)) is ReadFault.DAMAGED


@given(st.data())
def test_any_changed_byte_is_an_error_or_harmless(data: st.DataObject) -> None:
    """An archive with a byte changed gives the same content or an error, and nothing is raised."""
    whole = bytearray(_archive({"a": b"some words " * 9}))
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] ^= data.draw(st.integers(1, 255))
    found = member(bytes(whole), "a", "file", 1000)
    assert failed(found) or found.unwrap() == b"some words " * 9


def test_limits() -> None:
    """A member above the limit is refused, as is an archive of more than 10,000 members."""
    data = _archive({"a": b"x" * 1000})
    assert not failed(member(data, "a", "file", 1000))
    assert _fault(member(data, "a", "file", 999)) is ReadFault.TOO_LARGE
    most = archives._MOST_MEMBERS
    many = _archive({str(n): b"" for n in range(most + 1)}, zipfile.ZIP_STORED)
    assert _fault(names_in(many, "file")) is ReadFault.TOO_LARGE


def test_unusual_packing() -> None:
    """A way of packing that no Office file uses is refused before anything is unpacked."""
    data = _archive({"a": b"x"}, zipfile.ZIP_LZMA)
    assert _fault(member(data, "a", "file", 999)) is ReadFault.DAMAGED


def test_a_password() -> None:
    """An encrypted member says so."""
    data = bytearray(_archive({"a": b"x"}))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert _fault(member(bytes(data), "a", "file", 99)) is ReadFault.ENCRYPTED


def _foreign() -> list[type[Exception]]:
    """All exceptions that zipfile has of its own, and those of what it calls."""
    own = [it for it in vars(zipfile).values() if isinstance(it, type)]
    raised = {it for it in own if issubclass(it, Exception)}
    return [*sorted(raised, key=str), zlib.error, KeyError, RuntimeError, *BROKEN]


@pytest.mark.parametrize("kind", _foreign(), ids=lambda kind: kind.__name__)
def test_every_exception_is_mapped(kind: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever zipfile raises for a file becomes a fault of that file."""

    def fails(*_: object) -> NoReturn:
        raise kind("words")

    data = _archive({"a": b"x"})
    monkeypatch.setattr(zipfile.ZipFile, "open", fails)
    wanted = ReadFault.ENCRYPTED if kind is RuntimeError else ReadFault.DAMAGED
    assert _fault(member(data, "a", "file", 9)) is wanted
    if kind not in (KeyError, RuntimeError):  # those of an archive that was opened
        monkeypatch.setattr(zipfile, "ZipFile", fails)
        assert _fault(names_in(data, "file")) is ReadFault.DAMAGED
