"""Calls of the kernels for the classic board, by which they are compiled ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.classic.best.bounded_search import bounded_search
from lowbit.kernels.classic.best.completions import Terms, new_best
from lowbit.kernels.classic.best.losses import new_losses, tabulate
from lowbit.kernels.classic.best.rank import rank
from lowbit.kernels.classic.canonical.minlex import minimize_grids
from lowbit.kernels.classic.canonical.state import new_forms, new_workspace
from lowbit.kernels.classic.loop import new_lanes
from lowbit.kernels.classic.making import perturb
from lowbit.kernels.classic.making.chutes import chutes
from lowbit.kernels.classic.making.grids import draw_grids, new_sketch
from lowbit.kernels.classic.making.minimal import STEPS, Removal, new_chains, strip
from lowbit.kernels.classic.making.transform import new_scratch, shuffle_digits, shuffle_masks
from lowbit.kernels.classic.search import LaneLimits, Puzzles, advance, new_answers
from lowbit.kernels.classic.texts.characters import MASK_OF, PADDING
from lowbit.kernels.classic.texts.lines import (
    Lines,
    Rules,
    count_lines,
    new_style,
    render,
    scan,
    settle,
)
from lowbit.kernels.classic.texts.search import new_window, search_text
from lowbit.kernels.core.compile import Call, together
from lowbit.kernels.core.simd import native_lanes

if TYPE_CHECKING:
    from collections.abc import Iterator

N_CELLS, N_DIGITS = 81, 9

NOT_LISTED = np.zeros((0, N_CELLS), np.uint8)

LIMITS = LaneLimits(1, 0)
SEED = np.uint64(0)


def calls() -> Iterator[Call]:
    """Yield a call for each type of arguments that a kernel takes."""
    lanes, words = new_lanes(native_lanes()), np.zeros(0, np.int64)
    text, answers = np.zeros(PADDING, np.uint8), new_answers(0)
    puzzles = Puzzles(text, words, MASK_OF, np.zeros(0, np.uint16))
    yield from _of_texts(Call(advance, lanes, puzzles, answers, LIMITS, NOT_LISTED, 0))
    losses, terms, best = new_losses(), Terms(0, 0, 1, 0, 0, 0), new_best(1, 1)
    yield Call(tabulate, losses, np.zeros(N_CELLS * N_DIGITS, np.int64), 0)
    yield Call(rank, lanes, puzzles, answers, LIMITS, losses, terms, best, 0)
    yield Call(bounded_search, lanes, losses, terms, best, np.zeros(2, np.int64), 0)
    chains = new_chains(native_lanes())
    task = Removal(puzzles.masks, text[:0], text[:0], words, words, words, SEED, 0, STEPS)
    yield from _of_making(Call(strip, lanes, chains, task, answers, LIMITS, 0))
    yield Call(minimize_grids, puzzles, new_workspace(), new_forms(0), 0, 0)


def _of_texts(search: Call) -> Iterator[Call]:
    """Yield the calls of kernels that read and write lines, or search for what they ask."""
    text, places, window = np.zeros(PADDING, np.uint8), np.zeros(0, np.int64), new_window()
    lines, answers = Lines(places, places), new_answers(0)
    style, rules = new_style([0], [b""], is_text=False), Rules(np.zeros(1, np.bool_), 0)
    puzzles = Puzzles(text, window.lines.starts, MASK_OF, np.zeros(0, np.uint16))
    lanes = new_lanes(native_lanes())
    yield from together(
        Call(search_text, puzzles, window, lanes, LIMITS, NOT_LISTED, style, rules, text, 0),
        search,
    )
    yield from together(
        Call(scan, text, 0, 0, lines),
        Call(render, text, 0, lines, answers, style, text, window.gaps, 0),
        Call(settle, lines, answers, 1, rules.left_to_others, 0, False, places),
    )
    yield Call(count_lines, text, 0, places)


def _of_making(strip_givens: Call) -> Iterator[Call]:
    """Yield the calls of kernels that make puzzles and grids, or others of them."""
    places, grids = np.zeros(0, np.int64), np.zeros((0, N_CELLS), np.uint8)
    yield from together(
        strip_givens,
        Call(draw_grids, chutes(), new_sketch(), SEED, places, grids, 0, 0),
    )
    for shuffle, dtype in ((shuffle_digits, np.uint8), (shuffle_masks, np.uint16)):
        own = grids.astype(dtype)
        yield Call(shuffle, own, own, places, SEED, *new_scratch(), 0, 0)
    drawn = SEED, places, *perturb.new_scratch(), 0, 0
    yield Call(perturb.add_givens, grids, grids, places, places, places, *drawn)
    yield Call(perturb.change_digits, grids, *drawn)
