"""Forcing chains: candidates that follow in any case, and those that lead to a contradiction.

All that follows from each vertex of the graph is a set, and conclusions are drawn from these sets.
The first one is taken, placements first. If it is of both kinds, the lengths of the shortest chains
decide which it counts as.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest, size_of
from lowbit.kernels.core.compile import routine
from lowbit.kernels.hodoku.implications import (
    BITS,
    CANDIDATE,
    N_SINGLE,
    N_WORDS,
    REACH,
    ROOM,
    VERTEX,
    grow_tree,
    has,
    n_words_of,
)
from lowbit.kernels.hodoku.state import AT, CELLS, VALUES
from lowbit.kernels.hodoku.steps import NUMBER, add_eliminated, begin_step, place_single
from lowbit.kernels.hodoku.tables import CELL_AT, HOUSES_OF, N_CELLS, N_HOUSES, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Words
    from lowbit.kernels.hodoku.implications import ChainGraph

CONTRADICTION: Final = NUMBER["forcing-chain-contradiction"]
VERITY: Final = NUMBER["forcing-chain-verity"]

OFF: Final = 0x5555555555555555
"""The vertices of a word that say that a candidate is off."""

FAR: Final = 1 << 30
"""Longer than any chains."""

N_CHOICES, N_OPEN = range(2)
"""The number of choices: the candidates of each open cell, then those of a digit in each
house; and how many of the first."""
MOST_CHOICES: Final = N_CELLS + N_HOUSES * SIZE
IS_WHOLE: Final = 2
"""Whether one of each choice must be true; not so for a house that lost candidates."""
CHOICE: Final = IS_WHOLE + MOST_CHOICES
"""The vertices "off" of each choice."""
REFUTED: Final = CHOICE + N_WORDS * MOST_CHOICES
"""The vertices that lead to a contradiction."""
VERITIES: Final = REFUTED + N_WORDS
"""The vertices that hold in any case."""
LENGTH: Final = VERITIES + N_WORDS
"""For each vertex of a tree, how many are on the path to it."""
LENGTH_FROM: Final = LENGTH + ROOM
"""For each vertex, how many are on the path from it to some other."""
PLACED: Final = LENGTH_FROM + ROOM
"""Of each house, the digits that are placed in it."""
N_ROOM: Final = PLACED + N_HOUSES


@routine
def find_forcing_chain(state: Words, step: Words, graph: ChainGraph, room: Words) -> bool:
    """Find the first conclusion in a graph whose reach is noted."""
    words = graph.words
    _note_choices(state, words, room)
    _close(words)
    for word in range(REFUTED, LENGTH):
        room[word] = 0
    for vertex in range(words[N_SINGLE]):
        if _is_refuted(words, room, vertex):
            room[REFUTED + vertex // BITS] |= 1 << vertex % BITS
    _note_verities(words, room)
    for is_off in range(2):
        for vertex in range(1 - is_off, words[N_SINGLE], 2):
            is_verity = has(room, VERITIES, 0, vertex)
            is_contradicted = has(room, REFUTED, 0, vertex ^ 1)
            if is_verity or is_contradicted:
                kind = CONTRADICTION if is_contradicted else VERITY
                if is_off and is_verity and is_contradicted:
                    is_longer = _length_of_contradiction(graph, room, vertex ^ 1) > (
                        _length_of_verity(graph, room, vertex)
                    )
                    kind = VERITY if is_longer else CONTRADICTION
                _write(words, step, kind, vertex)
                return True
    return False


@routine
def _write(words: Words, step: Words, kind: int, vertex: int) -> None:
    cell, digit = words[CANDIDATE + vertex] // SIZE, words[CANDIDATE + vertex] % SIZE
    if vertex & 1:
        place_single(step, kind, cell, digit)
    else:
        begin_step(step, kind)
        add_eliminated(step, cell, 1 << digit)


@routine
def _note_choices(state: Words, words: Words, room: Words) -> None:
    room[N_CHOICES] = 0
    for word in range(CHOICE, REFUTED):
        room[word] = 0
    for cell in range(N_CELLS):
        digits = state[CELLS + cell]
        if digits:
            _begin_choice(room, 1)
        while digits:
            _add_to_choice(room, words[VERTEX + SIZE * cell + lowest(digits)])
            digits &= digits - 1
    room[N_OPEN] = room[N_CHOICES]
    for house in range(N_HOUSES):
        room[PLACED + house] = 0
        for place in range(SIZE):
            value = state[VALUES + CELL_AT[house, place]]
            if value:
                room[PLACED + house] |= 1 << value - 1
    for house in range(N_HOUSES):
        for digit in range(SIZE):
            places = state[AT + SIZE * house + digit]
            if places:
                _begin_choice(room, _is_whole(state, room, house, digit))
            while places:
                cell = CELL_AT[house, lowest(places)]
                _add_to_choice(room, words[VERTEX + SIZE * cell + digit])
                places &= places - 1


@routine
def _is_whole(state: Words, room: Words, house: int, digit: int) -> bool:
    """Whether a digit has no candidate eliminated in a house, but by digits that were placed."""
    for place in range(SIZE):
        cell = CELL_AT[house, place]
        if state[VALUES + cell] == 0 and state[CELLS + cell] >> digit & 1 == 0:
            placed = 0
            for kind in range(3):
                placed |= room[PLACED + HOUSES_OF[cell, kind]]
            if placed >> digit & 1 == 0:
                return False
    return True


@routine
def _begin_choice(room: Words, is_whole: int) -> None:
    room[IS_WHOLE + room[N_CHOICES]] = is_whole
    room[N_CHOICES] += 1


@routine
def _add_to_choice(room: Words, vertex: int) -> None:
    row = CHOICE + N_WORDS * (room[N_CHOICES] - 1)
    room[row + vertex // BITS] |= 1 << vertex % BITS


@routine
def _close(words: Words) -> None:
    """Let each candidate be among what follows from itself, and leave groups out."""
    n_words, n_last = n_words_of(words), words[N_SINGLE] % BITS
    for vertex in range(words[N_SINGLE]):
        row = REACH + N_WORDS * vertex
        words[row + vertex // BITS] |= 1 << vertex % BITS
        if n_last:
            # Groups are numbered behind the candidates: the rest of the last word is theirs.
            words[row + n_words - 1] &= (1 << n_last) - 1


@routine
def _is_refuted(words: Words, room: Words, vertex: int) -> bool:
    n_words, row = n_words_of(words), REACH + N_WORDS * vertex
    for word in range(n_words):
        follows = words[row + word]
        # Off and on of a candidate are neighbours: shifted by one, they meet in its even bit.
        if follows & follows >> 1 & OFF:
            return True
    for number in range(room[N_CHOICES]):
        choice = CHOICE + N_WORDS * number
        n_on, left = 0, 0
        for word in range(n_words):
            # Choices are kept by their off bits; the on bits come to these places.
            n_on += size_of(words[row + word] >> 1 & room[choice + word])
            left |= room[choice + word] & ~words[row + word]
        if n_on > 1 or (left == 0 and room[IS_WHOLE + number]):
            return True
    return False


@routine
def _note_verities(words: Words, room: Words) -> None:
    """Note the intersection of what follows from each of a choice, and from on and off."""
    n_words = n_words_of(words)
    for number in range(room[N_CHOICES]):
        for word in range(n_words):
            room[VERITIES + word] |= _common(words, room, number, word)
    for number in range(room[N_OPEN]):
        choice = CHOICE + N_WORDS * number
        for place in range(n_words):
            offs = room[choice + place]
            while offs:
                row = REACH + N_WORDS * (BITS * place + lowest(offs))
                for word in range(n_words):
                    own = room[choice + word]
                    both = words[row + word] & words[row + N_WORDS + word]
                    # Of the choice itself, neither off nor on is a conclusion.
                    room[VERITIES + word] |= both & ~(own | own << 1)
                offs &= offs - 1


@routine
def _common(words: Words, room: Words, number: int, word: int) -> int:
    """Return a word of the set that follows from every member of a choice."""
    common = -1
    for place in range(n_words_of(words)):
        starts = room[CHOICE + N_WORDS * number + place]
        while starts:
            start = BITS * place + lowest(starts) + 1
            common &= words[REACH + N_WORDS * start + word]
            starts &= starts - 1
    return common


@routine
def _note_lengths(graph: ChainGraph, room: Words, start: int) -> None:
    """Note how many vertices are on the path from a start to each that follows."""
    n_queued = grow_tree(graph, start)
    room[LENGTH + start] = 1
    for place in range(1, n_queued):
        vertex = graph.order[place]
        room[LENGTH + vertex] = room[LENGTH + graph.before[vertex]] + 1


@routine
def _length_of_contradiction(graph: ChainGraph, room: Words, start: int) -> int:
    """Return the least length of the chains that refute a vertex."""
    words = graph.words
    _note_lengths(graph, room, start)
    shortest = FAR
    if has(words, REACH, start, start ^ 1):
        shortest = room[LENGTH + (start ^ 1)]
    digits = 0
    for vertex in range(0, words[N_SINGLE], 2):
        digit = words[CANDIDATE + vertex] % SIZE
        if (
            digits >> digit & 1 == 0
            and has(words, REACH, start, vertex)
            and has(words, REACH, start, vertex + 1)
        ):
            digits |= 1 << digit
            shortest = min(shortest, room[LENGTH + vertex] + room[LENGTH + vertex + 1])
    for number in range(room[N_CHOICES]):
        is_cell = number < room[N_OPEN]
        shortest = min(shortest, _length_of_clash(words, room, start, number, is_cell))
    return shortest


@routine
def _length_of_clash(
    words: Words,
    room: Words,
    start: int,
    number: int,
    is_cell: bool,
) -> int:
    """Return the length of the chains by which a choice is on twice, or not at all."""
    n_all, n_on, n_off, all_on, all_off, least, second = 0, 0, 0, 0, 0, FAR, FAR
    for word in range(n_words_of(words)):
        offs = room[CHOICE + N_WORDS * number + word]
        while offs:
            vertex = BITS * word + lowest(offs)
            offs &= offs - 1
            n_all += 1
            if has(words, REACH, start, vertex):
                n_off += 1
                all_off += room[LENGTH + vertex]
            if has(words, REACH, start, vertex + 1):
                n_on += 1
                length = room[LENGTH + vertex + 1]
                all_on += length
                # The two least lengths, kept in one pass.
                second = min(second, max(least, length))
                least = min(least, length)
    found = FAR
    if n_on > 1:
        found = least + second if is_cell else all_on
    if n_off == n_all and room[IS_WHOLE + number] and not (is_cell and n_on):
        found = min(found, all_off)
    return found


@routine
def _length_of_verity(graph: ChainGraph, room: Words, end: int) -> int:
    """Return the least length of the chains by which a vertex holds in any case."""
    words, cell = graph.words, graph.words[CANDIDATE + end] // SIZE
    n_single = words[N_SINGLE]
    for start in range(n_single):
        room[LENGTH_FROM + start] = FAR
        if has(words, REACH, start, end):
            _note_lengths(graph, room, start)
            room[LENGTH_FROM + start] = room[LENGTH + end]
    shortest = FAR
    for off in range(0, n_single, 2):
        if words[CANDIDATE + off] // SIZE != cell:
            shortest = min(shortest, room[LENGTH_FROM + off] + room[LENGTH_FROM + off + 1])
    for number in range(room[N_CHOICES]):
        length = 0
        for word in range(n_words_of(words)):
            offs = room[CHOICE + N_WORDS * number + word]
            while offs:
                length += room[LENGTH_FROM + BITS * word + lowest(offs) + 1]
                offs &= offs - 1
        shortest = min(shortest, length)
    return shortest
