"""Contradictions within contradictions: a candidate leaves others that cannot be either."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.techniques.variants.network import MOST_EVENTS, assuming, network_of
from lowbit.techniques.variants.proofs import Event
from lowbit.techniques.variants.states import all_states
from lowbit.techniques.variants.trials import step_against

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Consequence, Step
    from lowbit.techniques.technique import Options
    from lowbit.techniques.variants.network import Tier
    from lowbit.techniques.variants.states import States

NESTED: Final = "constraint-nested"

MOST_ALL: Final = 10 * MOST_EVENTS
"""The most events that are followed, exclusions included."""


def by_nested_trials(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the candidates that lead to a contradiction once cases are excluded on the way."""
    for tier, states in all_states(position):
        nested = _Nested(position, tier, states)
        for wrong in nested.alive:
            excluded = nested.excluded_by(wrong)
            if excluded:
                trail = nested.trail(wrong, nested.fewer(wrong, excluded))
                if trail:
                    yield step_against(position, NESTED, wrong, nested.reasons(wrong, trail))


class _Nested:
    """The candidates of a position that are possible by themselves, and what they exclude.

    What each leads to is known, so to see that two of them cannot be together takes no search.

    Parameters
    ----------
    position : Position
        The position.
    tier : Tier
        The hardest parts that are used.
    states : States
        The states by these parts.
    """

    def __init__(self, position: Position, tier: Tier, states: States) -> None:
        self._position, self._tier, self._packing = position, tier, states.packing
        self._network = network_of(position.geometry, position.constraints)
        alive = {each: state for each, state in states.at(position).items() if state.packed}
        masks = position.masks
        few_first = sorted(alive, key=lambda each: masks[each[0]].bit_count())
        self.alive = {each: alive[each] for each in few_first}
        self._bits = {each: self._packing.bit(each) for each in alive}

    def excluded_by(self, wrong: Candidate) -> list[Candidate]:
        """Return the candidates that one excludes until something is impossible, if anything is."""
        held, packed = [*self.alive[wrong].held], self.alive[wrong].packed
        found: list[Candidate] = []
        while True:
            self._position.budget.charge()
            gone = [
                each
                for each, state in self.alive.items()
                if packed & self._bits[each] and self._packing.is_dead(packed & state.packed)
            ]
            if not gone:
                return []
            found += gone
            if self._without(held, gone):
                return found
            packed = self._packing.packed(held)

    def fewer(self, wrong: Candidate, excluded: list[Candidate]) -> list[Candidate]:
        """Return those of the excluded candidates that a contradiction needs, in order."""
        for each in reversed(excluded):
            rest = [other for other in excluded if other != each]
            self._position.budget.charge()
            if self._suffice(wrong, rest):
                excluded = rest
        return excluded

    def _suffice(self, wrong: Candidate, excluded: list[Candidate]) -> bool:
        """Return whether a contradiction follows from the exclusions, each from those before."""
        held, packed = [*self.alive[wrong].held], self.alive[wrong].packed
        for each in excluded:
            if packed & self._bits[each]:
                if not self._packing.is_dead(packed & self.alive[each].packed):
                    return False
                if self._without(held, [each]):
                    return True
                packed = self._packing.packed(held)
        return False

    def _without(self, held: list[int], gone: list[Candidate]) -> bool:
        """Take candidates away and what follows; return whether that is impossible."""
        waiting = 0
        for cell, digit in gone:
            held[cell] &= ~(1 << digit - 1)
            waiting |= self._network.beside[cell]
        return 0 in held or self._network.settle(held, waiting, self._tier)

    def trail(self, wrong: Candidate, excluded: list[Candidate]) -> list[Event] | None:
        """Return what follows from a candidate, exclusions included, until it is impossible."""
        network, held = self._network, assuming(self._position.masks, wrong)
        events: list[Event] = []
        if network.run_from(wrong[0], held, events, MOST_ALL, self._tier):
            return events
        for cell, digit in excluded:
            bit = 1 << digit - 1
            self._position.budget.charge()
            case = (
                network.follow(held, (cell, digit), MOST_EVENTS, self._tier)
                if held[cell] & bit
                else None
            )
            if case:
                events.append(Event(0, cell, held[cell], held[cell] & ~bit, tuple(case)))
                held[cell] &= ~bit
                beside = network.parts_of[cell]
                if not held[cell] or network.run(held, beside, events, MOST_ALL, self._tier):
                    return events
        return None

    def reasons(self, wrong: Candidate, trail: list[Event]) -> tuple[Consequence, ...]:
        """Return what is told of a trail."""
        return self._network.reasons(self._position, wrong, trail)
