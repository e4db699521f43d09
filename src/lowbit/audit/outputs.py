"""The files that an audit writes, and their columns."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import fs

from lowbit.audit.examine import DETAILS, UNKNOWN, YES
from lowbit.audit.findings import Defect, Given, Leak, Verdict
from lowbit.audit.report import leaks_of
from lowbit.errors import TableError
from lowbit.formats.streams.table_names import KINDS, table_name
from lowbit.tables.columns import refuse_taken
from lowbit.tables.rows.places import place_of, source_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lowbit.audit.inputs import Input, Roles
    from lowbit.audit.report import AuditedFile
    from lowbit.status import Word
    from lowbit.tables.rows.places import Place

FIELDS: Final = pa.schema(
    [
        ("verdict", pa.string()),
        ("defect", pa.string()),
        *DETAILS,
        ("given_solution", pa.string()),
        ("n_clues", pa.int16()),
        ("minimal", pa.bool_()),
        ("duplicate_of", pa.string()),
        ("isomorph_of", pa.string()),
        ("leak", pa.string()),
    ]
)
"""The columns of an annotated copy; docs/guide/data/audit.md describes them."""


def targets(inputs: Sequence[Input], path: str) -> list[str]:
    """Return the output of each input: a file, or files of the same names in a folder.

    Raises
    ------
    TableError
        If several files are to be one, or two have one name; or if the path looks like a file's
        and is not a table's.
    """
    if table_name(path) is not None:
        if len(inputs) == 1:
            return [path]
        raise TableError(f"{path}: {len(inputs)} files are audited; name a folder for their copies")
    place = place_of(path)
    if _looks_like_file(place, path):
        raise TableError(
            f"{path} is neither a folder nor the name of a table, which ends with "
            f"{', '.join(KINDS)}; for a new folder, write {path}/"
        )
    names = [_as_table(place_of(one.path).base_name) for one in inputs]
    twice = sorted(name for name, n in Counter(names).items() if n > 1)
    if twice:
        raise TableError(f"{path}: several files are called {', '.join(twice)}; rename them")
    with source_errors(path):
        place.system.create_dir(place.path)
    return [place.below(name).name for name in names]


def _looks_like_file(place: Place, path: str) -> bool:
    """Whether a name that ends with an extension is not yet known to be a folder's."""
    has_extension = bool(os.path.splitext(place.base_name)[1])  # noqa: PTH122 - it may be a URI
    if not has_extension or path.endswith("/"):
        return False
    with source_errors(path):
        return bool(place.system.get_file_info(place.path).type != fs.FileType.Directory)


def _as_table(name: str) -> str:
    return name if table_name(name) else os.path.splitext(name)[0] + ".csv"  # noqa: PTH122 - as above


def annotated_schema(schema: pa.Schema, prefix: str) -> pa.Schema:
    """Return the columns of a table with those of the findings behind them.

    Raises
    ------
    TableError
        If a name is taken.
    """
    added = [field.with_name(prefix + field.name) for field in FIELDS]
    refuse_taken([field.name for field in added], schema.names)
    return pa.schema([*schema, *added], schema.metadata)


def annotated(  # noqa: PLR0913, PLR0917 - a batch, and what is known of it
    batch: pa.RecordBatch,
    schema: pa.Schema,
    rows: NDArray[np.void],
    duplicates: NDArray[np.void],
    defects: NDArray[np.uint8],
    details: pa.RecordBatch,
    files: Sequence[AuditedFile],
) -> pa.RecordBatch:
    """Return rows with the findings on them."""
    is_puzzle = rows["verdict"] != Verdict.INVALID
    findings = [
        words(rows["verdict"], Verdict),
        words(defects, Defect, Defect.NO_DEFECT),
        *details.columns,
        words(rows["given"], Given, Given.NOT_ASKED),
        pa.array(rows["n_clues"].astype(np.int16), mask=~is_puzzle),
        pa.array(rows["minimal"] == YES, mask=rows["minimal"] == UNKNOWN),
        row_names(duplicates["same"], files),
        row_names(duplicates["isomorph"], files),
        words(leaks_of(duplicates), Leak, Leak.NO_LEAK),
    ]
    return pa.RecordBatch.from_arrays([*batch.columns, *findings], schema=schema)


def words(codes: NDArray[np.uint8], kind: type[Word], none: Word | None = None) -> pa.Array:
    """Return words as a column; null for the word that means nothing."""
    mask = None if none is None else codes == none
    dictionary = pa.array([word.word for word in kind])
    return pa.DictionaryArray.from_arrays(pa.array(codes, mask=mask), dictionary).cast(pa.string())


def row_names(pointers: NDArray[np.int64], files: Sequence[AuditedFile]) -> pa.Array:
    """Return rows as ``file:number``; 0 means null, any other number is 1 more than the row."""
    rows = pointers - 1
    places = np.searchsorted(_ends(files), rows, side="right")
    paths = pa.array([file.path for file in files], pa.string()).take(pa.array(places))
    firsts = np.array([file.first - file.before for file in files], np.int64)
    numbers = rows - firsts[places] + 1
    is_none = pa.array(pointers == 0)
    named = pc.binary_join_element_wise(paths, pa.array(numbers).cast(pa.string()), ":")
    return pc.if_else(is_none, pa.scalar(None, pa.string()), named)


def row_name(row: int, files: Sequence[AuditedFile]) -> str:
    """Return the name of the file that a row is in, and its number there, from 1."""
    file = files[int(np.searchsorted(_ends(files), row, side="right"))]
    return f"{file.path}:{row - file.first + file.before + 1}"


def _ends(files: Sequence[AuditedFile]) -> list[int]:
    return [file.first + file.n_rows for file in files]


def require_correctable(schema: pa.Schema, roles: Roles, name: str) -> None:
    """Refuse to correct solutions if there is no column of them, or not as text.

    Raises
    ------
    TableError
        If so.
    """
    if roles.solution is None:
        raise TableError(f"{name}: there is no column of solutions to correct")
    kind = schema.field(roles.solution).type
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind)):
        raise TableError(f"{name}: only solutions of type string can be corrected, not {kind}")


def corrected(
    batch: pa.RecordBatch, column: int, wrong: NDArray[np.bool_], details: pa.RecordBatch
) -> pa.RecordBatch:
    """Return rows with wrong solutions replaced by the only solution."""
    given = batch.column(column)
    solution = details.column("solution").cast(given.type)
    columns = list(batch.columns)
    columns[column] = pc.if_else(pa.array(wrong), solution, given)
    return pa.RecordBatch.from_arrays(columns, schema=batch.schema)
