"""Files written whole or not at all.

A file is written beside its final place and renamed at the end: nobody ever reads half of it, and
an interrupted write leaves nothing under the final name. Pipes and devices are written directly.
"""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

UNFINISHED: Final = ".part"
"""The ending of the name of an unfinished file, which begins with a dot."""


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[str]:
    """Yield a temporary name for a local file, which is renamed once the file is whole.

    It is renamed if the block succeeds. A symbolic link stays one: its target is written.
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
        The final path of the file.
    separator : str
        The separator between folder and name.
    move, delete : callable
        The operations of its file system. An unfinished file is deleted if the block fails.
    """
    folder, between, name = path.rpartition(separator)
    beside = f"{folder}{between}.{name}.{os.getpid()}-{os.urandom(4).hex()}{UNFINISHED}"
    try:
        yield beside
        move(beside, path)
    except BaseException:  # Ctrl-C included, as soon as the file exists
        with suppress(OSError):
            delete(beside)
        raise


def is_unfinished(name: str) -> bool:
    """Whether a file of this name, in its folder, was left by a run that was killed."""
    return name.startswith(".") and name.endswith(UNFINISHED)
