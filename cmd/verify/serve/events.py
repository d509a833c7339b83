"""What a job tells, as server-sent events: each with its number, so that none is told twice."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

from vera.verification.report.printable import escaped_json

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from vera.verify.serve.jobs import Event, Job

MEDIA_TYPE = "text/event-stream"
_BEAT = 10.0
"""Seconds after which a line is sent that says nothing, so that who is gone is noticed."""


async def told(job: Job, after: int, closing: asyncio.Event) -> AsyncIterator[str]:
    """The events of a job after that number, until it is over or the server ends."""
    loop, changed = asyncio.get_running_loop(), asyncio.Event()

    def wake() -> None:
        loop.call_soon_threadsafe(changed.set)

    job.listen(wake)
    ends = asyncio.ensure_future(closing.wait())
    try:
        while True:
            changed.clear()
            for event in job.since(after):
                after = event.number
                yield _sent(event)
            if closing.is_set() or (job.state.over and not job.since(after)):
                return
            wakes = asyncio.ensure_future(changed.wait())
            done, _ = await asyncio.wait(
                {wakes, ends}, timeout=_BEAT, return_when=asyncio.FIRST_COMPLETED
            )
            if not done:
                wakes.cancel()
                yield ":\n\n"
    finally:
        ends.cancel()
        job.ignore(wake)


def _sent(event: Event) -> str:
    text = escaped_json(json.dumps(event.data, ensure_ascii=False, allow_nan=False))
    return f"id: {event.number}\nevent: {event.name}\ndata: {text}\n\n"
