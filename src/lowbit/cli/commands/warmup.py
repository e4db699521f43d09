"""``lowbit warmup``: compile kernels ahead, for this machine."""

from __future__ import annotations

from collections import Counter
from time import perf_counter
from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.run.report import FAILED, OK, print_error

if TYPE_CHECKING:
    from lowbit.kernels.core.cache import KeptKernel


@click.command(
    "warmup",
    epilog=examples(
        "lowbit warmup", "lowbit warmup classic rating", "LOWBIT_CACHE=kernels lowbit warmup"
    ),
)
@click.argument("packages", nargs=-1, metavar="[PACKAGES]...")
def command(packages: tuple[str, ...]) -> int:
    """Compile kernels ahead of time: those of some packages, or all.

    PACKAGES are classic and general (search on the 9x9 board and on all others), variants
    (constraints), rating (Sudoku Explainer) and hodoku.

    Kernels, the compiled functions that answer many puzzles at once, are made for the machine when
    first needed; all of them take a minute or two. Run this while building an image or setting up a
    CI machine, on the kind of processor that will use it; all CPUs take part. Progress goes to
    standard error, unless LOWBIT_QUIET is set.

    Compiled kernels are kept in the folder named by the environment variable LOWBIT_CACHE, or
    else in the user's cache folder. Where that cannot be written, a folder among the temporary
    files takes its place, and the reason is said; where none can, the exit code is 1.
    """
    from lowbit.kernels.calls import PACKAGES  # imports all kernels
    from lowbit.kernels.warmup import warm_up

    for name in packages:
        if name not in PACKAGES:
            raise click.UsageError(
                f"there is no package {name!r} of kernels: {', '.join(PACKAGES)}"
            )
    started = perf_counter()
    kernels = warm_up(*dict.fromkeys(packages))
    seconds = perf_counter() - started
    n_compiled = sum(kept.is_new for kept in kernels)
    click.echo(f"{len(kernels)} kernels, {n_compiled} of them compiled now, in {seconds:.1f} s")
    return print_places(kernels)


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
