"""Boards that actions change: the rules of the environments, on arrays.

An action is a candidate, ``9 * cell + digit - 1``, that is placed, or, behind all of these, one
that is eliminated. A mistake, which goes against the solution, changes nothing; nor does an action
on what is no candidate.
"""

from __future__ import annotations

from math import isfinite
from numbers import Real
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.errors import InputError
from lowbit.geometry import CLASSIC
from lowbit.kernels.hodoku.justified import justified_actions

if TYPE_CHECKING:
    from numpy.typing import NDArray

N_CELLS: Final = CLASSIC.n_cells
SIZE: Final = CLASSIC.size
N_CANDIDATES: Final = N_CELLS * SIZE
N_ACTIONS: Final = 2 * N_CANDIDATES

PEERS: Final = np.array([sorted(peers) for peers in CLASSIC.peers])
BITS: Final = (1 << np.arange(SIZE)).astype(np.uint16)
BIT_OF: Final = np.concatenate([np.zeros(1, np.uint16), BITS])
"""The bit of each digit, from 1; that of 0 is none."""

BYTES_A_BOARD: Final = 4 * N_ACTIONS
"""The memory that a board takes at least: its actions, and what is seen of it, twice."""


class Rewards(NamedTuple):
    """The rewards of actions.

    Attributes
    ----------
    placed : float, default 1.0
        For all right digits of a puzzle together: each gets its share.
    eliminated : float, default 0.0
        For a candidate that is rightly eliminated.
    mistake : float, default -1.0
        For what goes against the solution.
    idle : float, default -0.01
        For an action on what is no candidate.

    Examples
    --------
    >>> Rewards(eliminated=0.01).mistake
    -1.0
    """

    placed: float = 1.0
    eliminated: float = 0.0
    mistake: float = -1.0
    idle: float = -0.01


def checked(rewards: Rewards) -> Rewards:
    """Return rewards; raise InputError if these are none, or one of them is not a finite number."""
    if not isinstance(rewards, Rewards):
        raise InputError(f"rewards are lowbit.gym.Rewards(placed=1.0, ...), not {rewards!r}")
    for name, reward in zip(rewards._fields, rewards, strict=True):
        if not isinstance(reward, Real) or not isfinite(reward):
            raise InputError(f"the reward {name} is a finite number, not {reward!r}")
    return rewards


class ActionOutcome(NamedTuple):
    """The outcome of an action on each board.

    Attributes
    ----------
    rewards : float64[n]
    are_mistakes, are_solved : bool[n]
    """

    rewards: NDArray[np.float64]
    are_mistakes: NDArray[np.bool_]
    are_solved: NDArray[np.bool_]


class Boards:
    """Some boards, each with a puzzle that has one solution.

    Parameters
    ----------
    n : int
        How many.

    Attributes
    ----------
    givens, digits, solutions : uint8[n, 81]
    masks : uint16[n, 81]
        The candidates of blanks as bits; 0 where a digit stands.
    """

    def __init__(self, n: int) -> None:
        self.givens, self.digits, self.solutions = np.zeros((3, n, N_CELLS), np.uint8)
        self.masks = np.zeros((n, N_CELLS), np.uint16)

    def begin(
        self, rows: NDArray[np.int64], puzzles: NDArray[np.uint8], solutions: NDArray[np.uint8]
    ) -> None:
        """Set up puzzles, [m, 81], on the boards in some rows."""
        self.givens[rows] = self.digits[rows] = puzzles
        self.solutions[rows] = solutions
        seen = np.bitwise_or.reduce(BIT_OF[puzzles][:, PEERS], axis=2)
        self.masks[rows] = np.where(puzzles > 0, 0, CLASSIC.full_mask & ~seen)

    def act(self, actions: NDArray[np.int64], rewards: Rewards) -> ActionOutcome:
        """Take an action on each board, int64[n]."""
        rows = np.arange(len(actions))
        candidates = actions % N_CANDIDATES
        cells, digits, places = candidates // SIZE, candidates % SIZE, actions < N_CANDIDATES
        is_there = (self.masks[rows, cells] & BITS[digits]) > 0
        is_true = self.solutions[rows, cells] == digits + 1
        is_right = is_there & (is_true == places)
        for which, change in ((is_right & places, self._place), (is_right & ~places, self._remove)):
            change(rows[which], cells[which], digits[which])
        n_blank = np.maximum(1, np.count_nonzero(self.givens == 0, axis=1))
        gained = np.where(places, rewards.placed / n_blank, rewards.eliminated)
        lost = np.where(is_there, rewards.mistake, rewards.idle)
        are_solved = np.count_nonzero(self.digits, axis=1) == N_CELLS
        return ActionOutcome(np.where(is_right, gained, lost), is_there & ~is_right, are_solved)

    def _place(
        self, rows: NDArray[np.int64], cells: NDArray[np.int64], digits: NDArray[np.int64]
    ) -> None:
        self.digits[rows, cells] = digits + 1
        self.masks[rows, cells] = 0
        self.masks[rows[:, None], PEERS[cells]] &= ~BITS[digits][:, None]

    def _remove(
        self, rows: NDArray[np.int64], cells: NDArray[np.int64], digits: NDArray[np.int64]
    ) -> None:
        self.masks[rows, cells] &= ~BITS[digits]

    def candidates(self) -> NDArray[np.int8]:
        """Return which candidates there are, int8[n, 729]."""
        has = (self.masks[:, :, None] & BITS) > 0
        return has.reshape(len(self.masks), N_CANDIDATES).astype(np.int8)

    def legal_actions(self) -> NDArray[np.int8]:
        """Return which actions do something, int8[n, 1458]: those on candidates that are there."""
        there = self.candidates()
        return np.concatenate([there, there], axis=1)

    def justified_actions(self) -> NDArray[np.int8]:
        """Return which actions the easiest step justifies, int8[n, 1458]."""
        return justified_actions(self.givens, self.digits, self.masks).view(np.int8)
