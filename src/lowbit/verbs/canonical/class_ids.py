"""Ids of puzzles that isomorphic ones share, in 128 bits: hashes of their canonical forms."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.geometry import CLASSIC
from lowbit.verbs.canonical.many import canonical_many

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.geometry import Geometry

N_ID: Final = 16
"""Bytes of an id: two of 10**9 others are equal once in 10**20 such sets."""


def class_ids(
    puzzles: NDArray[np.uint8], board: Geometry = CLASSIC, threads: int | None = None
) -> NDArray[np.uint64]:
    """Return the id of each puzzle's class: BLAKE2b, in 16 bytes, of its canonical form as a line.

    Parameters
    ----------
    puzzles : uint8[n, n_cells]
        0 is blank.
    board : Geometry, optional
        The classic one by default.
    threads : int, optional
        How many to use; one a CPU if None.

    Returns
    -------
    uint64[n, 2]
        The first eight bytes of each id, and the last, as big-endian numbers.

    Examples
    --------
    >>> first = np.zeros((1, 81), np.uint8)
    >>> first[0, :2] = 1, 2
    >>> bool((class_ids(first) == class_ids(first[:, ::-1])).all())
    True
    """
    forms = canonical_many(puzzles, geometry=board, threads=threads).grids
    lines = np.frombuffer(f".{board.symbols}".encode(), np.uint8)[forms]
    hashes = b"".join(blake2b(line.tobytes(), digest_size=N_ID).digest() for line in lines)
    return np.frombuffer(hashes, ">u8").reshape(-1, 2).astype(np.uint64)


def id_texts(ids: NDArray[np.uint64]) -> list[str]:
    """Return ids as 32 hexadecimal digits each.

    Examples
    --------
    >>> id_texts(np.array([[1, 255]], np.uint64))
    ['000000000000000100000000000000ff']
    """
    return [f"{high:016x}{low:016x}" for high, low in ids.tolist()]
