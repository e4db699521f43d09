"""Constraints at edge arguments, alone and inside others, in each format and back."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from edges import edge

from lowbit import ConstraintError, FormatError, Geometry, Puzzle, read_puzzle, write_puzzle
from lowbit.constraints import REGISTRY, And, Constraint, Contains, Maximum, Minimum, Or
from lowbit.formats.variants import PUZZLE_FORMATS, puzzle_format_of
from support import seeded, slow_except

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

BOARDS = ("4x4", "4x4:none", "4x4~0-3", "4x4+diagonals", "jigsaw:AAABABBBCCCDCDDD")
IN_THREES = {"Entropic", "GlobalEntropy"}
"""Those that no board with four digits has: they are written on 6x6, and compared as they are."""

QUICK = 3


def latin_squares(rows: tuple[tuple[int, ...], ...] = ()) -> Iterator[tuple[int, ...]]:
    """Yield the grids of 4x4 that rows and columns allow."""
    if len(rows) == 4:
        yield tuple(value for row in rows for value in row)
        return
    for row in permutations(range(1, 5)):
        if all(one != other for above in rows for one, other in zip(row, above, strict=True)):
            yield from latin_squares((*rows, row))


@cache
def grids_of(board: Geometry) -> list[tuple[tuple[int, ...], list[int]]]:
    """Return the full grids of a board, by its houses alone, and the values of their digits."""
    lowest = board.values[0]
    return [
        (grid, [digit - 1 + lowest for digit in grid])
        for grid in latin_squares()
        if all(len({grid[cell] for cell in house.cells}) == 4 for house in board.houses)
    ]


def solved_by(puzzle: Puzzle) -> list[tuple[int, ...]]:
    """Return the grids that solve a puzzle, by its houses, its candidates and `holds` alone."""
    board, allowed = puzzle.geometry, puzzle.grid.allowed
    narrowed = [(cell, mask) for cell, mask in enumerate(allowed) if mask != board.full_mask]
    return [
        grid
        for grid, values in grids_of(board)
        if all(mask >> grid[cell] - 1 & 1 for cell, mask in narrowed)
        and all(constraint.holds(values, board) for constraint in puzzle.constraints)
    ]


def nested(rng: Random, board: Geometry, name: str) -> list[Constraint]:
    """Return an odd constraint of a kind alone, and inside others in several ways."""
    one, other = edge(rng, board, name), edge(rng, board, rng.choice(sorted(REGISTRY)))
    return [one, Or((one,)), Or((other, And((one,)))), And((Or((one, other)), one))]


@pytest.mark.parametrize("n", slow_except([QUICK, 7], [QUICK]))
@pytest.mark.parametrize("name", sorted(REGISTRY.keys() - IN_THREES))
def test_what_is_written_means_the_same(name: str, n: int) -> None:
    rng = seeded("written at the edge", name, n)
    for _ in range(n):
        board = Geometry.parse(rng.choice(BOARDS))
        for constraint in nested(rng, board, name):
            with suppress(ConstraintError):
                puzzle = Puzzle("." * 16, [constraint], geometry=board)
                require_same(puzzle)


def require_same(puzzle: Puzzle) -> None:
    """Require that each format refuses a puzzle by name, or has the same one."""
    before = None
    for form in PUZZLE_FORMATS:
        try:
            text = write_puzzle(puzzle, form)
        except FormatError:
            continue
        assert puzzle_format_of(text) == form
        again = read_puzzle(text)
        if again != puzzle:
            before = solved_by(puzzle) if before is None else before
            assert solved_by(again) == before, (form, puzzle)


@pytest.mark.parametrize("name", sorted(IN_THREES))
def test_what_needs_groups_of_three_means_the_same(name: str) -> None:
    rng, board = seeded("in threes", name), Geometry.parse("6x6")
    filled = [[rng.randint(1, 6) for _ in range(36)] for _ in range(300)]
    for constraint in nested(rng, board, name):
        with suppress(ConstraintError, FormatError):
            puzzle = Puzzle("." * 36, [constraint], geometry=board)
            for form in PUZZLE_FORMATS:
                with suppress(FormatError):
                    again = read_puzzle(write_puzzle(puzzle, form))
                    for values in filled:
                        before, after = (
                            all(one.holds(values, board) for one in each.constraints)
                            for each in (puzzle, again)
                        )
                        assert before == after, (form, puzzle)


@pytest.mark.parametrize("cell", [0, 3, 5, 12])
@pytest.mark.parametrize("kind", [Minimum, Maximum])
def test_extremes_within_others_look_at_their_neighbours(
    kind: type[Minimum | Maximum], cell: int
) -> None:
    puzzle = Puzzle("." * 16, [Or((kind((cell,)),))], geometry="4x4")
    again = read_puzzle(write_puzzle(puzzle, "pencilmark"))
    assert solved_by(again) == solved_by(puzzle)


def test_a_quadruple_that_counts_a_cell_twice_is_none_of_f_puzzles() -> None:
    puzzle = Puzzle("." * 81, [Contains((53, 44, 53, 52, 43), (8, 8, 9))])
    for form in ("fpuzzles", "sudokupad"):
        with pytest.raises(FormatError, match="cannot express Contains"):
            write_puzzle(puzzle, form)
