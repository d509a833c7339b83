"""What others could put in the place of a cache, or beside it.

Each attack takes the file of a sound, closed store in which "a" is b"1" and "b" is b"2".
"""

from __future__ import annotations

import hashlib
import os
import random
import sqlite3
import struct
from contextlib import closing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    Attack = Callable[[Path], None]

EVIL = b"what another says"
_GARBAGE = random.Random(0).randbytes(99_999)  # noqa: S311 - no secret


def changed(path: Path, *statements: str) -> None:
    """Run SQL on the file with nothing forbidden, and leave it closed."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA trusted_schema = ON")
        for statement in statements:
            connection.execute(statement)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def sql(*statements: str) -> Attack:
    """The attack that runs these statements."""
    return lambda path: changed(path, *statements)


def tag(path: Path, key: bytes, value: bytes) -> bytes:
    """A row's checksum, as long as in this file, as anyone can compute it who has no secret."""
    with closing(sqlite3.connect(path)) as connection:
        (size,) = connection.execute("SELECT length(checksum) FROM entry").fetchone()
    whole = hashlib.blake2b(len(key).to_bytes(4, "little") + key, digest_size=size)
    whole.update(value)
    return whole.digest()


def forged(path: Path) -> None:
    """A value with a checksum that needs no secret."""
    row = f"value = x'{EVIL.hex()}', checksum = x'{tag(path, b'a', EVIL).hex()}'"
    changed(path, f"UPDATE entry SET {row} WHERE key = x'61'")  # noqa: S608 - a test


def forging_view(path: Path) -> tuple[str, str]:
    """Statements that make a view of forged rows by the name of the table."""
    return (
        "ALTER TABLE entry RENAME TO hidden",
        f"""CREATE VIEW entry AS SELECT x'61' AS key, x'{EVIL.hex()}' AS value,
        x'{tag(path, b"a", EVIL).hex()}' AS checksum,
        CAST(strftime('%s', 'now') AS INTEGER) AS used""",
    )


_ENDLESS = (
    "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r)"
    " SELECT x'61' AS key, x'31' AS value, x'00' AS checksum, n AS used FROM r WHERE n < 0"
)

SCHEMAS: dict[str, Attack] = {
    "view named entry": lambda path: changed(path, *forging_view(path)),
    "recursive view": sql(
        "ALTER TABLE entry RENAME TO hidden",
        f"CREATE VIEW entry AS {_ENDLESS}",
    ),
    "trigger that copies": sql(
        "CREATE TABLE seen (key, value)",
        "CREATE TRIGGER spy AFTER INSERT ON entry BEGIN"
        " INSERT INTO seen VALUES (new.key, new.value); END",
    ),
    "trigger that never ends": sql(
        f"CREATE TRIGGER busy AFTER INSERT ON entry BEGIN SELECT count(*) FROM ({_ENDLESS}); END",  # noqa: S608 - a test
    ),
    "virtual table": sql("CREATE VIRTUAL TABLE words USING fts5(text)"),
    "virtual table named entry": sql(
        "ALTER TABLE entry RENAME TO hidden",
        "CREATE VIRTUAL TABLE entry USING fts5(key, value, checksum, used)",
    ),
    "generated column": sql("ALTER TABLE entry ADD COLUMN more AS (hex(value))"),
    "another column": sql("ALTER TABLE entry ADD COLUMN more"),
    "odd defaults": sql(
        "DROP TABLE entry",
        "CREATE TABLE entry (key PRIMARY KEY, value DEFAULT (randomblob(9)), checksum, used)",
    ),
    "index on an expression": sql("CREATE INDEX odd ON entry (abs(used))"),
    "another table": sql("CREATE TABLE more (x)"),
    "table by another text": sql(
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', 'CHECK (1)') WHERE name = 'entry'",
    ),
    "schema that is no SQL": sql(
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = 'CREATE TABLE entry (' WHERE name = 'entry'",
    ),
    "twenty thousand tables": sql(
        "PRAGMA writable_schema = ON",
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 20000)"
        " INSERT INTO sqlite_master SELECT 'table', 't' || n, 't' || n, 2,"
        " 'CREATE TABLE t' || n || ' (x)' FROM r",
    ),
    "no application_id": sql("PRAGMA application_id = 0"),
    "wrong application_id": sql("PRAGMA application_id = 7"),
    "another version": sql("PRAGMA user_version = 99"),
    "another journal": sql("PRAGMA journal_mode = DELETE"),
}
"""Databases that are not as we make them."""

ROWS: dict[str, Attack] = {
    "forged value": forged,
    "rows swapped": sql(
        "UPDATE entry SET key = x'00' WHERE key = x'61'",
        "UPDATE entry SET key = x'61' WHERE key = x'62'",
        "UPDATE entry SET key = x'62' WHERE key = x'00'",
    ),
    "row under another key": sql("UPDATE OR REPLACE entry SET key = x'61' WHERE key = x'62'"),
    "text for bytes": sql("UPDATE entry SET value = 'text', checksum = 'text'"),
    "numbers for bytes": sql("UPDATE entry SET value = 1.5, checksum = 7, used = x'00'"),
    "huge value": sql("UPDATE entry SET value = zeroblob(50000000) WHERE key = x'61'"),
    "huge checksum": sql("UPDATE entry SET checksum = zeroblob(50000000) WHERE key = x'61'"),
}
"""Rows that are not as they were put; of some attacks "b" may be left."""


