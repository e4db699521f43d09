"""The verdicts on a column of answers, as columns: the operation `verify`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import numpy as np
import pyarrow as pa

from lowbit.batch.boards import BoardBatch
from lowbit.batch.puzzles import Batch
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.tables.answers.arrow import number_column, word_column
from lowbit.tables.arrow_puzzles import texts_of_rows
from lowbit.verbs.verify.answers import answers_on_board, answers_on_classic, read_answers
from lowbit.verbs.verify.many import verify_batch
from lowbit.verbs.verify.verdict import AnswerStatus

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import NDArray

    from lowbit.batch.variants import VariantBatch
    from lowbit.kernels.classic.search import Puzzles
    from lowbit.tables.answers.operation import PuzzleRows, TimedOptions
    from lowbit.verbs.verify.answers import ReadAnswers
    from lowbit.verbs.verify.results import VerdictBatch

FIELDS: Final = [
    ("score", pa.float64()),
    ("n_right", pa.int64()),
    ("n_blank", pa.int64()),
    ("wrong", pa.string()),
]

OUTCOMES_INVALID: Final = [*(outcome.word for outcome in AnswerStatus), Status.INVALID.word]
"""The words in a column of outcomes, by code; the last is that of rows without a puzzle."""


def verdict_columns(
    rows: PuzzleRows, max_nodes: int | None, **how: Unpack[TimedOptions]
) -> list[pa.Array]:
    """Return the verdicts on the answers beside the puzzles of rows."""
    puzzles = rows.puzzles
    batch = puzzles if isinstance(puzzles, BoardBatch) else Batch(puzzles, lambda _row: None)
    return _columns_of(verify_batch(batch, _answers_in(rows), _limits(max_nodes, **how)))


def verdicts_of_variants(
    batch: VariantBatch,
    rows: PuzzleRows,
    places: NDArray[np.int64],
    max_nodes: int | None,
    **how: Unpack[TimedOptions],
) -> list[pa.Array]:
    """Return the verdicts on the answers beside puzzles with constraints."""
    answers = read_answers(texts_of_rows(rows.companion_column, places), batch)
    return _columns_of(verify_batch(batch, answers, _limits(max_nodes, **how)))


def _limits(max_nodes: int | None, **how: Unpack[TimedOptions]) -> Limits:
    return Limits(max_nodes, how.get("time_limit"), how.get("threads"), how.get("progress"))


def _answers_in(rows: PuzzleRows) -> ReadAnswers:
    """Return the answers in the second column; of those that are no cells, its texts are read."""

    def text(row: int) -> str:
        return texts_of_rows(rows.companion_column, np.array([row]))[0]

    if isinstance(rows.companion, BoardBatch):
        return answers_on_board(rows.companion._replace(item=text))
    return answers_on_classic(cast("Puzzles", rows.companion), text)


def _columns_of(verdicts: VerdictBatch) -> list[pa.Array]:
    is_read = ~np.isin(verdicts.outcome, (AnswerStatus.UNREADABLE, AnswerStatus.UNKNOWN))
    is_invalid = verdicts.status == Status.INVALID
    codes = np.where(is_invalid, len(AnswerStatus), verdicts.outcome).astype(np.uint8)
    has_score = (verdicts.outcome != AnswerStatus.UNKNOWN) & ~is_invalid
    wrong = [_names(verdicts, row) if there else None for row, there in enumerate(is_read.tolist())]
    counts = [number_column(values, is_read) for values in (verdicts.n_right, verdicts.n_blank)]
    return [
        number_column(verdicts.scores, has_score),
        *counts,
        pa.array(wrong, pa.string()),
        word_column(codes, OUTCOMES_INVALID),
    ]


def _names(verdicts: VerdictBatch, row: int) -> str | None:
    """Return the names of the wrong cells of an answer; None if it has none."""
    cells = np.flatnonzero(verdicts.wrong[row])
    board = verdicts.geometry if verdicts.boards is None else verdicts.boards[row]
    return " ".join(map(board.cell_name, cells.tolist())) or None
