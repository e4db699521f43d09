"""Symmetries, given or random, applied to a batch."""

from __future__ import annotations

from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np

from lowbit.batch.cells import cells_of
from lowbit.batch.kinds import answered, batch_of
from lowbit.batch.symmetries import Symmetries, random_symmetries
from lowbit.batch.values import ValueBatch, as_candidates, as_grid, as_itself, value_batch
from lowbit.errors import InputError
from lowbit.geometry import CLASSIC
from lowbit.grid import Masks
from lowbit.kernels.classic.making.transform import new_scratch, shuffle_digits, shuffle_masks
from lowbit.kernels.core.threads import share
from lowbit.limits import NO_LIMITS, Limits
from lowbit.rng import seed_or_any
from lowbit.status import Status
from lowbit.symmetry import Transform, shuffled_copy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from lowbit.batch.boards import BoardBatch
    from lowbit.batch.fill import Change
    from lowbit.batch.puzzles import Batch, PuzzlesLike
    from lowbit.batch.reasons import Reasons
    from lowbit.batch.variants import VariantBatch
    from lowbit.geometry import BoardLike, Geometry
    from lowbit.grid import Grid
    from lowbit.kernels.classic.search import Puzzles
    from lowbit.kernels.core.threads import Progress, Work
    from lowbit.puzzle import Puzzle

PORTION = 1 << 14
"""Puzzles that a thread takes at a time: a millisecond or two of work."""

PORTION_ON_BOARD = 1 << 10
"""Puzzles on other boards that get their symmetries at a time, which take 8 bytes a cell."""


