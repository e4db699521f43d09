"""How much of the tree each engine visits for some puzzles: ``make golden`` writes it down."""

from __future__ import annotations

from collections import deque
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from lowbit import PYRAMID, Puzzle, solve_many
from lowbit.batch.boards import read_boards
from lowbit.batch.puzzles import read_puzzles
from lowbit.constraints import LittleKiller, Thermometer
from lowbit.formats import read
from lowbit.geometry import Geometry
from lowbit.grid import Grid
from lowbit.kernels.classic.engine import search
from lowbit.kernels.classic.search import new_answers
from lowbit.kernels.general.engine import list_solutions
from lowbit.kernels.general.engine import new_answers as new_board_answers
from lowbit.kernels.general.program import board_of
from lowbit.reference.score import BestSearch
from lowbit.reference.search import Search
from lowbit.verbs.maximize.weights import values_of
from lowbit.verbs.solve.boards import solve_boards
from support import HARD_JIGSAW, HARD_JIGSAW_BOARD, HARD_LARGE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lowbit.constraints import Constraint

FIFTY = Path(__file__).parents[2] / "examples" / "fifty.txt"
LOOSE = (Grid("." * 81), Grid("1...5...9" + "." * 72))
"""Puzzles that leave much to guess, which the fifty do not."""

SEVERAL = "..3..2.6.1.....2.......1.5.96.......8..3...7.....2....2.5..7.8139...........9...5"
"""A puzzle with 254 solutions."""

HEADER = "puzzles\tengine\tlimit\tnodes\tguesses"


def totals() -> str:
    """Return a table of all totals; the reference counts no guesses."""
    fifty = [record.grid for record in read(FIFTY) if record.grid]
    asked = [("fifty", fifty, 1), ("fifty", fifty, 2), ("loose", list(LOOSE), 1000)]
    lines = [HEADER]
    for name, puzzles, limit in asked:
        lines.append(f"{name}\treference\t{limit}\t{_of_reference(puzzles, limit)}")
        lines.append(f"{name}\tlanes\t{limit}\t{_of_lanes(puzzles, limit)}")
    lines += [_of_scores("pyramid", PYRAMID), _of_scores("ties", [1] * 81)]
    lines += _of_constraints(solve_many(fifty).solutions[:6].tolist())
    lines += _of_learning()
    for path in sorted(FIFTY.parents[1].glob("tests/golden/*.txt")):
        lines += _of_board(path)
    return "\n".join([*lines, ""])


def _of_scores(name: str, weights: Sequence[int]) -> str:
    """Return what the best completions take the reference, beside others with the same score."""
    grid = Grid(SEVERAL)
    search = BestSearch(grid, values_of(weights, grid.geometry), 3)
    deque(search.steps(), maxlen=0)
    return f"{name}\treference\t3\t{search.nodes}\t-"


def _of_board(path: Path) -> Iterator[str]:
    """Yield what all puzzles of a board take in the lanes: all lanes at one, and one in each.

    The number of lanes is part of that, so it must be the same on every machine.
    """
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    geometry = Geometry.parse(first.removeprefix("board:"))
    texts = [line.partition(":")[0] for line in lines if line and not line.startswith("#")]
    puzzles = [Grid(text, geometry) for text in texts]
    board = board_of(geometry)
    ones = [new_board_answers(board, 1) for _ in puzzles]
    for puzzle, answers in zip(puzzles, ones, strict=True):
        deque(list_solutions(board, [puzzle.allowed], answers), maxlen=0)
    nodes = sum(int(answers.nodes[0]) for answers in ones)
    guesses = sum(int(answers.guesses[0]) for answers in ones)
    many = solve_boards(read_boards(puzzles, geometry))
    yield f"{path.stem}\ttogether\t-\t{nodes}\t{guesses}"
    yield f"{path.stem}\tapart\t2\t{many.nodes.sum()}\t{many.guesses.sum()}"


def _of_learning() -> Iterator[str]:
    """Yield what a large puzzle and a jigsaw take the search that learns."""
    for name, text, board in (
        ("hard", HARD_LARGE, "25x25"),
        ("hard-jigsaw", HARD_JIGSAW, HARD_JIGSAW_BOARD),
    ):
        found = solve_boards(read_boards([Grid(text, board)], Geometry.parse(board)))
        yield f"{name}\tlearning\t2\t{found.nodes[0]}\t{found.guesses[0]}"


def _of_constraints(grids: list[list[int]]) -> Iterator[str]:
    """Yield what the engine for constraints takes for clues that are read off full grids."""
    for name, clues, n_given in (("dominoes", _dominoes, 0), ("diagonals", _diagonals, 18)):
        givens = [[*digits[:n_given], *[0] * (81 - n_given)] for digits in grids]
        puzzles = [Puzzle(own, clues(digits)) for own, digits in zip(givens, grids, strict=True)]
        found = solve_many(puzzles, limit=100)
        yield f"{name}\tconstraints\t100\t{found.nodes.sum()}\t{found.guesses.sum()}"


def _dominoes(digits: list[int]) -> list[Constraint]:
    """Return a thermometer on each other cell and the one to its right."""
    pairs = [(cell, cell + 1) for cell in range(0, 81, 2) if cell % 9 < 8]
    return [Thermometer(tuple(sorted(pair, key=digits.__getitem__))) for pair in pairs]


def _diagonals(digits: list[int]) -> list[Constraint]:
    """Return a little killer on each diagonal of two cells or more that falls to the right."""
    firsts = [*range(8), *range(9, 72, 9)]
    lines = [tuple(first + 10 * at for at in range(9 - max(divmod(first, 9)))) for first in firsts]
    return [LittleKiller(line, sum(digits[cell] for cell in line)) for line in lines]


def _of_reference(puzzles: list[Grid], limit: int) -> str:
    searches = list(map(Search, puzzles))
    for search_of_one in searches:
        list(islice(search_of_one, limit))
    return f"{sum(search_of_one.nodes for search_of_one in searches)}\t-"


def _of_lanes(puzzles: list[Grid], limit: int) -> str:
    answers = new_answers(len(puzzles))
    search(read_puzzles(puzzles), answers, limit=limit)
    return f"{answers.nodes.sum()}\t{answers.guesses.sum()}"


if __name__ == "__main__":
    print(totals(), end="")  # noqa: T201 - a program that prints
