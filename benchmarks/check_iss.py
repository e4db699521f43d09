"""Does Interactive Sudoku Solver read what lowbit writes for it, and count the same solutions.

Random puzzles of a few constraints of all kinds on small boards, and the puzzles of the shared data
as they stand and as lowbit writes them, are counted by both, up to a limit. It prints each text
that the other refuses or counts differently, and ends with 1 if there is any.

    python -m benchmarks.check_iss --iss FOLDER
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.iss import ask_iss
from benchmarks.shared_data import shared_file
from lowbit import Geometry, Grid, Masks, Puzzle, count_solutions, read_puzzle, write_puzzle
from lowbit.errors import FormatError, InputError, LimitReachedError

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "constraints"))

from makers import MAKERS

if TYPE_CHECKING:
    from collections.abc import Iterator

BOARDS = ("4x4", "4x4~0-3", "4x4:none", "6x6", "jigsaw:AAABABBBCCCDCDDD")
LIMIT = 1_000
"""How far solutions are counted."""

MOST_NODES = 100_000
"""A puzzle that takes more to count is left out."""


class Case(NamedTuple):
    """A text, and what lowbit says of the puzzle."""

    name: str
    text: str
    n_solutions: int


def random_cases(n: int, seed: int) -> Iterator[Case]:
    """Yield random puzzles that the other has a text for."""
    for number in range(n):
        rng = random.Random(f"{seed} {number}")
        try:
            puzzle = random_puzzle(rng)
            text = write_puzzle(puzzle, "iss")
        except InputError:  # it does not fit the board, or the format cannot say it
            continue
        yield from case_of(f"random {number}", text, puzzle)


def random_puzzle(rng: random.Random) -> Puzzle:
    """Return a puzzle of a few constraints and restricted cells, often without a solution."""
    board = Geometry.parse(rng.choice(BOARDS))
    names = rng.choices(sorted(MAKERS), k=rng.randint(1, 3))
    masks = [board.full_mask] * board.n_cells
    for cell in rng.sample(range(board.n_cells), 2):
        masks[cell] = rng.randint(1, board.full_mask)
    grid = Grid(Masks(masks), board)
    return Puzzle(grid, [MAKERS[name](rng, board) for name in names])


def shared_cases() -> Iterator[Case]:
    """Yield the puzzles of the shared data, in their words and in lowbit's."""
    with shared_file("variants/variants.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            text = row["constraints_iss"]
            if not text or row["status"] == "open":
                continue
            try:
                puzzle = read_puzzle(text)
            except InputError:
                continue
            yield from case_of(row["id"], text, puzzle)
            try:
                written = write_puzzle(puzzle, "iss")
            except FormatError as error:
                print(f"{row['id']} is not written: {error}")
                continue
            yield from case_of(f"{row['id']}, written", written, puzzle)


def case_of(name: str, text: str, puzzle: Puzzle) -> Iterator[Case]:
    """Yield a case, unless its count takes too long."""
    try:
        yield Case(name, text, count_solutions(puzzle, limit=LIMIT, max_nodes=MOST_NODES))
    except LimitReachedError:
        print(f"{name} takes more than {MOST_NODES} nodes: left out")


def n_wrong(cases: list[Case], folder: Path) -> int:
    """Print where the other disagrees, and return in how many cases."""
    answers = ask_iss(folder, [case.text for case in cases], limit=LIMIT, turns=1)
    wrong = 0
    for case, answer in zip(cases, answers, strict=True):
        if answer.found != case.n_solutions:
            wrong += 1
            said = answer.error or answer.found
            print(f"{case.name}: {case.n_solutions} solutions, the other: {said}; {case.text}")
    return wrong


def main() -> int:
    """Check; return 1 if anything differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--iss", type=Path, required=True, help="folder of the other")
    parser.add_argument("--puzzles", type=int, default=1_000, help="random puzzles")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    wrong = 0
    for name, cases in (
        ("random", list(random_cases(options.puzzles, options.seed))),
        ("shared", list(shared_cases())),
    ):
        found = n_wrong(cases, options.iss)
        print(f"{name}: {len(cases)} texts, {found} refused or counted differently", flush=True)
        wrong += found
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
