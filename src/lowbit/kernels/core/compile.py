"""Kernels: functions that are compiled once for a machine and called as machine code.

::

    @kernel f ── first call ──> in the wheel, or the cache? ── yes ──> machine code ──> called
                                       │                                   ^
                                       no ──> Numba ──> kept ──────────────┘

Numba is imported only where something has to be compiled, by `lowbit.kernels.compiling`: often in
processes aside. To load it takes longer than to solve a
hundred thousand puzzles; to load a kept kernel takes some milliseconds. So neither the decorators
nor the names at the top of the kernels' modules may need it:

- `kernel` makes a function callable from Python, through `lowbit.kernels.core.machine_code`;
- `part` makes a function that is compiled into each place that calls it;
- `routine` makes one that a kernel has once, however many places call it;
- `intrinsic` makes one that leaves LLVM instructions behind in them;
- `types` and `cgutils` are Numba's and `ir` is llvmlite's, imported when they are first looked
  into.
"""

from __future__ import annotations

import os
from functools import cached_property
from importlib import import_module
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar, cast

from lowbit.errors import MissingPackageError
from lowbit.kernels.core import cache, shipped
from lowbit.kernels.core.machine_code import MachineCode, ObjectCode, flatten
from lowbit.kernels.core.targets import NATIVE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from lowbit.kernels.core.targets import CodeTarget

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
    """

    def __init__(self, function: Callable[..., object]) -> None:
        self.function = function
        self.name, self.module = function.__name__, function.__module__
        self._versions: dict[tuple[object, ...], tuple[MachineCode, cache.KeptKernel]] = {}
        KERNELS.append(self)

    def __call__(self, *args: object) -> Any:  # noqa: D102 - as the function
        version, fields = self._laid_out(args)
        return version(fields)

    def bound(self, *args: object) -> Callable[[], Any]:
        """Return a function that calls it with these arguments; see `bind`."""
        version, fields = self._laid_out(args)
        return BoundKernel(version, fields, args)

    def load(self, *args: object) -> cache.KeptKernel:
        """Load or compile the machine code for arguments like these; return where it is kept."""
        return self._version(_flat(args)[0], args)[1]

    def find(self, *args: object) -> bool:
        """Load the machine code for arguments like these, if it is at hand; return whether."""
        key = _flat(args)[0]
        with _ONE_AT_A_TIME:
            return key in self._versions or self._find(key)

    def place(self, *args: object) -> Path | None:
        """Return the file that has machine code for arguments like these; None if there is none."""
        library = shipped.library()
        if library is not None and self.key(*args) in library.places:
            return library.file
        return cache.place_of(self._path(repr(_flat(args)[0])))

    def key(self, *args: object) -> str:
        """Return the name, in a library, of the machine code for arguments like these."""
        return shipped.key_of(self.name, self.module, repr(_flat(args)[0]))

    def kept_path(self, target: CodeTarget, *args: object) -> Path:
        """Return the file in which the cache keeps code for a target and arguments like these."""
        return cache.path_of(self.name, self.module, repr(_flat(args)[0]), target)

    def _laid_out(self, args: tuple[object, ...]) -> tuple[MachineCode, list[int]]:
        """Return the machine code for some arguments, and their fields."""
        key, fields = _flat(args)
        known = self._versions.get(key)
        return (known or self._version(key, args))[0], fields

    def _version(
        self, key: tuple[object, ...], args: tuple[object, ...]
    ) -> tuple[MachineCode, cache.KeptKernel]:
        """Return the machine code for arguments of these types, and where it is kept."""
        with _ONE_AT_A_TIME:
            if key not in self._versions and not self._find(key):
                _compiling().compile_for(Call(self, *args))
            return self._versions[key]

    def _find(self, key: tuple[object, ...]) -> bool:
        """Take code that came with the package, or was kept; return whether there is any."""
        signature = repr(key)
        library = shipped.library()
        payload = library and library.find(shipped.key_of(self.name, self.module, signature))
        if library and payload:
            found = payload, cache.KeptKernel(is_new=False, folder=library.file.parent)
        elif kept := cache.read(self._path(signature)):
            found = kept
        else:
            return False
        self._versions[key] = MachineCode(ObjectCode.from_bytes(found[0])), found[1]
        return True

    def adopt(self, code: ObjectCode, args: tuple[object, ...]) -> cache.KeptKernel:
        """Take code that was compiled for arguments like these, and keep it; return where."""
        key = _flat(args)[0]
        kept = cache.keep(self._path(repr(key)), code.to_bytes())
        with _ONE_AT_A_TIME:
            self._versions[key] = MachineCode(code), kept
        return kept

    def _path(self, signature: str) -> Path:
        return cache.path_of(self.name, self.module, signature, shipped.running())


def _flat(args: tuple[object, ...]) -> tuple[tuple[object, ...], list[int]]:
    """Return the types of arguments, and their fields."""
    fields: list[int] = []
    types_of: list[object] = []
    for arg in args:
        flatten(arg, fields, types_of)
    return tuple(types_of), fields


class Call:
    """A call of a kernel that is compiled for it ahead, and not made.

    Parameters
    ----------
    function : callable
        The kernel.
    *args : object
        Arguments of the types that it takes.

    Attributes
    ----------
    companions : sequence of Call
        The calls that whoever makes this one makes, too; see `together`.
    """

    def __init__(self, function: Callable[..., object], *args: object) -> None:
        self._kernel = cast("Kernel", function)
        self._args = args
        self.companions: Sequence[Call] = (self,)

    def load(self) -> cache.KeptKernel:
        """Load or compile the machine code; return where it is kept."""
        return self._kernel.load(*self._args)

    def find(self) -> bool:
        """Load the machine code, if it is at hand; return whether it was."""
        return self._kernel.find(*self._args)

    @property
    def place(self) -> Path | None:
        """The file that has its machine code; None if it is to be compiled."""
        return self._kernel.place(*self._args)

    @property
    def is_at_hand(self) -> bool:
        """Whether nothing need be compiled for it."""
        return self.place is not None

    @property
    def name(self) -> str:
        """Its module and the name of its kernel, such as ``classic.search.advance``."""
        return f"{self._kernel.module.removeprefix('lowbit.kernels.')}.{self._kernel.name}"

    @property
    def key(self) -> str:
        """The name of its machine code in the library of a target."""
        return self._kernel.key(*self._args)

    def kept_path(self, target: CodeTarget) -> Path:
        """Return the file in which the cache keeps its machine code for a target."""
        return self._kernel.kept_path(target, *self._args)

    def emit(self, targets: Sequence[CodeTarget]) -> list[ObjectCode]:
        """Return machine code for some targets, whose CPUs are of one level."""
        emitted: list[ObjectCode] = _compiler().emit_kernel(
            self._kernel.function, self._args, targets
        )
        return emitted

    def adopt(self, code: ObjectCode) -> cache.KeptKernel:
        """Take machine code that was compiled for this machine, and keep it; return where."""
        return self._kernel.adopt(code, self._args)


def together(*calls: Call) -> Iterator[Call]:
    """Yield calls that are made for the same question, so that their kernels are compiled at once.

    The one that takes longest to compile comes first.
    """
    for call in calls:
        call.companions = calls
        yield call


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


def _compiling() -> Any:
    """Return the module that compiles what is nowhere at hand; it knows all kernels."""
    return import_module("lowbit.kernels.compiling")


def _compiler() -> Any:
    """Return the module that imports Numba, or raise MissingPackageError."""
    expect_numba()
    return import_module("lowbit.kernels.core.numba_compiler")


def expect_numba() -> None:
    """Raise an error that names this machine, unless there is Numba, without loading it.

    Raises
    ------
    MissingPackageError
        If Numba is not installed.
    """
    if cache.numba_version():
        return
    target = shipped.running()
    machine = f"{target.triple} ({target.cpu if target.level == NATIVE else target.level})"
    raise MissingPackageError(
        f"there is no compiled engine for {machine}, and to compile it needs Numba", "compile"
    )


class _Deferred:
    """A module that is imported when something in it is first looked up."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        return getattr(import_module(self._name), attribute)


types: Any = _Deferred("numba.types")
cgutils: Any = _Deferred("numba.core.cgutils")
ir: Any = _Deferred("llvmlite.ir")


def integer(bits: int) -> Any:
    """Return LLVM's type of integers of so many bits."""
    return ir.IntType(bits)
