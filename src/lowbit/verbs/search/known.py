"""The puzzles that a search knows, up to isomorphism.

::

    puzzle ──> signature: new? ──yes──> new, and its key does not matter
                           └──no───> its key, and that of the puzzle with the signature: new?

A signature takes a twentieth of the time of a key.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache, partial
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from lowbit.geometry import BOARDS_KEPT
from lowbit.kernels.core.threads import share
from lowbit.kernels.vicinity.signatures import note_signatures
from lowbit.verbs.search.keys import IsomorphismKeys

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from lowbit.geometry import Geometry
    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle

PORTION: Final = 4096
"""Puzzles that a thread takes at a time."""

CROWDED: Final = b""
"""In the place of the only puzzle with a signature, where there are several."""

NO_KEY: Final = b""


class PuzzleName(NamedTuple):
    """The same for isomorphic puzzles, among those that were named so far.

    Attributes
    ----------
    signature : int
    key : bytes
        A digest of the key; empty where no other puzzle has the signature.
    """

    signature: int
    key: bytes


class KnownPuzzles:
    """The puzzles on the board of one, with its constraints, that a search knows.

    Parameters
    ----------
    whole : Grid or Puzzle
    threads : int or None
    """

    def __init__(self, whole: Grid | Puzzle, threads: int | None) -> None:
        self._board, self._threads = whole.geometry, threads
        self._keys_of = IsomorphismKeys(whole, threads)
        self._kept, self._rejected = _PuzzleClasses(), _PuzzleClasses()

    def __contains__(self, name: PuzzleName) -> bool:
        """Whether a puzzle, by its newest name, is isomorphic to a known one."""
        return name.key in self._kept.keys or name.key in self._rejected.keys

    def add(self, name: PuzzleName, digits: bytes) -> None:
        """Know a puzzle from now on; it was not known by its newest name."""
        self._kept.add(name, digits)

    def reject(self, name: PuzzleName, digits: bytes) -> None:
        """Know a puzzle until those that were rejected are forgotten."""
        self._rejected.add(name, digits)

    def forget_rejected(self) -> None:
        """Forget the puzzles that were rejected."""
        self._rejected = _PuzzleClasses()

    def names(self, digits: NDArray[np.uint8]) -> list[PuzzleName]:
        """Return the names of puzzles, uint8[n, n_cells]."""
        signatures = signatures_of(self._board, digits, self._threads).tolist()
        shared = {signature for signature, n in Counter(signatures).items() if n > 1}
        for classes in (self._kept, self._rejected):
            shared.update(filter(classes.only.__contains__, signatures))
        keys = self._keys_where(signatures, digits, shared) if shared else {}
        return [PuzzleName(one, keys.get(row, NO_KEY)) for row, one in enumerate(signatures)]

    def _keys_where(
        self, signatures: Sequence[int], digits: NDArray[np.uint8], shared: set[int]
    ) -> dict[int, bytes]:
        """Return the key of each row with a shared signature, and note those of known puzzles."""
        for classes in (self._kept, self._rejected):
            only = {one: own for one in shared if (own := classes.only.get(one))}
            keys = self._short_keys(np.frombuffer(b"".join(only.values()), np.uint8))
            classes.crowd(only, keys)
        rows = [row for row, signature in enumerate(signatures) if signature in shared]
        return dict(zip(rows, self._short_keys(digits[rows]), strict=True))

    def _short_keys(self, digits: NDArray[np.uint8]) -> list[bytes]:
        """Return digests of the keys of puzzles: searches know millions of them."""
        keys = self._keys_of(digits.reshape(-1, self._board.n_cells))
        return [blake2b(key, digest_size=16).digest() for key in keys]


class _PuzzleClasses:
    """Puzzles, no two of them isomorphic.

    Attributes
    ----------
    only : dict of int to bytes
        The digits of the only puzzle with a signature, `CROWDED` if there are others.
    keys : set of bytes
        Those of the others.
    """

    def __init__(self) -> None:
        self.only: dict[int, bytes] = {}
        self.keys: set[bytes] = set()

    def add(self, name: PuzzleName, digits: bytes) -> None:
        """Add a puzzle, by its newest name."""
        self.only[name.signature] = CROWDED if name.key else digits
        if name.key:
            self.keys.add(name.key)

    def crowd(self, signatures: Iterable[int], keys: Iterable[bytes]) -> None:
        """Note the keys of puzzles that are no longer the only ones with their signatures."""
        self.keys.update(keys)
        self.only.update(dict.fromkeys(signatures, CROWDED))


def signatures_of(
    board: Geometry, digits: NDArray[np.uint8], threads: int | None
) -> NDArray[np.uint64]:
    """Return the signature of each puzzle, of uint8[n, n_cells]."""
    found = np.zeros(len(digits), np.uint64)
    worker = partial(_worker, board, digits, found)
    share(len(digits), worker, portion=PORTION, threads=threads)
    return found


def _worker(
    board: Geometry, digits: NDArray[np.uint8], found: NDArray[np.uint64]
) -> Callable[[int, int], object]:
    givens, known = np.zeros(board.n_cells, np.int64), np.zeros(board.n_cells, np.uint64)
    sums = np.zeros(len(board.houses) + 1 + board.size, np.uint64)
    return partial(note_signatures, digits, _houses_of(board), givens, known, sums, found)


@lru_cache(maxsize=BOARDS_KEPT)
def _houses_of(board: Geometry) -> NDArray[np.int64]:
    """Return the houses of each cell in a row; their number in the places that are left over."""
    numbers = {house: number for number, house in enumerate(board.houses)}
    rows = [[numbers[house] for house in board.houses_of(cell)] for cell in range(board.n_cells)]
    most = max(map(len, rows))
    left_over = [[len(numbers)] * (most - len(row)) for row in rows]
    return np.array([[*row, *rest] for row, rest in zip(rows, left_over, strict=True)], np.int64)
