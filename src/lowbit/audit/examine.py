"""The examination of each row on its own: a verdict, a check of its solution, and keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

import numpy as np
import pyarrow as pa

from lowbit.audit.findings import Given, Verdict
from lowbit.audit.forms import forms_of, symmetries_of
from lowbit.audit.keys import KEY, keys_of
from lowbit.audit.shared import NO_SHARED, digits_if_plain, shared_keys
from lowbit.batch.candidates import masks_of_puzzles
from lowbit.batch.masks import are_single
from lowbit.batch.puzzles import DIGITS
from lowbit.errors import InputError
from lowbit.geometry import CLASSIC
from lowbit.kernels.classic.layout import N_CELLS
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.tables.answers.arrow import grid_column, number_column
from lowbit.verbs.canonical.many import canonical_many
from lowbit.verbs.minimize.needed_givens import which_are_minimal
from lowbit.verbs.rate.measures import selection_of
from lowbit.verbs.solve.many import solve_classic
from lowbit.verbs.solve.second_solution import other_solutions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.batch.result import BatchResult
    from lowbit.geometry import Geometry
    from lowbit.kernels.classic.search import Puzzles
    from lowbit.kernels.core.threads import Progress
    from lowbit.verbs.canonical.results import CanonicalBatch

ROW: Final = np.dtype(
    [
        ("verdict", "u1"),
        ("given", "u1"),
        ("n_clues", "<u2"),
        ("minimal", "u1"),
        ("er", "u1"),
        ("split", "<u4"),
    ]
)
"""The findings on every row: a `Verdict`, a `Given`, the number of its clues, whether it is
minimal, Sudoku Explainer's rating in tenths (0 if it was not requested, or is not known)."""

RATING: Final = selection_of("explainer")

NO, YES, UNKNOWN = 0, 1, 2
"""Whether a puzzle is minimal; unknown unless it has exactly one solution."""

DETAILS: Final = pa.schema(
    [("n_solutions", pa.int64()), ("solution", pa.string()), ("other_solution", pa.string())]
)
"""The details of rows that are kept for the copies."""

HOUSES: Final = np.array([house.cells for house in CLASSIC.houses])
"""int64[27, 9]: the cells of each."""

VERDICT_OF_STATUS: Final = {
    Status.NONE: Verdict.NONE,
    Status.SEVERAL: Verdict.SEVERAL,
    Status.LIMIT_REACHED: Verdict.LIMIT_REACHED,
    Status.INVALID: Verdict.INVALID,
}

GIVEN_OF_VERDICT: Final = {
    Verdict.SEVERAL: Given.ONE_OF_SEVERAL,
    Verdict.LIMIT_REACHED: Given.UNPROVEN,
}
"""The finding on a given solution that fits its puzzle, by the verdict on the puzzle."""


@dataclass(frozen=True, slots=True)
class ExamineLimits:
    """The effort that a puzzle may take.

    Parameters
    ----------
    limit : int, default 100
        Where to stop counting its solutions; 2 or more.
    max_nodes : int, optional
        The most nodes of a search tree to visit.
    rates : bool, default False
        Whether puzzles with one solution are rated, which takes longest.
    checks_minimal : bool, default True
        Whether it is found out which puzzles are minimal.
    """

    limit: int = 100
    max_nodes: int | None = None
    rates: bool = False
    checks_minimal: bool = True

    def __post_init__(self) -> None:
        if self.limit < 2:
            raise InputError(f"an audit needs a limit of 2 or more, not {self.limit}")


PuzzlesT = TypeVar("PuzzlesT")
"""Puzzles of the classic board, or of another."""


class GivenSolutions(NamedTuple, Generic[PuzzlesT]):
    """The solutions that rows have.

    Attributes
    ----------
    puzzles : Puzzles or BoardBatch
    is_missing : bool[n]
        Where there is none.
    """

    puzzles: PuzzlesT
    is_missing: NDArray[np.bool_]


class Examined(NamedTuple):
    """The findings on rows.

    Attributes
    ----------
    rows : ROW[n]
        Without splits.
    keys : KEY[m]
        The keys of the rows that are puzzles, in order; rows count from 0, without splits and
        `is_bad`.
    details : pyarrow.RecordBatch
        `DETAILS`, n rows.
    shared : SHARED[k]
        The keys of solutions and cores; rows count from 0, without splits.
    """

    rows: NDArray[np.void]
    keys: NDArray[np.void]
    details: pa.RecordBatch
    shared: NDArray[np.void] = NO_SHARED


