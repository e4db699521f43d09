"""The parts that steps by constraints are made of, beside all ways that there are."""

from __future__ import annotations

from itertools import permutations, product
from random import Random
from typing import TYPE_CHECKING

import pytest

import lowbit
from lowbit.constraints import Cage, RegularLanguage, Thermometer
from lowbit.geometry import CLASSIC, Geometry
from lowbit.techniques.board_masks import digits_in
from lowbit.techniques.variants.network import Tier, assuming, network_of
from lowbit.techniques.variants.parts import NOWHERE, NetworkPart, parts_of
from lowbit.techniques.variants.states import all_states
from lowbit.techniques.variants.ways import Filled, SharedExactly, Subsets, exact_parts_of
from lowbit.verbs.steps.start import start_of

if TYPE_CHECKING:
    from collections.abc import Sequence

SMALL, SIX = Geometry.parse("4x4"), Geometry.parse("6x6")


def some_masks(rng: Random, n_cells: int, size: int) -> list[int]:
    return [rng.randrange(1, 1 << size) for _ in range(n_cells)]


def kept_by(part: NetworkPart, masks: list[int]) -> list[int] | None:
    """Return what a part leaves its cells once it has looked until nothing changes."""
    held = list(masks)
    before: list[int] = []
    while before != held:
        before = list(held)
        for cell, left in part.changes(held):
            if cell == NOWHERE or not held[cell] & left:
                return None
            held[cell] &= left
    return [held[cell] for cell in part.cells]


def all_of(ways: Sequence[tuple[int, ...]]) -> list[int] | None:
    """Return the digits that each cell has in some way; None if there is no way."""
    if not ways:
        return None
    return [sum({1 << digit - 1 for digit in column}) for column in zip(*ways, strict=True)]


def fits(way: tuple[int, ...], masks: list[int]) -> bool:
    return all(mask >> digit - 1 & 1 for digit, mask in zip(way, masks, strict=True))


@pytest.mark.parametrize("seed", range(40))
def test_what_a_house_or_a_sum_leaves_has_a_way(seed: int) -> None:
    rng = Random(seed)  # noqa: S311 - no secrets
    cells = tuple(range(6))
    masks = some_masks(rng, 6, 6)
    house = Subsets(cells, 0, 6)
    every = [way for way in permutations(range(1, 7)) if fits(way, masks)]
    assert kept_by(house, masks) == all_of(every)
    sets = [0b000111, 0b001011, 0b110001, 0b011010]
    filled = Filled(cells[:3], 0, sets)
    some = [
        way
        for way in permutations(range(1, 7), 3)
        if fits(way, masks[:3]) and sum(1 << digit - 1 for digit in way) in sets
    ]
    assert kept_by(filled, masks) == all_of(some)


def test_a_digit_that_a_sum_needs_may_have_no_place_left() -> None:
    # The sets 12349 and 12358 fit, 1 and 2 have one cell each, and 3 was possible there alone.
    masks = [0b101, 0b110, 0b11000, 0b110000000, 0b11000, *[0b111111111] * 76]
    cage = Cage((0, 1, 2, 3, 4), 19)
    parts = [part for part in parts_of(CLASSIC, (cage,)) if part.because == cage]
    assert None in [kept_by(part, masks) for part in parts]


@pytest.mark.parametrize("seed", range(20))
def test_what_sums_leave_a_house_has_a_way(seed: int) -> None:
    rng = Random(seed)  # noqa: S311 - no secrets
    cages = (Cage((0, 1), rng.randrange(5, 9)), Cage((2, 3), rng.randrange(5, 9)))
    part = next(each for each in exact_parts_of(SIX, cages) if isinstance(each, SharedExactly))
    assert part.cells == tuple(range(6))
    masks = some_masks(rng, 36, 6)
    every = [
        way
        for way in permutations(range(1, 7))
        if fits(way, masks[:6])
        and (way[0] + way[1], way[2] + way[3]) == (cages[0].total, cages[1].total)
    ]
    assert kept_by(part, masks) == all_of(every)


@pytest.mark.parametrize("seed", range(20))
def test_what_an_automaton_leaves_has_a_way(seed: int) -> None:
    rng = Random(seed)  # noqa: S311 - no secrets
    table = tuple(tuple(rng.choice((-1, -1, 0, 1, 2)) for _ in range(4)) for _ in range(3))
    line = RegularLanguage((0, 1, 2, 3), table, (0, 2))
    part = next(each for each in parts_of(SMALL, (line,)) if each.because == line)
    masks = some_masks(rng, 16, 4)
    ways = product(range(1, 5), repeat=4)
    every = [way for way in ways if fits(way, masks[:4]) and line.holds(way, SMALL)]
    assert kept_by(part, masks) == all_of(every)


def test_states_that_are_kept_are_those_that_are_found_anew() -> None:
    lines = (Thermometer((0, 5)), Cage((6, 10), 5))
    puzzle = lowbit.Puzzle("." * 16, lines, geometry=SMALL)
    solution = lowbit.any_solution(puzzle)
    assert solution is not None
    position, network = start_of(puzzle), network_of(SMALL, lines)
    rng = Random(3)  # noqa: S311 - no secrets
    for _ in range(3):
        for tier, states in all_states(position):
            for candidate, state in states.at(position).items():
                held = assuming(position.masks, candidate)
                is_dead = network.settle(held, -1, tier)
                assert state.held == ([] if is_dead else held), (tier, candidate)
                assert bool(state.packed) != is_dead
        wrong = [(c, d) for c, d in network.candidates(position.masks) if solution[c] != d]
        position = position.after([], rng.sample(wrong, 4))


def test_what_is_told_needs_no_part_that_was_left_out() -> None:
    puzzle = lowbit.Puzzle("." * 16, [Cage((0, 1, 4), 9), Cage((2, 3), 4)], geometry=SMALL)
    position = start_of(puzzle)
    network = network_of(SMALL, position.constraints)
    for tier in Tier:
        for candidate in network.candidates(position.masks):
            trail = network.follow(position.masks, candidate, 100, tier)
            if trail:
                told = network.reasons(position, candidate, trail)
                assert len(told) <= len(trail)
                used = {str(each.because) for each in told}
                assert used <= {str(network.parts[each.part].because) for each in trail}
                assert all(not digits_in(each.after & ~each.before) for each in told)
