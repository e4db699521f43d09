"""Expressions for Polars: ``pl.col("puzzle").lowbit.solve()``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pyarrow as pa

from lowbit.arguments import unknown
from lowbit.errors import MissingPackageError
from lowbit.tables.answers.operations import EVERY, PAIRED, operation
from lowbit.tables.data.in_memory import answers_to, refuse_companion

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    import polars as pl

    from lowbit.tables.answers.operation import Operation

NAMESPACE = "lowbit"


def register_polars() -> None:
    """Give Polars expressions the namespace `lowbit`.

    Each operation is a method of it, with the options of the function in `lowbit.tables`, and
    returns a struct of its answers. Polars treats it as elementwise, so lazy and streaming queries
    divide the rows as they like; only `shuffle`, which needs the numbers of the rows, gets all of
    them at once. `verify` takes its answers from the column that `answer_column` names.

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

    def __init__(self, puzzles: pl.Expr) -> None:
        self._puzzles = puzzles

    def __getattr__(self, name: str) -> Callable[..., pl.Expr]:
        if name not in EVERY:
            raise AttributeError(unknown("operation", name, EVERY))
        return partial(_method, self._puzzles, name)


def _method(
    puzzles: pl.Expr,
    name: str,
    threads: int | None = None,
    **options: object,
) -> pl.Expr:
    asked = operation(name, **options)
    if name in PAIRED:
        beside = _polars().col(asked.companion)
        return expression([puzzles.alias("puzzle"), beside.alias("beside")], asked, threads)
    refuse_companion(asked)
    return expression([puzzles], asked, threads)


def expression(columns: list[pl.Expr], asked: Operation, threads: int | None) -> pl.Expr:
    """Return an expression of the answers, a struct.

    Parameters
    ----------
    columns : list of polars.Expr
        The puzzles; and the second column, if the operation reads one.
    asked : Operation
    threads : int or None
    """
    pl = _polars()
    kind = pl.from_arrow(pa.array([], pa.struct(list(asked.fields)))).dtype
    answer = partial(_answers, asked=asked, threads=threads)
    whole = columns[0] if len(columns) == 1 else pl.struct(*columns)
    return whole.map_batches(answer, return_dtype=kind, is_elementwise=not asked.is_numbered)


def to_arrow(series: pl.Series) -> pa.Array | pa.ChunkedArray:
    """Return a series as Arrow data, without a copy if possible."""
    return series.to_arrow()


def _answers(
    series: pl.Series,
    asked: Operation,
    threads: int | None,
) -> pl.Series:
    columns = [series] if asked.companion is None else series.struct.unnest().get_columns()
    puzzles, *companion = map(to_arrow, columns)
    table = answers_to(puzzles, asked, threads, companion=companion[0] if companion else None)
    answered: pl.DataFrame = _polars().from_arrow(table)
    return answered.to_struct(series.name)


def _polars() -> ModuleType:
    try:
        import polars as pl  # only where it is used
    except ModuleNotFoundError:
        raise MissingPackageError("frames of Polars need polars", "tables") from None
    return pl
