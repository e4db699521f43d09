"""The knowledge of a search that learns.

A *literal* is a variable that is true, ``2 * variable``, or false, ``2 * variable + 1``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lowbit.kernels.core.compile import part

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes, Number, Shorts, SignedBytes, Words


(
    ASSIGNED, PROPAGATED, LOCKED, LEVEL, CLASH, ARENA, N_CLAUSES, MOST_CLAUSES, UNTIL_RESTART,
    N_RESTARTS, INCREMENT, N_CONTROL,
) = range(12)  # fmt: skip
"""Words of `Knowledge.control`: the literals assigned, those of them whose consequences are, and
those after which it was seen whether digits are locked; the level; the other variable of a clash;
where the next clause goes; how many there are, and may be; the conflicts until the next restart;
the restarts so far; and the addition to an activity by the next conflict."""

TRUE, FALSE, OPEN = 1, 2, 4
"""Values of a variable; an open one keeps its last value, too, which is guessed first."""

GIVEN = -1
"""The reason of a variable that follows from nothing, or was guessed."""

SIZE, GLUE, WATCHES, LITERALS = 0, 1, 2, 4
"""Places in a clause: its number of literals; how many levels they had; the next clauses that its
first two literals watch; and where the literals begin."""


BLOCK = 128
"""As many variables are looked at at once; behind the last ones none are open."""


class Knowledge(NamedTuple):
    """The knowledge of a search.

    Attributes
    ----------
    control : int64[N_CONTROL]
    value : int8[n + BLOCK]
        The value of each variable: TRUE, FALSE, or OPEN with the other one.
    activity : int32[n + BLOCK]
    level : int16[n]
        How many guesses an assigned variable follows.
    reason : int32[n]
        Its reason: a set, or a variable that is true, a segment or a clause, see
        `Formula.sizes`; or GIVEN.
    trail : int16[n]
        The literals that are true, in the order in which they became so.
    guesses : int16[n + 1]
        Where on the trail each level begins.
    seen : uint8[n + 1]
    learnt, scratch : int16[n + 1]
        Literals of the clause that is being learnt; and variables.
    arena : int32[...]
        Clauses, one behind the other.
    watched : int32[2 n]
        Of each literal, the first clause that watches it, times 2, plus which of its first two
        literals it is; or -1.
    """

    control: Words
    value: SignedBytes
    activity: Shorts
    level: Shorts
    reason: Shorts
    trail: Shorts
    guesses: Shorts
    seen: Bytes
    learnt: Shorts
    scratch: Shorts
    arena: Shorts
    watched: Shorts


def new_knowledge(n: int, n_words: int) -> Knowledge:
    """Return room for `n` variables, and for clauses of so many words."""

    def numbers(size: int) -> Shorts:
        return np.zeros(size, np.int16)

    return Knowledge(
        control=np.zeros(N_CONTROL, np.int64),
        value=np.zeros(n + BLOCK, np.int8),
        activity=np.zeros(n + BLOCK, np.int32),
        level=numbers(n),
        reason=np.zeros(n, np.int32),
        trail=numbers(n),
        guesses=numbers(n + 1),
        seen=np.zeros(n + 1, np.uint8),
        learnt=numbers(n + 1),
        scratch=numbers(n + 1),
        arena=np.zeros(n_words, np.int32),
        watched=np.zeros(2 * n, np.int32),
    )


@part
def is_open(state: Knowledge, variable: Number) -> bool:
    """Say whether a variable is neither true nor false."""
    return bool(state.value[variable] & OPEN)


@part
def is_true(state: Knowledge, literal: Number) -> bool:
    """Say whether a literal is true; it may be open."""
    # The next value stands for the negated literal: one comparison without a branch.
    return bool(state.value[literal >> 1] == TRUE + (literal & 1))


@part
def is_false(state: Knowledge, literal: Number) -> bool:
    """Say whether a literal is false; it may be open."""
    return bool(state.value[literal >> 1] == FALSE - (literal & 1))
