"""A random isomorphic copy of one puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from lowbit.rng import seed_or_any
from lowbit.symmetry import shuffled_copy
from lowbit.verbs.puzzles import whole_of

if TYPE_CHECKING:
    from lowbit.geometry import BoardLike
    from lowbit.grid import Grid, GridLike
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.puzzles import PuzzleLike


@overload
def shuffle(
    puzzle: GridLike, *, seed: int | None = None, geometry: BoardLike | None = None
) -> Grid: ...


@overload
def shuffle(
    puzzle: Puzzle, *, seed: int | None = None, geometry: BoardLike | None = None
) -> Puzzle: ...


def shuffle(
    puzzle: PuzzleLike,
    *,
    seed: int | None = None,
    geometry: BoardLike | None = None,
) -> Grid | Puzzle:
    """Return an isomorphic puzzle: a random symmetry is applied.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle; restricted cells keep their candidates. One with constraints or cosmetics
        is turned or mirrored; digits are renamed if all constraints, such as anti-knight, only
        tell equal digits from different ones, and nothing is drawn beside them.
    seed : int, optional
        The same seed, from 0 to 2**64 - 1, gives the same symmetry; any if None.
    geometry : Geometry or str, optional
        Its board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.

    Returns
    -------
    Grid, or Puzzle if it has constraints or cosmetics
        ``Transform.random(seed)(puzzle)``, and also the first row of
        ``shuffle_many([puzzle], seed)``. All symmetries of the board are equally likely; the
        classic one has `N_SYMMETRIES`.

    Raises
    ------
    GridError
        If it is not a grid.
    InputError
        If the seed is out of range.

    Examples
    --------
    >>> from lowbit import is_unique
    >>> grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> is_unique(shuffle(grid, seed=1))
    True
    >>> from lowbit import read_puzzle
    >>> thermometer = read_puzzle(".Shape~4x4.Thermo~R1C1~R1C2~R1C3")
    >>> shuffle(thermometer, seed=2).constraints
    (Thermometer(cells=(3, 7, 11), slow=False),)
    """
    return shuffled_copy(whole_of(puzzle, geometry), seed_or_any(seed), 0)
