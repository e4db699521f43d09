"""Streams of random numbers: known values, even distributions, independent of each other."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from lowbit.kernels.core import random
from lowbit.kernels.core.compile import kernel
from lowbit.rng import SplitMix64

WORD = 2**64


@kernel
def numbers(stream: Any, seed: Any, index: Any, bound: Any, into: Any) -> None:
    random.start(stream, seed, index)
    for place in range(into.size):
        into[place] = random.below(stream, bound)


@kernel
def orders(stream: Any, seed: Any, into: Any) -> None:
    for row in range(into.shape[0]):
        random.start(stream, seed, row)
        random.shuffle(stream, into[row], into.shape[1])


def drawn(seed: int, index: int, bound: int, n: int) -> list[int]:
    into = np.zeros(n, np.int64)
    numbers(np.zeros(1, np.uint64), np.uint64(seed), np.int64(index), np.int64(bound), into)
    return into.tolist()


def hashed(state: int) -> int:
    """SplitMix64's hash, in Python's integers."""
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % WORD
    state = (state ^ state >> 27) * 0x94D049BB133111EB % WORD
    return state ^ state >> 31


@pytest.mark.parametrize(("seed", "index"), [(0, 0), (1, 0), (0, 1), (WORD - 1, 2**40)])
def test_a_stream_is_splitmix64_from_a_hashed_start(seed: int, index: int) -> None:
    gamma = 0x9E3779B97F4A7C15
    start = hashed((seed + hashed((index + gamma) % WORD)) % WORD)
    wanted = [hashed((start + k * gamma) % WORD) >> 32 for k in range(1, 9)]
    assert drawn(seed, index, 2**32, 8) == wanted


@pytest.mark.parametrize("bound", [1, 9, 362_880, 3_359_232, 3 << 30, 2**32])
@pytest.mark.parametrize(("seed", "index"), [(0, 0), (7, 3), (WORD - 1, 2**40)])
def test_the_streams_without_kernels_are_the_same(seed: int, index: int, bound: int) -> None:
    stream = SplitMix64(seed, index)
    assert [stream.below(bound) for _ in range(50)] == drawn(seed, index, bound, 50)


@pytest.mark.parametrize("bound", [1, 2, 3, 9, 81, 1000])
def test_every_number_below_the_bound_is_as_likely(bound: int) -> None:
    n = 200 * bound
    tally = np.bincount(drawn(7, bound, bound, n), minlength=bound)
    assert tally.size == bound
    # The sum has mean bound - 1 and variance 2 (bound - 1): six deviations never happen.
    chi_squared = ((tally - 200) ** 2 / 200).sum()
    assert chi_squared < bound - 1 + 6 * (2 * (bound - 1)) ** 0.5 + 1e-9


def test_bounds_that_divide_no_power_of_two_are_as_even() -> None:
    """Without turning numbers away, every third one would come up twice as often."""
    bound = 3 << 30
    n = 30_000
    residues = Counter(number % 3 for number in drawn(3, 0, bound, n))
    assert all(abs(residues[k] - n // 3) < 6 * (n * 2 / 9) ** 0.5 for k in range(3))


def test_every_order_is_as_likely() -> None:
    n = 24 * 500
    into = np.tile(np.arange(4, dtype=np.uint8), (n, 1))
    orders(np.zeros(1, np.uint64), np.uint64(11), into)
    tally = Counter(map(tuple, into.tolist()))
    assert len(tally) == 24
    assert sum((count - 500) ** 2 / 500 for count in tally.values()) < 23 + 6 * 46**0.5


def test_items_and_seeds_have_streams_of_their_own() -> None:
    streams = {tuple(drawn(seed, index, 2**32, 2)) for seed in range(40) for index in range(40)}
    assert len(streams) == 1600
