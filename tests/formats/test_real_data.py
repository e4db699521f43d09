"""The data sets that people have are read whole, their formats inferred."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lowbit.formats import read, sniff

SETS = {
    "p096_sudoku.txt": ("euler96", 50),
    "sudoku17.txt": ("line", 49158),
    "top95.txt": ("line", 95),
    "top1465.txt": ("line", 1465),
    "counts.tsv": ("csv", 43),
    "edge_cases.tsv": ("csv", 24),
    "kaggle_sample469.tsv": ("csv", 469),
    "judge/acwing166_sample.in": ("acwing166", 2),
    "judge/poj3074_sample.in": ("acwing166", 2),
    "judge/poj2676_sample.in": ("poj2676", 1),
    "judge/noip2009_P1074_sample1.in": ("pyramid", 1),
    "judge/noip2009_P1074_sample2.in": ("pyramid", 1),
}


@pytest.mark.parametrize("name", SETS)
def test_every_puzzle_is_read(name: str, data: Callable[[str], Path]) -> None:
    path = data(name)
    records = [(record.grid is not None, record.error) for record in read(path)]
    assert (sniff(path), sum(has_grid for has_grid, _ in records)) == SETS[name]
    assert not [error for _, error in records if error]
