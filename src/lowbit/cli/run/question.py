"""The question of a command about each puzzle, and its answer to each status.

One puzzle is answered by a verb; many are by the lane engine, with a status each. Both give the
same answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lowbit.batch.text_plan import AnswerKind
    from lowbit.cli.io.writers import Answer
    from lowbit.limits import Limits
    from lowbit.status import Status


class StatusAnswer(NamedTuple):
    """A command's answer to a status.

    Attributes
    ----------
    word : str
        The word that the summary counts.
    shown : AnswerKind
        The text that is written, see `lowbit.batch.text_plan.AnswerKind`.
    is_good : bool
        Whether the exit code may stay 0.
    has_reason : bool
        Whether a puzzle answered alone gets a reason, too.
    """

    word: str
    shown: AnswerKind = ""
    is_good: bool = True
    has_reason: bool = False


class AnswerOne(Protocol):
    """Answers one puzzle, by a verb."""

    def __call__(
        self,
        puzzle: Any,  # noqa: ANN401 - a Grid; or a Puzzle, where the command takes constraints
        limits: Limits = ...,
        /,
    ) -> Answer:
        """Return the answer, or raise LimitReachedError."""


@dataclass(frozen=True, slots=True)
class Question:
    """The question of a command about each puzzle.

    Parameters
    ----------
    answer_one : callable
        Answers one puzzle.
    limit : int or None
        The number of solutions after which a search ends; None finds all.
    answers : mapping of Status to StatusAnswer
        The answer to each status in a batch. A puzzle with another status is answered alone.
    max_nodes : int, optional
        The most nodes to visit for a puzzle of a batch, whatever the user's limit.
    keeps_text : bool, default False
        Whether a line of text is answered in its place, and its remark kept.
    """

    answer_one: AnswerOne
    limit: int | None
    answers: Mapping[Status, StatusAnswer]
    max_nodes: int | None = None
    keeps_text: bool = False
