"""Machine code for other machines, which travels with the package.

Every kernel is compiled for each target, and nothing is run. Whoever builds the package calls
`emit`; `lowbit.kernels.core.shipped` reads what it writes. Numba compiles a kernel once for all
targets whose registers are alike; the rest is LLVM's work.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from lowbit.errors import InputError
from lowbit.kernels.calls import calls
from lowbit.kernels.compiling import compiled_for
from lowbit.kernels.core import shipped
from lowbit.kernels.core.machine_code import ENTRY, ObjectCode
from lowbit.kernels.core.simd import written_for
from lowbit.kernels.core.targets import BROWSER, LEVELS, SYSTEMS, every_target
from lowbit.kernels.core.threads import n_cpus
from lowbit.kernels.side_modules import side_module
from lowbit.processes import as_they_come

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from lowbit.kernels.core.targets import CodeTarget


LEFT_OUT: Final = {"aarch64-win32"}
"""Targets that ``all`` leaves out: there LLVM 22 fails an assertion about the frame of a kernel."""


WIDE: Final = str.maketrans("lL", "qQ")
"""Letters of results of 64 bits, as a browser has them: there, ``l`` is a number of 32."""


def targets_named(names: str) -> list[CodeTarget]:
    """Return the targets that a text names: levels, systems, single targets, or ``all``.

    Raises
    ------
    InputError
        If a name is none of these.

    Examples
    --------
    >>> [target.name for target in targets_named("aarch64 x86-64-v2-linux")]
    ['aarch64-darwin', 'aarch64-linux', 'x86-64-v2-linux']
    """
    every = [*every_target()]
    chosen = set()
    for name in names.replace(",", " ").split():
        known = [each for each in every if name == each.name] or [
            each
            for each in every
            if name in {"all", each.level, each.system} and each.name not in LEFT_OUT
        ]
        if not known:
            valid = ", ".join(["all", *LEVELS, *SYSTEMS, *(each.name for each in every)])
            raise InputError(f"there is no target {name!r} for kernels: {valid}")
        chosen.update(known)
    return sorted(chosen)


def emit(
    chosen: Sequence[CodeTarget],
    folder: Path = shipped.FOLDER,
    tell: Callable[[str, int, int], object] = lambda *_: None,
) -> Iterator[Path]:
    """Compile all kernels for some targets, by all CPUs, and yield the file of each library.

    Parameters
    ----------
    chosen : sequence of CodeTarget
        The targets.
    folder : pathlib.Path, optional
        Where the libraries go.
    tell : callable, optional
        Called for each kernel with the levels that it was compiled for, its number and that of all.
    """
    numbers = range(len(calls()))
    for _, alike in groupby(sorted(chosen, key=written_for), written_for):
        targets = sorted(alike)  # in processes of their own: what a kernel is made of is kept there
        levels = ", ".join(dict.fromkeys(target.level for target in targets))
        tasks = ((targets, number) for number in numbers)
        compiled: dict[str, list[bytes]] = {}
        for key, codes in as_they_come(compiled_for, tasks, n_cpus(), lambda: None):
            compiled[key] = codes
            tell(levels, len(compiled), len(numbers))
        for target, of_target in zip(targets, zip(*compiled.values(), strict=True), strict=True):
            codes = (linked(code, target) for code in of_target)
            yield shipped.write(target, dict(zip(compiled, codes, strict=True)), folder)


def linked(code: bytes, target: CodeTarget) -> bytes:
    """Return a kernel as it travels: a browser links no object files."""
    if (target.level, target.system) != BROWSER:
        return code
    kernel = ObjectCode.from_bytes(code)
    modules = [side_module(each, ENTRY) for each in kernel.objects]
    results = kernel.results.translate(WIDE)
    return kernel._replace(objects=modules, results=results).to_bytes()
