"""Files written whole or not at all.

A file is written beside its place and renamed at the end, so nobody ever reads half of it, and
what is cut short leaves nothing under the final name. What is not a regular file (a pipe, a device)
is written as it is.
"""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

UNFINISHED: Final = ".part"
"""What a name ends with, behind a dot at its beginning, until its file is whole."""


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[str]:
    """Yield the name to write a file of this machine under, until it is whole.

    It gets its own name if the block ends well. A link stays a link: what it leads to is written.
    """
    if os.path.exists(path) and not os.path.isfile(path):  # noqa: PTH110, PTH113 - as below
        yield os.fspath(path)
        return
    with moved_when_whole(os.path.realpath(path), os.sep, os.replace, os.unlink) as beside:
        yield beside


@contextmanager
def moved_when_whole(
    path: str,
    separator: str,
    move: Callable[[str, str], object],
    delete: Callable[[str], object],
) -> Iterator[str]:
    """Yield a name beside a path that no other writer has, and move it there at the end.

    Parameters
    ----------
    path : str
        Where the file is to be.
    separator : str
        What stands between its folder and its name.
    move, delete : callable
        How its file system does that. What was begun is deleted if the block fails.
    """
    folder, between, name = path.rpartition(separator)
    beside = f"{folder}{between}.{name}.{os.getpid()}-{os.urandom(4).hex()}{UNFINISHED}"
    try:
        yield beside
        move(beside, path)
    except BaseException:  # Ctrl-C, too, and as soon as the file is there
        with suppress(OSError):
            delete(beside)
        raise


def is_unfinished(name: str) -> bool:
    """Whether a file of this name, in its folder, was left by a run that was killed."""
    return name.startswith(".") and name.endswith(UNFINISHED)
