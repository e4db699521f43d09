"""The stages of a rating: which kernel runs next on a puzzle, or that it is finished."""

from __future__ import annotations

from typing import Final

import numpy as np

(
    EASY,
    BASIC,
    CYCLES,
    TRIPLES,
    NISHIO,
    MULTIPLE,
    DYNAMIC,
    PLUS,
    PLUS_CHAINS,
    PLUS_MULTIPLE,
    PLUS_DYNAMIC,
    PLUS_NESTED,
    BEYOND,
    DONE,
    INVALID,
    LEFT,
) = range(16)
"""The kernels in the order in which they are tried; then: no kernel finds anything, or has room for
its chains; it is solved; its givens clash; it ran out of nodes or time."""

AT_ONCE: Final = np.ones(BEYOND, np.int64)
"""Puzzles that a call of each kernel does: some milliseconds' worth."""
AT_ONCE[[EASY, BASIC, CYCLES, TRIPLES, NISHIO, MULTIPLE]] = 1024, 256, 128, 256, 64, 32

CLAIMING, HIDDEN_TRIPLES, XYZ_WINGS = 28, 40, 44
"""Tenths: the ratings of some steps, the last of the hardest ones that are taken in lanes."""

LEAST: Final = np.zeros(LEFT + 1, np.int64)
"""Tenths: the least rating of a step of each stage."""
LEAST[[EASY, CYCLES, TRIPLES, NISHIO, MULTIPLE, DYNAMIC]] = 25, 65, 75, 75, 80, 86
LEAST[PLUS : BEYOND + 1] = 90
# A dynamic chain of 8.5 would have six nodes at most, and two that one node follows from: a search
# for puzzles up to 8.5 needs none.
