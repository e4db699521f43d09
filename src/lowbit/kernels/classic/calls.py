"""Calls of the kernels for the classic board, by which they are compiled ahead.

Each function imports what its calls take: whoever searches does without the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.kernels.classic.layout import N_CELLS
from lowbit.kernels.classic.loop import new_lanes
from lowbit.kernels.classic.search import NOT_LISTED, LaneLimits, Puzzles, advance, new_answers
from lowbit.kernels.classic.texts.characters import MASK_OF, PADDING
from lowbit.kernels.core.compile import Call, together
from lowbit.kernels.core.simd import native_lanes

if TYPE_CHECKING:
    from collections.abc import Iterator

N_DIGITS = 9


LIMITS = LaneLimits(1, 0)
SEED = np.uint64(0)


def calls() -> Iterator[Call]:
    """Yield a call for each type of arguments that a kernel takes."""
    yield from text_search_calls()
    yield from _of_other_texts()
    yield from _of_best()
    yield from _of_puzzles()
    yield from _of_making()


def search_calls() -> Iterator[Call]:
    """Yield the call of the kernel that searches."""
    yield Call(
        advance, new_lanes(native_lanes()), _puzzles(), new_answers(0), LIMITS, NOT_LISTED, 0
    )


def text_search_calls() -> Iterator[Call]:
    """Yield the calls of the kernels that search, be it the puzzles of a text."""
    from lowbit.kernels.classic.texts.lines import Rules, count_lines, new_style
    from lowbit.kernels.classic.texts.search import new_window, search_text

    text, window, lanes = np.zeros(PADDING, np.uint8), new_window(), new_lanes(native_lanes())
    style, rules = new_style([0], [b""], is_text=False), Rules(np.zeros(1, np.bool_), 0)
    puzzles = _puzzles()._replace(starts=window.lines.starts)
    yield from together(
        Call(search_text, puzzles, window, lanes, LIMITS, NOT_LISTED, style, rules, text, 0),
        *search_calls(),
    )
    yield Call(count_lines, text, 0, np.zeros(0, np.int64))


def _puzzles() -> Puzzles:
    text, words = np.zeros(PADDING, np.uint8), np.zeros(0, np.int64)
    return Puzzles(text, words, MASK_OF, np.zeros(0, np.uint16))


def _of_other_texts() -> Iterator[Call]:
    """Yield the calls of kernels that read and write lines for others to answer."""
    from lowbit.kernels.classic.texts.lines import Lines, Rules, new_style, render, scan, settle
    from lowbit.kernels.classic.texts.search import new_window

    text, places, window = np.zeros(PADDING, np.uint8), np.zeros(0, np.int64), new_window()
    lines, answers = Lines(places, places), new_answers(0)
    style, rules = new_style([0], [b""], is_text=False), Rules(np.zeros(1, np.bool_), 0)
    yield from together(
        Call(scan, text, 0, 0, lines),
        Call(render, text, 0, lines, answers, style, text, window.gaps, 0),
        Call(settle, lines, answers, 1, rules.left_to_others, 0, False, places),
    )


def _of_best() -> Iterator[Call]:
    """Yield the calls of kernels that look for the completions that score most."""
    from lowbit.kernels.classic.best.bounded_search import bounded_search
    from lowbit.kernels.classic.best.completions import Terms, new_best
    from lowbit.kernels.classic.best.losses import new_losses, tabulate
    from lowbit.kernels.classic.best.rank import rank

    lanes, puzzles, answers = new_lanes(native_lanes()), _puzzles(), new_answers(0)
    losses, terms, best = new_losses(), Terms(0, 0, 1, 0, 0, 0), new_best(1, 1)
    yield Call(tabulate, losses, np.zeros(N_CELLS * N_DIGITS, np.int64), 0)
    yield Call(rank, lanes, puzzles, answers, LIMITS, losses, terms, best, 0)
    yield Call(bounded_search, lanes, losses, terms, best, np.zeros(2, np.int64), 0)


def _of_puzzles() -> Iterator[Call]:
    """Yield the calls of kernels that make puzzles, and make a puzzle the canonical one."""
    from lowbit.kernels.classic.canonical.minlex import minimize_grids
    from lowbit.kernels.classic.canonical.state import new_forms, new_workspace
    from lowbit.kernels.classic.making.chutes import chutes
    from lowbit.kernels.classic.making.grids import draw_grids, new_sketch
    from lowbit.kernels.classic.making.minimal import STEPS, Removal, new_chains, strip

    lanes, puzzles, answers = new_lanes(native_lanes()), _puzzles(), new_answers(0)
    chains, words, digits = new_chains(native_lanes()), puzzles.starts, puzzles.cells[:0]
    task = Removal(puzzles.masks, digits, digits, words, words, words, SEED, 0, STEPS)
    grids = np.zeros((0, N_CELLS), np.uint8)
    yield from together(
        Call(strip, lanes, chains, task, answers, LIMITS, 0),
        Call(draw_grids, chutes(), new_sketch(), SEED, words, grids, 0, 0),
    )
    yield Call(minimize_grids, puzzles, new_workspace(), new_forms(0), 0, 0)


def _of_making() -> Iterator[Call]:
    """Yield the calls of kernels that make other puzzles of some."""
    from lowbit.kernels.classic.making import perturb, subsets
    from lowbit.kernels.classic.making.chutes import chutes
    from lowbit.kernels.classic.making.transform import new_scratch, shuffle_digits, shuffle_masks

    places, grids = np.zeros(0, np.int64), np.zeros((0, N_CELLS), np.uint8)
    for shuffle, dtype in ((shuffle_digits, np.uint8), (shuffle_masks, np.uint16)):
        own = grids.astype(dtype)
        yield Call(shuffle, own, own, places, SEED, *new_scratch(), 0, 0)
    drawn = SEED, places, *perturb.new_scratch(), 0, 0
    yield Call(perturb.add_givens, grids, grids, places, places, places, *drawn)
    yield Call(perturb.change_digits, grids, *drawn)
    drawing, found, sieve = (
        subsets.SubsetDrawing(SEED, 0, 0),
        subsets.new_subsets(0),
        subsets.new_sieve(),
    )
    needed, stream = np.zeros((0, N_CELLS), np.bool_), sieve.sketch.stream
    yield from together(
        Call(subsets.draw_subsets, chutes(), sieve, drawing, found, 0, 0),
        Call(subsets.draw_orders, stream, sieve.order, drawing, found, needed, found, 0, 0),
    )
