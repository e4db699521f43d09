"""Calls of the kernels for vicinities, by which they are compiled ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.core.compile import Call
from lowbit.kernels.vicinity.givens import close_needed, leave_unseen, note_witnesses
from lowbit.kernels.vicinity.images import smallest_images
from lowbit.kernels.vicinity.lacking import sort_by_lacked
from lowbit.kernels.vicinity.placements import (
    N_FOUND,
    Reduced,
    WantedSets,
    add_placements,
    new_space,
)
from lowbit.kernels.vicinity.signatures import note_signatures
from lowbit.kernels.vicinity.single_placements import add_single_placements

if TYPE_CHECKING:
    from collections.abc import Iterator


def calls() -> Iterator[Call]:
    """Yield a call for each type of arguments that a kernel takes."""
    digits, numbers = np.zeros((1, 1), np.uint8), np.zeros((1, 1), np.int64)
    ranges, is_whole = np.zeros((1, 1, 2), np.int64), np.zeros(1, np.bool_)
    reduced, found = Reduced(digits, ranges, is_whole, numbers), np.zeros((1, N_FOUND), np.int32)
    wanted = WantedSets(2, True, 1)
    space = new_space(reduced, wanted)
    yield Call(add_placements, reduced, space, wanted, found)
    yield Call(add_single_placements, reduced, space, wanted, found)
    yield Call(smallest_images, digits, numbers, True, digits, numbers[0], 0, 0)
    words, flags = np.zeros((1, 1, 1), np.uint64), np.zeros((1, 1), np.bool_)
    yield Call(leave_unseen, numbers, numbers, numbers)
    yield Call(note_witnesses, digits, ranges[0], words)
    yield Call(close_needed, found, numbers[0], words, flags, words[0, 0])
    yield Call(
        note_signatures, digits, numbers, numbers[0], words[0, 0], words[0, 0], words[0, 0], 0, 0
    )
    sums, of_one = words[0, 0], digits[0]
    yield Call(
        sort_by_lacked, digits, of_one, numbers[0], sums, sums, numbers[0], ranges[0], digits
    )
