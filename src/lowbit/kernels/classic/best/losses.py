"""Tables of losses: how far each digit of a cell falls short of the best.

::

    loss of a digit in a cell    an integer, 0 or more, see lowbit.verbs.maximize.optimum.relaxation
    score * scale                = top - the sum of the losses, for every completion
    floor                        the least loss of the cells of a lane: the sum of the least
                                 loss of a candidate in each
    slack                        the loss allowed to a lane beyond its floor
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.classic.layout import A_CELL_APART, N_CELLS
from lowbit.kernels.core.compile import kernel

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Masks, Words


N_DIGITS: Final = 9


SLACKS: Final = 256
"""Steps of slack that `Losses.keep` distinguishes."""


NEVER: Final = 1 << 55
"""The loss of a digit that is no candidate: more than anything may lose."""


class Losses(NamedTuple):
    """The losses of the digits of one puzzle.

    Attributes
    ----------
    floors : int64[81 * A_CELL_APART]
        The least loss of a candidate, by cell and set of candidates.
    keep : uint16[81 * SLACKS]
        The digits of each cell that lose no more than a slack, by the slack's step.
    shift : int64[1]
        A step of slack is ``1 << shift``.
    """

    floors: Words
    keep: Masks
    shift: Words


def new_losses() -> Losses:
    """Return room for the tables of a bounded search."""
    return Losses(
        np.zeros(N_CELLS * A_CELL_APART, np.int64),
        np.zeros(N_CELLS * SLACKS, np.uint16),
        np.zeros(1, np.int64),
    )


@kernel
def tabulate(losses: Losses, loss: Words, cap: int) -> None:
    """Fill the tables for a search up to a cap from the loss of each pair, int64[729]."""
    shift = 0
    # A slack is looked up by its high bits: the fewest are cut off that make the table fit.
    while cap >> shift >= SLACKS:
        shift += 1
    losses.shift[0] = shift
    for cell in range(N_CELLS):
        floors, keep = A_CELL_APART * cell, SLACKS * cell
        losses.floors[floors] = NEVER
        for digit in range(N_DIGITS):
            for others in range(1 << digit):
                # Masks with this digit as their highest: one minimum each, with an earlier mask.
                losses.floors[floors + (1 << digit) + others] = min(
                    losses.floors[floors + others], loss[N_DIGITS * cell + digit]
                )
        losses.keep[keep : keep + SLACKS] = 0
        for digit in range(N_DIGITS):
            for step in range(min(loss[N_DIGITS * cell + digit] >> shift, SLACKS), SLACKS):
                losses.keep[keep + step] |= np.uint16(1 << digit)
