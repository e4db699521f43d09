"""Ratings of a batch in plain Python, by processes; kernels take over once they are at hand.

::

    puzzles ──processes──> columns                     ──> kernels ──> columns
                 └─ another process compiles kernels ───────┘  the rest
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit import loaded
from lowbit.batch.candidates import masks_of_puzzles
from lowbit.errors import LimitReachedError
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.kernels.at_hand import are_at_hand, come_to_hand
from lowbit.kernels.classic.search import BAD_CELL
from lowbit.kernels.core.threads import n_cpus
from lowbit.limits import Limits
from lowbit.processes import in_processes
from lowbit.status import Status
from lowbit.verbs.rate.columns import fill_in, new_column
from lowbit.verbs.rate.measuring import Task, measured_line
from lowbit.verbs.rate.parts import Found
from lowbit.verbs.solve.handover import Solutions, kernels_pay
from lowbit.verbs.solve.many import solve_classic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from lowbit.kernels.at_hand import KernelSet
    from lowbit.kernels.classic.search import Puzzles
    from lowbit.verbs.rate.measures import Selection
    from lowbit.verbs.rate.parts import Unique

FEW: Final = 256
"""Puzzles that finders rate before kernels are compiled: they take milliseconds each, or tenths of
a second if there are chains."""

MANY: Final = 1024
"""Puzzles that finders rate before they leave a CPU to the process that compiles: so a batch takes
at most about twice as long as if it had been known how many puzzles there would be."""

AT_ONCE: Final = 64
"""Puzzles that are searched before a look whether kernels are at hand."""


def solved_meanwhile(
    puzzles: Puzzles, limits: Limits
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the status of each puzzle, and the solution of those with one.

    They are searched one by one until kernels are at hand, unless a limit on nodes is on these.
    """
    n, n_done = puzzles.starts.size, 0
    status = np.full(n, Status.INVALID, np.uint8)
    solutions = np.zeros((n, CLASSIC.n_cells), np.uint8)
    while n_done < n:
        rest = slice(n_done, n_done + AT_ONCE)
        if limits.max_nodes is not None or kernels_pay():
            rest = slice(n_done, n)
            found = solve_classic(puzzles._replace(starts=puzzles.starts[rest]), limits)
            status[rest], solutions[rest] = found.status, found.solutions
        else:
            _search(puzzles, limits, status[rest], solutions[rest], n_done)
        n_done = rest.stop
    return status, solutions


def _search(
    puzzles: Puzzles,
    limits: Limits,
    status: NDArray[np.uint8],
    solutions: NDArray[np.uint8],
    first: int,
) -> None:
    """Search some puzzles one by one, by the reference."""
    valid = np.flatnonzero(puzzles.starts[first : first + status.size] >= 0)
    masks = masks_of_puzzles(puzzles, valid + first)
    for row, cells in zip(valid, masks, strict=True):
        if (cells & BAD_CELL).any():
            continue
        try:
            found = list(Solutions(Grid.from_masks(cells.tolist()), 2, limits, "any"))
        except LimitReachedError:
            status[row] = Status.LIMIT_REACHED
            continue
        status[row] = (Status.NONE, Status.UNIQUE, Status.SEVERAL)[len(found)]
        if len(found) == 1:
            solutions[row] = list(found[0].givens)


def rated_meanwhile(
    unique: Unique, selection: Selection, limits: Limits, kernels: KernelSet
) -> tuple[Found, Unique]:
    """Rate puzzles until kernels are at hand; return what was found, and the puzzles left to these.

    They are compiled only for more than a few puzzles. A limit on nodes is on theirs.
    """
    n_all = loaded.RATED_MEANWHILE.visited + unique.rows.size
    come = are_at_hand if n_all <= FEW else come_to_hand

    def is_over() -> bool:
        return limits.max_nodes is not None or come(kernels)

    found = measured_by_processes(unique, selection, limits, is_over, spares=n_all > MANY)
    loaded.RATED_MEANWHILE.visited += found.rows.size
    return found, unique.some(np.arange(unique.rows.size) >= found.rows.size)


def measured_by_processes(
    unique: Unique,
    selection: Selection,
    limits: Limits,
    is_over: Callable[[], bool] = bool,
    *,
    spares: bool = False,
) -> Found:
    """Measure puzzles one by one, in processes, the first ones alone where it is over before.

    It `spares` a CPU, if it may use several, for another process.
    """
    n, n_done = unique.rows.size, 0
    columns = {name: new_column(name, n) for name in selection.fields}
    is_known = np.ones(n, np.bool_)

    def tick() -> None:
        if limits.progress:
            limits.progress(unique.n_all - n + n_done, unique.n_all)

    def tasks() -> Iterator[Task]:
        for masks, solution in zip(unique.candidates, unique.solutions, strict=True):
            if is_over():
                return
            own = Limits(limits.max_nodes, limits.seconds_left)
            cells = tuple(masks.tolist())
            yield Task(cells, solution.tobytes(), unique.geometry, selection, own)

    threads = max(1, (limits.threads or n_cpus()) - spares)
    for row, (answers, is_all) in enumerate(in_processes(measured_line, tasks(), threads, tick)):
        fill_in(columns, row, answers)
        is_known[row] = is_all
        n_done += 1
    columns = {name: column[:n_done] for name, column in columns.items()}
    return Found(unique.rows[:n_done], columns, is_known[:n_done])