def _log_of(path: Path, *statements: str) -> bytes:
    """What SQLite would leave in `-wal` if it were killed after the statements."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
        return path.with_name(f"{path.name}-wal").read_bytes()


def log_with_a_view(path: Path) -> None:
    """A sound log that makes a view of the table when it is recovered."""
    whole, log = path.read_bytes(), _log_of(path, *forging_view(path))
    path.write_bytes(whole)
    path.with_name(f"{path.name}-wal").write_bytes(log)


def beside(**contents: bytes) -> Attack:
    """The attack that puts files beside the database."""

    def attack(path: Path) -> None:
        for part, content in contents.items():
            path.with_name(f"{path.name}-{part}").write_bytes(content)

    return attack


def journal(pages: Sequence[tuple[int, bytes]], names: bytes = b"") -> bytes:
    """A hot rollback journal that puts back these pages of 4,096 bytes.

    `names` is the super-journal: when all is played back, SQLite deletes that file, if nothing in
    it is the name of another journal.
    """
    head = bytes.fromhex("d9d505f920a163d7")
    top = head + struct.pack(">5I", len(pages), 0, max([1, *(n for n, _ in pages)]), 512, 4096)
    body = b"".join(
        struct.pack(">I", number) + page + struct.pack(">I", sum(page[4096 - 200 :: -200]))
        for number, page in pages
    )
    end = b""
    if names:
        lock_page = 2**30 // 4096 + 1
        total = sum(names)
        end = struct.pack(">I", lock_page) + names + struct.pack(">2I", len(names), total) + head
    return top.ljust(512, b"\0") + body + end


def hot_journal(path: Path) -> None:
    """A journal that puts other content back into the file."""
    other = path.with_name("other.sqlite")
    other.write_bytes(path.read_bytes())
    forged(other)
    data = other.read_bytes()
    pages = [(at // 4096 + 1, data[at : at + 4096]) for at in range(0, len(data), 4096)]
    other.unlink()
    path.with_name(f"{path.name}-journal").write_bytes(journal(pages))


def precious(path: Path) -> Path:
    """A file of the user's that has nothing to do with the cache."""
    return path.parent.parent / "precious.txt"


def deletes_a_file(path: Path, of: str = "") -> None:
    """A journal that makes SQLite delete another file of the user's."""
    precious(path).write_text("years of work\n")
    planted = journal([], os.fsencode(precious(path)))
    (path.with_name(of) if of else path.with_name(f"{path.name}-journal")).write_bytes(planted)


FILES: dict[str, Attack] = {
    "garbage as log": beside(wal=_GARBAGE),
    "garbage as shared memory": beside(shm=_GARBAGE[:32768]),
    "garbage as log and memory": beside(wal=_GARBAGE, shm=_GARBAGE[:32768]),
    "log with a view": log_with_a_view,
    "garbage as journal": beside(journal=_GARBAGE),
    "hot journal with a forged row": hot_journal,
    "hot journal that deletes a file": deletes_a_file,
    "the same for the lock": lambda path: deletes_a_file(path, f"{path.stem}.lock-journal"),
}
"""Files beside a sound database."""


def scatter(data: bytearray, seed: int, changes: int, low: float) -> None:
    """Change so many bytes by chance, none before the share `low` of the data."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    for _ in range(changes):
        data[chance.randrange(int(low * len(data)), len(data))] = chance.randrange(256)


SOMEBODY = 65_534
"""The number of a user who is not the one that runs the tests."""


def somebodys(path: Path) -> None:
    """Give a file, folder or link to another user; only root can."""
    os.chown(path, SOMEBODY, SOMEBODY, follow_symlinks=False)


def linked(path: Path, owner: int | None = None) -> None:
    """Move what is there away, and put a symbolic link to it in its place."""
    real = path.with_name(f"real-{path.name}")
    path.rename(real)
    path.symlink_to(real)
    if owner is not None:
        os.chown(path, owner, owner, follow_symlinks=False)


def replaced(path: Path, make: Callable[[Path], object]) -> None:
    """Put something else in the place of a file."""
    path.unlink(missing_ok=True)
    make(path)


def link_to_an_open_folder(path: Path) -> None:
    """A link of the user's own to a folder that all may write."""
    path.parent.chmod(0o777)
    linked(path.parent)


def group_of_others(path: Path) -> None:
    """A folder above that other people's group may write."""
    os.chown(path.parent.parent, -1, SOMEBODY)
    path.parent.parent.chmod(0o770)


FOLDERS: dict[str, Attack] = {
    "folder that all may write": lambda path: path.parent.chmod(0o777),
    "folder that its group may write": lambda path: path.parent.chmod(0o770),
    "sticky folder that all may write": lambda path: path.parent.chmod(0o1777),
    "folder above that all may write": lambda path: path.parent.parent.chmod(0o777),
    "link to a folder that all may write": link_to_an_open_folder,
}
"""Folders in which others could put another file."""

FOLDERS_OF_OTHERS: dict[str, Attack] = {
    "folder of another user": lambda path: somebodys(path.parent),
    "folder above of another user": lambda path: somebodys(path.parent.parent),
    "link of another user": lambda path: linked(path.parent, SOMEBODY),
    "folder above that its group may write": group_of_others,
}
"""The same, that only root can make."""

IN_PLACE: dict[str, Attack] = {
    "symbolic link": linked,
    "link to a device": lambda path: replaced(path, lambda at: at.symlink_to("/dev/zero")),
    "link to nowhere": lambda path: replaced(path, lambda at: at.symlink_to(at.parent / "none")),
    "hard link": lambda path: path.with_name("second").hardlink_to(path),
    "FIFO": lambda path: replaced(path, os.mkfifo),
    "folder": lambda path: replaced(path, os.mkdir),
    "file that all may write": lambda path: path.chmod(0o606),
    "file that its group may write": lambda path: path.chmod(0o620),
}
"""What may stand where a file of the store should."""
