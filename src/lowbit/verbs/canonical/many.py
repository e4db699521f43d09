"""Canonical forms of a batch."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from lowbit.arguments import integer_or_none
from lowbit.batch.puzzles import SYMBOL_OF_DIGIT, read_batch, read_puzzles
from lowbit.batch.reasons import Reasons
from lowbit.errors import InputError
from lowbit.kernels.classic.layout import N_CELLS
from lowbit.kernels.classic.minlex import minimize_grids
from lowbit.kernels.classic.minlex_state import new_forms, new_workspace
from lowbit.kernels.core.threads import share
from lowbit.symmetry import Transform

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.kernels.classic.minlex_state import Forms
    from lowbit.kernels.core.threads import Progress, Work

PORTION = 1 << 6
"""Puzzles that a thread takes at a time: a millisecond of work, and a quarter of a second of the
worst that are known."""


@dataclass(frozen=True, eq=False)
class CanonicalBatch:
    """The canonical forms of the puzzles of a batch, row for row.

    Parameters
    ----------
    grids : uint8[n, 81]
        The smallest grid of each orbit, 0 where blank; all 0 for rows that are invalid.
    automorphisms : int64[n]
        How many symmetries leave the puzzle as it is: at least 1, or 0 for invalid rows: those that
        cannot be read, and those with restricted cells.
    cells : uint8[n, 81]
        For each cell of the form, the cell of the puzzle that its content comes from. Without
        rows if transforms were not asked for.
    digits : uint8[n, 9]
        What each digit becomes, that of digit 1 first; without rows as `cells`.
    reasons : mapping of int to str
        Why rows are no puzzles of givens, by row.
    """

    grids: NDArray[np.uint8]
    automorphisms: NDArray[np.int64]
    cells: NDArray[np.uint8]
    digits: NDArray[np.uint8]
    reasons: Reasons = field(default_factory=Reasons)

    def __len__(self) -> int:
        return len(self.grids)

    @property
    def is_valid(self) -> NDArray[np.bool_]:
        """bool[n]: which rows are puzzles of givens, and so have a form."""
        valid: NDArray[np.bool_] = self.automorphisms > 0
        return valid

    @property
    def lines(self) -> list[str]:
        """The forms as text, 81 characters each with ``.`` for a blank; empty where invalid."""
        text = self.grids.tobytes().translate(SYMBOL_OF_DIGIT).decode()
        return [
            text[N_CELLS * row : N_CELLS * (row + 1)] if valid else ""
            for row, valid in enumerate(self.is_valid.tolist())
        ]

    @property
    def first_of_class(self) -> NDArray[np.int64]:
        """int64[n]: the first row that is isomorphic to each; -1 where invalid."""
        rows = np.ascontiguousarray(self.grids).view(f"V{N_CELLS}").reshape(-1)
        _, first, number = np.unique(rows[self.is_valid], return_index=True, return_inverse=True)
        places = np.flatnonzero(self.is_valid)
        result = np.full(len(self), -1, np.int64)
        result[places] = places[first][number.reshape(-1)]
        return result

    def transform(self, row: int) -> Transform:
        """Return the symmetry that takes puzzle `row` to its form.

        Raises
        ------
        InputError
            If transforms were not asked for, or the row is invalid.
        """
        if not len(self.cells):
            raise InputError("there are no transforms: ask canonical_many(..., transforms=True)")
        if not self.is_valid[row]:
            raise InputError(f"row {row} is no puzzle of givens: it has no canonical form")
        return Transform(tuple(self.cells[row].tolist()), tuple(self.digits[row].tolist()))

    def __repr__(self) -> str:
        return f"<CanonicalBatch of {len(self)} puzzles, {np.count_nonzero(self.is_valid)} valid>"


def canonical_many(
    puzzles: PuzzlesLike,
    *,
    transforms: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> CanonicalBatch:
    """Return the canonical form of each puzzle: the smallest that a symmetry makes of it.

    Parameters
    ----------
    puzzles : str, bytes, iterable, numpy.ndarray or Masks
        Puzzles on the classic board, in any form that `lowbit.solve_many` takes. They may have
        one solution, several or none.
    transforms : bool, default False
        Whether to return the symmetries that lead there, too.
    threads : int, optional
        How many threads to use; as many as there are CPUs if None. The result does not
        depend on it.
    progress : callable, optional
        Called a few times a second with how many puzzles were begun and how many there are.

    Returns
    -------
    CanonicalBatch
        A row for each puzzle, in order. A puzzle that cannot be read, or that has restricted
        cells, keeps its row, without a form.

    Raises
    ------
    InputError
        If `puzzles` is no batch, or `threads` is less than 1.

    Examples
    --------
    >>> batch = canonical_many(["12" + "." * 79, "." * 79 + "43", "1..2" + "." * 77, "?"])
    >>> batch.automorphisms
    array([104509440, 104509440,  34836480,         0])
    >>> batch.first_of_class
    array([ 0,  0,  2, -1])
    >>> batch.lines[2][-9:]
    '.....1..2'
    """
    threads = integer_or_none("threads", threads, 1)
    batch = read_batch(puzzles)
    forms = _forms(batch.puzzles, transforms=transforms, threads=threads, progress=progress)
    return CanonicalBatch(
        forms.grids.reshape(-1, N_CELLS),
        forms.automorphisms,
        forms.cells.reshape(-1, N_CELLS),
        forms.digits.reshape(-1, 9),
        batch.reasons(forms.automorphisms == 0),
    )


def change_to_canonical(
    digits: NDArray[np.uint8],
    numbers: NDArray[np.int64],  # noqa: ARG001 - chance has no say
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Change puzzles of a text to their forms, see `lowbit.batch.fill.Change`."""
    forms = _forms(digits, transforms=False, threads=threads, progress=progress)
    return forms.grids.reshape(-1, N_CELLS), forms.automorphisms > 0


def _forms(
    puzzles: PuzzlesLike, *, transforms: bool, threads: int | None, progress: Progress | None
) -> Forms:
    batch = read_puzzles(puzzles)
    forms = new_forms(batch.starts.size, transforms=transforms)

    def new_worker() -> Work:
        return partial(minimize_grids, batch, new_workspace(), forms)

    share(batch.starts.size, new_worker, portion=PORTION, threads=threads, progress=progress)
    return forms
