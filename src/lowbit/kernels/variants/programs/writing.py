"""Operations as a program has them, written from those of an encoded puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.compile import unaliased
from lowbit.kernels.variants.layout import (
    ACCEPTED,
    ANY_OF,
    CHAIN,
    COUNTED,
    DISTINCT,
    ENCODED_RELATIONS,
    LINEAR,
    N_CELLS,
    N_DIGITS,
    N_NODE,
    N_STATE_WORDS,
    N_WORDS,
    PART,
    PEERS,
    SETS,
    WORD,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Pointer

MOST_SETS: Final = 512
"""The most sets that a sum of different cells is listed as."""

MOST_LISTED_DIGITS: Final = 16
"""The most digits of a board whose sums are listed."""


@unaliased
def write_operation(
    encoded: Pointer, place: int, sets: Pointer, program: Pointer, at: int, branch: int
) -> int:
    """Write an operation, and return where the next one goes.

    `branch` is the number of the first operation of its branches among those of all branches.
    """
    kind, n = encoded[place], encoded[place + 1]
    if kind == LINEAR:
        return write_linear(encoded, place, sets, program, at)
    if kind == COUNTED:
        return _write_counted(encoded, place, program, at)
    rest = place + 2 + n
    at = _copy(encoded, place, rest, program, at)
    if kind == CHAIN:
        return _write_relation(encoded[rest + 1], program, at)
    if kind == ACCEPTED:
        first_table = 2 * encoded[ENCODED_RELATIONS] * n_images(program[N_DIGITS])
        return _write_automaton(first_table + encoded[rest + 1], program, at)
    if kind == DISTINCT:
        return _write_set(encoded, place + 2, rest, program, at)
    if kind == SETS:
        at = _copy(encoded, rest, rest + 1 + encoded[rest], program, at)
        return _write_set(encoded, place + 2, rest, program, at)
    if kind == ANY_OF:
        return _write_branches(encoded, rest, program, at, branch)
    return _copy(encoded, rest + 1, rest + 1 + encoded[rest], program, at)


@unaliased
def _copy(encoded: Pointer, first: int, end: int, program: Pointer, at: int) -> int:
    """Write words as they are encoded."""
    for offset in range(end - first):
        program[at + offset] = encoded[first + offset]
    return at + end - first


@unaliased
def _tables(program: Pointer) -> int:
    """Return where the tables of relations and automata are."""
    return program[PEERS] + program[N_CELLS] * program[N_WORDS]


@unaliased
def _write_relation(relation: int, program: Pointer, at: int) -> int:
    """Write where the tables of a relation are, forward and backward."""
    n_words = n_images(program[N_DIGITS])
    program[at] = _tables(program) + 2 * relation * n_words
    program[at + 1] = program[at] + n_words
    return at + 2


@unaliased
def _write_automaton(place: int, program: Pointer, at: int) -> int:
    """Write where the table of an automaton is, a place among all tables."""
    table = _tables(program) + place
    program[at] = table
    program[N_STATE_WORDS] = max(program[N_STATE_WORDS], (program[table] + WORD - 1) // WORD)
    return at + 1


@unaliased
def _write_branches(encoded: Pointer, rest: int, program: Pointer, at: int, branch: int) -> int:
    """Write the numbers of the operations of each branch, and a set of these in each node."""
    program[at], program[at + 1] = encoded[rest], program[N_NODE]
    program[N_NODE] += (encoded[rest] + WORD - 1) // WORD
    at += 2
    for each in range(encoded[rest]):
        program[at] = branch
        branch += encoded[rest + 1 + each]
        program[at + 1] = branch
        at += 2
    return at


@unaliased
def write_linear(encoded: Pointer, place: int, sets: Pointer, program: Pointer, at: int) -> int:
    """Write a sum with its cells group by group, each of one weight and pairwise different."""
    n = encoded[place + 1]
    bounds, weights = place + 3 + 2 * n, at + 2 + n
    program[at], program[at + 1] = LINEAR, n
    program[weights + n], program[weights + n + 1] = encoded[bounds], encoded[bounds + 1]
    groups = weights + n + 2
    n_groups = _write_groups(encoded, place + 2, place + 3 + n, n, program, at + 2, groups)
    for one in range(n):
        program[weights + one] = encoded[place + 3 + n + program[groups + n + one]]
    return _write_sets(sets, program, at, n_groups)


@unaliased
def _write_counted(encoded: Pointer, place: int, program: Pointer, at: int) -> int:
    """Write a count with its cells group by group, each pairwise different."""
    n = encoded[place + 1]
    program[at], program[at + 1] = COUNTED, n
    program[at + 2 + n], program[at + 3 + n] = encoded[place + 3 + n], encoded[place + 4 + n]
    cells, groups = at + 2, at + 4 + n
    _write_groups(encoded, place + 2, 0, n, program, cells, groups)
    at = _write_set(program, cells, cells + n, program, groups + n)
    first = 0
    while first < n:
        end = first
        while end < n and program[groups + end] == first:
            end += 1
        at = _write_set(program, cells + first, cells + end, program, at)
        first = end
    return at


@unaliased
def _write_groups(
    encoded: Pointer, first: int, weights: int, n: int, program: Pointer, cells: int, groups: int
) -> int:
    """Write cells group by group, each of one weight and pairwise different, large groups first.

    Where there are no weights, `weights` is 0. Behind the groups is where each cell was in the
    encoding. Returns how many groups there are.
    """
    places = groups + n
    taken = places + n  # whether each cell is in a group; behind these the cells that fit one
    for one in range(n):
        program[taken + one] = 0
    written = n_groups = 0
    while written < n:
        best = last = size = 0
        for leader in range(n):
            if program[taken + leader]:
                continue
            grown = _grow(
                encoded, first, weights, n, program, cells + written, places, taken, leader
            )
            last = leader
            if grown > size:
                best, size = leader, grown
            if size == n - written:
                break
        if last != best:
            _grow(encoded, first, weights, n, program, cells + written, places, taken, best)
        for one in range(size):
            program[groups + written + one] = written
            program[taken + program[places + one]] = 1
        written += size
        places += size
        n_groups += 1
    return n_groups


@unaliased
def _grow(
    encoded: Pointer,
    first: int,
    weights: int,
    n: int,
    program: Pointer,
    cells: int,
    places: int,
    taken: int,
    leader: int,
) -> int:
    """Write the group that grows from a cell by all that fit, in turn; return how many it has."""
    n_words, fitting = program[N_WORDS], taken + n
    for word in range(n_words):
        program[fitting + word] = -1
    size, one = 0, leader
    for _ in range(n):
        cell = encoded[first + one]
        is_like = weights == 0 or encoded[weights + one] == encoded[weights + leader]
        is_free = is_like and program[taken + one] == 0
        if is_free and program[fitting + cell // WORD] >> cell % WORD & 1:
            program[cells + size], program[places + size] = cell, one
            size += 1
            for word in range(n_words):
                program[fitting + word] &= program[program[PEERS] + cell * n_words + word]
        one = one + 1 if one + 1 < n else 0
    return size


@unaliased
def _write_sets(sets: Pointer, program: Pointer, start: int, n_groups: int) -> int:
    """Write the sets of digits that a sum of cells that differ allows, if they are few."""
    n, n_digits = program[start + 1], program[N_DIGITS]
    weights = start + 2 + n
    total, at = program[weights + n], weights + 2 * n + 2
    program[at] = 0
    is_alike = n_groups == 1 and program[weights] == 1 and total == program[weights + n + 1]
    n_sets = number_of_sets(sets, n, total, n_digits)
    if not is_alike or not 0 <= n_sets <= MOST_SETS:
        return at + 1
    first = sets[n * (n_digits * (n_digits + 1) // 2 + 2) + total] if n_sets else 0
    program[at], program[at + 1] = max(n_sets, 1), 0
    for number in range(n_sets):
        program[at + 1 + number] = sets[first + number]
    return _write_set(program, start + 2, weights, program, at + 1 + program[at])


@unaliased
def _write_set(words: Pointer, first: int, end: int, program: Pointer, at: int) -> int:
    """Write some cells as a set, and return where it ends."""
    n_words = program[N_WORDS]
    for word in range(n_words):
        program[at + word] = 0
    for each in range(first, end):
        program[at + words[each] // WORD] |= 1 << words[each] % WORD
    return at + n_words


@unaliased
def number_of_sets(sets: Pointer, n: int, total: int, n_digits: int) -> int:
    """Return how many sets of digits have a size and a sum; -1 where that is not listed."""
    if not 1 < n < n_digits or n_digits > MOST_LISTED_DIGITS:
        return -1
    stride = n_digits * (n_digits + 1) // 2 + 2
    if total < 0 or total >= stride - 1:
        return 0
    return sets[n * stride + total + 1] - sets[n * stride + total]


@unaliased
def n_images(n_digits: int) -> int:
    """Return how many words the table of a relation has in one direction."""
    return (n_digits + PART - 1) // PART << PART