def shuffle_many(
    puzzles: PuzzlesLike,
    *,
    geometry: BoardLike | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> ValueBatch[Grid | Puzzle]:
    """Return a random isomorphic copy of each puzzle.

    Parameters
    ----------
    puzzles : str, bytes, iterable, numpy.ndarray or Masks
        Puzzles on one board, in any form that `lowbit.solve_many` takes; with constraints, on any
        boards.
    geometry : Geometry or str, optional
        Their board; the classic one if None.
    seed : int, optional
        From 0 to 2**64 - 1; the same seed gives the same symmetries. A random one if None.
    threads : int, optional
        How many threads to use; as many as there are CPUs if None. The result does not
        depend on it.
    progress : callable, optional
        Called a few times a second with how many puzzles were begun and how many there are.

    Returns
    -------
    ValueBatch
        Grids, or Puzzles where there are constraints, as from `shuffle`: row i is
        ``Transform.random(seed, i)`` of puzzle i, whatever the other puzzles are. ``array`` is an
        array that `solve_many` takes: digits, uint8[n, 81], 0 where blank; or candidates if
        `puzzles` are Masks or one of them has pencilmarks, uint16[n, 81] or uint32, to be wrapped
        in `Masks`; or, if some have constraints or lie on other boards, the puzzles themselves, as
        objects. The row of an INVALID puzzle is filled with the largest integer, which is neither
        a digit nor a mask, or is None.

    Raises
    ------
    InputError
        If `puzzles` is not a batch, the seed is out of range, or `threads` is less than 1.

    Examples
    --------
    >>> from lowbit import Transform
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> copies = shuffle_many([puzzle, puzzle], seed=1)
    >>> copies.array.shape, copies.array.dtype
    ((2, 81), dtype('uint8'))
    >>> copies[1].answer == Transform.random(1, 1)(puzzle)
    True
    """
    return answered(
        batch_of(puzzles, geometry),
        Limits.of(threads=threads, progress=progress),
        seed_or_any(seed),
        classic=_shuffle_classic,
        boards=partial(_shuffle_on_board, isinstance(puzzles, Masks)),
        variants=_shuffle_variants,
    )


def _shuffle_classic(batch: Batch, limits: Limits, seed: int) -> ValueBatch[Grid | Puzzle]:
    numbers = np.arange(batch.puzzles.starts.size)
    new, is_readable = shuffle_readable(batch.puzzles, numbers, seed, limits)
    return _valued(_invalidated(new, ~is_readable), is_readable, batch.reasons(~is_readable))


def _shuffle_on_board(
    keeps_masks: bool,  # noqa: FBT001 - bound
    batch: BoardBatch,
    _limits: Limits,
    seed: int,
) -> ValueBatch[Grid | Puzzle]:
    drawn = partial(_drawn, batch.geometry, seed, np.arange(len(batch.valid)))
    new = _transformed_on(batch, drawn, keeps_masks=keeps_masks)
    return _valued(new, batch.valid, batch.reasons, batch.geometry)


def _shuffle_variants(batch: VariantBatch, _limits: Limits, seed: int) -> ValueBatch[Grid | Puzzle]:
    return _valued_variants(batch, shuffle_variants(batch, count(), seed))


def transform_many(
    puzzles: PuzzlesLike, transforms: Transform | Sequence[Transform]
) -> ValueBatch[Grid | Puzzle]:
    """Apply one symmetry to all puzzles, or one to each.

    Parameters
    ----------
    puzzles : str, bytes, iterable, numpy.ndarray or Masks
        Puzzles on the board of the symmetries, in any form that `lowbit.solve_many` takes.
    transforms : Transform or sequence of Transform
        One symmetry for all puzzles, or as many as there are puzzles.

    Returns
    -------
    ValueBatch
        As from `shuffle_many`, but row i is ``transforms[i](puzzles[i])``.

    Raises
    ------
    InputError
        If `puzzles` is not a batch, `transforms` are not symmetries, or their number is not that
        of the puzzles.

    Examples
    --------
    >>> from lowbit import Transform
    >>> backwards = Transform.of(digits=range(9, 0, -1))
    >>> transform_many(["1" + "." * 80, "2" + "." * 80], backwards).array[:, 0]
    array([9, 8], dtype=uint8)
    """
    given = _symmetries(transforms)
    boards = {transform.geometry for transform in given} or {CLASSIC}
    if len(boards) > 1:
        raise InputError("the symmetries are those of several boards")
    return answered(
        batch_of(puzzles, boards.pop(), ignores_symbols=True),
        given,
        isinstance(transforms, Transform),
        classic=_transform_classic,
        boards=_transform_on_board,
        variants=_transform_variants,
    )


def _transform_classic(
    batch: Batch,
    given: list[Transform],
    is_one: bool,  # noqa: FBT001 - passed on
) -> ValueBatch[Grid | Puzzle]:
    old, is_readable = cells_of(batch.puzzles)
    if not is_one:
        _require_as_many(given, len(old))
    cells = np.array([transform.cells for transform in given], np.int64)
    digits = np.array([(0, *transform.digits) for transform in given], np.uint8)
    moved = np.take_along_axis(old, cells.reshape(-1, old.shape[1]), axis=1)
    digits = digits.reshape(-1, CLASSIC.size + 1)
    is_digits = old.dtype == np.uint8
    new = np.take_along_axis(digits, moved, axis=1) if is_digits else _renamed(moved, digits[:, 1:])
    return _valued(_invalidated(new, ~is_readable), is_readable, batch.reasons(~is_readable))


def _transform_on_board(
    batch: BoardBatch,
    given: list[Transform],
    is_one: bool,  # noqa: FBT001 - passed on
) -> ValueBatch[Grid | Puzzle]:
    of_each = _of_each(given, len(batch.valid), is_one=is_one)
    new = _transformed_on(batch, lambda rows: _as_arrays(of_each[rows]))
    return _valued(new, batch.valid, batch.reasons, batch.geometry)


def _transform_variants(
    batch: VariantBatch,
    given: list[Transform],
    is_one: bool,  # noqa: FBT001 - passed on
) -> ValueBatch[Grid | Puzzle]:
    of_each = _of_each(given, len(batch.items), is_one=is_one)
    return _valued_variants(batch, map(_applied, of_each, batch.puzzles))


def _of_each(given: list[Transform], n: int, *, is_one: bool) -> list[Transform]:
    """Return the symmetry of each puzzle."""
    if is_one:
        return given * n
    _require_as_many(given, n)
    return given


def _require_as_many(transforms: list[Transform], n: int) -> None:
    if len(transforms) != n:
        raise InputError(f"there are {len(transforms)} symmetries for {n} puzzles")


def _applied(transform: Transform, item: Puzzle | InputError) -> Grid | Puzzle | InputError:
    try:
        return item if isinstance(item, InputError) else transform(item)
    except InputError as error:  # it would change the constraints
        return error.with_traceback(None)


def _valued(
    cells: NDArray[Any],
    is_readable: NDArray[np.bool_],
    reasons: Reasons,
    board: Geometry = CLASSIC,
) -> ValueBatch[Grid | Puzzle]:
    """Return the puzzles of rows of digits, which are bytes, or of masks."""
    as_answer = as_grid if cells.dtype == np.uint8 else as_candidates
    status = np.where(is_readable, np.uint8(Status.VALID), np.uint8(Status.INVALID))
    return value_batch(status, cells, as_answer, reasons=reasons, geometry=board)


def _valued_variants(
    batch: VariantBatch, made: Iterable[Grid | Puzzle | InputError]
) -> ValueBatch[Grid | Puzzle]:
    """Return the puzzles made of a batch, or the error that says why there is none."""
    found = list(made)
    wrong = {row: one for row, one in enumerate(found) if isinstance(one, InputError)}
    values = np.full(len(found), None)
    values[:] = [None if isinstance(one, InputError) else one for one in found]
    status = np.full(len(found), Status.VALID, np.uint8)
    status[list(wrong)] = Status.INVALID
    place = batch.place | {"reasons": batch.reasons.with_items(wrong)}
    return value_batch(status, values, as_itself, **place)


def _symmetries(transforms: Transform | Iterable[Transform]) -> list[Transform]:
    if isinstance(transforms, Transform):
        return [transforms]
    try:
        given = list(transforms)
    except TypeError:  # a number, say
        given = [transforms]  # type: ignore[list-item]
    if not all(isinstance(transform, Transform) for transform in given):
        raise InputError("transforms are a Transform, or as many as there are puzzles")
    return given


def _as_arrays(transforms: Sequence[Transform]) -> Symmetries:
    return Symmetries(
        np.array([transform.cells for transform in transforms], np.int64),
        np.array([transform.digits for transform in transforms], np.uint8),
    )


def _drawn(board: Geometry, seed: int, numbers: NDArray[np.int64], rows: slice) -> Symmetries:
    return random_symmetries(board, seed, numbers[rows])


def _transformed_on(
    batch: BoardBatch, symmetries: Callable[[slice], Symmetries], *, keeps_masks: bool = False
) -> NDArray[Any]:
    """Apply symmetries to puzzles on a board other than the classic one."""
    masks, full = batch.masks, batch.geometry.full_mask
    is_given = (masks & (masks - 1)) == 0
    new = np.zeros_like(masks)
    for rows in _portions(len(masks)):
        cells, digits = symmetries(rows)
        new[rows] = _renamed(np.take_along_axis(masks[rows], cells, axis=1), digits)
    if keeps_masks or not (is_given | (masks == full) | ~batch.valid[:, np.newaxis]).all():
        return _invalidated(new, ~batch.valid)
    digits = np.where(new == full, 0, np.frexp(new.astype(float))[1]).astype(np.uint8)
    return _invalidated(digits, ~batch.valid)


def _portions(n: int) -> list[slice]:
    return [slice(at, at + PORTION_ON_BOARD) for at in range(0, n, PORTION_ON_BOARD)]


def shuffle_on(puzzles: BoardBatch, numbers: NDArray[np.int64], seed: int) -> NDArray[Any]:
    """Shuffle puzzles on a board other than the classic one.

    Each gets the symmetry of the seed that has its number; see `shuffle_many` for the rows.
    """
    return _transformed_on(puzzles, partial(_drawn, puzzles.geometry, seed, numbers))


def shuffle_readable(
    puzzles: Puzzles,
    numbers: NDArray[np.int64],
    seed: int,
    limits: Limits = NO_LIMITS,
) -> tuple[NDArray[np.uint8] | NDArray[np.uint16], NDArray[np.bool_]]:
    """Shuffle the puzzles that can be read.

    Parameters
    ----------
    puzzles : Puzzles
    numbers : int64[n]
        The number of the symmetry that each gets, of those of the seed.
    seed : int
        From 0 to 2**64 - 1.
    limits : Limits, optional
        The threads to use, and the progress.

    Returns
    -------
    cells : uint8[n, 81] or uint16[n, 81]
        Digits, or candidate masks if `puzzles` has these.
    is_readable : bool[n]
        Which rows are puzzles; the cells of the others have no meaning.
    """
    old, is_readable = cells_of(puzzles)
    return _shuffled(old, numbers, seed, limits), is_readable


def shuffle_variants(
    batch: VariantBatch, numbers: Iterable[int], seed: int
) -> list[Grid | Puzzle | InputError]:
    """Shuffle a batch with constraints as `lowbit.shuffle` does, each by its own number."""
    return [
        item if isinstance(item, InputError) else shuffled_copy(item, seed, number)
        for number, item in zip(numbers, batch.puzzles, strict=False)
    ]


def shuffling(board: Geometry, seed: int, times: int = 1) -> Change:
    """Return the function that shuffles the puzzles of a text.

    Copy k of the puzzle with number i gets the symmetry ``i * times + k`` of the seed.
    """
    shuffle = _shuffled if board == CLASSIC else partial(_shuffled_on, board)

    def change(
        digits: NDArray[np.uint8], numbers: NDArray[np.int64], limits: Limits = NO_LIMITS
    ) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        copies = (numbers[:, np.newaxis] * times + np.arange(times)).reshape(-1)
        new = shuffle(np.repeat(digits, times, axis=0), copies, seed, limits)
        return new, np.ones(len(digits), np.bool_)

    return change


def _shuffled_on(
    board: Geometry, old: NDArray[np.uint8], numbers: NDArray[np.int64], seed: int, _limits: Limits
) -> NDArray[np.uint8]:
    new = np.empty_like(old)
    for rows in _portions(len(old)):
        cells, names = random_symmetries(board, seed, numbers[rows])
        moved = np.take_along_axis(old[rows], cells, axis=1).astype(np.intp)
        new[rows] = np.take_along_axis(np.pad(names, ((0, 0), (1, 0))), moved, axis=1)
    return new


def _invalidated(cells: NDArray[Any], is_invalid: NDArray[np.bool_]) -> NDArray[Any]:
    """Return the cells, with invalid rows filled with a value that no verb takes for a puzzle."""
    cells[is_invalid] = np.iinfo(cells.dtype).max
    return cells


def _renamed(masks: NDArray[Any], digits: NDArray[np.uint8]) -> NDArray[Any]:
    """Return the masks of each row with the digits of that row."""
    renamed = np.zeros_like(masks)
    for old in range(digits.shape[1]):
        renamed |= (masks >> old & 1) << (digits[:, old : old + 1].astype(masks.dtype) - 1)
    return renamed


def _shuffled(
    old: NDArray[Any], numbers: NDArray[np.int64], seed: int, limits: Limits
) -> NDArray[Any]:
    kernel = shuffle_digits if old.dtype == np.uint8 else shuffle_masks
    new = np.empty_like(old)

    def new_worker() -> Work:
        return partial(kernel, old, new, numbers, np.uint64(seed), *new_scratch())

    share(len(old), new_worker, portion=PORTION, **limits.of_work)
    return new
