"""``lowbit judge``: exactly the output that a judge expects for its input.

A dialect is a reader of the input, the answers to each grid, and an output that writes them. All
input that has arrived is answered before more is waited for::

    acwing166  ── lines up to `end` ──────> LineRun ─┬─ few ──> one, grid by grid
    the others ── grids, as they arrive ──> GridRun ─┴─ many ─> many, in the lane engine

Both ways give the same answers. A puzzle without an answer is reported, and an empty line stands
in its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import click

from lowbit.cli.contest.answers import (
    CELL,
    AnswerLayout,
    OnlySolutions,
    Scores,
    SmallestSolutions,
    rows,
)
from lowbit.cli.contest.grids import GridRun
from lowbit.cli.contest.lines import LineRun
from lowbit.cli.contest.outputs import Apart, Output, SumOfAnswers
from lowbit.cli.examples import examples
from lowbit.cli.io.outputs import open_output
from lowbit.cli.run.report import QUIET, Report
from lowbit.formats.judges.acwing166 import UpToEnd
from lowbit.formats.judges.contest import ContestInput, Spelling
from lowbit.formats.judges.contest_headed import HeadedInput
from lowbit.formats.streams.source import open_bytes
from lowbit.geometry import CLASSIC, Geometry

if TYPE_CHECKING:
    from collections.abc import Callable

    from lowbit.cli.contest.answers import GridAnswers
    from lowbit.cli.contest.grids import Input
    from lowbit.formats.streams.source import Arrivals


@dataclass(frozen=True, slots=True)
class Dialect:
    """The parts of a dialect whose input is more than a line for each grid.

    Parameters
    ----------
    answers : GridAnswers
        The answers to grids.
    reading : callable
        Returns the reader of an input.
    output : type of Output
        Writes the answers.
    board : Geometry
        The board of the grids.
    """

    answers: GridAnswers
    reading: Callable[[Arrivals], Input]
    output: type[Output] = Output
    board: Geometry = CLASSIC


PLAIN: Final = partial(ContestInput, spelling=Spelling())
ANNOUNCED: Final = partial(ContestInput, spelling=Spelling(), is_announced=True)
LETTERS: Final = Geometry.parse("16x16", "A-P")
JSON: Final = Spelling(between=b"[]\"',;", label=rb"\w+ *[=:]")

SOLVED_ROWS: Final = SmallestSolutions(rows(9))
LINES: Final = SmallestSolutions(AnswerLayout(f"{CELL * 81}\n"))
LARGE: Final = Dialect(
    SmallestSolutions(rows(16, end="\n")),
    partial(ContestInput, spelling=Spelling(LETTERS)),
    board=LETTERS,
)
QUOTED_ROW: Final = "[{}]".format(",".join([f'"{CELL}"'] * 9))

BY_LINE: Final = ("acwing166", "poj3074")
"""The dialects with a line for each grid."""

DIALECTS: Final = {
    "euler96": Dialect(OnlySolutions(AnswerLayout(CELL * 3)), HeadedInput, SumOfAnswers),
    "poj2676": Dialect(SOLVED_ROWS, ANNOUNCED),
    "acwing169": LARGE,
    "poj3076": LARGE,
    "baekjoon2239": Dialect(SOLVED_ROWS, PLAIN),
    "baekjoon2580": Dialect(SmallestSolutions(rows(9, " ")), PLAIN),
    "hdu1426": Dialect(SmallestSolutions(rows(9, " ")), PLAIN, Apart),
    "leetcode37": Dialect(
        SmallestSolutions(AnswerLayout("[{}]\n".format(",".join([QUOTED_ROW] * 9)))),
        partial(ContestInput, spelling=JSON),
    ),
    "pyramid": Dialect(Scores(), PLAIN),
}
"""All other dialects, by name."""


@click.command(
    "judge",
    epilog=examples(
        "lowbit judge euler96 examples/fifty.txt", "lowbit judge pyramid < examples/pyramid1.txt"
    ),
)
@click.argument("dialect", type=click.Choice([*BY_LINE, *DIALECTS]), metavar="DIALECT")
@click.argument("file", type=click.Path(allow_dash=True), default="-")
def command(dialect: str, file: str) -> int:
    """Answer a judge's input with exactly the output it expects.

    FILE is standard input by default. Each grid is answered as soon as it has arrived; white space
    never matters. A puzzle without an answer leaves an empty line and is reported on standard
    error, as is what is missing or too much. Of several solutions, the smallest is printed: the
    first in the order of its digits, row by row.

    \b
    euler96       the sum of the numbers in the top left corners (Project Euler 96)
    acwing166     one solved line for each puzzle, up to "end" (AcWing 166)
    poj3074       the same (POJ 3074)
    poj2676       nine lines for each puzzle (POJ 2676)
    acwing169     16 lines of letters for each puzzle, and an empty one (AcWing 169)
    poj3076       the same (POJ 3076)
    baekjoon2239  nine lines for each puzzle (Baekjoon 2239)
    baekjoon2580  the same with spaces between the digits (Baekjoon 2580)
    hdu1426       the same with an empty line between two puzzles (HDU 1426)
    leetcode37    the board as JSON (LeetCode 37)
    pyramid       the best score, or -1 without a solution (target Sudoku, NOIP 2009)
    """  # noqa: D301 - click reads "\b": do not rewrap the lines that follow
    report = Report(QUIET)
    with open_output(None) as stream, open_bytes(file) as arrivals:
        if dialect in BY_LINE:
            LineRun(LINES, report).answer_all(UpToEnd(arrivals), stream)
        else:
            chosen = DIALECTS[dialect]
            output = chosen.output(stream)
            run = GridRun(chosen.answers, chosen.board, output, report, arrivals.name)
            run.answer_all(chosen.reading(arrivals))
    return report.finish()
