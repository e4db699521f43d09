"""The symmetries of puzzles with constraints: turns and reflections, and other names of digits.

Other symmetries of a board tear apart what constraints speak of, such as neighbours. Digits keep
their names unless all constraints only tell equal digits from different ones, and nothing is drawn
that may mean something else.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.errors import InputError
from lowbit.grid import Grid, Masks, digits_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.cosmetics import Cosmetic, Spot
    from lowbit.geometry import Geometry
    from lowbit.puzzle import Puzzle
    from lowbit.rng import SplitMix64


class Turn(NamedTuple):
    """A turn or reflection of the rectangle that a board lies in.

    Attributes
    ----------
    is_transposed : bool
        Whether rows become columns, after the rest.
    is_upside_down, is_mirrored : bool
        Whether the last row comes first, and the last column.
    """

    is_transposed: bool
    is_upside_down: bool
    is_mirrored: bool

    def place(self, place: Spot, last: Spot) -> Spot:
        """Return where a row and a column go, of which the last are `last`."""
        (row, column), (bottom, right) = place, last
        row = bottom - row if self.is_upside_down else row
        column = right - column if self.is_mirrored else column
        return (column, row) if self.is_transposed else (row, column)

    def places(self, board: Geometry) -> tuple[int, ...] | None:
        """Return where each cell goes, variables nowhere else; None if some leave the board."""
        grid = board.without_variables
        last = grid.n_rows - 1, grid.n_columns - 1
        cells: dict[Spot, int] = {place: cell for cell, place in enumerate(grid.places)}
        found = tuple(cells.get(self.place(place, last), -1) for place in grid.places)
        return None if -1 in found else (*found, *range(grid.n_cells, board.n_cells))


TURNS: Final = tuple(Turn(*parts) for parts in product((False, True), repeat=3))
"""All of them, the identity first."""


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
            "with constraints or drawings, a board can only be turned and mirrored, its windows "
            "onto themselves"
        )
    if list(digits) != sorted(digits) and not has_free_digits(puzzle):
        number = next((one for one in puzzle.constraints if one.depends_on_values()), None)
        named = number.describe(puzzle.geometry) if number else "what is drawn on the board"
        may = "depends" if number else "may depend"
        raise InputError(f"digits cannot be renamed: {named} {may} on their values")
    return moved(puzzle, places, digits)


def moved(puzzle: Puzzle, places: Sequence[int], digits: Sequence[int]) -> Puzzle:
    """Return a puzzle with its cells at other places, and its digits renamed.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle; its texts stay as they are, and what is only drawn moves along.
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
    turned = puzzle.with_constraints(constraints).with_grid(Grid(Masks(masks), board))
    if not puzzle.cosmetics:
        return turned
    turn = next(turn for turn in TURNS if turn.places(board) == tuple(places))
    return turned.with_cosmetics(_turned(one, turn, board) for one in puzzle.cosmetics)


def _turned(one: Cosmetic, turn: Turn, board: Geometry) -> Cosmetic:
    """Return a cosmetic as a turn has it; its text stays upright."""
    last = board.without_variables.n_rows, board.without_variables.n_columns
    points = tuple(turn.place((y, x), last)[::-1] for x, y in one.points)
    angle = one.angle if sum(turn) % 2 == 0 else -one.angle
    if turn.is_transposed and one.kind in {"rectangle", "ellipse"}:
        return replace(one, points=points, width=one.height, height=one.width, angle=angle)
    return replace(one, points=points, angle=angle)


def has_free_digits(puzzle: Puzzle) -> bool:
    """Return whether the digits of a puzzle may be renamed: no constraint depends on their values.

    Examples
    --------
    >>> from lowbit.constraints import AntiKnight, Cage
    >>> from lowbit.puzzle import Puzzle
    >>> has_free_digits(Puzzle("." * 81, [AntiKnight(), Cage((0, 1))]))
    True
    """
    if puzzle.cosmetics:
        return False  # nobody knows what they mean
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
    houses = {frozenset(house.cells) for house in board.houses}
    for turn in TURNS:
        places = turn.places(board)
        if places is not None and _keeps(houses, places):
            yield places


def _keeps(houses: set[frozenset[int]], places: Sequence[int]) -> bool:
    return all(frozenset(places[cell] for cell in house) in houses for house in houses)
