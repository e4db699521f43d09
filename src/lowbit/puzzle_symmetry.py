"""The symmetries of puzzles with constraints: turns and reflections, and other names of digits.

Other symmetries of a board tear apart what constraints speak of, such as neighbours. Digits keep
their names unless all constraints only tell equal digits from different ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.errors import InputError
from lowbit.grid import Grid, Masks, digits_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.geometry import Geometry
    from lowbit.puzzle import Puzzle
    from lowbit.rng import SplitMix64


def drawn(puzzle: Puzzle, stream: SplitMix64) -> tuple[tuple[int, ...], list[int]]:
    """Return a random symmetry of a puzzle: a turn, and names of digits if they may change.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    stream : SplitMix64
        Where the random numbers come from.

    Returns
    -------
    places, digits
        As `moved` takes them.
    """
    turns = list(turns_of(puzzle))
    places = turns[stream.below(len(turns))]
    digits = list(range(1, puzzle.geometry.size + 1))
    if has_free_digits(puzzle):
        stream.shuffle(digits)
    return places, digits


def transformed(puzzle: Puzzle, places: Sequence[int], digits: Sequence[int]) -> Puzzle:
    """Return a puzzle after one of its symmetries, see `moved`.

    Raises
    ------
    InputError
        If it is a symmetry of the board, but not of puzzles with these constraints.
    """
    if tuple(places) not in turns_of(puzzle):
        raise InputError(
            "with constraints, a board can only be turned and mirrored, its windows onto themselves"
        )
    if list(digits) != sorted(digits) and not has_free_digits(puzzle):
        number = next(one for one in puzzle.constraints if one.depends_on_values())
        named = number.describe(puzzle.geometry)
        raise InputError(f"digits cannot be renamed: {named} depends on their values")
    return moved(puzzle, places, digits)


def moved(puzzle: Puzzle, places: Sequence[int], digits: Sequence[int]) -> Puzzle:
    """Return a puzzle with its cells at other places, and its digits renamed.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle; its texts stay as they are.
    places : sequence of int
        Where each cell goes, in one of `turns_of` the puzzle.
    digits : sequence of int
        The new digit for each digit, that of digit 1 first.
    """
    board = puzzle.geometry
    allowed, masks = puzzle.grid.allowed, [0] * board.n_cells
    renamed = {mask: sum(1 << digits[d - 1] - 1 for d in digits_of(mask)) for mask in set(allowed)}
    for cell, mask in enumerate(allowed):
        masks[places[cell]] = renamed[mask]
    constraints = [constraint.moved(places, board) for constraint in puzzle.constraints]
    return puzzle.with_constraints(constraints).with_grid(Grid(Masks(masks), board))


def has_free_digits(puzzle: Puzzle) -> bool:
    """Return whether the digits of a puzzle may be renamed: no constraint depends on their values.

    Examples
    --------
    >>> from lowbit.constraints import AntiKnight, Cage
    >>> from lowbit.puzzle import Puzzle
    >>> has_free_digits(Puzzle("." * 81, [AntiKnight(), Cage((0, 1))]))
    True
    """
    return not any(constraint.depends_on_values() for constraint in puzzle.constraints)


def turns_of(puzzle: Puzzle) -> Iterator[tuple[int, ...]]:
    """Yield the turns and reflections that take a puzzle's board to itself: where each cell goes.

    Constraints of the whole board stay what they are, but for windows, which lie off the centre of
    a board whose boxes are no squares.

    Examples
    --------
    >>> from lowbit.constraints import Windows
    >>> from lowbit.puzzle import Puzzle
    >>> plain = Puzzle("." * 36, geometry="6x6")
    >>> len(list(turns_of(plain))), len(list(turns_of(plain.with_constraints([Windows()]))))
    (4, 1)
    """
    board = puzzle.geometry
    regions = {frozenset(r) for one in puzzle.constraints for r in one.own_regions(board)}
    return (places for places in turns_of_board(board) if _keeps(regions, places))


def turns_of_board(board: Geometry) -> Iterator[tuple[int, ...]]:
    """Yield the turns and reflections that take houses to houses: where each cell goes.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> [len(list(turns_of_board(Geometry.parse(name)))) for name in ("9x9", "6x6", "samurai")]
    [8, 4, 8]
    """
    cell_at = {place: cell for cell, place in enumerate(board.places)}
    houses = {frozenset(house.cells) for house in board.houses}
    bottom, right = max(row for row, _ in cell_at), max(column for _, column in cell_at)
    for is_transposed in (False, True):
        for is_upside_down in (False, True):
            for is_mirrored in (False, True):
                turned = (
                    (
                        bottom - row if is_upside_down else row,
                        right - column if is_mirrored else column,
                    )
                    for row, column in board.places
                )
                swapped = ((place[::-1] if is_transposed else place) for place in turned)
                places = tuple(cell_at.get(place, -1) for place in swapped)
                if -1 not in places and _keeps(houses, places):
                    yield places


def _keeps(houses: set[frozenset[int]], places: Sequence[int]) -> bool:
    return all(frozenset(places[cell] for cell in house) in houses for house in houses)
