"""The traces of a batch: kernels take and record the steps, plain finders those they lack.

::

    puzzles ──search──> those with one solution ──kernels──> records ──> TraceBatch
                                                   └─ a step is left over ── plain finders
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from lowbit.arguments import unknown
from lowbit.batch.boards import BoardBatch
from lowbit.batch.kinds import batch_of
from lowbit.batch.variants import VariantBatch
from lowbit.errors import GridError, InputError
from lowbit.kernels.hodoku.engine import begin, is_solved, n_steps, n_words, search
from lowbit.kernels.hodoku.records import record_ends
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.rate.many import solved_givens
from lowbit.verbs.rate.scores import Solver
from lowbit.verbs.trace.replaying import CLASSIC_ALONE
from lowbit.verbs.trace.results import Records, TraceBatch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from lowbit.batch.puzzles import Batch, PuzzlesLike
    from lowbit.kernels.classic.search import Puzzles
    from lowbit.kernels.core.threads import Progress
    from lowbit.verbs.rate.parts import Unique

    Write: TypeAlias = Callable[[NDArray[np.uint8], NDArray[np.int32]], NDArray[np.int64]]
    """Writes the records of puzzles, and returns their states."""


Kind: TypeAlias = Literal["steps", "search"]
KINDS: Final = get_args(Kind)

PORTION: Final = 1024
"""Puzzles that are traced at a time."""

ROOM: Final = 4096
"""Words for the steps of a puzzle; some that take more are traced again with what they take."""

MOST: Final = 100_000
"""Records of a search, unless a limit says otherwise: some ten megabytes."""


class _Portion(NamedTuple):
    """The records of some puzzles: their words, how many steps each takes, and which are whole."""

    words: NDArray[np.int32]
    n_steps: NDArray[np.int64]
    is_whole: NDArray[np.bool_]


def trace_many(  # noqa: PLR0913 - what to record, two limits and how to work
    puzzles: PuzzlesLike,
    *,
    kind: Kind = "steps",
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> TraceBatch:
    """Record how many puzzles are solved, step by step: as a person does, or by search.

    The steps are those of ``steps(puzzle, "hodoku")``. A search takes singles as long as there are
    any, then guesses in a cell with the fewest candidates, and goes back from dead ends.

    Parameters
    ----------
    puzzles : str, bytes, iterable, numpy.ndarray or Masks
        Puzzles of givens on the classic board, in any form that `lowbit.solve_many` takes.
    kind : {'steps', 'search'}, default 'steps'
        What to record.
    max_nodes : int, optional
        The most records of each search; 100,000 if None.
    time_limit : float, optional
        The most seconds to take for the whole batch.
    threads : int, optional
        How many CPUs to use; all if None. The result does not depend on it.
    progress : callable, optional
        Called a few times a second with how many puzzles are done and how many there are.

    Returns
    -------
    TraceBatch
        A row for each puzzle, in order. Only one with exactly one solution has steps.

    Raises
    ------
    InputError
        If `puzzles` is not a batch of puzzles, there is no such kind, or a limit is too small.
    GridError
        If they are not on the classic board, or have constraints.

    Notes
    -----
    Kernels record the evidence of singles, locked candidates, subsets, fish, patterns of one digit,
    wings, uniqueness and colours. That of chains and almost locked sets is looked for again in a
    `Trace`, which takes some milliseconds a step and more; arrays and `to_strings` do without it.

    Examples
    --------
    >>> puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> batch = trace_many([puzzle, "no puzzle"])
    >>> batch
    <TraceBatch of 2 puzzles: 1 invalid, 1 unique>
    >>> [step.technique for step in batch[0].steps[:3]], batch.n_steps.tolist()
    (['naked-single', 'naked-single', 'naked-single'], [58, 0])
    >>> hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    >>> trace_many([hard], kind="search")[0].text.splitlines()[1]
    'guess: 59 in r7c7 => r7c7=5'
    """
    if kind not in KINDS:
        raise InputError(unknown("kind of trace", kind, KINDS))
    limits = Limits.of(max_nodes, time_limit, threads, progress)
    batch = batch_of(puzzles, None, ignores_symbols=True)
    if isinstance(batch, (BoardBatch, VariantBatch)):
        raise GridError(CLASSIC_ALONE)
    return trace_batch(batch, kind, limits)


def trace_batch(batch: Batch, kind: Kind, limits: Limits) -> TraceBatch:
    """Trace a batch that was read, see `trace_puzzles`."""
    result = trace_puzzles(batch.puzzles, kind, limits)
    return replace(result, reasons=batch.reasons(result.status == Status.INVALID))


def trace_puzzles(puzzles: Puzzles, kind: Kind, limits: Limits) -> TraceBatch:
    """Trace puzzles that were read, see `trace_many`; a limit whose clock stands is for each."""
    status, unique = solved_givens(puzzles, limits._replace(max_nodes=None))
    portions = list(_searches(unique, limits) if kind == "search" else _ways(unique, limits))
    n_steps = np.zeros(status.size, np.int64)
    if portions:
        n_steps[unique.rows] = np.concatenate([portion.n_steps for portion in portions])
        is_whole = np.concatenate([portion.is_whole for portion in portions])
        status[unique.rows[~is_whole]] = Status.LIMIT_REACHED
    words = np.concatenate([np.zeros(0, np.int32), *(portion.words for portion in portions)])
    givens, solutions = np.zeros((2, status.size, unique.puzzles.shape[1]), np.uint8)
    givens[unique.rows], solutions[unique.rows] = unique.puzzles, unique.solutions
    records = Records(words, record_ends(words, int(n_steps.sum())))
    firsts = np.cumsum(n_steps) - n_steps
    return TraceBatch(
        status, givens, solutions, firsts, n_steps, records, is_search=kind == "search"
    )


def _ways(unique: Unique, limits: Limits) -> Iterator[_Portion]:
    """Yield the steps of puzzles with one solution, some at a time."""
    size = PORTION if limits.time_limit is None else 1  # each has a time of its own
    with closing(Solver(limits.threads)) as solver:

        def write(puzzles: NDArray[np.uint8], trace: NDArray[np.int32]) -> NDArray[np.int64]:
            states = begin(puzzles)
            solver.solve(states, limits.begun(), trace)
            return states

        yield from _portions(unique, write, size, limits)


def _searches(unique: Unique, limits: Limits) -> Iterator[_Portion]:
    """Yield the searches of puzzles with one solution, some at a time."""
    most = MOST if limits.max_nodes is None else limits.max_nodes
    return _portions(unique, partial(search, most=most, threads=limits.threads), PORTION, limits)


def _portions(unique: Unique, write: Write, size: int, limits: Limits) -> Iterator[_Portion]:
    n = unique.rows.size
    for first in range(0, n, size):
        puzzles = unique.puzzles[first : first + size]
        yield _nothing(len(puzzles)) if limits.is_late else _written(puzzles, write, ROOM)
        if limits.progress:
            limits.progress(unique.n_all - n + min(n, first + size), unique.n_all)


def _nothing(n: int) -> _Portion:
    """Return the records of puzzles for which no time was left."""
    return _Portion(np.zeros(0, np.int32), np.zeros(n, np.int64), np.zeros(n, np.bool_))


def _written(puzzles: NDArray[np.uint8], write: Write, room: int) -> _Portion:
    """Return the records of some puzzles; where one takes more room than this, all anew."""
    trace = np.empty((len(puzzles), room), np.int32)
    states = write(puzzles, trace)
    n_written = n_words(states)
    most = int(n_written.max(initial=0))
    if most > room:
        return _written(puzzles, write, most)
    words = [row[:n] for row, n in zip(trace, n_written.tolist(), strict=True)]
    return _Portion(np.concatenate(words), n_steps(states).copy(), is_solved(states))
