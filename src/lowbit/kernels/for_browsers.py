"""The kernels for browsers: those of the wheel, or emitted now.

What is emitted is kept in the cache of compiled kernels, as those for this machine are.
"""

from __future__ import annotations

import os
from contextlib import closing
from typing import TYPE_CHECKING

from lowbit.kernels.calls import calls
from lowbit.kernels.core import cache, shipped
from lowbit.kernels.core.compile import expect_numba
from lowbit.kernels.core.targets import BROWSER, target_of
from lowbit.kernels.core.threads import n_cpus
from lowbit.kernels.emit import linked
from lowbit.kernels.side_modules import linker
from lowbit.processes import as_they_come

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def kernels_for_browsers(
    names: Sequence[str] = (), tell: Callable[[int, int], object] = lambda *_: None
) -> dict[str, bytes]:
    """Return kernels as they travel, by their keys.

    Parameters
    ----------
    names : sequence of str, optional
        Those wanted, such as ``classic.search.advance``; all if none is named.
    tell : callable, optional
        Called with the number of kernels that are there, and of all.

    Raises
    ------
    MissingPackageError
        If some must be compiled, and there is no Numba.
    InputError
        If some must be linked, and there is no linker.
    """
    numbers = [number for number, call in enumerate(calls()) if not names or call.name in names]
    found: dict[str, bytes] = {}
    with closing(as_they_come(kernel_for_browsers, numbers, n_cpus(), lambda: None)) as coming:
        for key, code in coming:
            found[key] = code
            tell(len(found), len(numbers))
    return found


def kernel_for_browsers(number: int) -> tuple[str, bytes]:
    """Return a kernel by its number, and its key, in a process that does nothing else."""
    target = target_of(*BROWSER)
    os.environ[shipped.CHOSEN] = target.level  # kernels are written for its registers
    call = calls()[number]
    library = shipped.read(target)
    if code := library and library.find(call.key):
        return call.key, code
    path = call.kept_path(target)
    if kept := cache.read(path):
        return call.key, kept[0]
    expect_numba()
    linker()
    (emitted,) = call.emit([target])
    code = linked(emitted.to_bytes(), target)
    cache.keep(path, code)
    return call.key, code
