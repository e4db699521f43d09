"""The houses of a board in the orders in which Sudoku Explainer goes through them.

It numbers houses of a kind from the top left. Chains, loops and universal graves take boxes, rows,
columns; singles and sets take boxes, columns, rows. Subsets come in the order of their bit
patterns: for pairs, 12, 13, 23, 14, 24, ...
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.reference.budget import Budget
    from lowbit.techniques.board_masks import BoardMasks


Fact = TypeVar("Fact")


class Candidates(Protocol):
    """The candidates that a finder looks at: of a position, or left of one under an assumption.

    Attributes
    ----------
    board : BoardMasks
        The board's tables.
    budget : Budget
        The effort that the finder may take.
    cells : list of int
        For each cell, the set of its candidates; 0 where a digit is placed.
    places : list of int
        For each digit, the set of open cells that have it as a candidate.
    values : list of int
        For each cell, the digit placed, or 0.
    open : int
        The set of the cells without a digit.
    """

    board: BoardMasks
    budget: Budget
    cells: list[int]
    places: list[int]
    values: list[int]
    open: int
    _facts: dict[object, object]


class Regions:
    """A board's houses and peers in Sudoku Explainer's orders.

    Parameters
    ----------
    board : BoardMasks
        The board.

    Attributes
    ----------
    sets, chains : tuple of int
        All houses in the order in which sets, or chains, are searched for.
    kind : tuple of int
        For each house, 0 for a box, 1 for a row, 2 for a column.
    of_cell : tuple of tuple of int
        For each cell, its houses: box, row, column.
    masks_of_cell : tuple of tuple
        The same, each house with its cells.
    peers : tuple of tuple of int
        For each cell, its peers house by house, each once.
    locking : tuple of tuple of int
        Pairs of a box and a line that cross, either way round: columns before rows, and boxes
        that lock before lines that do.
    crossings : tuple of tuple
        For each house, its cells and, for each of them, what crosses it there: the place of the
        pair in `locking`, and the cells of the other house.
    fish : tuple of tuple
        The base lines and the cover lines of fish, columns before rows as the base.
    """

    def __init__(self, board: BoardMasks) -> None:
        boxes, rows, columns = board.others, board.rows, board.columns
        self.sets = boxes + columns + rows
        self.chains = boxes + rows + columns
        self.kind = tuple(
            1 if house in rows else 2 if house in columns else 0
            for house in range(len(board.houses))
        )
        self.of_cell = tuple(
            tuple(house for house in self.chains if board.houses[house] >> cell & 1)
            for cell in range(board.n_cells)
        )
        self.masks_of_cell = tuple(
            tuple((house, board.houses[house]) for house in houses) for houses in self.of_cell
        )
        self.peers = tuple(
            tuple(
                dict.fromkeys(
                    peer
                    for house in self.of_cell[cell]
                    for peer in board.house_cells[house]
                    if peer != cell
                )
            )
            for cell in range(board.n_cells)
        )
        self.locking = tuple(
            (first, second)
            for ones, others in ((boxes, columns), (boxes, rows), (columns, boxes), (rows, boxes))
            for first in ones
            for second in others
            if board.houses[first] & board.houses[second]
        )
        self.crossings = tuple(
            (
                board.houses[base],
                {
                    cell: tuple(
                        (place, board.houses[cover])
                        for place, (first, cover) in enumerate(self.locking)
                        if first == base and board.houses[cover] >> cell & 1
                    )
                    for cell in board.house_cells[base]
                },
            )
            for base in self.chains
        )
        self.fish = ((columns, rows), (rows, columns))


@lru_cache(maxsize=64)
def regions_of(board: BoardMasks) -> Regions:
    """Return the tables of a board; equal boards share them."""
    return Regions(board)


@lru_cache(maxsize=256)
def in_bit_order(length: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Return the sets of a size of the numbers below a length, by their bit patterns.

    Examples
    --------
    >>> in_bit_order(4, 2)
    ((0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3))
    """
    return tuple(sorted(combinations(range(length), size), key=lambda chosen: chosen[::-1]))


def closed_sets(rows: Sequence[int], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield sets of rows with as many bits as rows between them, and these bits.

    Each row has at least two bits, for a row of one is a single.

    Parameters
    ----------
    rows : sequence of int
        Sets, as masks.
    size : int
        The number of rows.
    """
    usable = [place for place, row in enumerate(rows) if 2 <= row.bit_count() <= size]
    for chosen in in_bit_order(len(usable), size):
        union = 0
        for place in chosen:
            union |= rows[usable[place]]
        if union.bit_count() == size:
            yield tuple(usable[place] for place in chosen), union
