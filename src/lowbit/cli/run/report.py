"""Messages on standard error, and the exit code of a run."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

import click

from lowbit.cli.io.outputs import discard
from lowbit.errors import EffortSpentError, LimitReachedError
from lowbit.status import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.cli.io.writers import Answer
    from lowbit.cli.run.progress import ProgressLine

OK, FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
"""The exit codes: all well, bad input or no answer, wrong usage, Ctrl-C."""

QUIET, NORMAL, VERBOSE = -1, 0, 1

N_NAMED = 10
"""The number of wrong puzzles that a run names; the summary counts them all."""

STATUSES = (
    "unique", "several", "solvable", "proven", "none", "ok", "clash", "shown", "written",
    "shuffled", "canonical", "made", "not written", "limit-reached", "invalid",
)  # fmt: skip
"""The words that commands count, in the order of the summary; others come last."""


class Report:
    """The errors and the summary of one run.

    Parameters
    ----------
    verbosity : int
        `QUIET` leaves out the summary, `VERBOSE` adds the reason for each puzzle without an
        answer. Errors are always printed.
    stats : bool
        Whether the summary is a table that includes the effort of the search.

    Examples
    --------
    >>> from lowbit.cli.io.writers import Answer
    >>> report = Report(QUIET)
    >>> report.count(Answer("unique"))
    >>> report.finish()
    0
    """

    def __init__(self, verbosity: int = NORMAL, *, stats: bool = False) -> None:
        self.verbosity = verbosity
        self.progress: ProgressLine | None = None
        self.statuses: Counter[str] = Counter()
        self.searched = Searched()
        self.exit_code = OK
        self.started = perf_counter()
        self.stats = stats
        self.unit = "puzzle"
        self._n_wrong = 0

    def error(self, message: str) -> None:
        """Print an error; the run goes on, and its exit code says that it failed."""
        self._clear()
        print_error(message)
        self.exit_code = FAILED

    @contextmanager
    def ending_at_limits(self, wanted: int | None) -> Iterator[None]:
        """Let a limit end the making of puzzles: those that were made are an answer, too.

        Parameters
        ----------
        wanted : int or None
            How many are to be made; None for as many as there is time for.

        Raises
        ------
        EffortSpentError, LimitReachedError
            If there is none.
        """
        try:
            yield
        except EffortSpentError as error:
            if not self.statuses.total():
                raise
            self.error(str(error))
        except LimitReachedError as error:
            if not self.statuses.total():
                raise
            self.error(f"{error.reason}: {self.statuses.total()} of {wanted} were made")

    def wrong_puzzle(self, message: object) -> None:
        """Report an error of a puzzle, for the first `N_NAMED` of a run; all are counted."""
        self.exit_code = FAILED
        self._n_wrong += 1
        if self.has_room:
            self.error(str(message))

    def wrong_puzzles(self, number: int) -> None:
        """Count wrong puzzles that are not named."""
        self._n_wrong += number

    def invalid_puzzles(self, number: int) -> None:
        """Count invalid puzzles that are not named."""
        if number:
            self.wrong_puzzles(number)
            self.count_many(Status.INVALID.word, number, is_good=False)

    @property
    def has_room(self) -> bool:
        """Whether another wrong puzzle would still be named."""
        return self._n_wrong <= N_NAMED

    def count(self, answer: Answer) -> None:
        """Count an answer under its status; one that is not good makes the run fail."""
        self.count_many(answer.status, 1, is_good=answer.is_good)

    def count_many(self, status: str, number: int, *, is_good: bool) -> None:
        """Count answers under their status."""
        self.statuses[status] += number
        if not is_good:
            self.exit_code = FAILED

    def detail(self, place: str, reason: str) -> None:
        """Print the reason why a puzzle has no answer, if the run is verbose."""
        if reason and self.verbosity >= VERBOSE:
            self._clear()
            print_note(f"{place}: {reason}")

    def note(self, place: str, text: str) -> None:
        """Print the note on a puzzle whose answer leaves something out, unless the run is quiet."""
        if text and self.verbosity > QUIET:
            self._clear()
            print_note(f"{place}: {text}")

    def finish(self) -> int:
        """Print the summary, if there is anything to sum up, and return the exit code."""
        self._clear()
        if self._n_wrong > N_NAMED:
            print_note(f"and {self._n_wrong - N_NAMED:,} more invalid puzzles")
        total = self.statuses.total()
        if self.stats:
            _print_to_stderr(self.table())
        elif self.verbosity >= VERBOSE or (total > 1 and self.verbosity > QUIET):
            print_note(self.summary())
        elif not total and self.exit_code == OK and self.verbosity > QUIET:
            print_note("no puzzles")  # comments alone, as an example
        return self.exit_code

    def summary(self) -> str:
        """Return the counts and the rate in one line."""
        total, seconds = self.statuses.total(), perf_counter() - self.started
        counts = ", ".join(f"{number} {status}" for status, number in self._counts())
        name = self.unit if total == 1 else f"{self.unit}s"
        rate = f"{seconds:.3f} s, {total / seconds:.0f} {self.unit}s/s"
        return f"{total} {name}: {counts} ({rate})" if total else f"no puzzles ({seconds:.3f} s)"

    def table(self) -> str:
        """Return the counts, the rate and the effort of the search, a line each."""
        total, seconds = self.statuses.total(), perf_counter() - self.started
        rows = [("puzzles", f"{total:,}"), ("seconds", f"{seconds:.3f}")]
        if total:
            rows += [
                ("puzzles/s", f"{total / seconds:,.0f}"),
                ("microseconds a puzzle", f"{1e6 * seconds / total:.3f}"),
            ]
        rows += self.searched.rows()
        rows += [
            (status, f"{number:,} ({number / total:.1%})") for status, number in self._counts()
        ]
        width = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:{width}}  {value}" for name, value in rows)

    def _counts(self) -> list[tuple[str, int]]:
        places = {status: place for place, status in enumerate(STATUSES)}
        return sorted(self.statuses.items(), key=lambda item: places.get(item[0], len(places)))

    def _clear(self) -> None:
        if self.progress:
            self.progress.clear()


@dataclass(slots=True)
class Searched:
    """The effort of the lane engine.

    Parameters
    ----------
    n_puzzles : int
        The number of puzzles that it searched.
    n_plain : int
        The number of those that took no guess.
    n_guesses : int
        The guesses that all of them took.

    Examples
    --------
    >>> Searched(8, 2, 12).rows()
    [('without a guess', '25.0%'), ('guesses a puzzle', '1.50')]
    """

    n_puzzles: int = 0
    n_plain: int = 0
    n_guesses: int = 0

    def add(self, n_puzzles: int, n_plain: int, n_guesses: int) -> None:
        """Add the effort for more puzzles."""
        self.n_puzzles += n_puzzles
        self.n_plain += n_plain
        self.n_guesses += n_guesses

    def rows(self) -> list[tuple[str, str]]:
        """Return lines of a table; none where there is nothing to report."""
        if not self.n_puzzles:
            return []
        return [
            ("without a guess", f"{self.n_plain / self.n_puzzles:.1%}"),
            ("guesses a puzzle", f"{self.n_guesses / self.n_puzzles:.2f}"),
        ]


NO_PUZZLE_HERE = "no row is a puzzle on 9x9; --geometry names another board"


def print_note(message: str) -> None:
    """Print a line to standard error."""
    _print_to_stderr(f"lowbit: {message}")


def _print_to_stderr(text: str) -> None:
    """Print lines that no result depends on; a failure to write them is ignored."""
    try:
        click.echo(text, err=True)
    except OSError:
        discard(sys.stderr)


def print_error(message: str) -> None:
    """Print an error in the one form that all errors have."""
    print_note(f"error: {message}")
