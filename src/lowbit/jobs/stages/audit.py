"""The stages of an audit that runs as a job.

::

    examine   each shard for itself ──> _lowbit/examined/train.parquet
    between   one process finds duplicates ─> _lowbit/known/train.parquet, _lowbit/audited.json
    write     each shard again ────────> its rows with all findings, or those without defects

Examining is most of the work. The process between also examines other data sets, against which the
audit is. Finding duplicates takes 140 bytes per row, in the temporary folder
of the process that does it.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from contextlib import ExitStack, contextmanager
from dataclasses import astuple
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa

from lowbit.audit.copies import CHANGED, Portion, annotated_copy, fixed_copy, send_portion
from lowbit.audit.duplicates import DUPLICATE
from lowbit.audit.examine import DETAILS, ROW, Examined, ExamineLimits
from lowbit.audit.findings import DEFECT_OF_VERDICT, DEFECTS
from lowbit.audit.inputs import ROWS, Columns, open_rows
from lowbit.audit.keys import KEY
from lowbit.audit.outputs import annotated_schema, require_correctable
from lowbit.audit.report import N_EXAMPLES, AuditedFile, AuditReport, Tally
from lowbit.audit.run import counts_of_verdicts, enter_others, examined_rows, others_of
from lowbit.audit.settings import Settings, defect_of
from lowbit.audit.shared import SHARED, Kind
from lowbit.audit.splits import Splits
from lowbit.audit.store import open_store
from lowbit.batch.ordered import StoppedError
from lowbit.errors import SourceError
from lowbit.formats.streams.table_names import table_name
from lowbit.geometry import CLASSIC, board_of
from lowbit.jobs.folder import HIDDEN
from lowbit.tables.rows.sinks import Checksum, codec_like
from lowbit.tables.rows.sources import open_source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from lowbit.audit.copies import Copy
    from lowbit.audit.store import Store
    from lowbit.jobs.folder import Entry, JobFolder
    from lowbit.jobs.plan import Order, Plan, Shard
    from lowbit.jobs.shard_task import ShardTask, TaskContext
    from lowbit.tables.rows.sources import Source

AUDITED: Final = f"{HIDDEN}/audited.json"
"""The file that names the examined rows of each file, and all splits."""

SHARED_COLUMNS: Final = ("solution_key", "core_key")
"""The columns of the keys of solutions and cores, by the numbers of their kinds."""

EXAMINED: Final = pa.schema(
    [
        ("row", pa.binary(ROW.itemsize)),
        ("key", pa.binary(KEY.itemsize)),
        *((name, pa.binary(SHARED.itemsize)) for name in SHARED_COLUMNS),
        *DETAILS,
    ]
)
"""The findings on each row of a shard: `ROW`; `KEY`, null for no puzzle; `SHARED` of its solution
and of its core, null where there is none; `DETAILS`."""

KNOWN: Final = pa.schema(
    [("row", pa.binary(ROW.itemsize)), ("duplicate", pa.binary(DUPLICATE.itemsize))]
)
"""The findings on each row once all are examined."""


OF_AUDITS: Final = frozenset(
    {
        "solution_column", "split_column", "one_split", "limit", "max_nodes", "rate", "allow",
        "keep", "fix", "correct", "geometry", "against",
    }
)  # fmt: skip
"""The options there are."""


def settings_of(order: Order) -> Settings:
    """Return the settings of the audit in an order.

    Raises
    ------
    InputError
        If a setting makes no sense.
    """
    asked = order.options
    fixed = "fixed" if asked.get("fix") else None
    return Settings(
        Columns(order.column, asked.get("solution_column"), asked.get("split_column")),
        ExamineLimits(asked.get("limit", 100), asked.get("max_nodes"), asked.get("rate", False)),
        frozenset(map(defect_of, asked.get("allow", ()))),
        tuple(asked.get("keep", ())),
        None if fixed else "annotated",
        fixed,
        bool(asked.get("correct")),
        order.prefix or "audit_",
        order.codec,
        board_of(asked.get("geometry", CLASSIC)),
    )


def require_columns(source: Source, settings: Settings) -> None:
    """Check before the work begins that a file can be audited.

    Raises
    ------
    TableError
        If its columns do not allow that.
    """
    roles = settings.columns.roles(source.schema, source.name)
    if settings.correct:
        require_correctable(source.schema, roles, source.name)
    if settings.annotated is not None:
        annotated_schema(source.schema, settings.prefix)


def require_splits(order: Order, shards: Iterable[Shard]) -> None:
    """Check before the work begins that the splits that are named exist, and other data sets.

    Raises
    ------
    InputError
        If one does not, or there are too many, as far as that shows without reading a column.
    """
    others_of(order.options.get("against", ()))
    settings = settings_of(order)
    if settings.columns.split is None:
        splits = Splits()
        for shard in shards:
            splits.number(shard.split)
        splits.ranks(settings.keep)


def examine_shard(
    task: ShardTask, folder: JobFolder, checksum: Checksum, context: TaskContext
) -> tuple[str, dict[str, int], dict[str, Any]]:
    """Record the findings on the rows of a shard on their own."""
    shard, settings, splits = task.shard, settings_of(task.order), Splits()
    output = _place("examined", shard.key)
    statuses: Counter[str] = Counter()
    with (
        open_rows(shard.path, None, _groups(shard)) as source,
        folder.open_sink(output, EXAMINED, "zstd", checksum) as write,
    ):
        require_columns(source, settings)
        for examined, numbers in examined_rows(
            shard.split, source, settings, splits, context.threads, context.is_over
        ):
            examined.rows["split"] = numbers
            write(_packed(examined))
            counts = counts_of_verdicts(examined.rows)
            statuses.update(counts)
            context.on_rows(counts)
    return output, dict(statuses), {"splits": splits.names}


def find_all_duplicates(
    plan: Plan, folder: JobFolder, shards: Sequence[Shard], entries: Mapping[str, Entry]
) -> str:
    """Record the findings on each row once all are examined.

    Parameters
    ----------
    plan : Plan
    folder : JobFolder
    shards : sequence of Shard
        All of them.
    entries : mapping of int to Entry
        Those that were examined.

    Returns
    -------
    str
        An identifier of this state.
    """
    settings, splits = settings_of(plan.order), Splits()
    parts = _parts(plan, shards, entries)
    with open_store(with_details=False) as store:
        for key in parts:
            _enter(store, folder, entries[key], settings, splits)
        names, others = splits.names, others_of(plan.order.options.get("against", ()))
        known = enter_others(others, settings, store, splits)
        for key, part in parts.items():
            _write_known(store, folder, key, part)
    files = {key: astuple(part) for key, part in parts.items()}
    against = [astuple(one) for one in known]
    stamps = [str(one.stamp) for one in others]
    text = json.dumps({"parts": files, "splits": names, "against": against, "stamps": stamps})
    folder.write_text(AUDITED, text)
    return hashlib.sha256(text.encode()).hexdigest()


def write_shard(
    task: ShardTask, folder: JobFolder, checksum: Checksum, context: TaskContext
) -> tuple[str, dict[str, int], dict[str, Any]]:
    """Write the rows of a shard with the findings on them; or those without defects."""
    shard, settings = task.shard, settings_of(task.order)
    parts, splits, against = _audited(folder)
    report = _empty_report(list(parts.values()), splits, settings, against)
    with ExitStack() as stack:
        source = stack.enter_context(open_rows(shard.path, None, _groups(shard)))
        copy = stack.enter_context(_open_copy(task, folder, checksum, source, report.all_files))
        for portion in _portions(folder, shard, source, parts[shard.key], stack):
            if context.is_over():
                raise StoppedError
            send_portion(report, portion, settings, [copy])
            context.on_rows(counts_of_verdicts(portion.rows))
    counts = {name: tally.to_counts() for name, tally in report.splits.items() if tally.n_rows}
    examples = {defect.word: rows for defect, rows in report.examples.items()}
    return shard.output, _statuses(report.total), {"splits": counts, "examples": examples}


def report_of(plan: Plan, folder: JobFolder, entries: Iterable[Entry]) -> AuditReport:
    """Return the sum over all shards."""
    parts, splits, against = _audited(folder)
    n_rows: Counter[str] = Counter()
    for part in parts.values():
        n_rows[part.path] += part.n_rows
    files = [AuditedFile(name, 0, n) for name, n in n_rows.items()]
    report = _empty_report(files, splits, settings_of(plan.order), against)
    for entry in entries:
        for name, counts in entry.more["splits"].items():
            report.splits[name].add_tally(Tally.from_counts(counts))
        for defect in DEFECTS:
            known = report.examples.setdefault(defect, [])
            known += entry.more["examples"].get(defect.word, [])  # none of a shard without rows
            del known[N_EXAMPLES:]
    return report


def _place(kind: str, key: str) -> str:
    return f"{HIDDEN}/{kind}/{key}.parquet"


def _groups(shard: Shard) -> range | None:
    return None if shard.groups is None else range(*shard.groups)


def _statuses(tally: Tally) -> dict[str, int]:
    return {word: n for word, n in tally.to_dict()["verdicts"].items() if n}


def _empty_report(
    files: list[AuditedFile],
    splits: Iterable[str],
    settings: Settings,
    against: list[AuditedFile],
) -> AuditReport:
    report = AuditReport(files, settings.to_dict(), fixed=settings.fixed is not None)
    report.against = against
    report.splits = {name: Tally() for name in splits}
    return report


def _parts(
    plan: Plan, shards: Iterable[Shard], entries: Mapping[str, Entry]
) -> dict[str, AuditedFile]:
    """Return the rows and the file of each shard that was examined."""
    parts: dict[str, AuditedFile] = {}
    first, before = 0, Counter[int]()
    for shard in shards:
        entry = entries.get(shard.key)
        if entry:
            name = plan.files[shard.file].name
            parts[shard.key] = AuditedFile(name, first, entry.n_rows, before[shard.file])
            first += entry.n_rows
        before[shard.file] += entry.n_rows if entry else shard.n_rows or 0
    return parts


def _audited(folder: JobFolder) -> tuple[dict[str, AuditedFile], list[str], list[AuditedFile]]:
    """Return the parts of files that were examined, by their shards; splits; other data sets."""
    state = json.loads(folder.read_text(AUDITED) or "")
    parts = {key: AuditedFile(*part) for key, part in state["parts"].items()}
    return parts, state["splits"], [AuditedFile(*one) for one in state.get("against", ())]


def _packed(examined: Examined) -> pa.RecordBatch:
    """Return the findings on rows as columns."""
    rows, keys, details, shared = examined
    keyed = [keys, *(shared[shared["kind"] == kind] for kind in Kind)]
    columns = [_bytes_column(rows), *(_by_row(some, len(rows)) for some in keyed), *details.columns]
    return pa.RecordBatch.from_arrays(columns, schema=EXAMINED)


def _by_row(keys: NDArray[np.void], n: int) -> pa.Array:
    """Return keys in the places of their rows; null where there is none."""
    of_rows, is_known = np.zeros(n, keys.dtype), np.zeros(n, np.bool_)
    of_rows[keys["row"]] = keys
    is_known[keys["row"]] = True
    return _bytes_column(of_rows, is_known)


def _bytes_column(records: NDArray[np.void], known: NDArray[np.bool_] | None = None) -> pa.Array:
    validity = None if known is None else pa.py_buffer(np.packbits(known, bitorder="little"))
    data = pa.py_buffer(np.ascontiguousarray(records))
    kind = pa.binary(records.dtype.itemsize)
    return pa.Array.from_buffers(kind, len(records), [validity, data])


def _records(column: pa.FixedSizeBinaryArray, kind: np.dtype[np.void]) -> NDArray[np.void]:
    """Return the array of which `_bytes_column` made this column; anything where it is null."""
    data = np.frombuffer(column.buffers()[1], kind)
    return data[column.offset : column.offset + len(column)].copy()


def _known(column: pa.FixedSizeBinaryArray, kind: np.dtype[np.void]) -> NDArray[np.void]:
    """Return the records of a column that are not null, with their rows in it."""
    is_known = column.is_valid().to_numpy(zero_copy_only=False)
    keys: NDArray[np.void] = _records(column, kind)[is_known]
    keys["row"] = np.flatnonzero(is_known)
    return keys


def _enter(
    store: Store, folder: JobFolder, entry: Entry, settings: Settings, splits: Splits
) -> None:
    """Add the rows of a shard to a store."""
    is_bad = settings.reasons_to_drop[DEFECT_OF_VERDICT]
    numbers = np.array([splits.number(name) for name in entry.more["splits"]], np.uint32)
    with open_source(folder.place.below(entry.output).address, ROWS) as source:
        for batch in source.batches:
            rows = _records(batch.column("row"), ROW)
            keys = _known(batch.column("key"), KEY)
            shared = [_known(batch.column(name), SHARED) for name in SHARED_COLUMNS]
            examined = Examined(rows, keys, batch, np.concatenate(shared))
            store.add(examined, numbers[rows["split"]], is_bad[rows["verdict"]])


def _write_known(store: Store, folder: JobFolder, key: str, part: AuditedFile) -> None:
    last = part.first + part.n_rows
    with folder.open_sink(_place("known", key), KNOWN, "zstd", Checksum()) as write:
        for first in range(part.first, last, ROWS):
            rows, duplicates = store.read(first, min(first + ROWS, last))
            columns = [_bytes_column(rows), _bytes_column(duplicates)]
            write(pa.RecordBatch.from_arrays(columns, schema=KNOWN))


@contextmanager
def _open_copy(
    task: ShardTask,
    folder: JobFolder,
    checksum: Checksum,
    source: Source,
    files: Sequence[AuditedFile],
) -> Iterator[Copy]:
    """Open the output for the rows of a shard."""
    settings, output = settings_of(task.order), task.shard.output
    codec = settings.codec or codec_like(source, table_name(output))
    if settings.fixed:
        roles = settings.columns.roles(source.schema, source.name)
        with folder.open_sink(output, source.schema, codec, checksum) as write:
            yield fixed_copy(write, settings, roles)
    else:
        schema = annotated_schema(source.schema, settings.prefix)
        with folder.open_sink(output, schema, codec, checksum) as write:
            yield annotated_copy(write, source.schema, settings, files)


def _portions(
    folder: JobFolder, shard: Shard, source: Source, part: AuditedFile, stack: ExitStack
) -> Iterator[Portion]:
    """Yield the rows of a shard with the findings on them."""
    paths = [folder.place.below(_place(kind, shard.key)) for kind in ("examined", "known")]
    examined, known = (
        stack.enter_context(open_source(place.address, ROWS)).batches for place in paths
    )
    first = part.first
    for batch, details, facts in zip_longest(source.batches, examined, known):
        if batch is None or details is None or batch.num_rows != details.num_rows:
            raise SourceError(CHANGED, shard.path)
        rows, duplicates = (
            _records(facts.column("row"), ROW),
            _records(facts.column("duplicate"), DUPLICATE),
        )
        yield Portion(batch, details.select(DETAILS.names), rows, duplicates, first)
        first += batch.num_rows
