"""The canonical forms of the puzzles of a batch."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from lowbit.batch.result import Results
from lowbit.errors import InputError
from lowbit.formats.puzzle import puzzle_text
from lowbit.grid import Grid
from lowbit.status import Status
from lowbit.symmetry import Transform

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class CanonicalResult:
    """The canonical form of one puzzle of a batch.

    Parameters
    ----------
    status : Status
        VALID if there is a form, INVALID if the item is not a puzzle.
    grid : Grid, Puzzle if it has constraints, or None
        The form.
    automorphisms : int
        How many symmetries leave the puzzle unchanged; 0 if it is INVALID.
    transform : Transform or None
        The symmetry that takes the puzzle to its form, if transforms were requested.
    reason : str or None
        Why it is INVALID, if the item it was read from is known.

    Examples
    --------
    >>> from lowbit import canonical, canonical_many
    >>> puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> batch = canonical_many([puzzle, "." * 81])
    >>> batch[0].grid == canonical(puzzle), batch[1].automorphisms
    (True, 1218998108160)
    """

    status: Status
    grid: Grid | Puzzle | None
    automorphisms: int
    transform: Transform | None
    reason: str | None = field(default=None, compare=False)

    @property
    def answer(self) -> Grid | Puzzle | None:
        """The canonical form, as `lowbit.write` takes it."""
        return self.grid


@dataclass(frozen=True, eq=False, repr=False)
class CanonicalBatch(Results[CanonicalResult]):
    """The canonical forms of the puzzles of a batch, row for row.

    A sequence of `CanonicalResult`, with all that `Results` has; `to_strings()` gives the form of
    each puzzle.

    Parameters
    ----------
    status : uint8[n]
        A `Status` each: VALID where there is a form, INVALID where the item cannot be read.
    grids : uint8[n, 81]
        The form of each puzzle, 0 where it has no given; all 0 where INVALID. On other boards as
        many columns as cells.
    automorphisms : int64[n]
        How many symmetries leave the puzzle unchanged: at least 1, or 0 where INVALID. On large
        boards the number is capped at the largest int64.
    cells : uint8[n, 81], or uint16[n, n_cells] on other boards
        For each cell of the form, the cell of the puzzle that its content comes from. No rows
        unless transforms were requested.
    digits : uint8[n, 9]
        The new digit for each digit, from digit 1 on; no rows where `cells` has none.
    forms : tuple of Grid, Puzzle or None, optional
        The form of each puzzle, if some have constraints. The symmetries of these are turns and
        reflections, see `lowbit.canonical`; `grids` has their givens, and `to_strings()` JSON.
    masks : unsigned[n, 81], optional
        The candidates of the forms, if cells of some are restricted and none has constraints.
    reasons : mapping of int to str
        Why rows are INVALID, by row.

    Examples
    --------
    >>> from lowbit import canonical_many, shuffle
    >>> puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> batch = canonical_many([puzzle, "." * 81, shuffle(puzzle, seed=1)])
    >>> batch.first_of_class.tolist(), batch.automorphisms.tolist()
    ([0, 1, 0], [1, 1218998108160, 1])
    """

    grids: NDArray[np.uint8]
    automorphisms: NDArray[np.int64]
    cells: NDArray[np.uint8] | NDArray[np.uint16]
    digits: NDArray[np.uint8]
    forms: tuple[Grid | Puzzle | None, ...] | None = None
    masks: NDArray[Any] | None = None

    @property
    def is_valid(self) -> NDArray[np.bool_]:
        """bool[n]: which rows are puzzles, and so have a form."""
        valid: NDArray[np.bool_] = self.status == Status.VALID
        return valid

    @property
    def first_of_class(self) -> NDArray[np.int64]:
        """int64[n]: the first row that is isomorphic to each; -1 where invalid."""
        if self.forms is not None:
            first: dict[Grid | Puzzle | None, int] = {None: -1}
            firsts = [first.setdefault(form, row) for row, form in enumerate(self.forms)]
            return np.array(firsts, np.int64)
        cells = np.ascontiguousarray(self.grids if self.masks is None else self.masks)
        rows = cells.view(f"V{cells.shape[1] * cells.itemsize}").reshape(-1)
        _, begins, number = np.unique(rows[self.is_valid], return_index=True, return_inverse=True)
        places = np.flatnonzero(self.is_valid)
        result = np.full(len(self), -1, np.int64)
        result[places] = places[begins][number.reshape(-1)]
        return result

    def transform(self, row: int) -> Transform:
        """Return the symmetry that takes puzzle `row` to its form.

        Raises
        ------
        InputError
            If transforms were not requested, or the row is invalid.
        """
        if not len(self.cells):
            raise InputError(
                "the transforms were not kept; call canonical_many(..., transforms=True)"
            )
        if not self.is_valid[row]:
            raise InputError(f"row {row} is not a puzzle, so it has no canonical form")
        board = self.geometry if self.boards is None else self.boards[row]
        cells, digits = self.cells[row, : board.n_cells], self.digits[row, : board.size]
        return Transform(tuple(cells.tolist()), tuple(digits.tolist()), board)

    def to_strings(self) -> list[str]:
        """Return the form of each puzzle as text, of one with constraints as JSON; "" for none."""
        if self.forms is None and self.masks is None:
            return super().to_strings()
        forms = (
            self._form(row) if is_valid else None for row, is_valid in enumerate(self.is_valid)
        )
        return [
            puzzle_text(form) if isinstance(form, Grid) else form.to_json() if form else ""
            for form in forms
        ]

    def _grids(self) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        return self.grids, self.is_valid

    def _record(self, row: int) -> CanonicalResult:
        status = Status(self.status[row])
        is_valid = status == Status.VALID
        return CanonicalResult(
            status,
            self._form(row) if is_valid else None,
            int(self.automorphisms[row]),
            self.transform(row) if is_valid and len(self.cells) else None,
            self.reasons.get(row),
        )

    def _form(self, row: int) -> Grid | Puzzle | None:
        if self.masks is not None:
            return Grid.from_masks(self.masks[row].tolist(), self.geometry)
        return self._grid(row, self.grids) if self.forms is None else self.forms[row]
