"""The body of a request that is answered while it arrives."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.requests import ClientDisconnect

from lowbit.web.http.streams import gone
from lowbit.web.workers.batch import blocks_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request


class Intake:
    """The body of a request, as blocks of whole lines.

    Parameters
    ----------
    request : Request
        Whose body is read, by `read`, which ends only when the client goes away.
    """

    def __init__(self, request: Request) -> None:
        self._request = request
        self._blocks: asyncio.Queue[bytes | Exception] = asyncio.Queue(1)

    async def read(self) -> None:
        """Read the body, then wait until the client goes away."""
        try:
            async for block in blocks_of(self._request.stream()):
                await self._blocks.put(block)
            await self._blocks.put(b"")
        except ClientDisconnect:
            raise
        except Exception as error:  # noqa: BLE001 - the reader of the blocks gets it
            await self._blocks.put(error)
        await gone(self._request.receive)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield the blocks."""
        while block := await self._blocks.get():
            if isinstance(block, Exception):
                raise block
            yield block
