"""Tasks for practice: the techniques, and a position where one of them is the next step."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from itertools import count
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import lowbit
from lowbit.errors import LimitReachedError
from lowbit.grid import Grid
from lowbit.limits import Limits
from lowbit.rng import seed_or_any
from lowbit.techniques.books import rule_book
from lowbit.techniques.registry import technique_named
from lowbit.techniques.wording.description import name_of

if TYPE_CHECKING:
    from lowbit.techniques.position import Position

Send: TypeAlias = Callable[[Any], object]

BOOK: Final = "human"
"""The rule book of hints, too: a hint on the position shows the technique."""

AT_ONCE: Final = 16
"""The number of random puzzles made at a time."""


def techniques(send: Send) -> None:
    """Tell the techniques that can be practised, the easiest first."""
    slugs = dict.fromkeys(slug for rule in rule_book(BOOK).rules for slug in rule.slugs)
    named = [
        {"slug": slug, "name": name_of(slug), "name_zh": name_of(slug, "zh")} for slug in slugs
    ]
    send({"techniques": named})


def practise(send: Send, technique: str, seed: int | None, time_limit: float) -> None:
    """Tell a puzzle and a position where a technique is the next step; nulls if none came up."""
    slug = technique_named(technique).slug
    limits = Limits.of(time_limit=time_limit)
    seed = seed_or_any(secrets.randbits(32) if seed is None else seed)
    answer: dict[str, Any] = {"puzzle": None, "digits": None, "candidates": None, "seed": seed}
    try:
        for puzzle in _random_puzzles(seed, limits):
            position = _position_before(slug, puzzle, limits)
            if position is not None:
                answer |= _described(puzzle, position)
                break
    except LimitReachedError:
        pass  # the nulls say so
    send(answer)


def _random_puzzles(seed: int, limits: Limits) -> Iterator[Grid]:
    """Yield random minimal puzzles until there is no more time."""
    for batch in count():
        if limits.is_late:
            return
        seed_of_batch = (seed + (batch << 32)) % (1 << 64)  # far from those of other seeds
        yield from lowbit.generate(AT_ONCE, seed=seed_of_batch, threads=1)


def _position_before(slug: str, puzzle: Grid, limits: Limits) -> Position | None:
    """Return the first position on the way to the solution whose next step is of a technique."""
    for step, position in lowbit.walkthrough(puzzle, BOOK, time_limit=limits.seconds_left):
        if step.technique == slug:
            return position
    return None


def _described(puzzle: Grid, position: Position) -> dict[str, Any]:
    """Return a player's position, in the form of requests for hints."""
    left = zip(position.cells, position.values, strict=True)
    return {
        "puzzle": puzzle.to_line(),
        "digits": Grid(position.values).to_line(),
        "candidates": [0 if value else mask for mask, value in left],
    }
