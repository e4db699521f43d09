"""The open candidates of a puzzle, numbered one after another, and what links them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.kernels.core.bits import lowest
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
    from lowbit.kernels.core.arrays import Masks, Number, Words

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


VARIABLES_OF: Final = _variables_of()
"""int64[729, 4]: the variables of each candidate."""

CANDIDATES_OF: Final = _candidates_of()
"""int64[324, 9]: the candidates of each variable."""

MOST_PEERS: Final = 28
"""Candidates that one excludes."""


class CandidateNetwork(NamedTuple):
    """Open candidates by their numbers.

    Attributes
    ----------
    n : int64[1]
        How many there are.
    candidates : int64[729]
        Each one's cell and digit, as nine for each cell.
    numbers : int64[729]
        The same the other way round; N_CANDIDATES for those that are not open.
    members : int64[324, 9]
        The open candidates of each variable, then N_CANDIDATES.
    n_members : int64[324]
    variables : int64[729, 4]
        The variables of each.
    peers : int64[729, 28]
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
        np.zeros(N_CANDIDATES, np.int64),
        np.zeros(N_CANDIDATES, np.int64),
        np.zeros((N_VARIABLES, SIZE), np.int64),
        np.zeros(N_VARIABLES, np.int64),
        np.zeros((N_CANDIDATES, KINDS), np.int64),
        np.zeros((N_CANDIDATES, MOST_PEERS), np.int64),
        np.zeros(N_CANDIDATES, np.int64),
    )


@routine
def link(position: Masks, network: CandidateNetwork) -> None:
    """Give numbers to the candidates of a position, and link them."""
    _number(position, network)
    for variable in range(N_VARIABLES):
        network.n_members[variable] = 0
        for place in range(SIZE):
            network.members[variable, place] = N_CANDIDATES
    for number in range(network.n[0]):
        candidate = network.candidates[number]
        for kind in range(KINDS):
            variable = VARIABLES_OF[candidate, kind]
            network.members[variable, network.n_members[variable]] = number
            network.n_members[variable] += 1
            network.variables[number, kind] = variable
    for number in range(network.n[0]):
        _list_peers(number, network)


@routine
def _number(position: Masks, network: CandidateNetwork) -> None:
    """Give numbers to the candidates of a position."""
    n = 0
    for cell in range(N_CELLS):
        rest = np.int64(position[cell])
        for digit in range(SIZE):
            network.numbers[SIZE * cell + digit] = N_CANDIDATES
        while rest:
            candidate = SIZE * cell + lowest(rest)
            rest &= rest - 1
            network.candidates[n], network.numbers[candidate] = candidate, n
            n += 1
    network.n[0] = n


@routine
def _list_peers(number: Number, network: CandidateNetwork) -> None:
    """List the candidates that one excludes, each once."""
    candidate, n = network.candidates[number], 0
    cell = candidate // SIZE
    for kind in range(KINDS):
        variable = VARIABLES_OF[candidate, kind]
        for at in range(network.n_members[variable]):
            peer = network.members[variable, at]
            other = network.candidates[peer] // SIZE
            # A cell of its box that is in its line, too, has been listed with the line.
            in_line = other // SIZE == cell // SIZE or other % SIZE == cell % SIZE
            if peer != number and not (kind == KINDS - 1 and in_line):
                network.peers[number, n] = peer
                n += 1
    network.n_peers[number] = n
