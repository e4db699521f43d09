"""The measures of a puzzle with constraints: how the engine for constraints searches it.

Sudoku Explainer and HoDoKu know no constraints, so there is no rating but lowbit's own. Propagation
takes the place of singles on a plain board: all that the engine infers before it guesses.
"""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

from lowbit.errors import LimitReachedError
from lowbit.kernels.variants.engine import Engine
from lowbit.reference.budget import Budget
from lowbit.status import Status
from lowbit.verbs.minimize.one import redundant_givens
from lowbit.verbs.rate.own_steps import difficulty_of_steps
from lowbit.verbs.solve.variants import VariantBlocks

if TYPE_CHECKING:
    from collections.abc import Callable

    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.rate.measures import Selection

    Measure = Callable[["SolvedVariant"], dict[str, Any]]


class SolvedVariant:
    """A puzzle with constraints, searched to the end or to the second solution.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    limits : Limits
        The most nodes of each search tree, and the time for everything.

    Attributes
    ----------
    solutions : list of bytes
        Its solutions, two at most.
    nodes : int
        The nodes that the search visited.

    Raises
    ------
    LimitReachedError
        If a limit ended the search.
    """

    def __init__(self, puzzle: Puzzle, limits: Limits) -> None:
        self.puzzle = puzzle
        self.limits = limits
        blocks = VariantBlocks(puzzle, limits)
        found = (solution.tobytes() for block in blocks for solution in block)
        self.solutions = list(islice(found, 2))
        self.nodes = blocks.nodes


def measured_variant(
    puzzle: Puzzle, selection: Selection, limits: Limits
) -> tuple[Status, dict[str, Any]]:
    """Return the status of a puzzle with constraints, and its measures, see `lowbit.rate`."""
    found: dict[str, Any] = {}
    try:
        solved = SolvedVariant(puzzle, limits)
        if len(solved.solutions) != 1:
            return Status.SEVERAL if solved.solutions else Status.NONE, found
        for measure in selection.measures:
            if measure in MEASURES:
                found |= MEASURES[measure](solved)
    except LimitReachedError:
        return Status.LIMIT_REACHED, found
    return Status.UNIQUE, found


def _search(solved: SolvedVariant) -> dict[str, Any]:
    return {"guesses": solved.nodes // 2, "nodes": solved.nodes}  # a guess puts off two nodes


def _backdoor(solved: SolvedVariant) -> dict[str, Any]:
    """Try sets of cells, the smallest first; each counts as a node."""
    puzzle, (solution,) = solved.puzzle, solved.solutions
    engine = Engine(puzzle.geometry, puzzle.constraints)  # laid out before, to be solved
    budget = Budget(solved.limits)
    masks = list(puzzle.grid.candidates)
    open_cells = [cell for cell, mask in enumerate(masks) if mask & (mask - 1)]
    for size in range(len(open_cells)):
        for cells in combinations(open_cells, size):
            budget.charge()
            filled = masks.copy()
            for cell in cells:
                filled[cell] = 1 << solution[cell] - 1
            if _is_propagated(engine, filled):
                return {"backdoor": size}
    return {"backdoor": len(open_cells)}


def _is_propagated(engine: Engine, masks: list[int]) -> bool:
    """Return whether one node, without a guess, is the whole search."""
    try:
        return next(engine.search(masks, max_nodes=1, room=1), None) is not None
    except LimitReachedError:
        return False


def _redundant(solved: SolvedVariant) -> dict[str, Any]:
    cells = redundant_givens(solved.puzzle, **solved.limits.of_search)
    return {"redundant": len(cells)}


def _difficulty(solved: SolvedVariant) -> dict[str, Any]:
    return difficulty_of_steps(solved.puzzle, solved.limits)


MEASURES: dict[str, Measure] = {
    "search": _search,
    "backdoor": _backdoor,
    "redundant": _redundant,
    "difficulty": _difficulty,
}
"""The functions of all measures but techniques."""
