"""Workers on the machines of a Ray cluster, or of one that is started here for the run.

The papers are a dataset of Ray Data that `map_batches` asks, in blocks of one paper: what is done
comes back at once. Each of Ray's own processes has a worker beside it that does the work, so that a
paper that ends its worker is known and given up, while Ray does again what a lost machine had.

Ray itself is used in a process of its own: it takes over signals and prints.
"""

from __future__ import annotations

import importlib.util
import logging
import os
import pickle
import signal
import sys
import tempfile
from typing import TYPE_CHECKING, Any

from vera.core.errors import InvalidInput, Problem, ServiceUnavailable
from vera.core.result import Failure, Result, Success
from vera.verification.batch.job import Reply
from vera.verification.batch.subprocess import Caller, EndedError, Process
from vera.verification.batch.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from vera.verification.batch.job import Job, Shard

_ADDRESS = "RAY_ADDRESS"
_OURS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # what it opens is on the loopback alone
}
"""For a cluster that is started here, where the user says nothing else."""
_SOCKET = "/ray/session_2026-11-25_04-51-28_051857_4194304/sockets/plasma_store"
"""What Ray's longest path of a socket has beneath the folder for temporary files."""
_LONGEST = 103
"""Bytes of the path of a socket: 107 on Linux, 103 on macOS (sun_path, less the closing zero)."""
_PASSED_ON = ("VERA_", "OLLAMA_")
"""Beginnings of the variables of the environment that change what a worker does."""


def installed() -> Result[None]:
    """Whether there is Ray Data; an `InvalidInput` says what to install."""
    if all(map(importlib.util.find_spec, ("ray", "pyarrow"))):
        return Success(None)
    rule = "needs the package ray (pip install 'vera-verify[ray]')"
    return Failure(InvalidInput("start Ray", (Problem("engine", "ray", rule),)))


def run(
    job: Job, identity: dict[str, Any], shards: Sequence[Shard], workers: int
) -> Generator[Reply, None, None]:
    """A reply on each paper, in the order in which they are done.

    The cluster is the one that RAY_ADDRESS names, else one of this machine that ends with the run.
    """
    process = None
    try:
        process = Process("ray", sys.path, heard=False)
        process.send((job, identity, shards, workers))
        while (reply := process.receive()) is not None:
            yield reply
    except EndedError as ended:
        yield Reply(0, _fault(str(ended)))
    finally:
        if process is not None:
            process.close()


class _Asker:
    """What Ray runs in each of its processes."""

    def __init__(self, order: bytes) -> None:
        job, identity, path = pickle.loads(order)  # noqa: S301 - the driver's
        # Ray looks for modules in the current folder first, where those of others may be.
        self._worker = Worker(job, identity, [*path, *sys.path])

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        """The replies on the papers of a block."""
        orders = map(pickle.loads, batch["order"])
        return {"reply": [pickle.dumps(self._worker.ask(*order)) for order in orders]}


def main() -> None:
    """The program that uses Ray: an order comes in, replies go out, and None behind the last."""
    caller = Caller(lambda: os.kill(os.getpid(), signal.SIGTERM))  # which Ray takes for its end
    try:
        for reply in _replies(*caller.receive()):
            caller.send(reply)
        caller.send(None)
    except Exception as error:  # noqa: BLE001 - Ray raises Exception itself when it does not start
        caller.send(Reply(0, _fault(str(error))))


def _replies(
    job: Job, identity: dict[str, Any], shards: Sequence[Shard], workers: int
) -> Iterator[Reply]:
    ours = _OURS | _short(tempfile.gettempdir())
    os.environ.update({name: said for name, said in ours.items() if name not in os.environ})
    import ray
    import ray.data

    known = {name: said for name, said in os.environ.items() if name.startswith(_PASSED_ON)}
    # Without "local" Ray goes to any cluster that was started on this machine, by whomever.
    own: dict[str, Any] = {"address": "local", "num_cpus": workers, "include_dashboard": False}
    ray.init(
        logging_level=logging.ERROR,
        log_to_driver=False,
        runtime_env={"env_vars": known},
        **({} if os.environ.get(_ADDRESS) else own),
    )
    ray.data.DataContext.get_current().enable_progress_bars = False
    orders = [{"order": pickle.dumps(order)} for order in enumerate(shards)]
    asked = ray.data.from_items(orders, override_num_blocks=len(orders)).map_batches(
        _Asker,
        fn_constructor_args=(pickle.dumps((job, identity, sys.path)),),
        batch_size=1,
        num_cpus=1,
        compute=ray.data.ActorPoolStrategy(size=min(workers, len(shards))),
    )
    for row in asked.iter_rows():
        yield pickle.loads(row["reply"])  # noqa: S301 - of our workers


def _short(folder: str) -> dict[str, str]:
    """Another folder for Ray's sockets, where their paths would be longer than a system takes."""
    return {} if len(os.fsencode(folder + _SOCKET)) <= _LONGEST else {"RAY_TMPDIR": "/tmp"}  # noqa: S108 - Ray's own choice


def _fault(said: str) -> Failure[ServiceUnavailable]:
    lines = said.strip().splitlines() or ["it failed"]
    hint = "run it again, which goes on, or use --engine pool"
    return Failure(ServiceUnavailable("run on Ray", "Ray", lines[-1].strip(), hint=hint))
