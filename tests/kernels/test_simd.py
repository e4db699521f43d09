"""Each operation on lanes, compiled, does what its twin on NumPy does."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from lowbit.kernels.compile import part
from lowbit.kernels.simd import ALIGNMENT, native_lanes, register_file, staged
from twin import run_twin

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


def has_bits(count: int) -> Callable[[Any, Any, Any], Any]:
    return lambda a, _b, _: a.has_bits(count).spread()


OPERATIONS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "and": lambda a, b, _: a & b,
    "and int": lambda a, _b, _: a & 0xF0F1,
    "or": lambda a, b, _: a | b,
    "or int": lambda a, _b, _: a | 0xF0F1,
    "xor": lambda a, b, _: a ^ b,
    "xor int": lambda a, _b, _: a ^ 0xF0F1,
    "add": lambda a, b, _: a + b,
    "add int": lambda a, _b, _: a + 40000,
    "sub": lambda a, b, _: a - b,
    "sub int": lambda a, _b, _: a - 1,
    "shift": lambda a, _b, _: a << 3,
    "invert": lambda a, _b, _: ~a,
    "less": lambda a, b, _: (a < b).spread(),
    "less int": lambda a, _b, _: (a < 0x8000).spread(),
    "equals": lambda a, b, _: (a & 3).equals(b & 3).spread(),
    "equals int": lambda a, _b, _: (a & 3).equals(2).spread(),
    "minimum": lambda a, b, _: a.minimum(b),
    "popcount": lambda a, _b, _: a.popcount(),
    **{f"has {n} bits": has_bits(n) for n in range(1, 17)},
    "choose": lambda a, b, mask: mask.choose(a, b),
    "choose int or vector": lambda _a, b, mask: mask.choose(9, b),
    "choose vector or int": lambda a, _b, mask: mask.choose(a, 9),
    "spread": lambda _a, _b, mask: mask.spread(),
    "mask and": lambda a, b, mask: (mask & (a < b)).spread(),
    "mask or": lambda a, b, mask: (mask | (a < b)).spread(),
    "mask invert": lambda _a, _b, mask: (~mask).spread(),
}
N_ROWS = 2 + len(OPERATIONS)


@staged(outputs=2)
def every_operation(rows: Any, mask: Any, other: Any) -> tuple[Any, Any]:
    for row, operation in enumerate(OPERATIONS.values(), 2):
        rows[row] = operation(rows[0], rows[1], mask)
        rows.fence()
    return mask & other, rows[0] < rows[1]


@part
def compiled(rows: Any, mask: np.uint64, other: np.uint64) -> tuple[int, int]:
    both, less = every_operation(rows, (mask, other))
    return both, less


@cache
def outcomes(lanes: int) -> list[tuple[NDArray[np.uint16], NDArray[np.uint16], list[int], Any]]:
    """Return the rows and lane sets, of the twin and as compiled, for some random operands."""
    rng = np.random.default_rng(lanes)
    pairs = []
    for _ in range(100):
        rows, _ = register_file(N_ROWS, lanes)
        rows["lanes"][:2] = rng.integers(1 << 16, size=(2, lanes)) >> rng.integers(16)
        twin = rows["lanes"].copy()
        masks = [int(rng.integers(1 << 32)) << 32 | int(rng.integers(1 << 32)) for _ in range(2)]
        found = compiled(rows, *map(np.uint64, masks))
        pairs.append((rows["lanes"], twin, run_twin(every_operation, twin, masks), found))
    return pairs


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("lanes", [8, 16, 32, 64])
def test_each_operation(lanes: int, operation: str) -> None:
    row = 2 + list(OPERATIONS).index(operation)
    for words, twin, _, _ in outcomes(lanes):
        assert (words[row] == twin[row]).all()


@pytest.mark.parametrize("lanes", [8, 16, 32, 64])
def test_lane_sets_go_in_and_come_out(lanes: int) -> None:
    for _, _, twin, found in outcomes(lanes):
        assert list(found) == twin


@pytest.mark.parametrize("lanes", [8, 16, 32, 64])
def test_a_register_file_is_aligned_and_the_words_follow_it(lanes: int) -> None:
    rows, words = register_file(5, lanes, extra=100)
    assert rows.shape == (5,)
    assert words.shape == (100,)
    assert rows.ctypes.data % ALIGNMENT == 0
    assert words.ctypes.data == rows.ctypes.data + rows.nbytes
    assert not rows["lanes"].any()
    assert not words.any()


def test_the_machine_has_one_of_the_usual_registers() -> None:
    assert native_lanes() in {8, 16, 32}
