"""The judges' dialects: how an input is read, how it is answered, and what the help says of both.

To add one, add it to `EVERY` below, and how the problem spells a grid to ``SPELLINGS`` in
``tests/cli/test_judge.py``; ``make docs`` lists it. A dialect is a reader of the input, the answers
to each grid, and an output that writes them. All input that has arrived is answered before more is
waited for::

    acwing166  ── lines up to `end` ──────> LineRun ─┬─ few ──> one, grid by grid
    the others ── grids, as they arrive ──> GridRun ─┴─ many ─> many, in the lane engine

Both ways give the same answers. A puzzle without an answer is reported, and an empty line stands
in its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

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
from lowbit.formats.judges.acwing166 import UpToEnd
from lowbit.formats.judges.contest import ContestInput, Spelling
from lowbit.formats.judges.contest_headed import HeadedInput
from lowbit.geometry import CLASSIC, Geometry

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from lowbit.cli.contest.answers import GridAnswers
    from lowbit.cli.contest.grids import Input
    from lowbit.cli.run.report import Report
    from lowbit.formats.streams.source import Arrivals

PLAIN: Final = partial(ContestInput, spelling=Spelling())
ANNOUNCED: Final = partial(ContestInput, spelling=Spelling(), is_announced=True)
LETTERS: Final = Geometry.parse("16x16", "A-P")
JSON: Final = Spelling(between=b"[]\"',;", label=rb"\w+ *[=:]")

LINES: Final = SmallestSolutions(AnswerLayout(f"{CELL * 81}\n"))
SOLID_ROWS: Final = SmallestSolutions(rows(9))
SPACED_ROWS: Final = SmallestSolutions(rows(9, " "))
QUOTED_ROW: Final = "[{}]".format(",".join([f'"{CELL}"'] * 9))
JSON_ROWS: Final = SmallestSolutions(AnswerLayout("[{}]\n".format(",".join([QUOTED_ROW] * 9))))


@dataclass(frozen=True, slots=True)
class Dialect:
    """A dialect whose input is grids, one after another.

    Parameters
    ----------
    names : tuple of str
        Its names; each is a judge's that has the same problem.
    problems : str
        The problems, as people write their names.
    input : str
        The input in words.
    output : str
        The output in words.
    answers : GridAnswers
        The answers to grids.
    reading : callable
        Returns the reader of an input.
    writing : type of Output
        Writes the answers.
    board : Geometry
        The board of the grids.
    """

    names: tuple[str, ...]
    problems: str
    input: str
    output: str
    answers: GridAnswers
    reading: Callable[[Arrivals], Input] = PLAIN
    writing: type[Output] = Output
    board: Geometry = CLASSIC

    def answer(self, arrivals: Arrivals, stream: TextIO, report: Report) -> None:
        """Answer an input."""
        output = self.writing(stream)
        run = GridRun(self.answers, self.board, output, report, arrivals.name)
        run.answer_all(self.reading(arrivals))


class LineDialect(Dialect):
    """A dialect with a line for each grid, up to one that says ``end``."""

    def answer(self, arrivals: Arrivals, stream: TextIO, report: Report) -> None:
        """Answer an input; long ones are read and answered by kernels."""
        LineRun(self.answers, report).answer_all(UpToEnd(arrivals), stream)


EVERY: Final = (
    Dialect(
        ("euler96",),
        "Project Euler 96",
        input="for each grid a line `Grid 01`, then nine lines of nine digits",
        output="the sum of the numbers in the top left corners of all solutions",
        answers=OnlySolutions(AnswerLayout(CELL * 3)),
        reading=HeadedInput,
        writing=SumOfAnswers,
    ),
    LineDialect(
        ("acwing166", "poj3074"),
        "AcWing 166, POJ 3074",
        input="81 characters a line, then a line `end`",
        output="a solved line for each puzzle",
        answers=LINES,
    ),
    Dialect(
        ("poj2676",),
        "POJ 2676",
        input="the number of grids, then nine lines for each",
        output="nine lines for each grid",
        answers=SOLID_ROWS,
        reading=ANNOUNCED,
    ),
    Dialect(
        ("poj3076", "acwing169"),
        "POJ 3076, AcWing 169",
        input="sixteen lines of sixteen letters from A to P, `-` for a blank, for each grid",
        output="sixteen lines of letters for each grid, and an empty one",
        answers=SmallestSolutions(rows(16, end="\n")),
        reading=partial(ContestInput, spelling=Spelling(LETTERS)),
        board=LETTERS,
    ),
    Dialect(
        ("baekjoon2239",),
        "Baekjoon 2239",
        input="nine lines of nine digits",
        output="nine lines",
        answers=SOLID_ROWS,
    ),
    Dialect(
        ("baekjoon2580",),
        "Baekjoon 2580",
        input="nine lines of nine digits with spaces between them",
        output="nine lines with spaces between the digits",
        answers=SPACED_ROWS,
    ),
    Dialect(
        ("hdu1426",),
        "HDU 1426",
        input="nine lines of digits with spaces between them, `?` for a blank, for each grid",
        output="nine lines with spaces for each grid, an empty line between two",
        answers=SPACED_ROWS,
        writing=Apart,
    ),
    Dialect(
        ("leetcode37",),
        "LeetCode 37",
        input='the board as JSON, `[["5","3",".", ...`',
        output="the board as JSON",
        answers=JSON_ROWS,
        reading=partial(ContestInput, spelling=JSON),
    ),
    Dialect(
        ("pyramid",),
        "target Sudoku, NOIP 2009",
        input="nine lines of nine numbers",
        output="the highest score, or -1 without a completion",
        answers=Scores(),
    ),
)
"""All dialects, in the order of the help."""

DIALECTS: Final = {name: dialect for dialect in EVERY for name in dialect.names}
"""All dialects by their names."""
