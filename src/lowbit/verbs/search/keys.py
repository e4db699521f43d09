"""Keys of puzzles: those of isomorphic ones are equal.

On the classic board a key is the canonical form. On others it is the smallest image under all
symmetries where there are few, with constraints under the turns that keep these; else the canonical
form, too.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.board_symmetry import symmetries_of
from lowbit.constraints.general import normal_forms
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.kernels.core.threads import share
from lowbit.kernels.vicinity.images import smallest_images
from lowbit.puzzle_symmetry import has_free_digits, moved, turns_of
from lowbit.verbs.canonical.many import canonical_many

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from lowbit.geometry import Geometry
    from lowbit.puzzle import Puzzle

MOST_SYMMETRIES: Final = 1 << 12
"""The symmetries of a board that are all tried, at most: a microsecond or less each."""

PORTION: Final = 256
"""Puzzles that a thread takes at a time."""


class IsomorphismKeys:
    """Keys of puzzles on the board of one, with its constraints.

    Parameters
    ----------
    whole : Grid or Puzzle
    threads : int or None
    """

    def __init__(self, whole: Grid | Puzzle, threads: int | None) -> None:
        self._board, self._threads = whole.geometry, threads
        self._renames = True
        if isinstance(whole, Grid):
            self._symmetries = _all_symmetries(self._board)
        else:
            self._renames = has_free_digits(whole)
            self._symmetries = np.array(list(_turns(whole)), np.int64)

    def __call__(self, digits: NDArray[np.uint8]) -> list[bytes]:
        """Return the key of each puzzle, of uint8[n, n_cells]."""
        if self._symmetries is None:
            forms = canonical_many(digits, geometry=self._board, threads=self._threads)
            return [form.tobytes() for form in forms.grids]
        images = np.zeros_like(digits)
        worker = partial(self._worker, digits, self._symmetries, images)
        share(len(digits), worker, portion=PORTION, threads=self._threads)
        return [image.tobytes() for image in images]

    def _worker(
        self,
        digits: NDArray[np.uint8],
        symmetries: NDArray[np.int64],
        images: NDArray[np.uint8],
    ) -> Callable[[int, int], object]:
        names = np.arange(self._board.size + 1)
        return partial(smallest_images, digits, symmetries, self._renames, images, names)


def _all_symmetries(board: Geometry) -> NDArray[np.int64] | None:
    """Return the symmetries of a board; None if there are too many to try all, or a better way."""
    known = symmetries_of(board) if board != CLASSIC else None
    if known is None or known.count > MOST_SYMMETRIES:
        return None
    every = np.arange(board.n_cells)[None]
    for family in known.families:
        images = np.array(list(family.images.values()))
        every = every[:, images].reshape(-1, board.n_cells)
    return every


def _turns(puzzle: Puzzle) -> list[tuple[int, ...]]:
    """Return the turns that take a puzzle's constraints to themselves."""
    digits = range(1, puzzle.geometry.size + 1)
    own = normal_forms(puzzle.constraints)
    return [
        places
        for places in turns_of(puzzle)
        if normal_forms(moved(puzzle, places, digits).constraints) == own
    ]
