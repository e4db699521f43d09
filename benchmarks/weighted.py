"""Minimal puzzles with weights: how many a core draws, and what they say about all minimal puzzles.

::

    python -m benchmarks.weighted                 puzzles a second of CPU, over all and by givens
    python -m benchmarks.weighted FILE...         estimates over all minimal puzzles, from tables
                                                  of "lowbit generate --weighted", rated or not

A table is the CSV of one run, which began with grid 0; its columns `er`, `depth` and `B` are those
of "lowbit rate". Shares by givens stand beside those that D. Berthier published, with the
difference in standard errors.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from pyarrow import csv

import lowbit
from benchmarks.machine import print_machine
from lowbit import WeightedMean, weighted_mean
from lowbit.verbs.generate.subsets import plan_for
from lowbit.verbs.generate.weighted import WEIGHTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

N_GRIDS = 6670903752021072936960
"""All full grids."""

PUBLISHED = {
    22: 0.00348, 23: 0.148, 24: 2.28, 25: 13.42, 26: 31.91, 27: 32.71, 28: 15.48, 29: 3.598,
    30: 0.41, 31: 0.0241,
}  # fmt: skip
"""Percents of all minimal puzzles by givens, and `N_MINIMAL` of them: D. Berthier's
"Controlled-bias Sudoku generator and collection", 5,926,343 puzzles."""

N_MINIMAL = 3.1055e37

BANDS = (1.2, 1.5, 2.0, 2.5, 2.8, 3.5, 4.4, 5.5, 6.2, 6.6, 7.0, 7.2, 7.6, 8.2, 8.5, 9.0, 20.0)
"""The upper ends of bands of ER."""

WISHES = {"all": None, "24": 24, "26": 26, "28": 28, "23": 23, "29": 29, "22": 22}


def main() -> None:
    """Measure, or estimate."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tables", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--seconds", type=float, default=20, help="of each measurement")
    options = parser.parse_args()
    if options.tables:
        estimate(options.tables)
    else:
        measure(options.seconds)


def measure(seconds: float) -> None:
    """Print how many puzzles a core draws in a second of CPU."""
    print_machine()
    lowbit.generate_weighted(1, seed=1)  # loads the kernels
    print("\n| givens | puzzles | a second of CPU | orders for one |\n|---|---|---|---|")
    for name, clues in WISHES.items():
        found, n_orders, took = drawn(clues, seconds)
        rarity = f"{n_orders / len(found):,.0f}" if len(found) else "-"
        print(f"| {name} | {len(found)} | {len(found) / took:.3g} | {rarity} |", flush=True)


def drawn(clues: int | None, seconds: float) -> tuple[lowbit.Grids, int, float]:
    """Draw puzzles for some seconds; return them, the orders tried, and the seconds of CPU."""
    begun = time.process_time()
    try:
        lowbit.generate_weighted(10**6, clues=clues, seed=2, threads=1, time_limit=seconds)
    except lowbit.EffortSpentError as error:
        found = error.found or lowbit.Grids(np.zeros((0, 81), np.uint8))
        return found, error.tries, time.process_time() - begun
    raise SystemExit("a million were found, with no time limit reached")


def estimate(paths: list[Path]) -> None:
    """Print estimates over all minimal puzzles from the puzzles of tables."""
    tables = [csv.read_csv(path) for path in paths]
    weights = np.concatenate([column(table, "weight") for table in tables])
    clues = np.concatenate([column(table, "clues") for table in tables])
    print(
        f"{len(weights):,} puzzles, worth {weights.sum() ** 2 / (weights**2).sum():,.0f} equal ones"
    )
    print(f"all minimal puzzles: {of_all(tables)}")
    print(f"mean of givens: {shown(weighted_mean(clues, weights), 4)}\n")
    print(
        "| givens | share, % | published | standard errors apart | puzzles |\n|---|---|---|---|---|"
    )
    for k in range(int(clues.min()), int(clues.max()) + 1):
        print(share_row(k, clues, weights))
    for name in ("er", "depth", "B"):
        if all(name in table.column_names for table in tables):
            values = np.concatenate([column(table, name) for table in tables])
            print_distribution(name, values, weights, clues)


