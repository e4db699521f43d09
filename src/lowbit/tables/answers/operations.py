"""The operations on a column of puzzles, and the columns that answer them.

An operation is a function of a batch of rows that returns columns. To add one, write a function
here that takes its options and returns an `Operation`, and list it in `OPERATIONS`, or in
`NUMBERED` if the answer depends on the number of the row; Polars, DuckDB and jobs find it there.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa

from lowbit.arguments import integer, unknown
from lowbit.batch.boards import BoardBatch
from lowbit.errors import GridError, InputError, TableError
from lowbit.geometry import CLASSIC, board_of
from lowbit.limits import Limits
from lowbit.rng import seed_or_any
from lowbit.status import Status
from lowbit.tables.answers.arrow import (
    CANONICAL_INVALID,
    SHUFFLED_INVALID,
    WORDS,
    cells_column,
    grid_column,
    number_column,
    word_column,
)
from lowbit.tables.answers.candidates import candidate_columns
from lowbit.tables.answers.constrained import (
    clash_columns,
    counting,
    forming,
    judging,
    listing,
    minimizing,
    shuffling,
    solving,
    with_variant_rows,
    with_variants,
)
from lowbit.tables.answers.operation import (
    PuzzleRows,
    RowPuzzles,
    TimedOptions,
    TimedRows,
    new_operation,
    timed,
)
from lowbit.tables.answers.scores import score_columns
from lowbit.verbs.canonical.many import canonical_many
from lowbit.verbs.maximize.many import maximize_many
from lowbit.verbs.minimize.by_candidates_many import minimal_candidates_many
from lowbit.verbs.minimize.many import minimize_many
from lowbit.verbs.rate.measures import TECHNIQUES, TRIALS, counts_text, selection_of
from lowbit.verbs.solve.many import solve_many
from lowbit.verbs.trace.replaying import CLASSIC_ALONE
from lowbit.verbs.transform.many import shuffle_on, shuffle_readable

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Unpack

    from numpy.typing import NDArray

    from lowbit.batch.variants import VariantBatch
    from lowbit.geometry import BoardLike, Geometry
    from lowbit.tables.answers.operation import (
        Operation,
        PuzzleRows,
        RowPuzzles,
        TimedOptions,
        TimedRows,
    )
    from lowbit.verbs.maximize.weights import WeightsLike
    from lowbit.verbs.rate.many import RatingBatch
    from lowbit.verbs.rate.measures import Names
    from lowbit.verbs.trace.many import Kind

FEW_ROWS: Final = 16
"""Rows that are answered at a time where each may take a second and more."""


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
    try:
        make = EVERY[name]
    except KeyError:
        raise TableError(unknown("operation", name, EVERY)) from None
    try:
        return make(**options)
    except TypeError as error:
        raise TableError(f"{name}: {error}") from None


def solve(
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Operation:
    """Find the one solution: `solution`, null unless there is exactly one."""
    board = CLASSIC if geometry is None else board_of(geometry)

    def run(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        result = solve_many(rows.puzzles, geometry=board, max_nodes=max_nodes, **how)
        unique = result.status == Status.UNIQUE
        return [grid_column(result.solutions, unique, board), word_column(result.status, WORDS)]

    every = with_variants(run, solving(max_nodes=max_nodes), board)
    return new_operation(
        "solve", [("solution", pa.string())], {"unique"}, timed(every, time_limit), board
    )


def count(  # noqa: PLR0913 - by name: two kinds of count, and two limits
    *,
    geometry: BoardLike | None = None,
    limit: int | None = None,
    estimate: int | None = None,
    seed: int | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Operation:
    """Count the solutions: `n_solutions`, null if not known.

    With `estimate`, estimate them from so many samples: `estimate` and `error`.
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
    return new_operation(
        "count", [("n_solutions", pa.int64())], good, timed(every, time_limit), board
    )


