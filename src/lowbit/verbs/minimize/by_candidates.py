"""Puzzles in which every candidate that is left out is needed: minimal Sukaku.

A puzzle leaves candidates out: of a given, all but one. Such an *exclusion* can go, its
candidate come back, if the puzzle still has one solution: that is, if there is none with that
digit in the cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from lowbit.grid import digits_of
from lowbit.limits import Limits
from lowbit.rng import SplitMix64, seed_or_any
from lowbit.verbs.minimize.one import Needs
from lowbit.verbs.puzzles import whole_of, with_masks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.geometry import BoardLike
    from lowbit.grid import Grid, GridLike
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.puzzles import PuzzleLike


@overload
def minimal_candidates(
    puzzle: GridLike,
    *,
    geometry: BoardLike | None = None,
    seed: int | None = None,
    row: int = 0,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Grid: ...


@overload
def minimal_candidates(
    puzzle: Puzzle,
    *,
    geometry: BoardLike | None = None,
    seed: int | None = None,
    row: int = 0,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Puzzle: ...


def minimal_candidates(  # noqa: PLR0913 - as `minimize`
    puzzle: PuzzleLike,
    *,
    geometry: BoardLike | None = None,
    seed: int | None = None,
    row: int = 0,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Grid | Puzzle:
    """Return a puzzle with more candidates and the same solution that needs all its exclusions.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle; it has one solution.
    geometry : Geometry or str, optional
        Its board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.
    seed : int, optional
        From 0 to 2**64 - 1. The candidates that are left out are tried one after another, and each
        that can come back does: cell by cell if None, else in a random order.
    row : int, default 0
        Which of the random orders of the seed.
    max_nodes : int, optional
        The most nodes of search trees to visit.
    time_limit : float, optional
        The most seconds to take; a puzzle that has many exclusions too many can take minutes.

    Returns
    -------
    Grid or Puzzle
        The puzzle, of the type that was given. Givens become cells with several candidates.

    Raises
    ------
    NoSolutionError, MultipleSolutionsError, LimitReachedError, GridError, InputError
        As for `minimize`.

    Examples
    --------
    >>> sukaku = minimal_candidates("1.3. .4.. ..4. ...1", geometry="4x4")
    >>> sukaku.to_pencilmarks()
    '1.341234..34123412341..412341234123412341..412341234123412341...'
    """
    whole = whole_of(puzzle, geometry)
    needs = Needs(whole, None, Limits.of(max_nodes, time_limit))
    excluded = exclusions(needs)
    if seed is not None:
        excluded = shuffled(excluded, SplitMix64(seed_or_any(seed), row))
    let_back(needs, excluded)
    return with_masks(whole, needs.masks)


def exclusions(needs: Needs) -> list[tuple[int, int]]:
    """Return the cells and the bits of the candidates that a puzzle leaves out, cell by cell."""
    return [
        (cell, 1 << digit - 1)
        for cell, mask in enumerate(needs.masks)
        for digit in digits_of(needs.full_mask & ~mask)
    ]


def shuffled(items: list[tuple[int, int]], rng: SplitMix64) -> list[tuple[int, int]]:
    """Return items in random order."""
    places = list(range(len(items)))
    rng.shuffle(places)
    return [items[place] for place in places]


def let_back(needs: Needs, excluded: Iterable[tuple[int, int]]) -> None:
    """Let candidates back in, one after another, as long as the solution stays the only one."""
    for cell, bit in excluded:
        masks = needs.masks.copy()
        masks[cell] = bit
        if not needs.searches.some(masks, 1):
            needs.masks[cell] |= bit
