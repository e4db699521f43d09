"""The requested difficulty of puzzles, and how far a puzzle is from it by a rule book."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lowbit.arguments import unknown
from lowbit.errors import InputError
from lowbit.grid import Grid
from lowbit.techniques.books import rule_book
from lowbit.techniques.books.explainer import up_to_rating
from lowbit.techniques.difficulty import rating_of
from lowbit.techniques.position import Position
from lowbit.techniques.registry import technique_named
from lowbit.techniques.scoring import LEVELS
from lowbit.techniques.solve_path import walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.techniques.books.rule import RuleBook

EASIEST: Final = 1.0
"""The ER of a puzzle in which one digit is missing."""

EASY: Final = (
    1.0, 1.2, 1.5, 1.7, 1.9, 2.0, 2.3, 2.5, 2.6, 2.8, 3.0, 3.2, 3.4, 3.6, 3.8, 4.0, 4.2, 4.4, 4.5,
)  # fmt: skip
"""The ratings of steps below those of loops and chains, which grow with their length."""

HARDEST_KNOWN: Final = 11.9
"""The ER of Golden Nugget, Kolk, Patience and Imam Bayildi: nobody has found a harder puzzle."""

HARDEST_OF_SINGLES: Final = 2.3
"""The highest rating that Sudoku Explainer gives to a puzzle that singles solve."""

HARDEST_PLACING: Final = 2.5
"""Steps rated up to this one place a digit and eliminate nothing; harder ones eliminate."""

SINGLES: Final = frozenset({"full-house", "hidden-single", "naked-single"})

NEARLY_SOLVED: Final = (
    ".97582143452913786183467952829635471516874239374291568748126395931758624265349817"
)
"""A puzzle in which one digit is missing: techniques that cannot solve it cannot finish any."""


@dataclass(frozen=True, slots=True)
class Target:
    """The requested difficulty of puzzles.

    Parameters
    ----------
    rating : tuple of float, optional
        The lowest and the highest ER, by Sudoku Explainer.
    level : str, optional
        HoDoKu's level.
    needs : str, optional
        A technique: the rules up to it solve the puzzle, and the same without it do not.
    only, without : tuple of str
        The techniques that have to suffice; those that the rules have to do without.
    rules : str or tuple of str, default 'human'
        The rule book that `needs`, `only` and `without` are about.
    """

    rating: tuple[float, float] | None = None
    level: str | None = None
    needs: str | None = None
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    rules: str | tuple[str, ...] = "human"

    @property
    def book(self) -> RuleBook:
        """The rules that may be used."""
        book = rule_book(self.rules).without(self.without)
        return book.only(self.only) if self.only else book

    @property
    def tenths(self) -> tuple[int, int]:
        """The lowest and the highest ER in tenths."""
        least, most = self.rating or (EASIEST, HARDEST_KNOWN)
        return round(10 * least), round(10 * most)

    @property
    def is_beyond_placing(self) -> bool:
        """Whether a rating is asked for that takes steps which eliminate."""
        return self.rating is not None and self.rating[0] > HARDEST_PLACING

    @property
    def refuses_singles(self) -> bool:
        """Whether a puzzle that singles solve is too easy."""
        by_rating = self.rating is not None and self.rating[0] > HARDEST_OF_SINGLES
        by_level = self.level is not None and LEVELS.index(self.level) > LEVELS.index("medium")
        return by_rating or by_level or (self.needs is not None and self.needs not in SINGLES)

    def require_possible(self) -> None:
        """Raise if it makes no sense.

        Raises
        ------
        InputError
            It says why.
        """
        if self.rating is not None:
            _require_rating(*self.rating)
        if self.level not in {None, *LEVELS}:
            raise InputError(unknown("level", self.level, LEVELS))
        book = self.book
        for slug in self.only:
            if not book.counts(slug):
                raise InputError(f"the rules do not have {slug!r}")
        if self.needs is not None:
            slug = technique_named(self.needs).slug
            if slug in self.without or (self.only and slug not in self.only):
                raise InputError(f"{slug!r} cannot be needed and left out")
            book.up_to(slug)
        if (self.only or self.without) and n_left_open(Position(Grid(NEARLY_SOLVED)), book):
            raise InputError("the techniques that are left place no last digit: singles do")

    @property
    def is_about_rules(self) -> bool:
        """Whether the steps of a rule book matter."""
        return bool(self.only or self.without or self.needs is not None)


def _require_rating(least: float, most: float) -> None:
    if least > HARDEST_KNOWN:
        raise InputError(f"no puzzle is known that is rated above {HARDEST_KNOWN}, not {least}")
    if not 0 < least <= most:
        raise InputError(f"a rating is the lowest and the highest ER, not {(least, most)}")
    if most < EASIEST:
        raise InputError(f"no puzzle is rated below {EASIEST}: {(least, most)}")
    between = [rating for rating in EASY if rating >= least]
    if between and most < between[0]:
        raise InputError(f"no step is rated {least} to {most}; the next rating is {between[0]}")


def is_within(task: tuple[bytes, Target]) -> bool:
    """Return whether the rating of a puzzle is in the requested range."""
    digits, target = task
    least, most = target.tenths
    hardest, position = 0, Position(Grid(list(digits)))
    for step, before in walk(position, up_to_rating(most / 10)):
        hardest = max(hardest, round(10 * rating_of(step)))
        if hardest > most:
            return False
        position = before.apply(step)
    return position.is_solved and hardest >= least


def n_left_open(position: Position, book: RuleBook) -> int:
    """Return how many cells some rules leave open."""
    for step, before in walk(position, book):
        position = before.apply(step)
    return position.open.bit_count()


def target_of(  # noqa: PLR0913 - as generate has them
    *,
    rating: float | Sequence[float] | None = None,
    level: str | None = None,
    needs: str | None = None,
    only: str | Sequence[str] = (),
    without: str | Sequence[str] = (),
    rules: str | Sequence[str] = "human",
) -> Target:
    """Return the requested difficulty from the user's arguments.

    Raises
    ------
    InputError
        If it makes no sense.
    """
    target = Target(
        None if rating is None else _range_of(rating),
        level,
        needs,
        _slugs(only),
        _slugs(without),
        rules if isinstance(rules, str) else tuple(rules),
    )
    target.require_possible()
    return target


def _range_of(rating: float | Sequence[float]) -> tuple[float, float]:
    try:
        least, most = rating if isinstance(rating, (tuple, list)) else (rating, rating)
        return float(least), float(most)
    except (TypeError, ValueError):
        raise InputError(
            f"a rating is an ER, or the lowest and the highest; not {rating!r}"
        ) from None


def _slugs(names: str | Sequence[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)
