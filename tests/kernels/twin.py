"""The vectors, masks and rows of staged functions once more, on NumPy arrays.

A staged function does not know what it works on. Compiled, its operators leave LLVM
instructions; given these classes, it simply runs, one array operation after the other. So the twin
checks the lowering, that is, what becomes of the operations; that the rules themselves are right is
checked by `naive_inference`, which shares nothing with them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Words = NDArray[np.uint16]


@dataclass(frozen=True)
class TwinVector:
    words: Words

    def __and__(self, other: TwinVector | int) -> TwinVector:
        return TwinVector(self.words & words_of(other))

    def __or__(self, other: TwinVector | int) -> TwinVector:
        return TwinVector(self.words | words_of(other))

    def __xor__(self, other: TwinVector | int) -> TwinVector:
        return TwinVector(self.words ^ words_of(other))

    def __add__(self, other: TwinVector | int) -> TwinVector:
        return TwinVector(self.words + words_of(other))

    def __sub__(self, other: TwinVector | int) -> TwinVector:
        return TwinVector(self.words - words_of(other))

    def __lshift__(self, other: int) -> TwinVector:
        return TwinVector(self.words << words_of(other))

    def __invert__(self) -> TwinVector:
        return TwinVector(~self.words)

    def __lt__(self, other: TwinVector | int) -> TwinMask:
        return TwinMask(self.words < words_of(other))

    def equals(self, other: TwinVector | int) -> TwinMask:
        return TwinMask(self.words == words_of(other))

    def minimum(self, other: TwinVector) -> TwinVector:
        return TwinVector(np.minimum(self.words, other.words))

    def popcount(self) -> TwinVector:
        places = np.arange(16, dtype=np.uint16)
        bits = self.words[:, np.newaxis] >> places & np.uint16(1)
        return TwinVector(bits.sum(axis=1, dtype=np.uint16))

    def has_bits(self, count: int) -> TwinMask:
        return TwinMask(self.popcount().words >= count)


@dataclass(frozen=True)
class TwinMask:
    lanes: NDArray[np.bool_]

    def __and__(self, other: TwinMask) -> TwinMask:
        return TwinMask(self.lanes & other.lanes)

    def __or__(self, other: TwinMask) -> TwinMask:
        return TwinMask(self.lanes | other.lanes)

    def __invert__(self) -> TwinMask:
        return TwinMask(~self.lanes)

    def choose(self, yes: TwinVector | int, no: TwinVector | int) -> TwinVector:
        return TwinVector(np.where(self.lanes, words_of(yes), words_of(no)))

    def spread(self) -> TwinVector:
        return TwinVector(np.where(self.lanes, np.uint16(0xFFFF), np.uint16(0)))


@dataclass(frozen=True)
class TwinRows:
    words: Words
    """uint16[rows, lanes]"""

    def __getitem__(self, row: int) -> TwinVector:
        return TwinVector(self.words[row].copy())

    def __setitem__(self, row: int, vector: TwinVector) -> None:
        self.words[row] = vector.words

    def fence(self) -> None:
        """Nothing is carried in registers here."""

    def repeat(self, times: int, do: Callable[[Callable[[int], TwinRows]], None]) -> None:
        for turn in range(times):
            do(partial(self._at_turn, turn))

    def _at_turn(self, turn: int, step: int) -> TwinRows:
        return self.beginning_at(step * turn)

    def beginning_at(self, row: int) -> TwinRows:
        return TwinRows(self.words[row:])


def words_of(value: TwinVector | int) -> Any:
    """Return the words of a vector, or an int as one of them."""
    return value.words if isinstance(value, TwinVector) else np.uint16(value)


def run_twin(function: Any, words: Words, lane_sets: Sequence[int]) -> list[int]:
    """Run a staged function on rows, which it changes; return the lane sets that it returns."""
    lanes = words.shape[1]
    masks = [TwinMask(np.array([s >> lane & 1 for lane in range(lanes)], bool)) for s in lane_sets]
    return [lane_set_of(mask.lanes) for mask in function.staged(TwinRows(words), *masks)]


def run_twin_by_row(function: Any, words: Words, numbers: Sequence[int]) -> list[int]:
    """Run a staged function on rows, and those from these numbers on, as `run_twin` does."""
    rows = TwinRows(words)
    found = function.staged(rows, *map(rows.beginning_at, numbers))
    return [lane_set_of(mask.lanes) for mask in found]


def lane_set_of(lanes: NDArray[np.bool_]) -> int:
    """Return the number that has bit i set where lane i is."""
    return sum(1 << int(lane) for lane in np.flatnonzero(lanes))
