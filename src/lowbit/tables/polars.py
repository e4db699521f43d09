"""Expressions for Polars: ``pl.col("puzzle").lowbit.solve()``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from lowbit.arguments import unknown
from lowbit.errors import MissingPackageError
from lowbit.renamed import operation_of_now
from lowbit.tables.in_memory import answers_to, refuse_companion
from lowbit.tables.operations import EVERY, operation

if TYPE_CHECKING:
    from lowbit.tables.operations import Operation

NAMESPACE = "lowbit"


def register_polars() -> None:
    """Give Polars expressions the namespace `lowbit`.

    Each operation is a method of it, with the options of the function in `lowbit.tables`, and
    gives a struct of its answers. It works row by row for Polars, so that lazy and streaming
    queries cut the rows as they like; but `shuffle` needs the numbers of the rows, and is
    given them all at once.

    Raises
    ------
    MissingPackageError
        If Polars is not installed.

    Examples
    --------
    >>> import polars as pl
    >>> register_polars()
    >>> frame = pl.LazyFrame({"puzzle": ["." * 81, None]})
    >>> answers = pl.col("puzzle").lowbit.count(limit=3)
    >>> frame.select(answers.struct.unnest()).collect().rows()
    [(3, 'several'), (None, 'invalid')]
    """
    pl = _polars()
    if not hasattr(pl.Expr, NAMESPACE):
        pl.api.register_expr_namespace(NAMESPACE)(Namespace)


class Namespace:
    """The operations on an expression, by name.

    Parameters
    ----------
    puzzles : polars.Expr
        A column of puzzles.
    """

    def __init__(self, puzzles: Any) -> None:  # noqa: ANN401 - an expression
        self._puzzles = puzzles

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - a method
        name = operation_of_now(name)
        if name not in EVERY:
            raise AttributeError(unknown("operation", name, EVERY))
        return partial(_method, self._puzzles, name)


def _method(
    puzzles: Any,  # noqa: ANN401 - an expression
    name: str,
    threads: int | None = None,
    **options: object,
) -> Any:  # noqa: ANN401 - an expression
    asked = operation(name, **options)
    refuse_companion(asked)
    return expression([puzzles], asked, threads)


def expression(columns: list[Any], asked: Operation, threads: int | None) -> Any:  # noqa: ANN401 - an expression
    """Return an expression of the answers, a struct.

    Parameters
    ----------
    columns : list of polars.Expr
        The puzzles; and the second column, where the operation reads one.
    asked : Operation
    threads : int or None
    """
    pl = _polars()
    kind = pl.from_arrow(pa.array([], pa.struct(list(asked.fields)))).dtype
    answer = partial(_answers, asked=asked, threads=threads)
    whole = columns[0] if len(columns) == 1 else pl.struct(*columns)
    return whole.map_batches(answer, return_dtype=kind, is_elementwise=not asked.is_numbered)


def to_arrow(series: Any) -> pa.Array | pa.ChunkedArray:  # noqa: ANN401 - a series
    """Return a series as Arrow sees it, without a copy where that can be."""
    return series.to_arrow()


def _answers(
    series: Any,  # noqa: ANN401 - a series
    asked: Operation,
    threads: int | None,
) -> Any:  # noqa: ANN401 - a series
    columns = [series] if asked.companion is None else series.struct.unnest().get_columns()
    puzzles, *companion = map(to_arrow, columns)
    table = answers_to(puzzles, asked, threads, companion=companion[0] if companion else None)
    return _polars().from_arrow(table).to_struct(series.name)


def _polars() -> Any:  # noqa: ANN401 - a module
    try:
        import polars as pl  # noqa: PLC0415 - only where it is used
    except ModuleNotFoundError:
        raise MissingPackageError("frames of Polars need polars", "tables") from None
    return pl
