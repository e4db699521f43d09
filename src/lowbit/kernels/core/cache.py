"""The cache of compiled kernels: each is compiled once per machine.

They lie in one folder a *fingerprint*: the versions of the compilers, and the source of
`lowbit.kernels.core`, which all share. Each file holds one kernel for one signature, one CPU and
one state of its package's source, and begins with the SHA-256 of the rest. A file that is
missing, cut off or altered is compiled again and replaced. Files are written beside and renamed,
so any number of processes may start at once.

The folder is ``$LOWBIT_CACHE`` or the user's cache folder; it can be deleted at any time. Where it
cannot be written, a folder of the user's own among the temporary files takes its place; where that
cannot be either, each process compiles again. Who compiles says so once in a process. A kernel that
only the spare folder has is copied to where it belongs as soon as that can be written.

Kernels are run, so they are loaded only from folders and files that belong to the user or to root,
and that nobody else can write to: not from a folder of all, with the sticky bit or without. A
folder that is none of these counts as one that cannot be written. The folders above it are not
looked at: who can rename there was trusted by whoever named the folder.
"""

from __future__ import annotations

import hashlib
import os
import platform
import stat
import sys
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import lowbit
from lowbit.atomic import whole_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.kernels.core.targets import CodeTarget

N_DIGEST = hashlib.sha256().digest_size

FOR_OTHERS = 0o022
"""The bits of a mode with which the group or all may write."""

NOTED = "source.digest"
"""The file of a package that has a digest of its source, where there is bytecode alone."""

PATIENCE = 300
"""Seconds for which a process waits for another that compiles."""

INTERVAL = 0.1
"""Seconds between two looks whether it is done."""

CODE_SETTINGS = frozenset(
    {
        "NUMBA_BOUNDSCHECK",  # code that checks each index
        "NUMBA_DEBUGINFO",  # lines and variables for debuggers, and less optimisation
        "NUMBA_DEBUG_JIT",  # code that prints as it runs
        "NUMBA_DEBUG_NRT",  # the same, for memory that is counted
        "NUMBA_DISABLE_INTEL_SVML",  # whose functions are called
        "NUMBA_DISABLE_JIT",  # leaves in Python what is called
        "NUMBA_ENABLE_AVX",  # the features of the processor
        "NUMBA_EXTEND_VARIABLE_LIFETIMES",  # with debug information
        "NUMBA_LLVM_REFPRUNE_FLAGS",  # which counts of references are left out
        "NUMBA_LLVM_REFPRUNE_PASS",  # whether any are
        "NUMBA_LOOP_VECTORIZE",
        "NUMBA_OPT",
        "NUMBA_SLP_VECTORIZE",
    }
)
"""The settings of Numba that change its code, beside the processor that is asked for.

All others, such as the number of threads in a container, change how it works or its messages."""


class KeptKernel(NamedTuple):
    """The place of a kept kernel.

    Attributes
    ----------
    is_new : bool
        Whether this process compiled it.
    folder : pathlib.Path or None
        The folder of its file; None where it is kept nowhere.
    reason : str
        Why it is not where it belongs; empty where it is.
    """

    is_new: bool
    folder: Path | None
    reason: str = ""


def kept_files(kernel: str = "*") -> list[Path]:
    """Return the files with this fingerprint that keep a kernel, be it from an earlier source."""
    folders = [folder(), *filter(None, [spare_folder()])]
    files = [file for each in folders for file in each.glob(f"{fingerprint()}/{kernel}-*.kernel")]
    return [file for file in files if not _is_unsafe(file)]


def path_of(kernel: str, module: str, signature: str, target: CodeTarget) -> Path:
    """Return the file of a module's kernel for a signature, on a target."""
    made_for = target.triple, target.cpu, target.features, target.tuned_for
    key = repr((signature, source_of(module), made_for, numba_settings())).encode()
    name = f"{kernel}-{hashlib.sha256(key).hexdigest()[:16]}.kernel"
    return folder() / fingerprint() / name


