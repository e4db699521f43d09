"""Braids: contradictions from a candidate by a number of variables, each with one candidate left.

All sets of singles that follow one another from the target are tried, each once: a single is
placed, and then, if that leads to no braid, banned. Two bounds cut that short. All singles that are
not banned are placed, round by round: where that gives no contradiction, or one after too many
rounds, there is no braid. And the singles that the contradiction needs, followed back, are a braid,
if they are few enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import routine
from lowbit.kernels.trials.position import AT, NONE, copy, forget, place
from lowbit.kernels.trials.tables import CELL_AT, N_CANDIDATES, SIZE

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Masks, Number, Words
    from lowbit.kernels.trials.position import NotedSingles
    from lowbit.kernels.trials.space import Braid

RUNNING, REFUTED, FAILED = range(3)
"""Outcomes of a search: none yet, a braid, no braid."""

TOO_LONG, FINE = -1, 0
"""Instead of a number of variables: the contradiction takes too many, or there is none."""

BRAID_LEVEL, BRAID_LENGTH, N_BANNED, EMPTY, NEXT_SINGLE, NODES = range(6)
"""Words: how many singles are placed, the greatest length, how many are banned, the variable that
is left without a candidate, the single to be placed next, and how many positions were looked at."""


@routine
def begin_braid(
    words: Words, braid: Braid, notes: NotedSingles, position: Masks, target: Number, length: Number
) -> int:
    """Begin to look for a braid from a target; return REFUTED if that is one alone, or RUNNING."""
    _lift_bans(words, braid, 0)  # of a search that was given up
    words[BRAID_LEVEL], words[BRAID_LENGTH] = 0, length
    braid.n_banned[0], braid.n_pending[0] = 0, 0
    copy(position, braid.positions[0])
    forget(notes)
    if place(braid.positions[0], target, notes) != NONE:
        return REFUTED
    _add_pending(braid, notes, 0)
    return RUNNING


@routine
def search(words: Words, braid: Braid, notes: NotedSingles, most_nodes: Number) -> int:
    """Look for the braid, until so many positions were looked at."""
    outcome = RUNNING
    while outcome == RUNNING and words[NODES] < most_nodes:
        level = words[BRAID_LEVEL]
        left = words[BRAID_LENGTH] - level
        rounds = place_all(words, braid, notes, left)
        if rounds <= FINE:
            outcome = _go_back(words, braid, level)
        elif follow_back(words, braid, notes, braid.positions[level], NONE) <= left:
            outcome = REFUTED
        else:
            outcome = _go_on(words, braid, notes, level)
    if outcome == REFUTED:
        _lift_bans(words, braid, 0)
    return outcome


@routine
def _go_on(words: Words, braid: Braid, notes: NotedSingles, level: Number) -> int:
    """Place the next single."""
    braid.chosen[level] = words[NEXT_SINGLE]
    further = level + 1
    copy(braid.positions[level], braid.positions[further])
    for at in range(braid.n_pending[level]):
        braid.pending[further, at] = braid.pending[level, at]
    braid.n_pending[further] = braid.n_pending[level]
    braid.n_banned[further] = words[N_BANNED]
    forget(notes)
    words[BRAID_LEVEL] = further
    if place(braid.positions[further], words[NEXT_SINGLE], notes) != NONE:
        return REFUTED
    _add_pending(braid, notes, further)
    return RUNNING


@routine
def _go_back(words: Words, braid: Braid, level: Number) -> int:
    """Take the last single back, and ban it."""
    _lift_bans(words, braid, braid.n_banned[level])
    if level == 0:
        return FAILED
    words[BRAID_LEVEL] = level - 1
    chosen = braid.chosen[level - 1]
    braid.is_banned[chosen] = 1
    braid.banned[words[N_BANNED]] = chosen
    words[N_BANNED] += 1
    return RUNNING


@routine
def _lift_bans(words: Words, braid: Braid, n: Number) -> None:
    """Lift all bans but the first ones."""
    while words[N_BANNED] > n:
        words[N_BANNED] -= 1
        braid.is_banned[braid.banned[words[N_BANNED]]] = 0


@routine
def _add_pending(braid: Braid, notes: NotedSingles, level: Number) -> None:
    """Add the singles noted to those that may come next."""
    n = braid.n_pending[level]
    for at in range(notes.n[0]):
        braid.pending[level, n + at] = notes.singles[at]
    braid.n_pending[level] = n + notes.n[0]


@routine
def place_target(
    words: Words, braid: Braid, notes: NotedSingles, source: Masks, target: Number
) -> int:
    """Place a target and all singles that follow, as `place_rounds` does, with its answer."""
    words[NODES] += 1
    copy(source, braid.trial)
    forget(notes)
    words[EMPTY] = place(braid.trial, target, notes)
    if words[EMPTY] != NONE:
        return 1
    return place_rounds(words, braid, notes, words[BRAID_LENGTH])


@routine
def place_all(words: Words, braid: Braid, notes: NotedSingles, most: Number) -> int:
    """Place all singles that are not banned, as `place_rounds` does, with its answer."""
    words[NODES] += 1
    level = words[BRAID_LEVEL]
    copy(braid.positions[level], braid.trial)
    forget(notes)
    for at in range(braid.n_pending[level]):
        single = braid.pending[level, at]
        notes.singles[at] = single
        notes.rounds[single] = 1
    notes.n[0] = braid.n_pending[level]
    return place_rounds(words, braid, notes, most)


@routine
def place_rounds(words: Words, braid: Braid, notes: NotedSingles, most: Number) -> int:
    """Place the singles that are noted, and not banned, round by round, in the trial position.

    Return how many variables it takes one after another to the first contradiction; FINE if there
    is none, and TOO_LONG if that takes more than the most allowed.
    """
    trial, at = braid.trial, 0
    while at < notes.n[0]:
        single = notes.singles[at]
        at += 1
        is_open = np.int64(trial[single // SIZE]) >> single % SIZE & 1
        if is_open and braid.is_banned[single] == 0:
            if notes.rounds[single] >= most:
                return TOO_LONG
            empty = place(trial, single, notes)
            if empty != NONE:
                words[EMPTY] = empty
                return int(notes.rounds[single]) + 1
    return FINE


@routine
def follow_back(
    words: Words, braid: Braid, notes: NotedSingles, position: Masks, target: Number
) -> int:
    """Return how many variables the contradiction takes, and choose a single to be placed next.

    The singles were placed in a position, after a target if that is not NONE.
    """
    for each in range(N_CANDIDATES):
        braid.marked[each] = 0
    if target != NONE:
        braid.marked[target] = 1
    n, n_stacked = 1, 0
    variable, single = words[EMPTY], NONE
    while True:
        rest = np.int64(position[variable])
        while rest:
            candidate = candidate_of(variable, lowest(rest))
            rest &= rest - 1
            killer = np.int64(notes.killers[candidate])
            if candidate != single and braid.marked[killer] == 0:
                braid.marked[killer] = 1
                n += 1
                if notes.rounds[killer] == 1:
                    words[NEXT_SINGLE] = killer
                else:
                    braid.stack[n_stacked] = killer
                    n_stacked += 1
        if n_stacked == 0:
            return n
        n_stacked -= 1
        single = braid.stack[n_stacked]
        variable = np.int64(notes.why[single])


@routine
def candidate_of(variable: Number, place: Number) -> Number:
    """Return a candidate of a variable by its bit."""
    if variable < AT:
        return SIZE * variable + place
    house, digit = (variable - AT) // SIZE, (variable - AT) % SIZE
    return SIZE * CELL_AT[house, place] + digit
