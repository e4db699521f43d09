"""The sweep against rules spelt out: it infers what they do, and all that they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from blocks import Block
from naive_inference import State
from random_puzzles import KINDS, random_masks

if TYPE_CHECKING:
    from numpy.typing import NDArray

pytestmark = pytest.mark.slow

N_PUZZLES = 8
SWEEPS = 40


def digits_of(mask: int) -> set[int]:
    return {digit for digit in range(1, 10) if mask >> digit - 1 & 1}


def sets_of(words: NDArray[np.uint16]) -> list[set[int]]:
    return [digits_of(mask) for mask in words.tolist()]


def guess(block: Block, rules: list[State], rng: np.random.Generator) -> None:
    """Rule out a few digits of minilines in every lane, as guesses do."""
    for lane, state in enumerate(rules):
        for miniline in rng.integers(54, size=3):
            digit = int(rng.integers(1, 10))
            block.minilines[miniline, lane] &= 0x1FF ^ 1 << digit - 1
            state.holds[miniline].discard(digit)


def triples(n: int, rng: np.random.Generator) -> NDArray[np.uint16]:
    """Return puzzles that leave three digits for the three cells of one miniline down."""
    masks = np.full((n, 81), 0x1FF, np.uint16)
    for row in masks:
        first = 27 * rng.integers(3) + rng.integers(9)
        row[[first, first + 9, first + 18]] = (1 << rng.permutation(9)[:3]).sum()
    return masks


@pytest.mark.parametrize("guesses", [0, 1, 2])
@pytest.mark.parametrize("kind", [*KINDS, "triples"])
def test_sweeps_infer_what_the_rules_do_and_no_more(kind: str, guesses: int) -> None:
    block, rng = Block(N_PUZZLES), np.random.default_rng(guesses)
    crafted = kind == "triples"
    block.load(triples(N_PUZZLES, rng) if crafted else random_masks(kind, N_PUZZLES, guesses))
    rules = [State(sets_of(allowed)) for allowed in block.allowed.T]
    dead, _, _ = block.sweep(block.all_lanes)
    for _ in range(guesses):
        guess(block, rules, rng)
        dead |= block.sweep()[0]
    for state in rules:
        state.settle()
    for _ in range(SWEEPS):
        for lane, state in enumerate(rules):
            holds = sets_of(block.minilines[:, lane])
            if not dead >> lane & 1 and not state.is_contradiction:
                assert all(left <= now for left, now in zip(state.holds, holds, strict=True))
        found, still, solved = block.sweep()
        dead |= found
    for lane, state in enumerate(rules):
        assert state.is_contradiction == bool(dead >> lane & 1)
        if not state.is_contradiction:
            assert still >> lane & 1
            assert sets_of(block.minilines[:, lane]) == state.holds
            assert state.is_solved == bool(solved >> lane & 1)
