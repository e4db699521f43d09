"""Pruning by fillings: the digits between two cells of a list, which are the ends.

Sets of fillings are words. A first pass finds, for each cell, those that it fits in each role; then
two cells are taken for the ends, and the fillings that all cells leave are allowed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import unaliased
from lowbit.kernels.variants.layout import (
    HIGH,
    INNER,
    LOW,
    N_DIGITS,
    N_ROLES,
    N_RUNS,
    OUTER,
    STATES,
    put,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Pointer

FITS: Final = 0
SUPPORTED: Final = N_ROLES
BEHIND: Final = 2 * N_ROLES
SEEN_BEHIND: Final = BEHIND + 1
KEPT: Final = BEHIND + 2
N_NOTES: Final = BEHIND + 3
"""The words noted for each cell: the fillings that it fits in each role, and those of which the
other cells leave it the role; those whose outer digits all cells behind it have; the digits that
these have; the digits that it keeps."""


@unaliased
def prune_enclosed(program: Pointer, memory: Pointer, cells: int, log: int, start: int) -> bool:
    """Prune by the fillings that fit between two cells, each digit of theirs in some cell."""
    first, n = start + 2, program[start + 1]
    table, notes = first + n, program[STATES]
    memory[N_RUNS] += program[table] * n
    for at in range(n):
        memory[notes + at * N_NOTES + KEPT] = 0
    # Fillings are bits, 64 at a time; all cells are done for one word before the next.
    for word in range(program[table]):
        _note_fits(program, memory, cells, first, n, word)
        _note_behind(program, memory, cells, first, n)
        _try_ends(program, memory, cells, first, n, word)
        _note_kept(program, memory, cells, first, n, word)
    for at in range(n):
        cell = program[first + at]
        kept = memory[notes + at * N_NOTES + KEPT]
        if not put(memory, cells, log, cell, memory[cells + cell] & kept):
            return False
    return True


@unaliased
def _digits_in(program: Pointer, memory: Pointer, cells: int, first: int, n: int, at: int) -> int:
    """Return the digits of a cell that are in any filling."""
    return memory[cells + program[first + at]] & (1 << program[first + n + 1]) - 1


@unaliased
def _row(program: Pointer, first: int, n: int, word: int, digit: int) -> int:
    """Return where a word of the fillings is that have a digit in its first role."""
    n_words = program[first + n]
    return first + n + 2 + (n - 1 + N_ROLES * digit) * n_words + word


@unaliased
def _note_fits(
    program: Pointer, memory: Pointer, cells: int, first: int, n: int, word: int
) -> None:
    """Note the fillings that each cell fits in each role, and that none is supported."""
    n_words = program[first + n]
    for at in range(n):
        low = high = inner = outer = 0
        left = _digits_in(program, memory, cells, first, n, at)
        while left:
            row = _row(program, first, n, word, lowest(left))
            left &= left - 1
            low |= program[row + LOW * n_words]
            high |= program[row + HIGH * n_words]
            inner |= program[row + INNER * n_words]
            outer |= program[row + OUTER * n_words]
        note = program[STATES] + at * N_NOTES
        memory[note + FITS + LOW], memory[note + FITS + HIGH] = low, high
        memory[note + FITS + INNER], memory[note + FITS + OUTER] = inner, outer
        for role in range(N_ROLES):
            memory[note + SUPPORTED + role] = 0


@unaliased
def _note_behind(program: Pointer, memory: Pointer, cells: int, first: int, n: int) -> None:
    """Note the fillings whose outer digits all cells behind each have, and their digits."""
    fits, seen = -1, 0
    for at in range(n - 1, -1, -1):
        note = program[STATES] + at * N_NOTES
        memory[note + BEHIND], memory[note + SEEN_BEHIND] = fits, seen
        fits &= memory[note + FITS + OUTER]
        seen |= memory[cells + program[first + at]]


@unaliased
def _try_ends(program: Pointer, memory: Pointer, cells: int, first: int, n: int, word: int) -> None:
    """Take each two cells for the ends, and note the fillings that fit between."""
    notes, sizes = program[STATES], first + n + 2
    before, seen_before = -1, 0
    for one in range(n - 1):
        note = notes + one * N_NOTES
        low, high = memory[note + FITS + LOW], memory[note + FITS + HIGH]
        # A cell that can be no end begins no pair.
        between, seen = before if low | high else 0, 0
        for two in range(one + 1, n):
            if between == 0:
                break
            note = notes + two * N_NOTES
            fits = low & memory[note + FITS + HIGH] | high & memory[note + FITS + LOW]
            size = two - one - 1
            fits &= (
                between & memory[note + BEHIND] & program[sizes + size * program[first + n] + word]
            )
            if fits:
                fits = _with_all(program, first, n, word, INNER, seen, fits)
                if n == program[N_DIGITS]:
                    outside = seen_before | memory[note + SEEN_BEHIND]
                    fits = _with_all(program, first, n, word, OUTER, outside, fits)
                _support(program, memory, n, one, two, fits)
            between &= memory[note + FITS + INNER]
            seen |= memory[cells + program[first + two]]
        before &= memory[notes + one * N_NOTES + FITS + OUTER]
        seen_before |= memory[cells + program[first + one]]


@unaliased
def _with_all(
    program: Pointer, first: int, n: int, word: int, role: int, seen: int, fits: int
) -> int:
    """Return the fillings that have no digit in a role that no cell has."""
    n_words = program[first + n]
    missing = ~seen & (1 << program[first + n + 1]) - 1
    while missing:
        row = _row(program, first, n, word, lowest(missing))
        missing &= missing - 1
        fits &= ~program[row + role * n_words]
    return fits


@unaliased
def _support(program: Pointer, memory: Pointer, n: int, one: int, two: int, fits: int) -> None:
    """Note that fillings fit between two cells."""
    notes = program[STATES]
    if fits == 0:
        return
    first, last = notes + one * N_NOTES, notes + two * N_NOTES
    upward = fits & memory[first + FITS + LOW] & memory[last + FITS + HIGH]
    downward = fits & memory[first + FITS + HIGH] & memory[last + FITS + LOW]
    memory[first + SUPPORTED + LOW] |= upward
    memory[last + SUPPORTED + HIGH] |= upward
    memory[first + SUPPORTED + HIGH] |= downward
    memory[last + SUPPORTED + LOW] |= downward
    for at in range(n):
        if at not in (one, two):
            role = INNER if one < at < two else OUTER
            memory[notes + at * N_NOTES + SUPPORTED + role] |= fits


@unaliased
def _note_kept(
    program: Pointer, memory: Pointer, cells: int, first: int, n: int, word: int
) -> None:
    """Note the digits with a role in a filling that is supported."""
    n_words = program[first + n]
    for at in range(n):
        note = program[STATES] + at * N_NOTES
        low, high = memory[note + SUPPORTED + LOW], memory[note + SUPPORTED + HIGH]
        inner, outer = memory[note + SUPPORTED + INNER], memory[note + SUPPORTED + OUTER]
        kept, left = 0, _digits_in(program, memory, cells, first, n, at)
        while left:
            row = _row(program, first, n, word, lowest(left))
            ends = program[row + LOW * n_words] & low | program[row + HIGH * n_words] & high
            sides = program[row + INNER * n_words] & inner | program[row + OUTER * n_words] & outer
            # The digit itself as a mask, if any filling gives it a role that is left.
            kept |= left & -left if ends | sides else 0
            left &= left - 1
        memory[note + KEPT] |= kept
