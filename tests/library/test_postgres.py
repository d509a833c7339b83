"""A library on a server: who may what, what goes wrong there, and that no password is told."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.library.server import PostgresServer
from tests.library.shelves import PREFIX, TEXTS, named, put, shelf, write
from vera.core.errors import InvalidInput, StorageFault
from vera.core.result import Result, Success, failed
from vera.verification.library import (
    Library,
    migrations,
    places,
    postgres_connection,
    postgres_schema,
)
from vera.verification.library.opening import open_store
from vera.verification.library.postgres_address import is_address, parsed, shown_address

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.verification.library.store import Connection

_ROOT = Path(__file__).parents[2]
_MANY = {f"{at:03}": f"Report {at} tells of item {at}. It has a second part." for at in range(40)}
pytestmark = pytest.mark.parametrize("store", ["postgres"], indirect=True)


@pytest.fixture
def own_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[PostgresServer]:
    """A server that a test may kill."""
    made = PostgresServer()
    monkeypatch.setenv(PREFIX, f"{made.url()}#own_")
    yield made
    made.close()


def _schema() -> str:
    return "vera_" + named("insects").partition("#")[2]


def _refused(name: str, *, create: bool = False) -> StorageFault:
    error = Library.open(name, create=create).failure()
    assert isinstance(error, StorageFault)
    return error


def test_a_library_that_is_not_there(server: PostgresServer) -> None:
    """It is an error that says how to make one, and names it without its password."""
    error = _refused(server.url() + "#nowhere")
    assert error.detail == "there is no such library"
    shown = f"postgresql://owner@127.0.0.1:{server.port}/postgres#nowhere"
    assert error.hint == f"make it with: verify library add {shown} PAPER..."


def test_what_cannot_be_connected_to_is_told(server: PostgresServer) -> None:
    """Each reason in the server's words: password, database, port, encryption; never a secret."""
    wrong = {
        server.url().replace(server.password, "not-that-one"): "password authentication failed",
        server.url(database="nowhere"): "does not exist",
        f"postgresql://me:secret@127.0.0.1:{_free()}/postgres": "refused",
        server.url() + "?sslmode=require": "SSL",
        f"postgresql://me:secret@%2Fnowhere:{server.port}/postgres": "No such file",
    }
    for url, words in wrong.items():
        error = _refused(url)
        assert words in error.detail
        assert error.hint
        for secret in (server.password, "not-that-one", "secret"):
            assert secret not in f"{error}{error.hint}{error!r}"


def _free() -> int:
    import socket

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


_SECRETS = st.text(st.characters(min_codepoint=33, max_codepoint=126)).map("Zq9".__add__)


@given(_SECRETS, st.sampled_from(["a", "%zz", "[::1"]), st.booleans())
@example("Zq9%80", "a", False)
@example("Zq9\udc80", "a", False)
@example("Zq9%c3%a9", "a", False)
@example("Zq9é", "a", True)
def test_no_password_is_shown(secret: str, host: str, coded: bool) -> None:
    """Whatever it is, and whether or not the address can be read."""
    from urllib.parse import quote

    written = quote(secret, safe="") if coded else secret
    name = f"postgresql://me:{written}@{host}/base"
    assert is_address(name)
    found = parsed("open", name)
    if failed(found):
        assert "Zq9" not in f"{found.failure()} {found.failure()!r}"
        return
    address = found.unwrap()
    if coded:
        assert address.shown == "postgresql://me@a/base"
        assert "Zq9" not in repr(address)
        assert "Zq9" not in address.redacted(f"failed with {secret} and {written}")


@pytest.mark.parametrize(
    "name",
    [
        "postgresql://me:Zq9%80@a/base",
        "postgresql://me%ff:Zq9@a/base",
        "postgresql://me:Zq9@a/base%80",
        "postgresql://me:Zq9@a/base?sslpassword=Zq9%80",
        "postgresql://me:Zq9\udc80@a/base",
        "postgresql://me:Zq9@a..b/base",
        f"postgresql://me:Zq9@{'a' * 64}/base",
    ],
)
def test_what_cannot_be_connected_to_is_refused(name: str) -> None:
    """Bytes that are no text, and a host that is none, are errors that show nothing of a secret."""
    error = parsed("open", name).failure()
    assert isinstance(error, InvalidInput)
    assert "Zq9" not in f"{error} {error!r}"
    assert shown_address(name) == "postgresql://..."


