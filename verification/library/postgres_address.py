"""The address of a library on a PostgreSQL server, and what of it may be shown.

    postgresql://user@host:5432/database?sslmode=verify-full#name

It is a URI as libpq reads it; what follows "#" is ours, and tells several libraries of a database
apart: each is a schema. A password is never shown.
"""

from __future__ import annotations

import ipaddress
import logging
import re
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import quote

from attrs import field, frozen

from vera.core.errors import InvalidInput, Problem, StorageFault
from vera.core.result import Failure, Result, Success, failed

if TYPE_CHECKING:
    from collections.abc import Mapping

_log = logging.getLogger(__name__)

_SCHEMES = "postgresql://", "postgres://"
_NAME = re.compile(r"[^\W_][\w.-]{0,49}", re.ASCII)
"""What may follow "#"; with the prefix it fits the 63 bytes of an identifier, and is not cut."""
_USER = re.compile(r"\w+://([^@/]*)@")
_SCHEMA = "vera"
_ENCRYPTED = {"require", "verify-ca", "verify-full"}
_SECRET = "password", "sslpassword"
_SHOWN = "service", "sslmode"


@frozen
class Address:
    """Where a library is: what libpq connects to, the schema, and the address as it is shown."""

    conninfo: str = field(repr=False)
    schema: str
    shown: str
    readable: bool
    _secrets: tuple[str, ...] = field(repr=False)

    def redacted(self, text: str) -> str:
        """The text without the passwords of the address."""
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text

    def warn(self) -> None:
        """Say once where others may read on the way what is sent."""
        if self.readable:
            _warn(self.shown)


def is_address(name: str) -> bool:
    """Whether the name of a library says that it is on a server."""
    return name.startswith(_SCHEMES)


def parsed(op: str, name: str) -> Result[Address]:
    """The address that a name is.

    An `InvalidInput` says why it is none, a `StorageFault` that what connects is not installed.
    """
    try:
        from psycopg import ProgrammingError, conninfo, pq
    except ImportError as error:
        detail = f"libraries on PostgreSQL need psycopg ({error})"
        return Failure(
            StorageFault(op, "PostgreSQL", detail, "pip install 'vera-verify[postgres]'")
        )
    uri, mark, library = name.rpartition("#")
    if not mark or "@" in library:  # then it is a part of the password
        uri, mark, library = name, "", ""
    try:
        said = {key: str(value) for key, value in conninfo.conninfo_to_dict(uri).items()}
    except ProgrammingError as error:
        # libpq quotes what it does not understand, which may be the password.
        why = re.sub(r'".*"', "a part of it", str(error), flags=re.DOTALL).strip()
        return _invalid(op, f"is no address of a PostgreSQL server ({why})", _SCHEMES[0] + "...")
    except UnicodeError:  # libpq takes any bytes, psycopg no others
        return _invalid(op, "must be UTF-8, its percent-encoded parts, too", _SCHEMES[0] + "...")
    if "@" in said.get("dbname", "") or not re.fullmatch(r"[\d,]*", said.get("port", "")):
        return _invalid(op, "must have its password percent-encoded", _SCHEMES[0] + "...")
    if not all(map(_named, said.get("host", "").split(","))):
        return _invalid(op, "has a host that no name can be", _SCHEMES[0] + "...")
    secrets = {said.get(key, "") for key in _SECRET} | {_raw_password(uri)}
    known = {
        one.keyword.decode(): (one.val or b"").decode(errors="replace")  # PGPASSWORD may be no text
        for one in pq.Conninfo.get_defaults()
    }
    address = Address(
        uri,
        f"{_SCHEMA}_{library}" if library else _SCHEMA,
        _shown(said) + mark + library,
        _readable({**known, **said}),
        tuple(sorted(secrets - {""}, key=len, reverse=True)),
    )
    if mark and not _NAME.fullmatch(library):
        rule = 'must have letters, digits, ".", "_" and "-" after "#", 50 at most'
        return _invalid(op, rule, address.redacted(address.shown))
    return Success(address)


def shown_address(name: str) -> str:
    """An address without its password; hardly anything of it, where it cannot be read."""
    address = parsed("", name)
    return _SCHEMES[0] + "..." if failed(address) else address.unwrap().shown


def _invalid(op: str, rule: str, shown: str) -> Failure[InvalidInput]:
    return Failure(InvalidInput(op, (Problem("library", shown, rule),)))


def _raw_password(uri: str) -> str:
    """The password as it is written in the address, percent signs and all."""
    found = _USER.match(uri)
    return found[1].partition(":")[2] if found else ""


def _shown(said: Mapping[str, str]) -> str:
    """The address again, of what is no secret."""
    hosts, ports = said.get("host", "").split(","), said.get("port", "").split(",")
    ports = ports * len(hosts) if len(ports) == 1 else ports
    places = ",".join(
        (f"[{host}]" if ":" in host else quote(host, safe="")) + (f":{port}" if port else "")
        for host, port in zip(hosts, ports, strict=False)
    )
    user = f"{quote(said['user'], safe='')}@" if "user" in said else ""
    rest = "&".join(f"{key}={quote(said[key], safe='')}" for key in _SHOWN if key in said)
    return f"{_SCHEMES[0]}{user}{places}/{quote(said.get('dbname', ''), safe='')}" + (
        f"?{rest}" if rest else ""
    )


def _named(host: str) -> bool:
    """Whether a host can be looked up; what cannot raises where it is."""
    try:
        return host.startswith(("/", "@")) or bool(host.encode("idna")) or not host
    except UnicodeError:
        return False


def _readable(said: Mapping[str, str]) -> bool:
    """Whether it is on another machine, and the way there need not be encrypted."""
    hosts = (said.get("hostaddr") or said.get("host") or "").split(",")
    return said.get("sslmode") not in _ENCRYPTED and not all(map(_here, hosts))


def _here(host: str) -> bool:
    """Whether a host is this machine; nothing, a folder and "@" stand for a Unix socket."""
    if host in {"", "localhost"} or host.startswith(("/", "@")):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@cache
def _warn(shown: str) -> None:
    _log.warning(
        "%s: others may read on the way what is sent to this server; add sslmode=verify-full",
        shown,
    )
