"""The operations on a column of puzzles, and the columns that answer them.

An operation is a function of a batch of rows that returns columns. To add one, write a function
here that takes its options and returns an `Operation`, and list it in `OPERATIONS`, or in
`NUMBERED` if the answer depends on the number of the row; Polars, DuckDB and jobs find it there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeAlias, TypedDict

import numpy as np
import pyarrow as pa

from lowbit.arguments import unknown
from lowbit.batch.boards import BoardBatch, grid_of_row
from lowbit.errors import InputError, TableError
from lowbit.geometry import CLASSIC, board_of
from lowbit.renamed import operation_of_now, renamed
from lowbit.rng import seed_or_any
from lowbit.status import Status
from lowbit.tables.arrow_answers import (
    CANONICAL_INVALID,
    OK_CLASH_INVALID,
    WORDS,
    cells_column,
    grid_column,
    number_column,
    puzzle_column,
    word_column,
)
from lowbit.tables.candidates import candidate_columns
from lowbit.tables.constrained import (
    checking,
    counting,
    forming,
    judging,
    listing,
    minimizing,
    solving,
    with_variants,
)
from lowbit.tables.estimates import estimate_columns
from lowbit.tables.scores import score_columns
from lowbit.verbs.canonical.many import canonical_many
from lowbit.verbs.maximize.many import maximize_many
from lowbit.verbs.minimize.many import minimize_many
from lowbit.verbs.rate.measures import TECHNIQUES, counts_text, selection_of
from lowbit.verbs.rate.parts import Effort
from lowbit.verbs.solve.many import solve_many
from lowbit.verbs.solve.one import check as clashes_of
from lowbit.verbs.transform import shuffle_on, shuffle_readable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Unpack

    from numpy.typing import NDArray

    from lowbit.batch.variants import VariantBatch
    from lowbit.geometry import BoardLike, Geometry
    from lowbit.kernels.classic.search import Puzzles
    from lowbit.kernels.core.threads import Progress
    from lowbit.verbs.maximize.weights import WeightsLike
    from lowbit.verbs.rate.many import RatingBatch
    from lowbit.verbs.rate.measures import Names

RowPuzzles: TypeAlias = "Puzzles | BoardBatch"

STATUS: Final = "status"
"""The column that every operation has: a word for what is known about each puzzle."""


class PuzzleRows(NamedTuple):
    """The input of an operation: some rows of a table.

    Attributes
    ----------
    puzzles : Puzzles or BoardBatch
        Row for row; the latter on a board that is not the classic one.
    numbers : int64[n]
        The number of each row in its table, from 0.
    companion : Puzzles, BoardBatch or None
        The second column, if the operation reads one.
    column : pyarrow.Array, optional
        The puzzles as the table has them, for rows with constraints.
    """

    puzzles: RowPuzzles
    numbers: NDArray[np.int64]
    companion: RowPuzzles | None = None
    column: pa.Array | None = None


class RunOptions(TypedDict, total=False):
    """How an operation runs, passed on to the verb on many puzzles."""

    threads: int | None
    progress: Progress | None


class TimedOptions(RunOptions, total=False):
    """The same, of a verb that takes a time limit for the whole batch."""

    time_limit: float | None


class AnswerRows(Protocol):
    """Answers rows with columns, in the order of the operation's fields.

    The status is a dictionary of words, which `answers` spells out.
    """

    def __call__(self, rows: PuzzleRows, **how: Unpack[RunOptions]) -> list[pa.Array]:
        """Return the columns, with as many rows each."""


class TimedRows(Protocol):
    """Answers rows in the same way, within a time limit."""

    def __call__(self, rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        """Return the columns, with as many rows each."""


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation on a column of puzzles, with its options.

    Parameters
    ----------
    name : str
        Its name in messages.
    fields : pyarrow.Schema
        The columns of the answers; one is `STATUS`.
    good : frozenset of str
        The statuses that count as success.
    run : AnswerRows
        Answers a batch.
    board : Geometry, optional
        The board of the puzzles; the classic one by default.
    is_numbered : bool, default False
        Whether the answers depend on the numbers of the rows.
    is_parallel : bool, default False
        Whether it spreads few rows over all CPUs, so that batches should come one by one.
    companion : str, optional
        The second column that it reads.
    """

    name: str
    fields: pa.Schema
    good: frozenset[str]
    run: AnswerRows
    board: Geometry = CLASSIC
    is_numbered: bool = False
    is_parallel: bool = False
    companion: str | None = None


