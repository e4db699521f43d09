"""Outputs: files that appear whole or not at all, and standard output."""

from __future__ import annotations

import io
import os
import sys
from contextlib import contextmanager, suppress
from errno import EBADF
from typing import TYPE_CHECKING, cast

import click

from lowbit.formats.streams.sink import binary_file, text_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import BinaryIO, TextIO

STDOUT = frozenset({"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"})
"""Names of standard output: never replaced by a file, for others may write there, too."""


def require_distinct(names: Mapping[str, str | None]) -> None:
    """Refuse a run in which two options name one file: what one writes, the other would replace.

    Parameters
    ----------
    names : mapping of str to str or None
        The file that each option names; None where it was not given.

    Raises
    ------
    click.UsageError
        If two are the same.
    """
    known: dict[str, str] = {}
    for option, name in names.items():
        if name is None:
            continue
        other = known.setdefault(os.path.realpath(name), option)
        if other != option:
            raise click.UsageError(f"{other} and {option} name the same file, {name}")


def require_kept_file(option: str, kept: str | None, output: str | None) -> None:
    """Refuse standard output, and the file of the results, as a file that a search goes on from.

    Raises
    ------
    click.UsageError
        If it is one of these.
    """
    if kept in STDOUT:
        raise click.UsageError(f"{option} names a file that stays, not standard output")
    require_distinct({option: kept, "-o": output})


@contextmanager
def open_output(name: str | None) -> Iterator[TextIO]:
    """Open the file that ``-o`` names, or standard output.

    A file is written beside its final place and renamed at the end: an interrupted run leaves
    nothing under the final name. Pipes and devices are written directly. Standard output is
    flushed at each line, for readers at the other end of a pipe.

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
    with text_file(name) as stream:
        yield stream


class ClosedOutput(io.TextIOBase):
    """Standard output of a process that was started without one."""

    def write(self, _text: str) -> int:
        """Raise OSError."""
        raise OSError(EBADF, "standard output is closed; name a file with -o", "<stdout>")


def _standard_output() -> TextIO:
    stream = cast("TextIO", sys.stdout or ClosedOutput())
    stream.write("")  # so that a closed one is told before the work, not after
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", newline="\n", line_buffering=True)
    return stream


def standard_bytes() -> BinaryIO:
    """Return standard output for bytes.

    Raises
    ------
    OSError
        If the process was started without one.
    """
    return _standard_output().buffer


@contextmanager
def open_bytes(name: str) -> Iterator[BinaryIO]:
    """Open the file that ``-o`` names for bytes; otherwise as `open_output`.

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
        yield standard_bytes()
        return
    with binary_file(name) as stream:
        yield stream


def flush_output() -> None:
    """Write the text that standard output still holds.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    if sys.stdout is not None:
        sys.stdout.flush()


def discard_unwritten() -> None:
    """Discard the text that standard output holds and cannot write."""
    try:
        flush_output()
    except OSError:
        discard(sys.stdout)


def discard(stream: TextIO) -> None:
    """Discard the text that a stream still holds; else Python would fail again as it ends."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
