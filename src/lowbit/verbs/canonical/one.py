"""Canonical forms and isomorphisms of single puzzles.

The canonical form of a puzzle, or minlex, is the smallest that any symmetry makes of it: read
row by row, with blanks smaller than digits. Two puzzles have the same form if and only if a
symmetry takes one to the other. See docs/guide/maker/canonical.md for how others define it.

A puzzle is nothing but its givens here: it may have one solution, several or none, clash, be
solved or empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.errors import GridError
from lowbit.symmetry import Transform, classic

if TYPE_CHECKING:
    from lowbit.grid import Grid, GridLike


def canonical(puzzle: GridLike) -> Grid:
    """Return the smallest puzzle that any of the 2 * 6**8 * 9! symmetries makes of this one.

    Parameters
    ----------
    puzzle : GridLike
        A puzzle on the classic board, see `lowbit.Grid`.

    Returns
    -------
    Grid
        ``canonical(puzzle).to_line()`` is the smallest of its orbit; blanks are smallest.

    Raises
    ------
    GridError
        If it is not a grid, lies on another board, or has restricted cells.

    Notes
    -----
    Some ten microseconds; loading Numba takes a third of a second before the first. See
    `lowbit.kernels.classic.minlex` for the algorithm, and `lowbit.canonical_many` for many puzzles.

    Examples
    --------
    >>> canonical("9" * 2 + "." * 79).to_line()[-20:]
    '..................11'
    >>> from lowbit import shuffle
    >>> grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> canonical(grid) == canonical(shuffle(grid, seed=1))
    True
    """
    grid = plain(puzzle)
    return canonical_transform(grid)(grid)


def canonical_transform(puzzle: GridLike) -> Transform:
    """Return a symmetry that takes a puzzle to its canonical form.

    Where the puzzle has automorphisms there are as many; the one returned is always the same.

    Parameters
    ----------
    puzzle : GridLike
        As for `canonical`.

    Raises
    ------
    GridError
        As for `canonical`.

    Examples
    --------
    >>> print(canonical_transform("12" + "." * 79))
    r456789231c456789312d123456789
    """
    from lowbit.batch.puzzles import puzzles_from_grid  # noqa: PLC0415
    from lowbit.kernels.classic.minlex import minimize_grids  # noqa: PLC0415 - loads Numba
    from lowbit.kernels.classic.minlex_state import new_forms, new_workspace  # noqa: PLC0415

    forms = new_forms(1)
    minimize_grids(puzzles_from_grid(plain(puzzle)), new_workspace(), forms, 0, 1)
    return Transform(tuple(forms.cells.tolist()), tuple(forms.digits.tolist()))


def isomorphism(first: GridLike, second: GridLike) -> Transform | None:
    """Return a symmetry that takes one puzzle to another, or None if there is none.

    Parameters
    ----------
    first, second : GridLike
        As for `canonical`.

    Returns
    -------
    Transform or None
        ``isomorphism(a, b)(a) == b``.

    Raises
    ------
    GridError
        As for `canonical`.

    Examples
    --------
    >>> there = isomorphism("12" + "." * 79, "." * 79 + "34")
    >>> there("12" + "." * 79).to_line()[-4:]
    '..34'
    >>> isomorphism("12" + "." * 79, "1..2" + "." * 77) is None
    True
    """
    first, second = plain(first), plain(second)
    if first.n_clues != second.n_clues:
        return None
    there, back = canonical_transform(first), canonical_transform(second)
    return there.then(back.inverse) if there(first) == back(second) else None


def is_isomorphic(first: GridLike, second: GridLike) -> bool:
    """Whether a symmetry takes one puzzle to another; `isomorphism` returns it.

    Parameters
    ----------
    first, second : GridLike
        As for `canonical`.

    Raises
    ------
    GridError
        As for `canonical`.

    Examples
    --------
    >>> is_isomorphic("11" + "." * 79, "7" + "." * 8 + "7" + "." * 71)
    True
    """
    return isomorphism(first, second) is not None


def plain(puzzle: GridLike) -> Grid:
    """Return a grid of givens and blanks on the classic board.

    Raises
    ------
    GridError
        If it is something else.
    """
    grid = classic(puzzle)
    if grid.is_restricted:
        raise GridError(
            "a canonical form is that of givens; this grid also has cells "
            "that allow some digits, but neither one nor all"
        )
    return grid
