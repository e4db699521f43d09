"""Counts of solutions with a progress: one part of the puzzle after the other."""

from __future__ import annotations

from itertools import product
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeAlias

from lowbit.errors import LimitReachedError
from lowbit.grid import digits_of
from lowbit.verbs.puzzles import grid_of, with_masks
from lowbit.verbs.solve.handover import blocks_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lowbit.grid import Grid
    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle

    CountProgress: TypeAlias = Callable[[int, float], object]
    """Called with the number of solutions so far, and roughly which share of the search is done."""

PARTS: Final = 200
"""The fewest parts of a count; each is a search, most of which take microseconds."""

INTERVAL: Final = 0.1
"""Seconds between two reports."""


def count_in_parts(
    puzzle: Grid | Puzzle,
    limit: int | None,
    limits: Limits,
    progress: CountProgress,
) -> int:
    """Return how many solutions a puzzle has, see `lowbit.count_solutions`."""
    counter = _Counter(limit, limits, progress)
    parts = list(_parts(puzzle))
    for number, part in enumerate(parts):
        if counter.is_done:
            break
        counter.add(part, number / len(parts))
    progress(counter.n_found, 1.0)
    return counter.n_found


class _Counter:
    """Counts part after part."""

    def __init__(self, limit: int | None, limits: Limits, progress: CountProgress) -> None:
        self.n_found = 0
        self._limit = limit
        self._limits = limits
        self._nodes = 0
        self._progress = progress
        self._next = monotonic() + INTERVAL

    @property
    def is_done(self) -> bool:
        """Whether as many solutions as are wanted were found."""
        return self._limit is not None and self.n_found >= self._limit

    def add(self, part: Grid | Puzzle, share: float) -> None:
        """Count the solutions of a part that begins at a share of the search."""
        blocks = blocks_of(part, self._limits.after(self._nodes), "any", self._limit, counts=True)
        try:
            for block in blocks:
                self.n_found += len(block)
                if self.is_done:
                    self.n_found = self._limit or 0
                    return
                self._report(share)
        except LimitReachedError as error:
            nodes = self._nodes + error.nodes
            raise LimitReachedError(error.reason, nodes, self.n_found) from None
        self._nodes += blocks.nodes
        self._report(share)

    def _report(self, share: float) -> None:
        if monotonic() >= self._next:
            self._progress(self.n_found, share)
            self._next = monotonic() + INTERVAL


def _parts(puzzle: Grid | Puzzle) -> Iterator[Grid | Puzzle]:
    """Yield puzzles that together have the solutions of one, each of them once."""
    masks = list(grid_of(puzzle).candidates)
    open_cells = [cell for cell, mask in enumerate(masks) if mask & (mask - 1)]
    chosen: list[int] = []
    n_parts = 1
    for cell in sorted(open_cells, key=lambda cell: masks[cell].bit_count()):
        if n_parts >= PARTS:
            break
        chosen.append(cell)
        n_parts *= masks[cell].bit_count()
    for digits in product(*(digits_of(masks[cell]) for cell in chosen)):
        own = masks.copy()
        for cell, digit in zip(chosen, digits, strict=True):
            own[cell] = 1 << digit - 1
        yield with_masks(puzzle, own)
