"""The dispatch of requests to the workers, within the server's limits."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, cast

from fastapi import Depends
from starlette.requests import Request  # noqa: TC002 - FastAPI reads it
from starlette.responses import Response

from lowbit.web.http.budget import MemoryBudget
from lowbit.web.http.clients import client_of
from lowbit.web.http.metrics import Metrics
from lowbit.web.http.streams import Stream, gone, unless
from lowbit.web.workers.pool import Pool
from lowbit.web.workers.questions import QUESTIONS, Asked
from lowbit.web.workers.worker import WorkerTask

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from lowbit.web.limits import ServerLimits
    from lowbit.web.workers.questions import Answered


BLOCK = 1 << 20
"""Bytes of a file that are written at a time."""

PART = 1 << 16
"""Bytes of a body that are held together while more arrives."""


class Server:
    """The state that all requests share: the limits, the workers, the counts."""

    def __init__(self, limits: ServerLimits, is_compiling: Callable[[], bool]) -> None:
        self.limits = limits
        self.pool = Pool(limits, is_compiling)
        self.budget = MemoryBudget(limits.max_memory)
        self.metrics = Metrics()


class Workers:
    """The access of one request to the workers."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self.server: Server = request.app.state.server
        self.limits = self.server.limits
        self.client = client_of(request.client.host) if request.client else ""

    async def answer(self, name: str) -> Response:
        """Return the answer to the question in the request; stop it if the client goes away."""
        task, seconds = await self._task(name)
        answered = await unless(gone(self._request.receive), self._first(task, seconds))
        return Response(answered.content, media_type=answered.media_type)

    async def stream(self, name: str) -> Stream:
        """Return all answers to the question in the request, one per line."""
        task, seconds = await self._task(name)

        async def lines() -> AsyncGenerator[bytes]:
            async with aclosing(self._each(task, seconds)) as answers:
                async for answered in answers:
                    yield answered.content

        return Stream(lines(), gone(self._request.receive))

    async def stream_file(self, name: str, /, **asked: object) -> Stream:
        """Return all answers to a task on a file, once the body that holds it has arrived."""
        folder = TemporaryDirectory(prefix="lowbit-")
        try:
            path = Path(folder.name, "file")
            await self._save(path)
        except BaseException:
            folder.cleanup()
            raise
        task = WorkerTask(name, asked | {"path": str(path)})

        async def lines() -> AsyncGenerator[bytes]:
            with folder:
                async with aclosing(self._each(task, self.limits.long_time_limit)) as answers:
                    async for line in answers:
                        yield line

        return Stream(lines(), gone(self._request.receive))

    async def run(self, name: str, arguments: dict[str, Any]) -> Any:  # noqa: ANN401 - what it sends
        """Run a task, and return the one thing that it sends."""
        task = WorkerTask(name, arguments)
        async with aclosing(self._each(task, self.limits.time_limit)) as answers:
            (answer,) = [answer async for answer in answers]
        return answer

    async def _save(self, path: Path) -> None:
        """Write the body to a file, a block at a time, for which the disk may take long."""
        held = bytearray()
        async with aclosing(self._request.stream()) as chunks:
            with path.open("wb", buffering=0) as file:
                async for chunk in chunks:
                    held += chunk
                    if len(held) >= BLOCK:
                        await asyncio.to_thread(file.write, bytes(held))
                        held.clear()
                await asyncio.to_thread(file.write, held)

    async def _task(self, name: str) -> tuple[WorkerTask, float]:
        """Return the task that answers the question in the request, and its seconds."""
        body = await self._body()
        seconds = QUESTIONS[name].seconds(self.limits)
        return WorkerTask(name, Asked(body or b"{}", self.limits)), seconds

    async def _body(self) -> bytes:
        """Return the body, held in blocks of a size until it is whole.

        Buffers that grow beside each other leave gaps in memory, as large as all of them; a list of
        chunks of a byte each takes forty times as much.
        """
        blocks, held = [], bytearray()
        async with aclosing(self._request.stream()) as chunks:
            async for chunk in chunks:
                held += chunk
                if len(held) >= PART:
                    blocks.append(bytes(held))
                    held.clear()
        return b"".join([*blocks, held])

    async def _first(self, task: WorkerTask, seconds: float) -> Answered:
        async with aclosing(self._each(task, seconds)) as answers:
            *_, last = [answer async for answer in answers]
        return cast("Answered", last)

    def _each(self, task: WorkerTask, seconds: float) -> AsyncGenerator[Any]:
        return self.server.pool.run(task, seconds, self.client)


def workers(request: Request) -> Workers:
    """Return the access of a request to the workers."""
    return Workers(request)


At = Annotated[Workers, Depends(workers)]
"""The parameter of a path's function that gives access to the workers."""
