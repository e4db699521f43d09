"""Streamed responses, which end when the client goes away."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.requests import ClientDisconnect
from starlette.responses import Response

from lowbit.web.http.logs import log_failure
from lowbit.web.http.problems import HANDLED, problem, problem_response
from lowbit.web.media_types import NDJSON

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Coroutine

    from starlette.types import Receive, Scope, Send

T = TypeVar("T")


async def gone(receive: Receive) -> None:
    """Wait until the client, whose request has been read, goes away."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def unless(event: Awaitable[None], work: Coroutine[Any, Any, T]) -> T:
    """Do some work, which an event before its end cancels.

    Raises
    ------
    ClientDisconnect
        If the event happened.
    """
    working, waiting = asyncio.ensure_future(work), asyncio.ensure_future(event)
    try:
        await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise ClientDisconnect
    finally:
        for task in (working, waiting):
            task.cancel()
        await asyncio.gather(working, waiting, return_exceptions=True)


class Stream(Response):
    """A response that grows while the client is there.

    An error before the first piece is the response; a later one is its last line.

    Parameters
    ----------
    pieces : async generator of bytes
        The pieces to send.
    going : awaitable
        Ends once the client has gone.
    media_type : str
        The type of the content.
    """

    def __init__(
        self, pieces: AsyncGenerator[bytes], going: Awaitable[None], media_type: str = NDJSON
    ) -> None:
        super().__init__(media_type=media_type, headers={"X-Accel-Buffering": "no"})
        del self.headers["Content-Length"]
        self._pieces = pieces
        self._going = going

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the pieces, unless the client goes away."""
        await unless(self._going, self._send_all(scope, receive, send))

    async def _send_all(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            first = await anext(self._pieces, b"")
        except HANDLED as error:
            await problem_response(error)(scope, receive, send)
            return
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(start)
        await self._send_piece(first, send)
        async with aclosing(self._others()) as others:
            async for piece in others:
                await self._send_piece(piece, send)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _others(self) -> AsyncGenerator[bytes]:
        """Yield the pieces after the first, the last of which may be a problem."""
        try:
            async with aclosing(self._pieces) as pieces:
                async for piece in pieces:
                    yield piece
        except ClientDisconnect:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the client gets it
            if not isinstance(error, HANDLED):
                log_failure()
            yield json.dumps({"problem": problem(error)}).encode() + b"\n"

    @staticmethod
    async def _send_piece(piece: bytes, send: Send) -> None:
        await send({"type": "http.response.body", "body": piece, "more_body": True})
