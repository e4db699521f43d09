"""The verdict on one answer."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from lowbit.errors import GridError, InputError
from lowbit.formats.answers import answer_in
from lowbit.formats.puzzle_texts import is_text_of_variant
from lowbit.grid import Grid
from lowbit.limits import Limits
from lowbit.verbs.minimize.one import true_candidates
from lowbit.verbs.puzzles import grid_of, is_puzzle, puzzle_of, with_masks
from lowbit.verbs.solve.one import any_solution
from lowbit.verbs.verify.verdict import AnswerStatus, AnswerVerdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.geometry import BoardLike, Geometry
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.puzzles import PuzzleLike

BY_RULES = {"duplicate", "broken"}
"""The kinds of clashes among digits that were filled in; others follow from them."""


def verify(
    puzzle: PuzzleLike,
    answer: object,
    *,
    geometry: BoardLike | None = None,
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> AnswerVerdict:
    r"""Judge an answer to a puzzle, full or not.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle, with any number of solutions.
    answer : PuzzleLike or str
        The answer: a grid in any form, with blanks for cells that are left, or a text that ends
        with one, such as a model's: among sentences, in Markdown, JSON or LaTeX, in
        ``<answer>`` or ``\boxed{}``. A blank in the place of a given changes nothing.
    geometry, max_nodes, time_limit
        As for `true_candidates`.

    Returns
    -------
    AnswerVerdict
        Whether it is right, and where it is wrong.

    Raises
    ------
    LimitReachedError
        If a limit ends the search; a full answer that breaks no rule needs none.
    GridError, InputError
        If the puzzle is none. An answer that cannot be read is UNREADABLE.

    Examples
    --------
    >>> puzzle = "1... ..2. .3.. ...4"
    >>> print(verify(puzzle, "So:\n12 43\n34 21\n43 12\n21 34", geometry="4x4").outcome)
    right
    >>> verdict = verify(puzzle, "14.. .... .... ....", geometry="4x4")
    >>> str(verdict.outcome), verdict.wrong, verdict.score
    ('wrong', (1,), 0.0)
    """
    given, limits = puzzle_of(puzzle, geometry), Limits.of(max_nodes, time_limit)
    try:
        held = merged(answer_of(answer, given.geometry), grid_of(given))
    except InputError as error:
        return AnswerVerdict(AnswerStatus.UNREADABLE, reason=str(error))
    blank = [cell for cell, digit in enumerate(grid_of(given).givens) if not digit]
    outcome = _by_rules(given, held)
    if outcome is AnswerStatus.RIGHT:
        return AnswerVerdict(outcome, (), len(blank), len(blank), held)
    truth = true_candidates(given, **limits.of_search).allowed
    wrong = {cell for cell, d in enumerate(held) if d and not truth[cell] >> d - 1 & 1}
    n_right = sum(1 for cell in blank if held[cell] and cell not in wrong)
    if outcome is None:
        outcome = _by_search(given, held, limits) if not wrong else AnswerStatus.WRONG
    return AnswerVerdict(outcome, tuple(sorted(wrong)), n_right, len(blank), held)


def answer_of(answer: object, board: Geometry) -> Grid:
    """Return an answer in any form as a grid on a board.

    Raises
    ------
    GridError
        If it is none.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> answer_of("So it is 1234341221434321.", Geometry.parse("4x4")).is_complete
    True
    """
    if isinstance(answer, (bytes, bytearray, memoryview)):
        answer = bytes(answer).decode(errors="replace")
    if isinstance(answer, PathLike):
        answer = puzzle_of(answer, None)
    if hasattr(answer, "__dlpack__"):
        from lowbit.batch.arrays import imported  # loads NumPy

        answer = imported(answer)
    if is_puzzle(answer):
        answer = answer.grid
    try:
        return Grid(answer, board)  # type: ignore[arg-type]  # which says so itself
    except GridError:
        if not isinstance(answer, str):
            raise
    try:
        return answer_in(answer, board)
    except GridError:
        if not is_text_of_variant(answer):
            raise
    return Grid(grid_of(puzzle_of(answer, None)), board)


def merged(answer: Grid, given: Grid) -> Grid:
    """Return the digits of an answer, with those of the puzzle where it has a blank."""
    return Grid(
        [own or d for own, d in zip(answer.givens, given.givens, strict=True)], given.geometry
    )


def _by_rules(given: Grid | Puzzle, held: Grid) -> AnswerStatus | None:
    """Return what an answer is if that is known without a search."""
    if any(
        d and not mask >> d - 1 & 1 for d, mask in zip(held, grid_of(given).allowed, strict=True)
    ):
        return AnswerStatus.CHANGES_GIVEN
    if breaks_rule(given, held):
        return AnswerStatus.BREAKS_RULE
    return AnswerStatus.RIGHT if held.is_complete else None


def breaks_rule(given: Grid | Puzzle, held: Grid) -> bool:
    """Return whether digits break a rule of a puzzle among themselves."""
    clashes = held.clashes if isinstance(given, Grid) else given.with_grid(held).clashes
    return any(clash.kind in BY_RULES for clash in clashes)


def _by_search(given: Grid | Puzzle, held: Grid, limits: Limits) -> AnswerStatus:
    """Return whether a solution has all digits of an answer, none of which is wrong by itself."""
    solution = any_solution(with_masks(given, masks_with(grid_of(given), held)), **limits.of_search)
    return AnswerStatus.WRONG if solution is None else AnswerStatus.COMPLETABLE


def masks_with(given: Grid, held: Grid) -> Sequence[int]:
    """Return the candidates of a puzzle with the digits of an answer."""
    return [1 << d - 1 if d else mask for d, mask in zip(held, given.allowed, strict=True)]
