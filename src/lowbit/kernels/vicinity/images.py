"""The smallest image of a puzzle under the symmetries of its board, all of which are tried.

Digits are numbered in order of appearance, unless their values matter. Two puzzles have the same
smallest image if and only if they are isomorphic. Most symmetries are given up at the first cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.core.compile import kernel, part

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Words


@kernel
def smallest_images(
    puzzles: Bytes,
    symmetries: Words,
    renames: bool,
    images: Bytes,
    names: Words,
    first: int,
    end: int,
) -> None:
    """Write down the smallest image of each puzzle.

    Parameters
    ----------
    puzzles : uint8[n, n_cells]
        Their digits, 0 where blank.
    symmetries : int64[s, n_cells]
        For each cell of an image, the cell that its digit comes from.
    renames : bool
        Whether digits are numbered in order of appearance; otherwise they stay.
    images : uint8[n, n_cells]
        Written to.
    names : int64[size + 1]
        Scratch.
    first, end : int
        Which puzzles to do.
    """
    for row in range(first, end):
        puzzle, best = puzzles[row], images[row]
        best[:] = names.size  # more than any digit
        for symmetry in range(symmetries.shape[0]):
            _take_if_smaller(puzzle, symmetries[symmetry], renames, best, names)


@part
def _take_if_smaller(puzzle: Bytes, cells: Words, renames: bool, best: Bytes, names: Words) -> None:
    """Write an image over the best one, if it is smaller."""
    names[:] = 0
    n_names = 0
    is_smaller = False
    for cell in range(cells.size):
        digit = np.int64(puzzle[cells[cell]])
        if renames and digit:
            if names[digit] == 0:
                n_names += 1
                names[digit] = n_names
            digit = names[digit]
        if is_smaller or digit < best[cell]:
            best[cell] = digit
            is_smaller = True
        elif digit > best[cell]:
            return
