"""The report, and annotated and corrected copies, from the findings on the rows."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import repeat
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import pyarrow as pa

from lowbit.audit.findings import DEFECTS, Defect, Verdict
from lowbit.audit.inputs import ROWS, open_input
from lowbit.audit.outputs import annotated, annotated_schema, corrected, row_name, targets
from lowbit.audit.report import N_EXAMPLES, AuditReport, Tally
from lowbit.audit.settings import defects_of
from lowbit.errors import SourceError
from lowbit.formats.streams.table_names import table_name
from lowbit.tables.rows.places import place_of, stamp_of
from lowbit.tables.rows.sinks import codec_like, open_sink

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from lowbit.audit.inputs import Input, Roles
    from lowbit.audit.report import AuditedFile
    from lowbit.audit.settings import Settings
    from lowbit.audit.store import Store
    from lowbit.tables.rows.sinks import Write
    from lowbit.tables.rows.sources import Source

POINTERS = {
    Defect.LEAK: "isomorph",
    Defect.EXACT_DUPLICATE: "same",
    Defect.ISOMORPHIC_DUPLICATE: "isomorph",
}
"""The field that points to the row that makes another one defective."""

CHANGED: Final = "it changed while it was audited; audit it again"


class Portion(NamedTuple):
    """Rows, and the findings on them.

    Attributes
    ----------
    batch, details : pyarrow.RecordBatch or None
        The rows themselves, and the details kept of them; None if no copy is wanted.
    rows, duplicates : ROW[n], DUPLICATE[n]
    first : int
        The number of the first among all rows.
    """

    batch: pa.RecordBatch | None
    details: pa.RecordBatch | None
    rows: NDArray[np.void]
    duplicates: NDArray[np.void]
    first: int


def write_copies(  # noqa: PLR0913, PLR0917 - what was audited, how, and against what
    inputs: Sequence[Input],
    files: list[AuditedFile],
    settings: Settings,
    store: Store,
    splits: Sequence[str],
    against: Sequence[AuditedFile] = (),
) -> AuditReport:
    """Count the findings in the store, and write the copies that are wanted.

    The rows of the files `against` which others were audited are not counted, only named.

    Raises
    ------
    SourceError
        If a file has changed.
    """
    report = AuditReport(files, settings.to_dict(), fixed=settings.fixed is not None)
    report.against = [*against]
    report.splits = {name: Tally() for name in splits}
    details = store.details() if settings.copies else repeat(None)
    for one, file, *paths in zip(inputs, files, *_paths(inputs, settings), strict=True):
        with ExitStack() as stack:
            batches: Iterable[pa.RecordBatch | None] = repeat(None)
            copies: list[Copy] = []
            if settings.copies:
                source = stack.enter_context(open_input(one))
                batches = source.batches
                copies = _open_copies(paths, source, settings, report.all_files, stack)
            for portion in _portions(file, store, batches, details):
                send_portion(report, portion, settings, copies)
            _require_unchanged(one, batches)
    return report


def _require_unchanged(one: Input, batches: Iterable[pa.RecordBatch | None]) -> None:
    """Refuse a file that has more rows than were audited, or was rewritten meanwhile."""
    has_more = next(iter(batches), None) is not None
    stamp = stamp_of(place_of(one.path)) if one.table is None else None
    if has_more or stamp != one.stamp:
        raise SourceError(CHANGED, one.path)


def send_portion(
    report: AuditReport, portion: Portion, settings: Settings, copies: Iterable[Copy]
) -> None:
    """Count rows, and write them to copies."""
    defects = defects_of(portion.rows, portion.duplicates, settings.defects)
    reasons = defects_of(portion.rows, portion.duplicates, settings.reasons_to_drop)
    _count(report, portion, defects, reasons)
    _note_examples(report, portion, defects)
    for copy in copies:
        copy(portion, defects, reasons)


def _paths(inputs: Sequence[Input], settings: Settings) -> list[Sequence[str | None]]:
    """Return the outputs of each file: the annotated copy and the cleaned set, if wanted."""
    return [
        [None] * len(inputs) if path is None else targets(inputs, path)
        for path in (settings.annotated, settings.fixed)
    ]


def _portions(
    file: AuditedFile,
    store: Store,
    batches: Iterable[pa.RecordBatch | None],
    details: Iterable[pa.RecordBatch | None],
) -> Iterator[Portion]:
    """Yield the rows of a file with the findings on them."""
    all_batches, all_details = iter(batches), iter(details)
    for begin in range(0, file.n_rows, ROWS):
        n = min(ROWS, file.n_rows - begin)
        first = file.first + begin
        batch = next(all_batches, None)
        portion = Portion(batch, next(all_details), *store.read(first, first + n), first)
        if portion.details is not None and (batch is None or batch.num_rows != n):
            raise SourceError(CHANGED, file.path)
        yield portion


def _count(
    report: AuditReport, portion: Portion, defects: NDArray[np.uint8], reasons: NDArray[np.uint8]
) -> None:
    rows, duplicates = portion.rows, portion.duplicates
    tallies = list(report.splits.values())
    is_dropped = reasons != Defect.NO_DEFECT
    for split in np.unique(rows["split"]).tolist():
        own, tally = rows["split"] == split, tallies[split]
        tally.add(rows[own], duplicates[own], defects[own])
        if report.fixed:
            is_corrected = ~is_dropped & (defects == Defect.WRONG)
            tally.n_dropped += int(np.count_nonzero(is_dropped & own))
            tally.n_corrected += int(np.count_nonzero(is_corrected & own))


def _note_examples(report: AuditReport, portion: Portion, defects: NDArray[np.uint8]) -> None:
    for defect in DEFECTS:
        known = report.examples.setdefault(defect, [])
        for place in np.flatnonzero(defects == defect)[: N_EXAMPLES - len(known)].tolist():
            example = {"row": row_name(portion.first + place, report.all_files)}
            if defect in POINTERS:
                pointer = int(portion.duplicates[place][POINTERS[defect]])
                example["duplicate"] = row_name(pointer - 1, report.all_files)
            known.append(example)


def _open_copies(
    paths: Sequence[str | None],
    source: Source,
    settings: Settings,
    files: Sequence[AuditedFile],
    stack: ExitStack,
) -> list[Copy]:
    """Open the copies of a file that are wanted."""
    copies = []

    def opened(path: str, schema: pa.Schema) -> Write:
        codec = settings.codec or codec_like(source, table_name(path))
        return stack.enter_context(open_sink(path, schema, codec))

    annotated_path, fixed_path = paths
    if annotated_path is not None:
        write = opened(annotated_path, annotated_schema(source.schema, settings.prefix))
        copies.append(annotated_copy(write, source.schema, settings, files))
    if fixed_path is not None:
        roles = settings.columns.roles(source.schema, source.name)
        copies.append(fixed_copy(opened(fixed_path, source.schema), settings, roles))
    return copies


def annotated_copy(
    write: Write, schema: pa.Schema, settings: Settings, files: Sequence[AuditedFile]
) -> Copy:
    """Return the function that writes rows with their findings.

    Parameters
    ----------
    write : callable
        Takes the rows; its columns are those of `annotated_schema`.
    schema : pyarrow.Schema
        The columns of the file.
    settings : Settings
    files : sequence of AuditedFile
        The files by which other rows are named.
    """
    schema = annotated_schema(schema, settings.prefix)

    def copy(portion: Portion, defects: NDArray[np.uint8], _reasons: NDArray[np.uint8]) -> None:
        batch, details, rows, duplicates, _ = portion
        write(annotated(batch, schema, rows, duplicates, defects, details, files))

    return copy


def fixed_copy(write: Write, settings: Settings, roles: Roles) -> Copy:
    """Return the function that writes rows without defects."""

    def copy(portion: Portion, _defects: NDArray[np.uint8], reasons: NDArray[np.uint8]) -> None:
        batch: pa.RecordBatch = portion.batch
        if settings.correct and roles.solution is not None:
            is_wrong = portion.rows["verdict"] == Verdict.WRONG
            batch = corrected(batch, roles.solution, is_wrong, portion.details)
        write(batch.filter(pa.array(reasons == Defect.NO_DEFECT)))

    return copy


if TYPE_CHECKING:
    Copy = Callable[[Portion, NDArray[np.uint8], NDArray[np.uint8]], None]
    """Takes rows, their defects, and why a cleaned set leaves them out."""
