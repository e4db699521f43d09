"""What do the commands on many puzzles share?

A command turns one grid into an `Answer`; a `Job` holds what the user asked for and does the
rest::

    inputs.records ──> the command's answer(grid) ──> a writer ──> open_output
                                   │
                                   └──> report: errors, counts, exit code
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lowbit.cli.inputs import records
from lowbit.cli.outputs import open_output
from lowbit.cli.report import Report
from lowbit.cli.writers import Answer
from lowbit.errors import LimitReachedError
from lowbit.status import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lowbit.cli.writers import Answered, Writer
    from lowbit.geometry import Geometry
    from lowbit.grid import Grid


@dataclass(frozen=True, slots=True)
class Job:
    """What the user asked a command on many puzzles to do.

    Parameters
    ----------
    puzzles : tuple of str
        The files and puzzles.
    format_name : str or None
        What the files are in; None sniffs.
    board : Geometry
        The board of all puzzles.
    to : str
        The output's format.
    output : str or None
        The output's path; None is standard output.
    verbosity : int
        How much goes to standard error.
    """

    puzzles: tuple[str, ...]
    format_name: str | None
    board: Geometry
    to: str
    output: str | None
    verbosity: int

    def run(self, answer: Callable[[Grid], Answer], write: Writer) -> int:
        """Answer every puzzle, write the answers, and return the exit code.

        Parameters
        ----------
        answer : callable
            The command itself: what it says about a grid.
        write : callable
            The writer for `to`.
        """
        report = Report(self.verbosity)
        with open_output(self.output) as stream:
            write(self._answered(answer, report), stream)
        return report.finish()

    def _answered(self, answer: Callable[[Grid], Answer], report: Report) -> Iterator[Answered]:
        for place, record in records(self.puzzles, self.format_name, self.board, report):
            if record.error:
                report.error(str(record.error))
                found = Answer(Status.INVALID.word, is_good=False, reason=record.error.where)
            elif record.grid:
                found = _answer(record.grid, answer)
                report.detail(place, found.reason)
            else:
                yield record, None
                continue
            report.count(found)
            yield record, found


def _answer(grid: Grid, answer: Callable[[Grid], Answer]) -> Answer:
    try:
        return answer(grid)
    except LimitReachedError as error:
        return Answer(Status.LIMIT_REACHED.word, is_good=False, reason=str(error))