def test_a_password_of_the_environment_may_be_any_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes to the server as it is, and is no fault of the address."""
    monkeypatch.setenv("PGPASSWORD", "\udc80")
    assert parsed("open", "postgresql://me@a/base").unwrap().shown == "postgresql://me@a/base"


@pytest.mark.parametrize(
    ("name", "readable"),
    [
        ("postgresql://db.example/x", True),
        ("postgresql://db.example/x?sslmode=prefer", True),
        ("postgresql://db.example/x?sslmode=require", False),
        ("postgresql://db.example/x?sslmode=verify-full", False),
        ("postgresql://localhost,db.example/x", True),
        ("postgresql://localhost/x", False),
        ("postgresql://127.0.0.1/x", False),
        ("postgresql://[::1]/x", False),
        ("postgresql:///x?host=/run/postgresql", False),
        ("postgresql:///x?hostaddr=192.0.2.1", True),
        ("postgresql:///x", False),
    ],
)
def test_an_address_that_others_may_read_on_the_way(
    name: str, readable: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """It is warned of, once, where it is another machine and encryption is not asked for."""
    address = parsed("open", name).unwrap()
    for _ in range(2):
        address.warn()
    warned = [it for it in caplog.records if "sslmode=verify-full" in it.getMessage()]
    assert len(warned) == readable == address.readable


@pytest.mark.parametrize("library", ["", 'a"; DROP SCHEMA public; --', "../x", "x" * 51, "a b"])
def test_a_name_of_a_library_that_is_none(server: PostgresServer, library: str) -> None:
    """After "#" stands a name, and nothing that a statement could be made of."""
    refused = Library.open(f"{server.url()}#{library}", create=True).failure()
    assert isinstance(refused, InvalidInput)
    assert server.password not in str(refused)


def test_psycopg_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says what to install."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert "vera-verify[postgres]" in _refused("postgresql:///x").hint


def test_libraries_of_a_database_are_apart(papers: Path, server: PostgresServer) -> None:
    """Each name is a schema of its own; names may have capitals, dots and dashes."""
    one, two = shelf("one"), shelf("Two.3-x")
    one.add([papers / "bees.txt"]).unwrap()
    two.add([papers]).unwrap()
    assert len(one.papers().unwrap()) == 1
    assert len(two.papers().unwrap()) == len(TEXTS)
    assert one.path is None
    assert server.password not in one.name


def test_something_else_with_our_name(server: PostgresServer) -> None:
    """A schema of others is refused and stays as it is."""
    shelf("newer").close()
    shelf("changed").close()
    shelf("hidden").close()
    shelf("triggered").close()
    prefix = _schema().removesuffix("insects")
    server.sql(
        f'UPDATE "{prefix}newer".library SET version = 99',  # noqa: S608 - names of ours
        f'ALTER TABLE "{prefix}changed".chunk ADD COLUMN more bigint',
        f'ALTER TABLE "{prefix}hidden".document ENABLE ROW LEVEL SECURITY',
        "CREATE FUNCTION public.nothing() RETURNS trigger LANGUAGE plpgsql"
        " AS $$ BEGIN RETURN NULL; END $$",
        f'CREATE TRIGGER t BEFORE INSERT ON "{prefix}triggered".place'
        " FOR EACH ROW EXECUTE FUNCTION public.nothing()",
        f'CREATE SCHEMA "{prefix}other"',
        f'CREATE TABLE "{prefix}other".library (id int)',
        f'CREATE SCHEMA "{prefix}view"',
        f'CREATE VIEW "{prefix}view".library AS SELECT 1::bigint AS id, {migrations.MARK}::bigint'
        " AS mark, 1::bigint AS version, 1::bigint AS changes, ''::bytea AS shape",
    )
    told = {
        "newer": "newer version",
        "changed": "changed by others",
        "hidden": "changed by others",
        "triggered": "changed by others",
        "other": "no library",
        "view": "no library",
    }
    for name, words in told.items():
        assert words in _refused(named(name), create=True).detail


def test_a_library_of_an_older_version(
    papers: Path, server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its owner brings it up to date, nothing is lost, and others are told whom to ask."""
    shelf().add([papers]).unwrap()
    newer = (*migrations.MIGRATIONS, ("CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT",))
    monkeypatch.setattr(postgres_schema, "MIGRATIONS", newer)
    name = named("insects")
    error = _refused(_as(server, "guest", "SELECT"))
    assert "older version" in error.detail or "right" in error.detail
    assert len(Library.open(name).unwrap().papers().unwrap()) == len(TEXTS)
    assert server.sql(f'SELECT version FROM "{_schema()}".library') == [(len(newer),)]  # noqa: S608 - names of ours
    assert shelf().check().unwrap() == ()


