"""The completions of a puzzle with constraints that score most: branch and bound.

The nodes are those of the search for solutions. For its bound a board is cut into houses in several
ways: each cell of a house gets the best of its digits, or each digit the best of its cells; where
values are weight times digit, the heaviest open cells get the highest missing digits. The least of
these counts. A digit that alone makes the bound too low leaves its cell, and constraints propagate
that. Guesses are on cells whose digits differ in value, as long as there are any, the best digit
first.

Of completions with equal scores the smaller grids count. Nodes cut off may hold some, so that a
search in the order of digits finds the first that have the last of the scores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import kernel, routine
from lowbit.kernels.variants.layout import (
    DEPTH,
    LOG,
    N_CELLS,
    N_NODE,
    N_NODES,
    N_RUNS,
    PLACED,
    STACK,
    SURE,
    WEIGHTS,
    put,
    words_of,
)
from lowbit.kernels.variants.propagate import forget_waiting, propagate
from lowbit.kernels.variants.search import (
    DONE,
    FULL_STACK,
    NODE_LIMIT,
    PAUSED,
    begin_visit,
    blame,
    branch,
    choose,
    first_open,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Pointer, Words
    from lowbit.kernels.general.best import ScoreTables

NOTHING: Final = -(1 << 60)
"""Below every possible score."""

FOUND, CUT, N_CONTROL = range(3)
"""Words of `BestKept.control`."""


class BestKept(NamedTuple):
    """The best completions so far.

    Attributes
    ----------
    scores : int64[k]
        The highest first.
    grids : uint8[k, n_cells]
    control : int64[N_CONTROL]
        How many there are (FOUND), and the highest bound that was cut off (CUT).
    tied : int
        To find, in the order of their digits, the first that have this score; NOTHING for the best.
    """

    scores: Words
    grids: Bytes
    control: Words
    tied: int


@kernel
def advance_best(
    program: Words, memory: Words, tables: ScoreTables, best: BestKept, max_nodes: int, n_runs: int
) -> int:
    """Go on with a search, for about `n_runs` operations; return why it stopped, as `advance`.

    `tables` has the values of digits and the partitions of the board into houses, as
    `lowbit.kernels.general.best.ScoreTables`.
    """
    program = words_of(program, 0)
    memory, n_words = words_of(memory, 0), len(memory)
    stride, enough = program[N_NODE], memory[N_RUNS] + n_runs
    while memory[DEPTH]:
        if memory[N_NODES] >= max_nodes:
            return NODE_LIMIT
        if program[STACK] + (memory[DEPTH] + 1) * stride > n_words:
            return FULL_STACK
        if memory[N_RUNS] >= enough:
            return PAUSED
        _visit(program, memory, tables, best)
        if best.tied != NOTHING and best.control[FOUND] == best.scores.size:
            return DONE
    return DONE


@kernel
def bound_of_rest(program: Words, memory: Words, tables: ScoreTables) -> int:
    """Return the highest bound of the nodes left to visit."""
    program, memory = words_of(program, 0), words_of(memory, 0)
    bound = NOTHING
    for node in range(memory[DEPTH]):
        cells = program[STACK] + node * program[N_NODE]
        bound = max(bound, _bound(memory, cells, tables))
    return bound


@routine
def _visit(program: Pointer, memory: Pointer, tables: ScoreTables, best: BestKept) -> None:
    """Visit the node on top of the stack: two, a completion or nothing takes its place."""
    top = memory[DEPTH] - 1
    cells = program[STACK] + top * program[N_NODE]
    guessed = begin_visit(program, memory, cells)
    while True:
        failed = propagate(program, memory, cells)
        if failed != SURE:
            forget_waiting(program, memory)
            blame(program, memory, failed, guessed)
            memory[DEPTH] = top
            return
        if _is_cut(_bound(memory, cells, tables), best):
            memory[DEPTH] = top
            return
        if not _eliminate(program, memory, cells, tables, best):
            break
    is_ordered = best.tied != NOTHING
    memory[PLACED] = 0
    cell = (
        first_open(program, memory, cells)
        if is_ordered
        else _choose(program, memory, cells, tables)
    )
    if cell < 0:
        _keep(memory, cells, tables, best)
        memory[DEPTH] = top
        return
    mask = memory[cells + cell]
    bit = memory[PLACED] or (mask & -mask if is_ordered else 1 << _best_digit(mask, cell, tables))
    branch(program, memory, cells, cell, bit)


@routine
def _least(best: BestKept) -> int:
    """Return the score that a completion must exceed to be kept."""
    if best.tied != NOTHING:
        return best.tied - 1
    n = best.scores.size
    return best.scores[n - 1] if best.control[FOUND] == n else NOTHING


@routine
def _is_cut(bound: int, best: BestKept) -> bool:
    """Return whether nothing with this bound is to be kept."""
    if bound > _least(best):
        return False
    best.control[CUT] = max(best.control[CUT], bound)
    return True


@routine
def _eliminate(
    program: Pointer, memory: Pointer, cells: int, tables: ScoreTables, best: BestKept
) -> bool:
    """Take digits from cells that are too bad even if all other cells get their best ones."""
    if _least(best) == NOTHING:
        return False
    total = 0
    for cell in range(program[N_CELLS]):
        total += _best_of_cell(memory[cells + cell], cell, tables)
    log = program[LOG]
    for cell in range(program[N_CELLS]):
        mask = left = memory[cells + cell]
        others = total - _best_of_cell(mask, cell, tables)
        while left:
            digit = lowest(left)
            left &= left - 1
            if _is_cut(others + tables.values[cell, digit], best):
                mask ^= 1 << digit
        put(memory, cells, log, cell, mask)
    return memory[log] != 0


@routine
def _choose(program: Pointer, memory: Pointer, cells: int, tables: ScoreTables) -> int:
    """Return the cell to guess in, -1 where each has one digit.

    Of cells whose digits differ in value the one that conflicts most for a digit; with none of
    these, that of a search for solutions.
    """
    chosen, chosen_weight, chosen_size = -1, 0, 1
    for cell in range(program[N_CELLS]):
        mask = memory[cells + cell]
        if mask & (mask - 1) and _differ(mask, cell, tables):
            size, weight = size_of(mask), memory[program[WEIGHTS] + cell]
            if chosen < 0 or weight * chosen_size > chosen_weight * size:
                chosen, chosen_weight, chosen_size = cell, weight, size
    return chosen if chosen >= 0 else choose(program, memory, cells)


@routine
def _differ(mask: int, cell: int, tables: ScoreTables) -> bool:
    """Return whether the digits of a mask differ in value in a cell."""
    first = tables.values[cell, lowest(mask)]
    while mask:
        if tables.values[cell, lowest(mask)] != first:
            return True
        mask &= mask - 1
    return False


@routine
def _best_digit(mask: int, cell: int, tables: ScoreTables) -> int:
    """Return the digit of a mask with the highest value in a cell, of equal ones the smallest."""
    best, chosen = NOTHING, 0
    while mask:
        digit = lowest(mask)
        mask &= mask - 1
        if tables.values[cell, digit] > best:
            best, chosen = tables.values[cell, digit], digit
    return chosen


@routine
def _best_of_cell(mask: int, cell: int, tables: ScoreTables) -> int:
    return tables.values[cell, _best_digit(mask, cell, tables)]


@routine
def _keep(memory: Pointer, cells: int, tables: ScoreTables, best: BestKept) -> None:
    """Put a completion in its place among the best, if it is one of them."""
    score, n_cells = 0, best.grids.shape[1]
    for cell in range(n_cells):
        score += tables.values[cell, lowest(memory[cells + cell])]
    if score > best.tied > NOTHING:
        return
    n = best.control[FOUND]
    if n < best.scores.size:
        best.control[FOUND] = n + 1
    else:
        n -= 1
        best.control[CUT] = max(best.control[CUT], best.scores[n])
    while n > 0 and best.scores[n - 1] < score:
        best.scores[n] = best.scores[n - 1]
        for cell in range(n_cells):
            best.grids[n, cell] = best.grids[n - 1, cell]
        n -= 1
    best.scores[n] = score
    for cell in range(n_cells):
        best.grids[n, cell] = lowest(memory[cells + cell]) + 1


@routine
def _bound(memory: Pointer, cells: int, tables: ScoreTables) -> int:
    """Return the bound of a node, which no completion exceeds."""
    least = 0
    for cell in range(tables.values.shape[0]):
        least += _best_of_cell(memory[cells + cell], cell, tables)
    for partition in range(tables.partition_first.size):
        total = 0
        for at in range(tables.rest_first[partition], tables.rest_end[partition]):
            cell = tables.rest_cells[at]
            total += _best_of_cell(memory[cells + cell], cell, tables)
        for house in range(tables.partition_first[partition], tables.partition_end[partition]):
            total += _bound_of_house(memory, cells, tables, house)
        least = min(least, total)
    return least


@routine
def _bound_of_house(memory: Pointer, cells: int, tables: ScoreTables, house: int) -> int:
    """Return the highest score of the cells of a house, which hold each digit once."""
    first, end = tables.house_first[house], tables.house_end[house]
    n_digits = tables.values.shape[1]
    by_cells, missing = 0, (1 << n_digits) - 1
    for at in range(first, end):
        cell = tables.house_cells[at]
        mask = memory[cells + cell]
        by_cells += _best_of_cell(mask, cell, tables)
        if mask & (mask - 1) == 0:
            missing &= ~mask
    by_digits = 0
    for at in range(first, end):
        cell = tables.house_cells[at]
        mask = memory[cells + cell]
        if mask & (mask - 1) == 0:
            by_digits += tables.values[cell, lowest(mask)]
        elif tables.is_weighted:
            digit = n_digits - 1
            # The highest missing digit that is left for this cell.
            while digit > 0 and missing >> digit & 1 == 0:
                digit -= 1
            missing &= ~(1 << digit)
            by_digits += tables.values[cell, digit]
    while missing and not tables.is_weighted:
        digit = lowest(missing)
        missing &= missing - 1
        by_digits += _best_of_digit(memory, cells, tables, house, digit)
    return min(by_cells, by_digits)


@routine
def _best_of_digit(memory: Pointer, cells: int, tables: ScoreTables, house: int, digit: int) -> int:
    """Return the value of a digit in the best of its places in a house."""
    best = NOTHING
    for at in range(tables.house_first[house], tables.house_end[house]):
        cell = tables.house_cells[at]
        if memory[cells + cell] >> digit & 1:
            best = max(best, tables.values[cell, digit])
    return best
