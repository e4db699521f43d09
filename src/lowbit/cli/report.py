"""What is said on standard error, and which exit code does a run end with?"""

from __future__ import annotations

from collections import Counter
from time import perf_counter
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from lowbit.cli.writers import Answer

OK, FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
"""The exit codes: all well, bad input or no answer, wrong usage, Ctrl-C."""

QUIET, NORMAL, VERBOSE = -1, 0, 1


class Report:
    """The errors and the summary of one run.

    Parameters
    ----------
    verbosity : int
        `QUIET` leaves out the summary, `VERBOSE` adds the reason for each puzzle without an
        answer. Errors are always said.

    Examples
    --------
    >>> from lowbit.cli.writers import Answer
    >>> report = Report(QUIET)
    >>> report.count(Answer("unique"))
    >>> report.finish()
    0
    """

    def __init__(self, verbosity: int = NORMAL) -> None:
        self.verbosity = verbosity
        self.statuses: Counter[str] = Counter()
        self.exit_code = OK
        self.started = perf_counter()

    def error(self, message: str) -> None:
        """Say an error; the run goes on, and ends as failed."""
        say_error(message)
        self.exit_code = FAILED

    def count(self, answer: Answer) -> None:
        """Count an answer under its status; one that is not good makes the run a failed one."""
        self.statuses[answer.status] += 1
        if not answer.is_good:
            self.exit_code = FAILED

    def detail(self, place: str, reason: str) -> None:
        """Say, in a verbose run, why a puzzle has no answer."""
        if reason and self.verbosity >= VERBOSE:
            say(f"{place}: {reason}")

    def finish(self) -> int:
        """Say the summary where there is anything to sum up, and return the exit code."""
        is_worth_it = self.statuses.total() > 1 or self.verbosity >= VERBOSE
        if is_worth_it and self.verbosity > QUIET:
            say(self.summary())
        return self.exit_code

    def summary(self) -> str:
        """Return the counts and the rate in one line."""
        total, seconds = self.statuses.total(), perf_counter() - self.started
        counts = ", ".join(f"{number} {status}" for status, number in self.statuses.items())
        name = "puzzle" if total == 1 else "puzzles"
        rate = f"{seconds:.3f} s, {total / seconds:.0f} puzzles/s"
        return f"{total} {name}: {counts} ({rate})" if total else f"no puzzles ({seconds:.3f} s)"


def say(message: str) -> None:
    """Print a line to standard error."""
    click.echo(f"lowbit: {message}", err=True)


def say_error(message: str) -> None:
    """Print an error in the one form that all errors have."""
    say(f"error: {message}")


def describe(error: Exception) -> str:
    """Return an error's message; one of the operating system leads with the file's name.

    Examples
    --------
    >>> describe(FileNotFoundError(2, "No such file or directory", "puzzles.txt"))
    'puzzles.txt: No such file or directory'
    """
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)
