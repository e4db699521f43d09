"""Each operation on lanes, compiled, does what its twin on NumPy does."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from unittest.mock import patch

import numpy as np
import pytest
from numba import njit

from blocks import part
from lowbit.kernels.core import simd
from lowbit.kernels.core.numba_compiler import OPTIONS
from lowbit.kernels.core.simd import ALIGNMENT, native_lanes, register_file, staged
from support import slow_except
from twin import run_twin, run_twin_by_row

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


def compiled() -> Callable[..., tuple[int, int]]:
    """Return a kernel that runs every operation; it is compiled when it is first called."""

    @part
    def run(rows: Any, mask: np.uint64, other: np.uint64) -> tuple[int, int]:
        both, less = every_operation(rows, (mask, other))
        return both, less

    return cast("Callable[..., tuple[int, int]]", run)


class Outcome(NamedTuple):
    """What came out of every operation on some operands."""

    words: NDArray[np.uint16]
    lane_sets: list[int]
    twin_words: NDArray[np.uint16]
    twin_lane_sets: list[int]


@cache
def outcomes(machine: str, lanes: int) -> list[Outcome]:
    rng = np.random.default_rng(lanes)
    found = []
    with patch.object(simd, "_features", MACHINES[machine]):
        run = compiled()
        for _ in range(100):
            rows, _ = register_file(N_ROWS, lanes)
            words = rows["lanes"]
            words[:2] = rng.integers(1 << 16, size=(2, lanes)) >> rng.integers(16)
            twin = words.copy()
            masks = [int.from_bytes(rng.bytes(8)) for _ in range(2)]
            lane_sets = list(run(rows, *map(np.uint64, masks)))
            twin_lane_sets = run_twin(every_operation, twin, masks)
            found.append(Outcome(words, lane_sets, twin, twin_lane_sets))
    return found


MACHINES: dict[str, Callable[[], dict[str, bool]]] = {
    "this one": simd._features,  # noqa: SLF001 - the machine that is compiled for
    "one that counts no bits": dict,
}

on_every_machine = pytest.mark.parametrize("machine", MACHINES)
with_any_lanes = pytest.mark.parametrize("lanes", slow_except([8, 16, 32, 64], [8, 32]))


@with_any_lanes
@on_every_machine
def test_each_operation(machine: str, lanes: int) -> None:
    wrong = {
        operation
        for outcome in outcomes(machine, lanes)
        for row, operation in enumerate(OPERATIONS, 2)
        if (outcome.words[row] != outcome.twin_words[row]).any()
    }
    assert wrong == set()


@with_any_lanes
@on_every_machine
def test_lane_sets_go_in_and_come_out(machine: str, lanes: int) -> None:
    for outcome in outcomes(machine, lanes):
        assert outcome.lane_sets == outcome.twin_lane_sets


@with_any_lanes
def test_a_register_file_is_aligned_and_the_words_follow_it(lanes: int) -> None:
    rows, words = register_file(5, lanes, extra=100)
    assert rows.shape == (5,)
    assert words.shape == (100,)
    assert rows.ctypes.data % ALIGNMENT == 0
    assert words.ctypes.data == rows.ctypes.data + rows.nbytes
    assert not rows["lanes"].any()
    assert not words.any()


def test_registers_are_spilled_where_they_straddle_no_cache_line() -> None:
    rows, _ = register_file(N_ROWS, native_lanes())

    @njit(**OPTIONS)  # type: ignore[untyped-decorator] # as a kernel is, but not kept
    def spill(rows: Any) -> Any:
        return every_operation(rows, (np.uint64(0), np.uint64(0)))

    spill(rows)
    (intermediate,) = spill.inspect_llvm().values()
    assert f"alignstack({ALIGNMENT})" in intermediate


def test_the_machine_has_one_of_the_usual_registers() -> None:
    assert native_lanes() in {8, 16, 32}


@staged(outputs=1, by_row=True)
def add_first_to_second(rows: Any, first: Any, second: Any) -> tuple[Any]:
    """Add the rows that two numbers name; write the last sum into row 0, too."""
    second[0] = first[0] + second[0]
    rows[0] = second[0]
    return (second[0].equals(first[1]),)


def test_rows_are_named_at_run_time() -> None:
    @part
    def run(rows: Any, first: int, second: int) -> int:
        (same,) = add_first_to_second(rows, (first, second))
        return same  # type: ignore[no-any-return] # Numba's

    rows, _ = register_file(6, 32)
    words = rows["lanes"]
    words[:] = np.arange(6 * 32).reshape(6, 32) % 5
    twin, before = words.copy(), words.copy()
    assert [run(rows, 2, 4)] == run_twin_by_row(add_first_to_second, twin, (2, 4))
    np.testing.assert_array_equal(words, twin)
    np.testing.assert_array_equal(words[4], before[2] + before[4])


@staged(outputs=1)
def sums_of_pairs(rows: Any, mask: Any) -> tuple[Any]:
    """Write the sums of rows 0 and 1, 2 and 3, 4 and 5 into rows 6, 7 and 8."""

    def add_pair(at: Callable[[int], Any]) -> None:
        pair, total = at(2), at(1)
        total[6] = pair[0] + pair[1]

    rows.repeat(3, add_pair)
    return (mask,)


def test_turns_of_a_loop_work_on_rows_further_on() -> None:
    @part
    def run(rows: Any) -> int:
        (same,) = sums_of_pairs(rows, (np.uint64(5),))
        return same  # type: ignore[no-any-return] # Numba's

    rows, _ = register_file(9, 16)
    words = rows["lanes"]
    words[:] = np.arange(9 * 16).reshape(9, 16)
    twin = words.copy()
    assert [run(rows)] == run_twin(sums_of_pairs, twin, [5]) == [5]
    np.testing.assert_array_equal(words[6:], words[0:6:2] + words[1:6:2])
    np.testing.assert_array_equal(words, twin)
