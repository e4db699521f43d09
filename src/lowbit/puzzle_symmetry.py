"""Random copies of puzzles with constraints: turned and mirrored, and their digits renamed.

Other symmetries of a board tear apart what constraints speak of, such as neighbours. Digits keep
their names unless all constraints only tell equal digits from different ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit import constraints as kinds
from lowbit.grid import Grid, Masks, digits_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.constraints import Constraint
    from lowbit.geometry import Geometry
    from lowbit.puzzle import Puzzle
    from lowbit.rng import SplitMix64

BLIND: Final = (
    kinds.AllDifferent,
    kinds.AntiKing,
    kinds.AntiKnight,
    kinds.Cage,  # without a total
    kinds.Clone,
    kinds.Diagonal,
    kinds.DisjointGroups,
    kinds.Equal,
    kinds.Palindrome,
    kinds.SameValues,
    kinds.Windows,
)
"""The constraints that only tell equal digits from different ones."""


def shuffled(puzzle: Puzzle, stream: SplitMix64) -> Puzzle:
    """Return a puzzle after a random turn or reflection, with its digits renamed if they may be.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle; its texts stay as they are.
    stream : SplitMix64
        Where the random numbers come from.
    """
    board = puzzle.geometry
    turns = list(turns_of(board))
    places = turns[stream.below(len(turns))]
    constraints = [constraint.moved(places, board) for constraint in puzzle.constraints]
    digits = list(range(1, board.size + 1))
    if all(map(is_blind, constraints)):
        stream.shuffle(digits)
    masks = [0] * board.n_cells
    for cell, mask in enumerate(puzzle.grid.allowed):
        masks[places[cell]] = sum(1 << digits[digit - 1] - 1 for digit in digits_of(mask))
    return puzzle.with_constraints(constraints).with_grid(Grid(Masks(masks), board))


def is_blind(constraint: Constraint) -> bool:
    """Return whether a constraint only tells equal digits from different ones.

    Examples
    --------
    >>> is_blind(kinds.AntiKnight()), is_blind(kinds.Thermometer((0, 1)))
    (True, False)
    """
    if isinstance(constraint, (kinds.And, kinds.Or)):
        return all(map(is_blind, constraint.constraints))
    return isinstance(constraint, BLIND) and getattr(constraint, "total", None) is None


def turns_of(board: Geometry) -> Iterator[tuple[int, ...]]:
    """Yield the turns and reflections that take houses to houses: where each cell goes.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> [len(list(turns_of(Geometry.parse(name)))) for name in ("9x9", "6x6", "samurai")]
    [8, 4, 8]
    """
    cell_at = {place: cell for cell, place in enumerate(board.places)}
    houses = {frozenset(house.cells) for house in board.houses}
    bottom, right = max(row for row, _ in cell_at), max(column for _, column in cell_at)
    for is_transposed in (False, True):
        for is_upside_down in (False, True):
            for is_mirrored in (False, True):
                moved = (
                    (
                        bottom - row if is_upside_down else row,
                        right - column if is_mirrored else column,
                    )
                    for row, column in board.places
                )
                turned = ((place[::-1] if is_transposed else place) for place in moved)
                places = tuple(cell_at.get(place, -1) for place in turned)
                if -1 not in places and _keeps(houses, places):
                    yield places


def _keeps(houses: set[frozenset[int]], places: Sequence[int]) -> bool:
    return all(frozenset(places[cell] for cell in house) in houses for house in houses)
