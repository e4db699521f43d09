"""Machine code that travels with the package: a library for each target, written once by `emit`.

A library is one file, ``kernels/shipped/x86-64-v3-linux.kernels``::

    SHA-256 of the index, length of the index, index as JSON, kernels, each packed by zlib

The index names the source that all kernels share (`cache.digest_of_package` of ``core``), and for
each kernel its place, and the SHA-256 of what lies there. So a library of another version, or one
that is cut off or altered, counts as missing: its kernels are compiled.

It is as safe to run as the source beside it, if nobody else can write it: whoever can write to
``core/shipped.py`` runs as you anyway. So it is read wherever the folder and the file of a library
can be written by nobody but the user, root, and those who can write to the folder and the file of
that source. That holds for packages in a group's environment, of a service's account, or installed
with any umask, where a rule that asks for the user's own files, as the cache has, would refuse all.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
import zlib
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.atomic import whole_file
from lowbit.errors import InputError
from lowbit.kernels.core import cache, targets

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lowbit.kernels.core.targets import CodeTarget

FOLDER: Final = Path(__file__).parents[1] / "shipped"
"""The folder of the libraries; no checkout has one before `emit` has written it."""

SOURCE: Final = Path(__file__)
"""Source that travels with the libraries; see `why_unsafe`."""

CHOSEN: Final = "LOWBIT_TARGET"
"""The variable that names the level to run on, such as ``x86-64-v2``; ``native`` for the very CPU,
for which kernels are then compiled."""

N_DIGEST: Final = hashlib.sha256().digest_size
N_LENGTH: Final = 8

MOST_OF_INDEX: Final = 1 << 20
"""Bytes of an index at most, which an altered length may not exceed."""


class Library(NamedTuple):
    """The kernels for a target.

    Attributes
    ----------
    target : CodeTarget
    file : pathlib.Path
    start : int
        Where the kernels begin in the file.
    places : mapping of str to list
        For each kernel, by its key, where it begins and ends behind `start`, and its SHA-256.
    """

    target: CodeTarget
    file: Path
    start: int
    places: Mapping[str, tuple[int, int, str]]

    def find(self, key: str) -> bytes | None:
        """Return what `cache` would keep of a kernel; None where it is not there, or not whole."""
        if key not in self.places:
            return None
        begin, end, digest = self.places[key]
        with self.file.open("rb") as stream:
            stream.seek(self.start + begin)
            packed = stream.read(end - begin)
        return zlib.decompress(packed) if hashlib.sha256(packed).hexdigest() == digest else None


def key_of(kernel: str, module: str, signature: str) -> str:
    """Return the name of a module's kernel for a signature, on any target."""
    of = hashlib.sha256(repr((signature, cache.source_of(module))).encode())
    return f"{kernel}-{of.hexdigest()[:16]}"


@lru_cache(1)
def library() -> Library | None:
    """Return the best library whose code this machine runs; None where code for itself is wanted.

    That is what Numba's variables want that name a CPU or change code. See also `CHOSEN`.

    Raises
    ------
    InputError
        If `CHOSEN` names no level that this machine runs.
    """
    if {"NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", *cache.CODE_SETTINGS} & os.environ.keys():
        return None
    usable = {each.level: each for each in targets.runnable()}
    if chosen := os.environ.get(CHOSEN):
        if chosen not in {*usable, targets.NATIVE}:
            levels = ", ".join(usable) or "no other level"
            raise InputError(
                f"{CHOSEN} names {chosen!r}; this machine runs {targets.NATIVE} code, and {levels}"
            )
        usable = {level: each for level, each in usable.items() if level == chosen}
    return next(filter(None, map(read, usable.values())), None)


def has(kernel: str) -> bool:
    """Return whether a kernel of this name came with the package, for some types."""
    chosen = library()
    return chosen is not None and any(key.rpartition("-")[0] == kernel for key in chosen.places)


def running() -> CodeTarget:
    """Return the target that kernels run on in this process, whether shipped or compiled here."""
    if (level := os.environ.get(CHOSEN) or targets.NATIVE) != targets.NATIVE:
        return targets.target_of(level, sys.platform)
    chosen = library()
    return chosen.target if chosen else targets.native()


def read(target: CodeTarget) -> Library | None:
    """Return the library for a target, if it is there, whole, and of this version."""
    file = FOLDER / f"{target.name}.kernels"
    if why_unsafe(file):
        return None
    try:
        with file.open("rb") as stream:
            digest, length = stream.read(N_DIGEST), int.from_bytes(stream.read(N_LENGTH))
            index = stream.read(min(length, MOST_OF_INDEX))
    except OSError:
        return None
    if hashlib.sha256(index).digest() != digest:
        return None
    said = json.loads(index)
    if said["source"] != cache.digest_of_package("core"):
        return None
    return Library(target, file, N_DIGEST + N_LENGTH + length, said["kernels"])


def why_unsafe(file: Path) -> str:
    """Return why others may have written a library, who cannot write the source; empty if not."""
    if sys.platform == "win32":  # which has other means
        return ""
    for path, trusted in ((file.parent, SOURCE.parent), (file, SOURCE)):
        try:
            others = _writers(path) - _writers(trusted) - {f"user {os.getuid()}", "user 0"}
        except OSError:  # there is none
            return ""
        if others:
            return f"{path} can be written by {' and '.join(sorted(others))}"
    return ""


def _writers(path: Path) -> set[str]:
    """Return who may write to a folder or file, or may allow themselves to."""
    state = path.stat()
    writers = {f"user {state.st_uid}"}
    if state.st_mode & stat.S_IWGRP:
        writers.add(f"group {state.st_gid}")
    if state.st_mode & stat.S_IWOTH:
        writers.add("all")
    return writers


def write(target: CodeTarget, kernels: Mapping[str, bytes], folder: Path = FOLDER) -> Path:
    """Write the library for a target, and return its file."""
    places, packed, at = {}, [], 0
    for key, payload in sorted(kernels.items()):
        code = zlib.compress(payload, 9)
        places[key] = at, at + len(code), hashlib.sha256(code).hexdigest()
        packed.append(code)
        at += len(code)
    said = {"source": cache.digest_of_package("core"), "kernels": places}
    index = json.dumps(said).encode()
    head = hashlib.sha256(index).digest() + len(index).to_bytes(N_LENGTH) + index
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{target.name}.kernels"
    with whole_file(file) as beside:
        Path(beside).write_bytes(head + b"".join(packed))
    return file
