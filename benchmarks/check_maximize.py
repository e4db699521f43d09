"""Is maximize brute force? Compare on many random puzzles: python benchmarks/check_maximize.py.

Each puzzle is a random full grid from which givens were taken until it had a hundred
completions at most; each has random weights, of one of several kinds. All completions are
enumerated by the reference and scored in plain Python. Both senses, one and five completions,
the verb on one puzzle and on many, the engine from the first node on and, one time in four,
linear programs from the first node on, must all give exactly the completions that brute force
gives, in that order.
"""

from __future__ import annotations

import argparse
import random
import sys
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from lowbit import Grid, loaded, maximize, maximize_many
from lowbit.limits import Limits
from lowbit.reference.search import Search
from lowbit.verbs.maximize import one as scoring
from lowbit.verbs.maximize.optimum import one as engine
from lowbit.verbs.maximize.weights import values_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.verbs.maximize.weights import Values

MOST_COMPLETIONS = 100
K = (1, 5)

Expected = list[tuple[int, bytes]]


def random_solution(rng: random.Random) -> Grid:
    """Return a random full grid: three boxes that do not see each other, and a completion."""
    cells = [0] * 81
    for box in range(3):
        for place, digit in enumerate(rng.sample(range(1, 10), 9)):
            cells[9 * (3 * box + place // 3) + 3 * box + place % 3] = digit
    return next(Search(Grid(cells)))


def random_puzzle(rng: random.Random) -> list[Grid]:
    """Return a puzzle and, behind it, all its completions."""
    solution = random_solution(rng)
    order, n_blank = rng.sample(range(81), 81), rng.randint(40, 60)
    while True:
        cells = [0 if cell in order[:n_blank] else digit for cell, digit in enumerate(solution)]
        found = list(islice(Search(Grid(cells)), MOST_COMPLETIONS + 1))
        if len(found) <= MOST_COMPLETIONS:
            return [Grid(cells), *found]
        n_blank -= 3


def random_weights(rng: random.Random) -> list[int] | list[list[int]] | str:
    """Return weights of one kind or another."""
    kind = rng.randrange(6)
    largest = rng.choice((1, 3, 30, 1000, 10**9))
    if kind == 0:
        return rng.choice(("pyramid", "uniform"))
    if kind < 3:
        return [rng.randint(-largest, largest) for _ in range(81)]
    if kind == 3:
        return [rng.randint(0, largest) for _ in range(81)]
    return [[rng.randint(-largest, largest) for _ in range(9)] for _ in range(81)]


def brute_force(completions: list[Grid], values: Values, sign: int) -> Expected:
    """Return the scores and digits of all completions, in order."""
    scored = [
        (sum(values[cell][digit - 1] for cell, digit in enumerate(grid)), grid.givens)
        for grid in completions
    ]
    return sorted(scored, key=lambda found: (-sign * found[0], found[1]))


def answers(puzzle: Grid, weights: Any, k: int, sign: int) -> Iterator[Expected]:
    """Yield what each way to ask gives."""
    for module in (loaded.OPTIMUM, loaded.EngineModule("none: the reference alone")):
        loaded.OPTIMUM, scoring.FEW_NODES = module, 10**6  # type: ignore[misc]  # which is final
        one = maximize(puzzle, weights, lowest=sign < 0, top=k)
        yield pairs(one)
    yield pairs(maximize_many([puzzle, puzzle], weights, lowest=sign < 0, top=k)[1])


def from_linear_programs(puzzle: Grid, values: Values, k: int, sign: int) -> Expected:
    """Return what the engine finds without the quick look at the beginning."""
    kept, engine.FEW_SWEEPS = engine.FEW_SWEEPS, 0
    flat = sign * np.array(values, np.int64).reshape(-1)
    *_, last = engine.best_completions(flat, np.array(puzzle.allowed, np.uint16), k, Limits())
    engine.FEW_SWEEPS = kept
    return [(sign * s, g.tobytes()) for s, g in zip(last.scores, last.grids, strict=True)]


def pairs(result: scoring.ScoreResult) -> Expected:
    """Return a result's scores and digits; it must be proven and settled."""
    if not (result.proven and result.settled):
        raise AssertionError(result)
    return [(s, g.givens) for s, g in zip(result.scores, result.solutions, strict=True)]


def main() -> int:
    """Check; return 1 at the first difference."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    n_completions = 0
    for number in range(options.puzzles):
        rng = random.Random(f"{options.seed} {number}")
        puzzle, *completions = random_puzzle(rng)
        n_completions += len(completions)
        weights = random_weights(rng)
        values = values_of(weights, puzzle.geometry)
        for k in K:
            for sign in (1, -1):
                expected = brute_force(completions, values, sign)[:k]
                found = list(answers(puzzle, weights, k, sign))
                if rng.random() < 0.25:
                    found.append(from_linear_programs(puzzle, values, k, sign))
                if any(each != expected for each in found):
                    print(number, puzzle.to_line(), weights, k, sign, found, expected)
                    return 1
        if number % 100 == 99:
            print(f"{number + 1} puzzles, {n_completions} completions", file=sys.stderr)
    print(f"{options.puzzles} puzzles, {n_completions} completions: all as brute force has it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
