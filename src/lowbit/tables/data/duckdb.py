"""Functions for DuckDB: ``select lowbit_solve(puzzle)``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from lowbit.errors import TableError
from lowbit.tables.answers.operations import EVERY, PAIRED, operation
from lowbit.tables.data.in_memory import answers_to, refuse_companion

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lowbit.tables.answers.operation import Operation

TYPES = {
    pa.string(): "VARCHAR",
    pa.int64(): "BIGINT",
    pa.float64(): "DOUBLE",
    pa.bool_(): "BOOLEAN",
}


def register_duckdb(
    connection: Any,  # noqa: ANN401 - DuckDB's own types change from release to release
    **options: Mapping[str, object],
) -> None:
    """Give a DuckDB connection the functions `lowbit_solve`, `lowbit_count` and so on.

    Each takes a string and returns a struct: ``lowbit_solve(puzzle).solution``. DuckDB calls them
    with a few thousand rows at a time, and they use all CPUs. A null is invalid. ``lowbit_shuffle``
    also takes a number, because DuckDB's rows have none: the same number gives the same symmetry,
    so ``lowbit_shuffle(solution, id)`` solves ``lowbit_shuffle(puzzle, id)``; ``lowbit_verify``
    takes the answer, too.

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection
    **options
        Options of operations, by name, such as ``count={"limit": 1000}``.

    Examples
    --------
    >>> import duckdb
    >>> connection = duckdb.connect()
    >>> register_duckdb(connection, count={"limit": 100})
    >>> query = "select lowbit_count(repeat('.', 81)).n_solutions, lowbit_count('?').status"
    >>> connection.sql(query).fetchall()
    [(100, 'invalid')]
    """
    for name in EVERY:
        asked = operation(name, **options.get(name, {}))
        if name not in PAIRED:
            refuse_companion(asked)
        function, arguments = _function_of(asked)
        connection.create_function(
            f"lowbit_{name}",
            function,
            arguments,
            _type_of(pa.struct(list(asked.fields))),
            type="arrow",
            null_handling="special",
        )


def _function_of(asked: Operation) -> tuple[Callable[..., pa.Array], list[str]]:
    """Return the function of an operation, and the types of its arguments."""
    if asked.companion is not None:
        return _function_of_paired(asked), ["VARCHAR", "VARCHAR"]
    if asked.is_numbered:
        return _function_of_numbered(asked), ["VARCHAR", "BIGINT"]
    return _function(asked), ["VARCHAR"]


def _function_of_paired(
    asked: Operation,
) -> Callable[[pa.ChunkedArray, pa.ChunkedArray], pa.Array]:
    def answer(puzzles: pa.ChunkedArray, beside: pa.ChunkedArray) -> pa.Array:
        return answers_to(puzzles, asked, companion=beside).to_struct_array()

    return answer


def _function(asked: Operation) -> Callable[[pa.ChunkedArray], pa.Array]:
    def answer(puzzles: pa.ChunkedArray) -> pa.Array:
        return answers_to(puzzles, asked).to_struct_array()

    return answer


def _function_of_numbered(
    asked: Operation,
) -> Callable[[pa.ChunkedArray, pa.ChunkedArray], pa.Array]:
    def answer(puzzles: pa.ChunkedArray, numbers: pa.ChunkedArray) -> pa.Array:
        if numbers.null_count:
            raise TableError(f"{asked.name}: a row has no number")
        rows = np.require(numbers.to_numpy(), np.int64, ["C", "W"])
        return answers_to(puzzles, asked, numbers=rows).to_struct_array()

    return answer


def _type_of(kind: pa.DataType) -> str:
    """Return DuckDB's name of a type."""
    if pa.types.is_struct(kind):
        fields = ", ".join(f'"{field.name}" {_type_of(field.type)}' for field in kind)
        return f"STRUCT({fields})"
    if pa.types.is_list(kind):
        return f"{_type_of(kind.value_type)}[]"
    return TYPES[kind]
