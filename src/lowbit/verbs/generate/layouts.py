"""Random layouts of irregular boxes.

A random walk that starts with the rows as boxes: two adjacent boxes swap a cell each, as long as
both stay connected. A layout on which no full grid is soon found is drawn again: by a plain search,
and on large boards, where that seldom ends, by random fills.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.arguments import integer
from lowbit.board_names import JIGSAW
from lowbit.errors import EffortSpentError, InputError, LimitReachedError
from lowbit.geometry import Geometry
from lowbit.grid import Grid
from lowbit.houses import MAX_SIZE, MIN_SIZE
from lowbit.limits import Limits
from lowbit.rng import SplitMix64, seed_or_any
from lowbit.verbs.solve.handover import Solutions

if TYPE_CHECKING:
    from collections.abc import Iterable

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXY"

STEPS_A_CELL: Final = 8
"""Swaps to try per cell and digit: by then vertical neighbours share a box as often as horizontal
ones, and no trace of the rows is left."""


NODES_OF_A_LAYOUT: Final = 20_000
"""The most nodes of the search for a full grid: most layouts take a few hundred, but in one of a
hundred a search would take minutes."""

PLAIN_SIZE: Final = 16
"""Larger boards are filled at random where the plain search does not end."""

FILLS: Final = 256
"""Random fills that are tried: of 20x20, one in a hundred ends with a full grid."""

LAYOUTS_IN_VAIN: Final = 50
"""Layouts that are drawn until there is one with a full grid."""

LARGEST_FOUND: Final = 20
LARGE_LAYOUTS_IN_VAIN: Final = 16
"""The same for boards with more digits, of which no fill may end; a layout takes seconds."""

STEPS_A_CELL_OF_LARGE: Final = 6
"""On these boards, swaps to try per cell and digit: a layout without a trace of the rows has a full
grid that is found in one of three cases, this one in most."""


def random_jigsaw(
    size: int = 9, *, seed: int | None = None, time_limit: float | None = None
) -> Geometry:
    """Return a board with random irregular boxes, each of them connected.

    Parameters
    ----------
    size : int, default 9
        The number of rows, columns, digits and boxes; 4 to 25.
    seed : int, optional
        From 0 to 2**64 - 1; the same seed gives the same board. A random one if None.
    time_limit : float, optional
        Give up after so many seconds.

    Returns
    -------
    Geometry
        A board that has a full grid. Its name is ``jigsaw:`` and a letter for each cell. With more
        than 20 digits boxes are somewhat wider than high, for else hardly any grid is found.

    Raises
    ------
    InputError
        If the size or the seed is out of range.
    EffortSpentError
        If no full grid was found on some layouts, or in time: layouts with more than 16 digits take
        seconds.

    Examples
    --------
    >>> board = random_jigsaw(6, seed=1)
    >>> board.name[:7], len(board.boxes), {len(box.cells) for box in board.boxes}
    ('jigsaw:', 6, {6})
    """
    size = integer("size", size, MIN_SIZE)
    if size > MAX_SIZE:
        raise InputError(f"a jigsaw has {MIN_SIZE} to {MAX_SIZE} digits, not {size}")
    seed = seed_or_any(seed)
    limits = Limits.of(time_limit=time_limit)
    n_layouts = LAYOUTS_IN_VAIN if size <= LARGEST_FOUND else LARGE_LAYOUTS_IN_VAIN
    for item in range(n_layouts):
        board = _draw(size, SplitMix64(seed, item), limits)
        if board is not None and _has_grid(board, limits):
            return board
        if limits.is_late:
            reason = f"the time limit of {time_limit:g} s ended the search for a layout"
            raise EffortSpentError(reason, 0, 1, item)
    raise EffortSpentError("no full grid was found on random layouts", 0, 1, n_layouts)


def _has_grid(board: Geometry, limits: Limits) -> bool:
    """Return whether a full grid is soon found."""
    empty = Grid("." * board.n_cells, board)
    few = limits.within(NODES_OF_A_LAYOUT)
    try:
        return next(Solutions(empty, limits=few, order="any"), None) is not None
    except LimitReachedError:
        return board.size > PLAIN_SIZE and _is_filled_at_random(board, limits)


def _is_filled_at_random(board: Geometry, limits: Limits) -> bool:
    import numpy as np  # only large boards need it

    from lowbit.verbs.generate.boards import random_fills

    fills = random_fills(board, 0, np.arange(FILLS), limits)
    return bool(fills.n_solutions.any())


def _draw(size: int, stream: SplitMix64, limits: Limits) -> Geometry | None:
    """Walk, and return the letters of the boxes that result; None if the time is over."""
    walk = _Walk(size)
    n_steps = STEPS_A_CELL if size <= LARGEST_FOUND else STEPS_A_CELL_OF_LARGE
    for _ in range(n_steps * size):
        for _ in range(size**2):
            walk.step(stream)
        if limits.is_late:
            return None
    return Geometry.parse(f"{JIGSAW}:{walk.letters}")


class _Walk:
    """Boxes on their way.

    Parameters
    ----------
    size : int
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._box_of = [cell // size for cell in range(size * size)]
        self._cells_of = [set(range(row * size, (row + 1) * size)) for row in range(size)]
        self._beside = [tuple(_neighbours(cell, size)) for cell in range(size * size)]

    @property
    def letters(self) -> str:
        """A letter for each cell's box, in order of appearance."""
        names = {box: LETTERS[at] for at, box in enumerate(dict.fromkeys(self._box_of))}
        return "".join(names[box] for box in self._box_of)

    def step(self, stream: SplitMix64) -> None:
        """Swap a random cell with one of an adjacent box, if both boxes stay connected."""
        cell = stream.below(len(self._box_of))
        beside = self._beside[cell]
        own, other = self._box_of[cell], self._box_of[beside[stream.below(len(beside))]]
        if own == other:
            return
        rest, joined = self._cells_of[own] - {cell}, self._cells_of[other] | {cell}
        back = [
            place
            for place in sorted(self._cells_of[other])
            if any(near in rest for near in self._beside[place])
        ]
        if not back:
            return
        place = back[stream.below(len(back))]
        rest, joined = rest | {place}, joined - {place}
        if self._is_whole(rest) and self._is_whole(joined):
            self._cells_of[own], self._cells_of[other] = rest, joined
            self._box_of[cell], self._box_of[place] = other, own

    def _is_whole(self, cells: set[int]) -> bool:
        """Whether cells are connected."""
        to_do = [next(iter(cells))]
        found = set(to_do)
        while to_do:
            new = {near for near in self._beside[to_do.pop()] if near in cells} - found
            found |= new
            to_do += new
        return len(found) == len(cells)


def _neighbours(cell: int, size: int) -> Iterable[int]:
    row, column = divmod(cell, size)
    if row:
        yield cell - size
    if column:
        yield cell - 1
    if column < size - 1:
        yield cell + 1
    if row < size - 1:
        yield cell + size
