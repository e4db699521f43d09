"""Answers in any form, as the digits of boards: grids, arrays, and texts that end with a grid."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lowbit.batch.arrays import NUMBERS, array_of, bytes_of_digits, imported
from lowbit.batch.boards import read_boards
from lowbit.batch.candidates import masks_of_puzzles
from lowbit.batch.kinds import listed
from lowbit.batch.masks import digits_of_masks
from lowbit.batch.puzzles import has_shape, read_batch
from lowbit.batch.variants import VariantBatch
from lowbit.errors import InputError
from lowbit.geometry import CLASSIC
from lowbit.kernels.classic.search import BAD_CELL
from lowbit.verbs.verify.one import answer_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from lowbit.batch.boards import BoardBatch
    from lowbit.batch.kinds import AnyBatch
    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.geometry import Geometry
    from lowbit.kernels.classic.search import Puzzles


class ReadAnswers(NamedTuple):
    """Answers that were read, row for row.

    Attributes
    ----------
    digits : uint8[n, n_cells]
        Their digits, 0 for a cell that is left, and behind the last cell of smaller boards.
    errors : dict of int to InputError
        Why those that could not be read are no answers, by row.
    """

    digits: NDArray[np.uint8]
    errors: dict[int, InputError]

    @property
    def are_read(self) -> NDArray[np.bool_]:
        """Whether each row could be read, bool[n]."""
        are = np.ones(len(self.digits), np.bool_)
        are[list(self.errors)] = False
        return are


def read_answers(answers: PuzzlesLike, batch: AnyBatch) -> ReadAnswers:
    """Return the answers to the puzzles of a batch.

    Raises
    ------
    InputError
        If they are no batch.
    """
    answers = imported(answers)
    if isinstance(batch, VariantBatch):
        return _on_boards(_listed(answers), batch)
    board = batch.geometry
    if isinstance(answers, PathLike):
        answers = listed(answers, board)
    if hasattr(answers, "__array__"):
        array = array_of(answers)
        if array.dtype.kind in NUMBERS and has_shape(array, board):
            return _of_numbers(array, board)
    if batch.kind == "boards":
        return answers_on_board(read_boards(answers, board))
    return answers_on_classic(*read_batch(answers)[:2])


def answers_on_board(read: BoardBatch) -> ReadAnswers:
    """Return answers on one board; what is no grid on it is read from its item."""
    return _completed(digits_of_masks(read.masks), ~read.valid, read.item, read.geometry)


def answers_on_classic(puzzles: Puzzles, item: Callable[[int], object]) -> ReadAnswers:
    """Return answers on the classic board; what is no line of cells is read from its item."""
    is_unread = puzzles.starts < 0
    rows = np.flatnonzero(~is_unread)
    masks = masks_of_puzzles(puzzles, rows)
    is_unread[rows[(masks == BAD_CELL).any(axis=1)]] = True
    digits = np.zeros((len(is_unread), CLASSIC.n_cells), np.uint8)
    digits[rows] = digits_of_masks(masks)
    return _completed(digits, is_unread, item, CLASSIC)


def _of_numbers(array: NDArray[Any], board: Geometry) -> ReadAnswers:
    digits = np.array(bytes_of_digits(array))  # a copy: verdicts complete it
    is_wrong: NDArray[np.bool_] = np.any(digits > board.size, axis=1)
    return _completed(digits, is_wrong, lambda row: array[row].tolist(), board)


def _completed(
    digits: NDArray[np.uint8],
    is_unread: NDArray[np.bool_],
    item: Callable[[int], object],
    board: Geometry,
) -> ReadAnswers:
    """Return answers, of which some rows are still to be read from their items."""
    rows = np.flatnonzero(is_unread).tolist()
    errors = {}
    for row in rows:
        digits[row] = 0
        try:
            digits[row] = list(answer_of(item(row), board).givens)
        except InputError as error:
            errors[row] = error
    return ReadAnswers(digits, errors)


def _listed(answers: PuzzlesLike) -> list[Any]:
    """Return answers, each on its own board, as a list."""
    if isinstance(answers, PathLike):
        answers = listed(answers)
    if isinstance(answers, (str, bytes, bytearray, memoryview)):
        text = answers if isinstance(answers, str) else bytes(answers).decode(errors="replace")
        return text.splitlines()
    if not isinstance(answers, Iterable):
        raise InputError(f"answers are a list or an array, and no {type(answers).__name__}")
    return list(answers)


def _on_boards(items: list[Any], batch: VariantBatch) -> ReadAnswers:
    """Return answers to puzzles each of which says its board."""
    boards = batch.boards
    rows: list[Sequence[int] | None] = [None] * len(items)
    errors = {}
    for row, (item, board) in enumerate(zip(items, boards, strict=False)):
        try:
            rows[row] = list(answer_of(item, board).givens)
        except InputError as error:
            errors[row] = error
    return ReadAnswers(batch.stacked(rows), errors)
