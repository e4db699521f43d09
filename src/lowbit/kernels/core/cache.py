"""The cache of compiled kernels: each is compiled once per machine.

They lie in one folder a *fingerprint*: the versions of what compiles them, and the source of
`lowbit.kernels.core`, which all share. Each file holds one kernel for one signature, one CPU and
one state of its package's source, and begins with the SHA-256 of the rest. A file that is
missing, cut off or altered is compiled again and replaced. Files are written beside and renamed,
so any number of processes may start at once.

The folder is ``$LOWBIT_CACHE`` or the user's cache folder; it can be deleted at any time. Where it
cannot be written, a folder of the user's own among the temporary files takes its place; where that
cannot be either, each process compiles again. Who compiles says so once in a process. What only the
spare folder has is copied to where it belongs as soon as that can be written.
"""

from __future__ import annotations

import hashlib
import os
import platform
import stat
import sys
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import llvmlite
import numpy as np
from llvmlite import binding

import lowbit
from lowbit.atomic import whole_file

N_DIGEST = hashlib.sha256().digest_size


class KeptKernel(NamedTuple):
    """Where a kernel is kept.

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
    return [file for each in folders for file in each.glob(f"{fingerprint()}/{kernel}-*.kernel")]


def path_of(kernel: str, module: str, signature: str) -> Path:
    """Return the file of a module's kernel for a signature, on the CPU that is compiled for."""
    target = binding.get_default_triple(), cpu_name(), cpu_features()
    key = repr((signature, source_of(module), target, numba_settings())).encode()
    name = f"{kernel}-{hashlib.sha256(key).hexdigest()[:16]}.kernel"
    return folder() / fingerprint() / name


def read(path: Path) -> tuple[bytes, KeptKernel] | None:
    """Return what a file keeps, and where; None where there is none that is whole.

    What only the spare folder has is copied to where it belongs, if that can be written.
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
    try:
        content = path.read_bytes()
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
    try:
        _write(path, payload)
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _write(path: Path, payload: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as beside:
        Path(beside).write_bytes(_digest(path, payload) + payload)
        Path(beside).chmod(path.parent.stat().st_mode & 0o666)  # who may list it may read it


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

    It is one that nobody else can write to: what lies in it is run.

    Parameters
    ----------
    makes : bool, default False
        Whether to make it where it is missing.
    """
    from tempfile import gettempdir  # noqa: PLC0415 - only where nothing is kept

    owner = "" if sys.platform == "win32" else f"-{os.getuid()}"
    spare = Path(gettempdir(), f"lowbit{owner}")
    with suppress(OSError):
        if makes:
            spare.mkdir(mode=0o700, exist_ok=True)
        state = spare.lstat()
        if stat.S_ISDIR(state.st_mode) and _is_private(state):
            return spare
    return None


def _is_private(state: os.stat_result) -> bool:
    """Whether nobody but this user can write to a folder."""
    if sys.platform == "win32":
        return True  # the folder of temporary files is the user's own
    return state.st_uid == os.getuid() and not state.st_mode & 0o022


def _expanded(path: Path) -> Path:
    """Return a path with the user's home in place of ``~``; as it is for a user without one."""
    try:
        return path.expanduser()
    except RuntimeError:
        return path


@cache
def fingerprint() -> str:
    """Return a name for the source that all kernels share, and the versions of what compiles."""
    versions = (lowbit.__version__, numba_version(), llvmlite.__version__, np.__version__)
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
    """Return a digest of the source of one package of kernels."""
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parents[1].joinpath(name).glob("**/*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def numba_version() -> str:
    """Return the version of Numba without loading it, which takes longer than most searches."""
    spec = find_spec("numba")
    if spec is None or spec.origin is None:
        return ""
    return Path(spec.origin).with_name("_version.py").read_text(encoding="utf-8")


def cpu_name() -> str:
    """Return the CPU that Numba compiles for, its settings respected."""
    return os.environ.get("NUMBA_CPU_NAME") or binding.get_host_cpu_name()


@cache
def cpu_features() -> str:
    """Return the features of that CPU, as LLVM writes them."""
    chosen = os.environ.get("NUMBA_CPU_FEATURES")
    return binding.get_host_cpu_features().flatten() if chosen is None else chosen


def numba_settings() -> list[tuple[str, str]]:
    """Return what else the user has Numba do, such as not to optimise."""
    return sorted((name, value) for name, value in os.environ.items() if name.startswith("NUMBA_"))


@cache
def announce() -> None:
    """Say, once in a process, that compiling takes a moment."""
    _say(
        "compiling the engine for this machine, once: "
        "that takes seconds, for ratings a minute or two"
    )


@cache
def say_not_kept(reason: str, spare: Path | None) -> None:
    """Say, once in a process, what is done instead of keeping kernels where they belong."""
    instead = f"kept in {spare}" if spare else "compiled again in each process"
    _say(
        f"the engine cannot be kept in {folder()} ({reason}), so it is {instead}; "
        "let LOWBIT_CACHE name a folder that can be written"
    )


def _say(message: str) -> None:
    if not os.environ.get("LOWBIT_QUIET"):
        print(f"lowbit: {message}", file=sys.stderr, flush=True)  # noqa: T201 - what a user waits for
