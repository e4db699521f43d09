"""A batch that is answered while it arrives.

Up to `BLOCK` bytes are read before anything is answered. A client that sends no more than that may
wait for the answer; one that sends more has to read while it sends. The bytes read are answered
piece by piece, each a quick task, so that others have their turns in between.
"""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from starlette.requests import ClientDisconnect

from lowbit.errors import FormatError, InputError
from lowbit.formats.streams.stream import MAX_LINE, TOO_LONG, end_of_lines
from lowbit.web.http.streams import gone
from lowbit.web.workers.worker import WorkerTask

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Iterator

    from starlette.requests import Request

    from lowbit.web.limits import ServerLimits
    from lowbit.web.workers.pool import Pool
    from lowbit.web.workers.tasks.texts import TextOptions

BLOCK = 1 << 20
"""Bytes that are read before they are answered."""

PIECE = 1 << 16
"""Bytes that are answered at a time: a few milliseconds of work."""

SNIFFED = 1 << 16
"""Bytes of a text that its format is inferred from."""


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
            async for block in self._cut():
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

    async def _cut(self) -> AsyncIterator[bytes]:
        held = bytearray()
        async for chunk in self._request.stream():
            held += chunk
            if len(held) >= BLOCK:
                end = end_of_lines(held, len(held))
                if not end and len(held) > MAX_LINE + BLOCK:
                    raise FormatError(TOO_LONG)
                if end:
                    yield bytes(held[:end])
                    del held[:end]
        if held:
            yield bytes(held)


@dataclass(frozen=True)
class BatchStream:
    """Answers the blocks of one batch."""

    pool: Pool
    limits: ServerLimits
    geometry: str
    asked: TextOptions
    client: str

    async def answers(self, intake: Intake) -> AsyncGenerator[bytes]:
        """Yield the answers, block by block."""
        line, n_puzzles, is_first, said = 1, 0, True, self.geometry
        async for block in intake:
            if is_first and not await self._ask("sniff", text=block[:SNIFFED]):
                text = await self._all_of(block, intake)
                yield (await self._ask("answer_text", text=text))[0]
                return
            is_first = False
            for piece in _pieces(block):
                answer, n_new, said = await self._ask(
                    "answer_lines", text=piece, first=line, said=said
                )
                n_puzzles += n_new
                yield answer
                if n_puzzles > self.limits.max_puzzles:
                    raise InputError(f"a batch must not exceed {self.limits.max_puzzles} puzzles")
                line += piece.count(b"\n") or len(piece.splitlines())

    async def _all_of(self, text: bytes, intake: Intake) -> bytes:
        async for block in intake:
            text += block
            if len(text) > self.limits.max_body:
                raise InputError(
                    f"a text in this format must not exceed {self.limits.max_body} bytes here; in "
                    "the line format it may be longer"
                )
        return text

    async def _ask(self, name: str, **arguments: Any) -> Any:  # noqa: ANN401 - what the task sends
        task = WorkerTask(name, arguments | {"geometry": self.geometry, "asked": self.asked})
        async with aclosing(self.pool.run(task, self.asked.time_limit, self.client)) as response:
            (answer,) = [answer async for answer in response]
        return answer


def _pieces(block: bytes) -> Iterator[bytes]:
    """Cut a block of lines into pieces of whole lines; after a long line it stays whole."""
    start = 0
    while start < len(block):
        end = end_of_lines(block, start + PIECE)
        if end <= start or start + PIECE >= len(block):
            end = len(block)
        yield block[start:end]
        start = end
