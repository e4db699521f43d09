"""Multi-sector locked sets: cells whose candidates lie in no more sectors than there are cells.

A sector is a digit in a house, and is true in at most one cell. If as many sectors as cells cover
all candidates of the cells, each sector is true in one of them: its other candidates can be
eliminated, and so can those that two of the sectors share.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import BoardMasks, members
from lowbit.techniques.step import HouseMark, Mark, Role, Step
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position

Covers = dict[int, list[tuple[int, ...]]]
"""For each digit, the smallest choices of houses that cover all its places among some cells."""

FEWEST_LINES, MOST_LINES = 3, 5
"""The numbers of rows, and of columns, that the cells of a multi-sector locked set lie in."""
LARGEST_BOARD = 9
"""The largest board on which all choices of rows and columns are tried."""


def sk_loops(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the loops of cells in two rows and two columns, around where these cross."""
    board = position.board
    for dominoes, links in loops(board):
        cells = 0
        for domino in dominoes:
            cells |= domino
        if cells & ~position.open:
            continue
        position.budget.charge()
        covers, total = {}, 0
        for digit in board.digits:
            here = [bool(position.places[digit] & domino) for domino in dominoes]
            chosen = _edge_covers(tuple(here))
            covers[digit] = [tuple(links[place] for place in choice) for choice in chosen]
            total += len(chosen[0])
        if total == cells.bit_count():
            yield from _step("sk-loop", position, cells, covers)


@lru_cache(maxsize=64)
def loops(board: BoardMasks) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Return, for each loop, its parts in order and the houses that link each to the next."""
    return tuple(
        loop
        for rows in combinations(board.rows, 2)
        for columns in combinations(board.columns, 2)
        for loop in _loop(board, rows, columns)
    )


def _loop(
    board: BoardMasks, rows: tuple[int, int], columns: tuple[int, int]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield the loop around where two rows and two columns cross, if in four boxes."""
    # Each line leads from one box to the next, and each box from its line to the next one.
    lines = rows[0], columns[1], rows[1], columns[0]
    corners = [
        board.houses[line] & board.houses[following]
        for line, following in zip(lines, lines[1:] + lines[:1], strict=True)
    ]
    boxes = [board.box_of[corner.bit_length() - 1] for corner in corners]
    if len(set(boxes)) < len(boxes) or -1 in boxes:
        return
    parts: list[int] = []
    links: list[int] = []
    for place, line in enumerate(lines):
        for corner, box in ((corners[place - 1], boxes[place - 1]), (corners[place], boxes[place])):
            parts.append(board.houses[line] & board.houses[box] & ~corner)
        links += [line, boxes[place]]
    if all(parts):
        yield tuple(parts), tuple(links)


@lru_cache(maxsize=1 << 8)
def _edge_covers(here: tuple[bool, ...]) -> list[tuple[int, ...]]:
    """Return the smallest choices of links that touch all parts of a loop that have a digit.

    Link i joins part i with the next.
    """
    count = len(here)
    for size in range(count + 1):
        found = [
            chosen
            for chosen in combinations(range(count), size)
            if all(
                not has or i in chosen or (i - 1) % count in chosen for i, has in enumerate(here)
            )
        ]
        if found:
            return found
    raise AssertionError(here)  # all links touch all parts


