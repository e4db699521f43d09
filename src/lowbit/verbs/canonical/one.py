"""Canonical forms and isomorphisms of single puzzles.

The canonical form of a puzzle, or minlex, is the smallest of all puzzles isomorphic to it, read row
by row, with blanks smaller than digits. Two puzzles have the same form if and only if they are
isomorphic. docs/guide/maker/canonical.md compares it with other programs' definitions. Boards other
than the classic one, and puzzles with restricted cells, have another form that isomorphic puzzles
share (`lowbit.verbs.canonical.boards`).

Here a puzzle is nothing but its candidates and constraints: it may have one solution, several or
none, clash, be solved or empty. `lowbit.verbs.canonical.constrained` has those with constraints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from lowbit.errors import GridError
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.symmetry import Transform, on_board
from lowbit.verbs.puzzles import grid_of, puzzle_of

if TYPE_CHECKING:
    from lowbit.geometry import BoardLike
    from lowbit.grid import GridLike
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.puzzles import PuzzleLike


@overload
def canonical(puzzle: GridLike, *, geometry: BoardLike | None = None) -> Grid: ...


@overload
def canonical(puzzle: Puzzle, *, geometry: BoardLike | None = None) -> Grid | Puzzle: ...


def canonical(puzzle: PuzzleLike, *, geometry: BoardLike | None = None) -> Grid | Puzzle:
    """Return the canonical form of a puzzle: the one that represents all isomorphic to it.

    On the classic board, which has 2 * 6**8 * 9! symmetries, it is the smallest of them. On other
    boards, and where cells are restricted to some digits, it is the one that the search reaches
    first, and may change from release to release.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle, see `lowbit.Grid`. The symmetries of one with constraints are turns and
        reflections, and names of digits if no constraint depends on their values.
    geometry : Geometry or str, optional
        Its board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.

    Returns
    -------
    Grid, or Puzzle if it has constraints
        Equal for two puzzles if and only if they are isomorphic. On the classic board
        ``canonical(puzzle).to_line()`` is the smallest of its orbit, if no cells are restricted;
        blanks are smallest. A Puzzle
        has its constraints in one order for all, without title, author and rules; constraints that
        say the same as others of another kind, or cut up otherwise, differ.

    Raises
    ------
    GridError
        If it is not a grid, or has constraints on variables.

    Notes
    -----
    It takes about ten microseconds on the classic board and a few milliseconds on others, or with
    restricted cells; the first call loads Numba, which takes a third of a second.
    `lowbit.kernels.classic.canonical.minlex` and `lowbit.labelling` describe the algorithms; for
    many puzzles use `lowbit.canonical_many`.

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
    >>> from lowbit import read_puzzle
    >>> canonical(read_puzzle(".Shape~4x4.Thermo~R1C4~R2C4~R3C4")).constraints
    (Thermometer(cells=(0, 1, 2), slow=False),)
    """
    return _formed(plain(puzzle, geometry))[0]


def canonical_transform(puzzle: PuzzleLike, *, geometry: BoardLike | None = None) -> Transform:
    """Return a symmetry that takes a puzzle to its canonical form.

    There are as many as the puzzle has automorphisms; the one returned is always the same. It
    leaves constraints in their order, which the canonical form does not.

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
    return _formed(plain(puzzle, geometry))[1]


def isomorphism(
    first: PuzzleLike, second: PuzzleLike, *, geometry: BoardLike | None = None
) -> Transform | None:
    """Return a symmetry that takes one puzzle to another, or None if there is none.

    Parameters
    ----------
    first, second : PuzzleLike
        Two puzzles on one board, as for `canonical`.
    geometry : Geometry or str, optional
        The board; the classic one, or those of the puzzles if they are Grids or Puzzles.

    Returns
    -------
    Transform or None
        ``isomorphism(a, b)(a) == b``, up to the order of constraints and of cells in them.

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
    if grid_of(first).n_clues != grid_of(second).n_clues:
        return None
    (form, there), (other, back) = _formed(first), _formed(second)
    return there.then(back.inverse) if form == other else None


def is_isomorphic(
    first: PuzzleLike, second: PuzzleLike, *, geometry: BoardLike | None = None
) -> bool:
    """Return whether two puzzles are isomorphic; `isomorphism` returns a symmetry.

    Parameters
    ----------
    first, second : PuzzleLike
        Two puzzles on one board, as for `canonical`.
    geometry : Geometry or str, optional
        The board; the classic one, or those of the puzzles if they are Grids or Puzzles.

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


def plain(puzzle: PuzzleLike, geometry: BoardLike | None = None) -> Grid | Puzzle:
    """Return a puzzle with constraints, or a grid without, in usual digits on the classic board.

    Raises
    ------
    GridError
        If it is neither.
    """
    grid = puzzle_of(puzzle, geometry)
    if isinstance(grid, Grid) and grid.geometry.is_classic:
        return on_board(grid, CLASSIC)
    return grid


def has_least_form(grid: Grid) -> bool:
    """Return whether the smallest isomorphic grid is a canonical form: one that kernels find."""
    return grid.geometry == CLASSIC and not grid.is_restricted


def _formed(puzzle: Grid | Puzzle) -> tuple[Grid | Puzzle, Transform]:
    """Return the canonical form of a puzzle, and the symmetry that takes it there."""
    if isinstance(puzzle, Grid):
        there = _to_form(puzzle)
        return there(puzzle), there
    from lowbit.verbs.canonical.constrained import symmetric_puzzle  # loads NumPy

    return symmetric_puzzle(puzzle)[:2]


def _to_form(grid: Grid) -> Transform:
    if not has_least_form(grid):
        from lowbit.verbs.canonical.boards import symmetric  # loads NumPy

        return symmetric(grid).form
    from lowbit.batch.candidates import puzzles_from_grid  # loads NumPy
    from lowbit.kernels.classic.canonical.minlex import minimize_grids  # loads Numba
    from lowbit.kernels.classic.canonical.state import new_forms, new_workspace  # loads NumPy

    forms = new_forms(1)
    minimize_grids(puzzles_from_grid(grid), new_workspace(), forms, 0, 1)
    return Transform(tuple(forms.cells.tolist()), tuple(forms.digits.tolist()))
