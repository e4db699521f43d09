"""A batch that is answered while it arrives.

Up to `BLOCK` bytes are read before anything is answered. A client that sends no more than that may
wait for the answer; one that sends more has to read while it sends. The bytes read are answered
piece by piece, each a quick task, so that others have their turns in between.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from lowbit.errors import FormatError, InputError, UnknownFormatError
from lowbit.formats.lines.item_lines import is_item
from lowbit.formats.streams.stream import EMPTY, MAX_LINE, TOO_LONG, end_of_lines
from lowbit.web.media_types import NDJSON, TEXT
from lowbit.web.workers.tasks.lines import TextOptions

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Iterator

    from lowbit.web.limits import ServerLimits
    from lowbit.web.requests import BatchOptions

BLOCK = 1 << 20
"""Bytes that are read before they are answered."""

PIECE = 1 << 16
"""Bytes that are answered at a time: a few milliseconds of work."""

SNIFFED = 1 << 14
"""Bytes of a text that its format is inferred from."""

Ask: TypeAlias = Callable[[str, dict[str, Any]], Awaitable[Any]]
"""A function that runs a task, by its name and its arguments, and returns what it sends."""


async def blocks_of(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield what comes in chunks as blocks of whole lines."""
    held = bytearray()
    async for chunk in chunks:
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
    """Answers the blocks of one batch.

    Parameters
    ----------
    ask : callable
        Runs the tasks.
    limits : ServerLimits
        The limits of the whole batch.
    geometry : str
        The board.
    asked : TextOptions
        What is asked of each puzzle.
    """

    ask: Ask
    limits: ServerLimits
    geometry: str
    asked: TextOptions

    @classmethod
    def of(cls, options: BatchOptions, limits: ServerLimits, ask: Ask) -> Self:
        """Return what answers a batch with some options, within limits."""
        nodes = limits.nodes_of(options.max_nodes)
        asked = TextOptions(
            options.style,
            options.solutions,
            nodes,
            limits.time_limit,
            tuple(options.rules),
            tuple(options.measures),
        )
        return cls(ask, limits, options.geometry, asked)

    @property
    def media_type(self) -> str:
        """The type of the answers."""
        return NDJSON if self.asked.style == "json" else TEXT

    async def answers(self, blocks: AsyncIterator[bytes]) -> AsyncGenerator[bytes]:
        """Yield the answers, block by block."""
        line, n_puzzles, form, said = 1, 0, "", self.geometry
        blocks = _with_items(_begun(blocks))
        async for block in blocks:
            form = form or await self._ask("sniff", text=block[:SNIFFED])
            if not form:
                text = await self._all_of(block, blocks)
                yield (await self._ask("answer_text", text=text))[0]
                return
            for piece in _pieces(block):
                answer, n_new, said = await self._ask(
                    "answer_lines", text=piece, first=line, said=said, form=form
                )
                n_puzzles += n_new
                yield answer
                if n_puzzles > self.limits.max_puzzles:
                    raise InputError(f"a batch must not exceed {self.limits.max_puzzles} puzzles")
                line += piece.count(b"\n") or len(piece.splitlines())

    async def _all_of(self, text: bytes, blocks: AsyncIterator[bytes]) -> bytes:
        async for block in blocks:
            text += block
            if len(text) > self.limits.max_body:
                raise InputError(
                    f"a text in this format must not exceed {self.limits.max_body} bytes here; in "
                    "the line format it may be longer"
                )
        return text

    async def _ask(self, name: str, **arguments: Any) -> Any:  # noqa: ANN401 - what the task sends
        return await self.ask(name, arguments | {"geometry": self.geometry, "asked": self.asked})


async def _begun(blocks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield blocks without the byte order mark that some editors put before a text.

    Raises
    ------
    UnknownFormatError
        If there is nothing.
    """
    first = (await anext(blocks, b"")).removeprefix(BOM_UTF8)
    if not first:
        raise UnknownFormatError(EMPTY)
    yield first
    async for block in blocks:
        yield block


async def _with_items(blocks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield blocks none of which ends between the items of a puzzle."""
    held = b""
    async for block in blocks:
        text = held + block
        end = _end_before_items(text)
        if len(text) - end > MAX_LINE:
            raise FormatError(TOO_LONG)
        held = text[end:]
        if end:
            yield text[:end]
    if held:
        yield held


def _end_before_items(text: bytes, end: int | None = None) -> int:
    """Return the end of the lines of `text[:end]` before the last ones that are items."""
    end = len(text) if end is None else end
    while end:
        start = end_of_lines(text, end - 1)
        if not is_item(text[start:end].decode(errors="replace")):
            break
        end = start
    return end


def _pieces(block: bytes) -> Iterator[bytes]:
    """Cut a block into pieces of whole lines, or of items; after a long line it stays whole."""
    start = 0
    while start < len(block):
        end = _end_before_items(block, end_of_lines(block, start + PIECE))
        if end <= start or start + PIECE >= len(block):
            end = len(block)
        yield block[start:end]
        start = end
