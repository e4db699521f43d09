"""Ratings and measures of a batch.

::

    puzzles ──kernels──> status ──> those with one solution ─┬─ kernels ────> columns
                                                             └─ processes ──> columns

Kernels find redundant givens, HoDoKu's scores, Sudoku Explainer's ratings, and the depth of trial
and error. Processes do the rest in plain Python: steps that no kernel knows, puzzles whose chains
are too large for the kernels, and puzzles as long as kernels are still to be compiled.

Boards other than the classic one have no ratings; the rest is measured in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.batch.boards import BoardBatch
from lowbit.batch.candidates import givens_of, masks_of_puzzles
from lowbit.batch.each import answer_each
from lowbit.batch.kinds import batch_of
from lowbit.batch.result import Results
from lowbit.batch.variants import VariantBatch
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.minimize.needed_givens import which_can_go
from lowbit.verbs.rate.boards import searches_on_board, solved_boards
from lowbit.verbs.rate.by_finders import (
    measured_by_processes,
    rated_meanwhile,
    solved_meanwhile,
)
from lowbit.verbs.rate.by_kernels import rated_by_kernels
from lowbit.verbs.rate.columns import COUNTS, SLUGS, WORDS, fill_in, new_column
from lowbit.verbs.rate.handover import KERNELS_OF
from lowbit.verbs.rate.measures import (
    ANSWERS,
    EXPLAINER,
    HODOKU,
    SEARCH,
    selection_of,
    selection_with_constraints,
)
from lowbit.verbs.rate.measures import TECHNIQUES as TECHNIQUES_ASKED
from lowbit.verbs.rate.one import Rating
from lowbit.verbs.rate.parts import Found, Unique, of_all
from lowbit.verbs.rate.scores import scored_by_kernels
from lowbit.verbs.rate.trials_of_many import classified

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from lowbit.batch.puzzles import Batch, PuzzlesLike
    from lowbit.geometry import BoardLike
    from lowbit.kernels.classic.search import Puzzles
    from lowbit.kernels.core.threads import Progress
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.rate.measures import Names, Selection
    from lowbit.verbs.rate.measuring import Measured


@dataclass(frozen=True, eq=False, repr=False)
class RatingBatch(Results[Rating]):
    """Ratings of the puzzles of a batch, row for row. Columns not requested are None.

    A sequence of `Rating`, with all that `Results` has; `to_strings()` gives what ``lowbit rate``
    prints for each puzzle, such as ``7.1 1.2 1.2``.

    Parameters
    ----------
    status : uint8[n]
        A `lowbit.Status` each: UNIQUE where everything requested is known, LIMIT_REACHED where a
        limit came first, else why there is nothing to rate.
    er, ep, ed : float64[n]
        Sudoku Explainer's ratings; NaN where not known.
    explainer_hardest : str[n]
        The technique of the hardest step; "" where not known.
    explainer_techniques : uint16[n, t]
        The number of steps of each technique, in the order of `technique_names`.
    score : int64[n]
        HoDoKu's score; -1 where not known, as in all columns below.
    level : str[n]
        HoDoKu's level.
    hodoku_hardest, hodoku_techniques : str[n], uint16[n, t]
        As for Sudoku Explainer.
    guesses, nodes, backdoor, redundant : int64[n]
        As `Rating` has them.
    difficulty, hardest : float64[n], str[n]
        As `Rating` has them; NaN and "" where not known.
    depth, B, BxB, BxBB : int64[n]
        As `Rating` has them; -1, too, where no length solves the puzzle.
    reasons : mapping of int to str
        Why rows are INVALID, by row.

    Examples
    --------
    >>> from lowbit import rate_many
    >>> puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> batch = rate_many([puzzle, "." * 81], rules="hodoku", measures="techniques")
    >>> batch.score.tolist(), batch.level.tolist()
    ([418, -1], ['medium', ''])
    >>> batch.hodoku_techniques[:, batch.technique_names.index("naked-single")].tolist()
    [23, 0]
    """

    er: NDArray[np.float64] | None = None
    ep: NDArray[np.float64] | None = None
    ed: NDArray[np.float64] | None = None
    explainer_hardest: NDArray[np.str_] | None = None
    explainer_techniques: NDArray[np.uint16] | None = None
    score: NDArray[np.int64] | None = None
    level: NDArray[np.str_] | None = None
    hodoku_hardest: NDArray[np.str_] | None = None
    hodoku_techniques: NDArray[np.uint16] | None = None
    guesses: NDArray[np.int64] | None = None
    nodes: NDArray[np.int64] | None = None
    backdoor: NDArray[np.int64] | None = None
    redundant: NDArray[np.int64] | None = None
    difficulty: NDArray[np.float64] | None = None
    hardest: NDArray[np.str_] | None = None
    depth: NDArray[np.int64] | None = None
    B: NDArray[np.int64] | None = None
    BxB: NDArray[np.int64] | None = None
    BxBB: NDArray[np.int64] | None = None

    @property
    def technique_names(self) -> tuple[str, ...]:
        """The techniques, in the order of the columns of counts."""
        return SLUGS

    def to_strings(self) -> list[str]:
        """Return the rating of each puzzle as text; "" if it has none."""
        return [str(rating) if rating.status is Status.UNIQUE else "" for rating in self]

    def _record(self, row: int) -> Rating:
        names = [one.name for one in fields(self) if one.name in ANSWERS]
        known = {name: self._known(name, row) for name in names}
        return Rating(Status(self.status[row]), **known, reason=self.reasons.get(row))

    def _known(self, name: str, row: int) -> Any:  # noqa: ANN401 - what a column holds
        """Return the value of a column in a row; None if it is not known."""
        column = getattr(self, name)
        if column is None:
            return None
        value = column[row].tolist()
        if name in COUNTS:
            is_known = self._known(COUNTS[name], row) is not None
            return (
                {slug: n for slug, n in zip(SLUGS, value, strict=True) if n} if is_known else None
            )
        is_unknown = value == "" if name in WORDS else not value >= 0  # NaN is not a number
        return None if is_unknown else value


def rate_many(  # noqa: PLR0913 - what to measure, two limits and how to work
    puzzles: PuzzlesLike,
    *,
    geometry: BoardLike | None = None,
    rules: Names | None = None,
    measures: Names = (),
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> RatingBatch:
    """Return how hard many puzzles are.

    Parameters
    ----------
    puzzles : str, bytes, iterable, numpy.ndarray or Masks
        Puzzles on one board, in any form that `lowbit.solve_many` takes; where any has
        constraints, or is a Grid on another board, there are measures alone.
    geometry : Geometry or str, optional
        Their board; the classic one if None.
    rules, measures
        As for `rate`.
    max_nodes : int, optional
        The most nodes of each search tree to visit, and the most digits to try for a backdoor.
    time_limit : float, optional
        The most seconds to take for the whole batch.
    threads : int, optional
        How many CPUs to use, with a thread or a process each; all if None. The result does not
        depend on it.
    progress : callable, optional
        Called a few times a second with how many puzzles are done and how many there are.

    Returns
    -------
    RatingBatch
        A row for each puzzle, in order.

    Raises
    ------
    InputError
        If `puzzles` is not a batch of puzzles, there is no such rule book or measure, or a limit is
        too small.
    GridError
        If the board has no ratings, and they are asked for.

    Examples
    --------
    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> batch = rate_many([easy, "." * 81, "no puzzle"])
    >>> batch
    <RatingBatch of 3 puzzles: 1 invalid, 1 unique, 1 several>
    >>> batch.er
    array([1.2, nan, nan])
    >>> batch.to_strings()
    ['1.2 1.2 1.2', '', '']
    >>> small = ["..3.4..2.1......", "." * 16]
    >>> rate_many(small, geometry="4x4").to_strings()
    ['guesses:0 nodes:1', '']
    """
    limits = Limits.of(max_nodes, time_limit, threads, progress)
    batch = batch_of(puzzles, geometry, ignores_symbols=True)
    if isinstance(batch, VariantBatch):
        return rate_variants(batch, selection_with_constraints(rules, measures), limits)
    return rate_grids(batch, selection_of(rules, measures, batch.geometry), limits)


def rate_variants(batch: VariantBatch, selection: Selection, limits: Limits) -> RatingBatch:
    """Rate a batch of puzzles with constraints, see `rate_many`; ratings are not known."""
    from lowbit.verbs.rate.variants import measured_variant  # kernels of variants

    def measure(_row: int, puzzle: Puzzle) -> tuple[Status, Measured]:
        return measured_variant(puzzle, selection, limits.begun())

    status = np.full(len(batch.items), Status.INVALID, np.uint8)
    columns: dict[str, Any] = {name: new_column(name, status.size) for name in selection.fields}
    for row, found in enumerate(answer_each(batch, measure, limits)):
        if found is not None:
            status[row] = found[0]
            fill_in(columns, row, found[1])
    return replace(RatingBatch(status, **columns), reasons=batch.reasons)


def rate_grids(batch: Batch | BoardBatch, selection: Selection, limits: Limits) -> RatingBatch:
    """Rate a batch on a board that has all that is asked for, see `rate_many`."""
    if isinstance(batch, BoardBatch):
        return replace(rate_puzzles(batch, selection, limits), reasons=batch.reasons)
    result = rate_puzzles(batch.puzzles, selection, limits)
    return replace(result, reasons=batch.reasons(result.status == Status.INVALID))


def rate_puzzles(
    puzzles: Puzzles | BoardBatch, selection: Selection, limits: Limits
) -> RatingBatch:
    """Rate puzzles that were read, see `rate_many`."""
    if isinstance(puzzles, BoardBatch):
        status, unique = solved_boards(puzzles, limits)
    else:
        status, unique = solved_puzzles(puzzles, limits)
    columns: dict[str, Any] = {name: new_column(name, status.size) for name in selection.fields}
    for part in unique.by_form():
        for found in _measured(part, selection, limits):
            for name in columns.keys() & found.columns.keys():
                columns[name][found.rows] = found.columns[name]
            status[found.rows[~found.is_known]] = Status.LIMIT_REACHED
    return RatingBatch(status, **columns)


def solved_puzzles(puzzles: Puzzles, limits: Limits) -> tuple[NDArray[np.uint8], Unique]:
    """Return the status of each puzzle, and those with one solution."""
    status, solutions = solved_meanwhile(puzzles, of_all(limits))
    rows = np.flatnonzero(status == Status.UNIQUE)
    solutions = solutions[rows]
    # A character or digit is one, or blank.
    masks = masks_of_puzzles(puzzles, rows) if puzzles.masks.size else None
    givens = givens_of(puzzles, rows, solutions)
    return status, Unique(givens, solutions, rows, status.size, masks=masks)


def solved_givens(puzzles: Puzzles, limits: Limits) -> tuple[NDArray[np.uint8], Unique]:
    """Return what `solved_puzzles` does; puzzles with restricted cells are invalid."""
    status, unique = solved_puzzles(puzzles, limits)
    if unique.masks is None:
        return status, unique
    is_plain = unique.are_plain
    status[unique.rows[~is_plain]] = Status.INVALID
    return status, unique.some(is_plain)._replace(masks=None)


def _measured(unique: Unique, selection: Selection, limits: Limits) -> Iterator[Found]:
    """Yield the columns for puzzles with one solution, part by part."""
    rest = selection
    if (
        SEARCH in selection.measures
        and not unique.geometry.is_classic
        and limits.time_limit is None
    ):
        yield searches_on_board(unique, limits)
        rest = rest.without(SEARCH)
    if "redundant" in selection.measures:
        yield _redundant(unique, limits)
        rest = rest.without("redundant")
    if selection.trials and unique.geometry.is_classic and unique.masks is None:
        yield classified(unique, selection.trials, limits)
        rest = rest.without(*selection.trials)
    for book in selection.rules:
        counts = TECHNIQUES_ASKED in selection.measures
        of_book = selection_of(book, TECHNIQUES_ASKED if counts else ())
        found, left = rated_meanwhile(unique, of_book, limits, KERNELS_OF[book])
        yield found
        if left.rows.size:
            yield from RATED_BY_KERNELS[book](left, of_book, limits)
        rest = rest.without(book)
    if rest.fields:
        yield measured_by_processes(unique, rest, limits)


def _by_explainer(unique: Unique, selection: Selection, limits: Limits) -> Iterator[Found]:
    """Yield Sudoku Explainer's ratings: by kernels, and by finders where these have no room."""
    counts = TECHNIQUES_ASKED in selection.measures
    found, left = rated_by_kernels(unique, limits, counts=counts)
    yield found
    if left.rows.size:
        yield measured_by_processes(left, selection, limits)


def _by_hodoku(unique: Unique, selection: Selection, limits: Limits) -> Iterator[Found]:
    """Yield HoDoKu's scores: by kernels, which know givens alone, or by finders."""
    if unique.masks is None:
        yield scored_by_kernels(unique, limits)
    else:
        yield measured_by_processes(unique, selection, limits)


RATED_BY_KERNELS: Final = {EXPLAINER: _by_explainer, HODOKU: _by_hodoku}
"""The functions that rate by the kernels of each rule book."""


def _redundant(unique: Unique, limits: Limits) -> Found:
    """Return how many givens of each puzzle can go, each alone."""
    board = unique.geometry
    can_go, is_known = which_can_go(board, unique.candidates, of_all(limits))
    numbers = np.where(is_known, np.count_nonzero(can_go, axis=1), -1)
    return Found(unique.rows, {"redundant": numbers}, is_known)
