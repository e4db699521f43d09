"""The query on each puzzle of a text, and how its answer is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias

import numpy as np

from lowbit.kernels.classic.search import UNLIMITED
from lowbit.kernels.classic.texts.lines import (
    NOTHING,
    NUMBER,
    NUMBER_LAST,
    OMITTED,
    PUZZLE,
    REASON,
    SEPARATOR,
    SOLUTION,
    TEXT,
    Rules,
    new_style,
)
from lowbit.status import Status

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lowbit.batch.fill import Fill
    from lowbit.kernels.classic.search import LaneLimits
    from lowbit.kernels.classic.texts.lines import Style

AT_LEAST = "at least "
"""The words before the number of solutions found when a limit ended a count."""

AnswerKind: TypeAlias = Literal[
    "", "solution", "puzzle", "number", "least", "text", "reason", "omitted"
]
"""The form of an answer: a word alone; the digits of the solution; the puzzle as it was given, with
the word as a remark; the number of solutions; the word, and how many there are at least; the text
that the `Fill` left in place of the solution. Of an invalid line, it may be the line and why it is
not a puzzle, or there may be none."""

FIRST: dict[AnswerKind, int] = {
    "": NOTHING,
    "solution": SOLUTION,
    "puzzle": PUZZLE,
    "number": NUMBER,
    "least": NUMBER_LAST,
    "text": TEXT,
    "reason": REASON,
    "omitted": OMITTED,
}


class RowText(Protocol):
    """The text around the puzzle and the answer in a row.

    Attributes
    ----------
    opening : str
        Before the puzzle.
    """

    @property
    def opening(self) -> str:
        """Before the puzzle."""

    def head(self, shown: AnswerKind, word: str, /) -> str:
        """Return the text between the puzzle and the answer, given the form of the answer."""

    def tail(self, shown: AnswerKind, word: str, /) -> str:
        """Return the text behind the answer."""


IN_ROWS: Final[frozenset[AnswerKind]] = frozenset(("", "solution", "number"))
"""The forms that an answer in a row may take."""


@dataclass(frozen=True, slots=True)
class TextPlan:
    """The query on each puzzle of a text, and the form of its answer.

    Parameters
    ----------
    fill : Fill or LaneLimits
        Finds the answers; or the limits of a search, which finds them while the text is read.
    wording : mapping of Status to AnswerKind and str
        The form and the word of the answer. A line with another status is left as an irregular one.
    keeps_text : bool
        Whether remarks are kept, and lines without a puzzle.
    times : int, default 1
        The number of answers to each puzzle.
    offset : int, default 0
        The difference between the number of a puzzle and that of its line.
    n_named : int, default 0
        The number of invalid lines of a piece that are left as irregular ones in any case, so that
        the first ones can be named.
    block : int, optional
        Bytes that a thread takes at a time, where each puzzle takes long.
    rows : RowText, optional
        The text around puzzles and answers, where both are written; by default answers alone are.
        Lines with a remark, and those that have another answer than rows can hold, are irregular.
    """

    fill: Fill | LaneLimits
    wording: Mapping[Status, tuple[AnswerKind, str]]
    keeps_text: bool
    times: int = 1
    offset: int = 0
    n_named: int = 0
    block: int | None = None
    rows: RowText | None = None

    def style(self) -> Style:
        """Return the plan in the form that kernels take."""
        if self.rows:
            return self._style_of_rows(self.rows)
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

    def rules(self) -> Rules:
        """Return which lines are left to others."""
        left_to_others = np.array([status not in self.wording for status in Status])
        if self.rows:
            left_to_others |= [
                self.wording.get(each, ("reason", ""))[0] not in IN_ROWS for each in Status
            ]
            left_to_others[Status.INVALID] = True
        n_named = UNLIMITED if left_to_others[Status.INVALID] else self.n_named
        return Rules(left_to_others, n_named, self.rows is not None)

    def _style_of_rows(self, rows: RowText) -> Style:
        wording = [self.wording.get(status, ("", "")) for status in Status]
        return new_style(
            [FIRST[shown] for shown, _ in wording],
            [rows.tail(*answer).encode() for answer in wording],
            is_text=False,
            opening=rows.opening.encode(),
            heads=[rows.head(*answer).encode() for answer in wording],
        )
