"""The verbs on tables of puzzles.

::

    solve(data)        the solution of each puzzle, and its status
    count(data)        the number of solutions
    check(data)        the clashes
    maximize(data)     the completion that scores most
    minimize(data)     the givens that are needed
    candidates(data)   the candidates that occur in some solution
    canonical(data)    the canonical form
    rate(data)         the difficulty
    shuffle(data)      a random isomorphic puzzle
    trace(data)        the steps to the solution, a line each
    fewest(data)       all puzzles of few givens with the same solution
    verify(data)       the verdict on the answers in another column
    apply(data, name)  any of these, by name

    batched(name)      the same, for the `map` of a Hugging Face data set
    register_polars()  pl.col("puzzle").lowbit.solve()
    register_duckdb(c) select lowbit_solve(puzzle)

`data` is a pyarrow Table, RecordBatch, RecordBatchReader, Dataset or array, or a data frame or
series of pandas or Polars; the result is of the same kind, with the answers as new columns. This
needs the extra ``lowbit[tables]``.

For files, in constant memory: `answer_file(source, target, name)`.
"""

from __future__ import annotations

from lowbit.errors import MissingPackageError

try:
    import pyarrow  # noqa: F401, ICN001 - all modules here need it; this says so better
except ModuleNotFoundError:
    raise MissingPackageError("tables need pyarrow", "tables") from None

from lowbit.tables.data.duckdb import register_duckdb
from lowbit.tables.data.frames import (
    apply,
    candidates,
    canonical,
    check,
    count,
    fewest,
    maximize,
    minimize,
    rate,
    shuffle,
    solve,
    trace,
    verify,
)
from lowbit.tables.data.mapping import batched
from lowbit.tables.data.polars import register_polars
from lowbit.tables.files import answer_file

__all__ = [
    "answer_file",
    "apply",
    "batched",
    "candidates",
    "canonical",
    "check",
    "count",
    "fewest",
    "maximize",
    "minimize",
    "rate",
    "register_duckdb",
    "register_polars",
    "shuffle",
    "solve",
    "trace",
    "verify",
]
