"""The interface of a format: a way to read records from lines, and to write them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lowbit.formats.record import Record
    from lowbit.formats.streams.stream import LineStream
    from lowbit.geometry import Geometry


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write puzzles down.

    Parameters
    ----------
    name : str
        Its name for users.
    read : callable
        Turns lines into records, each as soon as its last line has arrived.
    write : callable
        Turns records into text, piece by piece. Every piece ends with a newline.
    objection : callable
        Given the lines that have arrived, without empty ones and comments, says why they cannot be
        in this format; None if they can.
    endings : tuple of str
        The endings of file names that imply this format for output, such as ``.csv``.
    names_boards : bool
        Whether its text may say within which boards puzzles lie on.
    has_end : bool
        Whether nothing can follow a text of it.
    """

    name: str
    read: Callable[[LineStream, Geometry], Iterator[Record]]
    write: Callable[[Iterable[Record]], Iterator[str]]
    objection: Callable[[Sequence[str], Geometry], str | None]
    endings: tuple[str, ...] = ()
    names_boards: bool = False
    has_end: bool = False
