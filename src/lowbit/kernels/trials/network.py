"""The open candidates of a puzzle, numbered one after another, and what links them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.geometry import CLASSIC
from lowbit.kernels.core.compile import routine
from lowbit.kernels.trials.tables import (
    CELL_AT,
    HOUSES_OF,
    N_CANDIDATES,
    N_CELLS,
    N_HOUSES,
    SIZE,
)

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Masks, Words

N_VARIABLES: Final = N_CELLS + N_HOUSES * SIZE
"""Cells, and digits in houses."""

KINDS: Final = 4
"""Variables of a candidate: its cell, and its digit in a row, a column and a box."""

N_DIRTY: Final = (N_VARIABLES + 63) // 64
"""Words of a set of variables."""


def _variables_of() -> np.ndarray:
    """Return the table below."""
    variables = np.empty((N_CELLS, SIZE, KINDS), np.int64)
    variables[:, :, 0] = np.arange(N_CELLS)[:, None]
    variables[:, :, 1:] = N_CELLS + SIZE * HOUSES_OF[:, None, :] + np.arange(SIZE)[None, :, None]
    return variables.reshape(N_CANDIDATES, KINDS)


def _candidates_of() -> np.ndarray:
    """Return the table below."""
    digits = np.arange(SIZE)
    of_cells = SIZE * np.arange(N_CELLS)[:, None] + digits
    of_houses = SIZE * CELL_AT[:, None, :] + digits[None, :, None]
    return np.concatenate([of_cells, of_houses.reshape(-1, SIZE)])


def _peers_of() -> np.ndarray:
    """Return the table below."""
    digits = np.arange(SIZE)
    others = SIZE * np.arange(N_CELLS)[:, None, None] + (digits[:, None] + digits[1:]) % SIZE
    peers = SIZE * np.array(CLASSIC.peers)[:, None, :] + digits[:, None]
    return np.concatenate([others, peers], axis=2).reshape(N_CANDIDATES, -1)


VARIABLES_OF: Final = _variables_of()
"""int64[729, 4]: the variables of each candidate."""

CANDIDATES_OF: Final = _candidates_of()
"""int64[324, 9]: the candidates of each variable."""

MOST_PEERS: Final = 28
"""Candidates that one excludes."""

PEERS_OF: Final = _peers_of()
"""int64[729, 28]: those that each one excludes."""


class CandidateNetwork(NamedTuple):
    """Open candidates by their numbers; each list has room for one more.

    Attributes
    ----------
    n : int64[1]
        How many there are.
    candidates : int64[729 + 1]
        Each one's cell and digit, as nine for each cell.
    numbers : int64[729]
        The same the other way round; N_CANDIDATES for those that are not open.
    members : int64[324, 9 + 1]
        The open candidates of each variable, then N_CANDIDATES.
    n_members : int64[324]
    variables : int64[729, 4]
        The variables of each.
    peers : int64[729, 28 + 1]
        Those that each one excludes.
    n_peers : int64[729]
    """

    n: Words
    candidates: Words
    numbers: Words
    members: Words
    n_members: Words
    variables: Words
    peers: Words
    n_peers: Words


def new_network() -> CandidateNetwork:
    """Return room for the candidates of a puzzle."""
    return CandidateNetwork(
        np.zeros(1, np.int64),
        np.zeros(N_CANDIDATES + 1, np.int64),
        np.zeros(N_CANDIDATES, np.int64),
        np.zeros((N_VARIABLES, SIZE + 1), np.int64),
        np.zeros(N_VARIABLES, np.int64),
        np.zeros((N_CANDIDATES, KINDS), np.int64),
        np.zeros((N_CANDIDATES, MOST_PEERS + 1), np.int64),
        np.zeros(N_CANDIDATES, np.int64),
    )


@routine
def link(position: Masks, network: CandidateNetwork) -> None:
    """Give numbers to the candidates of a position, and link them.

    Lists grow by none or one, as it comes: branches would be foreseen in half of the cases.
    """
    _number(position, network)
    for variable in range(N_VARIABLES):
        n = 0
        for place in range(SIZE):
            network.members[variable, place] = N_CANDIDATES
        for place in range(SIZE):
            number = network.numbers[CANDIDATES_OF[variable, place]]
            network.members[variable, n] = number
            n += number != N_CANDIDATES
        network.n_members[variable] = n
    for number in range(network.n[0]):
        n, candidate = 0, network.candidates[number]
        for kind in range(KINDS):
            network.variables[number, kind] = VARIABLES_OF[candidate, kind]
        for place in range(MOST_PEERS):
            peer = network.numbers[PEERS_OF[candidate, place]]
            network.peers[number, n] = peer
            n += peer != N_CANDIDATES
        network.n_peers[number] = n


@routine
def _number(position: Masks, network: CandidateNetwork) -> None:
    """Give numbers to the candidates of a position."""
    n = 0
    for cell in range(N_CELLS):
        for digit in range(SIZE):
            candidate = SIZE * cell + digit
            is_open = int(np.int64(position[cell]) >> digit & 1)
            network.candidates[n] = candidate
            network.numbers[candidate] = n if is_open else N_CANDIDATES
            n += is_open
    network.n[0] = n
