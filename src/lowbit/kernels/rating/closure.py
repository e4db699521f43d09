"""Whether chains up to a rating solve what is left of a puzzle, whatever comes first.

All that they refute is struck at once, then what easy steps leave, again and again. Sudoku
Explainer takes one step after another, and others between them. But no such step is lost by what
is struck before: a chain is still there as long as its candidates are, and where one has gone, a
single is left; of a set or fish a smaller one is. So if all digits are placed in the end, one of
these steps is there in each position that Sudoku Explainer may come to, and it takes none that is
rated higher, but for patterns, which are rated below chains.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np

from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.apply import apply
from lowbit.kernels.rating.basic import find_sets
from lowbit.kernels.rating.closed_sets import N_SCRATCH
from lowbit.kernels.rating.forcing_chains import CHAIN_RATINGS
from lowbit.kernels.rating.graph import SHORTEST, X_PASS, XY_PASS, Graph, list_candidates
from lowbit.kernels.rating.rank import in_tenths, length_rating
from lowbit.kernels.rating.reach import (
    IS_GROWING,
    N_HOPS,
    Reach,
    begin_reach,
    grow,
    list_ends,
    list_refuted,
)
from lowbit.kernels.rating.sets import DIRECT, NO_LOCKED, look_for_locked, strike_locked
from lowbit.kernels.rating.singles import find_hidden_single, find_naked_single
from lowbit.kernels.rating.state import N_LEFT, N_STATE
from lowbit.kernels.rating.steps import N_STEP, add_struck, begin_step
from lowbit.kernels.rating.tables import SIZE

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONGEST_KNOWN: Final = 400
"""More than the length of any chain, and rated far above all of them."""

MOST_TENTHS: Final = 120


def _longest(kind: int, tenths: int) -> int:
    """Return the length of the longest chains rated up to so many tenths; 0 if there are none."""
    rating_of, printed = (cast("Any", one).function for one in (length_rating, in_tenths))
    lengths = range(SHORTEST, LONGEST_KNOWN, 2)
    rated = (n for n in lengths if printed(CHAIN_RATINGS[kind] + rating_of(n)) <= tenths)
    return max(rated, default=0)


LONGEST: Final = np.array(
    [[_longest(kind, tenths) for tenths in range(MOST_TENTHS)] for kind in (X_PASS, 0, XY_PASS)]
)
"""int64[3, 120]: the same for each pass, of which that over Y has none of its own."""


class ClosureSpace(NamedTuple):
    """Scratch of one thread.

    Attributes
    ----------
    state, step, scratch : int64[:]
        What is left of a puzzle, and what it takes to find steps.
    trace : int32[0]
        Nothing is written down.
    """

    state: NDArray[np.int64]
    step: NDArray[np.int64]
    scratch: NDArray[np.int64]
    trace: NDArray[np.int32]


def new_closure_space() -> ClosureSpace:
    """Return scratch for a thread."""
    state, step, scratch = (np.zeros(size, np.int64) for size in (N_STATE, N_STEP, N_SCRATCH))
    return ClosureSpace(state, step, scratch, np.zeros(0, np.int32))


@routine
def is_solved_by_chains(
    state: Any, most: int, space: ClosureSpace, graph: Graph, reach: Reach
) -> bool:
    """Whether chains rated `most` tenths at most, with easy steps, solve what is left of a puzzle.

    If so, its further steps are rated so high at most, and no higher than aligned pairs. If not,
    they may be all the same.
    """
    most = min(most, MOST_TENTHS - 1)
    for word in range(N_STATE):
        space.state[word] = state[word]
    while True:
        _take_easy_steps(space)
        if space.state[N_LEFT] == 0:
            return True
        if not _strike(space, graph, reach, most):
            return False


@routine
def _take_easy_steps(space: ClosureSpace) -> None:
    """Take singles, locked candidates, sets and fish, until there are none."""
    state, step = space.state, space.step
    while find_hidden_single(state, step) or find_naked_single(state, step) or _find(space):
        apply(state, step, space.trace)


@routine
def _find(space: ClosureSpace) -> bool:
    """Find locked candidates, a set or a fish."""
    locked = look_for_locked(space.state, space.step, 0)
    if locked == DIRECT:
        return True
    if locked < NO_LOCKED:
        strike_locked(space.state, space.step, locked)
        return True
    return find_sets(space.state, space.scratch, space.step)


@part
def _strike(space: ClosureSpace, graph: Graph, reach: Reach, most: int) -> bool:
    """Strike all that chains refute, those over X first; return whether there are any."""
    list_candidates(space.state, graph)
    list_ends(graph, reach)
    return _strike_in(space, graph, reach, X_PASS, LONGEST[X_PASS, most]) or _strike_in(
        space, graph, reach, XY_PASS, LONGEST[XY_PASS, most]
    )


@routine
def _strike_in(space: ClosureSpace, graph: Graph, reach: Reach, kind: int, longest: int) -> bool:
    """Strike all that chains of a pass refute, no longer than the longest allowed."""
    if longest < SHORTEST:
        return False
    begin_reach(space.state, graph, reach, kind, True)
    while reach.words[IS_GROWING] and 2 * reach.words[N_HOPS] + SHORTEST <= longest:
        grow(reach)
    n_refuted = list_refuted(graph, reach)
    begin_step(space.step, 0, 0)
    for number in range(n_refuted):
        candidate = graph.candidate_of[graph.queue[number]]
        add_struck(space.step, candidate // SIZE, 1 << candidate % SIZE)
    if n_refuted:
        apply(space.state, space.step, space.trace)
    return n_refuted > 0
