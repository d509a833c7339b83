"""All claims asked of one paper: what a worker does, and it alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from vera.core.errors import ReadFault, StorageFault, UnreadableDocument
from vera.core.result import Failure, Result, failed, traverse
from vera.verification import wiring
from vera.verification.batch.identity import identity
from vera.verification.batch.job import Job
from vera.verification.batch.part import to_bytes
from vera.verification.library import Library
from vera.verification.verifier import Verifier

if TYPE_CHECKING:
    from vera.verification.batch.job import Shard
    from vera.verification.verifier import Paper

_OP = "ask a paper"


@frozen
class Asking:
    """What asks; `identity` is what its verdicts depend on, as it is here and now."""

    job: Job
    verifier: Verifier
    library: Library | None
    identity: dict[str, Any]

    @classmethod
    def begin(cls, job: Job) -> Result[Asking]:
        """Load what a job needs. Errors: those of the embedder, the judge and the library."""
        given: dict[str, Any] = {
            "embedder": job.embedder,
            "judge": job.judge,
            "cache": job.cache,
        }
        library = None
        if job.library:
            opened = Library.open(job.library, job.settings, **given)
            ready = opened.bind(lambda it: it.ready().map(lambda _: it))
            if failed(ready):
                return ready
            library = ready.unwrap()
        verifier = library.verifier if library else Verifier(job.settings, **given)
        return identity(job, verifier).map(lambda it: cls(job, verifier, library, it))

    def ask(self, shard: Shard, key: str) -> Result[bytes]:
        """The part of a paper. What is wrong with the paper is an `UnreadableDocument`."""
        opened = self._open(shard)
        if failed(opened):
            return opened
        paper = opened.unwrap()
        verdicts = traverse(lambda it: it, self.verifier.verify([paper], self.job.claims))
        return verdicts.map(lambda found: to_bytes(key, paper.document, found))

    def _open(self, shard: Shard) -> Result[Paper]:
        if self.library is not None:
            kept = self.library.paper((shard.digest, shard.kind), shard.name)
            if failed(kept) and isinstance(error := kept.failure(), StorageFault):
                why = (ReadFault.DAMAGED, error.detail, error.hint)
                return Failure(UnreadableDocument(_OP, shard.name, *why))
            return kept
        read = wiring.read_document(Path(shard.path), self.job.password)
        if failed(read):
            error = read.failure()
            if isinstance(error, UnreadableDocument):
                return Failure(evolve(error, source=shard.name))
            return read
        document = evolve(read.unwrap(), source=shard.name)
        if document.digest != shard.digest:
            detail, hint = "it changed while the batch was on", "run it again"
            why = (ReadFault.BROKEN_IO, detail, hint)
            return Failure(UnreadableDocument(_OP, shard.name, *why))
        return self.verifier.open_document(document)
