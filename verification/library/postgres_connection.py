"""Connections to PostgreSQL, by psycopg: bounded in time, whatever the server does.

A server may be gone, or be there and never answer. To connect takes `CONNECT` seconds at most, a
statement `STATEMENT`, which the server minds, and nothing is heard of it for `SILENCE` at most.
"""

from __future__ import annotations

import logging
import time
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    import psycopg
    import psycopg_pool

    from vera.verification.library.postgres_address import Address

    Link: TypeAlias = psycopg.Connection[tuple[Any, ...]]
    Pool: TypeAlias = psycopg_pool.ConnectionPool[Link]

CONNECT = 10
"""Seconds, for each address of a host; also until one of the connections in use is free."""
STATEMENT = 90.0
SILENCE = 100.0
IDLE = 300.0
"""Seconds after which the server ends a transaction in which nothing is asked: a process that is
stopped must not keep others from writing."""
_MOST = 8
"""Connections of one process to one library; each costs the server a process."""


def connect(address: Address) -> Link:
    """One connection; psycopg's OperationalError says why there is none."""
    return _link().connect(address.conninfo, **_options())


def pool(address: Address) -> Pool:
    """Connections for any thread, each made when it is needed and looked at before it is used."""
    from psycopg_pool import ConnectionPool

    log = logging.getLogger("psycopg")
    if log.level in {logging.NOTSET, logging.WARNING}:
        log.setLevel(logging.ERROR)  # what it warns of by itself is told as an error
    return ConnectionPool(
        address.conninfo,
        connection_class=_link(),
        kwargs=_options(),
        min_size=0,
        max_size=_MOST,
        timeout=CONNECT,
        reconnect_timeout=0,
        check=ConnectionPool.check_connection,
        name=address.shown,
        open=True,
    )


@contextmanager
def unbounded(link: Link) -> Iterator[None]:
    """What is done within may take any time."""
    link.execute("SELECT set_config('statement_timeout', '0', true)")
    before, link.silence = link.silence, float("inf")  # type: ignore[attr-defined]
    try:
        yield
    finally:
        link.silence = before  # type: ignore[attr-defined]


def begin(link: Link, schema: str, wait: float) -> None:
    """Set what holds in this transaction; a pooler between may give the next one to others.

    Names are looked up among PostgreSQL's own, as always, then in the schema, and nowhere else.
    """
    path = '"' + schema.replace('"', '""') + '", pg_temp'
    link.execute(
        "SELECT set_config('search_path', %s, true), set_config('statement_timeout', %s, true),"
        " set_config('lock_timeout', %s, true),"
        " set_config('idle_in_transaction_session_timeout', %s, true),"
        " set_config('jit', 'off', true)",
        (path, *(f"{seconds * 1000:.0f}" for seconds in (STATEMENT, wait, IDLE))),
    )


def _options() -> dict[str, Any]:
    return {"autocommit": True, "connect_timeout": CONNECT, "application_name": "verify"}


@cache
def _link() -> type[Link]:
    import psycopg

    class Bounded(psycopg.Connection[tuple[Any, ...]]):
        """Gives up, and closes itself, where a server is silent for too long."""

        silence = SILENCE

        def wait(self, gen: Any, *args: Any, **options: Any) -> Any:
            """As it waits, but not for ever."""
            return super().wait(_heard(self, gen), *args, **options)

    def _heard(link: Bounded, gen: Any) -> Generator[Any, Any, Any]:
        last = time.monotonic()
        try:
            asked = next(gen)
            while True:
                ready = yield asked
                now = time.monotonic()
                if ready:
                    last = now
                elif now - last > link.silence:
                    gen.close()
                    link.close()
                    raise psycopg.OperationalError("the server does not answer")
                asked = gen.send(ready)
        except StopIteration as done:
            return done.value

    return Bounded
