"""Compiling: kernels that are nowhere at hand are compiled, by all CPUs where there are several.

::

    calls ──> processes: Numba, LLVM ──> machine code ──> kept, and loaded

Processes only send what they have compiled, and this one keeps it. So nothing is left behind where
it is interrupted, and nothing is lost where it cannot be kept.
"""

from __future__ import annotations

import os
import sys
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from lowbit.kernels.calls import calls
from lowbit.kernels.compiling_line import LINE
from lowbit.kernels.core import cache, shipped
from lowbit.kernels.core.compile import expect_numba
from lowbit.kernels.core.machine_code import ObjectCode
from lowbit.kernels.core.threads import n_cpus
from lowbit.processes import WorkerProcessError, as_they_come

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from lowbit.kernels.core.compile import Call
    from lowbit.kernels.core.targets import CodeTarget


def compile_for(call: Call) -> None:
    """Compile a kernel that a caller waits for; by all CPUs, those that it calls next as well."""
    compile_all(call.companions if _may_start_processes() else [call])


def compile_all(wanted: Sequence[Call]) -> None:
    """Compile the kernels of some calls that are not at hand, by all CPUs.

    Another process that does so is waited for. Standard error tells how far it is.

    Parameters
    ----------
    wanted : sequence of Call
        Those that take longest first.
    """
    missing = [call for call in wanted if not call.find()]
    if len(missing) > 1:
        with cache.alone():
            _compile([call for call in missing if not call.find()])
    else:
        _compile(missing)


def _compile(missing: Sequence[Call]) -> None:
    """Compile kernels, and keep them."""
    if missing:
        expect_numba()
    with LINE.shown(len(missing)), closing(_compiled(missing)) as compiled:
        for call, code in compiled:
            call.adopt(code)
            LINE.count()


def _compiled(missing: Sequence[Call]) -> Generator[tuple[Call, ObjectCode]]:
    """Yield machine code for each call, as it comes."""
    left = {call.key: call for call in missing}
    if len(left) > 1 and _may_start_processes():
        numbers = [number for number, call in enumerate(calls()) if call.key in left]
        tasks = [([shipped.running()], number) for number in numbers]
        with suppress(OSError, WorkerProcessError):
            for key, (code,) in as_they_come(compiled_for, tasks, n_cpus(), LINE.tick):
                yield left.pop(key), ObjectCode.from_bytes(code)
    for call in left.values():
        (code,) = call.emit([shipped.running()])
        yield call, code


def _may_start_processes() -> bool:
    """Return whether this process has the means, and others would have CPUs to run on.

    One in the body of a frozen program is another program, and `multiprocessing` lets its daemons
    have no children.
    """
    multiprocessing = sys.modules.get("multiprocessing")
    is_daemon = multiprocessing is not None and multiprocessing.current_process().daemon
    is_python = bool(sys.executable) and not getattr(sys, "frozen", False)
    return n_cpus() > 1 and is_python and not is_daemon


def compiled_for(task: tuple[Sequence[CodeTarget], int]) -> tuple[str, list[bytes]]:
    """Return the key of the kernel with a number, and its machine code for targets of a level."""
    targets, number = task
    os.environ[shipped.CHOSEN] = targets[0].level
    call = calls()[number]
    return call.key, [code.to_bytes() for code in call.emit(targets)]
