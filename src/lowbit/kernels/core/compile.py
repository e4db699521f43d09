"""Kernels: functions that are compiled once for a machine and called as machine code.

::

    @kernel f ── first call ──> kept in the cache? ── yes ──> machine code ──> called
                                       │                          ^
                                       no ──> Numba ──> kept ─────┘

Numba is imported only where something has to be compiled. To load it takes longer than to solve a
hundred thousand puzzles; to load a kept kernel takes some milliseconds. So neither the decorators
nor the names at the top of the kernels' modules may need it:

- `kernel` makes a function callable from Python, through `lowbit.kernels.core.machine_code`;
- `part` makes a function that is compiled into each place that calls it;
- `routine` makes one that a kernel has once, however many places call it;
- `intrinsic` makes one that leaves LLVM instructions behind in them;
- `types` and `cgutils` are Numba's, imported when they are first looked into.
"""

from __future__ import annotations

import os
from functools import cached_property
from importlib import import_module
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar, cast

from lowbit.kernels.core import cache
from lowbit.kernels.core.machine_code import MachineCode, flatten

if TYPE_CHECKING:
    from collections.abc import Callable

Function = TypeVar("Function", bound="Callable[..., Any]")
Result = TypeVar("Result")

KERNELS: list[Kernel] = []
"""All kernels there are."""

_ONE_AT_A_TIME = RLock()
"""Threads that need a kernel at the same time wait until one of them has loaded or compiled it.
So does a fork: its child has none of the other threads, and would wait for them for ever."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_ONE_AT_A_TIME.acquire,
        after_in_parent=_ONE_AT_A_TIME.release,
        after_in_child=_ONE_AT_A_TIME.release,
    )


def kernel(function: Function) -> Function:
    """Compile a function when it is first called, or load its kept machine code."""
    return cast("Function", Kernel(function))


def bind(function: Callable[..., Result], *args: object) -> Callable[[], Result]:
    """Return a function that calls a kernel with the same arguments, by one thread at a time.

    They are laid out for it once, which takes longer than a short call. An array's contents may
    change from one call to the next.
    """
    return cast("Kernel", function).bound(*args)


def part(function: Function) -> Function:
    """Compile a function into each place that calls it."""
    return cast("Function", ForKernels(function, "new_part"))


def routine(function: Function) -> Function:
    """Compile a function once for each kernel that calls it, be it from many places."""
    return cast("Function", ForKernels(function, "new_routine"))


def unaliased(function: Function) -> Function:
    """Compile a routine whose arguments reach different memory, as far as it is written to.

    So values read of one stay in registers while others change.
    """
    return cast("Function", ForKernels(function, "new_unaliased"))


def intrinsic(function: Function) -> Any:
    """Make a function for kernels of one that returns a signature and a builder of its code.

    As Numba's, whose callers see the arguments of the function that it makes, not the context.
    """
    return ForKernels(function, "new_intrinsic")


class Kernel:
    """A function that is called as machine code.

    Parameters
    ----------
    function : callable
        Takes integers, truth values, NumPy arrays and named tuples of these; returns None, an
        integer, a truth value, or a tuple of them.

    Attributes
    ----------
    kept : list of cache.KeptKernel
        Where the machine code that it has in this process is kept, for each signature.
    """

    def __init__(self, function: Callable[..., object]) -> None:
        self.function = function
        self.kept: list[cache.KeptKernel] = []
        self._versions: dict[tuple[object, ...], MachineCode] = {}
        KERNELS.append(self)

    def __call__(self, *args: object) -> Any:  # noqa: D102 - as the function
        version, fields = self._laid_out(args)
        return version(fields)

    def bound(self, *args: object) -> Callable[[], Any]:
        """Return a function that calls it with these arguments; see `bind`."""
        version, fields = self._laid_out(args)
        return BoundKernel(version, fields, args)

    def _laid_out(self, args: tuple[object, ...]) -> tuple[MachineCode, list[int]]:
        """Return the machine code for some arguments, and their fields."""
        fields: list[int] = []
        signature: list[object] = []
        for arg in args:
            flatten(arg, fields, signature)
        key = tuple(signature)
        version = self._versions.get(key)
        if version is None:
            with _ONE_AT_A_TIME:
                version = self._versions.get(key)
                if version is None:
                    version = self._versions[key] = self._new_version(repr(key), args)
        return version, fields

    def _new_version(self, signature: str, args: tuple[object, ...]) -> MachineCode:
        """Load the machine code for arguments like these, or compile it."""
        path = cache.path_of(self.function.__name__, self.function.__module__, signature)
        found = cache.read(path)
        if found is not None:
            payload, kept = found
            self.kept.append(kept)
            return MachineCode.from_bytes(payload)
        cache.announce()
        compiled = _compiler().compile_kernel(self.function, args)
        self.kept.append(cache.keep(path, bytes(compiled)))
        return cast("MachineCode", compiled)


class BoundKernel:
    """A kernel with the arguments that it is called with.

    Parameters
    ----------
    version : MachineCode
    fields : list of int
        Those of the arguments.
    args : tuple
        The arguments, whose memory the fields tell of.
    """

    def __init__(self, version: MachineCode, fields: list[int], args: tuple[object, ...]) -> None:
        self._version = version
        self._words = version.laid_out(fields)
        self._args = args

    def __call__(self) -> Any:  # noqa: D102 - as the kernel
        return self._version.enter(self._words)


class ForKernels:
    """A function that kernels call, made by Numba when the first of them is compiled.

    Parameters
    ----------
    function : callable
        The Python function that it is made of.
    maker : str
        The function of `lowbit.kernels.core.numba_compiler` that makes it.

    Attributes
    ----------
    staged : callable
        The staged function that an intrinsic runs when it is compiled, if that is one.
    """

    staged: Callable[..., Any]

    def __init__(self, function: Callable[..., object], maker: str) -> None:
        self.function = function
        self._maker = maker

    @property
    def _numba_type_(self) -> Any:
        """The type of this for Numba; see `numba.typeof`."""
        return _compiler().type_of(self._made)

    @cached_property
    def _made(self) -> Any:
        return getattr(_compiler(), self._maker)(self.function)


def _compiler() -> Any:
    """Return the module that imports Numba."""
    return import_module("lowbit.kernels.core.numba_compiler")


class _Deferred:
    """A module that is imported when something in it is first looked up."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        return getattr(import_module(self._name), attribute)


types: Any = _Deferred("numba.types")
cgutils: Any = _Deferred("numba.core.cgutils")
