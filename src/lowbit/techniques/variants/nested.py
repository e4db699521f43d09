"""Contradictions within contradictions: a candidate leaves others that cannot be either."""

from __future__ import annotations

from itertools import islice
from operator import and_
from typing import TYPE_CHECKING, Final

from lowbit.techniques.variants.network import MOST_EVENTS, Event, assuming, network_of
from lowbit.techniques.variants.trials import step_against

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Step
    from lowbit.techniques.technique import Options
    from lowbit.techniques.variants.network import Network

NESTED: Final = "constraint-nested"

MOST_CASES: Final = 12
"""The most candidates that are excluded on the way to a contradiction."""

MOST_TRIED: Final = {False: 150, True: 40}
"""The most candidates that are assumed in a position: at sight, and thoroughly."""

MOST_FOLLOWED: Final = 40
"""The most candidates that are followed for one exclusion."""


def by_nested_trials(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the candidates that lead to a contradiction once cases are excluded on the way."""
    masks = position.masks
    network = network_of(position.geometry, position.constraints)
    states = network.states(masks, position.budget)
    alive = (candidate for candidate, state in states.items() if state)
    few_first = sorted(alive, key=lambda candidate: masks[candidate[0]].bit_count())
    for is_thorough, most in MOST_TRIED.items():
        for wrong in few_first[:most]:
            position.budget.charge()
            trail = _refutation(network, position, wrong, is_thorough=is_thorough)
            if trail is not None:
                yield step_against(position, NESTED, wrong, network.reasons(masks, wrong, trail))


def _refutation(
    network: Network, position: Position, wrong: Candidate, *, is_thorough: bool
) -> list[Event] | None:
    """Return what follows from a candidate, cases included, until something is impossible."""
    held = assuming(position.masks, wrong)
    events: list[Event] = []
    network.run(held, network.parts_of[wrong[0]], events, MOST_EVENTS)
    for _ in range(MOST_CASES):
        event = _excluded(network, position, held)
        if event is None and is_thorough:
            event = _excluded_by_following(network, position, held)
        if event is None:
            return None
        events.append(event)
        held[event.cell] &= event.after
        if not held[event.cell] or network.run(
            held, network.parts_of[event.cell], events, 2 * MOST_EVENTS
        ):
            return events
    return None


def _excluded(network: Network, position: Position, held: list[int]) -> Event | None:
    """Return the exclusion of a candidate that cannot be; None if there is none at sight.

    What the candidate leads to by itself is known, so to see that both cannot be takes no search.
    """
    for wrong, state in network.states(position.masks, position.budget).items():
        if _is_open(held, wrong) and 0 in map(and_, held, state or held):
            event = _event_against(network, position, held, wrong)
            if event is not None:
                return event
    return None


def _excluded_by_following(network: Network, position: Position, held: list[int]) -> Event | None:
    """Return the exclusion of a digit of a cell with two that cannot be; None if none is found."""
    pairs = (each for each in network.candidates(held) if held[each[0]].bit_count() == 2)
    for wrong in islice(pairs, MOST_FOLLOWED):
        event = _event_against(network, position, held, wrong)
        if event is not None:
            return event
    return None


def _is_open(held: list[int], candidate: Candidate) -> bool:
    """Return whether a candidate is one of several of its cell."""
    cell, bit = candidate[0], 1 << candidate[1] - 1
    return bool(held[cell] & bit) and held[cell] != bit


def _event_against(
    network: Network, position: Position, held: list[int], wrong: Candidate
) -> Event | None:
    """Return the exclusion of a candidate, if it leads to something impossible."""
    position.budget.charge()
    case = network.follow(held, wrong, MOST_EVENTS)
    cell, mask = wrong[0], held[wrong[0]]
    return Event(0, cell, mask, mask & ~(1 << wrong[1] - 1), tuple(case)) if case else None
