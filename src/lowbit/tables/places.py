"""Where does a path lie: on this machine, or in an object store?

Whatever pyarrow's and fsspec's file systems reach is read and written by the same code:
``train.parquet``, ``s3://bucket/train.parquet``, ``hf://...``, ``memory://...``.
"""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa
from pyarrow import fs

from lowbit.errors import MissingPackageError, SourceError
from lowbit.formats.source import ADVICE

if TYPE_CHECKING:
    from collections.abc import Iterator

SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")
"""A letter alone would be a drive."""


class Place(NamedTuple):
    """Where something lies.

    Attributes
    ----------
    system : pyarrow.fs.FileSystem
    path : str
        Its path there.
    name : str
        What messages call it.
    """

    system: fs.FileSystem
    path: str
    name: str

    @property
    def is_local(self) -> bool:
        """Whether it lies on this machine's own file system."""
        return isinstance(self.system, fs.LocalFileSystem)


def place_of(path: str | os.PathLike[str]) -> Place:
    """Return where a path or URI lies.

    Raises
    ------
    SourceError
        If nobody knows the URI's scheme.
    MissingPackageError
        If fsspec would know it, and is not installed.
    """
    name = os.fspath(path)
    scheme = SCHEME.match(name)
    if not scheme:
        return Place(fs.LocalFileSystem(), os.path.abspath(name), name)  # noqa: PTH100 - for ".."
    try:
        system, found = fs.FileSystem.from_uri(name)
        return Place(system, found, name)
    except pa.ArrowInvalid:
        return _place_by_fsspec(scheme[1], name)
    except OSError as error:
        raise SourceError(str(error), name) from error


def _place_by_fsspec(scheme: str, name: str) -> Place:
    try:
        import fsspec  # noqa: PLC0415 - for what pyarrow does not know
    except ModuleNotFoundError:
        raise MissingPackageError("this path needs fsspec", "tables") from None
    try:
        system, path = fsspec.core.url_to_fs(name)
    except (ValueError, ImportError) as error:
        raise SourceError(f"no file system for {scheme}://: {error}", name) from error
    return Place(fs.PyFileSystem(fs.FSSpecHandler(system)), path, name)


@contextmanager
def source_errors(name: str) -> Iterator[None]:
    """Make errors of the system and of Arrow ones of lowbit's, with the source's name."""
    try:
        yield
    except (OSError, pa.ArrowException) as error:
        reason = ADVICE.get(type(error), _first_line(error))
        raise SourceError(reason, name) from error


def _first_line(error: Exception) -> str:
    strerror = getattr(error, "strerror", None)
    return str(strerror or str(error).partition("\n")[0])
