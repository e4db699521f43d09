"""The wished way to the solution of puzzles with constraints: its techniques and its difficulty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from lowbit.arguments import unknown
from lowbit.errors import InputError, LimitReachedError
from lowbit.limits import Limits
from lowbit.reference.budget import Budget
from lowbit.techniques.books import rule_book
from lowbit.techniques.difficulty import UNSOLVED
from lowbit.techniques.position import Position
from lowbit.techniques.registry import slug_named
from lowbit.techniques.scoring import LEVELS
from lowbit.techniques.variants.difficulty import difficulty_of, hardest_on_way
from lowbit.techniques.variants.rules import with_constraints

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.puzzle import Puzzle
    from lowbit.techniques.books.rule import RuleBook

HARDEST_OF: Final = (2.3, 3.4, 5.0, 7.0, 11.9)
"""The highest difficulty of each level, in order: singles and sums, pairs, fish, contradictions."""


@dataclass(frozen=True, slots=True)
class VariantTarget:
    """The wished way to the solution.

    Parameters
    ----------
    least, most : float
        The difficulty, as `lowbit.Steps.difficulty` tells it.
    needs : str, optional
        A technique: the rules up to it solve the puzzle, and the same without it do not.
    only, without : tuple of str
        The techniques that have to suffice; those that the rules have to do without.
    rules : str or tuple of str
        The rule book that the techniques are of.
    """

    least: float = 0.0
    most: float = UNSOLVED
    needs: str | None = None
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    rules: str | tuple[str, ...] = "human"

    @property
    def book(self) -> RuleBook:
        """The rules that may be used."""
        book = with_constraints(rule_book(self.rules))
        if self.only:
            book = with_constraints(book.only(self.only))
        return book.without(self.without)

    def is_met(self, puzzle: Puzzle, time_limit: float | None) -> bool:
        """Return whether a puzzle with one solution has such a way; not if it takes too long."""
        position = Position(puzzle.grid, constraints=puzzle.constraints)
        try:
            return self._is_met(position.within(Budget(Limits.of(time_limit=time_limit))))
        except LimitReachedError:
            return False

    def _is_met(self, start: Position) -> bool:
        book = self.book.on(start.geometry).without_uniqueness()
        if self.needs:
            enough = book.up_to(slug_named(self.needs))
            easier = enough.without([self.needs])
            if _difficulty(start, easier) is not None or _difficulty(start, enough) is None:
                return False
        difficulty = _difficulty(start, book)
        return difficulty is not None and self.least <= difficulty <= self.most


def _difficulty(start: Position, book: RuleBook) -> float | None:
    """Return the rating of the hardest step of some rules; None if they do not suffice."""
    hardest, is_solved = hardest_on_way(start, book)
    if not is_solved:
        return None
    return 0.0 if hardest is None else difficulty_of(hardest)


def variant_target_of(
    *,
    rating: float | Sequence[float] | None = None,
    level: str | None = None,
    only: str | Sequence[str] = (),
    without: str | Sequence[str] = (),
    **others: Any,  # noqa: ANN401 - needs and rules, as the target has them
) -> VariantTarget | None:
    """Return the wished way from the user's arguments; None if there is no wish.

    Raises
    ------
    InputError
        If it makes no sense.
    """
    if rating is None and not (level or only or without or others.get("needs")):
        return None
    least, most = _range(rating, level)
    target = VariantTarget(
        least,
        most,
        others.get("needs"),
        _slugs(only),
        _slugs(without),
        others.get("rules") or "human",
    )
    if target.needs:
        target.book.up_to(slug_named(target.needs))
    for slug in target.only:
        if not target.book.counts(slug):
            raise InputError(f"the rules do not have {slug!r}")
    return target


def _slugs(names: str | Sequence[str]) -> tuple[str, ...]:
    return tuple(map(slug_named, (names,) if isinstance(names, str) else names))


def _range(rating: float | Sequence[float] | None, level: str | None) -> tuple[float, float]:
    """Return the least and the most difficulty."""
    least, most = 0.0, UNSOLVED
    if level is not None:
        if level not in LEVELS:
            raise InputError(unknown("level", level, LEVELS))
        place = LEVELS.index(level)
        least, most = (HARDEST_OF[place - 1] + 0.1 if place else 0.0), HARDEST_OF[place]
    if rating is not None:
        low, high = (rating, rating) if isinstance(rating, (int, float)) else rating
        least, most = max(least, low), min(most, high)
    if least > most:
        raise InputError(f"no difficulty is from {least} to {most}")
    return round(least, 1), most
