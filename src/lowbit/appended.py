"""Files that a search appends to, step by step, and goes on from after any end."""

from __future__ import annotations

import json
import os
import stat
import sys
from abc import abstractmethod
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from lowbit.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from io import FileIO


class AppendedFile:
    """A file that only this process writes to, locked as long as it is open.

    Parameters
    ----------
    path : str or os.PathLike
        The file; made if there is none.
    noun : str
        The word for it in messages.

    Raises
    ------
    SourceError
        If it cannot be opened, or another search uses it.
    """

    def __init__(self, path: str | os.PathLike[str], noun: str) -> None:
        self._name, self._noun = os.fspath(path), noun
        with self._errors():
            number = os.open(self._name, os.O_RDWR | os.O_CREAT, 0o666)
            self._file: FileIO = os.fdopen(number, "r+b", buffering=0)
        try:
            self._require_file()
            self._lock()
        except BaseException:
            self._file.close()
            raise

    def close(self) -> None:
        """Close the file; another search may use it now."""
        with self._errors():
            self._file.close()

    def _lines(self) -> list[bytes]:
        """Return the lines that are whole, and what follows them."""
        with self._errors():
            return self._file.read().split(b"\n")

    def _append(self, text: str) -> None:
        """Write a text at the end; where that fails, or is interrupted, nothing of it stays."""
        rest, end = text.encode(), self._file.tell()
        try:
            with self._errors():
                while rest:
                    rest = rest[self._file.write(rest) :]
                os.fsync(self._file.fileno())
        except BaseException:
            self._cut(end)
            raise

    def _cut(self, end: int) -> None:
        """Go on from a place in the file, and remove what follows it."""
        with self._errors():
            self._file.truncate(end)
            self._file.seek(end)

    def _require_file(self) -> None:
        """Refuse devices and pipes, which hold nothing, or have no end."""
        if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
            raise SourceError(f"a {self._noun} is a file, not a device or a pipe", self._name)

    def _lock(self) -> None:
        if sys.platform == "win32":  # which opens no file that is being written
            return
        import fcntl  # Windows has none

        try:
            fcntl.flock(self._file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SourceError(
                f"another search uses this {self._noun}: let it end", self._name
            ) from None

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Turn errors of the system into those of lowbit, which name the file."""
        try:
            yield
        except OSError as error:
            raise SourceError(error.strerror or str(error), self._name) from error


class StepsFile(AppendedFile):
    """The steps of a search, a line of JSON each, in a file that may hold other searches, too.

    Parameters
    ----------
    path : str or os.PathLike
        The file; made if there is none.
    search : mapping of str to object
        The first members of each line, which tell this search from others.
    kinds : mapping of str to type
        The members that follow them, and their types.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        search: Mapping[str, object],
        kinds: Mapping[str, type],
    ) -> None:
        super().__init__(path, "record")
        self._search = dict(search)
        self._kinds = {name: type(value) for name, value in search.items()} | dict(kinds)

    @abstractmethod
    def _take(self, step: dict[str, Any]) -> None:
        """Take a step of this search that the file has.

        Raises
        ------
        ValueError
            If there can be no such step after those before it.
        """

    def _read(self) -> None:
        """Take what the file has of this search; a line that was not finished goes.

        Raises
        ------
        SourceError
            If it holds something else. It is closed then.
        """
        try:
            lines = self._lines()
            for number, line in enumerate(lines[:-1], 1):
                self._read_line(number, line)
            self._cut(sum(len(line) + 1 for line in lines[:-1]))
        except BaseException:
            self._file.close()
            raise

    def _read_line(self, number: int, line: bytes) -> None:
        try:
            step = json.loads(line)
            if self._is_of_this_search(step):
                self._take(step)
        except (ValueError, KeyError, TypeError) as error:  # InputError is a ValueError
            raise SourceError(
                f"line {number} is not from the record of such a search: remove it, or name a new "
                "file",
                self._name,
            ) from error

    def _is_of_this_search(self, step: dict[str, Any]) -> bool:
        if not all(type(step[name]) is kind for name, kind in self._kinds.items()):
            raise TypeError
        return {name: step[name] for name in self._search} == self._search

    def _write_step(self, **step: object) -> None:
        """Write a step of this search to disk."""
        self._append(f"{json.dumps(self._search | step)}\n")
