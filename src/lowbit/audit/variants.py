"""The examination of rows that have constraints, each on its own board.

The engines of a board leave such rows as invalid; the findings here take their place.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from lowbit.audit.examine import (
    DETAILS,
    NO,
    ROW,
    UNKNOWN,
    YES,
    Examined,
    given_of,
    verdicts_of,
)
from lowbit.audit.findings import Given, Verdict
from lowbit.audit.forms import forms_of, symmetries_of
from lowbit.audit.keys import KEY, keys_of
from lowbit.batch.each import answer_each
from lowbit.batch.puzzles import DIGITS
from lowbit.batch.variants import read_variants
from lowbit.constraints.general import normal_forms
from lowbit.errors import InputError, LimitReachedError
from lowbit.formats.puzzle import puzzle_text
from lowbit.formats.puzzle_texts import is_text_of_variant
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.limits import Limits
from lowbit.puzzle import Puzzle
from lowbit.status import Status
from lowbit.tables.answers.arrow import number_column
from lowbit.tables.arrow_puzzles import texts_of_rows
from lowbit.verbs.canonical.one import canonical
from lowbit.verbs.minimize.needed_givens import is_minimal_many
from lowbit.verbs.puzzles import grid_of
from lowbit.verbs.solve.many import solve_many
from lowbit.verbs.solve.one import solutions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lowbit.audit.examine import ExamineLimits
    from lowbit.batch.result import BatchResult
    from lowbit.batch.variants import VariantBatch
    from lowbit.geometry import Geometry
    from lowbit.kernels.core.threads import Progress


def with_variants(  # noqa: PLR0913, PLR0917 - what was found, of what, and how
    found: Examined,
    puzzles: pa.Array,
    solutions: pa.Array | None,
    board: Geometry,
    effort: ExamineLimits,
    progress: Progress | None = None,
) -> Examined:
    """Return findings with those on the rows that have constraints in their places.

    Parameters
    ----------
    found : Examined
        The findings of the engine of a board on all rows.
    puzzles : pyarrow.Array
        The column of puzzles.
    solutions : pyarrow.Array or None
        The column of solutions.
    board : Geometry
        The board of the data set. Constraints may come with any board where it is the classic one,
        and with none but its own otherwise.
    effort : ExamineLimits
        Puzzles with constraints are not rated.
    progress : callable, optional
        Called now and then.
    """
    places, texts = _variants_among(
        puzzles, np.flatnonzero(found.rows["verdict"] == Verdict.INVALID)
    )
    if not texts:
        return found
    batch = read_variants(texts, None if board == CLASSIC else board)
    given = None if solutions is None else texts_of_rows(solutions, places)
    own = examine_variants(batch, given, board, effort, progress)
    found.rows[places] = own.rows
    own.keys["row"] = places[own.keys["row"]]
    keys = np.concatenate([found.keys, own.keys])
    order = np.arange(len(found.rows))
    order[places] = len(order) + np.arange(len(places))
    details = pa.Table.from_batches([found.details, own.details]).take(order).combine_chunks()
    keys = keys[np.argsort(keys["row"])]
    return Examined(found.rows, keys, details.to_batches()[0], found.shared)


def _variants_among(
    puzzles: pa.Array, rows: NDArray[np.int64]
) -> tuple[NDArray[np.int64], list[str]]:
    """Return which of some rows have constraints, and their texts."""
    texts = texts_of_rows(puzzles, rows)
    having = [at for at, text in enumerate(texts) if text and is_text_of_variant(text)]
    return rows[having], [texts[at] for at in having]


def examine_variants(
    batch: VariantBatch,
    given: Sequence[str] | None,
    board: Geometry,
    effort: ExamineLimits,
    progress: Progress | None = None,
) -> Examined:
    """Examine each puzzle on its own, as `lowbit.audit.examine.examine` does classic ones.

    Parameters
    ----------
    batch : VariantBatch
    given : sequence of str or None
        The solutions in the rows, "" where there is none.
    board : Geometry
        That of the rows without constraints.
    effort : ExamineLimits
    progress : callable, optional
        Called now and then.
    """
    limits = Limits(effort.max_nodes, None, 1, progress)
    solved = solve_many(batch, limit=effort.limit, **limits.of_batch)
    is_minimal = is_minimal_many(batch, **limits.of_batch)
    rows = np.zeros(len(solved), ROW)
    rows["given"] = Given.NOT_ASKED if given is None else _what_is_given(batch, given, solved)
    rows["verdict"] = verdicts_of(solved, rows["given"])
    rows["minimal"] = UNKNOWN
    for row, puzzle in enumerate(batch.puzzles):
        if isinstance(puzzle, Puzzle):
            rows["n_clues"][row] = puzzle.grid.n_clues
    unique = (solved.status == Status.UNIQUE) & (is_minimal.status == Status.UNIQUE)
    rows["minimal"][unique] = np.where(is_minimal.array[unique], YES, NO)
    return Examined(rows, _keys(batch, board, solved, limits), _details(batch, solved, limits))


def _what_is_given(
    batch: VariantBatch, given: Sequence[str], solved: BatchResult
) -> NDArray[np.uint8]:
    """Return the finding on the solution in each row that is a puzzle."""
    found = np.full(len(given), Given.NOT_ASKED, np.uint8)
    for row, (puzzle, text) in enumerate(zip(batch.puzzles, given, strict=True)):
        if isinstance(puzzle, Puzzle):
            found[row] = _finding_on(text, puzzle, solved.status[row : row + 1])
    return found


def _finding_on(text: str, puzzle: Puzzle, status: NDArray[np.uint8]) -> int:
    if not text:
        return Given.MISSING
    try:
        grid = Grid(text, puzzle.geometry)
    except InputError:
        return Given.UNREADABLE
    if not grid.is_complete:
        return Given.UNREADABLE
    fits = all(own & other for own, other in zip(grid.allowed, puzzle.grid.allowed, strict=True))
    keeps_rules = not puzzle.with_grid(grid).clashes
    return int(given_of(status, np.array([fits]), np.array([keeps_rules]))[0])


def _keys(
    batch: VariantBatch, board: Geometry, solved: BatchResult, limits: Limits
) -> NDArray[np.void]:
    """Return the keys of the rows that are puzzles.

    Constraints are in normal form for both, so that their order does not matter. A puzzle that has
    no canonical form is isomorphic to itself alone.
    """

    def keys_of_row(row: int, puzzle: Puzzle) -> NDArray[np.void]:
        key = np.zeros(1, KEY)
        key["row"] = row
        key["puzzle"] = key["form"] = _key(puzzle, board)
        if board == CLASSIC and limits.max_nodes is None and _is_plain(puzzle, solved.status[row]):
            key["form"] = _key_of_form(puzzle.grid, solved.solutions[row : row + 1])
            return key
        with suppress(InputError):
            key["form"] = _key(canonical(puzzle if puzzle.constraints else puzzle.grid), board)
        return key

    found = [key for key in answer_each(batch, keys_of_row, limits) if key is not None]
    return np.concatenate([np.zeros(0, KEY), *found])


def _is_plain(puzzle: Puzzle, status: int) -> bool:
    """Whether it is a row's puzzle of givens with one solution, written with constraints."""
    has_none = not puzzle.constraints and puzzle.geometry.is_classic
    return has_none and not puzzle.grid.is_restricted and status == Status.UNIQUE


