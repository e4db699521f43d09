"""Puzzles of a data set that are made of a skeleton: drawn, solved, and as text."""

from __future__ import annotations

from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.batch.ordered import StoppedError
from lowbit.errors import FormatError, InputError
from lowbit.formats.one_puzzle import puzzle_of_text, write_puzzle
from lowbit.limits import Limits
from lowbit.verbs.generate.variant_target import variant_target_of
from lowbit.verbs.generate.variants import NODES_OF_A_SEARCH, recipe_of, variants_made
from lowbit.verbs.solve.many import solve_many

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from numpy.typing import NDArray

    from lowbit.batch.ordered import IsOver
    from lowbit.geometry import Geometry
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.generate.variants import Recipe

OF_SKELETONS: Final = ("fill", "kropki", "givens", "minimal", "needs", "only", "without", "rules")
"""The options of `lowbit generate` with a skeleton that a wish may have."""

BLOCK: Final = 32
"""Puzzles that are made before any is looked at."""


@lru_cache(8)
def skeleton_in(text: str) -> Puzzle:
    """Return the skeleton that a text is, see `lowbit.read_puzzle`.

    Raises
    ------
    InputError
        If it is no puzzle, or has cells beside its board.
    """
    found = puzzle_of_text(text)
    if found.geometry.variables:
        raise InputError(
            "puzzles with cells beside the board have no canonical form: leave them out"
        )
    return found


def recipe_for(skeleton: str, criteria: Mapping[str, Any]) -> Recipe:
    """Return the recipe for puzzles of a skeleton.

    Raises
    ------
    InputError
        If the criteria make no sense.
    """
    wishes = {
        name: criteria[name] for name in ("needs", "only", "without", "rules") if name in criteria
    }
    return recipe_of(
        skeleton_in(skeleton),
        criteria.get("fill", ()),
        kropki=criteria.get("kropki", False),
        givens=criteria.get("givens", True),
        minimal=criteria.get("minimal", True),
        target=variant_target_of(**wishes),
    )


def blocks_of(
    recipe: Recipe, seed: int, threads: int | None, is_over: IsOver
) -> Generator[NDArray[np.object_]]:
    """Yield puzzles without end, some at a time.

    Raises
    ------
    StoppedError
        If `is_over` says so.
    EffortSpentError, NoSolutionError, LimitReachedError
        As `lowbit.generate_variants` does.
    """
    limits = Limits.of(NODES_OF_A_SEARCH, None, threads)
    for first in count(step=BLOCK):
        made = []
        for puzzle in variants_made(recipe, range(first, first + BLOCK), seed, limits):
            made.append(puzzle)
            if is_over():
                raise StoppedError
        yield as_array(made)


def as_array(puzzles: Sequence[Puzzle]) -> NDArray[np.object_]:
    """Return puzzles as an array of them, which NumPy would take for their cells otherwise."""
    return np.fromiter(puzzles, np.object_, len(puzzles))


def solutions_of(
    puzzles: NDArray[np.object_], board: Geometry, threads: int | None
) -> NDArray[np.uint8]:
    """Return the solution of each puzzle on a board."""
    if not len(puzzles):
        return np.zeros((0, board.n_cells), np.uint8)
    solved: NDArray[np.uint8] = solve_many(puzzles.tolist(), threads=threads).solutions
    return solved


def text_of(puzzle: Puzzle) -> str:
    """Return a puzzle as text: items of Interactive Sudoku Solver if they say all, else JSON.

    Examples
    --------
    >>> from lowbit import Puzzle
    >>> from lowbit.constraints import AntiKnight
    >>> text_of(Puzzle("5" + 80 * ".", [AntiKnight()]))
    '.~R1C1_5.AntiKnight'
    """
    try:
        items = write_puzzle(puzzle, "iss")
        if puzzle_of_text(items) == puzzle:
            return items
    except FormatError:
        pass  # a constraint that they cannot say
    return puzzle.to_json()
