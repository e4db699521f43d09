"""The sweep and the choice: as their twin on NumPy does them, and never wrong about a puzzle."""

from __future__ import annotations

from itertools import islice, permutations
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blocks import Block, lanes_in
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.kernels.classic.layout import CHUTE, DIGIT, N_ROWS
from lowbit.kernels.classic.sweep import choose, sweep
from lowbit.reference.search import Search
from random_puzzles import KINDS, grids_of, random_masks
from twin import run_twin

if TYPE_CHECKING:
    from numpy.typing import NDArray

pytestmark = pytest.mark.slow

ENOUGH = 100
"""Solutions of a puzzle that are listed; a puzzle with more is not looked at."""


@pytest.fixture(scope="module")
def block() -> Block:
    return Block()


@given(st.integers(0, 2**32), st.sampled_from([9, 16]), st.floats(0.05, 0.95))
def test_sweep_and_choose_are_their_twins_on_noise(
    block: Block, seed: int, n_bits: int, density: float
) -> None:
    rng = np.random.default_rng(seed)
    noise = rng.random((N_ROWS, block.lanes, n_bits)) < density
    words = (noise << np.arange(n_bits)).sum(axis=2).astype(np.uint16)
    reset = int(rng.integers(1 << min(block.lanes, 63)))

    block.words[:] = words
    assert list(block.sweep(reset)) == run_twin(sweep, words, [reset])
    assert (block.words == words).all()
    assert [block.choose()] == run_twin(choose, words, [])
    assert (block.words == words).all()


@pytest.mark.parametrize("kind", KINDS)
def test_sweep_and_choose_are_their_twins_on_puzzles(block: Block, kind: str) -> None:
    for seed in range(2):
        block.load(random_masks(kind, block.lanes, seed))
        words, reset = block.words.copy(), block.all_lanes
        for _ in range(12):
            assert list(block.sweep(reset)) == run_twin(sweep, words, [reset])
            assert [block.choose()] == run_twin(choose, words, [])
            assert (block.words == words).all()
            reset = 0


@pytest.mark.parametrize("lanes", [8, 16, 32, 64])
def test_sweep_does_the_same_for_any_number_of_lanes(lanes: int) -> None:
    narrow, wide = Block(lanes), Block(64)
    masks = random_masks("givens", 64)
    narrow.load(masks[:lanes])
    wide.load(masks)
    for reset in (narrow.all_lanes, 0, 0, 0, 0):
        found = narrow.sweep(reset), wide.sweep(wide.all_lanes if reset else 0)
        assert found[0] == tuple(lane_set & narrow.all_lanes for lane_set in found[1])
        assert narrow.choose() == wide.choose() & narrow.all_lanes
        assert (narrow.words == wide.words[:, :lanes]).all()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", KINDS)
def test_sweep_keeps_every_solution(block: Block, kind: str, seed: int) -> None:
    masks = random_masks(kind, block.lanes, seed)
    block.load(masks)
    listed = {
        lane: found
        for lane, puzzle in enumerate(grids_of(masks))
        if len(found := list(islice(Search(puzzle), ENOUGH))) < ENOUGH
    }
    assert listed
    for number in range(20):
        before, minilines = block.cells.copy(), block.minilines.copy()
        dead, still, solved = block.sweep(0 if number else block.all_lanes)
        assert number == 0 or not (block.minilines & ~minilines).any(), "only takes digits away"
        for lane in lanes_in(still):
            assert number == 0 or (block.minilines[:, lane] == minilines[:, lane]).all()
        for lane, solutions in listed.items():
            if solutions:
                assert not (block.cells[:, lane] & ~before[:, lane]).any()
            for solution in solutions:
                assert all(solution.allowed & block.cells[:, lane]), "it is possible still"
            if dead >> lane & 1:
                assert not solutions
        for lane in lanes_in(solved & ~dead):
            assert Grid.from_masks(block.cells[:, lane]).is_solution_of(
                Grid.from_masks(masks[lane])
            )


@pytest.mark.parametrize("kind", KINDS)
def test_a_lane_that_stands_still_stays_so(block: Block, kind: str) -> None:
    block.load(random_masks(kind, block.lanes))
    block.sweep(block.all_lanes)
    still_before = 0
    for _ in range(40):
        before = block.minilines.copy()
        dead, still, _ = block.sweep()
        assert still_before & ~still == 0
        assert all((block.minilines[:, lane] == before[:, lane]).all() for lane in lanes_in(still))
        still_before = still & ~dead
    assert still | dead == block.all_lanes


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_chosen_can_be_branched_on(block: Block, kind: str) -> None:
    block.load(random_masks(kind, block.lanes, seed=1))
    block.sweep(block.all_lanes)
    for _ in range(40):
        dead, _, solved = block.sweep()
    finished = block.choose()
    for lane in lanes_in(block.all_lanes & ~dead):
        n = configurations(block.minilines[:, lane])
        if finished >> lane & 1:
            assert (n == 1).all()
        else:
            digit = int(block.words[DIGIT, lane])
            assert digit & (digit - 1) == 0 < digit
            assert n[block.words[CHUTE, lane], digit.bit_length() - 1] > 1
        assert bool(solved >> lane & 1) == (n == 1).all()


def configurations(minilines: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Count how each digit can lie in each chute, int64[6, 9]."""
    chutes = (minilines[:, np.newaxis] >> np.arange(9) & 1).reshape(6, 3, 3, 9)
    boxes = permutations(range(3))
    ways = [chutes[:, 0, a] & chutes[:, 1, b] & chutes[:, 2, c] for a, b, c in boxes]
    counts: NDArray[np.int64] = np.sum(ways, axis=0)
    return counts


@pytest.mark.parametrize("digit", range(9))
def test_a_digit_without_a_place_is_a_contradiction(block: Block, digit: int) -> None:
    for first in range(0, 27, block.lanes):
        houses = CLASSIC.houses[first : first + block.lanes]
        masks = np.full((len(houses), 81), 511, np.uint16)
        for row, house in enumerate(houses):
            masks[row, list(house.cells)] &= ~np.uint16(1 << digit)
        block.load(masks)
        dead_at_first, _, _ = block.sweep(block.all_lanes)
        dead_then, _, _ = block.sweep()  # the first sweep tells the bands what the cells hold
        assert dead_at_first | dead_then == block.all_lanes


def test_a_cell_without_a_candidate_is_a_contradiction(block: Block) -> None:
    for first in range(0, 81, block.lanes):
        cells = np.arange(first, min(first + block.lanes, 81))
        masks = np.full((len(cells), 81), 511, np.uint16)
        masks[np.arange(len(cells)), cells] = 0
        block.load(masks)
        dead, _, _ = block.sweep(block.all_lanes)
        assert dead == block.all_lanes


TWO_CELLS_THAT_SPOIL = [
    pytest.param(0, 1, id="columns alone"),
    pytest.param(0, 9, id="rows alone"),
    pytest.param(0, 4, id="columns and boxes"),
    pytest.param(0, 36, id="rows and boxes"),
    pytest.param(0, 80, id="houses of each kind"),
]


@pytest.mark.parametrize(("one", "other"), TWO_CELLS_THAT_SPOIL)
def test_all_cells_single_is_not_yet_solved(block: Block, one: int, other: int) -> None:
    masks = random_masks("solved", 2)[1:2]
    masks[0, [one, other]] = masks[0, [other, one]]
    assert not Grid.from_masks(masks[0]).is_solved
    block.load(masks)
    for number in range(5):
        dead, _, solved = block.sweep(0 if number else block.all_lanes)
        assert not solved & ~dead & 1
    assert dead & 1
