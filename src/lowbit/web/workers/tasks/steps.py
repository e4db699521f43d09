"""Tasks on steps: the way to the solution, all that applies now, hints.

A request has the givens, the constraints, the player's digits and the candidates that are left. A
mistake is reported instead of any step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

import lowbit
from lowbit.cosmetics import from_json as cosmetics_of
from lowbit.errors import GridError, InputError, LimitReachedError, NoSolutionError
from lowbit.grid import Grid
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.techniques.books import rule_book
from lowbit.techniques.position import Position
from lowbit.techniques.variants.rules import with_constraints
from lowbit.techniques.wording.records import record
from lowbit.verbs.puzzles import grid_of
from lowbit.verbs.steps.hint import STEP, mistakes_told
from lowbit.verbs.steps.mistakes import mistakes_in, one_or_two_solutions
from lowbit.verbs.steps.start import constraints_of
from lowbit.web.workers.tasks.variants import Data, puzzle_of

if TYPE_CHECKING:
    from lowbit.nesting import Json
    from lowbit.puzzle import Puzzle
    from lowbit.techniques.step import Step

Send: TypeAlias = Callable[[Any], object]


class StepsTask:
    """The position of a request, and its deadline.

    Parameters
    ----------
    puzzle, geometry : str
        The puzzle and its board.
    digits : str or None
        The player's digits.
    candidates : list of int or None
        For each cell the candidates that the player has left, as a mask; 0 for all that the
        digits leave.
    time_limit : float
        Seconds from now.
    constraints : list of dict
        The constraints of the puzzle.
    """

    def __init__(  # noqa: PLR0913 - by name
        self,
        *,
        puzzle: str,
        geometry: str,
        digits: str | None,
        candidates: list[int] | None,
        time_limit: float,
        constraints: Data,
    ) -> None:
        self.limits = Limits.of(time_limit=time_limit)
        self.given = puzzle_of(puzzle, geometry, constraints)
        self.position = _position(self.given, digits, candidates or [])

    def known(self, language: str) -> dict[str, Any]:
        """Return whether there is one solution, and how the player's marks differ from it."""
        try:
            found = one_or_two_solutions(self.given, self.limits)
        except NoSolutionError as error:
            return _known(Status.NONE, str(error))
        except LimitReachedError as error:
            return _known(Status.LIMIT_REACHED, str(error))
        status = Status.UNIQUE if len(found) == 1 else Status.SEVERAL
        return _known(status, mistakes=mistakes_in(self.position, found, language))


def steps(send: Send, *, rules: str, without: list[str], **asked: Json) -> None:
    """Send the steps to the solution, or as far as the rules lead."""
    is_solved = False

    def way(start: Position, time_limit: float | None) -> Iterator[tuple[Step, Position]]:
        nonlocal is_solved
        is_solved = start.is_solved
        for step, position in lowbit.walkthrough(
            start, rules, without=without, time_limit=time_limit
        ):
            is_solved = position.apply(step).is_solved
            yield step, position

    answer = _listed(way, scale=rules, **asked)
    is_whole = is_solved and answer["has_more"] is False
    send(answer | {"is_solved": is_whole, "hardest": _hardest(answer["steps"], rules)})


def sheet(  # noqa: PLR0913 - by name
    send: Send,
    *,
    rules: str,
    without: list[str],
    title: str,
    paper: str,
    limit: int,
    language: str,
    cosmetics: Data,
    **asked: Json,
) -> None:
    """Send a PDF of the steps to the solution, or as far as the rules or the time lead."""
    from lowbit.pictures.book import to_sheet  # loads fpdf2

    about = StepsTask(**asked)
    if mistakes := about.known(language)["mistakes"]:
        raise InputError("; ".join(mistakes))
    way: list[tuple[Step, Position]] = []
    left = about.limits.seconds_left
    with suppress(NoSolutionError, LimitReachedError):
        every = lowbit.walkthrough(about.position, rules, without=without, time_limit=left)
        way.extend(islice(every, limit))
    send(to_sheet(way, title, paper, cosmetics_of(cosmetics)))


