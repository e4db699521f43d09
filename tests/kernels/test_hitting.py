"""Choices that hit a family of sets, beside all choices."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from lowbit.kernels.fewest.hitting import hit_all
from lowbit.kernels.fewest.nodes import MOST_WRITTEN, N_NODE, new_hitting_space
from lowbit.rng import SplitMix64

N_CELLS = 9
EVERY = (1 << N_CELLS) - 1

MANY = 64
"""Of more sets, some have no number."""


def random_family(stream: SplitMix64, n_sets: int) -> list[int]:
    """Return sets, large ones if they are many: a few clues may hit them, not all at once."""
    return [
        (stream.draw() & stream.draw() if n_sets < MANY else stream.draw() | stream.draw()) & EVERY
        or 1
        for _ in range(n_sets)
    ]


def as_words(sets: list[int], shift: int) -> np.ndarray:
    """Return sets as two words, their cells moved on, so that both words are in use."""
    moved = [one << shift for one in sets]
    return np.array([[one & (1 << 64) - 1, one >> 64] for one in moved], np.uint64).reshape(-1, 2)


def nodes_found(
    family: np.ndarray, shift: int, clues: int, stop: int, at_once: int
) -> list[list[int]]:
    """Return all nodes that the kernel writes, called for some steps at a time."""
    every = (1 << 128) - 1
    ((dead_one, dead_two),) = as_words([((1 << N_CELLS) - 1)], shift).tolist()
    outside = every & ~(dead_one | dead_two << 64)
    root = np.array([[0, 0, outside & (1 << 64) - 1, outside >> 64, clues, 0]], np.uint64)
    space, room = new_hitting_space(len(family), clues), np.zeros((MOST_WRITTEN, N_NODE), np.uint64)
    found: list[list[int]] = []
    while space.state[0] < 1:
        n = hit_all(family, root, space, stop, at_once, room)
        found += room[:n].tolist()
    return found


@pytest.mark.parametrize("stop", [-1, 2])
@pytest.mark.parametrize("shift", [0, 60])
@pytest.mark.parametrize("n_sets", [8, 150])
def test_each_choice_lies_below_one_node(n_sets: int, shift: int, stop: int) -> None:
    stream = SplitMix64(shift)
    for clues in (1, 2, 3, 4, 5):
        family = random_family(stream, n_sets)
        nodes = [
            ((one | two << 64) >> shift, (dead | below << 64) >> shift, left, misses)
            for one, two, dead, below, left, misses in nodes_found(
                as_words(family, shift), shift, clues, stop, 3
            )
        ]
        for cells in combinations(range(N_CELLS), clues):
            choice = sum(1 << cell for cell in cells)
            above = [
                left
                for taken, dead, left, _ in nodes
                if not taken & ~choice and not choice & dead and taken.bit_count() + left == clues
            ]
            hits_all = all(one & choice for one in family)
            assert len(above) == 1 if hits_all else len(above) <= any(above)
        for taken, _, left, misses in nodes:
            assert misses == any(not one & taken for one in family)
            assert left or not misses


def test_sets_that_no_clue_may_hit_end_the_search() -> None:
    empty = np.zeros((1, 2), np.uint64)
    assert nodes_found(empty, 0, 3, -1, 100) == []
    assert len(nodes_found(empty[:0], 0, 3, -1, 100)) == 1
