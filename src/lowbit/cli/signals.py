"""The signals that end a run: each raises in the main thread, where an exception is safe.

Python runs the handler of a signal between any two instructions. The exception that it raises ends
the run, and `finally` blocks clean up on the way. But Python turns an exception that is raised
while a class is created, as imports do often, into another error, and drops one that is raised in
a destructor or a callback; extensions drop more, as NumPy does while it asks the class of a number
for its attributes. And some instructions that lock or free must not be separated: a lock that was
just taken would never be released, memory that was just freed would be freed again. In these
places, and where an exception went that nobody had heard, the signal is therefore tried again a
moment later.
"""

from __future__ import annotations

import signal
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

OF_A_SIGNAL = 128
"""The number that a shell adds to that of the signal that ended a run, for its exit code."""

ENDING = tuple(
    number
    for name in ("SIGINT", "SIGTERM", "SIGHUP")
    if (number := getattr(signal, name, None)) is not None
)
"""The signals that end a run."""

UNHANDLED = (signal.SIG_DFL, signal.default_int_handler)
"""The handlers of a signal for which none was set."""

UNDIVIDED = (
    "importlib._bootstrap",
    "_frozen_importlib",  # the same before importlib is imported
    "threading",
    "concurrent.futures",
    "llvmlite.",
)
"""Prefixes of the modules whose calls must not be interrupted half-way."""

AGAIN = 0.01
"""Seconds until a signal is tried again."""

CAN_TRY_AGAIN = hasattr(signal, "setitimer")
"""Windows cannot, where only Ctrl-C ends a run."""


class Terminated(KeyboardInterrupt):
    """A signal ends the run.

    Parameters
    ----------
    number : int
        The signal.
    try_again : callable
        Called with the signal if the exception goes before anybody has heard it.

    Attributes
    ----------
    code : int
        The exit code of a process that the signal ended.
    was_heard : bool
        Whether the run ends: what catches the exception, and does not raise it again, says so.
    """

    def __init__(self, number: int, try_again: Callable[[int], None]) -> None:
        self.number = number
        self.code = OF_A_SIGNAL + number
        self.was_heard = False
        self._try_again = try_again

    def __del__(self) -> None:
        """Be raised again if the exception was dropped."""
        if not self.was_heard:
            self._try_again(self.number)


def ended_by_signals(run: Callable[[], int]) -> int:
    """Return the result of a function; while it runs, signals to end the run raise `Terminated`.

    Signals that are ignored, as under nohup, or have a handler already, are left alone.
    """
    if threading.current_thread() is not threading.main_thread():  # others may set no handler
        return run()
    with _Handlers().installed():
        return run()


class _Handlers:
    """The handlers of the signals, and the signal that has to be tried again."""

    def __init__(self) -> None:
        self._number = 0
        self._tried_at: tuple[FrameType, int] | None = None
        self._hook = sys.unraisablehook
        self._are_installed = False

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Handle signals until the block is left."""
        numbers = [number for number in ENDING if signal.getsignal(number) in UNHANDLED]
        before = [(number, signal.signal(number, self._raise)) for number in numbers]
        if CAN_TRY_AGAIN:
            before.append((signal.SIGALRM, signal.signal(signal.SIGALRM, self._raise_again)))
            sys.unraisablehook = self._see_dropped
            self._are_installed = True
        try:
            yield
        finally:
            self._are_installed = False
            if CAN_TRY_AGAIN:
                sys.unraisablehook = self._hook
                self._set_alarm(0)
            for number, handler in before:
                signal.signal(number, handler)

    def _raise(self, number: int, frame: FrameType | None) -> None:
        before, self._tried_at = self._tried_at, None
        here = frame and (frame, frame.f_lasti)
        if CAN_TRY_AGAIN and _is_undivided(frame) and here != before:
            self._tried_at = here
            self._try_again(number)
        else:  # a call that has not moved is waiting for something: it may be interrupted
            self._set_alarm(0)
            raise Terminated(number, self._try_dropped_again)

    def _try_again(self, number: int) -> None:
        """Try as often as need be: an alarm just before a call begins to wait does not wake it."""
        self._number = number
        self._set_alarm(AGAIN)

    def _set_alarm(self, seconds: float) -> None:
        """Have the signal tried again each time that these seconds are over; never if 0."""
        if CAN_TRY_AGAIN:
            signal.setitimer(signal.ITIMER_REAL, seconds, seconds)

    def _raise_again(self, _number: int, frame: FrameType | None) -> None:
        if _is_ending():
            self._set_alarm(0)
        else:
            self._raise(self._number, frame)

    def _try_dropped_again(self, number: int) -> None:
        """Try a signal again whose exception was dropped, unless the run has ended."""
        if self._are_installed:
            self._try_again(number)

    def _see_dropped(self, dropped: sys.UnraisableHookArgs) -> None:
        """Report what Python drops, but for the exceptions of signals, which are tried again."""
        if not isinstance(dropped.exc_value, Terminated):
            self._hook(dropped)


def _is_undivided(frame: FrameType | None) -> bool:
    """Whether a frame, or one that it was called from, must not be interrupted half-way."""
    while frame and frame.f_code is not ended_by_signals.__code__:
        if str(frame.f_globals.get("__name__")).startswith(UNDIVIDED):
            return True
        frame = frame.f_back
    return False


def _is_ending() -> bool:
    """Whether the exception of a signal is being handled: cleaning up is not interrupted again."""
    error = sys.exc_info()[1]
    while error and not isinstance(error, Terminated):
        error = error.__context__
    return error is not None
