"""The assembler: encoded puzzles become programs, sharpened, their operations in order.

Groups that differ become peers of cells. A sum of cells that differ gets the list of its sets, and
houses give sums of the cells that cages leave open, see `lowbit.kernels.variants.programs.totals`,
and sums that bound each other give their unions, see `lowbit.kernels.variants.programs.unions`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.compile import kernel, unaliased
from lowbit.kernels.variants.layout import (
    ACCEPTED,
    ANY_OF,
    BLOCK,
    BRANCH_LOG,
    CHAIN,
    CONNECTED,
    DISTINCT,
    ENCLOSED,
    ENCODED_ALL,
    ENCODED_CELLS,
    ENCODED_DIGITS,
    ENCODED_OPERATIONS,
    ENCODED_RELATIONS,
    ENCODED_TABLES,
    FIRST_HOUSE,
    GONE,
    HOUSE_NUMBERS,
    HOUSE_SETS,
    LIMITS,
    LINEAR,
    LOG,
    N_BLOCKS,
    N_CELLS,
    N_DIGITS,
    N_ENCODED,
    N_HEADER,
    N_MEMORY,
    N_NODE,
    N_OPERATIONS,
    N_STATE_WORDS,
    N_USE_WORDS,
    N_WORDS,
    PART,
    PARTED,
    PEERS,
    PREFERRED,
    RANKED,
    SETS,
    SETTLED,
    STACK,
    STARTS,
    STATES,
    SUMS,
    SURE,
    TRIED,
    UNION,
    USES,
    WAITING,
    WEIGHTS,
    WITHIN,
    WORD,
    words_of,
)
from lowbit.kernels.variants.programs.totals import derive_sums, is_plain
from lowbit.kernels.variants.programs.unions import unite_sums
from lowbit.kernels.variants.programs.writing import (
    MOST_LISTED_DIGITS,
    MOST_SETS,
    n_images,
    number_of_sets,
    write_linear,
    write_operation,
)
from lowbit.kernels.variants.pruning.connections import N_MARKS
from lowbit.kernels.variants.pruning.fillings import N_NOTES
from lowbit.kernels.variants.pruning.parts import N_PART_MARKS

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Pointer, Words

TOO_SMALL: Final = -1
"""In place of the words of a program that does not fit."""


@kernel
def assemble(
    encoded: Words, places: Words, sets: Words, room: Words, programs: Words, starts: Words
) -> int:
    """Lay out puzzles, one behind the other, while there is room; return how many there is for.

    The encoding of each begins at its word of `places`, and its program at its word of `starts`;
    both have one word more. `sets` lists sets of digits by their size and sum, behind where those
    for boards of so many digits are, see `lowbit.kernels.variants.programs.program`; `room` has a
    word for each operation of a puzzle, and more for derived sums.
    """
    starts[0] = 0
    for row in range(len(places) - 1):
        own, program = words_of(encoded, places[row]), words_of(programs, starts[row])
        n_left = len(programs) - starts[row]
        of_digits = words_of(sets, sets[min(own[ENCODED_DIGITS], MOST_LISTED_DIGITS)])
        n_words = _assemble(own, of_digits, words_of(room, 0), program, n_left)
        if n_words == TOO_SMALL:
            return row
        starts[row + 1] = starts[row] + n_words
    return len(places) - 1


@unaliased
def _assemble(encoded: Pointer, sets: Pointer, room: Pointer, program: Pointer, n_left: int) -> int:
    """Lay out an encoded puzzle, and return how many words it takes of those that are left."""
    if _first_size(encoded) > n_left:
        return TOO_SMALL
    at = _write_tables(
        encoded, program, _write_images(encoded, program, _write_board(encoded, program))
    )
    _find_records(encoded, room)
    _write_peers(encoded, room, program)
    _write_limits(encoded, room, program)
    n_encoded = encoded[ENCODED_ALL]
    number, at = _write_waiting(encoded, sets, room, n_encoded, program, at, n_left)
    program[N_OPERATIONS] = number
    for record in range(encoded[ENCODED_OPERATIONS], n_encoded):
        room[n_encoded + number] = at
        number += 1
        at = _write_next(encoded, room[record], sets, program, at, n_left, 0)
    if at != TOO_SMALL:
        at = _write_index(room, n_encoded, number, program, at, n_left)
    if at != TOO_SMALL:
        n_states = (_most_steps(encoded, room) + 1) * program[N_STATE_WORDS]
        _divide_memory(program, program[N_USE_WORDS], n_states)
    return at


@unaliased
def _write_waiting(
    encoded: Pointer,
    sets: Pointer,
    room: Pointer,
    starts: int,
    program: Pointer,
    at: int,
    n_left: int,
) -> tuple[int, int]:
    """Write the operations that wait, kind by kind, and note in `room` where each begins.

    Returns how many there are, and where those of branches go.
    """
    number = branch = 0
    program[N_STATE_WORDS] = 1
    for kind in range(CHAIN, ANY_OF + 1):
        for record in range(encoded[ENCODED_OPERATIONS]):
            place = room[record]
            if encoded[place] != kind or _is_left_out(encoded, room, record, sets):
                continue
            room[starts + number] = at
            number += 1
            at = _write_next(encoded, place, sets, program, at, n_left, branch)
            if kind == ANY_OF:
                branch += _n_branch_operations(encoded, place)
        if kind == LINEAR and at != TOO_SMALL:
            number, at = _write_implied(encoded, sets, room, starts, number, program, at, n_left)
    return number, at


@unaliased
def _write_next(
    encoded: Pointer, place: int, sets: Pointer, program: Pointer, at: int, n_left: int, branch: int
) -> int:
    """Write an operation, and return where the next one goes; `TOO_SMALL` where it does not fit."""
    if at == TOO_SMALL or not _has_room(encoded, place, at, n_left, program[N_WORDS]):
        return TOO_SMALL
    return write_operation(encoded, place, sets, program, at, branch)


@unaliased
def _write_implied(
    encoded: Pointer,
    sets: Pointer,
    room: Pointer,
    starts: int,
    number: int,
    program: Pointer,
    at: int,
    n_left: int,
) -> tuple[int, int]:
    """Write the sums that houses imply, then unions of sums; return how many operations there are.

    That is followed by where the next one goes.
    """
    before = number
    number = derive_sums(encoded, room, program, starts, number)
    at = _write_derived(room, starts, before, number, sets, program, at, n_left)
    if at == TOO_SMALL:
        return number, at
    before = number
    number = unite_sums(encoded, room, program, starts, number)
    return number, _write_derived(room, starts, before, number, sets, program, at, n_left)


@unaliased
def _most_steps(encoded: Pointer, room: Pointer) -> int:
    """Return how many words or sets any operation notes, but for one."""
    longest = 0
    for record in range(encoded[ENCODED_ALL]):
        longest = max(longest, _n_steps(encoded, room[record]))
    return longest


@unaliased
def _n_steps(encoded: Pointer, place: int) -> int:
    """Return how many words or sets an operation notes, but for one."""
    kind, n = encoded[place], encoded[place + 1]
    if kind == CONNECTED:
        return n * N_MARKS
    if kind == PARTED:
        return n * N_PART_MARKS // 2  # there are no more parts than cells
    if kind == RANKED:
        return encoded[place + 3 + n]  # a word for each line
    return n if kind == ACCEPTED else n * N_NOTES if kind == ENCLOSED else 0


@unaliased
def _is_left_out(encoded: Pointer, room: Pointer, record: int, sets: Pointer) -> bool:
    """Return whether an operation is none of a program: others say the same, or the limits do."""
    kind = encoded[room[record]]
    return kind == WITHIN or (kind == DISTINCT and _is_idle(encoded, room, record, sets))


@unaliased
def _is_idle(encoded: Pointer, room: Pointer, record: int, sets: Pointer) -> bool:
    """Return whether cells that differ are but two, or have a sum, next, that lists its sets."""
    place, n = room[record], encoded[room[record] + 1]
    if n < 3 or record + 1 == encoded[ENCODED_OPERATIONS]:
        return n < 3
    after = room[record + 1]
    if not is_plain(encoded, after) or encoded[after + 1] != n:
        return False
    for at in range(2, 2 + n):
        if encoded[place + at] != encoded[after + at]:
            return False
    n_sets = number_of_sets(sets, n, encoded[after + 3 + 2 * n], encoded[ENCODED_DIGITS])
    return 0 <= n_sets <= MOST_SETS


@unaliased
def _write_derived(
    room: Pointer,
    starts: int,
    first: int,
    end: int,
    sets: Pointer,
    program: Pointer,
    at: int,
    n_left: int,
) -> int:
    """Write sums that are encoded in `room`, and return where the next operation goes."""
    for derived in range(first, end):
        if not _has_room(room, room[starts + derived], at, n_left, program[N_WORDS]):
            return TOO_SMALL
        place, room[starts + derived] = room[starts + derived], at
        at = write_linear(room, place, sets, program, at)
    return at


@unaliased
def _first_size(encoded: Pointer) -> int:
    """Return how many words come before the operations."""
    n_cells, n_digits = encoded[ENCODED_CELLS], encoded[ENCODED_DIGITS]
    tables = 2 * encoded[ENCODED_RELATIONS] * n_images(n_digits) + encoded[ENCODED_TABLES]
    return N_HEADER + n_cells + n_cells * _n_words(n_cells) + tables


@unaliased
def _n_words(n_cells: int) -> int:
    """Return how many words a set of cells has: an even number, for two are worked on at a time."""
    return (n_cells + 2 * WORD - 1) // (2 * WORD) * 2


@unaliased
def _write_board(encoded: Pointer, program: Pointer) -> int:
    """Write how large everything is that the board alone decides."""
    n_cells = encoded[ENCODED_CELLS]
    n_words = _n_words(n_cells)
    program[N_CELLS], program[N_DIGITS] = n_cells, encoded[ENCODED_DIGITS]
    program[N_WORDS] = n_words
    program[N_NODE] = n_cells + 1 + (program[N_DIGITS] + 2) * n_words
    program[LIMITS] = N_HEADER
    program[PEERS] = N_HEADER + n_cells
    end = program[PEERS] + n_cells * n_words
    for at in range(program[PEERS], end):
        program[at] = 0
    return end


@unaliased
def _write_images(encoded: Pointer, program: Pointer, at: int) -> int:
    """Write, for each set of digits, those that may stand behind and before one of them.

    The tables of a relation take as many words each as those of any other.
    """
    n_digits = program[N_DIGITS]
    for relation in range(encoded[ENCODED_RELATIONS]):
        first = N_ENCODED + relation * n_digits
        for is_backward in range(2):
            for part in range(0, n_digits, PART):
                program[at] = 0
                for place in range(PART):
                    digit, image = part + place, 0
                    if digit < n_digits and not is_backward:
                        image = encoded[first + digit]
                    elif digit < n_digits:
                        for before in range(n_digits):
                            image |= (encoded[first + before] >> digit & 1) << before
                    for mask in range(1 << place):
                        program[at + mask + (1 << place)] = program[at + mask] | image
                at += 1 << PART
    return at


@unaliased
def _write_tables(encoded: Pointer, program: Pointer, at: int) -> int:
    """Write the tables of automata."""
    first = N_ENCODED + encoded[ENCODED_RELATIONS] * encoded[ENCODED_DIGITS]
    for offset in range(encoded[ENCODED_TABLES]):
        program[at + offset] = encoded[first + offset]
    return at + encoded[ENCODED_TABLES]


@unaliased
def _find_records(encoded: Pointer, room: Pointer) -> None:
    """Note where each operation is encoded."""
    place = (
        N_ENCODED + encoded[ENCODED_RELATIONS] * encoded[ENCODED_DIGITS] + encoded[ENCODED_TABLES]
    )
    for record in range(encoded[ENCODED_ALL]):
        room[record] = place
        rest = place + 2 + encoded[place + 1]
        place = rest + 1 + encoded[rest]


@unaliased
def _write_peers(encoded: Pointer, room: Pointer, program: Pointer) -> None:
    """Write the cells that differ from each."""
    peers, n_words = program[PEERS], program[N_WORDS]
    for record in range(encoded[ENCODED_OPERATIONS]):
        place = room[record]
        if encoded[place] != DISTINCT and encoded[place] != SETS:
            continue
        first, end = place + 2, place + 2 + encoded[place + 1]
        for one in range(first, end):
            for other in range(first, end):
                if one != other:
                    cell, peer = encoded[one], encoded[other]
                    program[peers + cell * n_words + peer // WORD] |= 1 << peer % WORD


@unaliased
def _write_limits(encoded: Pointer, room: Pointer, program: Pointer) -> None:
    """Write the candidates that constraints on single cells leave: none, where one cannot hold.

    An operation runs when one of its cells changes, so a group without a branch, which has no
    cells, never would; and a cell cannot differ from itself.
    """
    n_cells, n_words, limits = program[N_CELLS], program[N_WORDS], program[LIMITS]
    full = (1 << program[N_DIGITS]) - 1
    for cell in range(n_cells):
        is_own_peer = program[program[PEERS] + cell * n_words + cell // WORD] >> cell % WORD & 1
        program[limits + cell] = 0 if is_own_peer else full
    for record in range(encoded[ENCODED_OPERATIONS]):
        place = room[record]
        if encoded[place] == WITHIN:
            program[limits + encoded[place + 2]] &= encoded[place + 4]
        elif encoded[place] == ANY_OF and _n_branches(encoded, place) == 0:
            for cell in range(n_cells):
                program[limits + cell] = 0


@unaliased
def _n_branches(encoded: Pointer, place: int) -> int:
    return encoded[place + 2 + encoded[place + 1]]


@unaliased
def _n_branch_operations(encoded: Pointer, place: int) -> int:
    """Return how many operations the branches of an alternative have."""
    rest = place + 2 + encoded[place + 1]
    total = 0
    for branch in range(encoded[rest]):
        total += encoded[rest + 1 + branch]
    return total


@unaliased
def _has_room(encoded: Pointer, place: int, at: int, n_left: int, n_words: int) -> bool:
    """Return whether a program has room for an operation more, with a set for each cell of it."""
    n = encoded[place + 1]
    return at + 4 * (n + encoded[place + 2 + n]) + MOST_SETS + (n + 1) * n_words + 8 < n_left


@unaliased
def _write_index(
    room: Pointer, starts: int, number: int, program: Pointer, at: int, n_left: int
) -> int:
    """Write where operations begin, and which are on each cell."""
    n_cells, n_operations = program[N_CELLS], program[N_OPERATIONS]
    n_words = max((n_operations + WORD - 1) // WORD, 1)
    program[N_USE_WORDS] = n_words
    program[STARTS], program[USES] = at, at + number
    program[SETTLED] = at + number + n_cells * n_words
    end = program[SETTLED] + n_words
    if end > n_left:
        return TOO_SMALL
    for each in range(number):
        program[at + each] = room[starts + each]
    for word in range(program[USES], end):
        program[word] = 0
    program[FIRST_HOUSE] = SURE
    for each in range(n_operations):
        start, used = program[at + each], each
        if _is_house(program, each):
            if program[FIRST_HOUSE] == SURE:
                program[FIRST_HOUSE] = each
            used = program[FIRST_HOUSE]
        for place in range(start + 2, start + 2 + program[start + 1]):
            uses = program[USES] + program[place] * n_words
            program[uses + used // WORD] |= 1 << used % WORD
        if _is_settled(program, start):
            program[program[SETTLED] + each // WORD] |= 1 << each % WORD
    return _write_houses(program, end, n_left)


@unaliased
def _is_settled(program: Pointer, start: int) -> bool:
    """Return whether an operation finds all at once: of a list, each cell of which it has once."""
    if program[start] not in (CHAIN, ENCLOSED, ACCEPTED):
        return False
    end = start + 2 + program[start + 1]
    for at in range(start + 2, end):
        for other in range(at + 1, end):
            if program[at] == program[other]:
                return False
    return True


@unaliased
def _write_houses(program: Pointer, at: int, n_left: int) -> int:
    """Write the houses in blocks: their sets, word by word, and their numbers."""
    n_words, n_houses = program[N_WORDS], 0
    for operation in range(program[N_OPERATIONS]):
        n_houses += _is_house(program, operation)
    n_blocks = (n_houses + BLOCK - 1) // BLOCK
    program[N_BLOCKS], program[HOUSE_SETS] = n_blocks, at
    program[HOUSE_NUMBERS] = at + n_blocks * BLOCK * n_words
    end = program[HOUSE_NUMBERS] + n_houses
    if end > n_left:
        return TOO_SMALL
    for word in range(at, end):
        program[word] = 0
    house = 0
    for operation in range(program[N_OPERATIONS]):
        if not _is_house(program, operation):
            continue
        program[program[HOUSE_NUMBERS] + house] = operation
        own = program[program[STARTS] + operation] + 2 + program[N_DIGITS]
        block = at + house // BLOCK * BLOCK * n_words + house % BLOCK
        for word in range(n_words):
            program[block + word * BLOCK] = program[own + word]
        house += 1
    return end


@unaliased
def _is_house(program: Pointer, operation: int) -> bool:
    start = program[program[STARTS] + operation]
    return program[start] == DISTINCT and program[start + 1] == program[N_DIGITS]


@unaliased
def _divide_memory(program: Pointer, n_use_words: int, n_states: int) -> None:
    """Write where the parts of the memory of a search are, one behind the other."""
    n_cells = program[N_CELLS]
    n_log = n_cells * (program[N_DIGITS] + 2) + 2
    program[LOG] = N_MEMORY
    program[BRANCH_LOG] = program[LOG] + n_log
    program[WAITING] = program[BRANCH_LOG] + n_log
    program[GONE] = program[WAITING] + n_use_words
    program[TRIED] = program[GONE] + 1 + program[N_DIGITS] * program[N_WORDS]
    program[UNION] = program[TRIED] + n_cells
    program[WEIGHTS] = program[UNION] + n_cells
    program[PREFERRED] = program[WEIGHTS] + n_cells
    program[SUMS] = program[PREFERRED] + n_cells
    program[STATES] = program[SUMS] + 2 * n_cells + 1
    program[STACK] = program[STATES] + n_states
