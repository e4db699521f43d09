"""The guard between the network and the application.

It refuses requests from other sites, limits what is read and how long a client may take, adds the
security headers, logs and counts.
"""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from lowbit.web.http.logs import log, log_failure
from lowbit.web.http.policy import HEADERS
from lowbit.web.http.problems import problem_response
from lowbit.web.limits import MIN_RATE

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from lowbit.web.http.metrics import Metrics
    from lowbit.web.limits import ServerLimits

API: Final = "/api/"
LONG: Final = {"/api/v1/batch", "/api/v1/file"}
"""The paths of requests that are about many puzzles."""

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
        What a request may take.
    metrics : Metrics
        The counts of requests.
    """

    def __init__(self, app: ASGIApp, limits: ServerLimits, metrics: Metrics) -> None:
        self._app = app
        self._limits = limits
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] == "http":
            await _Visit(self._limits, self._metrics, scope, receive, send).go(self._app)
        else:
            await self._app(scope, receive, send)


class _Visit:
    """One request."""

    def __init__(
        self, limits: ServerLimits, metrics: Metrics, scope: Scope, receive: Receive, send: Send
    ) -> None:
        self._limits = limits
        self._metrics = metrics
        self._scope = scope
        self._receive = receive
        self._send = send
        self._n_read = 0
        self._n_sent = 0
        self._is_read = False
        self._seconds_left = limits.body_patience
        self._status = 0

    async def go(self, app: ASGIApp) -> None:
        """Answer the request."""
        started = perf_counter()
        try:
            self._refuse_other_sites()
            await app(self._scope, self.receive, self.send)
        except (ClientDisconnect, OSError):
            self._status = GONE
        except HTTPException as error:
            await self._answer(error)
        except Exception as error:  # noqa: BLE001 - whatever it is, the server goes on
            log_failure()
            await self._answer(error)
        finally:
            self._note(perf_counter() - started)

    async def receive(self) -> Message:
        """Receive from the client, no more than allowed and not too slowly."""
        if self._is_read:
            return await self._receive()
        message = await self._receive_in_time()
        n_new = len(message.get("body", b""))
        self._n_read += n_new
        self._seconds_left = min(self._seconds_left + n_new / MIN_RATE, self._limits.body_patience)
        self._is_read = not message.get("more_body", False)
        is_long = self._scope["path"] in LONG
        most = self._limits.max_batch if is_long else self._limits.max_body
        if self._n_read > most:
            self._is_read = True
            raise HTTPException(
                413, f"a request to {self._scope['path']} must not exceed {most} bytes"
            )
        return message

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
        """Send with the security headers."""
        if message["type"] == "http.response.start":
            self._status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if self._scope["path"].startswith(API):
                headers.setdefault("Cache-Control", "no-store")
        self._n_sent += len(message.get("body", b""))
        await self._send(message)

    def _refuse_other_sites(self) -> None:
        site = Headers(scope=self._scope).get("Sec-Fetch-Site", "none")
        if self._scope["path"].startswith(API) and site in {"cross-site", "same-site"}:
            raise HTTPException(403, "pages of other sites must not send requests here")

    async def _answer(self, error: Exception) -> None:
        if not self._status:
            await problem_response(error)(self._scope, self._receive, self.send)

    def _note(self, seconds: float) -> None:
        route = getattr(self._scope.get("route"), "path", None) or "other"
        method = self._scope["method"] if route != "other" else "other"
        self._metrics.count(method, route, self._status, seconds)
        log(
            "request",
            method=method,
            path=route,
            status=self._status,
            ms=round(1000 * seconds, 1),
            bytes_in=self._n_read,
            bytes_out=self._n_sent,
        )
