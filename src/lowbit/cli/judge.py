"""``lowbit judge``: exactly the output that a judge expects for its input.

A dialect is two functions: one answers a grid, the other makes lines of all answers, as they
come. A puzzle without an answer is reported, and None stands in its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from lowbit.cli.inputs import source_name
from lowbit.cli.options import examples
from lowbit.cli.outputs import open_output
from lowbit.cli.report import Report
from lowbit.errors import LowbitError, NoSolutionError
from lowbit.formats import read
from lowbit.verbs import any_solution, maximize, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lowbit.grid import Grid
    from lowbit.verbs import ScoreResult


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a judge is answered.

    Parameters
    ----------
    answer : callable
        Answers one grid, or raises a `LowbitError`.
    lines : callable
        Makes the output's lines of the answers.
    """

    answer: Callable[[Grid], Any]
    lines: Callable[[Iterable[Any]], Iterator[str]]


def _any_solution(grid: Grid) -> Grid:
    solution = any_solution(grid)
    if solution is None:
        raise NoSolutionError("the puzzle has no solution")
    return solution


def _sum_of_corners(solutions: Iterable[Grid | None]) -> Iterator[str]:
    corners = [int(solution.to_line()[:3]) if solution else None for solution in solutions]
    if None not in corners:  # with one missing there is no sum
        yield str(sum(filter(None, corners)))


def _one_line_each(solutions: Iterable[Grid | None]) -> Iterator[str]:
    for solution in solutions:
        yield solution.to_line() if solution else ""


def _nine_lines_each(solutions: Iterable[Grid | None]) -> Iterator[str]:
    for line in _one_line_each(solutions):
        yield "\n".join(line[start : start + 9] for start in range(0, len(line), 9))


def _scores(results: Iterable[ScoreResult | None]) -> Iterator[str]:
    for result in results:
        yield "" if result is None else str(-1 if result.score is None else result.score)


DIALECTS = {
    "euler96": Dialect(solve, _sum_of_corners),
    "acwing166": Dialect(_any_solution, _one_line_each),
    "poj2676": Dialect(_any_solution, _nine_lines_each),
    "pyramid": Dialect(maximize, _scores),
}


@click.command(
    "judge",
    epilog=examples(
        "lowbit judge euler96 examples/fifty.txt", "lowbit judge pyramid < examples/pyramid1.txt"
    ),
)
@click.argument("dialect", type=click.Choice(list(DIALECTS)), metavar="DIALECT")
@click.argument("file", type=click.Path(allow_dash=True), default="-")
def command(dialect: str, file: str) -> int:
    """Answer a judge's input with exactly the output it expects.

    FILE is standard input by default. Each line is printed as soon as its puzzle has come in;
    a puzzle without an answer is reported on standard error and leaves an empty line.

    \b
    euler96    the sum of the numbers in the top left corners (Project Euler 96)
    acwing166  one solved line for each puzzle, up to "end" (AcWing 166, POJ 3074)
    poj2676    nine lines for each puzzle (POJ 2676)
    pyramid    the best score, or -1 without a solution (target Sudoku, NOIP 2009)
    """  # noqa: D301 - click reads "\b": do not rewrap the lines that follow
    report = Report()
    with open_output(None) as stream:
        for line in DIALECTS[dialect].lines(_answers(dialect, file, report)):
            print(line, file=stream)
    return report.exit_code


def _answers(dialect: str, file: str, report: Report) -> Iterator[Any]:
    for record in read(file, dialect):
        if record.error:
            report.error(str(record.error))
            yield None
        elif record.grid:
            try:
                yield DIALECTS[dialect].answer(record.grid)
            except LowbitError as error:
                report.error(f"{source_name(file)}: line {record.line}: {error}")
                yield None
