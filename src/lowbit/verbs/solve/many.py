"""The solutions of a batch.

The functions of `lowbit.verbs.solve.one` for thousands or millions of puzzles at once, answered by
the lane engine on all CPUs.

A puzzle that cannot be read does not affect the others: it keeps its row, with the status INVALID.

If `max_nodes` or `time_limit` ends the search of a puzzle, it gets the status LIMIT_REACHED and
keeps what is known; it is never answered as if there were nothing more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lowbit.arguments import integer_or_none
from lowbit.batch.candidates import puzzles_from_masks
from lowbit.batch.kinds import answered, batch_of
from lowbit.batch.reasons import Reasons
from lowbit.batch.result import BatchResult
from lowbit.batch.values import ValueBatch, as_bool, as_int, place_of, value_batch
from lowbit.geometry import CLASSIC
from lowbit.kernels.classic.engine import replace_by_smallest, search
from lowbit.kernels.classic.search import INVALID, UNIQUE, UNLIMITED, Answers, new_answers
from lowbit.limits import NO_LIMITS, Limits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lowbit.batch.kinds import AnyBatch
    from lowbit.batch.puzzles import Batch, PuzzlesLike
    from lowbit.geometry import BoardLike, Geometry
    from lowbit.kernels.classic.search import Puzzles
    from lowbit.kernels.core.threads import Progress


def solve_many(  # noqa: PLR0913 - what to solve, three limits and how to work
    puzzles: PuzzlesLike,
    *,
    geometry: BoardLike | None = None,
    limit: int | None = 2,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> BatchResult:
    """Solve many puzzles, and say whether each has no solution, one or several.

    Parameters
    ----------
    puzzles : str, bytes, pathlib.Path, iterable, numpy.ndarray or Masks
        Puzzles in any of these forms; the numbers are those of the classic board.

        - A list or other iterable of strings, bytes or Grids: 81 characters with ``.``,
          ``0``, ``*`` or ``_`` for a blank, 729 with pencilmarks, or else what `Grid` takes.
          An array of objects, [n], is read as its list.
        - Text with one puzzle per line, as str or bytes: the `line` format. What follows a puzzle
          is its remark; empty lines, lines that begin with ``#`` and a header are not puzzles.
          Text in any other format of `lowbit.read`, too, and so may each item of a list be.
        - The path of a file of any format that `lowbit.read` takes, tables that are text included,
          as `pathlib.Path`; a string is text.
        - An array of digits, [n, 81] or [n, 9, 9], of any integer dtype, or of whole floats; 0 is
          blank. An array of bool is refused.
        - An array of characters, [n, 81] or [n, 9, 9], or of strings, [n], of dtype S or U.
        - Candidate masks: `lowbit.Masks` of an array of any integer dtype, [n, 81] or
          [n, 9, 9], or of a list; bit ``d - 1`` for digit d.

        Items of a list, of an array or of a column of objects may also be a `Puzzle`, a Grid on
        another board, or a text that `read_puzzle` reads; so may lines of a text. Their boards
        may differ, and the result has `boards`.

        An item of the wrong type, such as None or NaN, and a wrong character, digit, mask, length
        or board make that puzzle INVALID, and no other.
    geometry : Geometry or str, optional
        The board of all puzzles; if None, that of those that do not say theirs is the classic one.
    limit : int, optional
        Stop a puzzle once so many solutions are found; never if None. With 2, the default, UNIQUE
        is proven; with 1, a puzzle that has a solution is SOLVABLE, whether unique or not.
    max_nodes : int, optional
        The most nodes of the search tree to visit for each puzzle.
    time_limit : float, optional
        The most seconds to take for the whole batch.
    threads : int, optional
        How many threads to use; as many as there are CPUs if None. The result does not
        depend on it.
    progress : callable, optional
        Called a few times a second with how many puzzles were begun and how many there are.

    Returns
    -------
    BatchResult
        A row for each puzzle, in order. If a puzzle has several solutions, the one returned is
        always the same. `reasons` says why puzzles are INVALID.

    Raises
    ------
    InputError
        If `puzzles` is not a batch of puzzles, or a limit is too small.

    Notes
    -----
    The first batch on a machine compiles the engine, which takes up to half a minute.

    Examples
    --------
    >>> result = solve_many(
    ...     [
    ...         "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3.....",
    ...         "." * 81,
    ...         "11" + "." * 79,
    ...         "?" + "." * 80,
    ...     ]
    ... )
    >>> result.status
    array([2, 3, 1, 0], dtype=uint8)
    >>> [str(answer.status) for answer in result]
    ['unique', 'several', 'none', 'invalid']
    >>> result.solutions[0].reshape(9, 9)[0]
    array([6, 9, 7, 5, 8, 2, 1, 4, 3], dtype=uint8)
    """
    limits = Limits.of(max_nodes, time_limit, threads, progress)
    return solve_batch(batch_of(puzzles, geometry), limits, integer_or_none("limit", limit, 1))


def solve_batch(batch: AnyBatch, limits: Limits, limit: int | None = 2) -> BatchResult:
    """Solve puzzles that were read, see `solve_many`."""
    return answered(
        batch,
        limits,
        limit,
        classic=_solve,
        boards="lowbit.verbs.solve.boards:solve_boards",
        variants="lowbit.verbs.solve.variants_many:solve_variants",
    )


def _solve(batch: Batch, limits: Limits, limit: int | None) -> BatchResult:
    answers = searched(batch.puzzles, limits, limit)
    return _result(answers, batch.reasons(answers.status == INVALID))


def solve_classic(batch: Puzzles, limits: Limits = NO_LIMITS, limit: int | None = 2) -> BatchResult:
    """Solve puzzles on the classic board that were read, see `solve_many`."""
    return _result(searched(batch, limits, limit), Reasons())


def searched(batch: Puzzles, limits: Limits, limit: int | None) -> Answers:
    """Return the answers to puzzles on the classic board that were read, see `solve_many`."""
    answers = new_answers(batch.starts.size)
    search(batch, answers, limit=UNLIMITED if limit is None else limit, **limits.of_batch)
    return answers


def _result(answers: Answers, reasons: Reasons) -> BatchResult:
    status, n_solutions, solutions, nodes, guesses = answers
    return BatchResult(
        status, n_solutions, solutions.reshape(-1, 81), nodes, guesses, reasons=reasons
    )


def solve_masks(
    board: Geometry,
    masks: NDArray[Any],
    limits: Limits = NO_LIMITS,
    limit: int | None = 2,
    likely: NDArray[np.uint8] | None = None,
) -> BatchResult:
    """Solve puzzles on any one board, given by their candidates.

    Near the grids `likely`, one for each puzzle, the lanes for other boards than the classic one
    look for solutions first.
    """
    if board == CLASSIC:
        return solve_classic(puzzles_from_masks(masks), limits, limit)
    from lowbit.batch.boards import batch_of_masks  # loads kernels of boards
    from lowbit.verbs.solve.boards import solve_boards

    return solve_boards(batch_of_masks(masks, board), limits, limit, likely=likely)


def any_solution_many(  # noqa: PLR0913 - as solve_many
    puzzles: PuzzlesLike,
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> BatchResult:
    """Return a solution of each puzzle, always the same one, without looking for a second.

    Parameters
    ----------
    puzzles, geometry, max_nodes, time_limit, threads, progress
        As for `solve_many`.

    Returns
    -------
    BatchResult
        A puzzle with a solution is SOLVABLE, and may have more.

    Raises
    ------
    InputError
        As for `solve_many`.

    Examples
    --------
    >>> result = any_solution_many(["." * 81, "11" + "." * 79])
    >>> result.summary()
    {'none': 1, 'solvable': 1}
    >>> result[0].solution.is_solved
    True
    """
    limits = Limits.of(max_nodes, time_limit, threads, progress)
    return solve_batch(batch_of(puzzles, geometry), limits, 1)


def smallest_solution_many(  # noqa: PLR0913 - as solve_many
    puzzles: PuzzlesLike,
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> BatchResult:
    """Return the smallest solution of each puzzle: the only one if it is unique.

    Solutions compare by their digits, row by row from the top left corner.

    Parameters
    ----------
    puzzles, geometry, threads, progress
        As for `solve_many`.
    max_nodes : int, optional
        The most nodes to visit for each puzzle to find two solutions, and as many again to find
        the smallest.
    time_limit : float, optional
        The most seconds for the whole batch.

    Returns
    -------
    BatchResult
        As from `solve_many`, but with the smallest solution of each puzzle.

    Raises
    ------
    InputError, GridError
        As for `solve_many`.

    Examples
    --------
    >>> result = smallest_solution_many(["." * 81, "11" + "." * 79])
    >>> result.summary()
    {'none': 1, 'several': 1}
    >>> result[0].solution.to_line()[:27]
    '123456789456789123789123456'
    """
    return answered(
        batch_of(puzzles, geometry),
        Limits.of(max_nodes, time_limit, threads, progress),
        classic=_smallest,
        boards="lowbit.verbs.solve.boards:smallest_on_boards",
        variants="lowbit.verbs.solve.variants_many:smallest_of_variants",
    )


def _smallest(batch: Batch, limits: Limits) -> BatchResult:
    result = _solve(batch, limits, 2)
    answers = Answers(
        result.status,
        result.n_solutions,
        result.solutions.reshape(-1),
        result.nodes,
        result.guesses,
    )
    replace_by_smallest(batch.puzzles, answers, **limits.of_batch)
    return result


def count_solutions_many(  # noqa: PLR0913 - as solve_many
    puzzles: PuzzlesLike,
    *,
    geometry: BoardLike | None = None,
    limit: int | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> ValueBatch[int]:
    """Return how many solutions each puzzle has, or `limit` if it has as many or more.

    Parameters
    ----------
    puzzles, geometry, max_nodes, time_limit, threads, progress
        As for `solve_many`.
    limit : int, optional
        Where to stop counting the solutions of a puzzle; never if None.

    Returns
    -------
    ValueBatch
        The numbers: ``array`` is int64[n]. Where `max_nodes` or `time_limit` ended the search,
        LIMIT_REACHED, it holds what was counted by then.

    Raises
    ------
    InputError
        As for `solve_many`.

    Examples
    --------
    >>> found = count_solutions_many(["." * 81, "11" + "." * 79, "no puzzle"], limit=1000)
    >>> found.array, found[2].answer, found[2].reason
    (array([1000,    0,    0]), None, "character 1: 'n' is not a digit or blank")
    """
    limits = Limits.of(max_nodes, time_limit, threads, progress)
    limit = integer_or_none("limit", limit, 1)
    result = solve_batch(batch_of(puzzles, geometry), limits, limit)
    return value_batch(result.status, result.n_solutions, as_int, **place_of(result))


def is_unique_many(  # noqa: PLR0913 - as solve_many
    puzzles: PuzzlesLike,
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> ValueBatch[bool]:
    """Return which puzzles have exactly one solution.

    Parameters
    ----------
    puzzles, geometry, max_nodes, time_limit, threads, progress
        As for `solve_many`.

    Returns
    -------
    ValueBatch
        Whether each has: ``array`` is bool[n]. The status says more: NONE, SEVERAL, INVALID where
        it could not be read, LIMIT_REACHED where `max_nodes` or `time_limit` came first.

    Raises
    ------
    InputError
        As for `solve_many`.

    Examples
    --------
    >>> found = is_unique_many(["." * 81, "123456789" * 9, "no puzzle"])
    >>> [row.answer for row in found], [str(row.status) for row in found]
    ([False, False, None], ['several', 'none', 'invalid'])
    """
    limits = Limits.of(max_nodes, time_limit, threads, progress)
    result = solve_batch(batch_of(puzzles, geometry), limits)
    is_unique = result.status == UNIQUE
    return value_batch(result.status, is_unique, as_bool, **place_of(result))
