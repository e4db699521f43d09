"""How fast is maximize, beside what else there is? python benchmarks/maximize.py.

All take turns on the same puzzles in one run; what counts are the ratios. Times are those of the
CPU, on which others on the machine tell least; only the rates on a judge's puzzles are by the
clock on the wall. The yardsticks:

- HiGHS alone: its MIP solver on the usual model of 729 variables;
- the contest method: depth first over all completions, the cell with the fewest candidates
  first, scoring each; compiled with Numba, on bit masks.
"""

from __future__ import annotations

import argparse
import random
import time
from statistics import median
from typing import TYPE_CHECKING, Any

import highspy
import numpy as np
from numba import njit

from lowbit import PYRAMID, ScoreBatch, count_solutions_many, maximize, maximize_many, solve_many
from lowbit.limits import Limits
from lowbit.verbs.maximize.optimum.one import best_completions
from lowbit.verbs.maximize.optimum.pricing import N_PAIRS, candidates
from lowbit.verbs.maximize.optimum.relaxation import linear_model

if TYPE_CHECKING:
    from numpy.typing import NDArray

DIGITS = np.arange(1, 10)


def highs_alone(values: NDArray[np.int64], masks: NDArray[np.uint16]) -> int:
    """Return the best score as HiGHS finds it."""
    solver: Any = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    model = linear_model(values)
    model.col_upper_ = candidates(masks).astype(float)
    model.integrality_ = [highspy.HighsVarType.kInteger] * N_PAIRS
    solver.passModel(model)
    solver.run()
    return round(-solver.getInfo().objective_function_value)