def examine(
    puzzles: Puzzles,
    given: GivenSolutions[Puzzles] | None,
    effort: ExamineLimits,
    progress: Progress | None = None,
    threads: int | None = 1,
) -> Examined:
    """Examine each row on its own, in the calling thread.

    Parameters
    ----------
    puzzles : Puzzles
    given : GivenSolutions or None
        The solutions in the rows.
    effort : ExamineLimits
    progress : callable, optional
        Called now and then.
    threads : int, default 1
        The number of CPUs that rate puzzles; all if None.
    """
    limits = Limits(effort.max_nodes, None, 1, progress)
    solved = solve_classic(puzzles, limits, effort.limit)
    valid = np.flatnonzero(solved.status != Status.INVALID)
    masks = masks_of_puzzles(puzzles, valid)
    rows = np.zeros(len(solved), ROW)
    rows["given"] = Given.NOT_ASKED
    if given is not None:
        rows["given"][valid] = _what_is_given(given, valid, masks, solved)
    rows["verdict"] = verdicts_of(solved, rows["given"])
    rows["n_clues"][valid] = np.count_nonzero(are_single(masks), axis=1)
    rows["minimal"] = UNKNOWN
    unique = solved.status[valid] == Status.UNIQUE
    if effort.checks_minimal:
        rows["minimal"][valid[unique]] = _minimal(
            masks[unique], solved.solutions[valid[unique]], effort, progress
        )
    if effort.rates:
        plain = np.flatnonzero(solved.status == Status.UNIQUE)
        rows["er"][plain] = _ratings(puzzles, plain, effort, progress, threads)
    digits, are_plain = digits_if_plain(masks)
    plain = unique & are_plain
    givens, solutions = digits[plain], solved.solutions[valid[plain]]
    symmetries = symmetries_of(solutions, progress)
    shared = shared_keys(valid[plain], givens, solutions, symmetries, progress)
    if effort.max_nodes is None:
        forms = DIGITS[forms_of(givens, symmetries, progress)]
    else:  # of two isomorphic puzzles one may have no solution that is known
        plain[:], forms = False, masks[:0]
    keys = keys_of_puzzles(valid, masks, _all_forms(puzzles, valid, masks, plain, forms, progress))
    return Examined(rows, keys, _details(solved, valid, masks, effort, progress), shared)


def _what_is_given(
    given: GivenSolutions[Puzzles],
    valid: NDArray[np.int64],
    masks: NDArray[np.uint16],
    solved: BatchResult,
) -> NDArray[np.uint8]:
    """Return the finding on the solution in each row."""
    found = np.full(valid.size, Given.UNREADABLE, np.uint8)
    found[given.is_missing[valid]] = Given.MISSING
    places = np.flatnonzero(given.puzzles.starts[valid] >= 0)
    claimed = masks_of_puzzles(given.puzzles, valid[places])
    is_full = are_single(claimed).all(axis=1)
    is_full &= (claimed <= CLASSIC.full_mask).all(axis=1)
    places, claimed = places[is_full], claimed[is_full]
    rows = valid[places]
    unions = np.bitwise_or.reduce(claimed[:, HOUSES], axis=2)
    keeps_rules = (unions == CLASSIC.full_mask).all(axis=1)
    fits = (claimed & masks[places] != 0).all(axis=1)
    found[places] = given_of(solved.status[rows], fits, keeps_rules)
    return found


def given_of(
    status: NDArray[np.uint8], fits: NDArray[np.bool_], keeps_rules: NDArray[np.bool_]
) -> NDArray[np.uint8]:
    """Return the findings on full grids as the solutions of puzzles.

    Parameters
    ----------
    status : uint8[n]
        The result of the search of each puzzle.
    fits : bool[n]
        Whether each grid agrees with its puzzle.
    keeps_rules : bool[n]
        Whether each grid has every digit once in each house.
    """
    of_status = np.full(len(Status), Given.RIGHT, np.uint8)
    for each, verdict in VERDICT_OF_STATUS.items():
        of_status[each] = GIVEN_OF_VERDICT.get(verdict, Given.OTHER_PUZZLE)
    kinds = np.where(fits, of_status[status], np.uint8(Given.OTHER_PUZZLE))
    return np.where(keeps_rules, kinds, np.uint8(Given.CLASH)).astype(np.uint8)


