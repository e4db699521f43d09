"""Places: the file system of a path or URI, on this machine or in an object store.

The same code reads and writes everything that pyarrow's and fsspec's file systems reach:
``train.parquet``, ``s3://bucket/train.parquet``, ``hf://...``, ``memory://...``.
"""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import quote

import pyarrow as pa
from pyarrow import fs

from lowbit.errors import MissingPackageError, SourceError
from lowbit.formats.streams.archives import archive_of
from lowbit.formats.streams.source import ADVICE

if TYPE_CHECKING:
    from collections.abc import Iterator

SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")
"""The scheme of a URI; a single letter would be a drive."""

OF_URIS: Final = "%/:?#[]@!$&'()*+,;=~"
"""The characters that need no escape in a URI, besides letters, digits and ``-._``."""


NOTHING: Final = ("Empty CSV file", "Empty JSON stream")
"""Arrow's message for an empty file."""


class Place(NamedTuple):
    """A place in a file system.

    Attributes
    ----------
    system : pyarrow.fs.FileSystem
    path : str
        Its path there.
    name : str
        Its name in messages.
    """

    system: fs.FileSystem
    path: str
    name: str

    @property
    def is_local(self) -> bool:
        """Whether it lies on this machine's own file system."""
        return isinstance(self.system, fs.LocalFileSystem)

    @property
    def address(self) -> str:
        """Its absolute path or URI."""
        return self.path if self.is_local else self.name

    @property
    def base_name(self) -> str:
        """Its name in its folder, without the escapes and the query of a URI."""
        return self.path.rstrip("/").rpartition("/")[2]

    def below(self, path: str) -> Place:
        """Return a place below this folder; the query of a URI stays."""
        name, step, options = self.name, path, ""
        if SCHEME.match(name):
            name, mark, behind = name.partition("?")
            options = mark + behind
            if not isinstance(self.system, fs.PyFileSystem):  # fsspec takes names as they are
                step = quote(path)
        name = f"{name.rstrip('/')}/{step}{options}"
        return Place(self.system, f"{self.path.rstrip('/')}/{path}", name)


class FileStamp(NamedTuple):
    """A file, with a stamp that changes with it.

    Attributes
    ----------
    path : str
        As `place_of` takes it.
    size : int
        In bytes.
    mtime : int or None
        Nanoseconds since 1970; None where the file system does not say.
    """

    path: str
    size: int
    mtime: int | None


def place_of(path: str | os.PathLike[str]) -> Place:
    """Return the place of a path or URI.

    Raises
    ------
    SourceError
        If the URI's scheme is unknown.
    MissingPackageError
        If the path needs fsspec, and it is not installed.
    """
    name = os.fspath(path)
    scheme = SCHEME.match(name)
    if not scheme:
        archive, *member = archive_of(name) or (name,)  # whose names may have ".." in them
        path = "/".join((os.path.abspath(archive).replace(os.sep, "/"), *member))  # noqa: PTH100 - for ".."
        return Place(fs.LocalFileSystem(), path, name)
    try:
        system, found = fs.FileSystem.from_uri(quote(name, safe=OF_URIS))
        return Place(system, found, name)
    except pa.ArrowInvalid:
        return _place_by_fsspec(scheme[1], name)
    except OSError as error:
        raise SourceError(str(error), name) from error


def _place_by_fsspec(scheme: str, name: str) -> Place:
    try:
        import fsspec  # for schemes that pyarrow does not know
    except ModuleNotFoundError:
        raise MissingPackageError("this path needs fsspec", "tables") from None
    try:
        system, path = fsspec.core.url_to_fs(name)
    except (ValueError, ImportError) as error:
        raise SourceError(f"no file system for {scheme}://: {error}", name) from error
    return Place(fs.PyFileSystem(fs.FSSpecHandler(system)), path, name)


def stamp_of(place: Place) -> FileStamp | None:
    """Return the stamp of a file, or of the archive that it is in; None if it is not a file."""
    inside = archive_of(place.path) if place.is_local else None
    with source_errors(place.name):
        info = place.system.get_file_info(inside[0] if inside else place.path)
    return FileStamp(place.address, info.size, info.mtime_ns) if info.is_file else None


def files_below(folder: Place) -> dict[str, FileStamp]:
    """Return the files in a folder and its subfolders, by their names there, in order.

    Names that begin with ``.`` or ``_`` are left out, as all readers of folders of tables do. A
    folder that does not exist has no files.
    """
    root = folder.path.rstrip("/") + "/"
    with source_errors(folder.name):
        everything = fs.FileSelector(folder.path, recursive=True, allow_not_found=True)
        infos = {
            info.path.removeprefix(root): info
            for info in folder.system.get_file_info(everything)
            if info.is_file
        }
    return {
        name: FileStamp(folder.below(name).address, info.size, info.mtime_ns)
        for name, info in sorted(infos.items())
        if not any(part.startswith((".", "_")) for part in name.split("/"))
    }


@contextmanager
def source_errors(name: str) -> Iterator[None]:
    """Turn errors of the system and of Arrow into lowbit's, with the source's name."""
    try:
        yield
    except (OSError, pa.ArrowException) as error:
        raise SourceError(ADVICE.get(type(error), reason_of(error)), name) from error


def reason_of(error: Exception) -> str:
    """Return the message of the system or of Arrow, on one line."""
    reason = str(getattr(error, "strerror", None) or str(error).partition("\n")[0])
    if reason.startswith("straddling object"):  # a row that no block of Arrow's holds
        return "a line is too long to be a row of a table"
    return "the input is empty" if reason in NOTHING else reason
