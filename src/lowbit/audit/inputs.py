"""The files of an audit: which belong to which split, and where puzzles and solutions are.

A file is a split with the file's name; files with names like ``train-00000-of-00004.parquet``, and
the files of a folder that was named, are parts of one split. A file that is not a table by its name
is a text with a puzzle per line (or, in Interactive Sudoku Solver's form, an item), which becomes a
table of puzzles and remarks.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as arrow_csv
from pyarrow import fs

from lowbit.audit.splits import require_splits
from lowbit.batch.puzzles import OF_TABLES
from lowbit.errors import SourceError, TableError
from lowbit.formats.headers import HEADERS
from lowbit.formats.lines.asides import LONGEST_WORD, MARKS, is_aside
from lowbit.formats.lines.item_lines import begins_puzzle, with_items_joined
from lowbit.formats.streams.archives import within
from lowbit.formats.streams.table_names import PACKINGS, is_named_json, packing_of, table_name
from lowbit.geometry import CLASSIC
from lowbit.tables.columns import puzzle_column, require_puzzles
from lowbit.tables.data.adapters import table_of
from lowbit.tables.rows.json_rows import holds_rows
from lowbit.tables.rows.places import files_below, place_of, source_errors, stamp_of
from lowbit.tables.rows.sources import Source, boards_named, open_source, regular
from lowbit.tables.rows.text_stream import BLOCK, for_arrow, text_stream

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.geometry import Geometry
    from lowbit.tables.rows.places import FileStamp

SOLUTIONS: Final = frozenset(("solution", "solutions", "answer", "answers"))
"""The usual names of the column of solutions in a table."""

PART: Final = re.compile(r"-\d+-of-\d+$")
"""The suffix of the names of the parts of a data set."""

LINE: Final = (
    r"^\s*(?P<puzzle>\{.*\}|https?://\S+|\.[~A-Z][^\s,;#]*(?:\s+\.[~A-Z]\S*)*|[^\s,;#]*)"
    r"(?:\s*[,;#]\s*|\s+|$)(?P<remark>.*?)\s*$"
)
"""A puzzle, and the text behind it; items of one may have white space between."""

MAY_BE_ASIDE: Final = rf"^\s*(?:[{MARKS}]|\S{{1,{LONGEST_WORD}}}(?:\s|$))"
"""The beginnings of comments and titles, among others."""

ROWS: Final = 1 << 14
"""Rows of a batch: some tenths of a second of work."""


@dataclass(frozen=True, slots=True)
class Input:
    """A file that is audited.

    Parameters
    ----------
    path : str
    split : str
        The split that it belongs to.
    stamp : FileStamp, optional
        Changes with the file; None if it is not a regular file.
    table : pyarrow.Table, optional
        The rows, if they are in memory and not in a file.
    """

    path: str
    split: str
    stamp: FileStamp | None = None
    table: pa.Table | None = None


@dataclass(frozen=True, slots=True)
class Roles:
    """The numbers of the columns with puzzles, solutions and splits.

    Parameters
    ----------
    puzzle : int
    solution, split : int or None
        None where there is none.
    """

    puzzle: int
    solution: int | None
    split: int | None


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of the columns, as far as the user gives them.

    Parameters
    ----------
    puzzle, solution : str, optional
        By default found by their names; there need not be a solution.
    split : str, optional
        By default files are splits.
    """

    puzzle: str | None = None
    solution: str | None = None
    split: str | None = None

    def roles(self, schema: pa.Schema, name: str) -> Roles:
        """Return their places in a table.

        Raises
        ------
        TableError
            If one is not there, or may be one of several.
        """
        names = schema.names
        try:
            puzzle = puzzle_column(names, self.puzzle)
            solution = solution_column(names, self.solution)
            require_puzzles(schema.field(puzzle))
            if solution is not None:
                require_puzzles(schema.field(solution))
            split = None if self.split is None else _place_of(names, self.split)
            if split is not None:
                require_splits(schema.field(split))
        except TableError as error:
            raise TableError(f"{name}: {error}") from None
        return Roles(puzzle, solution, split)


def solution_column(names: Sequence[str], column: str | None = None) -> int | None:
    """Return the place of the column of solutions; None if no column has a usual name.

    Raises
    ------
    TableError
        If the column that is named is not there, or several have usual names.

    Examples
    --------
    >>> solution_column(["quizzes", "solutions"]), solution_column(["quizzes"])
    (1, None)
    """
    if column is not None:
        return _place_of(names, column)
    found = [place for place, name in enumerate(names) if name.strip().lower() in SOLUTIONS]
    if len(found) > 1:
        many = ", ".join(names[place] for place in found)
        raise TableError(
            f"several columns may hold solutions: {many}; name one", argument="solution_column"
        )
    return found[0] if found else None


def _place_of(names: Sequence[str], column: str) -> int:
    if column not in names:
        raise TableError(f"there is no column {column}; the columns are: {', '.join(names)}")
    return names.index(column)


def inputs_of(paths: Any) -> list[Input]:  # noqa: ANN401 - paths, and tables without types
    """Return the files that paths name; of a folder, all tables in it; tables, with their splits.

    Raises
    ------
    SourceError
        If a path is not there, or a folder has no table.
    TableError
        If this is neither a path nor a table.
    """
    if isinstance(paths, (str, os.PathLike)):
        return _inputs_at(os.fspath(paths))
    if isinstance(paths, Mapping):
        return [Input(name, name, table=table_of(table)) for name, table in paths.items()]
    if any(hasattr(type(paths), name) for name in OF_TABLES):
        return inputs_of({"table": paths})
    return [one for path in paths for one in inputs_of(path)]


