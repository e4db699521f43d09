"""What the tests share beside fixtures: random puzzles on any board, and round trips."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections import Counter
from contextlib import contextmanager
from functools import cache
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, TypeVar

import pytest

from lowbit.errors import LimitReachedError
from lowbit.geometry import Geometry
from lowbit.grid import Grid
from lowbit.houses import House
from lowbit.limits import Limits
from lowbit.reference.search import Search
from lowbit.verbs.solve.one import count_solutions

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator

    from _pytest.mark.structures import ParameterSet

T = TypeVar("T")

REGIONS = "AAABBBBCCDAAABCCCCDABBBECCCDAAEBEEFFDDDEEEEFFDGDEHFFFFDGGHHIIFIGGHHHIIIIGGGGHHHII"
IRREGULAR = f"jigsaw:{REGIONS}"
BOARDS = ("4x4", "6x6", "9x9", IRREGULAR, "9x9+diagonals", "9x9+windows", "9x9+groups")
QUICK_BOARDS = tuple(spec for spec in BOARDS if spec != IRREGULAR)
"""Those for which random puzzles are soon made."""

SMALL_OTHERS = ("5x5~1-6:none", "4x6~1-7:2x3", "4x4@r1c1,r3c3", "6x8~0-7", "6x6+r1c2r2c4r3c6r5c1")
OTHER_BOARDS = (*SMALL_OTHERS, "7x7~1-9:none", "5x10", "9x9@r1c1,r7c7", "6x6@r1c1,r5c4")
"""Boards that are no square, have other digits, houses of fewer cells, or several grids."""

SQUARE_BOARDS = (
    *BOARDS,
    "6x6:3x2",
    "8x8",
    "12x12",
    "16x16",
    "20x20",
    "25x25",
    "16x16+diagonals",
    "16x16+windows",
    "25x25+groups",
    "9x9+diagonals+windows+groups",
)
NAMED_BOARDS = (
    *SQUARE_BOARDS,
    "5x10",
    "6x9:2x3",
    "6x8~0-7",
    "9x9~0-8",
    "9x8:none",
    "7x7~1-9:none",
    "6x6~1-9",
    "4x7:AAAABBBAAACBBBCCCCBCDDDDDDDC",
    "5x5~1-6:AA...AA.BB..BBBCC.DDCC.DD",
    "9x9+falling-diagonal",
    "9x9+r1c1r1c2r2c3",
    "samurai",
    "butterfly",
    "sohei",
    "windmill",
    "9x9@r1c1,r1c7",
    "6x6+diagonals+r1c1r1c8@r1c1,r1c7,r4c4",
)
"""These, and boards that are no square, have other digits, smaller houses or several grids."""

HARD_JIGSAW_BOARD = (
    "jigsaw:"
    "AAAAAAABBBBBBBBBAACCCCADBDDDBBEBAACCFCADBBBDEEEEAACCFCGDDDDDDEEE"
    "ACCFFCGGGDHDDHHEFFFFFCCGGDHHHHHEFIFFFGCGGGGHHHHEIIFJFGGGKHHHKHEE"
    "ILLJFGJGKKKKKKKEILJJJJJMKKNNKKEEILJJJJJMMNNNKKNNILJJLLLMMONNNKNO"
    "ILJLLMMMMOONNNNOILLLLMMMMMOOONOOILIPPPMPMPPPOOOOIIIIIPPPPPPPPPOO"
)
HARD_JIGSAW = (
    ".3..A.F...21............3.....E.2D...5.6...........BE...7D...G.2"
    "...1.46....C..D..B.C....13......5.3..B....9....D...9....F182...."
    "A.94.D.......63......6.1...D....B..F....6........G.............3"
    "8.........6....C.F......E......G...E......F.D5.A....2.4......9.8"
)
"""A minimal 16x16 that lanes do not answer in a million nodes."""

HARD_LARGE = (
    ".....D.I..BN..73.C...E.8...........................E......AF........L8..3.G"
    ".....ME...........1.9....F5K......LG...M.4.....A.....KP...I...E6D5A...B.G.."
    ".3..O...E..I.....JB....P.G6.B7.823.5..N..F..OH.ML..FA..J.7.P4..3.LK.....5D."
    "..N...G.1K.J.A.479.....F6.9.AN.JP8.....E....76..BK.J36..LE.I..19.N.F4.M2..7"
    "..E1MH...6..DL...IA2....N2D..G1KO4.I..C3E.B...J9.AC.......5...PO.6.....3..I"
    ".N.39..M..L...1...FA..J7.IB...793....M5G.H.6..OP2.M2.G...KL4EBN.IO1.9.8DF5."
    "..OE..H.N5AC.4..8.3MG6.ILJ...6G.AO..8F...P2..4..N....8...N...D......P......"
    "57....C4.O......D1.K.M...K..LJA.6.8F.9..M....5.O.2......M.......A.........."
    ".GF.I....32..J.CN4O5E...8"
)
"""A minimal puzzle of 25x25, which takes hundreds of guesses."""

ENOUGH_NODES = 3000


def slow_except(values: Iterable[T], quick: Container[T]) -> list[T | ParameterSet]:
    """Return values of a parameter, all but some of them for `make test-all` alone."""
    return [
        value if value in quick else pytest.param(value, marks=pytest.mark.slow) for value in values
    ]


def seeded(*seed: object) -> Random:
    """Return a source of random numbers that depends on `seed` alone."""
    return Random(repr(seed))  # noqa: S311 - no secrets here


def evaluated(value: object, **others: object) -> object:
    """Return what the repr of a value evaluates to."""
    names = {"Geometry": Geometry, "Grid": Grid, "House": House} | others
    return eval(repr(value), names)  # noqa: S307 - our own repr


def pickled(value: T) -> T:
    """Return a value that went through pickle."""
    copy: T = pickle.loads(pickle.dumps(value))  # noqa: S301 - our own bytes
    return copy


def count(grid: Grid, limit: int) -> int:
    return sum(1 for _ in islice(Search(grid), limit))


def random_solution(board: Geometry, rng: Random) -> Grid:
    """Return a full board: random digits in a few cells, and a solution of that."""
    digits = [1 << digit for digit in range(board.size)]
    masks = [board.full_mask] * board.n_cells
    for cell in rng.sample(range(board.n_cells), board.size):
        for bit in rng.sample(digits, board.size):
            trial = [*masks[:cell], bit, *masks[cell + 1 :]]
            if _is_soon_solved(Grid.from_masks(trial, board)):
                masks = trial
                break
    return next(Search(Grid.from_masks(masks, board)))


def _is_soon_solved(grid: Grid) -> bool:
    try:
        return any(Search(grid, Limits(ENOUGH_NODES)))
    except LimitReachedError:
        return False


def without(grid: Grid, cell: int) -> Grid:
    """Return the grid with a blank cell."""
    masks = list(grid.allowed)
    masks[cell] = grid.geometry.full_mask
    return Grid.from_masks(masks, grid.geometry)


def unique_puzzle(solution: Grid, rng: Random) -> Grid:
    """Return a puzzle with one solution and no given to spare.

    The kernels say so: the plain search, which the tests of both agree with, takes many times as
    long.
    """
    puzzle = solution
    for cell in rng.sample(range(len(solution)), len(solution)):
        fewer = without(puzzle, cell)
        if count_solutions(fewer, limit=2) == 1:
            puzzle = fewer
    return puzzle


def loose_puzzle(solution: Grid, rng: Random) -> Grid:
    """Return a puzzle that lacks a few givens for one solution."""
    puzzle = unique_puzzle(solution, rng)
    givens = [cell for cell, digit in enumerate(puzzle) if digit]
    for cell in rng.sample(givens, 2):
        puzzle = without(puzzle, cell)
    return puzzle


def spoilt_puzzle(solution: Grid, rng: Random) -> Grid:
    """Return a puzzle with one given changed; mostly it has no solution left."""
    masks = list(unique_puzzle(solution, rng).allowed)
    cell = rng.randrange(len(masks))
    masks[cell] = 1 << rng.randrange(solution.geometry.size)
    return Grid.from_masks(masks, solution.geometry)


def restricted_puzzle(solution: Grid, rng: Random) -> Grid:
    """Return a puzzle that allows in each cell its digit and some others."""
    digits = range(solution.geometry.size)
    share = rng.uniform(0.15, 0.35)
    extras = [sum(1 << digit for digit in digits if rng.random() < share) for _ in solution]
    masks = [mine | extra for mine, extra in zip(solution.allowed, extras, strict=True)]
    return Grid.from_masks(masks, solution.geometry)


MAKERS: dict[str, Callable[[Grid, Random], Grid]] = {
    "unique": unique_puzzle,
    "several": loose_puzzle,
    "spoilt": spoilt_puzzle,
    "restricted": restricted_puzzle,
}
"""How to make a puzzle of each kind from a solution."""


@cache
def random_puzzle(spec: str, kind: str, *seed: object) -> Grid:
    """Return the puzzle of a kind on a board that a seed makes, for all tests that ask for it."""
    rng = seeded(spec, kind, *seed)
    return MAKERS[kind](random_solution(Geometry.parse(spec), rng), rng)


def assert_even(found: list[int], n_kinds: int) -> None:
    """Assert that each number below `n_kinds` comes up as often as is likely.

    Chi-squared has mean k = `n_kinds` - 1 and variance 2k: six deviations never happen.
    """
    tally = Counter(found)
    assert set(tally) <= set(range(n_kinds))
    expected = len(found) / n_kinds
    chi_squared = sum((tally[kind] - expected) ** 2 / expected for kind in range(n_kinds))
    assert chi_squared < n_kinds - 1 + 6 * (2 * (n_kinds - 1)) ** 0.5


@contextmanager
def interrupted(after: float) -> Iterator[None]:
    """Press Ctrl-C some seconds from now, and now and then until the block is left.

    Python loses an exception that is raised in a destructor or a callback.
    """
    is_over = threading.Event()

    def press() -> None:
        wait = after
        while not is_over.wait(wait):
            os.kill(os.getpid(), signal.SIGINT)
            wait = 5

    def hear(*_: object) -> None:  # not one pressed as the block is left: it would end the tests
        if not is_over.is_set():
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, hear)
    presser = threading.Thread(target=press, daemon=True)
    presser.start()
    try:
        yield
    finally:
        is_over.set()
        presser.join()
        signal.signal(signal.SIGINT, before)
