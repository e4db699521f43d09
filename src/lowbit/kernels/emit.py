"""Machine code for other machines, which travels with the package.

Every kernel is compiled for each target, and nothing is run. Whoever builds the package calls
`emit`; `lowbit.kernels.core.shipped` reads what it writes.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from lowbit.kernels.calls import calls
from lowbit.kernels.compiling import compiled_for
from lowbit.kernels.core import shipped
from lowbit.kernels.core.targets import target_named
from lowbit.kernels.core.threads import n_cpus
from lowbit.processes import in_processes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path


def emit(
    names: Sequence[str], folder: Path = shipped.FOLDER, tick: Callable[[], object] = lambda: None
) -> Iterator[Path]:
    """Compile all kernels for some targets, by all CPUs, and yield the file of each library.

    Parameters
    ----------
    names : sequence of str
        Those of the targets, such as ``x86-64-v3-linux``.
    folder : pathlib.Path, optional
        Where the libraries go.
    tick : callable, optional
        Called a few times a second.
    """
    numbers = range(len(calls()))
    chosen = sorted(map(target_named, names))
    for _, of_level in groupby(chosen, lambda target: target.level):
        targets = [*of_level]  # in processes of their own: what a kernel is made of is kept there
        tasks = ((targets, number) for number in numbers)
        compiled = dict(in_processes(compiled_for, tasks, n_cpus(), tick))
        for target, codes in zip(targets, zip(*compiled.values(), strict=True), strict=True):
            yield shipped.write(target, dict(zip(compiled, codes, strict=True)), folder)
