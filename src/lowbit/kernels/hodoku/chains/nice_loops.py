"""Nice loops and alternating inference chains (AIC), with and without groups.

Of all that there are, the one that eliminates most is taken, then the one of the smallest weight,
then the one that the plain finders come to first: loops from candidates that are on, loops from
those that are off, chains from those that are off. A loop from a candidate that is on eliminates
just one, so these are looked at last, and only where nothing eliminates two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.choice import weight_of_all
from lowbit.kernels.hodoku.implications import (
    BITS,
    CANDIDATE,
    DIRECT,
    N_SINGLE,
    N_WORDS,
    NODE,
    REACH,
    VERTEX,
    common_sight,
    grow_tree,
    has,
    n_words_of,
    note_path,
    note_reach,
)
from lowbit.kernels.hodoku.state import CELLS, HALVES
from lowbit.kernels.hodoku.steps import NUMBER, add_cells, begin_step
from lowbit.kernels.hodoku.tables import ONLY, SEEN, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Number, Shorts, Words
    from lowbit.kernels.hodoku.implications import ChainGraph

CONTINUOUS: Final = NUMBER["continuous-nice-loop"]
DISCONTINUOUS: Final = NUMBER["discontinuous-nice-loop"]
AIC: Final = NUMBER["aic"]
GROUPED: Final = NUMBER["grouped-continuous-nice-loop"] - CONTINUOUS
"""By how much the number of a technique grows with groups."""

FROM_ON, FROM_OFF, CHAIN = range(3)
"""Kinds of loops and chains, in the order of the plain finders."""

TURNS: Final = 1 << 10
"""More than there are vertices."""

ANY: Final = 1 << 10
"""Eliminations that a continuous loop may have, before it is looked at."""

N_BEST, WEIGHT, TURN, KIND = range(4)
BEST: Final = KIND + 1
"""For each digit the cells from which the best one eliminates it, as a set."""
TRIAL: Final = BEST + 2 * SIZE
"""The same of one that may be better."""
OF_DIGIT: Final = TRIAL + 2 * SIZE
"""For each digit, the set of the vertices that say that it is on."""
N_ROOM: Final = OF_DIGIT + SIZE * N_WORDS
"""Words of the search for loops."""


@routine
def find_nice_loop(state: Words, step: Words, graph: ChainGraph, room: Words) -> bool:
    """Find the loop or chain to take first in a graph that is linked."""
    note_reach(graph)
    _note_digits(graph.words, room)
    for word in range(BEST):
        room[word] = 0
    for vertex in range(0, graph.words[N_SINGLE], 2):
        bound = _bound(state, graph, room, vertex)
        if bound > 1 and bound >= room[N_BEST]:
            _try_ends(state, graph, room, vertex)
    if room[N_BEST] < 2:
        for vertex in range(graph.words[N_SINGLE]):
            if _may_eliminate_one(state, graph, room, vertex):
                _try_ends(state, graph, room, vertex)
    if room[N_BEST] == 0:
        return False
    begin_step(step, room[KIND])
    for digit in range(SIZE):
        add_cells(step, room[BEST + 2 * digit], room[BEST + 2 * digit + 1], digit)
    return True


@routine
def _note_digits(words: Words, room: Words) -> None:
    for word in range(OF_DIGIT, N_ROOM):
        room[word] = 0
    for vertex in range(1, words[N_SINGLE], 2):
        digit = words[CANDIDATE + vertex] % SIZE
        room[OF_DIGIT + N_WORDS * digit + vertex // BITS] |= 1 << vertex % BITS


@routine
def _follows(words: Words, start: int, end: int) -> bool:
    """Whether a vertex follows from another, but not at once."""
    return has(words, REACH, start, end) and not has(words, DIRECT, start, end)


@routine
def _bound(state: Words, graph: ChainGraph, room: Words, start: int) -> int:
    """Return how many candidates a loop or chain can eliminate that begins with one that is off."""
    words = graph.words
    cell, digit = words[CANDIDATE + start] // SIZE, words[CANDIDATE + start] % SIZE
    others = state[CELLS + cell] & ~(1 << digit)
    most = size_of(others) if _follows(words, start, start + 1) else 0
    while others:
        other = lowest(others)
        if _follows(words, start, words[VERTEX + SIZE * cell + other] + 1):
            return ANY
        if most < 2 and _may_eliminate_both(state, graph, room, start, other):
            most = 2
        others &= others - 1
    for word in range(n_words_of(words)):
        row = N_WORDS * start + word
        ends = words[REACH + row] & ~words[DIRECT + row] & room[OF_DIGIT + N_WORDS * digit + word]
        while ends:
            last = words[CANDIDATE + BITS * word + lowest(ends)] // SIZE
            upper, lower = _seen_by_both(state, cell, last, digit)
            most = max(most, size_of(upper) + size_of(lower))
            ends &= ends - 1
    return most


@routine
def _seen_by_both(state: Words, cell: int, other: int, digit: int) -> tuple[int, int]:
    """Return the places of a digit that two cells see; a cell sees nothing beside itself."""
    if cell == other:
        return 0, 0
    return (
        SEEN[cell, 0] & SEEN[other, 0] & state[HALVES + 2 * digit],
        SEEN[cell, 1] & SEEN[other, 1] & state[HALVES + 2 * digit + 1],
    )


@routine
def _may_eliminate_both(
    state: Words, graph: ChainGraph, room: Words, start: int, other: int
) -> bool:
    """Whether a chain leads to another digit of the cell, in a place of the first that it sees."""
    words = graph.words
    for word in range(n_words_of(words)):
        row = N_WORDS * start + word
        ends = words[REACH + row] & ~words[DIRECT + row] & room[OF_DIGIT + N_WORDS * other + word]
        while ends:
            end = BITS * word + lowest(ends)
            if _eliminates_both(state, words, start, end):
                return True
            ends &= ends - 1
    return False


@routine
def _eliminates_both(state: Words, words: Words, start: int, end: Number) -> bool:
    """Whether a chain eliminates its last digit from its first cell and its first from its last."""
    cell, digit = words[CANDIDATE + start] // SIZE, words[CANDIDATE + start] % SIZE
    last, other = words[CANDIDATE + end] // SIZE, words[CANDIDATE + end] % SIZE
    is_seen = SEEN[cell, 0] & ONLY[last, 0] | SEEN[cell, 1] & ONLY[last, 1]
    return (
        is_seen != 0
        and state[CELLS + cell] >> other & 1 != 0
        and state[CELLS + last] >> digit & 1 != 0
    )


@routine
def _may_eliminate_one(state: Words, graph: ChainGraph, room: Words, start: int) -> bool:
    """Whether a loop may eliminate just one candidate, and go before the best so far."""
    words = graph.words
    cell, digit = words[CANDIDATE + start] // SIZE, words[CANDIDATE + start] % SIZE
    # One elimination in this cell weighs so much at least, with the lowest digit.
    if room[N_BEST] and cell + 1 > room[WEIGHT]:
        return False
    is_on, others = start & 1, state[CELLS + cell] & ~(1 << digit)
    if _follows(words, start, start ^ 1) and (is_on or size_of(others) == 1):
        return True
    while others:
        if _follows(words, start, words[VERTEX + SIZE * cell + lowest(others)] + is_on):
            return True
        others &= others - 1
    return False


@routine
def _try_ends(state: Words, graph: ChainGraph, room: Words, start: int) -> None:
    """Try all ends of a tree, in their order."""
    words, order = graph.words, graph.order
    n_queued = grow_tree(graph, start)
    cell = words[CANDIDATE + start] // SIZE
    for place in range(1, n_queued):
        end = np.int64(order[place])
        if end >= words[N_SINGLE] or has(words, DIRECT, start, end):
            continue
        if words[CANDIDATE + end] // SIZE == cell:
            phase = FROM_ON if start & 1 else FROM_OFF
            _try_loop(state, graph, room, start, end, (phase * TURNS + start) * TURNS + place)
        elif start & 1 == 0 and end & 1:
            _try_chain(state, graph, room, start, end, (CHAIN * TURNS + start) * TURNS + place)


@routine
def _clear_trial(room: Words) -> None:
    for word in range(TRIAL, TRIAL + 2 * SIZE):
        room[word] = 0


@routine
def _add(room: Words, cell: int, digit: int) -> None:
    """Add a candidate to the eliminations."""
    room[TRIAL + 2 * digit] |= ONLY[cell, 0]
    room[TRIAL + 2 * digit + 1] |= ONLY[cell, 1]


@routine
def _add_digits(room: Words, cell: int, digits: int) -> None:
    """Add some candidates of a cell to the eliminations."""
    while digits:
        _add(room, cell, lowest(digits))
        digits &= digits - 1


@routine
def _try_loop(
    state: Words, graph: ChainGraph, room: Words, start: int, end: Number, turn: int
) -> None:
    words = graph.words
    cell, digit = words[CANDIDATE + start] // SIZE, words[CANDIDATE + start] % SIZE
    last = words[CANDIDATE + end] % SIZE
    is_off, is_continuous = start & 1 == 0, False
    _clear_trial(room)
    if digit == last:
        digits = state[CELLS + cell] & ~(1 << digit) if is_off else 1 << digit
        _add_digits(room, cell, digits)
    elif is_off != (end & 1 != 0):
        _add(room, cell, last if is_off else digit)
    elif is_off:
        is_continuous = True
    else:
        return
    if is_continuous or _is_better(room, turn):
        length = note_path(graph, end)
        if _is_loop(words, graph.path, length):
            if is_continuous:
                _note_eliminated_by_loop(state, words, graph.path, length, room)
            if _is_better(room, turn):
                _keep(graph, room, CONTINUOUS if is_continuous else DISCONTINUOUS, length, turn)


@routine
def _try_chain(
    state: Words, graph: ChainGraph, room: Words, start: int, end: Number, turn: int
) -> None:
    words = graph.words
    cell, digit = words[CANDIDATE + start] // SIZE, words[CANDIDATE + start] % SIZE
    last, other = words[CANDIDATE + end] // SIZE, words[CANDIDATE + end] % SIZE
    _clear_trial(room)
    if digit == other:
        upper, lower = _seen_by_both(state, cell, last, digit)
        if size_of(upper) + size_of(lower) < 2:
            return
        room[TRIAL + 2 * digit], room[TRIAL + 2 * digit + 1] = upper, lower
    elif _eliminates_both(state, words, start, end):
        _add(room, cell, other)
        _add(room, last, digit)
    else:
        return
    if _is_better(room, turn):
        length = note_path(graph, end)
        if not _is_lasso(words, graph.path, length, False):
            _keep(graph, room, AIC, length, turn)


@routine
def _cell(words: Words, vertex: Number) -> int:
    """Return the first cell of a vertex."""
    return words[CANDIDATE + vertex] // SIZE


@routine
def _is_loop(words: Words, path: Shorts, length: int) -> bool:
    """Whether a path from a cell back to itself leaves it at once and visits no cell twice."""
    return (
        _cell(words, path[0]) != _cell(words, path[1])
        and _cell(words, path[length - 1]) != _cell(words, path[length - 2])
        and not _is_lasso(words, path, length, True)
    )


@routine
def _is_lasso(
    words: Words,
    path: Shorts,
    length: int,
    is_closed: bool,
) -> bool:
    """Whether a path comes back to a cell; the first cell of a loop is free."""
    first, upper, lower = _cell(words, path[0]), 0, 0
    last: Any = -1
    for place in range(length):
        vertex = np.int64(path[place])
        cell = _cell(words, vertex)
        # The vertex before is not in the sets yet: two vertices of one cell may follow each other.
        if upper & ONLY[cell, 0] or lower & ONLY[cell, 1]:
            return True
        if last >= 0 and not (is_closed and _cell(words, last) == first):
            upper |= words[NODE + 2 * last]
            lower |= words[NODE + 2 * last + 1]
        last = vertex
    return False


@routine
def _note_eliminated_by_loop(
    state: Words, words: Words, path: Shorts, length: int, room: Words
) -> None:
    """Note the eliminations of the weak links of a continuous loop."""
    first = np.int64(path[0])
    kept = 1 << words[CANDIDATE + first] % SIZE | 1 << words[CANDIDATE + path[length - 1]] % SIZE
    cell = _cell(words, first)
    _add_digits(room, cell, state[CELLS + cell] & ~kept)
    upper, lower = ONLY[cell, 0], ONLY[cell, 1]
    for place in range(length - 1):
        upper |= words[NODE + 2 * path[place]]
        lower |= words[NODE + 2 * path[place] + 1]
    for place in range(1, length):
        vertex = np.int64(path[place])
        cell, digit = _cell(words, vertex), words[CANDIDATE + vertex] % SIZE
        if _cell(words, path[place - 1]) == cell:
            continue
        if vertex & 1 == 0:
            seen_upper, seen_lower = _sight_of_both(words, path[place - 1], vertex)
            room[TRIAL + 2 * digit] |= seen_upper & ~upper & state[HALVES + 2 * digit]
            room[TRIAL + 2 * digit + 1] |= seen_lower & ~lower & state[HALVES + 2 * digit + 1]
        elif (
            place <= length - 3
            and path[place + 1] & 1 == 0
            and cell == _cell(words, path[place + 1])
            and cell != _cell(words, path[place + 2])
            and path[place + 2] & 1
        ):
            kept = 1 << digit | 1 << words[CANDIDATE + path[place + 2]] % SIZE
            _add_digits(room, cell, state[CELLS + cell] & ~kept)


@routine
def _sight_of_both(words: Words, one: int, other: Number) -> tuple[int, int]:
    """Return the cells that see all cells of two vertices."""
    return common_sight(
        words[NODE + 2 * one] | words[NODE + 2 * other],
        words[NODE + 2 * one + 1] | words[NODE + 2 * other + 1],
    )


@routine
def _is_better(room: Words, turn: int) -> bool:
    """Whether the loop that is tried eliminates something and goes before the best so far."""
    n_eliminated = 0
    for word in range(TRIAL, TRIAL + 2 * SIZE):
        n_eliminated += size_of(room[word])
    if n_eliminated == 0 or n_eliminated < room[N_BEST]:
        return False
    if n_eliminated > room[N_BEST]:
        return True
    weight = weight_of_all(room, TRIAL)
    return weight < room[WEIGHT] or (weight == room[WEIGHT] and turn < room[TURN])


@routine
def _keep(graph: ChainGraph, room: Words, kind: int, length: int, turn: int) -> None:
    """Keep the loop that is tried as the best so far."""
    room[N_BEST] = 0
    for word in range(2 * SIZE):
        room[BEST + word] = room[TRIAL + word]
        room[N_BEST] += size_of(room[TRIAL + word])
    room[WEIGHT], room[TURN], room[KIND] = weight_of_all(room, TRIAL), turn, kind
    for place in range(length):
        if graph.path[place] >= graph.words[N_SINGLE]:
            room[KIND] = kind + GROUPED
