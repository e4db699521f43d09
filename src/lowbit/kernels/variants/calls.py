"""Calls of the kernels for constraints, by which they are compiled ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lowbit.kernels.core.compile import Call, together
from lowbit.kernels.variants.best import BestKept, advance_best, bound_of_rest
from lowbit.kernels.variants.programs.assembler import assemble
from lowbit.kernels.variants.search import Work, advance, clear, place_root
from lowbit.kernels.variants.texts.items import read_texts

if TYPE_CHECKING:
    from collections.abc import Iterator


def calls(tables: Any) -> Iterator[Call]:
    """Yield a call for each type of arguments that a kernel takes.

    `tables` are the values of digits, as of `lowbit.kernels.general.best`.
    """
    yield from search_calls()
    words, grids = np.zeros(1, np.int64), np.zeros((1, 1), np.uint8)
    best = BestKept(words, grids, words, 0)
    yield from together(
        Call(advance_best, words, words, tables, best, 0, 0),
        Call(bound_of_rest, words, words, tables),
    )
    yield Call(read_texts, *[words] * 8, words.astype(np.bool_))


def search_calls() -> Iterator[Call]:
    """Yield the calls of the kernels that search."""
    words, grids = np.zeros(1, np.int64), np.zeros((1, 1), np.uint8)
    work = Work(words, words, words[None], words, words[None], grids)
    yield from together(
        Call(advance, work, words, grids, 0, 0),
        Call(assemble, *[words] * 6),
        Call(place_root, words, words, words, False, False),
        Call(clear, words, words),
    )
