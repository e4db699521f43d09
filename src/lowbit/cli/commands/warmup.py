"""``lowbit warmup``: compile the lane engine ahead, for this machine."""

from __future__ import annotations

import os
from time import perf_counter

import click

from lowbit.cli.examples import examples
from lowbit.cli.run.report import FAILED, OK, say_error


@click.command("warmup", epilog=examples("lowbit warmup", "LOWBIT_CACHE=kernels lowbit warmup"))
def command() -> int:
    """Compile the lane engine ahead of time.

    The lane engine, which answers many puzzles at once, is compiled for the machine, part by part,
    when first needed, which takes some seconds each. Run this while building an image or setting
    up a CI machine, on the kind of processor that will use it; all CPUs take part.

    Compiled kernels are kept in the folder named by the environment variable LOWBIT_CACHE, or
    else in the user's cache folder. LOWBIT_QUIET silences the message about compiling.
    """
    from lowbit.batch.processes import in_processes  # noqa: PLC0415 - loads NumPy
    from lowbit.kernels.core import cache  # noqa: PLC0415 - as above
    from lowbit.kernels.core.compile import LOADED, NOT_KEPT  # noqa: PLC0415 - as above
    from lowbit.kernels.core.threads import n_cpus  # noqa: PLC0415 - as above
    from lowbit.kernels.warmup import PACKAGES  # noqa: PLC0415 - as above

    started = perf_counter()
    if not cache.in_use().is_dir():
        cache.announce()
    loaded = in_processes(loaded_quietly, PACKAGES, n_cpus(), lambda: None)
    states = [state for of_package in loaded for state in of_package]
    seconds = perf_counter() - started
    n_compiled = len(states) - states.count(LOADED)
    click.echo(f"{len(states)} kernels, {n_compiled} of them compiled now, in {seconds:.1f} s")
    if NOT_KEPT in states:
        folder = cache.folder() / cache.fingerprint()
        say_error(f"{folder} cannot be written; let LOWBIT_CACHE name a folder that can")
        return FAILED
    click.echo(f"kept in {cache.in_use()}")
    return OK


def loaded_quietly(package: str) -> list[str]:
    """Load or compile the kernels of a package, in a process of its own that announces nothing."""
    from lowbit.kernels.warmup import warm_up  # noqa: PLC0415 - imports all kernels

    os.environ["LOWBIT_QUIET"] = "1"
    return warm_up(package)
