"""ZIP archives, as Kaggle and others hand out data sets: the one text in them, or a named one.

::

    sudoku.zip              the only file in it
    data.zip/train.csv      one of several
"""

from __future__ import annotations

import os
import struct
import zlib
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Final

from lowbit.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from zipfile import ZipFile

ENDING: Final = ".zip"

ZIP: Final = b"PK\x03\x04"
"""The first bytes of a ZIP archive."""

HELD: Final = 1 << 24
"""Bytes of an archive from a pipe that are held in memory; more are held in a temporary file."""

AT_ONCE: Final = 1 << 16
"""Bytes to unpack at a time."""

N_NAMED: Final = 8
"""Files that a message names."""

DAMAGED: Final = "the ZIP archive is damaged or cut off; fetch the file again"

OF_SPREADSHEETS: Final = "[Content_Types].xml"
"""A file in every spreadsheet, which is an archive, too."""


def archive_of(path: str | os.PathLike[str]) -> tuple[str, str] | None:
    """Return the archive that a path leads into, and the name in it; None if it leads into none."""
    name = os.fspath(path)
    at = name.lower().find(f"{ENDING}/")
    archive = name[: at + len(ENDING)]
    if at < 0 or os.path.exists(name) or not os.path.isfile(archive):  # noqa: PTH110, PTH113 - pathlib loads URLs
        return None
    return archive, name[at + len(ENDING) + 1 :]


def within(path: str | os.PathLike[str]) -> str:
    """Return the path of the only file in an archive; any other path as it is.

    Raises
    ------
    FormatError
        If it is the path of an archive that has no file, or several, or cannot be read.
    """
    name = os.fspath(path)
    if not name.lower().endswith(ENDING) or not os.path.isfile(name):  # noqa: PTH113 - as above
        return name
    with open(name, "rb") as file, _opened(file) as zipped:  # noqa: PTH123 - as above
        return f"{name}/{_only(zipped)}"


def behind(path: str) -> str:
    """Return the path of the only file in an archive behind other data; any other path as it is.

    Raises
    ------
    FormatError
        If such an archive has no file, or several.
    """
    if not path.lower().endswith(ENDING) or not os.path.isfile(path):  # noqa: PTH113 - as above
        return path
    from zipfile import is_zipfile

    with open(path, "rb") as file:  # noqa: PTH123 - as above
        is_usual = file.read(len(ZIP)) == ZIP  # and may be a pipe, too
        return path if is_usual or not is_zipfile(file) else within(path)


@contextmanager
def open_member(archive: str, name: str) -> Iterator[IO[bytes]]:
    """Open a file in an archive.

    Raises
    ------
    FormatError
        If the archive has no such file, or cannot be read.
    """
    with open(archive, "rb") as file, _opened(file) as zipped:  # noqa: PTH123 - as above
        if name not in (there := _names(zipped)):
            raise FormatError(f"there is no {name} in it; it holds {_listed(there)}", archive)
        with _member(zipped, name) as member:
            yield member


def unzipped(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the bytes of the only file in an archive.

    Raises
    ------
    FormatError
        If it has none, or several, or cannot be read.
    """
    from tempfile import SpooledTemporaryFile  # few texts need it

    with SpooledTemporaryFile(HELD) as file:
        for chunk in chunks:
            file.write(chunk)
        file.seek(0)
        with _opened(file) as zipped, _member(zipped, _only(zipped)) as member:
            while chunk := member.read(AT_ONCE):
                yield chunk


@contextmanager
def _opened(file: IO[bytes]) -> Iterator[ZipFile]:
    from lzma import LZMAError
    from zipfile import BadZipFile, ZipFile

    try:
        with _named_as_damage():
            zipped = ZipFile(file)
        with zipped:
            yield zipped
    except (BadZipFile, EOFError, zlib.error, LZMAError) as error:
        raise FormatError(DAMAGED) from error
    except OSError as error:  # without a number, from the unpacker of bzip2
        if error.errno is not None:
            raise
        raise FormatError(DAMAGED) from error
    except (RuntimeError, NotImplementedError) as error:  # it needs a password, say
        reason = f"the ZIP archive cannot be unpacked: {error}; unpack it first"
        raise FormatError(reason) from error


def _member(zipped: ZipFile, name: str) -> IO[bytes]:
    with _named_as_damage():
        return zipped.open(name)


@contextmanager
def _named_as_damage() -> Iterator[None]:
    """Report damage where Python fails on a wrong offset or name in an archive."""
    try:
        yield
    except (ValueError, OverflowError, struct.error) as error:
        raise FormatError(DAMAGED) from error


def _only(zipped: ZipFile) -> str:
    names = _names(zipped)
    if OF_SPREADSHEETS in names:
        raise FormatError("this is a spreadsheet; save it as CSV")
    if not names:
        raise FormatError("the ZIP archive holds no file")
    if len(names) > 1:
        raise FormatError(
            f"the ZIP archive holds several files: {_listed(names)}; name one of them behind the "
            f"archive, as in data.zip/{names[0]}"
        )
    return names[0]


def _names(zipped: ZipFile) -> list[str]:
    """Return the names of files, without folders and hidden files."""
    return [
        info.filename
        for info in zipped.infolist()
        if not info.is_dir()
        and not info.filename.startswith("__MACOSX/")
        and not info.filename.rpartition("/")[2].startswith(".")
    ]


def _listed(names: list[str]) -> str:
    others = f" and {len(names) - N_NAMED} more" if len(names) > N_NAMED else ""
    return ", ".join(names[:N_NAMED]) + others