@njit(nogil=True)
def contest(cells: Any, values: Any) -> int:
    """Return the best score of all completions, depth first on masks of used digits."""
    rows, columns, boxes = np.zeros(9, np.int64), np.zeros(9, np.int64), np.zeros(9, np.int64)
    digits = cells.astype(np.int64)
    for cell in range(81):
        if digits[cell]:
            bit = 1 << (digits[cell] - 1)
            row, column = cell // 9, cell % 9
            box = row // 3 * 3 + column // 3
            rows[row] |= bit
            columns[column] |= bit
            boxes[box] |= bit
    order, left = np.zeros(82, np.int64), np.zeros(82, np.int64)
    best, depth, fresh = -(1 << 62), 0, True
    while depth >= 0:
        if fresh:
            fewest, chosen = 10, -1
            for cell in range(81):
                if digits[cell] == 0:
                    used = (
                        rows[cell // 9] | columns[cell % 9] | boxes[cell // 27 * 3 + cell % 9 // 3]
                    )
                    count, rest = 0, 511 & ~used
                    while rest:
                        rest &= rest - 1
                        count += 1
                    if count < fewest:
                        fewest, chosen = count, cell
                        if count <= 1:
                            break
            if chosen < 0:
                score = 0
                for cell in range(81):
                    score += values[9 * cell + digits[cell] - 1]
                best = max(best, score)
                depth -= 1
                fresh = False
                continue
            order[depth] = chosen
            used = (
                rows[chosen // 9] | columns[chosen % 9] | boxes[chosen // 27 * 3 + chosen % 9 // 3]
            )
            left[depth] = 511 & ~used
        cell = order[depth]
        row, column, box = cell // 9, cell % 9, cell // 27 * 3 + cell % 9 // 3
        if digits[cell]:
            bit = 1 << (digits[cell] - 1)
            rows[row] ^= bit
            columns[column] ^= bit
            boxes[box] ^= bit
            digits[cell] = 0
        if left[depth] == 0:
            depth -= 1
            fresh = False
            continue
        bit = left[depth] & -left[depth]
        left[depth] ^= bit
        digit, rest = 0, bit
        while rest:
            rest >>= 1
            digit += 1
        digits[cell] = digit
        rows[row] |= bit
        columns[column] |= bit
        boxes[box] |= bit
        depth += 1
        fresh = True
    return best


def timed(function: Any, *arguments: Any) -> tuple[float, Any]:
    """Return the seconds of CPU that a call takes, and what it returns."""
    start = time.process_time()
    result = function(*arguments)
    return time.process_time() - start, result


def last_score(values: NDArray[np.int64], masks: NDArray[np.uint16]) -> int:
    """Return the best score as the engine finds it."""
    *_, outcome = best_completions(values, masks, 1, Limits())
    return outcome.scores[0]


def masks_of(puzzle: str) -> NDArray[np.uint16]:
    """Return a puzzle's candidates, givens alone."""
    return np.array([511 if c == "." else 1 << (int(c) - 1) for c in puzzle], np.uint16)


def loose_puzzles(
    n: int, least: int, most: int, rng: random.Random, clues: tuple[int, int] = (24, 36)
) -> list[str]:
    """Return puzzles with so many completions, made by dropping givens down to so many clues."""
    starts = ["".join(rng.sample("123456789", 9)) + "." * 72 for _ in range(n)]
    found: list[str] = []
    while len(found) < n:
        grids = solve_many(starts, limit=1).to_strings()
        tried = []
        for grid in grids:
            # Digits relabelled and rows shuffled within bands: not all alike.
            kept = set(rng.sample(range(81), rng.randint(*clues)))
            tried.append("".join(d if cell in kept else "." for cell, d in enumerate(grid)))
        counts = count_solutions_many(tried, limit=most + 1).array
        found += [p for p, c in zip(tried, counts, strict=True) if least <= c <= most]
    return found[:n]


def few_completions(rng: random.Random) -> None:
    """Compare on puzzles with 2 to 1,500 completions."""
    values = np.outer(PYRAMID, DIGITS).reshape(-1)
    for least, most in ((2, 10), (11, 100), (101, 1500)):
        puzzles = loose_puzzles(300, least, most, rng)
        arrays = [np.array([int(c) if c != "." else 0 for c in p]) for p in puzzles]
        contest(arrays[0], values), maximize_many(puzzles[:1])
        highs, naive, alone, batch = [], [], [], []
        for _ in range(5):
            seconds, many = timed(in_one_thread, puzzles * 10)
            batch.append(seconds / len(puzzles) / 10)
            seconds, scores = timed(lambda a=arrays: [contest(each, values) for each in a])
            naive.append(seconds / len(puzzles))
            seconds, _ = timed(lambda p=puzzles: [last_score(values, masks_of(e)) for e in p])
            alone.append(seconds / len(puzzles))
            assert scores == many.scores[: len(puzzles), 0].tolist()
        for puzzle, score in zip(puzzles[:12], scores, strict=False):
            seconds, theirs = timed(highs_alone, values, masks_of(puzzle))
            assert theirs == score
            highs.append(seconds)
        h, c, a, b = (median(x) * 1e6 for x in (highs, naive, alone, batch))
        print(
            f"{least:4}-{most:<5} completions: HiGHS {h:8.0f} us, contest {c:7.1f} us, engine "
            f"alone {a:7.1f} us, in a batch {b:6.2f} us; ratios of the batch: HiGHS {h / b:.0f}, "
            f"contest {c / b:.1f}; of one alone: HiGHS {h / a:.0f}, contest {c / a:.2f}"
        )


def in_one_thread(puzzles: list[str]) -> ScoreBatch:
    """Return the best completions of a batch."""
    return maximize_many(puzzles, threads=1)


def judge_like(rng: random.Random) -> None:
    """Tell the rate on puzzles as a judge has them: 30 clues, like the samples of the problem."""
    puzzles = loose_puzzles(1000, 1, 1500, rng, (30, 30))
    completions = count_solutions_many(puzzles).array.sum() / len(puzzles)
    for threads in (1, 2):
        rates = []
        for _ in range(5):
            start = time.perf_counter()
            maximize_many(puzzles * 100, threads=threads)
            rates.append(100 * len(puzzles) / (time.perf_counter() - start))
        print(
            f"judge-like, 30 clues, {completions:.0f} completions on average, {threads} threads: "
            f"{median(rates):,.0f} puzzles/s"
        )


def empty_grid(n: int, time_of_highs: float) -> None:
    """Compare with HiGHS on the empty grid with random weights."""
    masks = masks_of("." * 81)
    kinds = {
        "pyramid": lambda _: np.outer(PYRAMID, DIGITS),
        "cells, 0-99": lambda g: np.outer(g.integers(0, 100, 81), DIGITS),
        "cells, -50-50": lambda g: np.outer(g.integers(-50, 51, 81), DIGITS),
        "cells, 0-2": lambda g: np.outer(g.integers(0, 3, 81), DIGITS),
        "cell and digit, 0-99": lambda g: g.integers(0, 100, (81, 9)),
    }
    for name, make in kinds.items():
        ratios, ours, theirs = [], [], []
        start = time.perf_counter()
        for seed in range(n if name != "pyramid" else 1):
            values = make(np.random.default_rng(seed)).astype(np.int64).reshape(-1)
            a, score = timed(last_score, values, masks)
            b, other = timed(highs_alone, values, masks)
            assert score == other, (name, seed, score, other)
            ratios.append(b / a)
            ours.append(a)
            theirs.append(b)
            if time.perf_counter() - start > time_of_highs:
                break
        print(
            f"empty grid, {name:20} {len(ratios):3} times: lowbit {median(ours):.3f} s (slowest "
            f"{max(ours):.3f}), HiGHS {median(theirs):.3f} s (slowest {max(theirs):.3f}); ratio "
            f"{median(ratios):.1f}, least {min(ratios):.1f}"
        )


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=20, help="random weights of each kind")
    parser.add_argument("--seconds", type=float, default=60, help="for each kind")
    options = parser.parse_args()
    maximize("." * 81)
    few_completions(random.Random(1))
    judge_like(random.Random(2))
    if options.times:
        empty_grid(options.times, options.seconds)


if __name__ == "__main__":
    main()
