"""The folder of a job.

::

    train.parquet                      the output of a shard, under this name once it is whole
    _lowbit/plan.json                  the order, and the files
    _lowbit/answer/train.parquet.json  an entry for each shard: counts, bytes, SHA-256
    _lowbit/manifest.json              all of these, at the end

Readers of folders of tables ignore names that begin with ``_``.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

from pyarrow import fs

from lowbit.atomic import is_unfinished
from lowbit.batch.ordered import StoppedError
from lowbit.errors import InputError
from lowbit.tables.rows.places import place_of, source_errors
from lowbit.tables.rows.sinks import Checksum, open_sink, sink_errors, whole_file_in

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    import pyarrow as pa

    from lowbit.batch.ordered import IsOver
    from lowbit.tables.rows.places import Place
    from lowbit.tables.rows.sinks import Write

HIDDEN: Final = "_lowbit"
PLAN: Final = f"{HIDDEN}/plan.json"
MANIFEST: Final = f"{HIDDEN}/manifest.json"

BLOCK: Final = 1 << 22
"""Bytes to read back at a time."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The record of a shard that is done.

    Parameters
    ----------
    shard : str
        Its key.
    work : str
        Identifies the work that was done.
    output : str
        The name of the output.
    statuses : dict of str to int
        The number of rows by status.
    n_bytes : int
    sha256 : str
        The SHA-256 of the output.
    more : dict
        Information for the next stage.
    """

    shard: str
    work: str
    output: str
    statuses: dict[str, int]
    n_bytes: int
    sha256: str
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def n_rows(self) -> int:
        """The number of rows of the shard."""
        return sum(self.statuses.values())


class JobFolder:
    """The folder of a job.

    Parameters
    ----------
    path : str
        Where it is: a path or URI.
    """

    def __init__(self, path: str) -> None:
        self.place = place_of(path)

    @property
    def address(self) -> str:
        """Its absolute path or URI."""
        return self.place.address

    def require_new(self) -> None:
        """Refuse a folder that is not empty.

        Raises
        ------
        InputError
            If so.
        """
        with source_errors(self.place.name):
            anything = fs.FileSelector(self.place.path, allow_not_found=True)
            is_new = not self.place.system.get_file_info(anything)
        if not is_new:
            raise InputError(f"{self.place.name}: the folder is not empty; name a new one")

    def has_plan(self) -> bool:
        """Whether the folder has a job; there is none on a machine that does not share it."""
        place = self.place.below(PLAN)
        with source_errors(place.name):
            info = place.system.get_file_info(place.path)
        return bool(info.is_file)

    def open_sink(
        self, name: str, schema: pa.Schema, codec: str | None, checksum: Checksum
    ) -> AbstractContextManager[Write]:
        """Open a table in the folder for writing; see `lowbit.tables.rows.sinks.open_sink`."""
        place = self._made(name)
        return open_sink(place.address, schema, codec, checksum=checksum)

    def read_text(self, name: str) -> str | None:
        """Return the content of a file; None if there is none."""
        place = self.place.below(name)
        with source_errors(place.name):
            if not place.system.get_file_info(place.path).is_file:
                return None
            with place.system.open_input_stream(place.path) as stream:
                text: str = stream.read().decode()
                return text

    def write_text(self, name: str, text: str) -> None:
        """Write a file, whole or not at all."""
        place = self._made(name)
        with (
            sink_errors(place.name),
            whole_file_in(place.system, place.path) as beside,
            place.system.open_output_stream(beside) as stream,
        ):
            stream.write(text.encode())

    def keep(self, stage: str, entry: Entry) -> None:
        """Record that a shard is done."""
        self.write_text(_entry_name(stage, entry.shard), json.dumps(asdict(entry)))

    def entry(self, stage: str, key: str) -> Entry | None:
        """Return the entry of a shard, if there is one that can be read."""
        text = self.read_text(_entry_name(stage, key))
        try:
            return Entry(**json.loads(text or ""))
        except (ValueError, TypeError):
            return None

    def n_done(self, stage: str) -> int:
        """Return how many shards are done."""
        place = self.place.below(f"{HIDDEN}/{stage}")
        with source_errors(place.name):
            inside = fs.FileSelector(place.path, recursive=True, allow_not_found=True)
            infos = place.system.get_file_info(inside)
        return sum(info.is_file and not info.base_name.startswith(".") for info in infos)

    def holds(self, entry: Entry, is_over: IsOver) -> bool:
        """Whether the table of a shard is there and unchanged.

        Raises
        ------
        StoppedError
            If `is_over` says so.
        """
        place = self.place.below(entry.output)
        with source_errors(place.name):
            info = place.system.get_file_info(place.path)
            if not info.is_file or info.size != entry.n_bytes:
                return False
            checksum = Checksum()
            with place.system.open_input_stream(place.path) as stream:
                while data := stream.read(BLOCK):
                    checksum.add(data)
                    if is_over():
                        raise StoppedError
        return checksum.sha256 == entry.sha256

    def delete(self, name: str) -> None:
        """Delete a file, if it is there."""
        place = self.place.below(name)
        with sink_errors(place.name):
            if place.system.get_file_info(place.path).is_file:
                place.system.delete_file(place.path)

    def clear_unfinished(self) -> None:
        """Delete the partial outputs that a killed run has left."""
        everything = fs.FileSelector(self.place.path, recursive=True, allow_not_found=True)
        for info in self.place.system.get_file_info(everything):
            if info.is_file and is_unfinished(info.base_name):
                with suppress(OSError):
                    self.place.system.delete_file(info.path)

    def _made(self, name: str) -> Place:
        """Return the path of a file, after creating its folder."""
        folder, _, _ = name.rpartition("/")
        inside = self.place.below(folder) if folder else self.place
        with sink_errors(inside.name):
            inside.system.create_dir(inside.path, recursive=True)
        return self.place.below(name)


def drawn_name(number: int) -> str:
    """Return the name of the table of puzzles that a shard of a data set draws."""
    return f"{HIDDEN}/drawn/{number:05}.parquet"


def _entry_name(stage: str, key: str) -> str:
    return f"{HIDDEN}/{stage}/{key}.json"
