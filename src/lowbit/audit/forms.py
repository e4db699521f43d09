"""Forms of puzzles with one solution, which isomorphic ones share: by their solutions' symmetries.

The canonical form of a solution is found in less time than that of a puzzle, and almost always a
single symmetry leads there. Isomorphic puzzles have isomorphic solutions, so their symmetries take
both to the same puzzle, and what follows from them to the same, too. If several symmetries lead
there, since the solution has automorphisms, the canonical form of the puzzle is taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.verbs.canonical.many import canonical_many

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.kernels.core.threads import Progress


class SolutionSymmetries(NamedTuple):
    """The symmetries that take solutions to their canonical forms.

    Attributes
    ----------
    grids : uint8[n, 81]
        The forms.
    are_single : bool[n]
        Whether no other symmetry leads there.
    cells : uint8[n, 81]
        For each cell of the form, the cell that its digit comes from.
    digits : uint8[n, 10]
        The new digit for each; a blank stays one.
    """

    grids: NDArray[np.uint8]
    are_single: NDArray[np.bool_]
    cells: NDArray[np.uint8]
    digits: NDArray[np.uint8]

    def some(self, rows: NDArray[np.bool_]) -> SolutionSymmetries:
        """Return those of some solutions."""
        return SolutionSymmetries(
            self.grids[rows], self.are_single[rows], self.cells[rows], self.digits[rows]
        )


def symmetries_of(
    solutions: NDArray[np.uint8], progress: Progress | None = None
) -> SolutionSymmetries:
    """Return the symmetries that take solutions, uint8[n, 81], to their canonical forms."""
    found = canonical_many(solutions, transforms=True, threads=1, progress=progress)
    digits = np.pad(found.digits, ((0, 0), (1, 0)))
    cells = found.cells.astype(np.uint8, copy=False)
    return SolutionSymmetries(found.grids, found.automorphisms == 1, cells, digits)


def forms_of(
    puzzles: NDArray[np.uint8], symmetries: SolutionSymmetries, progress: Progress | None = None
) -> NDArray[np.uint8]:
    """Return a form of each puzzle that isomorphic ones share.

    Parameters
    ----------
    puzzles : uint8[n, 81]
        Each with one solution, or a part of it; 0 is blank.
    symmetries : SolutionSymmetries
        Of their solutions.
    progress : callable, optional
        Called now and then.
    """
    moved = np.take_along_axis(puzzles, symmetries.cells, axis=1)
    forms = np.take_along_axis(symmetries.digits, moved, axis=1)
    others = ~symmetries.are_single
    if others.any():
        forms[others] = canonical_many(puzzles[others], threads=1, progress=progress).grids
    return forms
