"""Ids of puzzles that isomorphic ones share, in 128 bits: hashes of their canonical forms."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.formats.puzzle import puzzle_text
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.verbs.canonical.many import canonical_many
from lowbit.verbs.canonical.one import canonical

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from lowbit.geometry import Geometry
    from lowbit.puzzle import Puzzle

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
    return _hashes(line.tobytes() for line in lines)


def class_ids_of_variants(puzzles: Iterable[Puzzle]) -> NDArray[np.uint64]:
    """Return the id of each puzzle's class: BLAKE2b of its canonical form as JSON.

    One without constraints has that of a line of cells, as above.

    Raises
    ------
    GridError
        If one has no canonical form.

    Examples
    --------
    >>> from lowbit import Puzzle
    >>> from lowbit.constraints import AntiKnight
    >>> one, other = "12" + 79 * ".", 79 * "." + "53"
    >>> ids = class_ids_of_variants([Puzzle(cells, [AntiKnight()]) for cells in (one, other)])
    >>> bool((ids[0] == ids[1]).all())
    True
    """
    forms = (canonical(puzzle if puzzle.constraints else puzzle.grid) for puzzle in puzzles)
    return _hashes(_json_of(form).encode() for form in forms)


def _json_of(form: Grid | Puzzle) -> str:
    return puzzle_text(form) if isinstance(form, Grid) else form.to_json()


def _hashes(texts: Iterable[bytes]) -> NDArray[np.uint64]:
    hashes = b"".join(blake2b(text, digest_size=N_ID).digest() for text in texts)
    return np.frombuffer(hashes, ">u8").reshape(-1, 2).astype(np.uint64)


def id_texts(ids: NDArray[np.uint64]) -> list[str]:
    """Return ids as 32 hexadecimal digits each.

    Examples
    --------
    >>> id_texts(np.array([[1, 255]], np.uint64))
    ['000000000000000100000000000000ff']
    """
    return [f"{high:016x}{low:016x}" for high, low in ids.tolist()]
