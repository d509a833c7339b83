"""What a batch asks, of which papers, and what became of one of them."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from attrs import field, frozen

from vera.core.ports import Embedder, Judge
from vera.core.result import Result
from vera.core.settings import Settings
from vera.core.verdict import Claim

if TYPE_CHECKING:
    from collections.abc import Iterable


@frozen
class Job:
    """What is asked of every paper: the same for all workers, wherever they run.

    `embedder`, `judge` and `cache` are as for a `Verifier`; an embedder or a judge that is an
    object goes to the workers by pickle. `library` is the name of the library that the papers are
    from, and empty where they are files.
    """

    claims: tuple[Claim, ...]
    settings: Settings = field(factory=Settings)
    embedder: str | Embedder = "auto"
    judge: str | Judge | None = None
    cache: bool = True
    password: str | None = field(default=None, repr=False)
    library: str = ""


@frozen
class Shard:
    """A paper that all claims are asked of: the piece of work that is done as a whole or not.

    `name` is what the results call it; `digest` is the SHA-256 of its file in hexadecimal. `kind`
    is the suffix of a file, the media type of a paper of a library. `path` is absolute, and empty
    for a paper of a library. `size` says which paper takes longer.
    """

    name: str
    digest: str
    kind: str
    path: str = ""
    size: int = 0

    def key(self, identity: str) -> str:
        """What the verdicts on it are kept under, by all that they depend on."""
        whole = hashlib.sha256()
        for part in (identity, self.digest, self.kind, self.name):
            data = part.encode("utf-8", "surrogatepass")
            whole.update(len(data).to_bytes(8, "little") + data)
        return whole.hexdigest()


@frozen
class Reply:
    """What became of the paper at that position: its part as bytes, or the error.

    `said` are warnings. An error that is no `UnreadableDocument` is not of the paper, and ends the
    batch; `at` means nothing then.
    """

    at: int
    outcome: Result[bytes]
    said: tuple[str, ...] = ()


def claim_id(text: str) -> str:
    """The name of a claim: the same in every file that has it, on every machine.

    >>> claim_id("Bees sleep at night.")
    'e00bcd3f6cf7f96c'
    """
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def once(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """The claims, each text once, where it is first said.

    >>> [claim.line for claim in once([Claim("a", 1), Claim("b", 2), Claim("a", 3)])]
    [1, 2]
    """
    first: dict[str, Claim] = {}
    for claim in claims:
        first.setdefault(claim.text, claim)
    return tuple(first.values())
