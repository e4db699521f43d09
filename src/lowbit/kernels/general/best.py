"""The completions of one puzzle that score most: branch and bound in all lanes.

Lanes take nodes from one queue, the deepest first, sweep them, and cut off those that cannot be
among the best `k`. As in a search for solutions, no more nodes of a depth are open than there are
lanes. For its bound a board is partitioned into houses, several times: each cell of a house gets
the best of its digits, or each digit the best of its cells; where values are weight times digit,
the heaviest open cells get the highest missing digits. The least of these counts.

Of completions with equal scores the smaller grids count. Nodes cut off may hold some, so that a
search in the order of digits, by one lane, finds the first that have the last of the scores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import kernel, part
from lowbit.kernels.general.program import program_in
from lowbit.kernels.general.search import NOBODY, ROOM, deeper_node, deepest_of_all, free_node
from lowbit.kernels.general.sweep import OPEN, TOTAL, sweep

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import BoardMasks, Bytes, Number, Numbers, Words
    from lowbit.kernels.general.search import BoardLanes, Nodes


ZERO, ONE = np.uint64(0), np.uint64(1)

NOTHING: Final = -(1 << 60)
"""Below every possible score."""

ACTIVE, FOUND, NODES, CUT, N_CONTROL = range(5)
"""Words of `ScoreTree.control`."""

DONE, FULL, BUSY = range(3)
"""Reasons why `advance` returned: all is searched, or a limit was reached; there is no room to save
nodes; or it made its sweeps."""


class ScoreTables(NamedTuple):
    """The values of digits.

    Attributes
    ----------
    values : int64[n_cells, size]
        The value of digit d in a cell, at d - 1.
    is_weighted : bool
        Whether that is the weight of the cell times the digit's number.
    partition_first, partition_end : int64[n]
        The houses of each partition of the board.
    house_first, house_end, house_cells : int64[n]
        The cells of each house, the heaviest first.
    rest_first, rest_end, rest_cells : int64[n]
        The cells that are in no house, for each partition.
    """

    values: Words
    is_weighted: bool
    partition_first: Words
    partition_end: Words
    house_first: Words
    house_end: Words
    house_cells: Words
    rest_first: Words
    rest_end: Words
    rest_cells: Words


class ScoreTree(NamedTuple):
    """Bounds of the nodes.

    Attributes
    ----------
    bounds : int64[n]
        The bound of the completions of each saved node; NOTHING where there is none.
    lane_bounds : int64[lanes]
        The same for the nodes in the lanes.
    control : int64[N_CONTROL]
        The lanes with a node (ACTIVE), how many completions are kept (FOUND), the nodes visited,
        and the highest bound that was cut off (CUT).
    """

    bounds: Words
    lane_bounds: Words
    control: Words


class KeptBest(NamedTuple):
    """The best completions so far.

    Attributes
    ----------
    scores : int64[k]
        The highest first.
    grids : uint8[k, n_cells]
    """

    scores: Words
    grids: Bytes


class Goal(NamedTuple):
    """The aim of a search.

    Attributes
    ----------
    max_nodes : int
        Visit no more.
    tied : int
        To find, in the order of their digits, the first that have this score; NOTHING for the best.
    """

    max_nodes: int
    tied: int


@kernel
def advance(
    lanes: BoardLanes,
    block: Numbers,
    nodes: Nodes,
    tree: ScoreTree,
    tables: ScoreTables,
    kept: KeptBest,
    goal: Goal,
    sweeps: int,
) -> int:
    """Go on for a number of sweeps; return DONE, FULL or BUSY."""
    program = program_in(block)
    control = tree.control
    width = tree.lane_bounds.size if goal.tied == NOTHING else 1
    for _ in range(sweeps):
        if lanes.control[ROOM] < width:
            return FULL
        if not _refill(lanes, nodes, tree, kept, goal, width):
            return DONE
        dead, still, solved = sweep(lanes.files, program)
        active = np.uint64(control[ACTIVE])
        still &= active & ~dead
        solved &= active & ~dead
        gone = (dead & active) | solved
        control[ACTIVE] = np.int64(active & ~gone)
        while solved != ZERO:
            lane = lowest(solved)
            solved &= solved - ONE
            _keep(lanes.words.cells, lane, tables.values, kept, goal, control)
        if goal.tied != NOTHING and control[FOUND] == kept.scores.size:
            return DONE
        while still != ZERO:
            lane = lowest(still)
            still &= still - ONE
            _branch(lanes, nodes, lane, tree, tables, kept, goal)
    return BUSY


def no_tables(n_cells: int, size: int) -> ScoreTables:
    """Return tables in which nothing has a value."""
    return ScoreTables(np.zeros((n_cells, size), np.int64), False, *[np.zeros(0, np.int64)] * 8)


@part
def _least(kept: KeptBest, control: Words) -> Number:
    """Return the score that a completion must exceed to be kept."""
    n = kept.scores.size
    return kept.scores[n - 1] if control[FOUND] == n else np.int64(NOTHING)


@part
def _is_cut(bound: int, tree: ScoreTree, kept: KeptBest, goal: Goal) -> bool:
    """Return whether nothing below a node is to be kept."""
    if goal.tied != NOTHING:
        return bool(bound < goal.tied)
    if bound > _least(kept, tree.control):
        return False
    tree.control[CUT] = max(tree.control[CUT], bound)
    return True


@part
def _refill(
    lanes: BoardLanes, nodes: Nodes, tree: ScoreTree, kept: KeptBest, goal: Goal, width: int
) -> bool:
    """Give idle lanes saved nodes; return whether there is anything to do."""
    control, words = tree.control, lanes.words
    for lane in range(width):
        if control[ACTIVE] >> lane & 1:
            continue
        chain = _next_chain(lanes, nodes, tree, kept, goal)
        if chain == NOBODY:
            break
        if control[NODES] >= goal.max_nodes:
            return False
        control[NODES] += 1
        node = lanes.newest[chain]
        for cell in range(nodes.cells.shape[1]):
            words.cells[cell, lane] = nodes.cells[node, cell]
        words.notes[TOTAL, lane] = 0
        words.notes[OPEN, lane] = 1
        lanes.chain[lane] = chain
        tree.lane_bounds[lane] = tree.bounds[node]
        tree.bounds[node] = NOTHING
        free_node(lanes, nodes, chain)
        control[ACTIVE] |= np.int64(1) << lane
    return bool(control[ACTIVE] != 0)


@part
def _next_chain(
    lanes: BoardLanes, nodes: Nodes, tree: ScoreTree, kept: KeptBest, goal: Goal
) -> int:
    """Return the chain of the deepest node that is not cut off, which is its newest; or NOBODY."""
    chain = deepest_of_all(lanes)
    while chain != NOBODY and _is_cut(tree.bounds[lanes.newest[chain]], tree, kept, goal):
        tree.bounds[lanes.newest[chain]] = NOTHING
        free_node(lanes, nodes, chain)
        chain = deepest_of_all(lanes)
    return chain


@part
def _keep(
    cells: BoardMasks, lane: int, values: Words, kept: KeptBest, goal: Goal, control: Words
) -> None:
    """Put a completion in its place among the best, if it is one of them."""
    score = np.int64(0)
    for cell in range(values.shape[0]):
        score += values[cell, lowest(np.uint64(cells[cell, lane]))]
    if goal.tied != NOTHING:
        if score != goal.tied:
            return
    elif score <= _least(kept, control):
        control[CUT] = max(control[CUT], score)
        return
    n = control[FOUND]
    if n < kept.scores.size:
        control[FOUND] = n + 1
    else:
        n -= 1
        control[CUT] = max(control[CUT], kept.scores[n])
    while n > 0 and kept.scores[n - 1] < score:
        kept.scores[n] = kept.scores[n - 1]
        for cell in range(values.shape[0]):
            kept.grids[n, cell] = kept.grids[n - 1, cell]
        n -= 1
    kept.scores[n] = score
    for cell in range(values.shape[0]):
        kept.grids[n, cell] = lowest(np.uint64(cells[cell, lane])) + 1


@part
def _branch(
    lanes: BoardLanes,
    nodes: Nodes,
    lane: int,
    tree: ScoreTree,
    tables: ScoreTables,
    kept: KeptBest,
    goal: Goal,
) -> None:
    """Try a digit in a cell, and save the node without it; or leave the node, if it is cut off."""
    words = lanes.words
    bound = _bound(words.cells, lane, tables)
    bound = min(bound, tree.lane_bounds[lane])
    if _is_cut(bound, tree, kept, goal):
        tree.control[ACTIVE] &= ~(np.int64(1) << lane)
        return
    node = deeper_node(lanes, nodes, lane)
    tree.bounds[node] = bound
    tree.lane_bounds[lane] = bound
    cells = nodes.cells[node]
    for cell in range(cells.size):
        cells[cell] = words.cells[cell, lane]
    cell, bit = _first(cells) if goal.tied != NOTHING else _most_decisive(cells, tables.values)
    cells[cell] ^= bit
    words.cells[cell, lane] = bit


@part
def _first(cells: BoardMasks) -> tuple[Any, Any]:
    """Return the first open cell and its smallest digit."""
    cell = np.int64(0)
    while cells[cell] & (cells[cell] - 1) == 0:
        cell += 1
    return cell, np.int64(cells[cell] & ~(cells[cell] - 1))


@part
def _most_decisive(cells: BoardMasks, values: Words) -> tuple[Any, Any]:
    """Return a cell with the fewest digits, of these that which loses most, and its best digit."""
    fewest, most, chosen, digit = np.int64(64), np.int64(-1), np.int64(0), np.int64(0)
    for cell in range(cells.size):
        number = np.int64(size_of(np.uint64(cells[cell])))
        if number < 2 or number > fewest:
            continue
        best, second, at = np.int64(NOTHING), np.int64(NOTHING), np.int64(0)
        mask = np.uint64(cells[cell])
        while mask != ZERO:
            place = lowest(mask)
            mask &= mask - ONE
            value = values[cell, place]
            if value > best:
                best, second, at = value, best, np.int64(place)
            elif value > second:
                second = value
        if number < fewest or best - second > most:
            fewest, most, chosen, digit = number, best - second, np.int64(cell), at
    return chosen, np.int64(1) << digit


@part
def _bound(cells: BoardMasks, lane: int, tables: ScoreTables) -> Number:
    """Return the bound of a lane's node, which no completion exceeds."""
    least = np.int64(0)
    for cell in range(tables.values.shape[0]):
        least += _best_of_cell(cells[cell, lane], tables.values[cell])
    for partition in range(tables.partition_first.size):
        total = np.int64(0)
        for at in range(tables.rest_first[partition], tables.rest_end[partition]):
            cell = tables.rest_cells[at]
            total += _best_of_cell(cells[cell, lane], tables.values[cell])
        for house in range(tables.partition_first[partition], tables.partition_end[partition]):
            total += _bound_of_house(cells, lane, tables, house)
        least = min(least, total)
    return least


