"""The dispatch of requests to the workers, within the server's limits."""

from __future__ import annotations

import json
from contextlib import aclosing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Depends
from starlette.requests import Request  # noqa: TC002 - FastAPI reads it

from lowbit.web.http.clients import client_of
from lowbit.web.http.metrics import Metrics
from lowbit.web.http.streams import Stream, gone, unless
from lowbit.web.workers.pool import Pool
from lowbit.web.workers.worker import WorkerTask

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable

    from lowbit.web.limits import ServerLimits
    from lowbit.web.requests import RequestBody, SearchRequest


class Server:
    """What all requests share: the limits, the workers, the counts."""

    def __init__(self, limits: ServerLimits, is_compiling: Callable[[], bool]) -> None:
        self.limits = limits
        self.pool = Pool(limits, is_compiling)
        self.metrics = Metrics()


class Workers:
    """The access of one request to the workers."""

    def __init__(self, request: Request) -> None:
        self._receive = request.receive
        self.server: Server = request.app.state.server
        self.limits = self.server.limits
        self.client = client_of(request.client.host) if request.client else ""

    async def ask(self, name: str, **arguments: Any) -> Any:  # noqa: ANN401 - a model's data
        """Return the answer to a task; stop it if the client goes away."""
        return await unless(gone(self._receive), self._first(WorkerTask(name, arguments)))

    async def search(self, name: str, asked: RequestBody) -> Any:  # noqa: ANN401 - as `ask`
        """Return the answer to a search."""
        return await self.ask(name, **self._bounded(asked, self.limits.time_limit))

    async def search_long(self, name: str, asked: RequestBody) -> Any:  # noqa: ANN401 - as `ask`
        """Return the answer to a request about many puzzles."""
        return await self.ask(name, **self._bounded(asked, self.limits.long_time_limit))

    def stream(self, name: str, asked: SearchRequest) -> Stream:
        """Return all answers to a long search, one per line."""
        arguments = self._bounded(asked, self.limits.long_time_limit)
        lines = self.lines(WorkerTask(name, arguments), arguments["time_limit"])
        return Stream(lines, gone(self._receive))

    async def stream_file(
        self, name: str, asked: RequestBody, body: AsyncIterator[bytes], **more: object
    ) -> Stream:
        """Return all answers to a task on a file, once the body that holds it has arrived."""
        folder = TemporaryDirectory(prefix="lowbit-")
        path = Path(folder.name, "file")
        with path.open("wb") as file:  # noqa: ASYNC230 - a disk takes what has arrived at once
            async for chunk in body:
                file.write(chunk)
        task = WorkerTask(name, asked.model_dump() | more | {"path": str(path)})

        async def lines() -> AsyncGenerator[bytes]:
            with folder:
                async with aclosing(self.lines(task, self.limits.long_time_limit)) as answers:
                    async for answer in answers:
                        yield answer

        return Stream(lines(), gone(self._receive))

    def _bounded(self, asked: RequestBody, most_seconds: float) -> dict[str, Any]:
        """Return a request within the server's limits."""
        arguments = asked.model_dump()
        most = {"time_limit": most_seconds, "max_nodes": self.limits.max_nodes}
        return arguments | {
            name: min(arguments[name] or most[name], most[name])
            for name in most
            if name in arguments
        }

    async def _first(self, task: WorkerTask) -> Any:  # noqa: ANN401 - as `ask`
        seconds = task.arguments.get("time_limit", self.limits.time_limit)
        async with aclosing(self.server.pool.run(task, seconds, self.client)) as response:
            return [answer async for answer in response][-1]

    async def lines(self, task: WorkerTask, seconds: float) -> AsyncGenerator[bytes]:
        """Yield all answers to a task, a line for each."""
        async with aclosing(self.server.pool.run(task, seconds, self.client)) as response:
            async for answer in response:
                yield json.dumps(answer).encode() + b"\n"


def workers(request: Request) -> Workers:
    """Return the access of a request to the workers."""
    return Workers(request)


At = Annotated[Workers, Depends(workers)]
"""The parameter of a path's function that gives access to the workers."""
