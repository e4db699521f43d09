"""Random numbers in plain Python: SplitMix64.

The same numbers as those of `lowbit.kernels.core.random`: one puzzle is shuffled in plain Python as
it would be in a batch.
"""

from __future__ import annotations

from operator import index
from typing import Final

from lowbit.arguments import integer, shown
from lowbit.errors import InputError

_ALL: Final = (1 << 64) - 1
_GAMMA: Final = 0x9E3779B97F4A7C15
_FIRST: Final = 0xBF58476D1CE4E5B9
_SECOND: Final = 0x94D049BB133111EB


class SplitMix64:
    """The numbers that an item of a batch draws: SplitMix64.

    Parameters
    ----------
    seed : int
        That of the batch, from 0 to 2**64 - 1.
    item : int, default 0
        Which one.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int, item: int = 0) -> None:
        self._state = _hash(seed + _hash(integer("item", item, 0) + _GAMMA))

    def draw(self) -> int:
        """Return the next 64 bits."""
        self._state = self._state + _GAMMA & _ALL
        return _hash(self._state)

    def below(self, n: int) -> int:
        """Return a number from 0 up to but not including `n`, at most 2**32, uniformly."""
        product = (self.draw() >> 32) * n
        too_low = (1 << 32) % n
        while product & (1 << 32) - 1 < too_low:
            product = (self.draw() >> 32) * n
        return product >> 32

    def shuffle(self, items: list[int]) -> None:
        """Put items into uniformly random order."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def seed_or_any(seed: int | None) -> int:
    """Return a seed: the one that was asked for, or any if None.

    One that is drawn is below 2**53: JavaScript and the numbers of a spreadsheet hold it exactly.

    Raises
    ------
    InputError
        If it is not a whole number in 64 bits.
    """
    if seed is None:
        from secrets import randbits  # loads OpenSSL

        return randbits(53)
    try:
        number = index(seed)
    except TypeError:
        number = -1
    if not 0 <= number <= _ALL:
        raise InputError(f"a seed must be a number from 0 to 2**64 - 1, not {shown(seed)}")
    return number


def _hash(state: int) -> int:
    state &= _ALL
    state = (state ^ state >> 30) * _FIRST & _ALL
    state = (state ^ state >> 27) * _SECOND & _ALL
    return state ^ state >> 31
