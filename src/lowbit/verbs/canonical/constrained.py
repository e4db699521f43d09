"""Canonical forms and automorphisms of puzzles with constraints.

Their symmetries are the at most eight turns and reflections of the board, which are all tried; and,
if no constraint depends on the values of digits, all names of digits. Then the digits are numbered
in order of appearance, that is, by the cells that allow them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from lowbit.constraints.general import normal_forms
from lowbit.errors import GridError
from lowbit.puzzle import Puzzle
from lowbit.puzzle_symmetry import has_free_digits, moved, turns_of
from lowbit.symmetry import Transform
from lowbit.verbs.canonical.boards import FORMS_KEPT, swaps_among

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.grid import Grid


class SymmetricPuzzle(NamedTuple):
    """The canonical form of a puzzle with constraints, and the puzzle's automorphisms.

    Attributes
    ----------
    form : Puzzle
        The canonical form, with its constraints in normal form, and without texts and cosmetics.
    to_form : Transform
        The symmetry that takes the puzzle to its canonical form.
    families : tuple of tuple of Transform
        The puzzle's automorphisms, see `lowbit.verbs.canonical.automorphisms`.
    """

    form: Puzzle
    to_form: Transform
    families: tuple[tuple[Transform, ...], ...]


@lru_cache(FORMS_KEPT)
def symmetric_puzzle(puzzle: Puzzle) -> SymmetricPuzzle:
    """Return the canonical form of a puzzle with constraints, and its automorphisms.

    Raises
    ------
    GridError
        If it has variables, which could take each other's places.
    """
    if puzzle.geometry.variables:
        named = " and ".join(group.name for group in puzzle.geometry.variables)
        raise GridError(
            f"there is no canonical form of constraints on variables, such as those of {named}, "
            "which may be called otherwise: compare puzzles without them"
        )
    said = Puzzle(puzzle.grid, puzzle.constraints)
    board, free = puzzle.geometry, has_free_digits(said)
    ways: dict[Puzzle, list[Transform]] = {}
    for places in dict.fromkeys(turns_of(puzzle)):
        cells = sorted(range(board.n_cells), key=places.__getitem__)
        names = _names(puzzle.grid, cells) if free else range(1, board.size + 1)
        turned = moved(said, places, names)
        form = turned.with_constraints(normal_forms(turned.constraints))
        ways.setdefault(form, []).append(Transform(tuple(cells), tuple(names), board))
    form = min(ways, key=_rank)
    there, *_ = ways[form]
    turns = tuple(way.then(there.inverse) for way in ways[form])
    return SymmetricPuzzle(form, there, (turns, *(_renamings(puzzle.grid) if free else ())))


def _rank(form: Puzzle) -> tuple[Any, ...]:
    """Return the sort key by which one form of a puzzle is the smallest."""
    return form.grid.givens, form.grid.allowed, str(form.constraints)


def _names(grid: Grid, cells: Sequence[int]) -> list[int]:
    """Return the name of each digit, numbered in order of appearance in some order of the cells."""
    digits = range(1, grid.geometry.size + 1)
    order = sorted(digits, key=lambda digit: _cells_with(grid, digit, cells), reverse=True)
    return [order.index(digit) + 1 for digit in digits]


def _cells_with(grid: Grid, digit: int, cells: Sequence[int]) -> tuple[int, ...]:
    """Return, for each cell, whether it allows a digit."""
    return tuple(grid.allowed[cell] >> digit - 1 & 1 for cell in cells)


def _renamings(grid: Grid) -> Iterator[tuple[Transform, ...]]:
    """Yield families of the swaps of digits that the same cells allow."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for digit in range(1, grid.geometry.size + 1):
        alike.setdefault(_cells_with(grid, digit, range(len(grid))), []).append(digit)
    for digits in alike.values():
        yield from swaps_among(grid.geometry, digits)