@contextmanager
def open_input(one: Input) -> Iterator[Source]:
    """Open the data to audit, as `open_rows` does."""
    if one.table is None:
        with open_rows(one.path) as source:
            yield source
    else:
        rows = regular(one.table.to_batches(), ROWS)
        yield Source(one.path, one.table.schema, rows, lambda: 0)


def _inputs_at(path: str) -> list[Input]:
    path = within(path)
    place = place_of(path)
    with source_errors(path):
        info = place.system.get_file_info(place.path)
    if info.type != fs.FileType.Directory:
        return [Input(path, split_of(place.base_name), stamp_of(place))]
    found = files_below(place).items()
    tables = [(name, stamp) for name, stamp in found if table_name(name)]
    if not tables:
        raise SourceError("there is no table in this folder", path)
    split = place.base_name
    return [Input(place.below(name).name, split, stamp) for name, stamp in tables]


def split_of(path: str) -> str:
    """Return the name of a file without its folder, its extension and the number of its part.

    Examples
    --------
    >>> split_of("data/train-00001-of-00004.parquet"), split_of("test.csv.gz")
    ('train', 'test')
    """
    stem = os.path.splitext(os.path.basename(path))[0]  # noqa: PTH119, PTH122 - as above
    named = table_name(path)
    if named and named.packing:
        stem = os.path.splitext(stem)[0]  # noqa: PTH122 - as above
    return PART.sub("", stem) or path


@contextmanager
def open_rows(path: str, rows: int | None = None, groups: range | None = None) -> Iterator[Source]:
    """Open a table, or a text as one, in batches of `rows`, by default `ROWS`.

    Otherwise as `lowbit.tables.rows.sources.open_source`.
    """
    rows = rows or ROWS
    if _is_table(path):
        with open_source(path, rows, groups) as source:
            yield source
        return
    place = place_of(path)
    with ExitStack() as stack:
        with source_errors(path):
            packing = PACKINGS.get(os.path.splitext(place.path)[1].lower())  # noqa: PTH122 - as above
            file, text = text_stream(place, packing, stack)
            reader = arrow_csv.open_csv(
                for_arrow(text, stack),
                arrow_csv.ReadOptions(column_names=["line"], block_size=BLOCK),
                arrow_csv.ParseOptions(
                    delimiter="\x1f", quote_char=False, ignore_empty_lines=False
                ),
                arrow_csv.ConvertOptions(column_types={"line": pa.binary()}),
            )
        boards: list[Geometry] = []
        batches = regular(_lines(reader, path, boards), rows)
        yield Source(path, LINES, batches, file.tell, boards=boards)


def _is_table(path: str) -> bool:
    """Whether a file is a table by its name, or is JSON with the rows of one."""
    if not is_named_json(path):
        return table_name(path) is not None
    place = place_of(path)
    with source_errors(path):
        return holds_rows(place, packing_of(path))


LINES: Final = pa.schema([("puzzle", pa.string()), ("remark", pa.string())])
"""The columns of a table read from a text."""


def _decoded(lines: pa.Array) -> pa.Array:
    """Return lines as strings; a line with invalid UTF-8 is kept, but is not a puzzle."""
    try:
        return lines.cast(pa.string())
    except pa.ArrowInvalid:
        return pa.array([line.decode(errors="replace") for line in lines.to_pylist()], pa.string())


def _with_items_joined(blocks: Iterable[pa.Array]) -> Iterator[pa.Array]:
    """Yield blocks of lines; where a text begins with an item of a puzzle, one a puzzle."""
    blocks, read = iter(blocks), []
    begins_with_item = False
    for block in blocks:
        read.append(block)
        kept = block.filter(pc.and_(pc.not_equal(block, ""), _hold_puzzles(block)))
        if len(kept):
            begins_with_item = begins_puzzle(kept[0].as_py())
            break
    every = chain(read, blocks)
    yield from _joined(every) if begins_with_item else every


def _joined(blocks: Iterable[pa.Array]) -> Iterator[pa.Array]:
    lines = with_items_joined(line for block in blocks for line in block.to_pylist())
    while some := list(islice(lines, ROWS)):
        yield pa.array(some, pa.string())


def _hold_puzzles(lines: pa.Array) -> pa.Array:
    """Return which lines are neither comments nor titles; most are seen to be neither at once."""
    may_be = pc.match_substring_regex(lines, MAY_BE_ASIDE).to_pylist()
    kept = [
        not (may and is_aside(text, CLASSIC))
        for may, text in zip(may_be, lines.to_pylist() if any(may_be) else may_be, strict=True)
    ]
    return pa.array(kept, pa.bool_())


def _lines(
    reader: Iterable[pa.RecordBatch], path: str, boards: list[Geometry]
) -> Iterator[pa.RecordBatch]:
    """Yield the puzzles of a text with their remarks, without comments, titles and header.

    The boards that comments name are added to `boards`.
    """
    with source_errors(path):
        header_may_come = True
        for lines in _with_items_joined(_decoded(batch.column(0)) for batch in reader):
            boards += boards_named(lines.filter(pc.starts_with(lines, "#")).to_pylist())
            puzzles, remarks = pc.extract_regex(lines, LINE).flatten()
            rows = pa.RecordBatch.from_arrays([puzzles, remarks], schema=LINES)
            rows = rows.filter(pc.and_(pc.not_equal(puzzles, ""), _hold_puzzles(lines)))
            if header_may_come and rows.num_rows:
                is_header = rows.column(0)[0].as_py().lower() in HEADERS
                rows = rows.slice(int(is_header))
                header_may_come = False
            yield rows
