"""Batches in which puzzles say their boards and constraints: a Puzzle or Grid, or a text of one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np

from lowbit.batch.puzzles import require_no_other_board
from lowbit.batch.reasons import Reasons
from lowbit.errors import GridError, InputError
from lowbit.formats.headers import is_usual
from lowbit.formats.lines.asides import is_aside
from lowbit.formats.lines.item_lines import with_items_joined
from lowbit.formats.lines.line import split_line, symbols_of_line
from lowbit.formats.puzzle_texts import is_text_of_variant, may_have_constraints, split_remark
from lowbit.geometry import CLASSIC, board_of
from lowbit.grid import Grid, Masks
from lowbit.loaded import is_instance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lowbit.batch.puzzles import Batch, PuzzlesLike
    from lowbit.geometry import BoardLike, Geometry
    from lowbit.puzzle import Puzzle


AMONG_CELLS: Final = "<>^v`',~:"
"""One of these stands in every text of a puzzle that is as long as a line of digits: in killers,
which are a character a cell, and in those that happen to be."""

TEXTS: Final = (str, bytes, bytearray, memoryview)
"""The types of batches with a puzzle a line."""


class VariantBatch(NamedTuple):
    """The puzzles of a batch, each on its own board.

    Attributes
    ----------
    items : list of Puzzle, InputError or str
        A row each; the error says why it is not a puzzle, and a text has not been read so far.
    kind : str
        The kind of engine that answers it.
    """

    items: list[Puzzle | InputError | str]
    kind: str = "variants"

    def item(self, row: int) -> Puzzle | InputError:
        """Return the item of a row, read."""
        item = self.items[row]
        if isinstance(item, str):
            item = self.items[row] = _read(item, None)
        return item

    @property
    def puzzles(self) -> list[Puzzle | InputError]:
        """The items of all rows, read."""
        return list(map(self.item, range(len(self.items))))

    def board(self, row: int) -> Geometry:
        """Return the board of a row; the classic one where there is no puzzle."""
        item = self.items[row]
        if isinstance(item, str):
            from lowbit.formats.variants.iss.reading import board_of_text  # as in `_read`

            return board_of_text(item) or CLASSIC
        return CLASSIC if isinstance(item, InputError) else item.geometry

    @property
    def boards(self) -> tuple[Geometry, ...]:
        """The board of each row."""
        return tuple(map(self.board, range(len(self.items))))

    @property
    def largest(self) -> Geometry:
        """The board with the most cells."""
        return largest_of(self.boards)

    @property
    def reasons(self) -> Reasons:
        """Why rows are invalid."""
        wrong = enumerate(self.items)
        return Reasons({row: item for row, item in wrong if isinstance(item, InputError)})

    @property
    def place(self) -> dict[str, Any]:
        """The reasons and the boards of results."""
        return {"reasons": self.reasons, "geometry": self.largest, "boards": self.boards}

    def stacked(
        self,
        rows: Sequence[Sequence[int] | None],
        largest: Geometry | None = None,
    ) -> NDArray[np.uint8]:
        """Return a row of cells for each puzzle, with zeros where one is None or shorter.

        `largest` is the largest board, where it is known.
        """
        width = (largest or self.largest).n_cells
        stack = bytearray().join([bytes(cells or ()).ljust(width, b"\0") for cells in rows])
        return np.frombuffer(stack, np.uint8).reshape(len(rows), width)


def largest_of(boards: Sequence[Geometry]) -> Geometry:
    """Return the first of the boards with the most cells; the classic one if there are none."""
    return max(boards, key=lambda board: board.n_cells, default=CLASSIC)


def has_variants(puzzles: PuzzlesLike, board: Geometry = CLASSIC) -> bool:
    """Return whether any item of a batch says its board: a Puzzle, a Grid, or a text of a Puzzle.

    A Grid need not say the classic board. Of a text, an item is a line. `board` is that of the
    others.

    Examples
    --------
    >>> has_variants(["." * 81, ".Cage~10~R1C1~R1C2"]), has_variants("." * 81)
    (True, False)
    """
    if isinstance(puzzles, TEXTS) and not may_have_constraints(_as_str(puzzles)):
        return False  # of a million lines, without a look at each
    items, lengths = _items(puzzles, board), {board.n_cells, board.n_cells * board.size}
    return not _are_lines(items, lengths) and any(
        _is_variant(item, board)
        for item in items
        if not isinstance(item, str) or len(item) not in lengths or _has_signs(item)
    )


def _are_lines(items: Sequence[Any], lengths: set[int]) -> bool:
    """Whether all items are texts of these lengths without `AMONG_CELLS`, seen at once."""
    try:
        text = "".join(items)
    except TypeError:  # not all of them are strings
        return False
    return lengths.issuperset(map(len, items)) and not _has_signs(text)


def _has_signs(text: str) -> bool:
    """Whether a text has any of `AMONG_CELLS`: each sought alone, 30 times as fast as a pattern."""
    return any(sign in text for sign in AMONG_CELLS)


def has_unread_variants(puzzles: PuzzlesLike, batch: Batch) -> bool:
    """Return whether `puzzles` have variants, given what was read of them: faster for many."""
    unread = np.flatnonzero(batch.puzzles.starts < 0).tolist()
    if any(_is_variant(batch.item(row), CLASSIC) for row in unread):
        return True
    return batch.may_have_signs and _have_signs(puzzles) and has_variants(puzzles)


def _have_signs(puzzles: PuzzlesLike) -> bool:
    """Whether texts that were read as cells may have any of `AMONG_CELLS`, at a glance."""
    try:
        texts = [_as_str(puzzles)] if isinstance(puzzles, TEXTS) else puzzles
        text = "".join(cast("Iterable[str]", texts))
    except TypeError:  # not all of them are strings
        return True
    return _has_signs(text)


def _is_variant(item: object, board: Geometry) -> bool:
    """Return whether an item is a Puzzle, a Grid on another board, or a text of a Puzzle."""
    if isinstance(item, str):
        return is_text_of_variant(item, board)
    if isinstance(item, Grid):  # on a board that is named, others are invalid
        return board.is_classic and item.geometry != CLASSIC
    return is_instance(item, "lowbit.puzzle", "Puzzle")


def read_variants(
    puzzles: PuzzlesLike | VariantBatch, geometry: BoardLike | None = None
) -> VariantBatch:
    """Return the puzzles of a batch; `geometry` is the board of those that do not name theirs.

    Texts that a kernel may read are left as they are, until somebody asks for the puzzle.
    """
    if isinstance(puzzles, VariantBatch):
        return puzzles
    if geometry is None and isinstance(puzzles, TEXTS):
        require_no_other_board(_as_str(puzzles).encode(errors="replace"))
    items = _items(puzzles, board_or_classic(geometry))
    if geometry is None:
        return VariantBatch([item if _is_left(item) else _read(item, None) for item in items])
    return VariantBatch([_read(item, geometry) for item in items])


def _is_left(item: object) -> bool:
    """Return whether an item is a text of Interactive Sudoku Solver, as far as the start tells."""
    return isinstance(item, str) and item.startswith(".") and "~" in item and item.isascii()


def _items(puzzles: PuzzlesLike, board: Geometry) -> Sequence[Any]:
    """Return the items of a batch that consists of objects, strings or lines; none of others."""
    if isinstance(puzzles, TEXTS):
        return _puzzles_of_lines(_as_str(puzzles), board)
    if isinstance(puzzles, (Masks, Grid)) or not isinstance(puzzles, Iterable):
        return ()
    if hasattr(puzzles, "__array__"):
        if getattr(puzzles, "ndim", 1) != 1:
            return ()
        array = np.asarray(puzzles)
        return array.tolist() if array.ndim == 1 and array.dtype.kind in "OSUT" else ()
    return puzzles if isinstance(puzzles, (list, tuple)) else list(puzzles)


def _as_str(text: str | bytes | bytearray | memoryview) -> str:
    return text if isinstance(text, str) else bytes(text).decode(errors="replace")


def _puzzles_of_lines(text: str, board: Geometry) -> list[str]:
    """Return each puzzle, without its remark; comments and a header have none."""
    every = _LINE_END.split(text.removeprefix("\ufeff"))
    first = next((line for line in every if not is_aside(line, board)), "")
    if is_text_of_variant(split_remark(first)[0], board):
        every = list(with_items_joined(every))
    lines = [line for line in every if not is_aside(line, board)]
    if lines and is_usual(split_line(lines[0], CLASSIC)[0]):
        del lines[0]
    return [_puzzle_of_line(line, board) for line in lines]


_LINE_END: Final = re.compile(r"\r\n?|\n")


def _puzzle_of_line(line: str, board: Geometry) -> str:
    puzzle = split_remark(line)[0]
    return puzzle if is_text_of_variant(puzzle, board) else symbols_of_line(line, board)


def _read(item: Any, geometry: BoardLike | None) -> Puzzle | InputError:  # noqa: ANN401 - see above
    """Return an item as a puzzle, or the error that says why it is none."""
    if isinstance(item, InputError):
        return item
    from lowbit.formats.one_puzzle import read_puzzle  # loads all constraints
    from lowbit.puzzle import Puzzle

    try:
        if isinstance(item, str) and is_text_of_variant(item, board_or_classic(geometry)):
            item = read_puzzle(item)
        if not isinstance(item, (Grid, Puzzle)):
            item = Grid(item, geometry)
        puzzle = Puzzle(item) if isinstance(item, Grid) else item
        if geometry is not None and not _is_same_board(board_of(geometry), puzzle.geometry):
            raise GridError(f"this puzzle lies on {puzzle.geometry}, not on {board_of(geometry)}")
    except InputError as error:
        return error.with_traceback(None)  # which would keep all that it saw
    return puzzle


def _is_same_board(one: Geometry, other: Geometry) -> bool:
    """Return whether boards are equal; the classic one is, whatever its digits are written as."""
    return one == other or (one.is_classic and other.is_classic)


def board_or_classic(geometry: BoardLike | None) -> Geometry:
    """Return a board that may be named; the classic one if it is not."""
    return CLASSIC if geometry is None else board_of(geometry)