def place_of(path: Path) -> Path | None:
    """Return where a kernel is kept that nobody else may have written, be it whole or not."""
    spare = spare_folder()
    places = [path, *([_in_folder(spare, path)] if spare else [])]
    return next((each for each in places if each.exists() and not _is_unsafe(each)), None)


def read(path: Path) -> tuple[bytes, KeptKernel] | None:
    """Return the content of a file, and its place; None where there is none that is whole.

    A kernel that only the spare folder has is copied to its place, if that can be written.
    """
    payload = _read(path)
    if payload is not None:
        return payload, KeptKernel(is_new=False, folder=path.parent)
    spare = spare_folder()
    beside = spare and _in_folder(spare, path)
    payload = _read(beside) if beside else None
    if beside is None or payload is None:
        return None
    reason = _why_not_written(path, payload)
    return payload, KeptKernel(False, beside.parent if reason else path.parent, reason)


def _read(path: Path) -> bytes | None:
    """Return the content of a file; None where it is not whole, or others may have written it."""
    try:
        content = b"" if _is_unsafe(path) else path.read_bytes()
    except OSError:
        return None
    payload = content[N_DIGEST:]
    return payload if _digest(path, payload) == content[:N_DIGEST] else None


def keep(path: Path, payload: bytes) -> KeptKernel:
    """Write a file that can be read again, in the spare folder if need be, and say why."""
    reason = _why_not_written(path, payload)
    if not reason:
        return KeptKernel(is_new=True, folder=path.parent)
    spare = spare_folder(makes=True)
    if spare and _why_not_written(_in_folder(spare, path), payload):
        spare = None
    say_not_kept(reason, spare)
    return KeptKernel(True, spare and spare / path.parent.name, reason)


def _why_not_written(path: Path, payload: bytes) -> str:
    """Write a file, or return why that cannot be; empty if it was."""
    if reason := why_unsafe(path.parents[1]) or why_unsafe(path.parent):
        return reason
    try:
        _write(path, payload)
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _write(path: Path, payload: bytes) -> None:
    for each in (path.parents[1], path.parent):
        if not each.exists():
            each.mkdir(0o777 & ~FOR_OTHERS, parents=True, exist_ok=True)
    with whole_file(path) as beside:
        Path(beside).write_bytes(_digest(path, payload) + payload)
        readable = path.parent.stat().st_mode & 0o666 & ~FOR_OTHERS  # who may list it may read it
        Path(beside).chmod(readable)


def _in_folder(folder: Path, path: Path) -> Path:
    """Return the place of a file in another folder."""
    return folder / path.parent.name / path.name


def _digest(path: Path, payload: bytes) -> bytes:
    """Return the checksum of a file and of its name, which shows that it is whole and in place."""
    return hashlib.sha256(path.name.encode() + payload).digest()


def folder() -> Path:
    """Return where compiled kernels are kept, whether it exists or not."""
    if chosen := os.environ.get("LOWBIT_CACHE"):
        return _expanded(Path(chosen))
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "~/AppData/Local")
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return _expanded(Path(base)) / "lowbit"


def spare_folder(*, makes: bool = False) -> Path | None:
    """Return the folder that takes its place where it cannot be written; None where there is none.

    It is one that nobody else can write to, for its files are run.

    Parameters
    ----------
    makes : bool, default False
        Whether to make it where it is missing.
    """
    from tempfile import gettempdir  # only where nothing is kept

    owner = "" if sys.platform == "win32" else f"-{os.getuid()}"
    spare = Path(gettempdir(), f"lowbit{owner}")
    with suppress(OSError):
        if makes:
            spare.mkdir(mode=0o700, exist_ok=True)
        state = spare.lstat()
        if stat.S_ISDIR(state.st_mode) and not why_shared(state):
            return spare
    return None


def _is_unsafe(file: Path) -> bool:
    """Whether others may have written the file of a kernel, or put it into its folders."""
    return any(map(why_unsafe, (file.parents[1], file.parent, file)))


def why_unsafe(path: Path) -> str:
    """Return why others may write to a folder or file; empty if they cannot, or if missing.

    A link counts as unsafe where it belongs to others, or what it leads to is.
    """
    try:
        return why_shared(path.lstat()) or (why_shared(path.stat()) if path.is_symlink() else "")
    except OSError:
        return ""


