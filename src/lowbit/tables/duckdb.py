"""How does DuckDB ask about puzzles: ``select lowbit_solve(puzzle)``?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

from lowbit.tables.frames import answers_to
from lowbit.tables.operations import OPERATIONS, operation

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lowbit.tables.operations import Operation

TYPES = {pa.string(): "VARCHAR", pa.int64(): "BIGINT", pa.bool_(): "BOOLEAN"}


def register_duckdb(
    connection: Any,  # noqa: ANN401 - DuckDB has no types for all its releases
    **options: Mapping[str, object],
) -> None:
    """Give a DuckDB connection the functions `lowbit_solve`, `lowbit_count` and so on.

    Each takes a string and gives a struct: ``lowbit_solve(puzzle).solution``. They are asked
    about a few thousand rows at a time, and use all CPUs. A null is invalid.

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection
    **options
        Those of operations by their name, such as ``count={"limit": 1000}``.

    Examples
    --------
    >>> import duckdb
    >>> connection = duckdb.connect()
    >>> register_duckdb(connection, count={"limit": 100})
    >>> query = "select lowbit_count(repeat('.', 81)).n_solutions, lowbit_count('?').status"
    >>> connection.sql(query).fetchall()
    [(100, 'invalid')]
    """
    for name in OPERATIONS:
        asked = operation(name, **options.get(name, {}))
        connection.create_function(
            f"lowbit_{name}",
            _function(asked),
            ["VARCHAR"],
            _type_of(pa.struct(list(asked.fields))),
            type="arrow",
            null_handling="special",
        )


def _function(asked: Operation) -> Callable[[Any], Any]:
    def answer(puzzles: Any) -> Any:  # noqa: ANN401 - arrays
        return answers_to(puzzles, asked).to_struct_array()

    return answer


def _type_of(kind: pa.DataType) -> str:
    """Return what DuckDB calls a type."""
    if pa.types.is_struct(kind):
        fields = ", ".join(f'"{field.name}" {_type_of(field.type)}' for field in kind)
        return f"STRUCT({fields})"
    if pa.types.is_list(kind):
        return f"{_type_of(kind.value_type)}[]"
    return TYPES[kind]
