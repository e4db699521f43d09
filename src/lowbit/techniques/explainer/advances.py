"""What strikes candidates in the middle of a dynamic chain: patterns, and nested chains.

The families are tried in order, and all that the first one finds is taken. A find counts only if
it would not have been there without what the chain has struck. As in Sudoku Explainer, a family
counts as having found something even where all of that is off already.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lowbit.techniques.explainer.nodes import bits, mask_of_candidates
from lowbit.techniques.explainer.sets import fish, hidden_sets, locked, naked_sets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lowbit.techniques.explainer.hint import ChainHint
    from lowbit.techniques.explainer.propagation import Struck
    from lowbit.techniques.explainer.regions import Candidates
    from lowbit.techniques.explainer.sets import Patterns

    Hints = Callable[[Candidates], Sequence[ChainHint]]

PATTERNS: tuple[Patterns, ...] = (
    locked,
    partial(hidden_sets, 2),
    partial(naked_sets, 2),
    partial(fish, 2),
)
"""The families of patterns."""


class Advances:
    """What patterns, and then nested chains, strike in the middle of the chains of one search.

    Many chains come to the same candidates; what is struck from these is kept.

    Parameters
    ----------
    nested : sequence of Hints
        What finds nested chains.
    """

    def __init__(self, nested: Sequence[Hints] = ()) -> None:
        self.nested = nested
        self._known: dict[tuple[int, ...], list[Struck]] = {}

    def __call__(self, start: Candidates, view: Candidates) -> list[Struck]:
        """Return what is struck, with its parents.

        Parameters
        ----------
        start : Candidates
            The position of the search, always the same one.
        view : Candidates
            What a chain has left of it.
        """
        key = tuple(view.cells)
        if key not in self._known:
            self._known[key] = self._struck(start, view)
        return self._known[key]

    def _struck(self, start: Candidates, view: Candidates) -> list[Struck]:
        families = [partial(_by_patterns, patterns) for patterns in PATTERNS]
        families += [partial(_by_hints, hints) for hints in self.nested]
        for family in families:
            struck = list(family(start, view))
            if struck:
                return struck
        return []


def _by_patterns(patterns: Patterns, start: Candidates, view: Candidates) -> Iterator[Struck]:
    size = start.board.size
    for pattern in patterns(view):
        absent = mask_of_candidates(pattern.absent_from(start.places), size)
        if absent:
            parents = tuple(2 * number for number in bits(absent))
            for number in bits(mask_of_candidates(pattern.struck, size)):
                yield 2 * number, parents, None


def _by_hints(hints: Hints, start: Candidates, view: Candidates) -> Iterator[Struck]:
    for hint in hints(view):
        parents = tuple(hint.premises(start, view))
        if parents:
            for number in bits(hint.struck):
                yield 2 * number, parents, hint
