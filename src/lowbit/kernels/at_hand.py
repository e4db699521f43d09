"""Kernels at hand; others are compiled aside, while plain Python goes on in their place.

::

    needed ── are they at hand? ── yes ──────────────────────────> the kernels do the work
                  │                                                   ^
                  no ──> a process aside compiles them, keeps each ───┘ once all are kept
                  └────> plain Python does the work meanwhile, and looks again now and then

The process aside ends with this one. Each kernel that it has compiled by then is kept.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lowbit.children import python_that_runs

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator

    from lowbit.kernels.core.compile import Call

INTERVAL: Final = 0.2
"""Seconds between two looks, each of which takes some milliseconds."""

LOW_PRIORITY: Final = 10
"""The niceness of a process that compiles what plain Python is a match for, for a while."""


class KernelSet(NamedTuple):
    """Kernels that are needed together.

    Attributes
    ----------
    package : str
        Their package, whose module ``calls`` has a function for the set.
    part : str, default "calls"
        The function, which yields their calls.
    niceness : int, default 0
        That of a process which compiles them aside.
    """

    package: str
    part: str = "calls"
    niceness: int = 0

    def calls(self) -> list[Call]:
        """Return the calls of the kernels; this imports their modules."""
        module = import_module(f"lowbit.kernels.{self.package}.calls")
        return list(getattr(module, self.part)())


CLASSIC: Final = KernelSet("classic", "search_calls")
CLASSIC_TEXTS: Final = KernelSet("classic", "text_search_calls")
GENERAL: Final = KernelSet("general", "search_calls")
VARIANTS: Final = KernelSet("variants", "search_calls")
RATING: Final = KernelSet("rating", niceness=LOW_PRIORITY)
HODOKU: Final = KernelSet("hodoku", niceness=LOW_PRIORITY)
TRIALS: Final = KernelSet("trials", niceness=LOW_PRIORITY)


class Looks:
    """The kernels that were seen, and the processes that compile others."""

    def __init__(self) -> None:
        self.seen: set[tuple[KernelSet, str]] = set()
        self.next: dict[KernelSet, float] = {}
        self.asides: dict[KernelSet, subprocess.Popen[bytes]] = {}
        self.left_to_others = False
        self.awaits = False


LOOKS: Final = Looks()


def are_at_hand(needed: KernelSet) -> bool:
    """Return whether nothing need be compiled for some kernels, or was when last looked."""
    key = needed, os.environ.get("LOWBIT_CACHE", "")
    if key not in LOOKS.seen and monotonic() >= LOOKS.next.get(needed, 0):
        if all(call.is_at_hand for call in needed.calls()):
            LOOKS.seen.add(key)
        LOOKS.next[needed] = monotonic() + INTERVAL
    return key in LOOKS.seen


def come_to_hand(needed: KernelSet) -> bool:
    """Return whether to call some kernels now; if not, see to it that they are compiled aside.

    Where they cannot be kept, so that no other process can compile them, they are compiled when
    they are called.
    """
    if are_at_hand(needed):
        return True
    if LOOKS.left_to_others or not _has_numba():
        return False
    if needed not in LOOKS.asides:
        LOOKS.asides[needed] = _compile_aside(needed)
    return LOOKS.asides[needed].poll() is not None


def are_awaited(needed: KernelSet) -> bool:
    """Return whether kernels are missing for which whoever asks may come back."""
    return LOOKS.awaits and not are_at_hand(needed)


@contextmanager
def left_to_others(*, awaits: bool = False) -> Iterator[None]:
    """Start no process that compiles meanwhile: another one sees to that.

    Whoever asks `awaits` kernels if no answer is to be the last one that they are missing for.
    """
    before = LOOKS.left_to_others, LOOKS.awaits
    LOOKS.left_to_others, LOOKS.awaits = True, awaits
    try:
        yield
    finally:
        LOOKS.left_to_others, LOOKS.awaits = before


def _has_numba() -> bool:
    from importlib.util import find_spec  # only where kernels are missing, like all below

    return find_spec("numba") is not None


def _compile_aside(needed: KernelSet) -> subprocess.Popen[bytes]:
    import atexit
    import subprocess

    code = (
        f"from lowbit.kernels.at_hand import compile_for_parent; compile_for_parent{tuple(needed)}"
    )
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(  # noqa: S603 - this interpreter
        python_that_runs(code),
        stdin=subprocess.PIPE,
        stdout=quiet,
        stderr=quiet,
        start_new_session=True,  # a terminal sends Ctrl-C to the parent, whose end it hears of
    )
    atexit.register(_end, process, os.getpid())
    return process


def _end(process: subprocess.Popen[bytes], parent: int) -> None:
    if parent == os.getpid():  # and not its child, which was forked
        process.kill()
        process.communicate()


def compile_for_parent(*needed: Any) -> None:
    """Compile a set of kernels while the parent lives: the main part of a process aside."""
    import threading

    threading.Thread(target=_end_with_parent, daemon=True).start()
    kernels = KernelSet(*needed)
    _compile(kernels.calls(), kernels.niceness)


def compile_missing() -> None:
    """Compile all kernels that are not at hand, first those that plain Python is no match for."""
    from lowbit.kernels.calls import calls  # imports all packages

    first = "variants", "classic", "general", "trials", "vicinity", "fewest"
    _compile(calls(*first, "hodoku", "rating"), LOW_PRIORITY)


def _compile(calls: list[Call], niceness: int) -> None:
    from lowbit.kernels.compiling import compile_all  # imports all packages

    if hasattr(os, "nice"):
        os.nice(niceness)
    compile_all(calls)


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(0)