@part
def _best_of_cell(mask: np.uint64, values: Words) -> Number:
    best, left = np.int64(NOTHING), np.uint64(mask)
    while left != ZERO:
        value = values[lowest(left)]
        left &= left - ONE
        best = max(best, value)
    return best


@part
def _bound_of_house(cells: BoardMasks, lane: int, tables: ScoreTables, house: int) -> Number:
    """Return the highest score of the cells of a house, which hold each digit once."""
    first, end = tables.house_first[house], tables.house_end[house]
    by_cells, placed, missing = np.int64(0), np.int64(0), np.uint64(0)
    for at in range(first, end):
        cell = tables.house_cells[at]
        mask = np.uint64(cells[cell, lane])
        best = _best_of_cell(mask, tables.values[cell])
        by_cells += best
        if mask & (mask - ONE) == ZERO:
            placed += best
            missing |= mask
    full = (ONE << np.uint64(tables.values.shape[1])) - ONE
    missing = full & ~missing
    by_digits = placed
    if tables.is_weighted:
        digit = np.int64(tables.values.shape[1]) - 1
        for at in range(first, end):
            cell = tables.house_cells[at]
            mask = np.uint64(cells[cell, lane])
            if mask & (mask - ONE) != ZERO:
                # The highest missing digit, for cells come by weight.
                while digit >= 0 and (missing >> np.uint64(digit)) & ONE == ZERO:
                    digit -= 1
                if digit < 0:
                    return by_cells  # a digit is twice here: the next sweep will tell
                by_digits += tables.values[cell, digit]
                digit -= 1
    else:
        while missing != ZERO:
            digit = np.int64(lowest(missing))
            missing &= missing - ONE
            best = np.int64(NOTHING)
            for at in range(first, end):
                cell = tables.house_cells[at]
                if (np.uint64(cells[cell, lane]) >> np.uint64(digit)) & ONE != ZERO:
                    best = max(best, tables.values[cell, digit])
            by_digits += best
    return min(by_cells, by_digits)
