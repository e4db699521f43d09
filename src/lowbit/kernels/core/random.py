"""Random numbers for kernels, the same for any number of threads.

Each item of a batch draws from a stream of its own, which its index and the seed of the batch
determine: so the answer to an item depends neither on who computes it nor on the draws
for others.

A stream is SplitMix64 [1]_ from a start that is hashed from seed and index: the state is one
64-bit number, counted up by a constant, and a draw is its hash. It lies in an array of
one item, which drawing changes. That is good statistics, not cryptography.

.. [1] G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
   OOPSLA 2014.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.core.compile import part

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Number, UnsignedWords, Words

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


@part
def start(stream: UnsignedWords, seed: np.uint64, index: int) -> None:
    """Begin the stream of item `index` in a batch with this seed; `stream` is uint64[1]."""
    stream[0] = _hash(np.uint64(seed) + _hash(np.uint64(index) + _GAMMA))


@part
def draw(stream: UnsignedWords) -> np.uint64:
    """Return the next 64 bits of a stream."""
    stream[0] += _GAMMA
    return _hash(stream[0])


@part
def below(stream: UnsignedWords, n: Number) -> Number:
    """Return a number from 0 up to but not including `n`, at most 2**32, uniformly.

    D. Lemire's method without division, "Fast random integer generation in an interval", 2019.
    """
    bound = np.uint64(n)
    # The high half of a product of 32 random bits and the bound is below the bound. Some numbers
    # come from one product more than others; all do from equally many once products are drawn again
    # whose low half is less than 2**32 % bound. The division is only needed where the low half may
    # be.
    product = (draw(stream) >> _32) * bound
    if product & _LOW < bound:
        too_low = (_LOW - bound + np.uint64(1)) % bound
        while product & _LOW < too_low:
            product = (draw(stream) >> _32) * bound
    return np.int64(product >> _32)


@part
def shuffle(stream: UnsignedWords, items: Words, n: int) -> None:
    """Put the first `n` of the items into uniformly random order (Fisher, Yates)."""
    for last in range(n - 1, 0, -1):
        other = below(stream, last + 1)
        items[last], items[other] = items[other], items[last]


@part
def _hash(state: np.uint64) -> np.uint64:
    state = (state ^ (state >> _30)) * _FIRST
    state = (state ^ (state >> _27)) * _SECOND
    return state ^ (state >> _31)
