"""The guard between the network and the application.

It refuses requests from other sites and of other types, limits what is read, what is held and how
long a client may take, adds the security headers, logs and counts.
"""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from lowbit.web.errors import FullError
from lowbit.web.http.budget import Holding
from lowbit.web.http.clients import client_of
from lowbit.web.http.hosts import OTHER_PAGE
from lowbit.web.http.logs import log, log_failure
from lowbit.web.http.policy import HEADERS
from lowbit.web.http.problems import problem_response
from lowbit.web.limits import MAX_OPTIONS, MAX_QUERY, MIN_RATE
from lowbit.web.media_types import BYTES, JSON

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from lowbit.web.http.budget import MemoryBudget
    from lowbit.web.http.hosts import Hosts
    from lowbit.web.http.metrics import Metrics
    from lowbit.web.limits import ServerLimits

API: Final = "/api/"
BATCH: Final = "/api/v1/batch"
LONG: Final = {BATCH, "/api/v1/file"}
"""The paths of requests that are about many puzzles."""

HELD: Final = 4 << 20
"""Bytes that a batch holds at most: it is answered while it arrives."""

PIECE: Final = 1 << 16
"""Bytes of an answer that are sent at once; the rest waits for the client, and is counted."""

TOO_SLOW: Final = "the request does not come in"

GONE: Final = 499
"""The status to log if the client went away."""


class Guard:
    """The outermost layer of the server.

    Parameters
    ----------
    app : ASGI application
        The application to guard.
    limits : ServerLimits
        The limits of requests.
    budget : MemoryBudget
        The memory of all requests.
    metrics : Metrics
        The counts of requests.
    hosts : Hosts, optional
        The names of the server; any if None, for whoever checks them elsewhere.
    """

    def __init__(
        self,
        app: ASGIApp,
        limits: ServerLimits,
        budget: MemoryBudget,
        metrics: Metrics,
        hosts: Hosts | None = None,
    ) -> None:
        self._app = app
        self.limits = limits
        self.budget = budget
        self.metrics = metrics
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] == "http":
            await _Visit(self, scope, receive, send).go(self._app)
        else:
            await self._app(scope, receive, send)


