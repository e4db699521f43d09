"""The stages of a rating: which kernel runs next on a puzzle, or that it is finished."""

from __future__ import annotations

(
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
) = range(15)
"""The kernels in the order in which they are tried; then: no kernel finds anything, or has room for
its chains; it is solved; its givens clash; it ran out of nodes or time."""
