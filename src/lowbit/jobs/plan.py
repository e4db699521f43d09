"""The plan of a job: the shards of its files, and the operation on each.

The plan is kept in the folder of the job; a run that resumes makes it again, and continues if the
two agree.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import lowbit
from lowbit.arguments import shown, unknown
from lowbit.audit.inputs import split_of
from lowbit.dataset.shards import files_of, spare_of
from lowbit.dataset.wish import Wish
from lowbit.errors import InputError, SourceError
from lowbit.formats.streams.table_names import CODECS, KINDS, table_name
from lowbit.jobs.folder import drawn_name
from lowbit.tables.answers.operations import OPERATIONS
from lowbit.tables.rows.places import files_below, place_of, stamp_of
from lowbit.tables.rows.sinks import require_codec
from lowbit.tables.rows.sources import group_lengths

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.tables.rows.places import FileStamp

ROWS: Final = 1 << 20
"""Rows of a shard: a few seconds of work, which are lost if a worker dies."""

MOST_SHARDS: Final = 10**7
"""Of puzzles to generate; the plan of so many takes a few gigabytes."""

STAGES: Final = dict.fromkeys(OPERATIONS, ("answer",)) | {
    "audit": ("examine", "write"),
    "generate": ("generate",),
    "dataset": ("draw", "rows"),
}
"""The operations, each with its stages; a stage begins when the one before has ended."""

INDEPENDENT: Final = ("sample", "keep")
"""The stages of generating where no two puzzles, of all shards, may share a solution."""

FORMAT: Final = 6
"""The format of plans and of what a stage leaves to the next; a job resumes only in its own. In
format 1 the keys of audits depended on the version of NumPy; in format 2 `canonical` was `canon`,
and `top` was `k`; in format 3 audits had no ratings, in format 4 no solutions and cores, in format
5 other keys of isomorphic puzzles."""

TEXT: Final = ".txt"
"""The extension of texts with a puzzle per line, which are read from folders like tables."""


@dataclass(frozen=True, slots=True)
class Order:
    """The operation on each shard, with its options and the form of its output.

    Parameters
    ----------
    do : str
        One of `STAGES`.
    to : str
        The kind of tables to write.
    column : str, optional
        The column of puzzles; found by its name by default.
    prefix : str
        The prefix of the columns of answers.
    codec : str, optional
        The compression of Parquet or Arrow.
    options : dict
        The options of the operation.
    version : str
        The version of lowbit.
    """

    do: str
    to: str = "parquet"
    column: str | None = None
    prefix: str = ""
    codec: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    version: str = lowbit.__version__

    @property
    def is_independent(self) -> bool:
        """Whether no two puzzles that are generated may share a solution."""
        return self.do == "generate" and bool(self.options.get("independent"))

    def __post_init__(self) -> None:
        if self.do not in STAGES:
            raise InputError(unknown("operation", self.do, STAGES))
        named = table_name(f"x.{self.to}")
        if named is None or "/" in self.to:
            raise InputError(unknown("kind of table", self.to, (kind[1:] for kind in KINDS)))
        if self.codec not in {None, *CODECS}:
            raise InputError(unknown("compression", self.codec, CODECS))
        require_codec(named, self.codec)


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of the work, which is done whole or not at all.

    Parameters
    ----------
    number : int
        From 0.
    output : str
        The name of the output in the folder of the job.
    path : str
        The file that is read, or "" if puzzles are generated.
    file : int
        The number of the file among all files.
    split : str
        The split that the file belongs to.
    groups : tuple of int, optional
        The first row group to read, and the end of the range; all rows by default.
    n_rows : int, optional
        The number of its rows, if known in advance.
    n_bytes : int
        Its share of the source in bytes; for generated puzzles, their number.
    n_spare : int
        The puzzles to generate beside its rows, for those that other shards have, too.
    """

    number: int
    output: str
    path: str = ""
    file: int = 0
    split: str = ""
    groups: tuple[int, int] | None = None
    n_rows: int | None = None
    n_bytes: int = 0
    n_spare: int = 0

    @property
    def key(self) -> str:
        """Identifies it among all shards, whichever files are added or removed."""
        return self.output

    @property
    def name(self) -> str:
        """The name of the shard in messages."""
        if not self.path:
            return f"shard {self.number}"
        where = f", row groups {self.groups[0]} to {self.groups[1] - 1}" if self.groups else ""
        return f"shard {self.number} ({self.path}{where})"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file of the source.

    Parameters
    ----------
    name : str
        Its path in the source.
    path : str
        Its absolute path or URI.
    size : int
    mtime : int or None
        Changes with the file.
    cuts : tuple of int
        The row groups that shards begin with, and the number of groups; empty for one shard.
    lengths : tuple of int
        The number of rows of each of these shards.
    """

    name: str
    path: str
    size: int
    mtime: int | None
    cuts: tuple[int, ...] = ()
    lengths: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """A job.

    Parameters
    ----------
    order : Order
    source : str
        The source as the user named it.
    files : tuple of SourceFile
        Empty if puzzles are generated.
    n, rows : int
        The number of puzzles to generate, and the number that a shard holds.
    format : int
        `FORMAT` of the version that made the plan.
    """

    order: Order
    source: str
    files: tuple[SourceFile, ...] = ()
    n: int = 0
    rows: int = ROWS
    format: int = FORMAT

    @property
    def stages(self) -> tuple[str, ...]:
        """The stages, in order."""
        return INDEPENDENT if self.order.is_independent else STAGES[self.order.do]

    def work_on(self, shard: Shard) -> str:
        """Return an identifier of the work on a shard."""
        file = asdict(self.files[shard.file]) if self.files else {}
        what = [asdict(self.order), file, shard.groups, shard.n_rows, shard.n_spare]
        said = json.dumps(what, default=_as_json, sort_keys=True)
        return hashlib.sha256(said.encode()).hexdigest()

    def to_json(self) -> str:
        """Return all of it."""
        return json.dumps(asdict(self), indent=1, default=_as_json, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """Return the plan from the JSON that `to_json` returned.

        Raises
        ------
        InputError
            If it has another format.
        """
        said = json.loads(text)
        number = said.get("format", 1)  # plans of the first had none
        if number != FORMAT:
            version = said["order"]["version"]
            raise InputError(
                f"it has format {number}, of lowbit {version}, not {FORMAT}; "
                "begin the job anew in another folder"
            )
        files = [
            SourceFile(**file | {"cuts": tuple(file["cuts"]), "lengths": tuple(file["lengths"])})
            for file in said.pop("files")
        ]
        return cls(Order(**said.pop("order")), files=tuple(files), **said)

    def shards(self) -> list[Shard]:
        """Return its shards.

        Raises
        ------
        InputError
            If two files would be written under the same name.
        """
        if self.order.do == "dataset":
            return list(self._shards_to_draw())
        if not self.files:
            return list(self._shards_to_generate())
        shards = list(self._shards_of_files())
        counts = Counter(shard.output for shard in shards)
        twice = min((name for name, n in counts.items() if n > 1), default=None)
        if twice is not None:
            raise InputError(f"several files would be written as {twice}; rename one")
        return shards

    def shards_of(self, stage: str) -> list[Shard]:
        """Return the shards of a stage; only those of a data set differ from stage to stage."""
        return list(self._files_of_splits()) if stage == "rows" else self.shards()

    def _shards_to_draw(self) -> Iterator[Shard]:
        n_shards = self.order.options["shards"]
        for number in range(n_shards):
            n = (number + 1) * self.n // n_shards - number * self.n // n_shards
            yield Shard(number, drawn_name(number), n_rows=n, n_bytes=n)

    def _files_of_splits(self) -> Iterator[Shard]:
        """Yield the files of a data set's splits; their groups are the shards that have drawn."""
        wish = wish_of(self.order)
        for number, file in enumerate(files_of(wish, self.order.options["shards"])):
            name, split, drawn, n = file
            yield Shard(number, name, split=split, groups=drawn, n_rows=n, n_bytes=n)

    def _shards_to_generate(self) -> Iterator[Shard]:
        n_shards = -(-self.n // self.rows)
        for number in range(n_shards):
            n = min(self.rows, self.n - number * self.rows)
            output = f"puzzles-{number:05}-of-{n_shards:05}.{self.order.to}"
            has_others = self.order.is_independent and n_shards > 1
            spare = spare_of(n, self.n) if has_others else 0
            yield Shard(number, output, n_rows=n, n_bytes=n, n_spare=spare)

    def _shards_of_files(self) -> Iterator[Shard]:
        number = 0
        whole = place_of(self.source).base_name if self.order.options.get("one_split") else None
        for place, file in enumerate(self.files):
            stem, split = _stem(file.name), whole or split_of(file.name)
            if not file.cuts:
                output = f"{stem}.{self.order.to}"
                yield Shard(number, output, file.path, place, split, None, None, file.size)
                number += 1
            n_parts = len(file.lengths)
            for part, groups in enumerate(pairwise(file.cuts)):
                n = file.lengths[part]
                n_bytes = file.size * n // max(1, sum(file.lengths))
                of_all = f"-{part:05}-of-{n_parts:05}" if n_parts > 1 else ""
                output = f"{stem}{of_all}.{self.order.to}"
                yield Shard(number, output, file.path, place, split, groups, n, n_bytes)
                number += 1


def wish_of(order: Order) -> Wish:
    """Return the wish for the data set that an order is for.

    Raises
    ------
    InputError
        If it makes no sense.
    """
    options = dict(order.options)
    if options.pop("shards", None) is None:
        raise InputError("data sets are made by lowbit.jobs.build_dataset")
    return Wish.from_options(options.pop("n"), options)


def _as_json(value: Any) -> Any:  # noqa: ANN401 - a path; weights, in whatever array
    return os.fspath(value) if isinstance(value, os.PathLike) else value.tolist()


def plan_of(source: str, order: Order, rows: int = ROWS) -> Plan:
    """Return the plan of a job.

    Parameters
    ----------
    source : str
        A file, a folder of files or a URI; the number of puzzles, if they are generated.
    order : Order
    rows : int, default ROWS
        The fewest rows of a shard, if a file can be divided.

    Raises
    ------
    SourceError
        If there is no such file, or the folder has none that can be read.
    InputError
        If `source` has to be a number, and is none, or makes too many shards.
    """
    if rows < 1:
        raise InputError(f"a shard must have 1 row or more, not {rows}")
    if order.do in {"generate", "dataset"}:
        n = _number(source)
        if -(-n // rows) > MOST_SHARDS:
            raise InputError(
                f"a job has {MOST_SHARDS} shards at most: make {shown(n)} puzzles in several jobs, "
                f"or in shards of more than {rows} rows"
            )
        return Plan(order, source, (), n, rows)
    files = tuple(_file(name, stamp, rows) for name, stamp in stamps_of(source))
    return Plan(order, source, files, 0, rows)


def _number(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise InputError(f"generate takes the number of puzzles, not {text!r}")
    return int(text)


def stamps_of(source: str) -> list[tuple[str, FileStamp]]:
    """Return the files of a source, each with its name there.

    Raises
    ------
    SourceError
        If there are none that can be read.
    """
    place = place_of(source)
    stamp = stamp_of(place)
    if stamp is not None:
        return [(place.base_name, stamp)]
    files = files_below(place)
    if not files:
        raise SourceError("there is no such file or folder, or nothing in it", source)
    read = {name: stamp for name, stamp in files.items() if table_name(name) or name.endswith(TEXT)}
    if not read:
        known = ", ".join((*KINDS, TEXT))
        raise SourceError(f"no file in this folder has a name that ends with {known}", source)
    return list(read.items())


def _file(name: str, stamp: FileStamp, rows: int) -> SourceFile:
    cuts, lengths = _cuts(stamp.path, rows)
    return SourceFile(name, stamp.path, stamp.size, stamp.mtime, cuts, lengths)


def _cuts(path: str, rows: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Join row groups until they have enough rows for a shard."""
    try:
        groups = group_lengths(path)
    except SourceError:  # whoever works on it will say so
        return (), ()
    if not groups:
        return (), ()
    cuts, lengths, n = [0], [], 0
    for number, length in enumerate(groups, 1):
        n += length
        if n >= rows or number == len(groups):
            cuts.append(number)
            lengths.append(n)
            n = 0
    return tuple(cuts), tuple(lengths)


def _stem(name: str) -> str:
    """Return a name without the suffix for its kind of file."""
    named = table_name(name)
    for _ in range(2 if named and named.packing else 1):
        name = os.path.splitext(name)[0]  # noqa: PTH122 - it may be in a folder of a URI
    return name