class _Visit:
    """One request."""

    def __init__(self, guard: Guard, scope: Scope, receive: Receive, send: Send) -> None:
        self._guard = guard
        self._limits = guard.limits
        self._scope = scope
        self._receive = receive
        self._send = send
        client = scope.get("client")
        self._holding = Holding(guard.budget, client_of(client[0]) if client else "", self._end)
        self._until: asyncio.Timeout | None = None
        self._start: Message | None = None
        self._n_read = 0
        self._n_sent = 0
        self._is_read = False
        self._seconds_left = guard.limits.body_patience
        self._status = 0

    async def go(self, app: ASGIApp) -> None:
        """Answer the request."""
        started = perf_counter()
        try:
            self._require_allowed()
            await self._unless_ended(app)
        except ClientDisconnect:
            self._status = GONE
        except (HTTPException, FullError) as error:
            await self._answer(error)
        except Exception as error:  # noqa: BLE001 - whatever it is, the server goes on
            log_failure()
            await self._answer(error)
        finally:
            self._holding.close()
            self._note(perf_counter() - started)

    async def _unless_ended(self, app: ASGIApp) -> None:
        """Have the application answer, unless another request needs the memory of this one."""
        try:
            async with asyncio.timeout(None) as self._until:
                await app(self._scope, self.receive, self.send)
        except TimeoutError:
            if not self._holding.is_refused:
                raise
            raise FullError from None
        finally:
            self._until = None

    def _end(self) -> None:
        if self._until:
            self._until.reschedule(0)

    async def receive(self) -> Message:
        """Receive from the client, no more than allowed and not too slowly."""
        if self._is_read:
            return await self._receive()
        message = await self._receive_in_time()
        self._is_read = not message.get("more_body", False)
        try:
            self._take_in(len(message.get("body", b"")))
        except (HTTPException, FullError):
            self._is_read = True
            raise
        return message

    def _take_in(self, n_new: int) -> None:
        """Count the bytes that have arrived; raise if they are too many."""
        path = self._scope["path"]
        most = self._limits.max_batch if path in LONG else self._limits.max_body
        self._n_read += n_new
        self._seconds_left = min(self._seconds_left + n_new / MIN_RATE, self._limits.body_patience)
        if self._n_read > most:
            raise HTTPException(413, f"a request to {path} must not exceed {most} bytes")
        if path != BATCH or self._n_read <= HELD:
            self._holding.grow(n_new)

    async def _receive_in_time(self) -> Message:
        """Wait for more of the body, as long as the client has patience left."""
        started = perf_counter()
        try:
            async with asyncio.timeout(self._seconds_left):
                return await self._receive()
        except TimeoutError:
            self._is_read = True
            raise HTTPException(408, TOO_SLOW, {"Connection": "close"}) from None
        finally:
            self._seconds_left -= perf_counter() - started

    async def send(self, message: Message) -> None:
        """Send with the security headers, which wait for the beginning of the body."""
        if message["type"] == "http.response.start":
            self._start = message
            return
        body = message.get("body", b"")
        if len(body) > PIECE:
            self._holding.grow(len(body))  # or there is another answer
        if self._start:
            await self._send_start(self._start)
        self._n_sent += len(body)
        for start in range(0, len(body) - PIECE, PIECE):
            piece = body[start : start + PIECE]
            await self._pass_on({**message, "body": piece, "more_body": True})
        await self._pass_on({**message, "body": body[-(len(body) % PIECE or PIECE) :]})
        if len(body) > PIECE:
            self._holding.grow(-len(body))

    async def _send_start(self, message: Message) -> None:
        self._start = None
        self._status = message["status"]
        headers = MutableHeaders(scope=message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if self._scope["path"].startswith(API):
            headers.setdefault("Cache-Control", "no-store")
        await self._pass_on(message)

    async def _pass_on(self, message: Message) -> None:
        try:
            await self._send(message)
        except OSError as error:  # of the connection, and of nothing else
            raise ClientDisconnect from error

    def _require_allowed(self) -> None:
        """Raise unless the request may come from where it does, and is of a type that is read."""
        headers, path = Headers(scope=self._scope), self._scope["path"]
        is_api = path.startswith(API)
        if self._guard.hosts:
            self._guard.hosts.require(headers, is_api=is_api)
        if is_api and headers.get("Sec-Fetch-Site", "none") in {"cross-site", "same-site"}:
            raise HTTPException(403, OTHER_PAGE)
        query = self._scope.get("query_string", b"")
        if len(query) > MAX_QUERY or query.count(b"&") >= MAX_OPTIONS:
            raise HTTPException(414, f"an address takes {MAX_OPTIONS} options of {MAX_QUERY} bytes")
        if is_api and self._scope["method"] == "POST":
            wanted = BYTES if path in LONG else JSON
            _require_type(headers.get("Content-Type", ""), wanted)

    async def _answer(self, error: Exception) -> None:
        if not self._status:
            await problem_response(error)(self._scope, self._receive, self.send)

    def _note(self, seconds: float) -> None:
        route = getattr(self._scope.get("route"), "path", None) or "other"
        method = self._scope["method"] if route != "other" else "other"
        self._guard.metrics.count(method, route, self._status, seconds)
        log(
            "request",
            method=method,
            path=route,
            status=self._status,
            ms=round(1000 * seconds, 1),
            bytes_in=self._n_read,
            bytes_out=self._n_sent,
        )


def _require_type(given: str, wanted: str) -> None:
    """Raise unless a body is of the one type that no page of another site sends unasked."""
    if given.partition(";")[0].strip().lower() != wanted:
        raise HTTPException(415, f"the request needs the header Content-Type: {wanted}")
