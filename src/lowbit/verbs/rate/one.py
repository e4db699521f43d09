"""Ratings and measures of one puzzle."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lowbit.errors import LimitReachedError
from lowbit.grid import Grid
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.verbs.puzzles import puzzle_of
from lowbit.verbs.rate.measures import (
    EXPLAINER_FORM,
    FIELDS_OF_MEASURES,
    SCORE_FORM,
    counts_text,
    selection_of,
    selection_with_constraints,
)
from lowbit.verbs.rate.measuring import measured
from lowbit.verbs.rate.solved_puzzle import SolvedPuzzle
from lowbit.verbs.solve.handover import Solutions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lowbit.geometry import BoardLike
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.puzzles import PuzzleLike
    from lowbit.verbs.rate.measures import Names, Selection


@dataclass(frozen=True, slots=True)
class Rating:
    """The ratings of a puzzle. A field that was not requested, or is not known, is None.

    Parameters
    ----------
    status : Status
        UNIQUE if everything requested is known; NONE, SEVERAL or INVALID if there is nothing to
        rate; LIMIT_REACHED if a limit came first.
    er, ep, ed : float or None
        Sudoku Explainer's ratings: of the hardest step; of the hardest up to the first that places
        a digit; of the first. An `er` of 20 means that its techniques do not solve the puzzle.
    explainer_hardest : str or None
        The technique of the first of the hardest of these steps.
    explainer_techniques : mapping of str to int, or None
        The number of steps of each technique.
    score : int or None
        HoDoKu's score.
    level : {'easy', 'medium', 'hard', 'unfair', 'extreme'} or None
        HoDoKu's level.
    hodoku_hardest, hodoku_techniques : str, mapping of str to int, or None
        As for Sudoku Explainer; the hardest has the highest level, then the highest score.
    guesses, nodes : int or None
        The effort of the plain search to find the solution and prove it unique; with constraints,
        that of their engine.
    backdoor : int or None
        The fewest cells after whose digits singles solve the rest; with constraints, the inferences
        of their engine do.
    redundant : int or None
        The number of givens that can go, each alone.
    difficulty : float or None
        The rating of the hardest step of lowbit's own rule book, constraints included, on Sudoku
        Explainer's scale; 20 if the steps do not solve the puzzle. See `Steps.difficulty`.
    hardest : str or None
        The technique of the first of the hardest of these steps.
    depth : int or None
        The depth of trial and error that solves the puzzle; 0 if singles do.
    B : int or None
        The length of braids that solves the puzzle; None if its depth is 2 or more.
    BxB, BxBB : int or None
        That of braids within one trial, and within two; None if the depth is above 2, or above 3.
    reason : str or None
        Why an item of a batch is INVALID.

    Examples
    --------
    >>> from lowbit import rate
    >>> puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> rating = rate(puzzle, rules=("explainer", "hodoku"), measures="techniques")
    >>> print(rating)
    2.6 1.2 1.2 418 Medium
    >>> rating.explainer_techniques
    {'hidden-single': 57, 'pointing': 2}
    """

    status: Status
    er: float | None = None
    ep: float | None = None
    ed: float | None = None
    explainer_hardest: str | None = None
    explainer_techniques: Mapping[str, int] | None = None
    score: int | None = None
    level: str | None = None
    hodoku_hardest: str | None = None
    hodoku_techniques: Mapping[str, int] | None = None
    guesses: int | None = None
    nodes: int | None = None
    backdoor: int | None = None
    redundant: int | None = None
    difficulty: float | None = None
    hardest: str | None = None
    depth: int | None = None
    B: int | None = None
    BxB: int | None = None
    BxBB: int | None = None
    reason: str | None = field(default=None, compare=False)

    def __str__(self) -> str:
        if self.status is not Status.UNIQUE:
            return self.status.word
        parts = []
        if self.er is not None:
            parts.append(EXPLAINER_FORM % (self.er, self.ep, self.ed))
        if self.score is not None and self.level is not None:
            parts.append(SCORE_FORM % (self.score, self.level.title()))
        return " ".join(parts) or counts_text(self._figures()) or self.status.word

    def _figures(self) -> dict[str, object]:
        """Return the measures that are known, by their names."""
        names = (name for fields in FIELDS_OF_MEASURES.values() for name in fields)
        known = {name: getattr(self, name) for name in names}
        return {name: figure for name, figure in known.items() if figure is not None}


def rate(  # noqa: PLR0913 - by name: what is measured, and how far
    puzzle: PuzzleLike,
    *,
    geometry: BoardLike | None = None,
    rules: Names | None = None,
    measures: Names = (),
    max_nodes: int | None = None,
    time_limit: float | None = None,
) -> Rating:
    """Return how hard a puzzle is.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle, of givens. It is rated as it stands: isomorphic puzzles may have different
        ratings, as in both programs; not so the depth and the length of braids.
    geometry : Geometry or str, optional
        Its board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.
    rules : {'explainer', 'hodoku'} or several of them, optional
        Whose ratings to return: Sudoku Explainer 1.2.1's ER, EP and ED, the default, or HoDoKu
        2.2's score and level. Empty for none. Both programs rate only the classic board, without
        constraints.
    measures : str or iterable of str, optional
        The measures to return in addition. On boards other than the classic one, and with
        constraints, not the techniques; the search by default.

        - ``"techniques"``: for each of the rules, how many steps of each technique the solution
          takes, and the hardest of them.
        - ``"search"``: the guesses and nodes of the plain search; on other boards, of the search
          in lanes, as from `lowbit.solve_many`.
        - ``"backdoor"``: the fewest cells after whose digits singles solve the rest.
        - ``"redundant"``: how many givens can go, each alone.
        - ``"difficulty"``: the rating of the hardest of the steps that `lowbit.steps` takes,
          constraints included, and its technique. It may take seconds.
        - ``"depth"``: how deep trial and error with singles has to go: 0 where singles solve the
          puzzle, 1 where taking away each candidate that singles refute does, 2 where candidates
          are tried within that, and so on. Isomorphic puzzles have the same, as in all below.
        - ``"B"``, ``"BxB"``, ``"BxBB"``: the least length of braids, contradictions from one
          candidate, that solves the puzzle; that of braids within one trial, and within two.
          Neither these nor the depth are known with constraints.

        With constraints, the search is that of their engine, whose inferences take the place of
        singles; another version of lowbit may take other nodes.
    max_nodes : int, optional
        The most nodes of each search tree to visit, and the most digits to try for a backdoor.
    time_limit : float, optional
        The most seconds to take.

    Returns
    -------
    Rating
        Its status says why there is no rating; NONE and SEVERAL come before the limits.

    Raises
    ------
    GridError
        If `puzzle` is not a grid, or neither its board nor its constraints are rated.
    InputError
        If there is no such rule book or measure, or a limit is negative.

    Examples
    --------
    >>> puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> rating = rate(puzzle)
    >>> print(rating)
    2.6 1.2 1.2
    >>> rating.er, str(rating.status)
    (2.6, 'unique')
    >>> rating = rate(puzzle, rules="hodoku", measures="techniques")
    >>> print(rating)
    418 Medium
    >>> rating.hodoku_hardest, rating.hodoku_techniques["naked-single"]
    ('pointing', 23)
    >>> rating = rate(puzzle, rules=(), measures=("search", "backdoor", "redundant"))
    >>> rating.guesses, rating.nodes, rating.backdoor, rating.redundant
    (1, 3, 1, 2)
    >>> print(rate("." * 81))
    several
    >>> print(rate(puzzle, rules=(), measures=("depth", "B")))
    depth:1 B:1
    >>> print(rate("..3.4..2.1......", geometry="4x4", measures=("search", "backdoor")))
    guesses:0 nodes:1 backdoor:0
    >>> from lowbit import read_puzzle
    >>> thermometers = read_puzzle(".Shape~4x4.~R1C1_1.Thermo~R2C1~R2C2~R2C3.Thermo~R4C4~R4C3")
    >>> print(rate(thermometers, measures=("search", "redundant")))
    guesses:0 nodes:1 redundant:0
    >>> print(rate(thermometers, measures="difficulty"))
    difficulty:1.8 hardest:constraint
    """
    limits = Limits.of(max_nodes, time_limit)
    grid = puzzle_of(puzzle, geometry)
    if not isinstance(grid, Grid):
        selection = selection_with_constraints(rules, measures)
        return _of_variant(grid, selection, limits)
    selection = selection_of(rules, measures, grid.geometry)
    try:
        found = list(Solutions(grid, 2, limits, "any"))
    except LimitReachedError:
        return Rating(Status.LIMIT_REACHED)
    if len(found) != 1:
        return Rating(Status.SEVERAL if found else Status.NONE)
    answers, is_all = measured(SolvedPuzzle(grid, found[0], limits), selection)
    return Rating(Status.UNIQUE if is_all else Status.LIMIT_REACHED, **answers)


def _of_variant(puzzle: Puzzle, selection: Selection, limits: Limits) -> Rating:
    from lowbit.verbs.rate.variants import measured_variant  # loads Numba

    status, answers = measured_variant(puzzle, selection, limits)
    return Rating(status, **answers)
