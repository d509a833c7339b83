"""Papers and bibliographies are taken out of a library; their files stay as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vera.core.errors import InvalidInput, Problem
from vera.core.result import Failure, Result, Success
from vera.verification.library import documents, entries, places
from vera.verification.library.bibliographies import forget
from vera.verification.library.files import absolute, shown, within

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vera.verification.library.store import Connection


def remove(connection: Connection, library: str, names: Sequence[str]) -> Result[tuple[str, ...]]:
    """Remove files, and all that lie in folders; gives the files that were removed, as shown.

    A name that stands for no paper of the library is an `InvalidInput`; nothing is removed then.
    """
    roots = {name: absolute(name) for name in names}
    known = places.known(connection)
    held = [*known, *entries.paths(connection)]
    problems = tuple(
        Problem("paper", name, f"is not in the library {library}")
        for name, root in roots.items()
        if not any(within(path, [root]) for path in held)
    )
    if problems:
        return Failure(InvalidInput("remove papers", problems))
    gone = [kept for path, kept in known.items() if within(path, roots.values())]
    places.drop(connection, [kept.path for kept in gone])
    for content in {kept.content for kept in gone}:
        documents.drop_orphan(connection, content)
    bibliographies = forget(connection, list(roots.values()))
    return Success(tuple(map(shown, [*(kept.path for kept in gone), *bibliographies])))
