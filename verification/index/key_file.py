"""The user's own secret, by which the cache knows what this user wrote. ADR 0027."""

from __future__ import annotations

import logging
import os
from functools import partial
from pathlib import Path

from vera.core.result import Result, Success, failed
from vera.verification.index.permissions import Place, private_file, private_folder
from vera.verification.index.sqlite_file import locked

_log = logging.getLogger(__name__)

_BYTES = 32


def user_key() -> Result[bytes]:
    """32 random bytes, made when they are first needed, and the same for all runs of a user.

    They lie in the folder VERA_KEY_DIR, or in the platform's for what stays on one machine, apart
    from the cache: who copies or plants a cache has no key to it. A file of another length is
    replaced, and rows that were written with it are then unknown. A `StorageFault` says why there
    can be no key: no folder of the user's own, or a file that others could read or have put there.
    """
    place = Place(_path(), "read the key of the cache", "VERA_KEY_DIR")
    safe = private_folder(place)
    if failed(safe):
        return safe
    found = _read(place)
    if failed(found) or found.unwrap():
        return found
    return locked(place, lambda: _read(place).bind(lambda key: _made(place, key)))


def _path() -> Path:
    from platformdirs import user_state_dir

    folder = os.environ.get("VERA_KEY_DIR") or user_state_dir("vera", appauthor=False)
    return Path(folder).absolute() / "cache.key"


def _read(place: Place) -> Result[bytes]:
    """The key, or nothing where there is none or one of another length."""
    found = private_file(place, place.path, secret=True)
    if failed(found):
        return found
    there = found.unwrap()
    if there is None or there.st_size != _BYTES:
        return Success(b"")
    try:
        key = place.path.read_bytes()
    except OSError as error:
        return place.broken(error)
    return Success(key if len(key) == _BYTES else b"")


def _made(place: Place, key: bytes) -> Result[bytes]:
    """A new key where `key` is none; it has its name only when it is whole."""
    if key:
        return Success(key)
    new = place.path.with_suffix(".new")
    try:
        if place.path.exists():
            _log.warning("%s is no key: made anew, and the cache with it", place.path)
        new.unlink(missing_ok=True)
        key = os.urandom(_BYTES)
        with open(new, "xb", opener=partial(os.open, mode=0o600)) as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        new.replace(place.path)
    except OSError as error:
        return place.broken(error)
    return Success(key)
