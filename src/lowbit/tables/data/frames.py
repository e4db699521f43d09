"""The columns that an operation adds to data of any kind.

::

    pyarrow   Table, RecordBatch ──────────────> the same
              RecordBatchReader, Dataset ──────> a RecordBatchReader, read when it is read
              Array, ChunkedArray ─────────────> a Table of the answers
    pandas,   frame ───────────────────────────> the same
    Polars    series ──────────────────────────> a frame of the answers
    Polars    LazyFrame ───────────────────────> the same, computed when it is collected
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from lowbit.tables.answers.operations import operation
from lowbit.tables.data.adapters import answered_arrow, answered_pandas, answered_polars
from lowbit.tables.data.in_memory import answers_to

if TYPE_CHECKING:
    from lowbit.geometry import BoardLike
    from lowbit.tables.data.adapters import TableLike
    from lowbit.verbs.maximize.weights import WeightsLike
    from lowbit.verbs.rate.measures import Names


def apply(
    data: TableLike,
    name: str,
    *,
    column: str | None = None,
    prefix: str = "",
    threads: int | None = None,
    **options: object,
) -> TableLike:
    """Return a table with the answers to its puzzles.

    Parameters
    ----------
    data : pyarrow, pandas or Polars object
        A table; or a column, for which only the answers are returned.
    name : str
        The operation: ``"solve"``, ``"count"``, ``"check"``, ``"maximize"``, ``"minimize"``,
        ``"candidates"``, ``"canonical"``, ``"rate"``, ``"trace"``, ``"fewest"``, ``"shuffle"`` or
        ``"verify"``.
    column : str, optional
        The column of puzzles; if None the one that is called ``puzzle``, ``quizzes``,
        ``question`` or the like. It holds strings as `lowbit.solve_many` takes them, or lists
        of 81 digits. A null is invalid.
    prefix : str, default ""
        The prefix of the names of the answers.
    threads : int, optional
        The number of threads; as many as there are CPUs if None.
    **options
        The options of the operation; see the function of its name.

    Returns
    -------
    pyarrow, pandas or Polars object
        The same kind of table, with the answers after the other columns, which are unchanged; for a
        Dataset, a RecordBatchReader. Rows keep their order, whatever the number of threads.

    Raises
    ------
    TableError
        If no column has a usual name, or more than one does; if the name of an answer is taken; if
        `data` is not a table.

    Examples
    --------
    >>> import pyarrow as pa
    >>> table = pa.table({"id": [7, 8], "puzzle": ["." * 81, "11" + "." * 79]})
    >>> apply(table, "count", limit=100).to_pydict() == {
    ...     "id": [7, 8],
    ...     "puzzle": ["." * 81, "11" + "." * 79],
    ...     "n_solutions": [100, 0],
    ...     "status": ["several", "none"],
    ... }
    True
    """
    asked = operation(name, **options)
    module = type(data).__module__.partition(".")[0]
    if module == "pandas":
        return answered_pandas(data, asked, column, prefix, threads)
    if module == "polars":
        return answered_polars(data, asked, column, prefix, threads)
    if isinstance(data, (pa.Array, pa.ChunkedArray)):
        return answers_to(data, asked, threads, prefix)
    return answered_arrow(data, asked, column, prefix, threads)


def solve(  # noqa: PLR0913 - the puzzles, the column, and two limits
    data: TableLike,
    *,
    column: str | None = None,
    prefix: str = "",
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
) -> TableLike:
    """Add `solution`, the one solution or null, and `status`.

    Parameters
    ----------
    data, column, prefix, threads
        As for `apply`.
    geometry : Geometry or str, optional
        The board of the puzzles; the classic one if None.
    max_nodes : int, optional
        The most nodes of the search tree to visit for each puzzle.
    time_limit : float, optional
        The most seconds to take for each puzzle; they are then answered one by one.

    Examples
    --------
    >>> import pyarrow as pa
    >>> solve(pa.array(["." * 81, None])).to_pydict()
    {'solution': [None, None], 'status': ['several', 'invalid']}
    """
    limits = {"max_nodes": max_nodes, "time_limit": time_limit}
    return apply(
        data, "solve", column=column, prefix=prefix, geometry=geometry, threads=threads, **limits
    )


def count(  # noqa: PLR0913 - as solve
    data: TableLike,
    *,
    limit: int | None = None,
    estimate: int | None = None,
    seed: int | None = None,
    column: str | None = None,
    prefix: str = "",
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
) -> TableLike:
    """Add `n_solutions`, null if not known, and `status`; or `estimate`, `error` and `status`.

    Parameters
    ----------
    data, column, prefix, threads
        As for `apply`.
    geometry : Geometry or str, optional
        The board of the puzzles; the classic one if None.
    limit : int, optional
        The number at which counting stops; it never does if None.
    estimate : int, optional
        Estimate the number from so many samples if there are more than 1,000 solutions, see
        `lowbit.estimate_solutions`; `error` is 0 where it is exact.
    seed : int, optional
        The seed of the samples; a random one if None.
    max_nodes, time_limit
        As for `solve`.

    Examples
    --------
    >>> import pyarrow as pa
    >>> count(pa.array(["." * 81]), limit=5).to_pydict()
    {'n_solutions': [5], 'status': ['several']}
    """
    how = {"limit": limit, "estimate": estimate, "seed": seed}
    limits = {"max_nodes": max_nodes, "time_limit": time_limit}
    return apply(
        data,
        "count",
        column=column,
        prefix=prefix,
        geometry=geometry,
        threads=threads,
        **how,
        **limits,
    )


def check(  # noqa: PLR0913 - as solve
    data: TableLike,
    *,
    unique: bool = False,
    column: str | None = None,
    prefix: str = "",
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
) -> TableLike:
    """Add `clashes`, null if nothing clashes, and `status`.

    Parameters
    ----------
    data, column, prefix, threads
        As for `apply`.
    geometry : Geometry or str, optional
        The board of the puzzles; the classic one if None.
    unique : bool, default False
        Search, and add `status` alone: unique, none, several, limit-reached or invalid.
    max_nodes, time_limit
        As for `solve`; where `unique` is asked.

    Examples
    --------
    >>> import pyarrow as pa
    >>> check(pa.array(["." * 81, "11" + "." * 79])).to_pydict()["status"]
    ['ok', 'clash']
    """
    how = {"unique": unique, "max_nodes": max_nodes, "time_limit": time_limit}
    return apply(
        data, "check", column=column, prefix=prefix, geometry=geometry, threads=threads, **how
    )


def maximize(  # noqa: PLR0913 - as solve
    data: TableLike,
    weights: WeightsLike = "pyramid",
    *,
    lowest: bool = False,
    top: int = 1,
    column: str | None = None,
    prefix: str = "",
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
) -> TableLike:
    """Add `grid`, the best-scoring completion, `score`, `bound`, `proven` and `status`.

    Parameters
    ----------
    data, column, prefix, threads
        As for `apply`.
    geometry : Geometry or str, optional
        The board of the puzzles; the classic one if None.
    weights, lowest
        As for `lowbit.maximize`.
    top : int, default 1
        If more than 1, the lists `scores` and `grids` hold so many of the best.
    max_nodes, time_limit
        As for `solve`.

    Examples
    --------
    >>> import pyarrow as pa
    >>> answer = maximize(pa.array(["." * 81])).to_pylist()[0]
    >>> answer["score"], answer["proven"]
    (2906, True)
    """
    how = {"weights": weights, "lowest": lowest, "top": top}
    limits = {"max_nodes": max_nodes, "time_limit": time_limit}
    return apply(
        data,
        "maximize",
        column=column,
        prefix=prefix,
        geometry=geometry,
        threads=threads,
        **how,
        **limits,
    )


def minimize(  # noqa: PLR0913 - as solve
    data: TableLike,
    *,
    column: str | None = None,
    prefix: str = "",
    geometry: BoardLike | None = None,
    candidates: bool = False,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
) -> TableLike:
    """Add `minimal`, the puzzle without redundant givens, or null, and `status`.

    Parameters
    ----------
    data, column, prefix, threads
        As for `apply`.
    geometry : Geometry or str, optional
        The board of the puzzles; the classic one if None.
    candidates : bool, default False
        Whether candidates that need not be left out come back, as by `minimal_candidates_many`,
        and no givens go.
    max_nodes, time_limit
        As for `solve`.

    Examples
    --------
    >>> import pyarrow as pa
    >>> full = "697582143452913786183467952829635471516874239374291568748126395265349817931758624"
    >>> minimize(pa.array([full, "." * 81])).to_pydict()["status"]
    ['unique', 'several']
    """
    options = {"candidates": candidates, "max_nodes": max_nodes, "time_limit": time_limit}
    return apply(
        data,
        "minimize",
        column=column,
        prefix=prefix,
        geometry=geometry,
        threads=threads,
        **options,
    )


def candidates(  # noqa: PLR0913 - as solve
    data: TableLike,
    *,
    column: str | None = None,
    prefix: str = "",
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
) -> TableLike:
    """Add `candidates`, those that occur in some solution, or null, and `status`.

    They are the solution where there is but one, and otherwise pencilmarks.

    Parameters
    ----------
    data, column, prefix, threads
        As for `apply`.
    geometry : Geometry or str, optional
        The board of the puzzles; the classic one if None.
    max_nodes, time_limit
        As for `solve`.

    Examples
    --------
    >>> import pyarrow as pa
    >>> answers = candidates(pa.array(["." * 81, "11" + "." * 79])).to_pydict()
    >>> answers["status"], answers["candidates"][0][:12]
    (['several', 'none'], '123456789123')
    """
    limits = {"max_nodes": max_nodes, "time_limit": time_limit}
    return apply(
        data,
        "candidates",
        column=column,
        prefix=prefix,
        geometry=geometry,
        threads=threads,
        **limits,
    )


def canonical(
    data: TableLike,
    *,
    column: str | None = None,
    prefix: str = "",
    geometry: BoardLike | None = None,
    threads: int | None = None,
) -> TableLike:
    """Add `canonical`, the same for all puzzles that are isomorphic, and `status`.

    Parameters
    ----------
    data, column, prefix, threads
        As for `apply`.
    geometry : Geometry or str, optional
        The board of the puzzles; the classic one if None.

    Examples
    --------
    >>> import pyarrow as pa
    >>> answer = canonical(pa.array(["12" + "." * 79, "." * 79 + "43"]))
    >>> len(set(answer["canonical"].to_pylist()))
    1
    """
    return apply(
        data, "canonical", column=column, prefix=prefix, geometry=geometry, threads=threads
    )


def rate(  # noqa: PLR0913 - as solve
    data: TableLike,
    *,
    column: str | None = None,
    prefix: str = "",
    geometry: BoardLike | None = None,
    rules: Names | None = None,
    measures: Names = (),
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
) -> TableLike:
    """Add the difficulty of each puzzle, null if not known, and `status`.

    Parameters
    ----------
    data, column, prefix, geometry, threads
        As for `apply`.
    rules, measures
        As for `lowbit.rate`. Sudoku Explainer's
        ratings are `er`, `ep` and `ed`, HoDoKu's are `score` and `level`. Counts of techniques are
        texts such as ``naked-single:23 pointing:1``.
    max_nodes, time_limit
        As for `solve`.

    Examples
    --------
    >>> import pyarrow as pa
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> answer = rate(pa.array([puzzle, "." * 81]), rules="hodoku")
    >>> answer.to_pydict()
    {'score': [204, None], 'level': ['easy', None], 'status': ['unique', 'several']}
    """
    how = {"rules": rules, "measures": measures, "max_nodes": max_nodes, "time_limit": time_limit}
    return apply(
        data, "rate", column=column, prefix=prefix, geometry=geometry, threads=threads, **how
    )


def shuffle(  # noqa: PLR0913 - as solve
    data: TableLike,
    *,
    seed: int | None = None,
    solution_column: str | None = None,
    column: str | None = None,
    prefix: str = "",
    geometry: BoardLike | None = None,
    threads: int | None = None,
) -> TableLike:
    """Add `shuffled`, a random isomorphic puzzle, and `status`.

    Parameters
    ----------
    data, column, prefix, threads
        As for `apply`.
    geometry : Geometry or str, optional
        The board of the puzzles; the classic one if None.
    seed : int, optional
        From 0 to 2**64 - 1; the same seed gives the same symmetries. A random one if None. Row i
        gets ``Transform.random(seed, i)``, however the table is divided into batches; one with
        constraints gets a turn or reflection, and becomes JSON.
    solution_column : str, optional
        The column of solutions, each of which gets the symmetry of its puzzle, as
        `shuffled_solution`; null if there is none.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from lowbit import Transform
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> answer = shuffle(pa.array([puzzle, puzzle]), seed=1)
    >>> answer["shuffled"][1].as_py() == Transform.random(1, 1)(puzzle).to_line()
    True
    """
    how = {"seed": seed, "solution_column": solution_column}
    return apply(
        data, "shuffle", column=column, prefix=prefix, geometry=geometry, threads=threads, **how
    )


def trace(  # noqa: PLR0913 - as solve
    data: TableLike,
    *,
    column: str | None = None,
    prefix: str = "",
    kind: str = "steps",
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
) -> TableLike:
    """Add the steps to the solution of each puzzle: `trace`, `n_steps` and `status`.

    Parameters
    ----------
    data, column, prefix, threads
        As for `apply`.
    kind, max_nodes
        As for `lowbit.trace_many`.
    time_limit
        As for `solve`.

    Notes
    -----
    `trace` has a line a step, as `lowbit.trace_many` gives it; null unless there is exactly one
    solution.

    Examples
    --------
    >>> import pyarrow as pa
    >>> puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> found = trace(pa.array([puzzle])).to_pylist()[0]
    >>> found["n_steps"], found["trace"].splitlines()[0]
    (58, 'naked single: r1c9 => r1c9=3')
    """
    options = {"kind": kind, "max_nodes": max_nodes, "time_limit": time_limit}
    return apply(data, "trace", column=column, prefix=prefix, threads=threads, **options)


def fewest(  # noqa: PLR0913 - as solve
    data: TableLike,
    *,
    column: str | None = None,
    prefix: str = "",
    geometry: BoardLike | None = None,
    clues: int = 17,
    time_limit: float | None = None,
    threads: int | None = None,
) -> TableLike:
    """Add all puzzles of few givens with the same solution: `puzzles`, `n_puzzles` and `status`.

    Parameters
    ----------
    data, column, prefix, threads
        As for `apply`.
    geometry, time_limit
        As for `solve`.
    clues : int, default 17
        The most givens, as for `lowbit.FewCluePuzzles`; 17 on the 9x9 board take half a minute a
        row.

    Notes
    -----
    `puzzles` has a line each, `n_puzzles` is their number, 0 if it is proven that there are none;
    null unless the row is a full grid, or a puzzle with exactly one solution.

    Examples
    --------
    >>> import pyarrow as pa
    >>> found = fewest(pa.array(["1234341221434321"]), geometry="4x4", clues=4).to_pylist()[0]
    >>> found["n_puzzles"], found["puzzles"].splitlines()[0]
    (12, '1..4.........32.')
    """
    options = {"geometry": geometry, "clues": clues, "time_limit": time_limit}
    return apply(data, "fewest", column=column, prefix=prefix, threads=threads, **options)


def verify(  # noqa: PLR0913 - as solve
    data: TableLike,
    *,
    answer_column: str = "answer",
    column: str | None = None,
    prefix: str = "",
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
) -> TableLike:
    """Add the verdict on each answer: `score`, `n_right`, `n_blank`, `wrong` and `status`.

    Parameters
    ----------
    data, column, prefix, threads
        As for `apply`; a column alone has no answers beside it.
    answer_column : str, default "answer"
        The column of answers: grids, full or not, or texts that end with one, as `lowbit.verify`
        takes them.
    geometry, max_nodes, time_limit
        As for `solve`.

    Notes
    -----
    `status` is the word of an `AnswerStatus`, or ``invalid`` where there is no puzzle; `wrong`
    names the cells whose digit no solution has. An answer that cannot be read scores 0; other
    numbers are null where nothing is known.

    Examples
    --------
    >>> import pyarrow as pa
    >>> puzzle, right = "1.....2..3.....4", "1243342143122134"
    >>> table = pa.table({"puzzle": [puzzle] * 2, "answer": [f"So: {right}", "14" + "." * 14]})
    >>> verify(table, geometry="4x4").select(["status", "score", "wrong"]).to_pylist() == [
    ...     {"status": "right", "score": 1.0, "wrong": None},
    ...     {"status": "wrong", "score": 0.0, "wrong": "r1c2"},
    ... ]
    True
    """
    options = {"answer_column": answer_column, "max_nodes": max_nodes, "time_limit": time_limit}
    return apply(
        data, "verify", column=column, prefix=prefix, geometry=geometry, threads=threads, **options
    )
