"""Workers on the machines of a Ray cluster, or of one that is started here for the run.

The papers are a dataset of Ray Data that `map_batches` asks, in blocks of one paper: what is done
comes back at once. Each of Ray's own processes has a worker beside it that does the work, so that a
paper that ends its worker is known and given up, while Ray does again what a lost machine had.
"""

from __future__ import annotations

import importlib.util
import logging
import os
import pickle
from typing import TYPE_CHECKING, Any

from core.errors import InvalidInput, Problem, ServiceUnavailable
from core.result import Failure, Result, Success, failed
from verification.batch.job import Reply
from verification.batch.subprocess import Worker

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from verification.batch.job import Job, Shard

_ADDRESS = "RAY_ADDRESS"
_QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # all it opens is on the loopback
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}
"""For a cluster that is started here."""
_PASSED_ON = ("VERA_", "OLLAMA_")
"""Beginnings of the variables of the environment that change what a worker does."""


def installed() -> Result[None]:
    """Whether there is Ray Data; an `InvalidInput` says what to install."""
    if all(map(importlib.util.find_spec, ("ray", "pyarrow"))):
        return Success(None)
    rule = "needs the package ray (pip install 'vera-verify[ray]')"
    return Failure(InvalidInput("start Ray", (Problem("engine", "ray", rule),)))


class _Asker:
    """What Ray runs in each of its processes."""

    def __init__(self, job: bytes) -> None:
        self._worker = Worker(*pickle.loads(job))  # noqa: S301 - the driver's

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        """The replies on the papers of a block."""
        orders = map(pickle.loads, batch["order"])
        return {"reply": [pickle.dumps(self._worker.ask(*order)) for order in orders]}


def run(
    job: Job, identity: dict[str, Any], shards: Sequence[Shard], workers: int
) -> Generator[Reply, None, None]:
    """A reply on each paper, in the order in which they are done.

    The cluster is the one that RAY_ADDRESS names, else one of this machine that ends with the run.
    """
    started = _start(workers)
    if failed(started):
        yield Reply(0, started)
        return
    ray = started.unwrap()
    try:
        orders = [{"order": pickle.dumps(order)} for order in enumerate(shards)]
        asked = ray.data.from_items(orders, override_num_blocks=len(orders)).map_batches(
            _Asker,
            fn_constructor_args=(pickle.dumps((job, identity)),),
            batch_size=1,
            num_cpus=1,
            compute=ray.data.ActorPoolStrategy(size=min(workers, len(shards))),
        )
        for row in asked.iter_rows():
            yield pickle.loads(row["reply"])  # noqa: S301 - of our workers
    except ray.exceptions.RayError as error:
        yield Reply(0, _fault(str(error)))
    finally:
        ray.shutdown()


def _start(workers: int) -> Result[Any]:
    """The module ray, connected."""
    elsewhere = os.environ.get(_ADDRESS)
    os.environ.update({name: said for name, said in _QUIET.items() if name not in os.environ})
    try:
        import ray
        import ray.data
        import ray.exceptions

        variables = {name: said for name, said in os.environ.items() if name.startswith(_PASSED_ON)}
        own: dict[str, Any] = {"num_cpus": workers, "include_dashboard": False}
        ray.init(
            log_to_driver=False,
            logging_level=logging.ERROR,
            runtime_env={"env_vars": variables},
            **({} if elsewhere else own),
        )
        context = ray.data.DataContext.get_current()
        context.enable_progress_bars = False
        logging.getLogger("ray.data").setLevel(logging.ERROR)
    except Exception as error:  # noqa: BLE001 - Ray raises Exception itself when it does not start
        return _fault(str(error))
    return Success(ray)


def _fault(said: str) -> Failure[ServiceUnavailable]:
    lines = said.strip().splitlines() or ["it failed"]
    hint = "run it again, which goes on, or use --engine pool"
    return Failure(ServiceUnavailable("run on Ray", "Ray", lines[-1].strip(), hint=hint))