def multi_sector_locked_sets(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the open cells of some rows and columns, each digit covered by the ones or the others.

    For each digit the fewer count: the rows that have it among the cells, or the columns.
    """
    board = position.board
    if board.size > LARGEST_BOARD:
        return
    counts = range(FEWEST_LINES, MOST_LINES + 1)
    columns = [mask for mask in range(1 << board.size) if mask.bit_count() in counts]
    is_open = [_across(position, position.open, row) for row in range(board.size)]
    by_digit = [_Lines(position, digit) for digit in board.digits]
    for rows in columns:
        position.budget.charge()
        for chosen in columns:
            room = sum((is_open[row] & chosen).bit_count() for row in members(rows))
            for lines in by_digit:
                room -= lines.fewest(rows, chosen)
                if room < 0:
                    break
            if not room:
                yield from _locked(position, rows, chosen)


class _Lines:
    """The rows and the columns that have a digit in some of the others."""

    def __init__(self, position: Position, digit: int) -> None:
        size = position.board.size
        across = [_across(position, position.places[digit], row) for row in range(size)]
        self.columns = [0] * (1 << size)
        self.rows = [0] * (1 << size)
        for lines in range(1 << size):
            for row, columns in enumerate(across):
                self.columns[lines] |= columns if lines >> row & 1 else 0
                self.rows[lines] |= 1 << row if lines & columns else 0

    def fewest(self, rows: int, columns: int) -> int:
        """Return how many lines of one kind cover the digit where rows and columns cross."""
        in_rows = (self.rows[columns] & rows).bit_count()
        in_columns = (self.columns[rows] & columns).bit_count()
        return in_rows if in_rows < in_columns else in_columns  # noqa: FURB136 - min() takes twice as long


def _across(position: Position, cells: int, row: int) -> int:
    """Return the numbers of the columns that have some cells in a row."""
    board = position.board
    numbers = 0
    for cell in members(cells & board.houses[board.rows[row]]):
        numbers |= 1 << board.column_of[cell]
    return numbers


def _locked(position: Position, rows: int, columns: int) -> Iterator[Step]:
    board = position.board
    kinds = [board.rows[row] for row in members(rows)], [board.columns[c] for c in members(columns)]
    down, across = (_cells_of(board, houses) for houses in kinds)
    cells = down & across & position.open
    covers = {}
    for digit in board.digits:
        places = position.places[digit] & cells
        used = [tuple(h for h in houses if board.houses[h] & places) for houses in kinds]
        fewest = min(map(len, used))
        covers[digit] = [houses for houses in used if len(houses) == fewest]
    yield from _step("multi-sector-locked-sets", position, cells, covers)


def _cells_of(board: BoardMasks, houses: Sequence[int]) -> int:
    cells = 0
    for house in houses:
        cells |= board.houses[house]
    return cells


def _step(slug: str, position: Position, cells: int, covers: Covers) -> Iterator[Step]:
    """Yield the eliminations of the sectors of every choice; all choices are equally good."""
    board = position.board
    eliminated: dict[Candidate, None] = {}
    for digit, choices in covers.items():
        for houses in choices:
            times: dict[int, int] = defaultdict(int)
            for house in houses:
                for cell in members(position.places[digit] & board.houses[house]):
                    times[cell] += 1
            for cell, count in times.items():
                if not cells >> cell & 1 or count > 1:
                    eliminated[cell, digit] = None
    if eliminated:
        sectors = {digit: choices[0] for digit, choices in covers.items()}
        yield Step(
            slug,
            eliminations=tuple(eliminated),
            marks=tuple(_marks(position, cells, sectors)),
            houses=_houses(board, sectors),
        )


def _marks(position: Position, cells: int, sectors: dict[int, tuple[int, ...]]) -> Iterator[Mark]:
    """Yield the candidates of the cells: those that rows or boxes cover, and the others."""
    board = position.board
    for digit, houses in sectors.items():
        down = _cells_of(board, [house for house in houses if house in board.columns])
        places = position.places[digit] & cells
        for role, part in ((Role.SET_A, places & ~down), (Role.SET_B, places & down)):
            for cell in members(part):
                yield Mark(role, cell, digit)


def _houses(board: BoardMasks, sectors: dict[int, tuple[int, ...]]) -> tuple[HouseMark, ...]:
    used = sorted({house for houses in sectors.values() for house in houses})
    return tuple(
        HouseMark(Role.COVER if house in board.columns else Role.BASE, house) for house in used
    )


TECHNIQUES = (
    Technique("sk-loop", "SK-loop", "multi-sector locked sets", sk_loops),
    Technique(
        "multi-sector-locked-sets",
        "multi-sector locked sets",
        "multi-sector locked sets",
        multi_sector_locked_sets,
        in_all=False,
    ),
)