def all_steps(send: Send, *, techniques: list[str] | None, **asked: Json) -> None:
    """Send the steps that apply now, of every technique or of some."""

    def now(start: Position, time_limit: float | None) -> Iterator[tuple[Step, Position]]:
        found = lowbit.all_steps(start, rules=techniques, time_limit=time_limit)
        return ((step, start) for step in found)

    send(_listed(now, scale="explainer", **asked))


def hint(send: Send, *, detail: int, rules: str, language: str, **asked: Json) -> None:
    """Send a hint on the next step, in as much detail as is asked for."""
    about = StepsTask(**asked)
    known, step = about.known(language), None
    board = about.given.geometry
    text = mistakes_told(known["mistakes"], board, detail, language) if known["mistakes"] else ""
    if not known["reason"] and not known["mistakes"]:
        try:
            found = lowbit.hint(
                about.given,
                about.position,
                detail=detail,
                rules=rules,
                language=language,
                time_limit=about.limits.seconds_left,
            )
            text = found.text
            if found.step and detail == STEP:
                step = record(found.step, about.position, rules, language)
        except (NoSolutionError, LimitReachedError) as error:
            known |= _ended(error)
    send(known | {"text": text, "step": step})


def _listed(
    find: Callable[[Position, float | None], Iterator[tuple[Step, Position]]],
    *,
    scale: str,
    language: str,
    limit: int,
    **asked: Json,
) -> dict[str, Any]:
    """Return the steps that are found from a position, the first ones of them."""
    about = StepsTask(**asked)
    known, has_more = about.known(language), None
    listed: list[dict[str, Any]] = []
    if not known["reason"] and not known["mistakes"]:
        try:
            every = find(about.position, about.limits.seconds_left)
            listed.extend(
                record(step, position, scale, language) for step, position in islice(every, limit)
            )
            has_more = next(every, None) is not None
        except (NoSolutionError, LimitReachedError) as error:
            known |= _ended(error)
    return known | {"steps": listed, "has_more": has_more}


def _hardest(listed: list[dict[str, Any]], rules: str) -> int | None:
    """Return the first of the steps whose technique comes last in the rule book."""
    book = with_constraints(rule_book(rules)).rules

    def place(slug: str) -> int:
        return next(number for number, rule in enumerate(book) if rule.counts(slug))

    slugs = [step["technique"] for step in listed]
    return max(range(len(slugs)), key=lambda at: place(slugs[at])) if slugs else None


def _position(puzzle: Grid | Puzzle, digits: str | None, candidates: list[int]) -> Position:
    """Return a player's position."""
    given, board = grid_of(puzzle), puzzle.geometry
    filled = given if digits is None else Grid(digits, board)
    masks = [
        1 << digit - 1 if digit else allowed
        for allowed, digit in zip(given.allowed, filled, strict=True)
    ]
    solved = [cell for cell, digit in enumerate(filled) if digit and not given[cell]]
    position = Position(Grid.from_masks(masks, board), solved, constraints_of(puzzle))
    position = position.on_the_way_from(given)
    if candidates and len(candidates) != board.n_cells:
        raise GridError(f"{board.n_cells} cells have {len(candidates)} sets of candidates")
    eliminated = [
        (cell, digit)
        for cell, kept in enumerate(candidates)
        for digit in position.candidates_of(cell)
        if kept and not kept >> digit - 1 & 1
    ]
    return position.after((), eliminated)


def _known(status: Status, reason: str = "", mistakes: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"status": status.word, "reason": reason, "mistakes": mistakes}


def _ended(error: NoSolutionError | LimitReachedError) -> dict[str, Any]:
    status = Status.NONE if isinstance(error, NoSolutionError) else Status.LIMIT_REACHED
    return {"status": status.word, "reason": str(error)}
