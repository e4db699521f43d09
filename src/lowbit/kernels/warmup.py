"""Warm-up: every kernel is called with nothing to do, and so compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.geometry import CLASSIC, Geometry
from lowbit.kernels.classic.best.bounded_search import bounded_search
from lowbit.kernels.classic.best.completions import Terms, new_best
from lowbit.kernels.classic.best.losses import new_losses, tabulate
from lowbit.kernels.classic.best.rank import rank
from lowbit.kernels.classic.canonical.minlex import minimize_grids
from lowbit.kernels.classic.canonical.state import new_forms, new_workspace
from lowbit.kernels.classic.engine import NOT_LISTED, search
from lowbit.kernels.classic.loop import new_lanes
from lowbit.kernels.classic.making import perturb
from lowbit.kernels.classic.making.chutes import chutes
from lowbit.kernels.classic.making.grids import draw_grids, new_sketch
from lowbit.kernels.classic.making.minimal import STEPS, Removal, new_chains, strip
from lowbit.kernels.classic.making.transform import new_scratch, shuffle_digits, shuffle_masks
from lowbit.kernels.classic.search import LaneLimits, Puzzles, new_answers
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
from lowbit.kernels.classic.texts.search import begin, new_window, search_text
from lowbit.kernels.core.cache import kept_files
from lowbit.kernels.core.compile import KERNELS
from lowbit.kernels.core.simd import native_lanes
from lowbit.kernels.general.best import no_tables
from lowbit.kernels.general.best import warm_up as warm_up_best
from lowbit.kernels.general.engine import warm_up as warm_up_general
from lowbit.kernels.general.program import board_of
from lowbit.kernels.hodoku import engine as hodoku
from lowbit.kernels.rating import engine as rating
from lowbit.kernels.variants.best import warm_up as warm_up_best_variants
from lowbit.kernels.variants.many import warm_up as warm_up_variants

if TYPE_CHECKING:
    from collections.abc import Callable

    from lowbit.kernels.classic.texts.lines import Style
    from lowbit.kernels.classic.texts.search import Window
    from lowbit.kernels.core.arrays import Bytes
    from lowbit.kernels.core.cache import KeptKernel


def warm_up(*packages: str) -> list[KeptKernel]:
    """Load or compile the kernels of some packages for this machine; of all, if none is named.

    Parameters
    ----------
    *packages : str
        Names of `PACKAGES`.

    Returns
    -------
    list of KeptKernel
        Where each is kept, once for each signature.
    """
    chosen = packages or tuple(PACKAGES)
    for name in chosen:
        PACKAGES[name]()
    prefixes = tuple(f"lowbit.kernels.{name}." for name in chosen)
    chosen_kernels = (each for each in KERNELS if each.function.__module__.startswith(prefixes))
    return [kept for kernel in chosen_kernels for kept in kernel.kept]


def _classic() -> None:
    text, places = np.zeros(PADDING, np.uint8), np.zeros(0, np.int64)
    lines, answers = Lines(places, places), new_answers(0)
    puzzles = Puzzles(text, places, MASK_OF, np.zeros(0, np.uint16))
    search(puzzles, answers, limit=1)
    count_lines(text, 0, np.empty(1, np.int64))
    scan(text, 0, 0, lines)
    settle(lines, answers, 1, np.zeros(1, np.bool_), 0, False, places)
    style, window = new_style([0], [b""], is_text=False), new_window()
    render(text, 0, lines, answers, style, text, window.gaps, 0)
    _search_text(text, window, style)
    lanes, losses, terms = new_lanes(native_lanes()), new_losses(), Terms(0, 0, 1, 0, 0, 0)
    values = np.zeros(CLASSIC.n_cells * CLASSIC.size, np.int64)
    best = new_best(1, 1)
    tabulate(losses, values, 0)
    rank(lanes, puzzles, answers, LaneLimits(1, 0), losses, terms, best, 0)
    bounded_search(lanes, losses, terms, best, np.zeros(2, np.int64), 0)
    for shuffle, dtype in ((shuffle_digits, np.uint8), (shuffle_masks, np.uint16)):
        grids = np.zeros((0, CLASSIC.n_cells), dtype)
        shuffle(grids, grids, places, np.uint64(0), *new_scratch(), 0, 0)
    task = Removal(
        puzzles.masks, text[:0], text[:0], places, places, places, np.uint64(0), 0, STEPS
    )
    strip(lanes, new_chains(native_lanes()), task, answers, LaneLimits(1, 0), 0)
    minimize_grids(puzzles, new_workspace(), new_forms(0), 0, 0)
    seed, no_grids = np.uint64(0), np.zeros((0, CLASSIC.n_cells), np.uint8)
    draw_grids(chutes(), new_sketch(), seed, places, no_grids, 0, 0)
    drawn = seed, places, *perturb.new_scratch(), 0, 0
    perturb.add_givens(no_grids, no_grids, places, places, places, *drawn)
    perturb.change_digits(no_grids, *drawn)


def _search_text(text: Bytes, window: Window, style: Style) -> None:
    begin(window, 0, 0)
    puzzles = Puzzles(text, window.lines.starts, MASK_OF, np.zeros(0, np.uint16))
    lanes, rules = new_lanes(native_lanes()), Rules(np.zeros(1, np.bool_), 0)
    search_text(puzzles, window, lanes, LaneLimits(1, 0), NOT_LISTED, style, rules, text, 0)


def _general() -> None:
    for name in ("4x4", "25x25"):  # lanes of each width
        board = board_of(Geometry.parse(name))
        warm_up_general(board)
        warm_up_best(board)


def _variants() -> None:
    warm_up_variants()
    warm_up_best_variants(no_tables(CLASSIC.n_cells, CLASSIC.size))


PACKAGES: Final[dict[str, Callable[[], None]]] = {
    "rating": rating.load_kernels,
    "classic": _classic,
    "hodoku": hodoku.load_kernels,
    "general": _general,
    "variants": _variants,
}
"""The function that loads or compiles each package's kernels; the slowest to compile come first."""

LATE_IN: Final = {"rating": "take_forcing_steps", "hodoku": "apply_step", "variants": "place_root"}
"""A kernel that is compiled late, of each package that takes more than some seconds."""


def kept_packages() -> list[str]:
    """Return the packages that take seconds at most, for they are small or were compiled before."""
    return [name for name in PACKAGES if name not in LATE_IN or kept_files(LATE_IN[name])]
