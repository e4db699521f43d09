"""Temporary folders that no killed process leaves for long: the next one to make one removes them.

Each is locked as long as its process lives; the system unlocks it however the process ends.
"""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

PREFIX: Final = "lowbit-run-"
"""The prefix of the names of these folders."""


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Yield a folder that exists as long as the block runs, or not much longer than the process."""
    remove_abandoned()
    while True:
        with tempfile.TemporaryDirectory(prefix=PREFIX) as name, _locked(name) as is_ours:
            if is_ours:
                yield Path(name)
                return


def remove_abandoned() -> None:
    """Remove the folders of this user's processes that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            if sys.platform != "win32" and folder.lstat().st_uid == os.getuid():
                with _locked(folder) as is_abandoned:
                    if is_abandoned:
                        rmtree(folder)


@contextmanager
def _locked(folder: str | Path) -> Iterator[bool]:
    """Lock a folder, if it is there and nobody else has it locked; give whether that is so."""
    if sys.platform == "win32":  # which locks no folders, and keeps none of them from being removed
        yield True
        return
    import fcntl  # Windows has none

    try:
        number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except FileNotFoundError:  # whoever had it has removed it
        yield False
        return
    try:
        with suppress(BlockingIOError):
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield os.path.exists(folder)  # noqa: PTH110 - whoever had it may have removed it
            return
        yield False
    finally:
        os.close(number)
