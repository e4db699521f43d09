"""What is asked of each puzzle of a text, and how its answer is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from lowbit.kernels.classic.text import (
    NOTHING,
    NUMBER,
    NUMBER_LAST,
    PUZZLE,
    SEPARATOR,
    SOLUTION,
    new_style,
)
from lowbit.status import Status

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lowbit.batch.fill import Fill
    from lowbit.kernels.classic.text import Style

AT_LEAST = "at least "
"""What is said before the number of solutions that were found when a limit ended a count."""

Shown: TypeAlias = Literal["", "solution", "puzzle", "number", "least"]
"""What an answer is: a word alone; the digits of the solution; the puzzle as it was given, with
the word as a remark; the number of solutions; the word, and how many there are at least."""

FIRST: dict[Shown, int] = {
    "": NOTHING,
    "solution": SOLUTION,
    "puzzle": PUZZLE,
    "number": NUMBER,
    "least": NUMBER_LAST,
}


@dataclass(frozen=True, slots=True)
class TextPlan:
    """What is asked of each puzzle, and how the answer is written.

    Parameters
    ----------
    fill : Fill
        What finds out the answers.
    wording : mapping of Status to Shown and str
        What the answer is, and its word. A puzzle with another status is left as an irregular line.
    keeps_text : bool
        Whether remarks are kept, and lines without a puzzle.
    times : int, default 1
        How many answers each puzzle gets.
    """

    fill: Fill
    wording: Mapping[Status, tuple[Shown, str]]
    keeps_text: bool
    times: int = 1

    def style(self) -> Style:
        """Return this as the kernels want it."""
        first, words = [], []
        for status in Status:
            shown, word = self.wording.get(status, ("", ""))
            first.append(FIRST[shown])
            texts = {
                "": word,
                "puzzle": f"{SEPARATOR.decode()}{word}",
                "least": f"{word}{SEPARATOR.decode()}{AT_LEAST}",
            }
            words.append(texts.get(shown, "").encode())
        return new_style(first, words, is_text=self.keeps_text)
