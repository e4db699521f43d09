"""Are all kernels compiled: each is called with nothing to do."""

from __future__ import annotations

import numpy as np

from lowbit.kernels import compile as kernel_cache
from lowbit.kernels.engine import new_answers, search
from lowbit.kernels.search import Puzzles
from lowbit.kernels.text import MEANING, PADDING, Lines, new_style, render, scan


def warm_up() -> list[str]:
    """Load or compile every kernel for this machine.

    Returns
    -------
    list of str
        What has become of each: `LOADED`, `KEPT` or `NOT_KEPT` of `lowbit.kernels.compile`.
    """
    text, places = np.zeros(PADDING, np.uint8), np.zeros(0, np.int64)
    lines, answers = Lines(places, places), new_answers(0)
    search(Puzzles(text, places, MEANING, np.zeros(0, np.uint16)), answers, limit=1)
    scan(text, 0, 0, lines)
    render(text, 0, 0, lines, answers, new_style([0], [b""], is_text=False), text, places)
    return [cache.state for cache in kernel_cache.CACHES]