def verdicts_of(solved: BatchResult, given: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the verdict on each row, from its search and the finding on its solution."""
    of_status = np.zeros(len(Status), np.uint8)
    for status, verdict in VERDICT_OF_STATUS.items():
        of_status[status] = verdict
    verdicts = of_status[solved.status]
    is_unique = solved.status == Status.UNIQUE
    verdicts[is_unique] = Verdict.WRONG
    verdicts[is_unique & (given == Given.NOT_ASKED)] = Verdict.UNIQUE
    verdicts[is_unique & (given == Given.RIGHT)] = Verdict.RIGHT
    return verdicts


def _minimal(
    masks: NDArray[np.uint16],
    solutions: NDArray[np.uint8],
    effort: ExamineLimits,
    progress: Progress | None,
) -> NDArray[np.uint8]:
    limits = Limits(effort.max_nodes, threads=1, progress=progress)
    is_minimal, is_known = which_are_minimal(masks, solutions, limits)
    return np.where(is_known, is_minimal, np.uint8(UNKNOWN)).astype(np.uint8)


def _ratings(
    puzzles: Puzzles,
    rows: NDArray[np.int64],
    effort: ExamineLimits,
    progress: Progress | None,
    threads: int | None,
) -> NDArray[np.uint8]:
    """Return the ratings of puzzles with one solution, in tenths; 0 where not known."""
    from lowbit.verbs.rate.many import rate_puzzles  # loads all techniques

    asked = puzzles._replace(starts=puzzles.starts[rows])
    rated = rate_puzzles(asked, RATING, Limits(effort.max_nodes, None, threads, progress))
    return np.rint(10 * np.nan_to_num(np.asarray(rated.er, np.float64))).astype(np.uint8)


def _all_forms(  # noqa: PLR0913, PLR0917 - the puzzles, and what is known of them
    puzzles: Puzzles,
    valid: NDArray[np.int64],
    masks: NDArray[np.uint16],
    known: NDArray[np.bool_],
    forms: NDArray[np.uint16],
    progress: Progress | None,
) -> NDArray[np.uint16]:
    """Return the candidates of the forms of puzzles; those of some are known."""
    rest = ~known
    asked = puzzles._replace(starts=puzzles.starts[valid[rest]])
    found = canonical_many(asked, threads=1, progress=progress)
    every = np.empty_like(masks)
    every[known] = forms
    every[rest] = candidates_of(found, masks[rest], DIGITS)
    return every


def candidates_of(
    forms: CanonicalBatch,
    masks: NDArray[np.unsignedinteger],
    mask_of: NDArray[np.unsignedinteger],
) -> NDArray[np.unsignedinteger]:
    """Return the candidates of canonical forms; of a puzzle without one, its own.

    Parameters
    ----------
    forms : CanonicalBatch
    masks : unsigned[n, n_cells]
        The candidates of the puzzles.
    mask_of : unsigned[n_digits + 1]
        The candidates of each digit; for 0, a blank, all.
    """
    found: NDArray[np.unsignedinteger] = np.where(
        forms.is_valid[:, None], mask_of[forms.grids] if forms.masks is None else forms.masks, masks
    )
    return found


def keys_of_puzzles(
    rows: NDArray[np.int64],
    masks: NDArray[np.unsignedinteger],
    forms: NDArray[np.unsignedinteger],
) -> NDArray[np.void]:
    """Return the keys of puzzles.

    Both keys are made of candidates, so that no restricted puzzle has the key of a form.

    Parameters
    ----------
    rows : int64[n]
    masks, forms : unsigned[n, n_cells]
        The candidates of the puzzles, and those of forms that isomorphic ones share.
    """
    keys = np.zeros(rows.size, KEY)
    keys["row"] = rows
    keys["puzzle"], keys["form"] = keys_of(masks), keys_of(forms)
    return keys


def _details(
    solved: BatchResult,
    valid: NDArray[np.int64],
    masks: NDArray[np.uint16],
    effort: ExamineLimits,
    progress: Progress | None,
) -> pa.RecordBatch:
    several = np.flatnonzero(solved.status[valid] == Status.SEVERAL)
    others: NDArray[np.uint8] = np.zeros((len(solved), N_CELLS), np.uint8)
    others[valid[several]] = other_solutions(
        masks[several],
        solved.solutions[valid[several]],
        Limits(effort.max_nodes, None, 1, progress),
    )
    return details_of(solved, others, CLASSIC)


def details_of(solved: BatchResult, others: NDArray[np.uint8], board: Geometry) -> pa.RecordBatch:
    """Return `DETAILS` from a search and second solutions, which are 0 where there is none."""
    known = ~np.isin(solved.status, (Status.INVALID, Status.LIMIT_REACHED))
    columns = [
        number_column(solved.n_solutions, known),
        grid_column(solved.solutions, solved.n_solutions > 0, board),
        grid_column(others, others[:, 0] > 0, board),
    ]
    return pa.RecordBatch.from_arrays(columns, schema=DETAILS)
