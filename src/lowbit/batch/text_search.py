"""Blocks of text whose puzzles are searched: from bytes to bytes in one kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from lowbit.batch.text_piece import Piece, irregular_lines
from lowbit.kernels.classic.loop import BUSY, DONE, new_lanes
from lowbit.kernels.classic.search import NOT_LISTED, SWEEPS_AT_ONCE, UNLIMITED, LaneLimits, Puzzles
from lowbit.kernels.classic.texts.characters import MASK_OF
from lowbit.kernels.classic.texts.search import (
    GUESSES,
    INVALID_LINES,
    LINES,
    N_GAPS,
    PLAIN,
    SIZE,
    begin,
    begin_output,
    new_window,
    search_text,
)
from lowbit.kernels.core.compile import bind
from lowbit.kernels.core.simd import native_lanes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from lowbit.batch.text_block import Block
    from lowbit.kernels.classic.texts.lines import Rules, Style
    from lowbit.kernels.classic.texts.search import Window
    from lowbit.kernels.core.threads import Progress

    Plan: TypeAlias = tuple[LaneLimits, NDArray[np.uint8], Style, Rules]

NO_MASKS = np.zeros(0, np.uint16)


def searching(limit: int | None, max_nodes: int | None) -> LaneLimits:
    """Return the limits of a search.

    Parameters
    ----------
    limit : int or None
        The number of solutions at which to leave a puzzle.
    max_nodes : int or None
        The number of nodes of its search tree at which to leave a puzzle.
    """
    n_solutions, n_nodes = (UNLIMITED if most is None else most for most in (limit, max_nodes))
    return LaneLimits(n_solutions, n_nodes)


class TextSearch:
    """Searches the puzzles of blocks of text.

    Parameters
    ----------
    limits : LaneLimits
    style : Style
    rules : Rules
    """

    def __init__(self, limits: LaneLimits, style: Style, rules: Rules) -> None:
        self._plan = limits, NOT_LISTED, style, rules
        self._idle: list[_Searcher] = []

    def pieces(self, block: Block, look_up: Progress) -> list[Piece]:
        """Return the answers to a block, in more than one piece where they need much room."""
        searcher = self._idle.pop() if self._idle else _Searcher(self._plan)
        pieces = list(searcher.pieces(block, look_up))
        self._idle.append(searcher)
        return pieces


class _Searcher:
    """The memory for searching blocks, used by one thread at a time.

    It keeps the call of the kernel on each block that it has met: to lay the arguments out takes as
    long as to solve two hundred puzzles.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._window = new_window()
        self._lanes = new_lanes(native_lanes())
        self._calls: dict[Block, Callable[[], int]] = {}

    def pieces(self, block: Block, look_up: Progress) -> Iterator[Piece]:
        """Yield the answers to a block."""
        begin(self._window, block.size, block.first)
        self._lanes.control[:] = 0
        if block not in self._calls:
            self._calls[block] = self._call(block, block.out)
        go_on, out, first = self._calls[block], block.out, block.first
        while True:
            while (state := go_on()) == BUSY:
                look_up(0, 0)
            piece = _piece(block, self._window, out, first)
            yield piece
            if state == DONE:
                return
            begin_output(self._window)
            first += piece.n_lines
            out = np.empty_like(out)
            go_on = self._call(block, out)

    def _call(self, block: Block, out: NDArray[np.uint8]) -> Callable[[], int]:
        """Return the function that searches a block for some milliseconds."""
        puzzles = Puzzles(block.text, self._window.lines.starts, MASK_OF, NO_MASKS)
        known = puzzles, self._window, self._lanes, *self._plan
        return bind(search_text, *known, out, SWEEPS_AT_ONCE)


def _piece(block: Block, window: Window, out: NDArray[np.uint8], first: int) -> Piece:
    """Return the piece written to `out`; `first` is the number of its first line."""
    written = window.written.tolist()
    return Piece(
        out[: written[SIZE]].data,
        irregular_lines(block.text, window.gaps[: written[N_GAPS]], first),
        written[LINES],
        window.statuses.tolist(),
        written[INVALID_LINES],
        written[GUESSES],
        written[PLAIN],
    )
