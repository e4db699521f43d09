"""The bound: exact for every completion, whatever the prices."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lowbit import Geometry, Grid
from lowbit.kernels.classic.best.losses import NEVER, SLACKS, new_losses, tabulate
from lowbit.kernels.classic.layout import A_CELL_APART, N_MASKS
from lowbit.verbs.maximize.optimum.pricing import (
    EQUATIONS,
    MEMBERS,
    N_EQUATIONS,
    N_PAIRS,
    RIVALS,
    Pricing,
    price_by_cell,
    priced,
    scale_for,
    without,
)
from lowbit.verbs.maximize.optimum.relaxation import Relaxation
from lowbit.verbs.maximize.weights import MOST_SCORE
from support import random_solution, seeded

CLASSIC = Geometry.parse("9x9")
SOLUTIONS = [random_solution(CLASSIC, seeded("pricing", seed)) for seed in range(5)]
FULL = np.full(81, 511, np.uint16)


def pairs_of(grid: Grid) -> list[int]:
    return [9 * cell + digit - 1 for cell, digit in enumerate(grid)]


def random_values(seed: int, largest: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.random.default_rng(seed).integers(-largest, largest, N_PAIRS, endpoint=True)


def assert_exact(pricing: Pricing, values: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
    assert (pricing.losses >= 0).all()
    for solution in SOLUTIONS:
        pairs = pairs_of(solution)
        loss = int(pricing.losses[pairs].sum())
        assert int(values[pairs].sum()) * pricing.scale == pricing.top - loss


def test_the_equations() -> None:
    assert EQUATIONS.shape == (N_PAIRS, 4)
    for solution in SOLUTIONS:  # a completion meets each equation once
        assert sorted(EQUATIONS[pairs_of(solution)].reshape(-1)) == list(range(N_EQUATIONS))
    for equation, members in enumerate(MEMBERS):
        assert [equation in EQUATIONS[pair] for pair in members] == [True] * 9


def test_rivals_are_the_pairs_that_share_an_equation() -> None:
    shared = {frozenset(both) for members in MEMBERS.tolist() for both in combinations(members, 2)}
    for pair in range(0, N_PAIRS, 7):
        assert {frozenset((pair, int(rival))) for rival in RIVALS[pair]} == {
            both for both in shared if pair in both
        }


@given(st.integers(0, 99), st.sampled_from([1, 100, 10**9, MOST_SCORE // 81]), st.data())
def test_any_prices_are_exact(seed: int, largest: int, draw: st.DataObject) -> None:
    values = random_values(seed, largest)
    size = draw.draw(st.sampled_from([0.0, 0.3, 1e3, 1e20, float("nan"), float("inf")]))
    prices = np.random.default_rng(seed).normal(size=N_EQUATIONS) * size
    assert_exact(priced(values, FULL, scale_for(values), prices, np.zeros(N_PAIRS)), values)


@pytest.mark.parametrize("largest", [0, 1, 99, 10**6, MOST_SCORE // 81])
def test_the_prices_of_the_relaxation_are_exact_and_better(largest: int) -> None:
    values = random_values(3, largest)
    pricing, plain = Relaxation(values).price(FULL), price_by_cell(values, FULL)
    assert_exact(pricing, values)
    assert_exact(plain, values)
    assert pricing.top // pricing.scale <= plain.top


def test_what_is_no_candidate_loses_all() -> None:
    masks = FULL.copy()
    masks[3] = 0b101
    pricing = Relaxation(random_values(1, 9)).price(masks)
    never = (pricing.losses == NEVER).reshape(81, 9)
    assert never[3].tolist() == [False, True, False] + [True] * 6
    assert never.sum() == 7


def test_a_cell_without_candidates_has_no_price() -> None:
    masks = FULL.copy()
    masks[3] = 0
    pricing = Relaxation(random_values(1, 9)).price(masks)
    assert (pricing.losses[27:36] == NEVER).all()
    assert (pricing.losses >= 0).all()


@pytest.mark.parametrize("cap", [0, 255, 256, 12345, 1 << 40])
def test_the_tables_of_a_hunt(cap: int) -> None:
    rng = np.random.default_rng(cap)
    loss = rng.integers(0, 2 * cap + 2, N_PAIRS)
    loss[rng.integers(0, N_PAIRS, 60)] = NEVER
    tables = new_losses()
    tabulate(tables, loss, cap)
    shift = int(tables.shift[0])
    assert cap >> shift < SLACKS
    for cell in range(0, 81, 20):
        for mask in range(1, N_MASKS):
            least = min(loss[9 * cell + digit] for digit in range(9) if mask >> digit & 1)
            assert tables.floors[A_CELL_APART * cell + mask] == least
        for slack in (0, cap // 3, cap):
            kept = int(tables.keep[SLACKS * cell + (slack >> shift)])
            for digit in range(9):  # never drops what may stay, and hardly keeps what may not
                if loss[9 * cell + digit] <= slack:
                    assert kept >> digit & 1
                elif loss[9 * cell + digit] > slack + (1 << shift):
                    assert not kept >> digit & 1


def test_without_leaves_the_other_candidates() -> None:
    left = without(FULL, np.array([0, 2, 9 * 80 + 8]))
    assert (left[0], left[80], left[1]) == (0b111111010, 0b011111111, 511)
    assert (FULL == 511).all()