def _key_of_form(grid: Grid, solution: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Return the key of the form that such a puzzle has as a row."""
    givens = np.array([[*grid.givens]], np.uint8)
    (key,) = keys_of(DIGITS[forms_of(givens, symmetries_of(solution))])
    return np.asarray(key)


def _key(puzzle: Puzzle | Grid, board: Geometry) -> NDArray[np.uint64]:
    """Return the key of a puzzle, whatever is written and drawn: without constraints, a row's."""
    grid = grid_of(puzzle)
    constraints = puzzle.constraints if isinstance(puzzle, Puzzle) else ()
    if not constraints and grid.geometry == board:
        (key,) = keys_of(np.array([grid.allowed]))
        return np.asarray(key)
    said = Puzzle(grid, normal_forms(constraints)).to_json()
    return np.frombuffer(hashlib.blake2b(said.encode(), digest_size=16).digest(), "<u8")


def _details(batch: VariantBatch, solved: BatchResult, limits: Limits) -> pa.RecordBatch:
    known = ~np.isin(solved.status, (Status.INVALID, Status.LIMIT_REACHED))
    first = [each.solution for each in solved]

    def other_of(row: int, puzzle: Puzzle) -> Grid | None:
        if solved.status[row] != Status.SEVERAL:
            return None
        try:
            found = solutions(puzzle, limit=2, **limits.of_search)
            return next((grid for grid in found if grid != first[row]), None)
        except LimitReachedError:
            return None

    others = list(answer_each(batch, other_of, limits.silent))
    texts = [[grid and puzzle_text(grid) for grid in each] for each in (first, others)]
    grids = [pa.array(each, pa.string()) for each in texts]
    columns = [number_column(solved.n_solutions, known), *grids]
    return pa.RecordBatch.from_arrays(columns, schema=DETAILS)
