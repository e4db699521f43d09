"""Eliminations in the middle of a dynamic chain: by patterns, and by nested chains.

The families are tried in order, and everything that the first successful one finds is taken. A
pattern counts only if it relies on candidates that the chain has eliminated. As in Sudoku
Explainer, a family counts as successful even if all that it eliminates is off already.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lowbit.techniques.explainer.chains.nodes import bits, mask_of_candidates
from lowbit.techniques.explainer.sets import fish, hidden_sets, locked, naked_sets
from lowbit.techniques.facts import recall

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lowbit.techniques.explainer.chains.hint import ChainHint
    from lowbit.techniques.explainer.chains.propagation import Eliminated
    from lowbit.techniques.explainer.regions import Candidates
    from lowbit.techniques.explainer.sets import Patterns

    Hints = Callable[[Candidates], Sequence[ChainHint]]
    Known = dict[Hints | None, dict[tuple[int, ...], list[Eliminated]]]

PATTERNS: tuple[Patterns, ...] = (
    locked,
    partial(hidden_sets, 2),
    partial(naked_sets, 2),
    partial(fish, 2),
)
"""The families of patterns."""


class InnerSteps:
    """Eliminations by patterns, then by nested chains, within the chains of one position.

    Many chains reach the same candidates, and searches of several levels the same chains, so the
    results of each family are cached with the position.

    Parameters
    ----------
    start : Candidates
        The position.
    nested : sequence of Hints
        The finders of nested chains.
    """

    def __init__(self, start: Candidates, nested: Sequence[Hints] = ()) -> None:
        self._start = start
        self._nested = nested
        self._known = recall(start, _nothing_known)

    def __call__(self, view: Candidates) -> list[Eliminated]:
        """Return the eliminations in the candidates that a chain has left, with their parents."""
        left = tuple(view.cells)
        for family in (None, *self._nested):
            known = self._known.setdefault(family, {})
            if left not in known:
                known[left] = self._eliminated(family, view)
            if known[left]:
                return known[left]
        return []

    def _eliminated(self, family: Hints | None, view: Candidates) -> list[Eliminated]:
        if family is not None:
            return list(_by_hints(family, self._start, view))
        for patterns in PATTERNS:
            eliminated = list(_by_patterns(patterns, self._start, view))
            if eliminated:
                return eliminated
        return []


def _nothing_known(_start: Candidates) -> Known:
    return {}


def _by_patterns(patterns: Patterns, start: Candidates, view: Candidates) -> Iterator[Eliminated]:
    size = start.board.size
    for pattern in patterns(view):
        absent = mask_of_candidates(pattern.absent_from(start.places), size)
        if absent:
            parents = tuple(2 * number for number in bits(absent))
            for number in bits(mask_of_candidates(pattern.eliminated, size)):
                yield 2 * number, parents, None


def _by_hints(hints: Hints, start: Candidates, view: Candidates) -> Iterator[Eliminated]:
    for hint in hints(view):
        parents = tuple(hint.premises(start, view))
        if parents:
            for number in bits(hint.eliminated):
                yield 2 * number, parents, hint
