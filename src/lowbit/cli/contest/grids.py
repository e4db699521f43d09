"""Grids answered as a contest's input brings them."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING

from lowbit.cli.run.report import OK
from lowbit.errors import FormatError, LowbitError
from lowbit.grid import Grid
from lowbit.verbs.solve.handover import kernels_pay

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Protocol

    import numpy as np
    from numpy.typing import NDArray

    from lowbit.cli.contest.answers import GridAnswers
    from lowbit.cli.contest.outputs import Output
    from lowbit.cli.run.report import Report
    from lowbit.formats.judges.contest import FoundGrid
    from lowbit.geometry import Geometry

    class Input(Protocol):
        """A reader of a contest's input."""

        def portions(self) -> Iterator[list[FoundGrid]]:
            """Yield the grids that have arrived, before more is waited for."""


class GridRun:
    """Answers the grids of one input.

    Parameters
    ----------
    answers : GridAnswers
        The answers to grids.
    board : Geometry
        Their board.
    output : Output
        The output of the answers.
    report : Report
        The report, which prints errors.
    name : str
        The name of the input in messages.
    """

    def __init__(
        self, answers: GridAnswers, board: Geometry, output: Output, report: Report, name: str
    ) -> None:
        self._answers = answers
        self._board = board
        self._output = output
        self._report = report
        self._name = name

    def answer_all(self, given: Input) -> None:
        """Answer every grid, and report grids that are missing and text that is too much."""
        try:
            for found in given.portions():
                self._output.write(self._answered(found))
        except FormatError as error:
            self._report.error(str(error))
        self._output.finish(is_complete=self._report.exit_code == OK)

    def _answered(self, found: Sequence[FoundGrid]) -> Iterator[str | None]:
        """Yield the answers, and report grids that have none."""
        cells = [each.cells for each in found if not each.error]
        in_bulk = cells and kernels_pay(len(cells))
        known = (
            iter(self._answers.many(self._digits(cells), self._board)) if in_bulk else repeat(None)
        )
        for each in found:
            if each.error:
                self._report.wrong_puzzle(each.error)
                yield None
            else:
                yield next(known) or self._by_verb(each)

    def _by_verb(self, found: FoundGrid) -> str | None:
        try:
            return self._answers.one(Grid(found.cells, self._board))
        except LowbitError as error:
            self._report.wrong_puzzle(f"{self._name}: line {found.line}: {error}")
            return None

    def _digits(self, cells: Sequence[str]) -> NDArray[np.uint8]:
        """Return the digits of grids, a row for each and 0 for a blank."""
        import numpy as np  # few grids do without

        symbols = f".{self._board.symbols}"
        digits = bytes.maketrans(symbols.encode(), bytes(range(len(symbols))))
        text = "".join(cells).encode().translate(digits)
        return np.frombuffer(text, np.uint8).reshape(len(cells), -1)
