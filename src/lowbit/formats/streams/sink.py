"""Files that are written whole or not at all; text is compressed if the name says so."""

from __future__ import annotations

import io
import os
from contextlib import contextmanager
from errno import EDQUOT, EFBIG, EIO, ENOSPC
from typing import TYPE_CHECKING, Any, Final, TypeVar

from lowbit.atomic import whole_file
from lowbit.formats.streams.table_names import PACKINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path
    from typing import BinaryIO, TextIO

OF_THE_DISK: Final = frozenset((EDQUOT, EFBIG, EIO, ENOSPC))
"""Errors of the output itself, which do not contain its name."""

T = TypeVar("T", "TextIO", "BinaryIO")


def text_file(path: str | os.PathLike[str]) -> AbstractContextManager[TextIO]:
    """Open a file for text, in UTF-8 with LF; it appears once the block ends without an error.

    Parameters
    ----------
    path : str or os.PathLike
        The file; a suffix of ``.gz``, ``.bz2`` or ``.xz`` compresses the text.

    Raises
    ------
    OSError
        If the file cannot be written. It names `path`.
    TableError
        If the suffix is a compression that only tables have.
    """
    return _whole(path, _text_opener(os.fspath(path)))


def binary_file(path: str | os.PathLike[str]) -> AbstractContextManager[BinaryIO]:
    """Open a file for bytes, which appears once the block ends without an error."""
    return _whole(path, _open_binary)


def _text_opener(name: str) -> Callable[[Path], TextIO]:
    """Return the function that opens a file for text, compressed if its name says so."""
    pack: Callable[[Path], Any] = _open_binary
    if os.path.splitext(name)[1].lower() in PACKINGS:  # noqa: PTH122 - as short as it gets
        from lowbit.formats.streams.packers import packer  # loads the compressors

        pack = packer(name)
    return lambda path: io.TextIOWrapper(pack(path), encoding="utf-8", newline="\n")


def _open_binary(path: Path) -> BinaryIO:
    return path.open("wb")


@contextmanager
def _whole(name: str | os.PathLike[str], opened: Callable[[Path], T]) -> Iterator[T]:
    from pathlib import Path  # loads modules for URLs; most write to no file

    path = Path(name)
    beside = ""
    try:
        with whole_file(path) as beside, opened(Path(beside)) as stream:
            yield stream
    except OSError as error:
        if _is_about(beside, error):
            final = name if beside == str(path) else path.resolve()  # a device is named as it was
            raise OSError(error.errno, error.strerror, os.fspath(final)) from None
        raise


def _is_about(beside: str, error: OSError) -> bool:
    """Return whether the output failed; the user knows only its final name."""
    if error.filename is None:
        return error.errno in OF_THE_DISK
    return bool(error.filename == beside)
