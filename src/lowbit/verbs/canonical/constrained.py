"""Canonical forms and automorphisms of puzzles with constraints.

Their symmetries are the at most eight turns and reflections of the board, which are all tried; and,
if no constraint depends on the values of digits, all names of digits. Then the digits are numbered
in order of appearance, that is, by the cells that allow them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from lowbit.constraints.general import normal_forms
from lowbit.errors import GridError
from lowbit.puzzle import Puzzle
from lowbit.puzzle_symmetry import has_free_digits, moved, turns_of
from lowbit.symmetry import Transform
from lowbit.verbs.canonical.boards import FORMS_KEPT, names_of, renamings_of


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
        names = names_of(puzzle.grid, cells) if free else range(1, board.size + 1)
        turned = moved(said, places, names)
        form = turned.with_constraints(normal_forms(turned.constraints))
        ways.setdefault(form, []).append(Transform(tuple(cells), tuple(names), board))
    form = min(ways, key=_rank)
    there, *_ = ways[form]
    turns = tuple(way.then(there.inverse) for way in ways[form])
    return SymmetricPuzzle(form, there, (turns, *(renamings_of(puzzle.grid) if free else ())))


def _rank(form: Puzzle) -> tuple[Any, ...]:
    """Return the sort key by which one form of a puzzle is the smallest."""
    return form.grid.givens, form.grid.allowed, str(form.constraints)