def column(table: pa.Table, name: str) -> NDArray[Any]:
    """Return the numbers of a column; NaN where there is none."""
    numbers: NDArray[Any] = table.column(name).cast(pa.float64()).to_numpy()
    return numbers


def of_all(tables: list[pa.Table]) -> str:
    """Return an estimate of how many minimal puzzles there are.

    The last puzzle of a run, which ended it, and its grid do not count.
    """
    weights = np.concatenate([column(table, "weight")[:-1] for table in tables])
    clues = np.concatenate([column(table, "clues")[:-1] for table in tables])
    n_tries = plan_for((17, 32)).n_tries * sum(column(table, "grid")[-1] for table in tables)
    n_met = (weights / WEIGHTS[clues.astype(int)]).sum()
    scale = N_GRIDS / n_tries
    error = scale * np.sqrt((weights**2).sum())
    mean = scale * weights.sum()
    apart = (mean - N_MINIMAL) / error
    return (
        f"{mean:.4g} +- {error:.2g}, published {N_MINIMAL:.5g}, {apart:+.1f} standard errors "
        f"apart; met by one in {n_tries / n_met:,.0f} orders"
    )


def share_row(k: int, clues: NDArray[Any], weights: NDArray[Any]) -> str:
    """Return the row of the puzzles with k givens."""
    found = weighted_mean(clues == k, weights)
    percent = WeightedMean(100 * found.mean, 100 * found.error)
    n = int((clues == k).sum())
    if k not in PUBLISHED:
        return f"| {k} | {shown(percent, 5)} | | | {n} |"
    apart = (percent.mean - PUBLISHED[k]) / percent.error if percent.error else np.inf
    return f"| {k} | {shown(percent, 4)} | {PUBLISHED[k]} | {apart:+.1f} | {n} |"


def print_distribution(
    name: str, values: NDArray[Any], weights: NDArray[Any], clues: NDArray[Any]
) -> None:
    """Print the mean of a measure, its shares, and its means by givens."""
    known = ~np.isnan(values)
    if not known.all():
        print(f"\n{name}: {np.count_nonzero(~known)} puzzles have none")
    values, weights, clues = values[known], weights[known], clues[known]
    print(f"\nmean of {name}: {shown(weighted_mean(values, weights), 4)}", end="; ")
    print(f"without weights {values.mean():.4f}\n")
    print(f"| {name} | share, % | without weights |\n|---|---|---|")
    for label, is_in in bands(name, values):
        found = weighted_mean(is_in, weights)
        percent = WeightedMean(100 * found.mean, 100 * found.error)
        print(f"| {label} | {shown(percent, 3)} | {100 * is_in.mean():.3f} |")
    print(f"\n| givens | mean of {name} |\n|---|---|")
    for k in np.unique(clues).astype(int):
        mine = clues == k
        if mine.sum() > 1:
            print(f"| {k} | {shown(weighted_mean(values[mine], weights[mine]), 3)} |")


def bands(name: str, values: NDArray[Any]) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """Yield the classes of a measure that occur, and which values are in each."""
    if name != "er":
        yield from ((f"{value:g}", values == value) for value in np.unique(values))
        return
    least = 0.0
    for most in BANDS:
        is_in = (values > least) & (values <= most)
        if is_in.any():
            yield f"{values[is_in].min():g} to {values[is_in].max():g}", is_in
        least = most


def shown(estimate: WeightedMean, digits: int) -> str:
    """Return an estimate with its error."""
    return f"{estimate.mean:.{digits}f} +- {estimate.error:.{digits}f}"


if __name__ == "__main__":
    main()
