"""Duplicates: rows with the same puzzle, or with an isomorphic one.

Of rows with the same puzzle, or with isomorphic ones, one is kept: the earliest of the first split
that has one. A row with a defect of its own is kept only if there is no other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.audit.findings import Leak

if TYPE_CHECKING:
    from numpy.typing import NDArray

DUPLICATE: Final = np.dtype(
    [
        ("same", "<i8"),
        ("isomorph", "<i8"),
        ("leak", "u1"),
        ("is_leaked", "?"),
        ("is_repeated", "?"),
        ("is_varied", "?"),
        ("shares", "u1"),
    ]
)
"""The findings on a row's duplicates; all 0 where there are none.

`same` and `isomorph` are 1 more than the number of the row that is kept, of those with the same
puzzle or with an isomorphic one; 0 for that row itself. `leak` is 1 more than a `Leak`. For rows
without a defect of their own: whether an earlier split has an isomorphic puzzle (`is_leaked`), and
whether an earlier row of the same split has the same one (`is_repeated`) or an isomorphic one
(`is_varied`). `shares` has bits for its solution and its core, see `lowbit.audit.shared`.
"""


class Groups(NamedTuple):
    """Keys in groups of equal ones, one after another.

    Attributes
    ----------
    order : int64[n]
        The original place of each key.
    first, last : int64[n]
        The ends of the group that each key is in, as places in `order`.
    """

    order: NDArray[np.int64]
    first: NDArray[np.int64]
    last: NDArray[np.int64]


def find_duplicates(
    keys: NDArray[np.void], ranks: NDArray[np.int64], duplicates: NDArray[np.void]
) -> None:
    """Record the duplicates among keys.

    Parameters
    ----------
    keys : KEY[n]
        All keys whose puzzles may be isomorphic.
    ranks : int64[n_splits]
        The order of the splits.
    duplicates : DUPLICATE[n_rows]
        The output, by row.
    """
    of_form = grouped(keys, "form", ranks)
    keys = keys[of_form.order[of_form.first != of_form.last]]  # most have no duplicate
    isomorphs = grouped(keys, "form", ranks)
    _note(keys, isomorphs, ranks, duplicates, "isomorph", "is_varied", Leak.ISOMORPHIC)
    _note(
        keys, grouped(keys, "puzzle", ranks), ranks, duplicates, "same", "is_repeated", Leak.EXACT
    )


def grouped(keys: NDArray[np.void], name: str, ranks: NDArray[np.int64]) -> Groups:
    """Return keys in groups, the one to keep in front of each."""
    values = keys[name]
    order = np.lexsort(
        (keys["row"], ranks[keys["split"]], keys["is_bad"], values[:, 1], values[:, 0])
    )
    values = values[order]
    is_first = np.ones(len(order) + 1, np.bool_)
    is_first[1:-1] = (values[1:] != values[:-1]).any(axis=1)
    begins = np.flatnonzero(is_first)
    numbers = np.cumsum(is_first[:-1]) - 1
    return Groups(order, begins[:-1][numbers], begins[1:][numbers] - 1)


def _note(  # noqa: PLR0913, PLR0917 - what is known, where it goes, and what it is called
    keys: NDArray[np.void],
    groups: Groups,
    ranks: NDArray[np.int64],
    duplicates: NDArray[np.void],
    pointer: str,
    again: str,
    leak: Leak,
) -> None:
    placed = keys[groups.order]
    rows, rank = placed["row"], ranks[placed["split"]]
    is_good = placed["is_bad"] == 0
    follows = groups.first != np.arange(len(placed))
    duplicates[pointer][rows[follows]] = rows[groups.first[follows]] + 1

    n_others = _n_ranks(rank, groups)
    duplicates["leak"][rows[n_others > 1]] = leak + 1
    is_late = is_good & (rank[groups.first] < rank)
    duplicates["is_leaked"][rows[is_late]] = True
    same_split = np.zeros(len(placed), np.bool_)
    same_split[1:] = rank[1:] == rank[:-1]
    duplicates[again][rows[is_good & follows & same_split]] = True


def _n_ranks(rank: NDArray[np.int64], groups: Groups) -> NDArray[np.int64]:
    """Return 1 for keys in a group of one split, and more for others."""
    if not rank.size:
        return rank
    begins = np.flatnonzero(groups.first == np.arange(rank.size))
    spread = np.maximum.reduceat(rank, begins) - np.minimum.reduceat(rank, begins)
    result: NDArray[np.int64] = np.repeat(spread, np.diff([*begins, rank.size])) + 1
    return result
