"""The puzzles of environments and tasks: from a list, or made by a wish."""

from __future__ import annotations

from inspect import signature
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from lowbit.batch.boards import BoardBatch
from lowbit.batch.kinds import batch_of
from lowbit.batch.variants import VariantBatch
from lowbit.errors import InputError
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.generate.many import generate
from lowbit.verbs.rate.many import solved_givens
from lowbit.verbs.solve.many import solve_many

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.batch.puzzles import PuzzlesLike

MADE_AT_ONCE: Final = 64
"""Puzzles that are made at a time for one board."""


WISHES: Final = frozenset(signature(generate).parameters) - {"n", "seed"}
"""The wishes that puzzles may be made by."""


class PlayedPuzzles(NamedTuple):
    """Puzzles with one solution each.

    Attributes
    ----------
    puzzles, solutions : uint8[n, 81]
    """

    puzzles: NDArray[np.uint8]
    solutions: NDArray[np.uint8]


def solved(puzzles: PuzzlesLike) -> PlayedPuzzles:
    """Return puzzles on the classic board with their solutions.

    Raises
    ------
    InputError
        If one has no solution, or several, or lies on another board, or there is none.
    """
    batch = batch_of(puzzles, None, ignores_symbols=True)
    if isinstance(batch, (BoardBatch, VariantBatch)):
        raise InputError("environments take puzzles of givens on the classic board")
    status, unique = solved_givens(batch.puzzles, Limits())
    bad = np.flatnonzero(status != Status.UNIQUE)
    if bad.size:
        row = int(bad[0])
        said = batch.reasons(status == Status.INVALID).get(row) or Status(status[row]).word
        raise InputError(f"puzzle {row} does not have one solution: {said}")
    if not status.size:
        raise InputError("there are no puzzles")
    return PlayedPuzzles(unique.puzzles, unique.solutions)


class PuzzleSupply:
    """An endless supply of puzzles.

    Parameters
    ----------
    puzzles : PuzzlesLike, optional
        Puzzles to draw from; made by the wish if None.
    wish : dict
        The keywords of `lowbit.generate`.
    """

    def __init__(self, puzzles: PuzzlesLike | None, wish: dict[str, Any]) -> None:
        require_wishes(wish)
        if wish and puzzles is not None:
            raise InputError(f"puzzles are given, so none are made: leave out {', '.join(wish)}")
        self._listed = None if puzzles is None else solved(puzzles)
        self._wish = wish
        self._made = PlayedPuzzles(*np.zeros((2, 0, 81), np.uint8))

    def restart(self) -> None:
        """Forget what was made and not handed out, so that a seed alone tells what comes."""
        self._made = PlayedPuzzles(self._made.puzzles[:0], self._made.solutions[:0])

    def some(self, n: int, random: np.random.Generator) -> PlayedPuzzles:
        """Return so many puzzles; the state of the generator tells which."""
        if self._listed is not None:
            chosen = random.integers(len(self._listed.puzzles), size=n)
            return PlayedPuzzles(self._listed.puzzles[chosen], self._listed.solutions[chosen])
        while len(self._made.puzzles) < n:
            more = made(max(n, MADE_AT_ONCE), int(random.integers(1 << 62)), self._wish)
            self._made = PlayedPuzzles(*map(np.concatenate, zip(self._made, more, strict=True)))
        some = PlayedPuzzles(self._made.puzzles[:n], self._made.solutions[:n])
        self._made = PlayedPuzzles(self._made.puzzles[n:], self._made.solutions[n:])
        return some


def require_wishes(wish: dict[str, Any]) -> None:
    """Raise if wishes ask for other boards, or are none that `lowbit.generate` knows.

    Raises
    ------
    InputError
        If they ask for another board, or for puzzles with several solutions.
    TypeError
        If there is no such wish; the number and the seed are none.
    """
    if {"geometry", "unique"} & wish.keys():
        raise InputError("environments have puzzles with one solution on the classic board")
    if "seed" in wish:
        raise TypeError("the seed of an environment is that of its reset")
    unknown = wish.keys() - WISHES
    if unknown:
        raise TypeError(f"unknown wish {min(unknown)!r}: wishes are the keywords of generate")


def made(n: int, seed: int, wish: dict[str, Any]) -> PlayedPuzzles:
    """Return so many puzzles made by a wish."""
    require_wishes(wish)
    puzzles = generate(n, seed=seed, **wish).array
    return PlayedPuzzles(puzzles, solve_many(puzzles).solutions)
