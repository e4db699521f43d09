"""The outputs of contests: the answers to their grids, written one after another or added up."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterable


class Output:
    """Writes the answer of each puzzle as soon as it is known.

    Parameters
    ----------
    stream : TextIO
        The stream to write to.
    """

    between = ""
    """The text between two answers."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._has_begun = False

    def write(self, answers: Iterable[str | None]) -> None:
        """Write answers; an empty line stands for None."""
        shown = [answer or "\n" for answer in answers]
        if shown:
            before = self.between if self._has_begun else ""
            self._stream.write(before + self.between.join(shown))
            self._has_begun = True

    def finish(self, *, is_complete: bool) -> None:
        """Write the end of the output; `is_complete` if every puzzle has an answer."""


class Apart(Output):
    """Writes an empty line between two answers."""

    between = "\n"


class SumOfAnswers(Output):
    """Adds up the answers, which are numbers, and writes the sum at the end."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._sum = 0

    def write(self, answers: Iterable[str | None]) -> None:
        """Add the answers."""
        self._sum += sum(int(answer) for answer in answers if answer)

    def finish(self, *, is_complete: bool) -> None:
        """Write the sum, unless an answer is missing."""
        if is_complete:
            self._stream.write(f"{self._sum}\n")
