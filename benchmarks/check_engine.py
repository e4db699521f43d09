"""``python -m benchmarks.check_engine``: does the lane engine ever say anything wrong.

Every data set and a million random puzzles of all kinds are solved, and each answer is held
against what is known of the puzzle, the rules, other ways to run the engine, the same puzzle
turned over and relabelled (which is searched in another order), and the reference, for as many
puzzles as that can do in a few minutes.

It prints a line for each set, and ends with 1 if anything differs anywhere.
"""

from __future__ import annotations

import csv
import sys
import time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
import numpy as np

from lowbit import CLASSIC, BatchResult, Grid, Status, solve_many
from lowbit.batch.candidates import puzzles_from_masks
from lowbit.kernels.classic.engine import search
from lowbit.kernels.classic.search import new_answers
from lowbit.reference.search import Search

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "kernels"))

from random_puzzles import KINDS, bits, lines_in_groups, random_masks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Rows = NDArray[np.bool_]
    """Which puzzles are answered rightly."""

LIMIT = 20
"""How far solutions are counted."""

WORKERS = ((8, 1), (16, 1), (32, 1), (64, 1), (32, 2), (32, 3))
"""Numbers of lanes and threads."""

UNIQUE_FILES = ("sudoku17.txt", "hardest_se11plus.txt", "top1465.txt", "top95.txt")
COUNTED_FILES = ("counts.tsv", "edge_cases.tsv", "kaggle_sample469.tsv")
HOUSES = np.array([house.cells for house in CLASSIC.houses])

NO_MASK = 512
SYMBOLS = np.zeros(NO_MASK + 1, np.uint8)
"""The character of a mask, where it has one."""
SYMBOLS[[NO_MASK, CLASSIC.full_mask]] = ord("x"), ord(".")
SYMBOLS[1 << np.arange(CLASSIC.size)] = list(CLASSIC.symbols.encode())


class Case(NamedTuple):
    """Puzzles to check.

    Attributes
    ----------
    name : str
    masks : uint16[n, 81]
        A puzzle with NO_MASK in a cell is invalid.
    counts : int64[n] or None
        How many solutions they have, up to LIMIT, where that is known.
    """

    name: str
    masks: NDArray[np.uint16]
    counts: NDArray[np.int64] | None = None


def solve(
    masks: NDArray[np.uint16], limit: int, lanes: int | None = None, threads: int | None = None
) -> BatchResult:
    """Return the engine's answers."""
    answers = new_answers(len(masks))
    puzzles = puzzles_from_masks(masks, masks.max(axis=1) < NO_MASK)
    search(puzzles, answers, limit=limit, lanes=lanes, threads=threads)
    return BatchResult(
        answers.status,
        answers.n_solutions,
        answers.solutions.reshape(-1, CLASSIC.n_cells),
        answers.nodes,
        answers.guesses,
    )


def as_known(case: Case, result: BatchResult, _n: int) -> Rows:
    """Compare with what is known of the puzzles."""
    counts = result.n_solutions if case.counts is None else case.counts
    return np.equal(result.n_solutions, counts)


def by_the_rules(case: Case, result: BatchResult, _n: int) -> Rows:
    """Look whether statuses fit counts, and solutions their puzzles."""
    n_solutions, found = result.n_solutions, result.n_solutions > 0
    status = np.select([n_solutions > 1, found], [Status.SEVERAL, Status.UNIQUE], Status.NONE)
    status[(case.masks >= NO_MASK).any(axis=1)] = Status.INVALID
    digits = bits(np.maximum(result.solutions, 1))
    is_solution = (np.bitwise_or.reduce(digits[:, HOUSES], axis=2) == CLASSIC.full_mask).all(axis=1)
    is_allowed = (case.masks & digits == digits).all(axis=1)
    is_blank = ~result.solutions.any(axis=1)
    right: Rows = np.where(found, is_solution & is_allowed, is_blank) & (result.status == status)
    return right


def with_other_limits(case: Case, result: BatchResult, _n: int) -> Rows:
    """Look for one solution, and for two."""
    right = np.ones(len(result), np.bool_)
    for limit in (1, 2):
        other = solve(case.masks, limit)
        right &= other.n_solutions == np.minimum(result.n_solutions, limit)
        right &= (other.solutions == result.solutions).all(axis=1)
        right &= (other.nodes <= result.nodes) & (other.guesses <= result.guesses)
    return right


def with_other_workers(case: Case, result: BatchResult, _n: int) -> Rows:
    """Use other numbers of lanes and threads, and another order."""
    right = np.ones(len(result), np.bool_)
    order = np.random.default_rng(0).permutation(len(result))
    for lanes, threads in WORKERS:
        right[order] &= are_same(solve(case.masks[order], LIMIT, lanes, threads), result, order)
    return right


def as_text(case: Case, result: BatchResult, _n: int) -> Rows:
    """Write the puzzles down, those that have nothing but givens, and read them again."""
    characters = SYMBOLS[case.masks]
    rows = np.flatnonzero(characters.all(axis=1))
    lines = np.insert(characters[rows], CLASSIC.n_cells, ord("\n"), axis=1)
    right = np.ones(len(result), np.bool_)
    right[rows] = are_same(solve_many(lines.tobytes(), limit=LIMIT), result, rows)
    return right


