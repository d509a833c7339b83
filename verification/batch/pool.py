"""Workers on this machine: as many processes as are wanted, each asked by a thread of its own."""

from __future__ import annotations

import sys
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from vera.verification.batch.job import Reply
from vera.verification.batch.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from vera.verification.batch.job import Job, Shard


def run(
    job: Job, identity: dict[str, Any], shards: Sequence[Shard], workers: int
) -> Generator[Reply, None, None]:
    """A reply on each paper, in the order in which they are done.

    When the iteration is left all workers are ended.
    """
    crew = [Worker(job, identity, sys.path) for _ in range(min(workers, len(shards)))]
    free: SimpleQueue[Worker] = SimpleQueue()
    for worker in crew:
        free.put(worker)

    def ask(at: int, shard: Shard) -> Reply:
        worker = free.get()
        reply = worker.ask(at, shard)
        free.put(worker)
        return reply

    threads = ThreadPoolExecutor(max(1, len(crew)))
    waiting, asked = enumerate(shards), set[Future[Reply]]()
    try:
        while True:
            ahead = islice(waiting, 2 * len(crew) - len(asked))  # bounds what waits to be written
            asked |= {threads.submit(ask, *order) for order in ahead}
            if not asked:
                return
            done, asked = wait(asked, return_when=FIRST_COMPLETED)
            for each in done:
                yield each.result()
    finally:
        for worker in crew:
            worker.end()
        threads.shutdown(cancel_futures=True)
        for worker in crew:
            worker.close()
