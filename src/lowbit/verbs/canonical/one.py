"""Canonical forms and isomorphisms of single puzzles.

The canonical form of a puzzle, or minlex, is the smallest of all puzzles isomorphic to it, read row
by row, with blanks smaller than digits. Two puzzles have the same form if and only if they are
isomorphic. docs/guide/maker/canonical.md compares it with other programs' definitions. Boards other
than the classic one have another form that isomorphic puzzles share
(`lowbit.verbs.canonical.boards`).

Here a puzzle is nothing but its givens: it may have one solution, several or none, clash, be solved
or empty.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.errors import GridError
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.symmetry import Transform, on_board

if TYPE_CHECKING:
    from lowbit.geometry import BoardLike
    from lowbit.grid import GridLike


def canonical(puzzle: GridLike, *, geometry: BoardLike | None = None) -> Grid:
    """Return the canonical form of a puzzle: the one that represents all isomorphic to it.

    On the classic board, which has 2 * 6**8 * 9! symmetries, it is the smallest of them. On other
    boards it is the one that the search reaches first, and may change from release to release.

    Parameters
    ----------
    puzzle : GridLike
        The puzzle, see `lowbit.Grid`.
    geometry : Geometry or str, optional
        Its board; the classic one, or that of `puzzle` if it is a Grid.

    Returns
    -------
    Grid
        Equal for two puzzles if and only if they are isomorphic. On the classic board
        ``canonical(puzzle).to_line()`` is the smallest of its orbit; blanks are smallest.

    Raises
    ------
    GridError
        If it is not a grid, or has restricted cells.

    Notes
    -----
    It takes about ten microseconds on the classic board and a few milliseconds on others; the first
    call loads Numba, which takes a third of a second. `lowbit.kernels.classic.minlex` and
    `lowbit.labelling` describe the algorithms; for many puzzles use `lowbit.canonical_many`.

    Examples
    --------
    >>> canonical("9" * 2 + "." * 79).to_line()[-20:]
    '..................11'
    >>> from lowbit import shuffle
    >>> grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> canonical(grid) == canonical(shuffle(grid, seed=1))
    True
    >>> first, second = "1..2" + "." * 12, "." * 12 + "4..3"
    >>> is_isomorphic(first, second, geometry="4x4")
    True
    """
    grid = plain(puzzle, geometry)
    return canonical_transform(grid)(grid)


def canonical_transform(puzzle: GridLike, *, geometry: BoardLike | None = None) -> Transform:
    """Return a symmetry that takes a puzzle to its canonical form.

    There are as many as the puzzle has automorphisms; the one returned is always the same.

    Parameters
    ----------
    puzzle, geometry
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
    grid = plain(puzzle, geometry)
    if grid.geometry != CLASSIC:
        from lowbit.verbs.canonical.boards import symmetric  # noqa: PLC0415 - loads NumPy

        return symmetric(grid).form
    from lowbit.batch.candidates import puzzles_from_grid  # noqa: PLC0415
    from lowbit.kernels.classic.minlex import minimize_grids  # noqa: PLC0415 - loads Numba
    from lowbit.kernels.classic.minlex_state import new_forms, new_workspace  # noqa: PLC0415

    forms = new_forms(1)
    minimize_grids(puzzles_from_grid(grid), new_workspace(), forms, 0, 1)
    return Transform(tuple(forms.cells.tolist()), tuple(forms.digits.tolist()))


def isomorphism(
    first: GridLike, second: GridLike, *, geometry: BoardLike | None = None
) -> Transform | None:
    """Return a symmetry that takes one puzzle to another, or None if there is none.

    Parameters
    ----------
    first, second : GridLike
        Two puzzles on one board, see `lowbit.Grid`.
    geometry : Geometry or str, optional
        The board; the classic one, or those of the puzzles if they are Grids.

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
    first, second = plain(first, geometry), plain(second, geometry)
    if first.geometry != second.geometry:
        raise GridError(f"one puzzle lies on {first.geometry}, the other on {second.geometry}")
    if first.n_clues != second.n_clues:
        return None
    there, back = canonical_transform(first), canonical_transform(second)
    return there.then(back.inverse) if there(first) == back(second) else None


def is_isomorphic(first: GridLike, second: GridLike, *, geometry: BoardLike | None = None) -> bool:
    """Return whether two puzzles are isomorphic; `isomorphism` returns a symmetry.

    Parameters
    ----------
    first, second : GridLike
        Two puzzles on one board, see `lowbit.Grid`.
    geometry : Geometry or str, optional
        The board; the classic one, or those of the puzzles if they are Grids.

    Raises
    ------
    GridError
        As for `canonical`.

    Examples
    --------
    >>> is_isomorphic("11" + "." * 79, "7" + "." * 8 + "7" + "." * 71)
    True
    """
    return isomorphism(first, second, geometry=geometry) is not None


def plain(puzzle: GridLike, geometry: BoardLike | None = None) -> Grid:
    """Return a grid of givens and blanks; on the classic board, in the usual digits.

    Raises
    ------
    GridError
        If it is anything else.
    """
    grid = Grid(puzzle, geometry)
    if grid.geometry.is_classic:
        grid = on_board(grid, CLASSIC)
    if grid.is_restricted:
        raise GridError(
            "a canonical form is that of givens; this grid also has cells "
            "that allow some digits, but neither one nor all"
        )
    return grid
