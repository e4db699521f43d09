"""Closure by chains: whether those up to a rating solve the rest of a puzzle, in any order.

All that they refute is eliminated at once, then all that easy steps do, again and again. Sudoku
Explainer takes one step after another, and others between them. But no such step is lost by
earlier eliminations: a chain is still there as long as its candidates are, and where one has gone,
a single is left; of a set or fish a smaller one is. So if all digits are placed in the end, one of
these steps is there in each position that Sudoku Explainer may come to, and it takes none that is
rated higher, but for patterns, which are rated below chains.

The same holds of cell forcing chains. Where the cell has two digits left a shorter chain makes
their eliminations, and so one does where a path comes to a clash first; the steps before them,
chains and Nishio, are rated no higher than 8.3. It does not hold of region chains, which Sudoku
Explainer only looks for where the first place of the region has three digits or more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np

from lowbit.kernels.core.compile import part, routine
from lowbit.kernels.rating.chains.cell_chains import (
    CellChains,
    find_eliminated_by_cells,
    new_cell_chains,
)
from lowbit.kernels.rating.chains.forcing_chains import CHAIN_RATINGS
from lowbit.kernels.rating.chains.graph import (
    N_LIVE,
    SHORTEST,
    X_PASS,
    XY_PASS,
    Graph,
    list_candidates,
)
from lowbit.kernels.rating.chains.reach import (
    IS_GROWING,
    N_HOPS,
    Reach,
    begin_reach,
    grow,
    list_ends,
    list_refuted,
)
from lowbit.kernels.rating.patterns.basic import find_sets
from lowbit.kernels.rating.patterns.sets import DIRECT, NO_LOCKED, look_for_locked, write_locked
from lowbit.kernels.rating.patterns.singles import find_hidden_single, find_naked_single
from lowbit.kernels.rating.position.apply import apply
from lowbit.kernels.rating.position.closed_sets import N_SCRATCH
from lowbit.kernels.rating.position.stages import MULTIPLE
from lowbit.kernels.rating.position.state import N_LEFT, N_STATE
from lowbit.kernels.rating.position.steps import N_STEP, add_eliminated, begin_step
from lowbit.kernels.rating.position.tables import SIZE
from lowbit.kernels.rating.trees.cases import BASE
from lowbit.kernels.rating.trees.rank import in_tenths, length_rating

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Numbers, Words

FEWEST_BY_CELLS: Final = 83
"""Tenths: as high as Nishio can be rated, for a digit has 81 places at most. So from here on no
harder step comes before a cell chain."""

LONGEST_KNOWN: Final = 400
"""More than the length of any chain, and rated far above all of them."""

MOST_TENTHS: Final = 120


def _longest(least: float) -> list[int]:
    """Return the length of the longest chains rated up to each number of tenths; 0 for none.

    Parameters
    ----------
    least : float
        The rating of the shortest.
    """
    rating_of, printed = (cast("Any", one).function for one in (length_rating, in_tenths))
    longest = [0] * MOST_TENTHS
    for length in range(SHORTEST, LONGEST_KNOWN, 2):  # none is rated lower than a shorter one
        first = printed(least + rating_of(length))
        longest[first:] = [length] * len(longest[first:])
    return longest


LONGEST: Final = np.array([_longest(least) for least in CHAIN_RATINGS])
"""int64[3, 120]: the same for each pass, of which that over Y has none of its own."""

LONGEST_BY_CELLS: Final = np.array(_longest(BASE[MULTIPLE]))
"""int64[120]: the same for cell chains."""


class ClosureSpace(NamedTuple):
    """Scratch of one thread.

    Attributes
    ----------
    state, step, scratch : int64[:]
        The rest of a puzzle, and scratch for finding steps.
    trace : int32[0]
        Nothing is written down.
    cells : CellChains
        Scratch for cell chains.
    """

    state: Words
    step: Words
    scratch: Words
    trace: Numbers
    cells: CellChains


def new_closure_space() -> ClosureSpace:
    """Return scratch for a thread."""
    state, step, scratch = (np.zeros(size, np.int64) for size in (N_STATE, N_STEP, N_SCRATCH))
    return ClosureSpace(state, step, scratch, np.zeros(0, np.int32), new_cell_chains())


@routine
def is_solved_by_chains(
    state: Words, most: int, space: ClosureSpace, graph: Graph, reach: Reach
) -> bool:
    """Whether chains rated `most` tenths at most, with easy steps, solve the rest of a puzzle.

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
        if not (
            _eliminate(space, graph, reach, most)
            or _take_set(space)
            or _eliminate_by_cells(space, graph, reach, most)
        ):
            return False


@routine
def _take_easy_steps(space: ClosureSpace) -> None:
    """Take singles and locked candidates, until there are none."""
    state, step = space.state, space.step
    while find_hidden_single(state, step) or find_naked_single(state, step) or _find(space):
        apply(state, step, space.trace)


@routine
def _find(space: ClosureSpace) -> bool:
    """Find locked candidates."""
    locked = look_for_locked(space.state, space.step, 0)
    if NO_LOCKED > locked != DIRECT:
        write_locked(space.state, space.step, locked)
    return locked < NO_LOCKED


@routine
def _take_set(space: ClosureSpace) -> bool:
    """Take a set or a fish, if there is one; chains eliminate most of these, too."""
    is_found = find_sets(space.state, space.scratch, space.step)
    if is_found:
        apply(space.state, space.step, space.trace)
    return is_found


@part
def _eliminate(space: ClosureSpace, graph: Graph, reach: Reach, most: int) -> bool:
    """Eliminate all that chains refute, those over X first; return whether there are any."""
    list_candidates(space.state, graph)
    list_ends(graph, reach)
    if not _are_short(graph, most) and _eliminate_in(
        space, graph, reach, X_PASS, LONGEST[X_PASS, most]
    ):
        return True
    return _eliminate_in(space, graph, reach, XY_PASS, LONGEST[XY_PASS, most])


@part
def _are_short(graph: Graph, most: int) -> bool:
    """Whether all chains of a position are rated so high at most: none has a candidate twice."""
    return graph.words[N_LIVE] < LONGEST[XY_PASS, most]


@routine
def _eliminate_in(space: ClosureSpace, graph: Graph, reach: Reach, kind: int, longest: int) -> bool:
    """Eliminate all that chains of a pass refute, no longer than the longest allowed."""
    if longest < SHORTEST:
        return False
    begin_reach(space.state, graph, reach, kind, True)
    while reach.words[IS_GROWING] and 2 * reach.words[N_HOPS] + SHORTEST <= longest:
        grow(reach)
    n_refuted = list_refuted(graph, reach)
    begin_step(space.step, 0, 0)
    for number in range(n_refuted):
        candidate = graph.candidate_of[graph.queue[number]]
        add_eliminated(space.step, candidate // SIZE, 1 << candidate % SIZE)
    if n_refuted:
        apply(space.state, space.step, space.trace)
    return n_refuted > 0


@routine
def _eliminate_by_cells(space: ClosureSpace, graph: Graph, reach: Reach, most: int) -> bool:
    """Eliminate all that cell chains eliminate where no other chains refute anything."""
    if most < FEWEST_BY_CELLS or not _are_short(graph, most):
        return False
    if not find_eliminated_by_cells(
        space.state, space.step, graph, reach, space.cells, LONGEST_BY_CELLS[most]
    ):
        return False
    apply(space.state, space.step, space.trace)
    return True
