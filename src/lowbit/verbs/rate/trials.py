"""Trial and error on one puzzle: by plain Python first, by kernels if it gets long.

Both give the same measures. The patience of plain Python is counted in nodes, never in seconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.errors import LimitReachedError
from lowbit.kernels import at_hand
from lowbit.reference.budget import Budget
from lowbit.reference.trials import Trials
from lowbit.verbs.rate.measures import TRIALS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from lowbit.verbs.rate.solved_puzzle import SolvedPuzzle

PATIENCE: Final = 1 << 10
"""The nodes that plain Python visits in about 0.2 s, the time that loading the kernels takes."""


def measure_trials(puzzle: SolvedPuzzle, names: Iterable[str], found: dict[str, Any]) -> bool:
    """Add the measures by trial and error of a puzzle to what was found; return whether all are.

    Raises
    ------
    LimitReachedError
        If a limit came first; what is known by then is found. Kernels raise none.
    """
    if not puzzle.grid.geometry.is_classic or puzzle.grid.is_restricted:
        _measure(Trials(puzzle.grid, Budget(puzzle.limits)), names, found)
        return True
    if puzzle.limits.max_nodes is None and _measured_meanwhile(puzzle, names, found):
        return True
    from lowbit.verbs.rate.trials_of_many import measure_by_kernels  # loads the kernels

    return measure_by_kernels(puzzle, tuple(names), found)


def _measured_meanwhile(puzzle: SolvedPuzzle, names: Iterable[str], found: dict[str, Any]) -> bool:
    """Measure a puzzle in plain Python; return False if the kernels are to go on."""

    def more() -> int:
        return 0 if at_hand.come_to_hand(at_hand.TRIALS) else PATIENCE

    budget = Budget(puzzle.limits.within(PATIENCE), more)
    try:
        _measure(Trials(puzzle.grid, budget), names, found)
    except LimitReachedError:
        if not budget.are_nodes_spent:
            raise
        return False
    return True


def _measure(trials: Trials, names: Iterable[str], found: dict[str, Any]) -> None:
    """Add measures: the depth, then the lengths from the last, as those above the depth are 0."""
    for name in sorted(names, key=(TRIALS[0], *TRIALS[:0:-1]).index):
        found[name] = trials.depth if name == TRIALS[0] else trials.braids(TRIALS.index(name) - 1)
