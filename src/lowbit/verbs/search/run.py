"""Searches from puzzles to their neighbours, and on to the neighbours of these.

::

    pool ──the next few──> neighbours by each move ──> new up to isomorphism? ──> measures fit? ──┐
      ^                                                                                           │
      └────────────────────────────────────── a turn, written to the file ────────────────────────┘
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lowbit.arguments import integer_or_none
from lowbit.batch.kinds import batch_of
from lowbit.batch.masks import are_single
from lowbit.batch.variants import VariantBatch
from lowbit.constraints import to_json
from lowbit.errors import InputError, LimitReachedError
from lowbit.grid import Grid, grid_of_digits
from lowbit.limits import Limits
from lowbit.rng import seed_or_any
from lowbit.status import Status
from lowbit.verbs.puzzles import is_variant
from lowbit.verbs.search.known import KnownPuzzles
from lowbit.verbs.search.moves import moves_of
from lowbit.verbs.search.pool import NO_PARENT, PoolEntry, PuzzlePool
from lowbit.verbs.search.pool_file import PoolFile
from lowbit.verbs.search.portions import NeighbourPortions, givens_of_masks
from lowbit.verbs.search.turns import SearchTurns
from lowbit.verbs.search.wishes import Wishes
from lowbit.verbs.solve.many import solve_batch

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.geometry import BoardLike
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.search.wishes import Range


class FoundNeighbour(NamedTuple):
    """A puzzle that a search has found.

    Attributes
    ----------
    puzzle : Grid, or Puzzle if it has constraints
    parent : int
        The number, in the pool, of the puzzle that it is a neighbour of; seeds come first.
    move : str
        The move that led here, such as ``-1+1``.
    generation : int
        How many moves it is away from a seed.
    measures : dict of str to float
        Those that wishes name; NaN where not known.

    Examples
    --------
    >>> from lowbit import PuzzleSearch
    >>> found = next(PuzzleSearch(["12...4....4....1"], geometry="4x4", highest="clues"))
    >>> found.puzzle.to_line(), found.parent, found.move, found.measures
    ('32...4....4....1', 0, '-1+1', {'clues': 5.0})
    """

    puzzle: Grid | Puzzle
    parent: int
    move: str
    generation: int
    measures: dict[str, float]


class PuzzleSearch:
    """The puzzles that a search from some seeds finds, each as it is found.

    Parameters
    ----------
    seeds : str, bytes, iterable, numpy.ndarray or Grids
        Puzzles with one solution, in any form that `lowbit.solve_many` takes; on one board, with
        the same constraints if any.
    moves : str or iterable of str, default "-1+1"
        The ways to neighbours: ``-x+y`` takes x givens away and adds y others, each from 0 to 4;
        ``twins`` changes the digits of the givens, and leaves those of all other cells.
    geometry : Geometry or str, optional
        The board of the seeds; the classic one if None.
    minimal : bool, default True
        Whether every given of a puzzle has to be needed.
    keep : mapping of str to float or tuple, optional
        Measures of the puzzles that stay in the pool, whose neighbours are looked for: a number
        each, or the lowest and the highest, None for no end. ``clues``, and all that `rate_many`
        measures: ``er``, ``ep``, ``ed``, ``score``, ``depth``, ``B`` and so on. A technique's name
        is a measure, too: 1 if a puzzle needs it, as `needs` tells, else 0.
    want : mapping of str to float or tuple, optional
        Measures of the puzzles that are sought; those of the pool that are not lead on to others.
    lowest, highest : str, optional
        The measure by which puzzles come next; by default the first that were found come first.
    generations : int or None, default 1
        The most moves from a seed; any number if None.
    sample : int, optional
        How many sets of givens, drawn at random, each move takes away from a puzzle; all if None.
    seed : int, optional
        From 0 to 2**64 - 1; that of the pool, or a random one, if None. The same seed gives the
        same puzzles, in the same order.
    pool : str or os.PathLike, optional
        A file for the pool. A search that was interrupted, or killed, or ran out of time, goes on
        from there if it is started in the same way; `generations`, limits and threads may change.
    time_limit : float, optional
        The most seconds to take, from now.
    threads : int, optional
        How many puzzles to see to at a time; as many as there are CPUs if None. The result does not
        depend on it.

    Raises
    ------
    InputError
        If a seed is not a puzzle with one solution, the seeds differ in board or constraints, an
        argument is out of range, or the pool is that of another search.
    LimitReachedError
        If time is over before the seeds are rated.

    Attributes
    ----------
    n_seeds : int
        The number of seeds, no two of them isomorphic: the first puzzles of the pool.

    Examples
    --------
    >>> search = PuzzleSearch(["12...4....4....1"], geometry="4x4", generations=None)
    >>> len(list(search)), search.n_pool, search.is_over
    (21, 22, True)
    """

    def __init__(  # noqa: PLR0913 - by name: from where, which, and how much to search
        self,
        seeds: PuzzlesLike,
        moves: str | Iterable[str] = "-1+1",
        *,
        geometry: BoardLike | None = None,
        minimal: bool = True,
        keep: Mapping[str, Range] | None = None,
        want: Mapping[str, Range] | None = None,
        lowest: str | None = None,
        highest: str | None = None,
        generations: int | None = 1,
        sample: int | None = None,
        seed: int | None = None,
        pool: str | os.PathLike[str] | None = None,
        time_limit: float | None = None,
        threads: int | None = None,
    ) -> None:
        self._limits = Limits.of(time_limit=time_limit, threads=threads)
        self._moves, self._minimal = moves_of(moves), minimal
        self._wishes = Wishes(keep, want, lowest, highest)
        self._sample = integer_or_none("sample", sample, 1)
        generations = integer_or_none("generations", generations, 0)
        self._whole, digits = _seeds_of(seeds, geometry)
        self._file = PoolFile(pool, self._whole, self._wishes.names) if pool else None
        try:
            self._begin(digits, seed, generations)
        except BaseException:
            if self._file:
                self._file.close()
            raise
        self._found: list[FoundNeighbour] = []

    def __iter__(self) -> Iterator[FoundNeighbour]:
        return self

    def __next__(self) -> FoundNeighbour:
        while not self._found:
            self._found = [self._as_found(entry) for entry in self.turn()][::-1]
        return self._found.pop()

    @property
    def n_pool(self) -> int:
        """The number of puzzles in the pool, seeds included."""
        return len(self._pool.entries)

    @property
    def tested(self) -> int:
        """The number of candidates for puzzles that were looked at."""
        return self._pool.tested

    @property
    def is_over(self) -> bool:
        """Whether all puzzles of the pool were seen to."""
        return self._pool.is_over and not self._turns.is_begun

    def known(self) -> Iterator[FoundNeighbour]:
        """Yield the puzzles that earlier runs have found, those that are sought."""
        return map(self._as_found, self._wanted(self._pool.entries[: self._n_known]))

    def close(self) -> None:
        """End the search, and close the file of the pool: another search may use it."""
        self._turns.close()
        if self._file:
            self._file.close()

    def turn(self) -> list[PoolEntry]:
        """See to the puzzles that come next; return what was found and is sought.

        A turn that takes longer than a second, or that time or anything else ended, goes on with
        the next call, or the next search with its pool; what was found by then counts.

        Raises
        ------
        StopIteration
            If there is none.
        LimitReachedError
            If time was over before anything was found.
        """
        try:
            if not self._turns.go_on():
                self.close()
                raise StopIteration
        except LimitReachedError:
            if not self._untold:
                raise
        found, self._n_told = self._untold, self.n_pool
        return found

    @property
    def _untold(self) -> list[PoolEntry]:
        """The puzzles that were found and are sought, and were not yet returned."""
        return self._wanted(self._pool.entries[self._n_told :])

    def _begin(self, digits: NDArray[np.uint8], seed: int | None, generations: int | None) -> None:
        """Put the seeds into the pool, or what the file has."""
        settings = {
            "board": str(self._whole.geometry),
            "moves": list(map(str, self._moves)),
            "minimal": self._minimal,
            "sample": self._sample,
            **self._wishes.settings,
            "seeds": _digest(self._whole, digits),
        }
        asked = settings if seed is None else settings | {"seed": seed_or_any(seed)}
        turns = self._file.read(asked) if self._file else []
        chosen = self._file.seed if self._file and turns else seed_or_any(seed)
        known = KnownPuzzles(self._whole, self._limits.threads)
        self._pool = PuzzlePool(self._wishes, chosen, generations, known)
        self._turns = SearchTurns(
            whole=self._whole, wishes=self._wishes, limits=self._limits, pool=self._pool,
            portions=NeighbourPortions(
                lambda number: self._puzzle(self._pool.entries[number]), self._moves, self._limits,
                minimal=self._minimal, sample=self._sample, seed=chosen,
            ), file=self._file,
        )  # fmt: skip
        self._turns.take(turns)
        self._n_known = self._n_told = self.n_pool
        if self._file and not turns:
            self._file.begin(settings | {"seed": chosen})
        if not any(turn.is_whole for turn in turns):
            self._turns.begin(digits)
        self.n_seeds = sum(entry.parent == NO_PARENT for entry in self._pool.entries)

    def _wanted(self, entries: Sequence[PoolEntry]) -> list[PoolEntry]:
        shape = len(entries), len(self._wishes.names)
        values = np.array([entry.values for entry in entries]).reshape(shape)
        fits = self._wishes.are_wanted(values).tolist()
        pairs = zip(entries, fits, strict=True)
        return [entry for entry, fit in pairs if fit and entry.parent != NO_PARENT]

    def _puzzle(self, entry: PoolEntry) -> Grid | Puzzle:
        grid = grid_of_digits(entry.digits, self._whole.geometry)
        return grid if isinstance(self._whole, Grid) else self._whole.with_grid(grid)

    def _as_found(self, entry: PoolEntry) -> FoundNeighbour:
        measures = dict(zip(self._wishes.names, entry.values, strict=True))
        return FoundNeighbour(
            self._puzzle(entry), entry.parent, entry.move, entry.generation, measures
        )


def search(
    seeds: PuzzlesLike,
    moves: str | Iterable[str] = "-1+1",
    n: int | None = None,
    **settings: Any,  # noqa: ANN401 - of all types
) -> list[FoundNeighbour]:
    """Search for puzzles among the neighbours of some, the neighbours of these, and so on.

    Parameters
    ----------
    seeds, moves
        As for `PuzzleSearch`.
    n : int, optional
        Stop once so many were found; all if None.
    **settings
        As for `PuzzleSearch`: `keep` and `want` say which puzzles, `generations` and `time_limit`
        how far to go, `pool` names a file to go on from later.

    Returns
    -------
    list of FoundNeighbour
        The puzzles in the order in which they were found, no two isomorphic, and none isomorphic to
        a seed. Where time came to an end, those that were found by then; a pool that goes on
        returns those of earlier runs, too.

    Raises
    ------
    InputError
        As for `PuzzleSearch`.

    Examples
    --------
    >>> found = search(["12...4....4....1"], "-1+1", geometry="4x4")
    >>> len(found), found[0].puzzle.to_line(), found[0].move
    (7, '32...4....4....1', '-1+1')
    """
    most = integer_or_none("n", n, 0)
    try:
        finder = PuzzleSearch(seeds, moves, **settings)
    except LimitReachedError:
        return []
    found = list(finder.known())
    try:
        while most is None or len(found) < most:
            found.append(next(finder))
    except (StopIteration, LimitReachedError):
        pass
    finally:
        finder.close()
    return found[:most]


def _seeds_of(
    seeds: PuzzlesLike, geometry: BoardLike | None
) -> tuple[Grid | Puzzle, NDArray[np.uint8]]:
    """Return a puzzle on the board, with the constraints, of all seeds, and the givens of each.

    Raises
    ------
    InputError
        If a seed does not have one solution, restricts cells, or differs in board or constraints.
    """
    batch = batch_of(seeds, geometry)
    solved = solve_batch(batch, Limits())
    if not len(solved):
        raise InputError("there are no seeds: a search begins with a puzzle or more")
    for row in np.flatnonzero(solved.status != Status.UNIQUE)[:1].tolist():
        word = solved.reasons.get(row) or f"status {Status(solved.status[row]).word!r}"
        raise InputError(f"seed {row + 1} is not a puzzle with one solution: {word}")
    whole: Grid | Puzzle
    if isinstance(batch, VariantBatch):
        puzzles: list[Any] = batch.puzzles  # none of them is an error
        whole, masks = _alike(puzzles), np.array([one.grid.allowed for one in puzzles])
    else:
        masks = batch.masks_of(np.arange(len(solved))).astype(np.int64)
        whole = Grid.from_masks(masks[0].tolist(), batch.geometry)
    is_plain = are_single(masks) | (masks == whole.geometry.full_mask)
    for row in np.flatnonzero(~is_plain.all(axis=1))[:1].tolist():
        raise InputError(f"seed {row + 1} restricts cells: a search changes givens alone")
    return whole, givens_of_masks(masks)


def _digest(whole: Grid | Puzzle, digits: NDArray[np.uint8]) -> str:
    """Return a digest of the seeds: their givens, and the constraints that all have."""
    constraints = "" if isinstance(whole, Grid) else json.dumps(to_json(whole.constraints))
    return sha256(digits.tobytes() + constraints.encode()).hexdigest()[:16]


def _alike(puzzles: Sequence[Puzzle]) -> Grid | Puzzle:
    """Return the first of some puzzles, without constraints as a Grid."""
    first = puzzles[0]
    for row, puzzle in enumerate(puzzles):
        if (puzzle.geometry, puzzle.constraints) != (first.geometry, first.constraints):
            raise InputError(
                f"seed {row + 1} differs from the first in board or constraints: search from each "
                "kind alone"
            )
    return first if is_variant(first) else first.grid
