"""Solutions and cores that several rows share, up to isomorphism.

A puzzle's core is what the singles make of it; where they solve it, there is none to speak of. Two
puzzles that share their solution or their core need not be isomorphic. But whoever has seen the one
in training has seen the solution of the other, or all that is hard in it.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.audit.forms import forms_of
from lowbit.audit.keys import keys_of
from lowbit.tables.answers.arrow import DIGIT_OF_MASK, RESTRICTED
from lowbit.verbs.generate.difficulty.cores import cores_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.audit.forms import SolutionSymmetries
    from lowbit.kernels.core.threads import Progress

SHARED: Final = np.dtype([("key", "<u8", 2), ("row", "<i8"), ("split", "<u4"), ("kind", "u1")])
"""A solution or a core: its key, the row and split that it is of, and its `Kind`."""

NO_SHARED: Final = np.zeros(0, SHARED)


class Kind(IntEnum):
    """A part of a puzzle that others may share."""

    SOLUTION = 0
    CORE = 1


N_BITS: Final = 3
"""The bits of each kind in `shares`: it is there; an earlier row has it; another split has it."""

THERE, EARLIER, ELSEWHERE = 1, 2, 4


def shared_keys(
    rows: NDArray[np.int64],
    puzzles: NDArray[np.uint8],
    solutions: NDArray[np.uint8],
    symmetries: SolutionSymmetries,
    progress: Progress | None = None,
) -> NDArray[np.void]:
    """Return the keys of the solutions and cores of puzzles that have one solution.

    Parameters
    ----------
    rows : int64[n]
    puzzles, solutions : uint8[n, 81]
    symmetries : SolutionSymmetries
        Of the solutions.
    progress : callable, optional
        Called now and then.
    """
    cores = cores_of(np.ascontiguousarray(puzzles), solutions)
    is_open = (cores == 0).any(axis=1)
    forms = forms_of(cores[is_open], symmetries.some(is_open), progress)
    found = [
        _keyed(rows, symmetries.grids, Kind.SOLUTION),
        _keyed(rows[is_open], forms, Kind.CORE),
    ]
    return np.concatenate(found)


def _keyed(rows: NDArray[np.int64], forms: NDArray[np.uint8], kind: Kind) -> NDArray[np.void]:
    keys = np.zeros(len(rows), SHARED)
    keys["key"] = keys_of(forms)
    keys["row"], keys["kind"] = rows, kind
    return keys


def find_shared(
    keys: NDArray[np.void], ranks: NDArray[np.int64], duplicates: NDArray[np.void]
) -> None:
    """Record which solutions and cores several rows have.

    Parameters
    ----------
    keys : SHARED[n]
        All of those that may be equal.
    ranks : int64[n_splits]
        The order of the splits.
    duplicates : DUPLICATE[n_rows]
        The output, by row: the bits of `shares` are set.
    """
    rank = ranks[keys["split"]]
    order = np.lexsort((keys["row"], rank, keys["key"][:, 1], keys["key"][:, 0], keys["kind"]))
    keys, rank = keys[order], rank[order]
    is_first = np.ones(len(keys), np.bool_)
    is_first[1:] = (keys["key"][1:] != keys["key"][:-1]).any(axis=1)
    is_first[1:] |= keys["kind"][1:] != keys["kind"][:-1]
    begins = np.flatnonzero(is_first)
    lengths = np.diff([*begins, len(keys)])
    bits = np.full(len(keys), THERE, np.uint8)
    bits[~is_first] |= EARLIER
    if len(keys):
        spread = np.maximum.reduceat(rank, begins) > np.minimum.reduceat(rank, begins)
        bits[np.repeat(spread, lengths)] |= ELSEWHERE
    for kind in Kind:
        own = keys["kind"] == kind
        duplicates["shares"][keys["row"][own]] |= bits[own] << np.uint8(N_BITS * kind)


def counts_of(duplicates: NDArray[np.void]) -> NDArray[np.int64]:
    """Return how many rows have each bit of each kind: int64[2, 3]."""
    shares = duplicates["shares"]
    bits = [[THERE << N_BITS * kind << bit for bit in range(N_BITS)] for kind in Kind]
    return np.array([[np.count_nonzero(shares & bit) for bit in of_kind] for of_kind in bits])


def digits_if_plain(masks: NDArray[np.uint16]) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return puzzles as digits, and which of them are plain: a digit or a blank in each cell."""
    digits = DIGIT_OF_MASK[masks]
    return digits, (digits != RESTRICTED).all(axis=1)
