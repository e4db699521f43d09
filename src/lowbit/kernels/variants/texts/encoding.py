"""Known items of a text, written as an encoded puzzle.

It is word for word as `lowbit.kernels.variants.programs.encoding` has it; no constraint is named
here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.kernels.core.compile import unaliased
from lowbit.kernels.variants.layout import (
    ACCEPTED,
    CHAIN,
    COUNTED,
    ENCODED_ALL,
    ENCODED_CELLS,
    ENCODED_DIGITS,
    ENCODED_OPERATIONS,
    ENCODED_RELATIONS,
    ENCODED_TABLES,
    N_ENCODED,
)
from lowbit.kernels.variants.texts.layout import (
    CELLS,
    COLUMNS,
    DIGITS,
    HAS_OTHERS,
    ITEMS,
    N_ITEMS,
    N_PART,
    N_RELATIONS,
    N_TABLE_WORDS,
    N_TABLES,
    PART_HOUSES,
    PART_OPERATIONS,
    PART_RELATIONS,
    PART_TABLES,
    PART_WORDS,
    RELATION_NUMBERS,
    RELATIONS,
    ROWS,
    TABLE_PLACES,
    TABLE_WORDS,
    TABLES,
    UNREAD,
    USED_RELATIONS,
    USED_TABLES,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Pointer


@unaliased
def encode_items(known: Pointer, memory: Pointer, encoded: Pointer, n_left: int) -> int:
    """Encode the items of a text, and return how many words that takes; `UNREAD` without room."""
    n_words = _number_parts(known, memory, encoded, n_left)
    if n_words != UNREAD:
        at = _write_shared(known, memory, encoded)
        for half in range(2):
            for item in range(memory[N_ITEMS]):
                at = _write_operations(known, memory, encoded, at, item, half)
    for each in range(memory[N_RELATIONS]):
        memory[memory[RELATION_NUMBERS] + memory[memory[USED_RELATIONS] + each]] = UNREAD
    for each in range(memory[N_TABLES]):
        memory[memory[TABLE_PLACES] + memory[memory[USED_TABLES] + each]] = UNREAD
    return n_words


@unaliased
def _part_of(known: Pointer, memory: Pointer, item: int, half: int) -> int:
    """Return the place of a part of an item's entry: that which waits, or the branches."""
    place = memory[memory[ITEMS] + 2 * item]
    if half:
        place += (
            N_PART
            + known[place + PART_WORDS]
            + known[place + PART_RELATIONS]
            + known[place + PART_TABLES]
        )
    return place


@unaliased
def _number_parts(known: Pointer, memory: Pointer, encoded: Pointer, n_left: int) -> int:
    """Begin an encoding, with its shared parts in their places; return how many words it takes."""
    memory[N_RELATIONS] = memory[N_TABLES] = memory[N_TABLE_WORDS] = 0
    n_words = N_ENCODED
    n_operations = n_waiting = n_houses = 0
    for half in range(2):
        for item in range(memory[N_ITEMS]):
            part = _part_of(known, memory, item, half)
            n_operations += known[part + PART_OPERATIONS]
            n_houses += known[part + PART_HOUSES]
            n_words += known[part + PART_WORDS]
            _number_relations(known, memory, part)
        if half == 0:
            n_waiting = n_operations
    memory[HAS_OTHERS] = n_houses < n_operations
    n_words += memory[N_RELATIONS] * known[DIGITS] + memory[N_TABLE_WORDS]
    if n_words > n_left:
        return UNREAD
    encoded[ENCODED_CELLS], encoded[ENCODED_DIGITS] = known[ROWS] * known[COLUMNS], known[DIGITS]
    encoded[ENCODED_OPERATIONS], encoded[ENCODED_ALL] = n_waiting, n_operations
    encoded[ENCODED_RELATIONS], encoded[ENCODED_TABLES] = memory[N_RELATIONS], memory[N_TABLE_WORDS]
    return n_words


@unaliased
def _number_relations(known: Pointer, memory: Pointer, part: int) -> None:
    """Give numbers to relations of a part that have none, and places to tables."""
    place = part + N_PART
    for each in range(place, place + known[part + PART_RELATIONS]):
        number = memory[RELATION_NUMBERS] + known[each]
        if memory[number] == UNREAD:
            memory[number] = memory[N_RELATIONS]
            memory[memory[USED_RELATIONS] + memory[N_RELATIONS]] = known[each]
            memory[N_RELATIONS] += 1
    place += known[part + PART_RELATIONS]
    for each in range(place, place + known[part + PART_TABLES]):
        table = memory[TABLE_PLACES] + known[each]
        if memory[table] == UNREAD:
            memory[table] = memory[N_TABLE_WORDS]
            memory[memory[USED_TABLES] + memory[N_TABLES]] = known[each]
            memory[N_TABLES] += 1
            memory[N_TABLE_WORDS] += known[known[TABLE_WORDS] + known[known[TABLES] + known[each]]]


@unaliased
def _write_shared(known: Pointer, memory: Pointer, encoded: Pointer) -> int:
    """Write the relations and tables that operations share; return where these begin."""
    at = N_ENCODED
    for each in range(memory[N_RELATIONS]):
        relation = memory[memory[USED_RELATIONS] + each]
        place = known[RELATIONS] + relation * known[DIGITS]
        for digit in range(known[DIGITS]):
            encoded[at + digit] = known[place + digit]
        at += known[DIGITS]
    for each in range(memory[N_TABLES]):
        table = memory[memory[USED_TABLES] + each]
        place = known[TABLE_WORDS] + known[known[TABLES] + table]
        for word in range(known[place]):
            encoded[at + word] = known[place + 1 + word]
        at += known[place]
    return at


@unaliased
def _write_operations(
    known: Pointer, memory: Pointer, encoded: Pointer, at: int, item: int, half: int
) -> int:
    """Write the operations of a part of an item, with its cells; return where the next go."""
    part = _part_of(known, memory, item, half)
    place = part + N_PART + known[part + PART_RELATIONS] + known[part + PART_TABLES]
    cells = memory[CELLS] + memory[memory[ITEMS] + 2 * item + 1]
    end = place + known[part + PART_WORDS]
    while place < end:
        kind, n = known[place], known[place + 1]
        encoded[at], encoded[at + 1] = kind, n
        for each in range(2, 2 + n):
            encoded[at + each] = memory[cells + known[place + each]]
        if kind == COUNTED:
            sort_words(encoded, at + 2, n)
        rest = 2 + n
        n_words = rest + 1 + known[place + rest]
        for each in range(rest, n_words):
            encoded[at + each] = known[place + each]
        if kind == CHAIN:
            encoded[at + rest + 1] = memory[memory[RELATION_NUMBERS] + known[place + rest + 1]]
        elif kind == ACCEPTED:
            encoded[at + rest + 1] = memory[memory[TABLE_PLACES] + known[place + rest + 1]]
        place += n_words
        at += n_words
    return at


@unaliased
def sort_words(words: Pointer, first: int, n: int) -> None:
    """Sort a few words."""
    for each in range(first + 1, first + n):
        word, at = words[each], each
        while at > first and words[at - 1] > word:
            words[at] = words[at - 1]
            at -= 1
        words[at] = word
