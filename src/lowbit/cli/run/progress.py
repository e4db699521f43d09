"""The progress line on a terminal."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from time import perf_counter
from typing import TYPE_CHECKING

import click

from lowbit.formats.streams.source import STDIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from lowbit.verbs.solve.ambiguity import Estimate

PATIENCE = 0.5
"""Seconds before anything is drawn: a shorter run needs no progress."""

INTERVAL = 0.1
"""Seconds between two drawings."""

MOST_SECONDS = 1e6
"""Seconds for all above which nothing is said of the time that is left: nobody waits for it."""

WIDTH = 20
"""Characters of the bar itself."""

CLEAR = "\r\x1b[K"
"""The control sequence that clears the current line of a terminal."""


class ProgressLine:
    """Draws the progress of a run.

    Parameters
    ----------
    n_bytes : int or None
        The size of the input, if known.
    """

    def __init__(self, n_bytes: int | None) -> None:
        self._n_bytes = n_bytes
        self._started = perf_counter()
        self._next = self._started + PATIENCE
        self._is_drawn = False

    def show(self, n_read: int, statuses: Mapping[str, int]) -> None:
        """Redraw the line, if it is time to.

        Parameters
        ----------
        n_read : int
            The number of bytes that were read.
        statuses : mapping of str to int
            The number of puzzles with each status.
        """
        self._draw(lambda seconds: describe(seconds, n_read, self._n_bytes, statuses))

    def _draw(self, line_after: Callable[[float], str]) -> None:
        """Redraw the line as it is after some seconds, if it is time to."""
        now = perf_counter()
        if now < self._next:
            return
        self._next = now + INTERVAL
        line = line_after(now - self._started)
        columns = shutil.get_terminal_size().columns
        click.echo(CLEAR + line[: columns - 1], nl=False, file=sys.stderr, color=True)
        self._is_drawn = True

    def clear(self) -> None:
        """Remove the line, so that something else can be written."""
        if self._is_drawn:
            click.echo(CLEAR, nl=False, file=sys.stderr, color=True)
            self._is_drawn = False


class CountLine(ProgressLine):
    """Draws the progress of counting the solutions of one puzzle."""

    def __init__(self) -> None:
        super().__init__(None)

    def show_count(self, n_found: int, share: float) -> None:
        """Redraw the line, if it is time to."""
        self._draw(lambda _seconds: describe_count(n_found, share))

    def show_estimate(self, n_samples: int, n_taken: int, estimate: Estimate) -> None:
        """Redraw the line of a number that is estimated, if it is time to."""
        self._draw(lambda _seconds: describe_estimate(n_samples, n_taken, estimate))


class StepsLine(ProgressLine):
    """Draws the number of steps of a puzzle that were found."""

    def __init__(self) -> None:
        super().__init__(None)

    def show_steps(self, n_steps: int, name: str) -> None:
        """Redraw the line, if it is time to, with the last of the techniques."""
        self._draw(lambda seconds: f"{n_steps:,} steps  {n_steps / seconds:,.0f}/s  {name}")


class PartsLine(ProgressLine):
    """Draws the number of parts of a search that are done."""

    def __init__(self) -> None:
        super().__init__(None)

    def show_parts(self, n_done: int, n_parts: int) -> None:
        """Redraw the line, if it is time to."""
        share = n_done / max(1, n_parts)
        self._draw(lambda _seconds: f"{_bar(share)} part {n_done:,} of {n_parts:,}")


def describe_count(n_found: int, share: float) -> str:
    """Return the progress of a count: share of the search, solutions so far, a guess of them all.

    Examples
    --------
    >>> describe_count(1_230_000, 0.25)
    '[#####---------------]  25%  1,230,000 solutions  about 4,920,000 in all'
    >>> describe_count(7, 0.0)
    '[--------------------]   0%  7 solutions'
    """
    parts = [_bar(share), f"{n_found:,} solutions"]
    if share:
        parts.append(f"about {round(n_found / share):,} in all")
    return "  ".join(parts)


def describe_estimate(n_samples: int, n_taken: int, estimate: Estimate) -> str:
    """Return the progress of an estimate: share of the samples, their number, the mean so far.

    Examples
    --------
    >>> from lowbit.verbs.solve.ambiguity import Estimate
    >>> describe_estimate(100, 25, Estimate(5.458e9, 1.3e9))
    '[#####---------------]  25%  25 samples  about 5.458e+09 ± 1.3e+09 solutions'
    """
    number = f"about {estimate.mean:.4g} ± {estimate.error:.2g} solutions"
    return "  ".join([_bar(n_taken / n_samples), f"{n_taken:,} samples", number])


def _bar(share: float) -> str:
    done = "#" * int(share * WIDTH)
    return f"[{done:-<{WIDTH}}] {share:4.0%}"


def describe(seconds: float, n_read: int, n_bytes: int | None, statuses: Mapping[str, int]) -> str:
    """Return the progress of a run after some seconds: share, rate, time left, statuses.

    Examples
    --------
    >>> describe(2.0, 250, 1000, {"unique": 3000, "none": 1000})
    '[#####---------------]  25%  4,000 puzzles  2,000/s  0:06 left  unique 75.0%  none 25.0%'
    >>> describe(2.0, 10, 10**400, {"made": 10})
    '[--------------------]   0%  10 puzzles  5/s  made 100.0%'
    >>> describe(2.0, 250, None, {"unique": 10})
    '10 puzzles  5/s  unique 100.0%'
    """
    n_puzzles = sum(statuses.values())
    parts = [f"{n_puzzles:,} puzzles", f"{n_puzzles / seconds:,.0f}/s"]
    if n_bytes and n_read:
        share = min(1.0, n_read / n_bytes)
        parts = [_bar(share), *parts]
        if share * MOST_SECONDS > seconds:
            minutes, rest = divmod(round(seconds / share - seconds), 60)
            parts.append(f"{minutes}:{rest:02} left")
    return "  ".join(parts + [f"{word} {n / n_puzzles:.1%}" for word, n in statuses.items()])


def total_size(names: Iterable[str]) -> int | None:
    """Return the size of the sources that a user names, in bytes; None if it is not known.

    A name that is not a file is a puzzle on the command line, and takes no time to read.
    """
    total = 0
    for name in names:
        try:
            status = os.fstat(sys.stdin.fileno()) if name == STDIN else os.stat(name)  # noqa: PTH116 - "-" has no path
        except (OSError, ValueError, AttributeError):
            continue
        if not stat.S_ISREG(status.st_mode):
            return None
        total += status.st_size
    return total
