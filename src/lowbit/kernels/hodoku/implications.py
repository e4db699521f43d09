"""Implications of a candidate being on or off: a graph of weak and strong links.

::

    vertex   2 * i for "candidate i is off", 2 * i + 1 for "it is on"; after the candidates come
             the groups, if they are asked for: a digit in the cells that a line shares with a box
    reach    for each vertex, the set of all that follow
    tree     the vertices that follow from one of them, each with the one that it follows from

The links stand in HoDoKu's order, so that a tree has its chains.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.cell_sets import UPPER, first_and_rest
from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.state import AT, CELLS, HALVES
from lowbit.kernels.hodoku.tables import (
    BOX,
    CELL_AT,
    HOUSES_OF,
    IN_HOUSE,
    N_CELLS,
    ONLY,
    PLACE_IN,
    SEEN,
    SHARED,
    SIZE,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Number, Shorts, Words

MOST_VERTICES: Final = 1000
"""The plain finders grow no tree beyond this; larger ones are left to them."""

MOST_LINKS: Final = 48
"""From a vertex: 8 in its cell, 20 to peers, and those of the groups that it sees."""

BITS: Final = 64
N_WORDS: Final = MOST_VERTICES // BITS + 1
"""Words of a set of vertices."""

ROOM: Final = BITS * N_WORDS

N_VERTICES, N_SINGLE = range(2)
"""The number of vertices, and of those that are candidates."""
VERTEX: Final = 2
"""The vertex "off" of each candidate."""
CANDIDATE: Final = VERTEX + N_CELLS * SIZE
"""The candidate of each vertex, of a group that of its first cell."""
NODE: Final = CANDIDATE + ROOM
"""The cells of each vertex, as a set."""
N_LINKS: Final = NODE + 2 * ROOM
DIRECT: Final = N_LINKS + ROOM
"""For each vertex, the set of those that follow at once."""
REACH: Final = DIRECT + N_WORDS * ROOM
LEADING: Final = REACH + N_WORDS * ROOM
"""The vertices that lead on, one after the other."""
SEEN_YET: Final = LEADING + ROOM
"""The set of those that a tree has."""
N_GRAPH: Final = SEEN_YET + N_WORDS


class ChainGraph(NamedTuple):
    """The graph of a position, and the last tree that was grown in it.

    Attributes
    ----------
    words : int64[N_GRAPH]
        Described above.
    links : int16[MOST_LINKS * ROOM]
        The links from each vertex, in order.
    order, before : int16[ROOM]
        The vertices of the tree in their order; for each, the one that it follows from.
    path : int16[ROOM]
        A path in the tree.
    """

    words: Words
    links: Shorts
    order: Shorts
    before: Shorts
    path: Shorts


def new_graph() -> ChainGraph:
    """Return room for a graph."""
    sizes = (MOST_LINKS * ROOM, ROOM, ROOM, ROOM)
    return ChainGraph(np.zeros(N_GRAPH, np.int64), *(np.zeros(size, np.int16) for size in sizes))


@routine
def link_candidates(state: Words, graph: ChainGraph) -> bool:
    """Link the candidates of a position; say whether they are not too many."""
    words = graph.words
    n_vertices = 0
    for cell in range(N_CELLS):
        digits = state[CELLS + cell]
        if n_vertices + 2 * size_of(digits) >= MOST_VERTICES:
            return False
        while digits:
            candidate = SIZE * cell + lowest(digits)
            words[VERTEX + candidate] = n_vertices
            _add_node(words, n_vertices, candidate, ONLY[cell, 0], ONLY[cell, 1])
            n_vertices += 2
            digits &= digits - 1
    words[N_VERTICES], words[N_SINGLE] = n_vertices, n_vertices
    for vertex in range(0, n_vertices, 2):
        cell, digit = words[CANDIDATE + vertex] // SIZE, words[CANDIDATE + vertex] % SIZE
        _link_off(state, graph, vertex, cell, digit)
        _link_on(state, graph, vertex + 1, cell, digit)
    return True


@routine
def _add_node(words: Words, vertex: int, candidate: int, upper: int, lower: int) -> None:
    """Add a pair of vertices without links."""
    for one in range(vertex, vertex + 2):
        words[CANDIDATE + one] = candidate
        words[NODE + 2 * one], words[NODE + 2 * one + 1] = upper, lower
        words[N_LINKS + one] = 0
        for word in range(N_WORDS):
            words[DIRECT + N_WORDS * one + word] = 0


@routine
def _link(graph: ChainGraph, vertex: int, other: int) -> None:
    """Add a link, unless it is there."""
    words = graph.words
    word, bit = DIRECT + N_WORDS * vertex + other // BITS, 1 << other % BITS
    if words[word] & bit == 0:
        words[word] |= bit
        graph.links[MOST_LINKS * vertex + words[N_LINKS + vertex]] = other
        words[N_LINKS + vertex] += 1


@routine
def _link_off(state: Words, graph: ChainGraph, vertex: int, cell: int, digit: int) -> None:
    """Link a candidate that is off with the last one of its cell or of a house."""
    others = state[CELLS + cell] & ~(1 << digit)
    # One is left: without its lowest bit nothing is.
    if others and others & (others - 1) == 0:
        _link(graph, vertex, graph.words[VERTEX + SIZE * cell + lowest(others)] + 1)
    for kind in range(3):
        house = HOUSES_OF[cell, kind]
        rest = state[AT + SIZE * house + digit] & ~(1 << PLACE_IN[cell, kind])
        if rest and rest & (rest - 1) == 0:
            other = SIZE * CELL_AT[house, lowest(rest)] + digit
            _link(graph, vertex, graph.words[VERTEX + other] + 1)


@routine
def _link_on(state: Words, graph: ChainGraph, vertex: int, cell: int, digit: int) -> None:
    """Link a candidate that is on with the others of its cell and with its peers."""
    others = state[CELLS + cell] & ~(1 << digit)
    while others:
        _link(graph, vertex, graph.words[VERTEX + SIZE * cell + lowest(others)])
        others &= others - 1
    for kind in range(3):
        house = HOUSES_OF[cell, kind]
        rest = state[AT + SIZE * house + digit] & ~(1 << PLACE_IN[cell, kind])
        while rest:
            other = SIZE * CELL_AT[house, lowest(rest)] + digit
            _link(graph, vertex, graph.words[VERTEX + other])
            rest &= rest - 1


@routine
def link_groups(state: Words, graph: ChainGraph) -> bool:
    """Add groups to linked candidates; say whether there is room for them."""
    words = graph.words
    for line in range(BOX):
        for digit in range(SIZE):
            for box in range(BOX, BOX + SIZE):
                crossing = state[AT + SIZE * line + digit] & SHARED[line, box]
                if crossing & (crossing - 1):
                    vertex = words[N_VERTICES]
                    if vertex + 2 >= MOST_VERTICES:
                        return False
                    _add_node(
                        words,
                        vertex,
                        SIZE * CELL_AT[line, lowest(crossing)] + digit,
                        state[HALVES + 2 * digit] & IN_HOUSE[line, 0] & IN_HOUSE[box, 0],
                        state[HALVES + 2 * digit + 1] & IN_HOUSE[line, 1] & IN_HOUSE[box, 1],
                    )
                    words[N_VERTICES] += 2
    n_vertices = words[N_VERTICES]
    for vertex in range(words[N_SINGLE], n_vertices, 2):
        _link_group_with_cells(state, graph, vertex)
        _link_group_with_groups(state, graph, vertex)
    return True


@routine
def _line_of(words: Words, vertex: int) -> int:
    """Return the line of a group."""
    cell = words[CANDIDATE + vertex] // SIZE
    row = HOUSES_OF[cell, 0]
    upper, lower = words[NODE + 2 * vertex], words[NODE + 2 * vertex + 1]
    in_row = (upper & ~IN_HOUSE[row, 0] | lower & ~IN_HOUSE[row, 1]) == 0
    return row if in_row else HOUSES_OF[cell, 1]


@routine
def common_sight(upper: int, lower: int) -> tuple[int, int]:
    """Return the cells that see every cell of a set."""
    seen_upper, seen_lower = (1 << UPPER) - 1, (1 << N_CELLS - UPPER) - 1
    while upper | lower:
        cell, upper, lower = first_and_rest(upper, lower)
        seen_upper, seen_lower = seen_upper & SEEN[cell, 0], seen_lower & SEEN[cell, 1]
    return seen_upper, seen_lower


@routine
def only_cell(upper: int, lower: int) -> int:
    """Return the cell of a set that has just one; else -1."""
    if size_of(upper) + size_of(lower) != 1:
        return -1
    return lowest(upper) if upper else UPPER + lowest(lower)


@routine
def _link_group_with_cells(state: Words, graph: ChainGraph, vertex: int) -> None:
    """Link a group with the candidates that see all of it."""
    words = graph.words
    cell, digit = words[CANDIDATE + vertex] // SIZE, words[CANDIDATE + vertex] % SIZE
    upper, lower = common_sight(words[NODE + 2 * vertex], words[NODE + 2 * vertex + 1])
    upper &= state[HALVES + 2 * digit]
    lower &= state[HALVES + 2 * digit + 1]
    for half in range(2):
        rest = lower if half else upper
        while rest:
            single = words[VERTEX + SIZE * (UPPER * half + lowest(rest)) + digit]
            _link(graph, vertex + 1, single)
            _link(graph, single + 1, vertex)
            rest &= rest - 1
    for house in (HOUSES_OF[cell, 2], _line_of(words, vertex)):
        only = only_cell(upper & IN_HOUSE[house, 0], lower & IN_HOUSE[house, 1])
        if only >= 0:
            single = words[VERTEX + SIZE * only + digit]
            _link(graph, vertex, single + 1)
            _link(graph, single, vertex + 1)


@routine
def _link_group_with_groups(state: Words, graph: ChainGraph, vertex: int) -> None:
    """Link a group with those that have no cell of it, but its line or its box."""
    words = graph.words
    candidate = words[CANDIDATE + vertex]
    digit, box, line = candidate % SIZE, HOUSES_OF[candidate // SIZE, 2], _line_of(words, vertex)
    upper, lower = words[NODE + 2 * vertex], words[NODE + 2 * vertex + 1]
    n_in_line, n_in_box, in_line, in_box = 0, 0, 0, 0
    for other in range(words[N_SINGLE], words[N_VERTICES], 2):
        first = words[CANDIDATE + other]
        if (
            first % SIZE != digit
            or upper & words[NODE + 2 * other]
            or lower & words[NODE + 2 * other + 1]
        ):
            continue
        if HOUSES_OF[first // SIZE, 2] == box:
            n_in_box, in_box = n_in_box + 1, other
            _link(graph, vertex + 1, other)
        elif _line_of(words, other) == line:
            n_in_line, in_line = n_in_line + 1, other
            _link(graph, vertex + 1, other)
    if n_in_line == 1 and _are_all(state, words, digit, line, vertex, in_line):
        _link(graph, vertex, in_line + 1)
    if n_in_box == 1 and _are_all(state, words, digit, box, vertex, in_box):
        _link(graph, vertex, in_box + 1)


@routine
def _are_all(state: Words, words: Words, digit: int, house: int, one: int, other: int) -> bool:
    """Whether two groups have all places of a digit in a house."""
    left = 0
    for half in range(2):
        cells = words[NODE + 2 * one + half] | words[NODE + 2 * other + half]
        left |= state[HALVES + 2 * digit + half] & IN_HOUSE[house, half] & ~cells
    return left == 0


@routine
def note_reach(graph: ChainGraph) -> None:
    """Note for each vertex all that follow from it."""
    words, links = graph.words, graph.links
    n_leading = 0
    for vertex in range(words[N_VERTICES]):
        for word in range(N_WORDS):
            words[REACH + N_WORDS * vertex + word] = words[DIRECT + N_WORDS * vertex + word]
        if words[N_LINKS + vertex]:
            words[LEADING + n_leading] = vertex
            n_leading += 1
    is_forward, has_changed = True, True
    while has_changed:
        has_changed = False
        # Forward and backward in turn: few rounds suffice for links in either direction.
        is_forward = not is_forward
        for number in range(n_leading):
            vertex = words[LEADING + (number if is_forward else n_leading - 1 - number)]
            if _widen(words, links, vertex):
                has_changed = True


@routine
def _widen(words: Words, links: Shorts, vertex: int) -> bool:
    """Add to the reach of a vertex those of the vertices after it; say whether it grew."""
    own, more = REACH + N_WORDS * vertex, 0
    for number in range(MOST_LINKS * vertex, MOST_LINKS * vertex + words[N_LINKS + vertex]):
        following = np.int64(links[number])
        if words[N_LINKS + following]:
            other = REACH + N_WORDS * following
            for word in range(N_WORDS):
                more |= words[other + word] & ~words[own + word]
                words[own + word] |= words[other + word]
    return more != 0


@routine
def has(words: Words, sets: int, vertex: int, other: Number) -> bool:
    """Whether one of the sets of vertices that begin at a word has a vertex."""
    return words[sets + N_WORDS * vertex + other // BITS] >> other % BITS & 1 != 0


@routine
def n_words_of(words: Words) -> int:
    """Return how many words a set of candidates takes."""
    return (words[N_SINGLE] + BITS - 1) // BITS


@routine
def grow_tree(graph: ChainGraph, start: int) -> int:
    """Grow the tree of a vertex, and return how many there are in it."""
    words, links, order, before = graph.words, graph.links, graph.order, graph.before
    for word in range(N_WORDS):
        words[SEEN_YET + word] = 0
    words[SEEN_YET + start // BITS] = 1 << start % BITS
    order[0], before[start] = start, start
    n_queued, done = 1, 0
    while done < n_queued:
        vertex = np.int64(order[done])
        done += 1
        new = 0
        for word in range(N_WORDS):
            # The sets tell without looking at links that a vertex leads to nothing new, as most do.
            new |= words[DIRECT + N_WORDS * vertex + word] & ~words[SEEN_YET + word]
        if new == 0:
            continue
        for number in range(MOST_LINKS * vertex, MOST_LINKS * vertex + words[N_LINKS + vertex]):
            other = np.int64(links[number])
            if words[SEEN_YET + other // BITS] >> other % BITS & 1 == 0:
                words[SEEN_YET + other // BITS] |= 1 << other % BITS
                before[other] = vertex
                order[n_queued] = other
                n_queued += 1
    return n_queued


@routine
def note_path(graph: ChainGraph, end: Number) -> int:
    """Write the path from the start of the tree to a vertex; return how many are on it."""
    before, path = graph.before, graph.path
    length, vertex = 1, end
    while before[vertex] != vertex:
        vertex = np.int64(before[vertex])
        length += 1
    vertex = end
    for place in range(length - 1, -1, -1):
        path[place] = vertex
        vertex = np.int64(before[vertex])
    return length
