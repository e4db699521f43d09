"""All puzzles of few givens with the solutions of rows, as columns: the operation `fewest`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pyarrow as pa

from lowbit.batch.each import answer_each
from lowbit.batch.variants import VariantBatch
from lowbit.errors import InputError, LimitReachedError
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.tables.answers.arrow import WORDS, number_column, word_column
from lowbit.tables.answers.one_by_one import puzzles_of_rows
from lowbit.verbs.fewest.few_clues import FewCluePuzzles
from lowbit.verbs.puzzles import grid_of
from lowbit.verbs.solve.many import solve_many

if TYPE_CHECKING:
    from typing import Unpack

    from lowbit.geometry import Geometry
    from lowbit.puzzle import Puzzle
    from lowbit.tables.answers.one_by_one import AnyRows
    from lowbit.tables.answers.operation import TimedOptions

FIELDS: Final = [("puzzles", pa.string()), ("n_puzzles", pa.int64())]


def few_clue_columns(
    puzzles: AnyRows, *, board: Geometry, clues: int, **how: Unpack[TimedOptions]
) -> list[pa.Array]:
    """Return the puzzles of each row, a line each, how many there are, and the status."""
    limits = Limits.of(None, **how)
    geometry = None if isinstance(puzzles, VariantBatch) else board
    solved = solve_many(puzzles, geometry=geometry, **limits.of_batch)
    status = solved.status.copy()
    rows = np.flatnonzero(status == Status.UNIQUE).tolist()
    threads = 1 if len(rows) > 1 else limits.threads  # several rows are shared among them

    def searched(_row: int, puzzle: Puzzle) -> list[str] | Status:
        try:
            search = FewCluePuzzles(puzzle, clues, time_limit=limits.seconds_left, threads=threads)
            return [grid_of(found).to_line() for found in search]
        except LimitReachedError:
            return Status.LIMIT_REACHED
        except InputError:  # of a board with too many cells
            return Status.INVALID

    texts: list[str | None] = [None] * len(status)
    counts = np.zeros(len(status), np.int64)
    found = answer_each(puzzles_of_rows(puzzles, rows), searched, limits.silent)
    for row, lines in zip(rows, found, strict=True):
        if isinstance(lines, list):
            texts[row], counts[row] = "\n".join(lines), len(lines)
        elif lines is not None:
            status[row] = lines
    return [
        pa.array(texts, pa.string()),
        number_column(counts, status == Status.UNIQUE),
        word_column(status, WORDS),
    ]
