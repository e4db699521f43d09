"""Canonical forms of a batch."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple
from warnings import warn

import numpy as np

from lowbit.arguments import integer_or_none
from lowbit.batch.boards import read_boards
from lowbit.batch.processes import in_processes
from lowbit.batch.puzzles import read_batch, read_puzzles
from lowbit.batch.result import Results
from lowbit.errors import InputError
from lowbit.grid import Grid
from lowbit.kernels.classic.layout import N_CELLS
from lowbit.kernels.classic.minlex import minimize_grids
from lowbit.kernels.classic.minlex_state import new_forms, new_workspace
from lowbit.kernels.core.threads import n_cpus, share
from lowbit.status import Status
from lowbit.symmetry import Transform
from lowbit.verbs.canonical.automorphisms import Automorphisms
from lowbit.verbs.canonical.boards import symmetric
from lowbit.verbs.solve.many import other_board

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from lowbit.batch.fill import Change
    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.geometry import BoardLike, Geometry
    from lowbit.kernels.classic.minlex_state import Forms
    from lowbit.kernels.core.threads import Progress, Work

PORTION = 1 << 6
"""Puzzles that a thread takes at a time: a millisecond of work, or a quarter of a second for the
hardest that are known."""

FEWEST_OF_PROCESS = 1 << 9
"""Puzzles on other boards for which a process pays: it starts in the time that so many take."""


@dataclass(frozen=True, slots=True)
class CanonicalResult:
    """The canonical form of one puzzle of a batch.

    Parameters
    ----------
    status : Status
        VALID if there is a form, INVALID if the item is not a puzzle of givens.
    grid : Grid or None
        The form.
    automorphisms : int
        How many symmetries leave the puzzle unchanged; 0 if it is INVALID.
    transform : Transform or None
        The symmetry that takes the puzzle to its form, if transforms were requested.
    reason : str or None
        Why it is INVALID, if the item it was read from is known.
    """

    status: Status
    grid: Grid | None
    automorphisms: int
    transform: Transform | None
    reason: str | None = field(default=None, compare=False)


@dataclass(frozen=True, eq=False, repr=False)
class CanonicalBatch(Results[CanonicalResult]):
    """The canonical forms of the puzzles of a batch, row for row.

    A sequence of `CanonicalResult`, with all that `Results` has; `to_strings()` gives the form of
    each puzzle.

    Parameters
    ----------
    status : uint8[n]
        A `Status` each: VALID where there is a form, INVALID where the item is not a puzzle of
        givens, because it cannot be read or has restricted cells.
    grids : uint8[n, 81]
        The form of each puzzle, 0 where blank; all 0 where INVALID. On other boards as many
        columns as cells.
    automorphisms : int64[n]
        How many symmetries leave the puzzle unchanged: at least 1, or 0 where INVALID. On large
        boards the number is capped at the largest int64.
    cells : uint8[n, 81], or uint16[n, n_cells] on other boards
        For each cell of the form, the cell of the puzzle that its content comes from. No rows
        unless transforms were requested.
    digits : uint8[n, 9]
        What each digit becomes, starting with digit 1; no rows where `cells` has none.
    reasons : mapping of int to str
        Why rows are INVALID, by row.
    """

    grids: NDArray[np.uint8]
    automorphisms: NDArray[np.int64]
    cells: NDArray[np.uint8] | NDArray[np.uint16]
    digits: NDArray[np.uint8]

    @property
    def is_valid(self) -> NDArray[np.bool_]:
        """bool[n]: which rows are puzzles of givens, and so have a form."""
        valid: NDArray[np.bool_] = self.status == Status.VALID
        return valid

    @property
    def lines(self) -> list[str]:
        """The former name of `to_strings`; the next release drops it."""
        warn("CanonicalBatch.lines is now to_strings()", DeprecationWarning, stacklevel=2)
        return self.to_strings()

    @property
    def first_of_class(self) -> NDArray[np.int64]:
        """int64[n]: the first row that is isomorphic to each; -1 where invalid."""
        rows = np.ascontiguousarray(self.grids).view(f"V{self.grids.shape[1]}").reshape(-1)
        _, first, number = np.unique(rows[self.is_valid], return_index=True, return_inverse=True)
        places = np.flatnonzero(self.is_valid)
        result = np.full(len(self), -1, np.int64)
        result[places] = places[first][number.reshape(-1)]
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
            raise InputError(f"row {row} is not a puzzle of givens, so it has no canonical form")
        cells, digits = self.cells[row].tolist(), self.digits[row].tolist()
        return Transform(tuple(cells), tuple(digits), self.geometry)

    def _grids(self) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        return self.grids, self.is_valid

    def _record(self, row: int) -> CanonicalResult:
        status = Status(self.status[row])
        is_valid = status == Status.VALID
        return CanonicalResult(
            status,
            Grid(self.grids[row].tolist(), self.geometry) if is_valid else None,
            int(self.automorphisms[row]),
            self.transform(row) if is_valid and len(self.cells) else None,
            self.reasons.get(row),
        )


def canonical_many(
    puzzles: PuzzlesLike,
    *,
    geometry: BoardLike | None = None,
    transforms: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> CanonicalBatch:
    """Return the canonical form of each puzzle, which isomorphic puzzles share.

    On the classic board it is the smallest puzzle isomorphic to this one, see `lowbit.canonical`.

    Parameters
    ----------
    puzzles : str, bytes, iterable, numpy.ndarray or Masks
        Puzzles on one board, in any form that `lowbit.solve_many` takes. They may have one
        solution, several or none.
    geometry : Geometry or str, optional
        Their board; the classic one if None.
    transforms : bool, default False
        Whether to return the symmetries that lead there as well.
    threads : int, optional
        How many threads to use; as many as there are CPUs if None. The result does not
        depend on it. On boards other than the classic one long batches take as many processes.
    progress : callable, optional
        Called a few times a second with how many puzzles were begun and how many there are.

    Returns
    -------
    CanonicalBatch
        A row for each puzzle, in order. A puzzle that cannot be read, or has restricted cells,
        keeps its row and has no form.

    Raises
    ------
    InputError
        If `puzzles` is not a batch, or `threads` is less than 1.

    Examples
    --------
    >>> batch = canonical_many(["12" + "." * 79, "." * 79 + "43", "1..2" + "." * 77, "?"])
    >>> batch
    <CanonicalBatch of 4 puzzles: 1 invalid, 3 valid>
    >>> batch.automorphisms
    array([104509440, 104509440,  34836480,         0])
    >>> batch.first_of_class
    array([ 0,  0,  2, -1])
    >>> batch.to_strings()[2][-9:]
    '.....1..2'
    """
    threads = integer_or_none("threads", threads, 1)
    board = other_board(geometry)
    if board is not None:
        return _on_board(puzzles, board, transforms, threads, progress)
    batch = read_batch(puzzles)
    forms = _forms(batch.puzzles, transforms=transforms, threads=threads, progress=progress)
    is_valid = forms.automorphisms > 0
    return CanonicalBatch(
        np.where(is_valid, Status.VALID, Status.INVALID).astype(np.uint8),
        forms.grids.reshape(-1, N_CELLS),
        forms.automorphisms,
        forms.cells.reshape(-1, N_CELLS),
        forms.digits.reshape(-1, 9),
        reasons=batch.reasons(~is_valid),
    )


def _on_board(
    puzzles: PuzzlesLike,
    board: Geometry,
    transforms: bool,  # noqa: FBT001 - as its caller has it
    threads: int | None,
    progress: Progress | None,
) -> CanonicalBatch:
    batch = read_boards(puzzles, board)
    masks, n = batch.masks, len(batch.valid)
    is_plain = (masks == board.full_mask) | ((masks & (masks - 1)) == 0)
    batch = batch._replace(valid=batch.valid & is_plain.all(axis=1))
    result = CanonicalBatch(
        np.full(n, Status.INVALID, np.uint8),
        np.zeros((n, board.n_cells), np.uint8),
        np.zeros(n, np.int64),
        np.zeros((n * transforms, board.n_cells), np.uint16),
        np.zeros((n * transforms, board.size), np.uint8),
        reasons=batch.reasons,
        geometry=board,
    )
    rows = np.flatnonzero(batch.valid)
    digits = np.where(masks[rows] == board.full_mask, 0, np.frexp(masks[rows].astype(float))[1])
    found = forms_on(board, digits.astype(np.uint8), threads, progress)
    for row, form in zip(rows.tolist(), found, strict=True):
        result.status[row] = Status.VALID
        result.grids[row], result.automorphisms[row] = form.grid, form.automorphisms
        if transforms:
            result.cells[row], result.digits[row] = form.cells, form.digits
    return result


class FormOnBoard(NamedTuple):
    """The canonical form of a puzzle, its number of automorphisms, and the symmetry to its form."""

    grid: list[int]
    automorphisms: int
    cells: Sequence[int]
    digits: Sequence[int]


def forms_on(
    board: Geometry, digits: NDArray[np.uint8], threads: int | None, progress: Progress | None
) -> Iterator[FormOnBoard]:
    """Yield the canonical forms of puzzles on a board other than the classic one, in order.

    It is plain Python, so that processes, not threads, find the forms of many.
    """
    n_processes = min(threads or n_cpus(), len(digits) // FEWEST_OF_PROCESS)
    find = partial(_forms_of, board)
    portions = (digits[at : at + PORTION] for at in range(0, len(digits), PORTION))
    n_begun = 0

    def tick() -> None:
        if progress:
            progress(n_begun, len(digits))

    if n_processes > 1:
        portions_done: Iterator[list[FormOnBoard]] = in_processes(find, portions, n_processes, tick)
    else:
        portions_done = map(find, portions)
    for forms in portions_done:
        n_begun += len(forms)
        tick()
        yield from forms


def _forms_of(board: Geometry, digits: NDArray[np.uint8]) -> list[FormOnBoard]:
    return [_form_of(Grid(row, board)) for row in digits.tolist()]


def _form_of(grid: Grid) -> FormOnBoard:
    form, families = symmetric(grid)
    n_automorphisms = min(Automorphisms(families).count, np.iinfo(np.int64).max)
    return FormOnBoard(list(form(grid)), n_automorphisms, form.cells, form.digits)


def changing_to_canonical_on(board: Geometry) -> Change:
    """Return the function that changes puzzles of a text on another board to their forms."""

    def change(
        digits: NDArray[np.uint8],
        numbers: NDArray[np.int64],  # noqa: ARG001 - nothing is random
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        forms = [form.grid for form in forms_on(board, digits, threads, progress)]
        return np.array(forms, np.uint8).reshape(digits.shape), np.ones(len(digits), np.bool_)

    return change


def change_to_canonical(
    digits: NDArray[np.uint8],
    numbers: NDArray[np.int64],  # noqa: ARG001 - nothing is random
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Change puzzles of a text to their forms, see `lowbit.batch.fill.Change`."""
    forms = _forms(digits, transforms=False, threads=threads, progress=progress)
    return forms.grids.reshape(-1, N_CELLS), forms.automorphisms > 0


def _forms(
    puzzles: PuzzlesLike, *, transforms: bool, threads: int | None, progress: Progress | None
) -> Forms:
    batch = read_puzzles(puzzles)
    forms = new_forms(batch.starts.size, transforms=transforms)

    def new_worker() -> Work:
        return partial(minimize_grids, batch, new_workspace(), forms)

    share(batch.starts.size, new_worker, portion=PORTION, threads=threads, progress=progress)
    return forms
