"""A rule: a finder and the techniques that it may find. A rule book: rules in order."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from lowbit.errors import GeometryError, InputError
from lowbit.techniques.registry import BY_CONSTRAINTS, slug_named, technique_named, works_on
from lowbit.techniques.technique import Options

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.geometry import Geometry
    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Step
    from lowbit.techniques.technique import Finder


@dataclass(frozen=True, slots=True)
class Rule:
    """One entry of a rule book.

    Parameters
    ----------
    find : Finder
        The finder to call.
    slugs : tuple of str
        The techniques that count; steps of others are skipped. Empty for all.
    options : Options
        The options of the finder.
    barred : frozenset of str
        Techniques that are always skipped.
    """

    find: Finder
    slugs: tuple[str, ...] = ()
    options: Options = field(default=Options())
    barred: frozenset[str] = frozenset()

    def steps(self, position: Position) -> Iterator[Step]:
        """Yield the steps that it finds, the preferred one first."""
        for step in self.find(position, self.options):
            if self.counts(step.technique):
                yield step

    @property
    def is_by_constraints(self) -> bool:
        """Whether its steps follow from constraints."""
        return bool(self.slugs) and self.slugs[0] in BY_CONSTRAINTS

    def works_on(self, geometry: Geometry) -> bool:
        """Return whether it works on a board."""
        return self.is_by_constraints or works_on(self.find, geometry)

    def counts(self, slug: str) -> bool:
        """Whether steps of a technique are taken."""
        return slug not in self.barred and (not self.slugs or slug in self.slugs)


@dataclass(frozen=True, slots=True)
class RuleBook:
    """Rules in the order in which they are tried.

    Parameters
    ----------
    name : str
        Its name.
    rules : tuple of Rule
        The rules.
    is_list : bool
        Whether each technique was requested by name; then `all_steps` searches for all of them,
        however long they take.
    """

    name: str
    rules: tuple[Rule, ...]
    is_list: bool = False

    def counts(self, slug: str) -> bool:
        """Whether a rule takes steps of a technique."""
        return any(rule.counts(slug) for rule in self.rules)

    def options_of(self, slug: str) -> Options:
        """Return the options of a technique's finder where it is first tried."""
        return next(rule.options for rule in self.rules if rule.counts(slug))

    def without(self, slugs: Iterable[str]) -> RuleBook:
        """Return the book without some techniques.

        Raises
        ------
        InputError
            If there is no technique of one of the slugs.
        """
        barred = frozenset(map(slug_named, slugs))
        rules = [replace(rule, barred=rule.barred | barred) for rule in self.rules]
        return replace(self, rules=tuple(rules))

    def only(self, slugs: Iterable[str]) -> RuleBook:
        """Return the book with nothing but some techniques.

        Raises
        ------
        InputError
            If there is no technique of one of the slugs.
        """
        wanted = tuple(map(slug_named, slugs))
        rules = []
        for rule in self.rules:
            kept = tuple(slug for slug in wanted if rule.counts(slug))
            if kept:
                rules.append(replace(rule, slugs=kept))
        return replace(self, rules=tuple(rules), is_list=True)

    def on(self, geometry: Geometry) -> RuleBook:
        """Return the book with the rules that a board has room for.

        Raises
        ------
        GeometryError
            If it has none, or lacks one that was requested by name.
        """
        rules = tuple(rule for rule in self.rules if rule.works_on(geometry))
        if rules and (len(rules) == len(self.rules) or not self.is_list):
            return replace(self, rules=rules)
        missing = next(rule for rule in self.rules if not rule.works_on(geometry))
        name = missing.slugs[0] if self.is_list else f"the rule book {self.name!r}"
        raise GeometryError(f"{name} is for boards of one square grid, and {geometry} is none")

    def up_to(self, slug: str) -> RuleBook:
        """Return the book that ends with the rule of a technique.

        Raises
        ------
        InputError
            If the book does not have it.
        """
        for place, rule in enumerate(self.rules):
            if slug in rule.slugs:
                return replace(self, rules=self.rules[: place + 1])
        raise InputError(f"the rule book {self.name!r} does not have {slug!r}")

    def between(self, first: str, last: str) -> RuleBook:
        """Return the rules from the first of a technique to the first of another.

        Raises
        ------
        InputError
            If the book does not have them.
        """
        start = len(self.up_to(first).rules) - 1
        return replace(self, rules=self.up_to(last).rules[start:])

    def without_uniqueness(self) -> RuleBook:
        """Return the book for puzzles that may have several solutions."""
        rules = [replace(rule, options=rule.options.without_uniqueness()) for rule in self.rules]
        return replace(self, rules=tuple(rules))

    def first(self, position: Position) -> Step | None:
        """Return the first step of the first rule that has one."""
        for rule in self.rules:
            position.budget.charge()
            for step in rule.steps(position):
                return step
        return None


def book_of(
    name: str, entries: Iterable[str | tuple[str, ...]], options: Options | None = None
) -> RuleBook:
    """Return the rule book that tries the techniques given, in order.

    Parameters
    ----------
    name : str
        Its name.
    entries : iterable of str or tuple of str
        The slugs. A tuple names several techniques that one finder finds, to be tried together.
    options : Options, optional
        The options of the finders.

    Raises
    ------
    InputError
        If there is no technique of one of the slugs.
    """
    chosen = Options() if options is None else options
    rules = []
    for entry in entries:
        slugs = (entry,) if isinstance(entry, str) else entry
        finders = dict.fromkeys(technique_named(slug).find for slug in slugs)
        rules += [Rule(find, slugs, chosen) for find in finders]
    return RuleBook(name, tuple(rules))
