"""Calls of kernels with all their memory: python -m benchmarks.snapshots LIBRARY FOLDER.

The row of commands of `benchmarks.elsewhere` runs once more, by one thread, and writes to the
folder a few calls of each kernel: the words and the memory that they lead to, before and after.
Beside them lie the object files of a library for another system, of the level that LOWBIT_TARGET
names here. ``replay.c`` makes the same calls on Windows, where there need be no Python, and
`benchmarks.replay` as on a Mac; both compare the memory. A call is a row of 64-bit numbers and
bytes::

    numbers of words, addresses and pieces, words before, words after, which words are addresses,
    for each piece of memory: its address, its length, its bytes before, its bytes after
"""

from __future__ import annotations

import ctypes
import os
import sys
from array import array
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks import elsewhere
from lowbit.kernels.core import compile as compiling
from lowbit.kernels.core import shipped
from lowbit.kernels.core.machine_code import MachineCode, ObjectCode, flatten
from lowbit.kernels.core.targets import target_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.kernels.core.compile import Kernel

WRITTEN = 0, 3, 40
"""The calls of each kernel that are written, by their numbers."""

HEAD = 24
"""Bytes of the numbers of words, addresses and pieces."""

ADDRESS = 4
"""Which field of an array is its address."""


def main() -> None:
    """Write object files and calls to the folder."""
    library, folder = map(Path, sys.argv[1:])
    folder = folder.resolve()
    folder.mkdir(parents=True)
    write_objects(library, folder)
    recorder = Recorder(folder)
    kernels: Any = compiling.Kernel
    kernels.__call__ = lambda kernel, *args: recorder.call(kernel, args)
    kernels.bound = lambda kernel, *args: partial(recorder.call, kernel, args)
    os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])  # no thread writes beside another
    sys.argv = [elsewhere.__name__, str(folder / "answers"), os.environ[shipped.CHOSEN]]
    sys.exit(elsewhere.main())


def write_objects(file: Path, folder: Path) -> None:
    """Write the object file of each kernel in a library."""
    shipped.FOLDER = file.parent  # type: ignore[misc]
    library = shipped.read(target_named(file.stem))
    if library is None:
        raise SystemExit(f"{file} is no library of this version")
    for key in library.places:
        (code,) = ObjectCode.from_bytes(library.find(key) or b"").objects
        (folder / f"{key}.o").write_bytes(code)


class Recorder:
    """Calls kernels, and writes some of the calls.

    Parameters
    ----------
    folder : pathlib.Path
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._calls: Counter[str] = Counter()

    def call(self, kernel: Kernel, args: tuple[object, ...]) -> object:
        """Call a kernel as it would be called."""
        version, fields = kernel._laid_out(args)  # noqa: SLF001 - what a call does
        words = version.laid_out(fields)
        key = kernel.key(*args)
        number = self._calls[key]
        self._calls[key] += 1
        if number not in WRITTEN:
            return version.enter(words)
        return self._written(self._folder / f"{key}.{number}.call", version, words, args)

    def _written(
        self, file: Path, version: MachineCode, words: array[int], args: tuple[object, ...]
    ) -> object:
        first = len(words) - sum(len(fields_of(arg)) for arg in args)
        addresses = array("q", addresses_of(args, first))
        pieces = pieces_of(args)
        before = words.tobytes(), [ctypes.string_at(at, n) for at, n in pieces]
        found = version.enter(words)
        with file.open("wb") as out:
            out.write(array("q", [len(words), len(addresses), len(pieces)]).tobytes())
            out.write(before[0] + words.tobytes() + addresses.tobytes())
            for (at, n), old in zip(pieces, before[1], strict=True):
                out.write(array("q", [at, n]).tobytes() + old + ctypes.string_at(at, n))
        return found


def fields_of(arg: object) -> list[int]:
    """Return the words of an argument."""
    fields: list[int] = []
    flatten(arg, fields, [])
    return fields


def addresses_of(args: tuple[object, ...], first: int) -> Iterator[int]:
    """Yield which words are addresses, where the arguments' begin at the first."""
    for arg in args:
        if isinstance(arg, np.ndarray) and arg.size:
            yield first + ADDRESS
        elif isinstance(arg, tuple):
            yield from addresses_of(arg, first)
        first += len(fields_of(arg))


def pieces_of(args: tuple[object, ...]) -> list[tuple[int, int]]:
    """Return where each piece of memory lies that arrays among arguments share, and its length."""
    pieces: list[tuple[int, int]] = []
    for begin, end in sorted(spans_of(args)):
        at, n = pieces[-1] if pieces else (0, 0)
        if begin < at + n:
            pieces[-1] = at, max(n, end - at)
        else:
            pieces.append((begin, end - begin))
    return pieces


def spans_of(args: tuple[object, ...]) -> Iterator[tuple[int, int]]:
    """Yield where each array among arguments begins and ends."""
    for arg in args:
        if isinstance(arg, np.ndarray) and arg.size:
            yield np.lib.array_utils.byte_bounds(arg)
        elif isinstance(arg, tuple):
            yield from spans_of(arg)


if __name__ == "__main__":
    main()