def _as(server: PostgresServer, user: str, rights: str) -> str:
    """The address of the library for a user who has these rights on its tables."""
    schema = _schema()
    if not server.sql(f"SELECT 1 FROM pg_roles WHERE rolname = '{user}'"):  # noqa: S608 - names of ours
        server.sql(f"CREATE ROLE {user} LOGIN PASSWORD '{server.password}'")
    server.sql(
        f'GRANT USAGE ON SCHEMA "{schema}" TO {user}',
        f'GRANT {rights} ON ALL TABLES IN SCHEMA "{schema}" TO {user}',
    )
    return f"{server.url(user)}#{schema.removeprefix('vera_')}"


def test_a_reader_needs_no_right_to_write(papers: Path, server: PostgresServer) -> None:
    """With SELECT alone one searches, verifies, lists and checks; to add is refused."""
    shelf().add([papers]).unwrap()
    name = _as(server, "reader", "SELECT")
    library = _fake(name)
    assert library.search("thirty thousand", 1).unwrap()[0].paper == "papers/bees.txt"
    assert library.verify("Bees sleep at night.").unwrap().status.value == "grounded"
    assert len(library.papers().unwrap()) == len(TEXTS)
    assert library.check().unwrap() == ()
    put(papers / "owls.txt", "Owls hunt voles at dusk.")
    for refused in (library.add([papers]), library.remove([papers])):
        error = refused.failure()
        assert isinstance(error, StorageFault)
        assert "no right" in error.detail
        assert "docs/library.md" in error.hint
    assert len(shelf().papers().unwrap()) == len(TEXTS)


def test_a_writer_needs_no_right_to_the_schema(papers: Path, server: PostgresServer) -> None:
    """With the four rights on tables one adds, replaces and removes, and makes no library."""
    shelf()
    name = _as(server, "writer", "SELECT, INSERT, UPDATE, DELETE")
    library = _fake(name)
    assert len(library.add([papers]).unwrap().added) == len(TEXTS)
    put(papers / "bees.txt", "Bees never sleep at all.", when=1_710_000_000)
    assert library.add([papers]).unwrap().replaced == ["papers/bees.txt"]
    assert library.remove(["papers/ants.txt"]).unwrap() == ("papers/ants.txt",)
    assert library.check().unwrap() == ()
    assert "no right" in _refused(f"{server.url('writer')}#another", create=True).detail


def test_a_stranger_sees_nothing(papers: Path, server: PostgresServer) -> None:
    """Who has no right to the schema is told that, not that there is none."""
    shelf().add([papers]).unwrap()
    schema = _schema()
    name = _as(server, "stranger", "SELECT")
    server.sql(f'REVOKE USAGE ON SCHEMA "{schema}" FROM stranger')
    assert "no right" in _refused(name).detail


def _fake(name: str) -> Library:
    from tests.fakes import FakeEmbedder

    return Library.open(name, embedder=FakeEmbedder(), cache=False).unwrap()


def test_words_that_were_changed_are_found(papers: Path, server: PostgresServer) -> None:
    """Check compares every posting with the seal of its chunk."""
    library = shelf()
    library.add([papers]).unwrap()
    for change in (
        "UPDATE posting SET text = text + 1 WHERE term = 'bee'",
        "DELETE FROM posting WHERE chunk = (SELECT min(chunk) FROM posting)",
        "UPDATE words SET chunk = chunk + 99 WHERE chunk = (SELECT max(chunk) FROM words)",
    ):
        server.sql(f'SET search_path = "{_schema()}"', change)
        assert any("words" in fault for fault in library.check().unwrap())


