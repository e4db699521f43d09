"""An audit from its files to its report.

::

    files ──> batches ──examine, side by side──> store ──> duplicates
      │                                            │
      └─────> batches again, if a copy is wanted ──┴──> report, annotated copy, cleaned set
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from lowbit.audit.boards import examine_boards
from lowbit.audit.copies import write_copies
from lowbit.audit.examine import Examined, ExamineLimits, GivenSolutions, PuzzlesT, examine
from lowbit.audit.findings import DEFECT_OF_VERDICT, DEFECTS, Verdict
from lowbit.audit.inputs import Columns, inputs_of, open_input
from lowbit.audit.outputs import annotated_schema, require_correctable, targets
from lowbit.audit.report import AuditedFile, AuditReport
from lowbit.audit.settings import Settings, defect_of
from lowbit.audit.splits import Splits
from lowbit.audit.store import open_store
from lowbit.audit.variants import with_variants
from lowbit.errors import InputError, TableError
from lowbit.geometry import CLASSIC, board_of
from lowbit.tables.arrow_puzzles import boards_of_column, puzzles_of_column
from lowbit.tables.batches import in_order_ahead
from lowbit.tables.one_board import on_board

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.audit.inputs import Input, Roles
    from lowbit.audit.store import Store
    from lowbit.batch.ordered import IsOver
    from lowbit.geometry import BoardLike
    from lowbit.kernels.core.threads import Progress
    from lowbit.tables.rows.sources import Source

KNOWN: Final = "against"
"""The first word of the splits of other data sets."""

OnVerdicts: TypeAlias = Callable[[int, Mapping[str, int]], object]
"""Called now and then with the bytes read, and the number of rows by verdict."""


def audit_files(  # noqa: PLR0913 - what, how and where to, by name
    paths: Any,  # noqa: ANN401 - files, or tables, which have no types
    *,
    column: str | None = None,
    solution_column: str | None = None,
    split_column: str | None = None,
    limit: int = 100,
    max_nodes: int | None = None,
    rate: bool = False,
    allow: Iterable[str] = (),
    keep: Iterable[str] = (),
    against: Any = (),  # noqa: ANN401 - as paths
    annotated: str | os.PathLike[str] | None = None,
    fixed: str | os.PathLike[str] | None = None,
    correct: bool = False,
    prefix: str = "audit_",
    codec: str | None = None,
    geometry: BoardLike | None = None,
    threads: int | None = None,
    progress: OnVerdicts | None = None,
) -> AuditReport:
    """Find the defects of a data set: of its puzzles, its solutions, its splits.

    The files are read once, and once more if a copy is wanted. The findings on a row, some 140
    bytes, are kept in a temporary folder meanwhile; at most a 256th of them is in memory.

    Parameters
    ----------
    paths : path, iterable of paths, table or dict of tables
        Tables (CSV, TSV, JSON lines, Parquet, Arrow), texts with a puzzle per line, or folders of
        tables; or URIs. Each file is a split, and so is each folder, and all files whose names
        differ only in ``-00000-of-00004``. Or a table of pyarrow, pandas or Polars, or a dict with
        one for each split.
    column, solution_column : str, optional
        The columns of puzzles and solutions; found by their names by default. Without a column
        of solutions, none are compared.
    split_column : str, optional
        The column that says which split a row is in.
    limit : int, default 100
        Where to stop counting solutions.
    max_nodes : int, optional
        The most nodes of a search tree to visit.
    rate : bool, default False
        Whether to rate the puzzles that have one solution, by Sudoku Explainer, for the
        distribution of difficulty in each split. That takes longer than everything else.
    allow : iterable of str
        Defects to ignore, by their words: see `lowbit.audit.Defect`. Such rows are not dropped.
    keep : iterable of str
        The splits that keep a puzzle that several have; by default the first.
    against : as `paths`, optional
        Other data sets, such as the one that a model was trained on. Their rows are not audited,
        but what they have counts as in another split, and comes first.
    annotated : path, optional
        Where to write a copy with a column for each finding: a table; or, of several files, a
        folder, whose name ends with ``/`` if it has a dot.
    fixed : path, optional
        Where to write a copy without the rows that have defects; as `annotated`.
    correct : bool, default False
        Correct a wrong solution there instead of dropping the row.
    prefix : str, default ``"audit_"``
        The prefix of the names of the columns of findings.
    codec : str, optional
        The compression of Parquet or Arrow that is written.
    geometry : Geometry or str, optional
        The board of the puzzles; the classic one by default. On others there are no ratings.
    threads : int, optional
        The number of threads to use; as many as there are CPUs if None.
    progress : callable, optional
        Called with the bytes read so far, and the number of rows by verdict.

    Returns
    -------
    AuditReport

    Raises
    ------
    SourceError, FormatError
        If a file cannot be read, or changes meanwhile.
    TableError
        If a column is missing, is ambiguous, or has no puzzles; if an output is impossible.
    InputError
        If a defect or split is unknown, `limit` is less than 2, or ratings are requested on a board
        other than the classic one.
    OSError
        If something cannot be written.

    Examples
    --------
    >>> report = audit_files("examples/audit.csv")
    >>> report.is_clean, report.total.to_dict()["defects"]["wrong"]
    (False, 2)
    """
    settings = Settings(
        Columns(column, solution_column, split_column),
        ExamineLimits(limit, max_nodes, rate),
        frozenset(map(defect_of, allow)),
        tuple(keep),
        None if annotated is None else os.fspath(annotated),
        None if fixed is None else os.fspath(fixed),
        correct,
        prefix,
        codec,
        CLASSIC if geometry is None else board_of(geometry),
    )
    inputs = inputs_of(paths)
    others = others_of(against)
    _require_possible(inputs, settings)
    splits, told = Splits(), _Told(progress)
    with open_store(with_details=settings.copies) as store:
        files = _examine_all(inputs, settings, store, splits, threads, told)
        names = splits.names
        known = enter_others(others, settings, store, splits, threads, told)
        return write_copies(inputs, files, settings, store, names, known)


def others_of(against: Any) -> list[Input]:  # noqa: ANN401 - as `audit_files` takes them
    """Return the data sets against which others are audited, each a split of its own.

    Raises
    ------
    SourceError
        If one is not there, or has no column of puzzles: before hours of work on the others.
    """
    others = [replace(one, split=f"{KNOWN} {one.path}") for one in inputs_of(against)]
    for one in others:
        with open_input(one) as source:
            Settings().columns.roles(source.schema, source.name)
    return others


def enter_others(  # noqa: PLR0913, PLR0917 - as `_examine_all`
    others: Sequence[Input],
    settings: Settings,
    store: Store,
    splits: Splits,
    threads: int | None = None,
    told: _Told | None = None,
) -> list[AuditedFile]:
    """Enter the rows of other data sets behind all others, and find the duplicates of all."""
    own = splits.names
    told = told or _Told(None)
    known = _examine_all(others, _known_alone(settings), store, splits, threads, told)
    firsts = [name for name in splits.names if name not in own]
    store.find_duplicates(splits.ranks([*firsts, *settings.keep]))
    return known


def _known_alone(settings: Settings) -> Settings:
    """Return the settings for other data sets, of which only the keys of puzzles matter."""
    effort = ExamineLimits(2, settings.effort.max_nodes, checks_minimal=False)
    return Settings(effort=effort, allow=frozenset(DEFECTS), board=settings.board)


def _require_possible(inputs: Sequence[Input], settings: Settings) -> None:
    """Refuse impossible columns and names of outputs before the work begins."""
    if not inputs:
        raise InputError("there is no file to audit")
    for one in inputs:
        with open_input(one) as source:
            roles = settings.columns.roles(source.schema, source.name)
            if settings.correct:
                require_correctable(source.schema, roles, source.name)
            if settings.annotated is not None:
                annotated_schema(source.schema, settings.prefix)
    for path in (settings.annotated, settings.fixed):
        if path is not None:
            targets(inputs, path)


def _examine_all(  # noqa: PLR0913, PLR0917 - what, how, and where to
    inputs: Sequence[Input],
    settings: Settings,
    store: Store,
    splits: Splits,
    threads: int | None,
    told: _Told,
) -> list[AuditedFile]:
    """Enter all rows into the store."""
    is_bad = settings.reasons_to_drop[DEFECT_OF_VERDICT]
    files: list[AuditedFile] = []
    for one in inputs:
        first = store.n_rows
        with open_input(one) as source:
            for examined, numbers in examined_rows(one.split, source, settings, splits, threads):
                store.add(examined, numbers, is_bad[examined.rows["verdict"]])
                told.rows(source, examined)
            told.end_of(source)
        files.append(AuditedFile(one.path, first, store.n_rows - first))
    return files


class _Told:
    """The progress that is told of an audit, over all of its files."""

    def __init__(self, progress: OnVerdicts | None) -> None:
        self._progress = progress
        self._n_before = 0
        self._verdicts: Counter[str] = Counter()

    def rows(self, source: Source, examined: Examined) -> None:
        """Tell that rows of a file were examined."""
        if self._progress:
            self._verdicts.update(counts_of_verdicts(examined.rows))
            self._progress(self._n_before + source.n_read(), self._verdicts)

    def end_of(self, source: Source) -> None:
        """Go on to the next file."""
        self._n_before += source.n_read()


def examined_rows(  # noqa: PLR0913, PLR0917 - what, how, and until when
    split: str,
    source: Source,
    settings: Settings,
    splits: Splits,
    threads: int | None = None,
    is_over: IsOver | None = None,
) -> Iterator[tuple[Examined, NDArray[np.uint32]]]:
    """Yield the findings on a file's rows, and the splits they are in.

    Parameters
    ----------
    split : str
        The split of the file, if no column says otherwise.
    source : Source
        The file.
    settings : Settings
    splits : Splits
        Those that are known; others are added.
    threads, is_over
        As for `lowbit.batch.ordered.in_order`.
    """
    roles = settings.columns.roles(source.schema, source.name)
    source = on_board(source, settings.board)
    at_once, each = (1, threads) if settings.effort.rates else (threads, 1)

    def work(batch: pa.RecordBatch, look_up: Progress) -> tuple[Examined, pa.Array | None]:
        column = None if roles.split is None else batch.column(roles.split)
        return _examined(batch, roles, settings, look_up, each), column

    for examined, column in in_order_ahead(work, source.batches, at_once, is_over):
        if column is None:
            yield examined, np.full(len(examined.rows), splits.number(split), np.uint32)
            continue
        try:
            yield examined, splits.numbers(column)
        except TableError as error:
            raise TableError(f"{source.name}: {error}") from None


def _examined(
    batch: pa.RecordBatch, roles: Roles, settings: Settings, look_up: Progress, threads: int | None
) -> Examined:
    """Return the findings on each row on its own."""
    board, effort = settings.board, settings.effort
    if board == CLASSIC:
        found = examine(*_asked(batch, roles, puzzles_of_column), effort, look_up, threads)
    else:
        asked = _asked(batch, roles, partial(boards_of_column, board))
        found = examine_boards(*asked, effort, look_up)
    solutions = None if roles.solution is None else batch.column(roles.solution)
    return with_variants(found, batch.column(roles.puzzle), solutions, board, effort, look_up)


def _asked(
    batch: pa.RecordBatch, roles: Roles, read: Callable[[pa.Array], PuzzlesT]
) -> tuple[PuzzlesT, GivenSolutions[PuzzlesT] | None]:
    puzzles = read(batch.column(roles.puzzle))
    if roles.solution is None:
        return puzzles, None
    column = batch.column(roles.solution)
    return puzzles, GivenSolutions(read(column), _are_missing(column))


def _are_missing(column: pa.Array) -> NDArray[np.bool_]:
    missing = column.is_null()
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        missing = pc.equal(pc.fill_null(column, ""), "")
    result: NDArray[np.bool_] = missing.to_numpy(zero_copy_only=False)
    return result


def counts_of_verdicts(rows: NDArray[np.void]) -> dict[str, int]:
    """Return the number of rows by verdict, for the verdicts that occur."""
    counts = np.bincount(rows["verdict"], minlength=len(Verdict)).tolist()
    return {verdict.word: counts[verdict] for verdict in Verdict if counts[verdict]}