def are_same(other: BatchResult, result: BatchResult, rows: NDArray[np.int64]) -> Rows:
    """Compare all that is known of puzzles with the given rows of a result."""
    right: Rows = (other.solutions == result.solutions[rows]).all(axis=1)
    for name in ("status", "n_solutions", "nodes", "guesses"):
        right &= getattr(other, name) == getattr(result, name)[rows]
    return right


def turned_over(case: Case, result: BatchResult, _n: int) -> Rows:
    """Move rows and columns, turn the board over, relabel the digits."""
    rng = np.random.default_rng(1)
    rows, columns = lines_in_groups(2, rng)
    cells = (9 * rows[:, np.newaxis] + columns).T.reshape(-1)
    label = rng.permutation(CLASSIC.size)
    other = solve(relabelled_masks(label)[case.masks[:, cells]], LIMIT)
    labels = np.concatenate([[0], label + 1])
    is_same = (other.solutions == labels[result.solutions[:, cells]]).all(axis=1)
    right: Rows = (is_same | (result.n_solutions > 1)) & (other.n_solutions == result.n_solutions)
    return right


def relabelled_masks(label: NDArray[np.int64]) -> NDArray[np.uint16]:
    """Return what each mask becomes when digit d is called ``label[d]``, both from 0."""
    masks = np.arange(NO_MASK + 1)
    moved = sum((masks >> digit & 1) << label[digit] for digit in range(CLASSIC.size))
    return np.where(masks < NO_MASK, moved, NO_MASK).astype(np.uint16)


def as_the_reference(case: Case, result: BatchResult, n: int) -> Rows:
    """Compare `n` of the puzzles, evenly spread, with the reference."""
    right = np.ones(len(result), np.bool_)
    for row in np.unique(np.linspace(0, len(result) - 1, n).astype(np.int64)):
        if result.status[row] == Status.INVALID:
            continue
        found = list(islice(Search(Grid.from_masks(case.masks[row])), LIMIT))
        right[row] = len(found) == result.n_solutions[row]
        if len(found) == 1:
            right[row] &= found[0] == result[int(row)].solution
    return right


CHECKS: tuple[Callable[[Case, BatchResult, int], Rows], ...] = (
    as_known,
    by_the_rules,
    with_other_limits,
    with_other_workers,
    as_text,
    turned_over,
    as_the_reference,
)


def check(case: Case, n_compared: int) -> int:
    """Make all checks, print how they went, and return how many answers were wrong."""
    began = time.monotonic()
    result = solve(case.masks, LIMIT)
    wrong = {check.__name__: np.count_nonzero(~check(case, result, n_compared)) for check in CHECKS}
    counts = ", ".join(f"{number:,} {word}" for word, number in result.summary().items())
    found = ", ".join(f"{number:,} wrong {name}" for name, number in wrong.items() if number)
    click.echo(
        f"{case.name:30} {len(result):9,} puzzles  {found or 'all right'}: {counts}"
        f"  ({time.monotonic() - began:.0f} s)"
    )
    return int(sum(wrong.values()))


def known_cases(data: Path) -> Iterator[Case]:
    """Yield the data sets."""
    for name in UNIQUE_FILES:
        lines = (data / name).read_text(encoding="utf-8").splitlines()
        lines = [line[: CLASSIC.n_cells] for line in lines if line and line[0] != "#"]
        yield Case(name, masks_of(lines), np.ones(len(lines), np.int64))
    for name in COUNTED_FILES:
        with (data / name).open(encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream, delimiter="\t"))
        counts = [int(row.get("n_solutions", "1").removeprefix(">=")) for row in rows]
        lines = [row["puzzle"] for row in rows]
        yield Case(name, masks_of(lines), np.minimum(counts, LIMIT).astype(np.int64))


def masks_of(lines: list[str]) -> NDArray[np.uint16]:
    """Return the candidates of puzzles, as `Grid` reads them."""
    return np.array([Grid(line).allowed for line in lines], np.uint16)


def random_cases(n: int, seed: int) -> Iterator[Case]:
    """Yield random puzzles of each kind, with an invalid one here and there."""
    for kind in KINDS:
        masks = random_masks(kind, -(-n // len(KINDS)), seed)
        masks[::97, seed % CLASSIC.n_cells] = NO_MASK
        yield Case(f"random, {kind.replace('_', ' ')}", masks)


@click.command()
@click.option("--data", envvar="LOWBIT_DATA", type=click.Path(exists=True, path_type=Path))
@click.option("--random", "n_random", default=10**6, show_default=True, help="Random puzzles.")
@click.option("--reference", "n_compared", default=10**4, show_default=True, help="In each set.")
@click.option("--seed", default=1, show_default=True)
def main(data: Path | None, n_random: int, n_compared: int, seed: int) -> None:
    """Check the data sets in the folder --data, and random puzzles."""
    cases = [*(known_cases(data) if data else ()), *random_cases(n_random, seed)]
    n_wrong = sum([check(case, n_compared) for case in cases])
    click.echo(f"{n_wrong} wrong answers" if n_wrong else "no wrong answer")
    sys.exit(n_wrong > 0)


if __name__ == "__main__":
    main()