def test_a_server_that_is_killed_in_the_middle(
    papers: Path, own_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After kill -9 it is told, the library is as before, and the same object goes on."""
    monkeypatch.setattr(postgres_connection, "CONNECT", 3)
    library = shelf()
    library.add([papers / "bees.txt"]).unwrap()
    store = open_store(named("insects"), create=False).unwrap()

    def work(connection: Connection) -> Result[int]:
        places.drop(connection, list(places.known(connection)))
        own_server.kill()
        return Success(len(places.known(connection)))

    error = store.write("write", work).failure()
    assert isinstance(error, StorageFault)
    assert "cannot be reached" in error.detail
    assert "what was added before is kept" in error.hint
    for gone in (library.search("bees"), library.add([papers])):
        assert isinstance(gone.failure(), StorageFault)
    own_server.start()
    assert library.search("thirty thousand", 1).unwrap()[0].paper == "papers/bees.txt"
    assert library.check().unwrap() == ()
    assert len(library.add([papers]).unwrap().added) == len(TEXTS) - 1
    assert library.check().unwrap() == ()


def test_a_server_that_is_killed_while_papers_come(
    tmp_path: Path, own_server: PostgresServer
) -> None:
    """After kill -9 in the midst of adding whole papers are there, and to add again goes on."""
    papers = write(tmp_path / "papers", _MANY)
    shelf().close()
    command = [sys.executable, "-m", "tests.library.adder", "insects", "5", str(papers)]
    for _ in range(3):
        before = _count()
        adder = subprocess.Popen(command, cwd=_ROOT, stderr=subprocess.DEVNULL)
        while adder.poll() is None and _count() <= before:
            time.sleep(0.01)
        own_server.kill()
        adder.wait()
        own_server.start()
        library = Library.open(named("insects")).unwrap()
        assert library.check().unwrap() == ()
        assert before < library.condition().unwrap().papers
        library.close()
    held = _count()
    added = shelf().add([papers]).unwrap()
    assert (len(added.added), added.unchanged) == (len(_MANY) - held, held)


def _count() -> int:
    library = Library.open(named("insects")).unwrap()
    found = library.condition().unwrap().papers
    library.close()
    return found


def test_a_server_that_does_not_answer(
    papers: Path, own_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is there and silent is told after a time, and forgotten when it answers again."""
    monkeypatch.setattr(postgres_connection, "CONNECT", 2)
    monkeypatch.setattr(postgres_connection, "SILENCE", 1.0)
    postgres_connection._link.cache_clear()
    library = shelf()
    library.add([papers]).unwrap()
    own_server.freeze()
    for silent in (library.search("bees"), library.remove([papers])):
        error = silent.failure()
        assert isinstance(error, StorageFault)
        assert "cannot be reached" in error.detail
    assert "cannot be reached" in _refused(named("insects")).detail
    own_server.thaw()
    assert len(library.search("workers", 9).unwrap()) == len(TEXTS)
    library.close()
    postgres_connection._link.cache_clear()


def test_a_writer_that_stops_keeps_nobody_waiting(
    papers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server ends the transaction of a process that was stopped in the midst of writing."""
    library = shelf()
    library.add([papers]).unwrap()
    monkeypatch.setattr(postgres_connection, "IDLE", 3.0)
    begun, go_on = threading.Event(), threading.Event()
    told: list[Result[int]] = []

    def work(connection: Connection) -> Result[int]:
        places.drop(connection, list(places.known(connection)))
        begun.set()
        assert go_on.wait(60)
        return Success(len(places.known(connection)))

    stopped = open_store(named("insects"), create=False).unwrap()
    thread = threading.Thread(target=lambda: told.append(stopped.write("write", work)))
    thread.start()
    assert begun.wait(60)
    assert library.remove(["papers/ants.txt"]).unwrap() == ("papers/ants.txt",)
    go_on.set()
    thread.join()
    assert isinstance(told[0].failure(), StorageFault)
    assert len(library.papers().unwrap()) == len(TEXTS) - 1


def _verify(*arguments: str, code: int = 0) -> str:
    command = [sys.executable, "-m", "vera.verify", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=None)
    assert done.returncode == code, done.stderr
    return done.stdout + done.stderr


def test_the_commands_take_an_address(papers: Path, server: PostgresServer) -> None:
    """Add, search, verify, list, status, check and remove; none of them tells the password."""
    name = named("insects")
    claims = papers.parent / "claims.txt"
    claims.write_text("Bees sleep at night.\n")
    told = [
        _verify("library", "add", name, str(papers), "--embedder", "minilm", "--no-cache"),
        _verify("search", "do bees sleep", "--library", name),
        _verify("search", "do bees sleep", "--library", name, "--format", "json"),
        _verify(str(claims), "--library", name),
        _verify("library", "list", name),
        _verify("library", "status", name),
        _verify("library", "check", name),
        _verify("library", "remove", name, str(papers)),
        _verify("search", "do bees sleep", "--library", name, code=3),
    ]
    assert "bees.txt" in told[1]
    assert "grounded" in told[3]
    assert "sound" in told[6]
    assert server.password not in "".join(told)
