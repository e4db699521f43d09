"""Canonical forms of a batch."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lowbit.batch.boards import mask_of_digit
from lowbit.batch.kinds import answered, batch_of
from lowbit.batch.masks import are_single, digits_of_masks
from lowbit.batch.puzzles import read_puzzles
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.kernels.classic.canonical.minlex import minimize_grids
from lowbit.kernels.classic.canonical.state import new_forms, new_workspace
from lowbit.kernels.classic.layout import N_CELLS
from lowbit.kernels.core.threads import n_cpus, share
from lowbit.limits import NO_LIMITS, Limits
from lowbit.processes import in_processes
from lowbit.status import Status
from lowbit.verbs.canonical.automorphisms import Automorphisms
from lowbit.verbs.canonical.boards import symmetric
from lowbit.verbs.canonical.results import CanonicalBatch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from lowbit.batch.boards import BoardBatch
    from lowbit.batch.fill import Change
    from lowbit.batch.puzzles import Batch, PuzzlesLike
    from lowbit.geometry import BoardLike, Geometry
    from lowbit.kernels.classic.canonical.state import Forms
    from lowbit.kernels.classic.search import Puzzles
    from lowbit.kernels.core.threads import Progress, Work

PORTION = 1 << 6
"""Puzzles that a thread takes at a time: a millisecond of work, or a quarter of a second for the
hardest that are known."""

FEWEST_OF_PROCESS = 1 << 9
"""Puzzles on other boards for which a process pays: it starts in the time that so many take."""


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
        Puzzles on one board, in any form that `lowbit.solve_many` takes; with constraints, on any
        boards. They may have one solution, several or none.
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
        A row for each puzzle, in order. A puzzle that cannot be read keeps its row and has no form.

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
    return answered(
        batch_of(puzzles, geometry),
        Limits.of(threads=threads, progress=progress),
        bool(transforms),
        classic=_of_classic,
        boards=_on_board,
        variants="lowbit.verbs.canonical.variants_many:canonical_variants",
    )


def _of_classic(batch: Batch, limits: Limits, has_transforms: bool) -> CanonicalBatch:  # noqa: FBT001 - as the others
    forms = _forms(batch.puzzles, limits, transforms=has_transforms)
    is_valid = forms.automorphisms > 0
    result = CanonicalBatch(
        np.where(is_valid, Status.VALID, Status.INVALID).astype(np.uint8),
        forms.grids.reshape(-1, N_CELLS),
        forms.automorphisms,
        forms.cells.reshape(-1, N_CELLS),
        forms.digits.reshape(-1, 9),
    )
    has_masks = batch.puzzles.masks.size > 0
    restricted = np.flatnonzero(~is_valid & (batch.puzzles.starts >= 0) & has_masks)
    if restricted.size:
        result = _with_forms(result, restricted, batch.masks_of(restricted), limits)
    return replace(result, reasons=batch.reasons(~result.is_valid))


def _on_board(batch: BoardBatch, limits: Limits, has_transforms: bool) -> CanonicalBatch:  # noqa: FBT001 - as above
    board = batch.geometry
    n = len(batch.valid)
    result = CanonicalBatch(
        np.full(n, Status.INVALID, np.uint8),
        np.zeros((n, board.n_cells), np.uint8),
        np.zeros(n, np.int64),
        np.zeros((n * has_transforms, board.n_cells), np.uint16),
        np.zeros((n * has_transforms, board.size), np.uint8),
        reasons=batch.reasons,
        geometry=board,
    )
    rows = np.flatnonzero(batch.valid)
    return _with_forms(result, rows, batch.masks[rows], limits)


def _with_forms(
    result: CanonicalBatch, rows: NDArray[np.int64], masks: NDArray[Any], limits: Limits
) -> CanonicalBatch:
    """Return the result with the forms of puzzles with some candidates written into some rows."""
    board, has_transforms = result.geometry, len(result.cells) > 0
    forms = np.zeros_like(masks)
    found = forms_on(board, masks, limits)
    for at, (row, form) in enumerate(zip(rows.tolist(), found, strict=True)):
        forms[at], result.automorphisms[row] = form.allowed, form.automorphisms
        if has_transforms:
            result.cells[row], result.digits[row] = form.cells, form.digits
    result.status[rows] = Status.VALID
    result.grids[rows] = digits_of_masks(forms)
    if (are_single(forms) | (forms == board.full_mask)).all():
        return result
    every = mask_of_digit(board)[result.grids]
    every[rows] = forms
    return replace(result, masks=every)


class FormOnBoard(NamedTuple):
    """The canonical form of a puzzle, its number of automorphisms, and the symmetry to its form."""

    allowed: tuple[int, ...]
    automorphisms: int
    cells: Sequence[int]
    digits: Sequence[int]


def forms_on(board: Geometry, masks: NDArray[Any], limits: Limits) -> Iterator[FormOnBoard]:
    """Yield the canonical forms of puzzles on other boards, or with restricted cells, in order.

    It is plain Python, so that processes, not threads, find the forms of many.
    """
    n_processes = min(limits.threads or n_cpus(), len(masks) // FEWEST_OF_PROCESS)
    find = partial(_forms_of, board)
    portions = (masks[at : at + PORTION] for at in range(0, len(masks), PORTION))
    n_begun = 0

    def tick() -> None:
        if limits.progress:
            limits.progress(n_begun, len(masks))

    if n_processes > 1:
        portions_done: Iterator[list[FormOnBoard]] = in_processes(find, portions, n_processes, tick)
    else:
        portions_done = map(find, portions)
    for forms in portions_done:
        n_begun += len(forms)
        tick()
        yield from forms


def _forms_of(board: Geometry, masks: NDArray[Any]) -> list[FormOnBoard]:
    return [_form_of(Grid.from_masks(row, board)) for row in masks.tolist()]


def _form_of(grid: Grid) -> FormOnBoard:
    form, families = symmetric(grid)
    n_automorphisms = min(Automorphisms(families).count, np.iinfo(np.int64).max)
    return FormOnBoard(form(grid).allowed, n_automorphisms, form.cells, form.digits)


def changing_to_canonical(board: Geometry) -> Change:
    """Return the function that changes the puzzles of a text to their forms."""

    def change(
        digits: NDArray[np.uint8],
        numbers: NDArray[np.int64],  # noqa: ARG001 - nothing is random
        limits: Limits = NO_LIMITS,
    ) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        if board == CLASSIC:
            forms = _forms(read_puzzles(digits), limits, transforms=False)
            return forms.grids.reshape(-1, N_CELLS), forms.automorphisms > 0
        masks = mask_of_digit(board)[digits]
        for row, form in enumerate(forms_on(board, masks, limits)):
            masks[row] = form.allowed
        return digits_of_masks(masks), np.ones(len(digits), np.bool_)

    return change


def _forms(batch: Puzzles, limits: Limits, *, transforms: bool) -> Forms:
    forms = new_forms(batch.starts.size, transforms=transforms)

    def new_worker() -> Work:
        return partial(minimize_grids, batch, new_workspace(), forms)

    share(batch.starts.size, new_worker, portion=PORTION, **limits.of_work)
    return forms
