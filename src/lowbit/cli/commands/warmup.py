"""``lowbit warmup``: compile the lane engine ahead, for this machine."""

from __future__ import annotations

import os
from collections import Counter
from time import perf_counter
from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.run.report import FAILED, OK, print_error

if TYPE_CHECKING:
    from lowbit.kernels.core.cache import KeptKernel


@click.command("warmup", epilog=examples("lowbit warmup", "LOWBIT_CACHE=kernels lowbit warmup"))
def command() -> int:
    """Compile the lane engine ahead of time.

    The lane engine, which answers many puzzles at once, is compiled for the machine, part by part,
    when first needed; all of it takes a minute or two. Run this while building an image or setting
    up a CI machine, on the kind of processor that will use it; all CPUs take part.

    Compiled kernels are kept in the folder named by the environment variable LOWBIT_CACHE, or
    else in the user's cache folder. Where that cannot be written, a folder among the temporary
    files takes its place, and the reason is said; where none can, the exit code is 1. LOWBIT_QUIET
    silences the message about compiling.
    """
    from lowbit.kernels.core import cache, shipped
    from lowbit.kernels.core.threads import n_cpus
    from lowbit.kernels.warmup import PACKAGES
    from lowbit.processes import in_processes  # loads NumPy

    started = perf_counter()
    if not shipped.library() and not cache.kept_files():
        cache.announce()
    loaded = in_processes(loaded_quietly, PACKAGES, n_cpus(), lambda: None)
    kernels = [kept for of_package in loaded for kept in of_package]
    seconds = perf_counter() - started
    n_compiled = sum(kept.is_new for kept in kernels)
    click.echo(f"{len(kernels)} kernels, {n_compiled} of them compiled now, in {seconds:.1f} s")
    return print_places(kernels)


def loaded_quietly(package: str) -> list[KeptKernel]:
    """Load or compile the kernels of a package, in a process of its own that announces nothing."""
    from lowbit.kernels.warmup import warm_up  # imports all kernels

    os.environ["LOWBIT_QUIET"] = "1"
    return warm_up(package)


def print_places(kernels: list[KeptKernel]) -> int:
    """Print the folder of kernels, and why it is not the usual one; return the exit code."""
    from lowbit.kernels.core import cache  # loads NumPy

    n_kept = Counter(kept.folder for kept in kernels)
    n_lost = n_kept.pop(None, 0)
    strayed = [kept for kept in kernels if kept.reason]
    if n_lost:
        print_error(
            f"{n_lost} of them cannot be kept in {cache.folder()} ({strayed[0].reason}); "
            "let LOWBIT_CACHE name a folder that can be written"
        )
    elif strayed:
        spare = strayed[0].folder
        cache.say_not_kept(strayed[0].reason, spare and spare.parent)
    for folder, number in n_kept.items():
        click.echo(f"kept in {folder}" if number == len(kernels) else f"{number} kept in {folder}")
    return FAILED if n_lost else OK