def why_shared(state: os.stat_result) -> str:
    """Return why others may write where a state was taken; empty if only this user and root may."""
    if sys.platform == "win32":  # which has other means, and the folder is the user's own
        return ""
    if state.st_uid not in {os.getuid(), 0}:
        return "it belongs to another user"
    own_group = 0o020 if state.st_gid == os.getuid() != 0 else 0  # many systems give users one
    is_open = state.st_mode & FOR_OTHERS & ~own_group and not stat.S_ISLNK(state.st_mode)
    return "others may write to it" if is_open else ""


def _expanded(path: Path) -> Path:
    """Return a path with the user's home in place of ``~``; as it is for a user without one."""
    try:
        return path.expanduser()
    except RuntimeError:
        return path


@cache
def fingerprint() -> str:
    """Return a name for the source that all kernels share, and the versions of the compilers."""
    compilers = numba_version(), version_in("llvmlite")
    versions = (lowbit.__version__, *compilers, np.__version__)
    of = repr((*versions, platform.python_version(), digest_of_package("core")))
    return hashlib.sha256(of.encode()).hexdigest()[:16]


def source_of(module: str) -> str:
    """Return a digest of the source that kernels of a module are made of, but for the shared one.

    That is the module's package: the packages of kernels import nothing of each other, which
    `import-linter` holds. Empty for a module that is no part of lowbit, such as a test.
    """
    inside, _, rest = module.partition("lowbit.kernels.")
    return "" if inside or not rest else digest_of_package(rest.split(".")[0])


@cache
def digest_of_package(name: str) -> str:
    """Return a digest of the source of one package of kernels, or what is noted in its place."""
    package = Path(__file__).parents[1] / name
    noted = package / NOTED
    if noted.exists():
        return noted.read_text("ascii")
    digest = hashlib.sha256()
    for source in sorted(package.glob("**/*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def numba_version() -> str:
    """Return the version of Numba; empty if there is none."""
    return version_in("numba")


def version_in(package: str) -> str:
    """Return the version of a compiler without loading it, which takes longer than a search."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        return ""
    return Path(spec.origin).with_name("_version.py").read_text(encoding="utf-8")


def numba_settings() -> list[tuple[str, str]]:
    """Return the user's other settings of Numba that change code, such as not to optimise."""
    return sorted((name, value) for name, value in os.environ.items() if name in CODE_SETTINGS)


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other process compiles for this cache by all CPUs; others wait for this one.

    They wait for so long as that may take, and then compile all the same.
    """
    if sys.platform == "win32":  # which locks no folders
        yield
        return
    try:
        folder().mkdir(0o777 & ~FOR_OTHERS, parents=True, exist_ok=True)
        number = os.open(folder(), os.O_RDONLY | os.O_DIRECTORY)
    except OSError:  # where nothing can be kept, or listed
        yield
        return
    try:
        if not _is_ours(number):
            _say("another process compiles for this machine, and is waited for")
            until = monotonic() + PATIENCE
            while not _is_ours(number) and monotonic() < until:
                sleep(INTERVAL)
        yield
    finally:
        os.close(number)  # which unlocks it


def _is_ours(number: int) -> bool:
    """Lock an open folder, if nobody else has it locked; return whether it was not.

    A file system that knows no locks has none.
    """
    import fcntl  # Windows has none

    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


@cache
def say_not_kept(reason: str, spare: Path | None) -> None:
    """Say, once in a process, where kernels are instead of where they belong."""
    instead = f"kept in {spare}" if spare else "compiled again in each process"
    _say(
        f"the engine cannot be kept in {folder()} ({reason}), so it is {instead}; "
        "let LOWBIT_CACHE name a folder that can be written"
    )


def _say(message: str) -> None:
    if not os.environ.get("LOWBIT_QUIET"):
        print(f"lowbit: {message}", file=sys.stderr, flush=True)  # noqa: T201 - what a user waits for
