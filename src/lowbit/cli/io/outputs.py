"""Where results go: files that appear whole or not at all, and standard output."""

from __future__ import annotations

import io
import os
import sys
from contextlib import contextmanager
from errno import EBADF, EDQUOT, EFBIG, EIO, ENOSPC
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from lowbit.atomic import whole_file
from lowbit.formats.table_names import PACKINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO, TextIO

OF_THE_DISK = frozenset((EDQUOT, EFBIG, EIO, ENOSPC))
"""Errors of what is written to, which do not say its name."""

STDOUT = frozenset({"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"})
"""Names of standard output. Others may write there, too, so what it is must not be replaced."""

T = TypeVar("T", "TextIO", "BinaryIO")


@contextmanager
def open_output(name: str | None) -> Iterator[TextIO]:
    """Open what ``-o`` names, or standard output.

    A file is written beside its place and renamed at the end: a run that is cut short leaves
    nothing under the final name. What is no regular file (a pipe, a device) is written as it
    is. Standard output is flushed at each line, for whoever waits at the other end of a pipe.

    Parameters
    ----------
    name : str or None
        A path; None and ``-`` are standard output.

    Yields
    ------
    TextIO
        The stream, in UTF-8 with LF.
    """
    if name is None or name in STDOUT:
        yield _standard_output()
        return
    with _file(Path(name), _text_writer(name)) as stream:
        yield stream


def _standard_output() -> TextIO:
    if sys.stdout is None:  # as Python has it where the process was started without one
        raise OSError(EBADF, "there is no standard output; name a file with -o", "<stdout>")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="\n", line_buffering=True)
    return sys.stdout


@contextmanager
def open_bytes(name: str) -> Iterator[BinaryIO]:
    """Open what ``-o`` names for bytes; else as `open_output`.

    Parameters
    ----------
    name : str
        A path; ``-`` is standard output.

    Yields
    ------
    BinaryIO
        The stream.
    """
    if name in STDOUT:
        yield _standard_output().buffer
        return
    with _file(Path(name), _write_bytes) as stream:
        yield stream


def _text_writer(name: str) -> Callable[[Path], TextIO]:
    """Return what opens a file for text, which is compressed if its name says so."""
    pack: Callable[[Path], Any] = _write_bytes
    if os.path.splitext(name)[1].lower() in PACKINGS:  # noqa: PTH122 - as short as it gets
        from lowbit.cli.io.packers import packer  # noqa: PLC0415 - loads what compresses

        pack = packer(name)
    return lambda path: io.TextIOWrapper(pack(path), encoding="utf-8", newline="\n")


def _write_bytes(path: Path) -> BinaryIO:
    return path.open("wb")


@contextmanager
def _file(path: Path, opened: Callable[[Path], T]) -> Iterator[T]:
    beside = ""
    try:
        with whole_file(path) as beside, opened(Path(beside)) as stream:
            yield stream
    except OSError as error:
        if beside != str(path) and _is_about(beside, error):
            raise OSError(error.errno, error.strerror, str(path.resolve())) from None
        raise


def _is_about(beside: str, error: OSError) -> bool:
    """Whether it is the output that failed, of which the user knows the final name alone."""
    if error.filename is None:
        return error.errno in OF_THE_DISK
    return bool(error.filename == beside)
