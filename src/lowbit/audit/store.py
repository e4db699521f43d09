"""The findings on all rows, kept on disk where they do not fit in memory.

::

    rows        a few bytes each, in order               -> counted, and looked up
    keys        in files of those that may be equal      -> duplicates
    shared      the same for solutions and cores         -> duplicates
    duplicates  a few bytes per row, most of them 0      -> looked up
    details     counts and solutions, in order, if a copy needs them

All of it is kept in a folder that exists as long as the audit runs (TMPDIR says where).
"""

from __future__ import annotations

import os
import tempfile
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
from pyarrow import ipc

from lowbit.audit.duplicates import DUPLICATE, find_duplicates
from lowbit.audit.examine import DETAILS, ROW
from lowbit.audit.keys import KeyFiles
from lowbit.audit.shared import SHARED, find_shared
from lowbit.temporary import PREFIX, temporary_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

    from numpy.typing import NDArray

    from lowbit.audit.examine import Examined


class Store:
    """The findings on rows, written once and then read.

    Parameters
    ----------
    folder : Path
        Where it is kept.
    with_details : bool
        Whether details are kept.

    Attributes
    ----------
    n_rows : int
        The number of rows added.
    """

    def __init__(self, folder: Path, *, with_details: bool) -> None:
        self.n_rows = 0
        self._folder = folder
        self._writing = ExitStack()
        self._rows = self._writing.enter_context(self._path("rows").open("wb"))
        self._keys = KeyFiles(folder)
        self._shared = KeyFiles(folder, SHARED, "key")
        options = ipc.IpcWriteOptions(compression="lz4")
        self._details = (
            self._writing.enter_context(
                ipc.new_stream(str(self._path("details")), DETAILS, options=options)
            )
            if with_details
            else None
        )

    def add(self, examined: Examined, splits: NDArray[np.uint32], bad: NDArray[np.bool_]) -> None:
        """Add the findings on the next rows.

        Parameters
        ----------
        examined : Examined
        splits : uint32[n]
            The number of each row's split.
        bad : bool[n]
            Whether each has a defect of its own.
        """
        rows, keys, details, shared = examined
        rows["split"] = splits
        places = keys["row"].copy()
        keys["split"], keys["is_bad"] = splits[places], bad[places]
        keys["row"] += self.n_rows
        shared["split"] = splits[shared["row"]]
        shared["row"] += self.n_rows
        self._rows.write(rows.tobytes())
        self._keys.add(keys)
        self._shared.add(shared)
        if self._details:
            self._details.write_batch(details)
        self.n_rows += len(rows)

    def find_duplicates(self, ranks: NDArray[np.int64]) -> None:
        """End writing, and find the duplicates; see `lowbit.audit.duplicates`."""
        self.close()
        with self._path("duplicates").open("wb") as file:
            _fill(file, max(1, self.n_rows) * DUPLICATE.itemsize)
        duplicates = np.memmap(self._path("duplicates"), DUPLICATE, "r+")
        for keys in self._keys:
            find_duplicates(keys, ranks, duplicates)
        for shared in self._shared:
            find_shared(shared, ranks, duplicates)
        duplicates.flush()

    def read(self, first: int, last: int) -> tuple[NDArray[np.void], NDArray[np.void]]:
        """Return a range of rows, and their duplicates."""
        n = last - first
        rows = np.fromfile(self._path("rows"), ROW, n, offset=first * ROW.itemsize)
        duplicates = np.fromfile(
            self._path("duplicates"), DUPLICATE, n, offset=first * DUPLICATE.itemsize
        )
        return rows, duplicates

    def details(self) -> Iterator[pa.RecordBatch]:
        """Yield the details, as they were added."""
        with pa.OSFile(str(self._path("details"))) as file, ipc.open_stream(file) as reader:
            yield from reader

    def close(self) -> None:
        """End writing."""
        self._writing.close()

    def _path(self, name: str) -> Path:
        return self._folder / name


def _fill(file: BinaryIO, size: int) -> None:
    """Fill a file with so many zeros.

    The room is reserved if the system can do that: writing to a memory-mapped file on a full disk
    would end the process.
    """
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file.fileno(), 0, size)
    else:
        file.truncate(size)


@contextmanager
def open_store(*, with_details: bool) -> Iterator[Store]:
    """Open a store that is deleted at the end.

    Raises
    ------
    OSError
        If the temporary folder cannot be written: its name is that folder's.
    """
    with _named(tempfile.gettempdir()), temporary_folder() as folder:
        store = Store(folder, with_details=with_details)
        try:
            yield store
        finally:
            with suppress(OSError):  # what could not be written cannot be flushed, either
                store.close()


@contextmanager
def _named(folder: str) -> Iterator[None]:
    """Name the temporary folder if an error of the system names no file, or one in it."""
    try:
        yield
    except OSError as error:
        name = error.filename
        if name is None or PREFIX in str(name):
            what = f"{folder} (TMPDIR)"
            raise OSError(error.errno, error.strerror or str(error), what) from error
        raise