def operation(name: str, **options: object) -> Operation:
    """Return an operation by its name, with its options.

    Raises
    ------
    TableError
        If there is no operation of that name, or it has no such option.

    Examples
    --------
    >>> operation("count", limit=2).fields.names
    ['n_solutions', 'status']
    """
    name = operation_of_now(name)
    try:
        make = EVERY[name]
    except KeyError:
        raise TableError(unknown("operation", name, EVERY)) from None
    try:
        return make(**options)
    except TypeError as error:
        raise TableError(f"{name}: {error}") from None


def answers(asked: Operation, columns: Sequence[pa.Array]) -> list[pa.Array]:
    """Return columns with the types that the fields of an operation have."""
    return [
        column if column.type == field.type else column.cast(field.type)
        for column, field in zip(columns, asked.fields, strict=True)
    ]


def solve(
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Operation:
    """Ask for the one solution: `solution`, null unless there is exactly one."""
    board = CLASSIC if geometry is None else board_of(geometry)

    def run(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        result = solve_many(rows.puzzles, geometry=board, max_nodes=max_nodes, **how)
        unique = result.status == Status.UNIQUE
        return [grid_column(result.solutions, unique, board), word_column(result.status, WORDS)]

    every = with_variants(run, solving(max_nodes=max_nodes), board)
    return _operation(
        "solve", [("solution", pa.string())], {"unique"}, _timed(every, time_limit), board
    )


def count(  # noqa: PLR0913 - by name: where to stop, what to sample, and two limits
    *,
    geometry: BoardLike | None = None,
    limit: int | None = None,
    estimate: int | None = None,
    seed: int | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Operation:
    """Ask how many solutions: `n_solutions`, null if not known.

    With `estimate`, about how many, from so many samples: `estimate` and `error`.
    """
    board = CLASSIC if geometry is None else board_of(geometry)
    if estimate is not None:
        if limit is not None:
            raise InputError("an estimate has no limit where to stop counting")
        return _timed_estimate(board, estimate, seed_or_any(seed), max_nodes, time_limit)
    if seed is not None:
        raise InputError("a seed is for estimates; a count takes none")

    def run(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        result = solve_many(rows.puzzles, geometry=board, limit=limit, max_nodes=max_nodes, **how)
        known = ~np.isin(result.status, (Status.INVALID, Status.LIMIT_REACHED))
        return [number_column(result.n_solutions, known), word_column(result.status, WORDS)]

    good = {"none", "unique", "several", "solvable"}
    every = with_variants(run, counting(limit=limit, max_nodes=max_nodes), board)
    return _operation(
        "count", [("n_solutions", pa.int64())], good, _timed(every, time_limit), board
    )


def _timed_estimate(
    board: Geometry, samples: int, seed: int, max_nodes: int | None, time_limit: float | None
) -> Operation:
    estimate = partial(
        estimate_columns, board=board, samples=samples, seed=seed, max_nodes=max_nodes
    )

    def run(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        return estimate(rows.puzzles, **how)

    fields = [(name, pa.float64()) for name in ("estimate", "error")]
    every = _timed(with_variants(run, estimate, board), time_limit)
    return _operation("count", fields, {"none", "unique", "several"}, every, board)


def check(
    *,
    geometry: BoardLike | None = None,
    unique: bool = False,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Operation:
    """Ask what is wrong: `clashes`, null if nothing is; or only whether it is `unique`."""
    board = CLASSIC if geometry is None else board_of(geometry)
    if unique:
        every = with_variants(_uniqueness(board, max_nodes), judging(max_nodes=max_nodes), board)
        return _operation("check", [], {"unique"}, _timed(every, time_limit), board)

    def run(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        # The first node finds all clashes, and more: only those puzzles need a closer look.
        status = solve_many(rows.puzzles, geometry=board, limit=1, max_nodes=1, **how).status
        suspects = np.flatnonzero(status == Status.NONE).tolist()
        found = {
            row: "; ".join(map(str, clashes_of(grid_of_row(rows.puzzles, row)))) for row in suspects
        }
        clashes = np.full(status.size, None, object)
        codes = np.where(status == Status.INVALID, 2, 0).astype(np.uint8)
        for row in filter(found.get, found):
            clashes[row], codes[row] = found[row], 1
        return [pa.array(clashes, pa.string()), word_column(codes, OK_CLASH_INVALID)]

    fields = [("clashes", pa.string())]
    return _operation("check", fields, {"ok"}, with_variants(run, checking, board), board)


@renamed(k="top")
def maximize(  # noqa: PLR0913 - as maximize_many
    *,
    geometry: BoardLike | None = None,
    weights: WeightsLike = "pyramid",
    minimize: bool = False,
    top: int = 1,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Operation:
    """Ask for the best completion: `grid`, `score`, `bound`, `proven`; lists if `top` > 1."""
    board = CLASSIC if geometry is None else board_of(geometry)

    ask = partial(maximize_many, weights=weights, minimize=minimize, top=top, max_nodes=max_nodes)

    def run(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        return score_columns(ask(rows.puzzles, geometry=board, **how), top)

    def run_variants(batch: VariantBatch, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        return score_columns(ask(batch, **how), top)

    fields = [("grid", pa.string()), ("score", pa.int64()), ("bound", pa.int64())]
    fields.append(("proven", pa.bool_()))
    if top > 1:
        fields += [("scores", pa.list_(pa.int64())), ("grids", pa.list_(pa.string()))]
    every = with_variants(run, run_variants, board)
    return _operation("maximize", fields, {"proven"}, _timed(every, time_limit), board)


def canonical(*, geometry: BoardLike | None = None) -> Operation:
    """Ask for the canonical form: `canonical`, the same for all puzzles that are isomorphic."""
    board = CLASSIC if geometry is None else board_of(geometry)

    def run(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        threads, progress = how.get("threads"), how.get("progress")
        result = canonical_many(rows.puzzles, geometry=board, threads=threads, progress=progress)
        codes = np.where(result.is_valid, 0, 1).astype(np.uint8)
        forms = puzzle_column(result.grids, result.is_valid, board)
        return [forms, word_column(codes, CANONICAL_INVALID)]

    every = with_variants(run, forming, board)
    return _operation("canonical", [("canonical", pa.string())], {"canonical"}, every, board)


def minimize(
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Operation:
    """Ask which givens are needed, tried in reading order: `minimal`, null if not unique."""
    board = CLASSIC if geometry is None else board_of(geometry)

    def run(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        result = minimize_many(rows.puzzles, geometry=board, max_nodes=max_nodes, **how)
        done = result.status == Status.UNIQUE
        return [puzzle_column(result.puzzles, done, board), word_column(result.status, WORDS)]

    every = with_variants(run, minimizing(max_nodes=max_nodes), board)
    return _operation(
        "minimize", [("minimal", pa.string())], {"unique"}, _timed(every, time_limit), board
    )


def candidates(
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Operation:
    """Ask which candidates occur in some solution: `candidates`, the solution if there is one."""
    board = CLASSIC if geometry is None else board_of(geometry)

    def run(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        return candidate_columns(rows.puzzles, board, max_nodes, **how)

    every = _timed(with_variants(run, listing(max_nodes), board), time_limit)
    fields = [("candidates", pa.string())]
    return _operation("candidates", fields, {"unique", "several"}, every, board)


def rate(
    *,
    geometry: BoardLike | None = None,
    rules: Names | None = None,
    measures: Names = (),
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Operation:
    """Ask how hard: `er`, `ep`, `ed`, or `score`, `level`, and what the measures add."""
    from lowbit.verbs.rate.boards import plain_boards  # noqa: PLC0415 - loads kernels of boards
    from lowbit.verbs.rate.many import rate_puzzles, rate_variants  # noqa: PLC0415 - loads all techniques

    board = CLASSIC if geometry is None else board_of(geometry)
    selection = selection_of(rules, measures, board)

    def columns_of(result: RatingBatch) -> list[pa.Array]:
        columns = [_rating_column(result, name) for name in selection.fields]
        return [*columns, word_column(result.status, WORDS)]

    def effort_of(**how: Unpack[TimedOptions]) -> Effort:
        return Effort(max_nodes, inf, time_limit, how.get("threads"), how.get("progress"))

    def run_variants(batch: VariantBatch, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        return columns_of(rate_variants(batch, selection, effort_of(**how)))

    def run(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        effort, puzzles = effort_of(**how), rows.puzzles
        if isinstance(puzzles, BoardBatch):
            puzzles = plain_boards(puzzles, board)
        return columns_of(rate_puzzles(puzzles, selection, effort))

    fields = [(name, TYPES_OF_RATINGS.get(name, pa.string())) for name in selection.fields]
    every = with_variants(run, run_variants, board)
    return replace(_operation("rate", fields, {"unique"}, every, board), is_parallel=True)


TYPES_OF_RATINGS: Final = dict.fromkeys(("er", "ep", "ed"), pa.float64()) | dict.fromkeys(
    ("score", "guesses", "nodes", "backdoor", "redundant"), pa.int64()
)


def _rating_column(result: RatingBatch, name: str) -> pa.Array:
    if name.endswith(TECHNIQUES):
        counts = (getattr(rating, name) for rating in result)
        return pa.array([None if n is None else counts_text(n) for n in counts], pa.string())
    values = getattr(result, name)
    if name in TYPES_OF_RATINGS:
        return number_column(values, values >= 0)  # NaN is not
    return pa.array(values, pa.string(), mask=values == "")


def shuffle(
    *,
    geometry: BoardLike | None = None,
    seed: int | None = None,
    solution_column: str | None = None,
) -> Operation:
    """Ask for a random isomorphic puzzle: `shuffled`.

    The seed and the number of the row determine its symmetry; its solution, in the column that is
    named, gets the same: `shuffled_solution`, null if there is none.
    """
    board = CLASSIC if geometry is None else board_of(geometry)
    chosen = seed_or_any(seed)

    def run(rows: PuzzleRows, **how: Unpack[RunOptions]) -> list[pa.Array]:
        def shuffled(puzzles: RowPuzzles) -> tuple[NDArray[Any], NDArray[np.bool_]]:
            if isinstance(puzzles, BoardBatch):
                return shuffle_on(puzzles, rows.numbers, chosen), puzzles.valid
            return shuffle_readable(puzzles, rows.numbers, chosen, **how)

        cells, is_readable = shuffled(rows.puzzles)
        columns = [cells_column(cells, is_readable, board)]
        if rows.companion is not None:
            columns.append(cells_column(*shuffled(rows.companion), board))
        codes = np.where(is_readable, 0, 1).astype(np.uint8)
        return [*columns, word_column(codes, ["shuffled", "invalid"])]

    names = ["shuffled", *(["shuffled_solution"] if solution_column is not None else [])]
    asked = _operation("shuffle", [(name, pa.string()) for name in names], {"shuffled"}, run, board)
    return replace(asked, is_numbered=True, companion=solution_column)


OPERATIONS: Final[dict[str, Callable[..., Operation]]] = {
    "solve": solve,
    "count": count,
    "check": check,
    "maximize": maximize,
    "minimize": minimize,
    "candidates": candidates,
    "canonical": canonical,
    "rate": rate,
}
"""The operations that depend on the puzzle alone, by name."""

NUMBERED: Final[dict[str, Callable[..., Operation]]] = {"shuffle": shuffle}
"""The operations that depend on the number of the row in the whole table."""

EVERY: Final = OPERATIONS | NUMBERED


def _operation(
    name: str,
    fields: list[tuple[str, pa.DataType]],
    good: Iterable[str],
    run: AnswerRows,
    board: Geometry = CLASSIC,
) -> Operation:
    schema = pa.schema([*fields, (STATUS, pa.string())])
    return Operation(name, schema, frozenset(good), run, board)


def _timed(run: TimedRows, time_limit: float | None) -> AnswerRows:
    """Give each puzzle its own time, if it is limited."""
    if time_limit is None:
        return run

    def run_each(rows: PuzzleRows, **how: Unpack[RunOptions]) -> list[pa.Array]:
        each = [_row(rows, row) for row in range(rows.numbers.size)] or [rows]
        columns = zip(*(run(row, time_limit=time_limit, **how) for row in each), strict=True)
        return [pa.concat_arrays(column) for column in columns]

    return run_each


def _uniqueness(board: Geometry, max_nodes: int | None) -> TimedRows:
    def run(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        return [
            word_column(
                solve_many(rows.puzzles, geometry=board, max_nodes=max_nodes, **how).status, WORDS
            )
        ]

    return run


def _row(rows: PuzzleRows, row: int) -> PuzzleRows:
    one, puzzles = slice(row, row + 1), rows.puzzles
    if isinstance(puzzles, BoardBatch):
        alone: RowPuzzles = puzzles._replace(masks=puzzles.masks[one], valid=puzzles.valid[one])
    else:
        alone = puzzles._replace(starts=puzzles.starts[one])
    column = None if rows.column is None else rows.column[one]
    return rows._replace(puzzles=alone, numbers=rows.numbers[one], column=column)