def _timed_estimate(
    board: Geometry, samples: int, seed: int, max_nodes: int | None, time_limit: float | None
) -> Operation:
    from lowbit.tables.answers.estimates import estimate_columns  # loads kernels of variants

    estimate = partial(
        estimate_columns, board=board, samples=samples, seed=seed, max_nodes=max_nodes
    )

    def run(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        return estimate(rows.puzzles, **how)

    fields = [(name, pa.float64()) for name in ("estimate", "error")]
    every = timed(with_variants(run, estimate, board), time_limit)
    asked = new_operation("count", fields, {"none", "unique", "several"}, every, board)
    return replace(asked, rows=FEW_ROWS)


def check(
    *,
    geometry: BoardLike | None = None,
    unique: bool = False,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Operation:
    """Find clashes: `clashes`, null if there are none; with `unique`, find the status alone."""
    board = CLASSIC if geometry is None else board_of(geometry)
    if unique:
        every = with_variants(_uniqueness(board, max_nodes), judging(max_nodes=max_nodes), board)
        return new_operation("check", [], {"unique"}, timed(every, time_limit), board)

    def run(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        return clash_columns(rows.puzzles, board, **how)

    fields = [("clashes", pa.string())]
    return new_operation("check", fields, {"ok"}, with_variants(run, clash_columns, board), board)


def maximize(  # noqa: PLR0913 - as maximize_many
    *,
    geometry: BoardLike | None = None,
    weights: WeightsLike = "pyramid",
    lowest: bool = False,
    top: int = 1,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Operation:
    """Find the best completion: `grid`, `score`, `bound`, `proven`; lists if `top` > 1."""
    board = CLASSIC if geometry is None else board_of(geometry)

    ask = partial(maximize_many, weights=weights, lowest=lowest, top=top, max_nodes=max_nodes)

    def run(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        return score_columns(ask(rows.puzzles, geometry=board, **how), top)

    def run_variants(batch: VariantBatch, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        return score_columns(ask(batch, **how), top)

    fields = [("grid", pa.string()), ("score", pa.int64()), ("bound", pa.int64())]
    fields.append(("proven", pa.bool_()))
    if top > 1:
        fields += [("scores", pa.list_(pa.int64())), ("grids", pa.list_(pa.string()))]
    every = with_variants(run, run_variants, board)
    return new_operation("maximize", fields, {"proven"}, timed(every, time_limit), board)


def canonical(*, geometry: BoardLike | None = None) -> Operation:
    """Find the canonical form: `canonical`, the same for all puzzles that are isomorphic."""
    board = CLASSIC if geometry is None else board_of(geometry)

    def run(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        threads, progress = how.get("threads"), how.get("progress")
        result = canonical_many(rows.puzzles, geometry=board, threads=threads, progress=progress)
        codes = np.where(result.is_valid, 0, 1).astype(np.uint8)
        forms = result.grids if result.masks is None else result.masks
        return [cells_column(forms, result.is_valid, board), word_column(codes, CANONICAL_INVALID)]

    every = with_variants(run, forming, board)
    return new_operation("canonical", [("canonical", pa.string())], {"canonical"}, every, board)


def minimize(
    *,
    geometry: BoardLike | None = None,
    candidates: bool = False,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Operation:
    """Remove redundant givens, in reading order: `minimal`, null if not unique.

    With `candidates`, let back the candidates that need not be left out instead.
    """
    board = CLASSIC if geometry is None else board_of(geometry)
    ask = minimal_candidates_many if candidates else minimize_many

    def run(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        result = ask(rows.puzzles, geometry=board, max_nodes=max_nodes, **how)
        done = result.status == Status.UNIQUE
        cells = result.puzzles if result.masks is None else result.masks
        return [cells_column(cells, done, board), word_column(result.status, WORDS)]

    every = with_variants(run, minimizing(ask, max_nodes=max_nodes), board)
    return new_operation(
        "minimize", [("minimal", pa.string())], {"unique"}, timed(every, time_limit), board
    )


def candidates(
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Operation:
    """Find the candidates in some solution: `candidates`, the solution if there is one."""
    board = CLASSIC if geometry is None else board_of(geometry)

    def run(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        return candidate_columns(rows.puzzles, board, max_nodes, **how)

    every = timed(with_variants(run, listing(max_nodes), board), time_limit)
    fields = [("candidates", pa.string())]
    return new_operation("candidates", fields, {"unique", "several"}, every, board)


def rate(
    *,
    geometry: BoardLike | None = None,
    rules: Names | None = None,
    measures: Names = (),
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Operation:
    """Rate the difficulty: `er`, `ep`, `ed`, or `score`, `level`, and a column for each measure."""
    from lowbit.verbs.rate.many import rate_puzzles, rate_variants  # loads all techniques

    board = CLASSIC if geometry is None else board_of(geometry)
    selection = selection_of(rules, measures, board)

    def columns_of(result: RatingBatch) -> list[pa.Array]:
        columns = [_rating_column(result, name) for name in selection.fields]
        return [*columns, word_column(result.status, WORDS)]

    def limits_of(**how: Unpack[TimedOptions]) -> Limits:
        return Limits(max_nodes, time_limit, how.get("threads"), how.get("progress"))

    def run_variants(batch: VariantBatch, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        return columns_of(rate_variants(batch, selection, limits_of(**how)))

    def run(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        return columns_of(rate_puzzles(rows.puzzles, selection, limits_of(**how)))

    fields = [(name, TYPES_OF_RATINGS.get(name, pa.string())) for name in selection.fields]
    every = with_variants(run, run_variants, board)
    return replace(new_operation("rate", fields, {"unique"}, every, board), is_parallel=True)


TYPES_OF_RATINGS: Final = dict.fromkeys(
    ("er", "ep", "ed", "difficulty"), pa.float64()
) | dict.fromkeys(("score", "guesses", "nodes", "backdoor", "redundant", *TRIALS), pa.int64())


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
    """Draw a random isomorphic puzzle: `shuffled`.

    The seed and the number of the row determine its symmetry; its solution, in the column that is
    named, gets the same: `shuffled_solution`, null if there is none.
    """
    board = CLASSIC if geometry is None else board_of(geometry)
    chosen = seed_or_any(seed)

    def run(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        limits = Limits(threads=how.get("threads"), progress=how.get("progress"))

        def shuffled(puzzles: RowPuzzles) -> tuple[NDArray[Any], NDArray[np.bool_]]:
            if isinstance(puzzles, BoardBatch):
                return shuffle_on(puzzles, rows.numbers, chosen), puzzles.valid
            return shuffle_readable(puzzles, rows.numbers, chosen, limits)

        cells, is_readable = shuffled(rows.puzzles)
        columns = [cells_column(cells, is_readable, board)]
        if rows.companion is not None:
            columns.append(cells_column(*shuffled(rows.companion), board))
        codes = np.where(is_readable, 0, 1).astype(np.uint8)
        return [*columns, word_column(codes, SHUFFLED_INVALID)]

    every = with_variant_rows(run, shuffling(chosen), board)
    names = ["shuffled", *(["shuffled_solution"] if solution_column is not None else [])]
    fields = [(name, pa.string()) for name in names]
    asked = new_operation("shuffle", fields, {"shuffled"}, every, board)
    return replace(asked, is_numbered=True, companion=solution_column)


def verify(
    *,
    geometry: BoardLike | None = None,
    answer_column: str = "answer",
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Operation:
    """Judge the answers in a second column: `score`, `n_right`, `n_blank`, `wrong`."""
    from lowbit.tables.answers.verdicts import FIELDS, verdict_columns, verdicts_of_variants

    board = CLASSIC if geometry is None else board_of(geometry)
    run = partial(verdict_columns, max_nodes=max_nodes)
    run_variants = partial(verdicts_of_variants, max_nodes=max_nodes)
    every = timed(with_variant_rows(run, run_variants, board), time_limit)
    return replace(
        new_operation("verify", FIELDS, {"right"}, every, board), companion=answer_column
    )


def trace(
    *,
    geometry: BoardLike | None = None,
    kind: Kind = "steps",
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Operation:
    """Record the steps to the solution: `trace`, a line a step, and `n_steps`."""
    from lowbit.tables.answers.traces import FIELDS, no_traces, trace_columns  # loads techniques
    from lowbit.verbs.trace.many import KINDS

    board = CLASSIC if geometry is None else board_of(geometry)
    if not board.is_classic:
        raise GridError(CLASSIC_ALONE)
    if kind not in KINDS:
        raise InputError(unknown("kind of trace", kind, KINDS))
    run = partial(trace_columns, kind=kind, max_nodes=max_nodes)
    every = with_variants(run, no_traces, board)
    asked = new_operation("trace", FIELDS, {"unique"}, timed(every, time_limit), board)
    return replace(asked, is_parallel=True)


def fewest(
    *,
    geometry: BoardLike | None = None,
    clues: int = 17,
    time_limit: float | None = None,
) -> Operation:
    """Find all minimal puzzles of few givens with the same solution: `puzzles`, `n_puzzles`."""
    from lowbit.tables.answers.few_clues import FIELDS, few_clue_columns  # loads its kernels
    from lowbit.verbs.fewest.few_clues import require_room_for

    board = CLASSIC if geometry is None else board_of(geometry)
    require_room_for(board)
    search = partial(few_clue_columns, board=board, clues=integer("clues", clues, 0))

    def run(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        return search(rows.puzzles, **how)

    every = timed(with_variants(run, search, board), time_limit)
    return replace(new_operation("fewest", FIELDS, {"unique"}, every, board), rows=FEW_ROWS)


OPERATIONS: Final[dict[str, Callable[..., Operation]]] = {
    "solve": solve,
    "count": count,
    "check": check,
    "maximize": maximize,
    "minimize": minimize,
    "candidates": candidates,
    "canonical": canonical,
    "rate": rate,
    "trace": trace,
    "fewest": fewest,
}
"""The operations that depend on the puzzle alone, by name."""

NUMBERED: Final[dict[str, Callable[..., Operation]]] = {"shuffle": shuffle}
"""The operations that depend on the number of the row in the whole table."""

PAIRED: Final[dict[str, Callable[..., Operation]]] = {"verify": verify}
"""The operations that need a second column."""

EVERY: Final = OPERATIONS | NUMBERED | PAIRED


def _uniqueness(board: Geometry, max_nodes: int | None) -> TimedRows:
    def run(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        return [
            word_column(
                solve_many(rows.puzzles, geometry=board, max_nodes=max_nodes, **how).status, WORDS
            )
        ]

    return run
