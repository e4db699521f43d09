"""Long texts of puzzles, answered block by block, in parallel and in order.

::

    incoming ─ whole lines ─> block: scan ── fill ── render ──> pieces ──┐
    as they arrive            block: scan ── fill ── render ──> pieces ──┴──> in order
                              ...    a thread each, without the GIL

The text is in the `line` format and its puzzles are on the classic board. A piece is output, with
gaps for the lines that the kernels do not read, which the consumer of the pieces fills. A `Fill`
finds the answers to the puzzles of a block. A plain search does the three steps in one, some
hundred lines at a time, so that nothing leaves the cache between them: `text_search`. The plan is
in `text_plan`, the memory of a block in `text_block`, its output in `text_piece`.

The output depends neither on the number of threads nor on how the text is cut. A block is reused
once its pieces were taken, so memory is constant, however long the text.
"""

from __future__ import annotations

from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

from lowbit.batch.ordered import in_order
from lowbit.batch.text_block import Block
from lowbit.batch.text_piece import room_for, settled, write_piece
from lowbit.batch.text_search import NO_MASKS, TextSearch
from lowbit.errors import FormatError, InputError
from lowbit.formats.streams.stream import MAX_LINE, TOO_LONG
from lowbit.kernels.classic.search import LaneLimits, Puzzles
from lowbit.kernels.classic.texts.characters import MASK_OF

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from lowbit.batch.fill import Fill
    from lowbit.batch.incoming import Incoming
    from lowbit.batch.text_piece import Piece
    from lowbit.batch.text_plan import TextPlan
    from lowbit.kernels.core.threads import Progress

BLOCK = 1 << 20
"""Bytes that a thread takes at a time: some milliseconds of work."""

FIRST_SHARE = 64
"""The first block is this part of a full one. Each takes twice as many bytes as the one before, so
that the first answers come early, and all threads soon have something to do."""


class Answering:
    """Answers a text, block by block, side by side.

    Parameters
    ----------
    plan : TextPlan
        The plan of the answers.
    threads : int, optional
        The number of threads; one for each CPU if None.
    is_end : callable, optional
        Whether a comment ends the text: it is left unread, with all below it.
    """

    def __init__(
        self,
        plan: TextPlan,
        threads: int | None = None,
        is_end: Callable[[bytes], bool] | None = None,
    ) -> None:
        self._plan = plan
        self._is_end = is_end
        self._style = plan.style()
        self._rules = plan.rules()
        self._threads = threads
        self._idle: list[Block] = []

    def pieces(self, incoming: Incoming, first: int = 0) -> Generator[Piece]:
        """Yield the answers in order, each as soon as it can be had.

        Parameters
        ----------
        incoming : Incoming
            The text, cut anywhere. All that has arrived is answered before more is waited for.
        first : int, default 0
            The number of the first line.

        Yields
        ------
        Piece
            Some answers, valid until the next ones are asked for.

        Raises
        ------
        InputError
            Raised by `incoming`; FormatError at a line that is too long for any text of puzzles.
            The answers to all lines before it are yielded first.
        """
        blocks = self._numbered(incoming, first)
        with closing(in_order(self._way(), blocks, self._threads)) as answered:
            for block, pieces in answered:
                yield from pieces
                block.size = 0
                self._idle.append(block)

    def _numbered(self, incoming: Incoming, first: int) -> Iterator[Block | None]:
        """Yield the blocks of a text up to its end, each with the number of its first line."""
        for block in self._blocks(incoming):
            if block is None:
                yield None
                continue
            block.first = first
            n_lines, rest = (
                block.cut_before(self._is_end) if self._is_end else (block.n_lines(), b"")
            )
            first += n_lines
            if block.size:
                yield block
            if rest:
                incoming.push_back(rest)
                return

    def _blocks(self, incoming: Incoming) -> Iterator[Block | None]:
        """Cut a text into blocks of whole lines; yield None before waiting for more."""
        block = self._new_block()
        most = -(-(self._plan.block or BLOCK) // self._plan.times)
        wanted = -(-most // FIRST_SHARE)
        try:
            while (n_bytes := incoming.read_into(block.room(wanted))) is not None:
                block.size += n_bytes
                must_wait = not incoming.has_more()
                if must_wait or block.size >= wanted:
                    rest = block.cut()
                    if block.size:
                        yield block
                        block = self._new_block()
                        wanted = min(2 * wanted, most)
                    elif len(rest) > MAX_LINE:
                        raise FormatError(TOO_LONG)
                    block.append(rest)
                if must_wait:
                    yield None
        except InputError:
            block.cut()
            yield block
            raise
        if rest := block.cut():
            block.append(rest + b"\n")
            block.rest = b""
        if block.size:
            yield block

    def _new_block(self) -> Block:
        return self._idle.pop() if self._idle else Block(BLOCK, self._plan.times)

    def _way(self) -> Callable[[Block, Progress], tuple[Block, list[Piece]]]:
        """Return the function that answers a block."""
        fill = self._plan.fill
        if not isinstance(fill, LaneLimits):
            return partial(self._answer, fill)
        search = TextSearch(fill, self._style, self._rules)
        return lambda block, look_up: (block, search.pieces(block, look_up))

    def _answer(self, fill: Fill, block: Block, look_up: Progress) -> tuple[Block, list[Piece]]:
        """Answer a block, in more than one piece where its lines are shorter than puzzles."""
        pieces: list[Piece] = []
        at = n_written = 0
        first, times = block.first, self._plan.times
        while at < block.size:
            part, end = block.scan(at)
            puzzles = Puzzles(part.text, part.lines.starts, MASK_OF, NO_MASKS)
            fill(puzzles, part.answers, first=first + self._plan.offset, progress=look_up)
            tally = settled(part, times, self._rules)
            is_usual = times == 1 and not tally.n_invalid
            out = block.out[n_written:] if is_usual else room_for(part, end, times)
            pieces.append(write_piece(part, tally, self._style, out, times, first))
            n_written += pieces[-1].out.nbytes if is_usual else 0
            first += pieces[-1].n_lines
            at = end
        return block, pieces
