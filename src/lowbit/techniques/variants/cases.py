"""Cases: whichever digit a cell holds, or wherever a house has a digit, the same candidate goes."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Final

from lowbit.techniques.board_masks import digits_in, members
from lowbit.techniques.step import HouseMark, Mark, Role, Step
from lowbit.techniques.variants.network import network_of
from lowbit.techniques.variants.states import IMPOSSIBLE, all_states

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Consequence
    from lowbit.techniques.technique import Options
    from lowbit.techniques.variants.network import Tier
    from lowbit.techniques.variants.states import States

CASES: Final = "constraint-cases"

MOST_CASES: Final = 4
"""The most candidates one of which holds."""

MOST_WEIGHED: Final = 12
"""The steps of which the one that is told with the fewest words comes first."""

Choice = tuple[tuple["Candidate", ...], int]
"""Candidates one of which holds, and their house; -1 where they are those of a cell."""


def by_cases(position: Position, _options: Options) -> Iterator[Step]:
    """Yield what all of a few candidates take away, one of which holds."""
    for tier, states in all_states(position):
        found = []
        for choice, target in _agreements(position, states):
            position.budget.charge()
            step = _step(position, choice, target, tier)
            if step is not None:
                found.append(step)
                if len(found) == MOST_WEIGHED:
                    break
        yield from sorted(found, key=lambda step: sum(map(len, step.cases)))


def _agreements(position: Position, states: States) -> Iterator[tuple[Choice, Candidate]]:
    """Yield choices, the smallest first, and a candidate that each of theirs takes away."""
    masks, known = position.masks, states.at(position)
    whole = states.packing.packed(masks)
    for choice in sorted(_choices(position), key=lambda choice: len(choice[0])):
        position.budget.charge()
        every = [known.get(candidate, IMPOSSIBLE) for candidate in choice[0]]
        if not all(state.packed for state in every):
            continue
        if whole & ~reduce(or_, (state.packed for state in every)):
            for cell, mask in enumerate(masks):
                lost = mask & ~reduce(or_, (state.held[cell] for state in every))
                if lost:
                    yield choice, (cell, digits_in(lost)[0])


def _choices(position: Position) -> Iterator[Choice]:
    """Yield the digits of each open cell, and the places of each digit in each house, if few."""
    for cell in members(position.open):
        digits = position.candidates_of(cell)
        if len(digits) <= MOST_CASES:
            yield tuple((cell, digit) for digit in digits), -1
    for house, cells in enumerate(position.board.houses):
        if cells.bit_count() == position.board.size:
            for digit in position.board.digits:
                places = members(position.places[digit] & cells)
                if 1 < len(places) <= MOST_CASES:
                    yield tuple((cell, digit) for cell in places), house


def _step(position: Position, choice: Choice, target: Candidate, tier: Tier) -> Step | None:
    """Return the step that takes a candidate away; None if a case cannot be told."""
    candidates, house = choice
    network = network_of(position.geometry, position.constraints)
    cases: list[tuple[Consequence, ...]] = []
    for candidate in candidates:
        trail = network.led_to(position.masks, candidate, target, tier)
        if trail is None and candidate[0] != target[0]:
            return None
        cases.append(network.reasons(position, candidate, trail) if trail else ())
    left = digits_in(position.cells[target[0]] & ~(1 << target[1] - 1))
    placed = ((target[0], left[0]),) if len(left) == 1 else ()
    return Step(
        CASES,
        placed,
        () if placed else (target,),
        tuple(Mark(Role.PIVOT, *candidate) for candidate in candidates),
        (HouseMark(Role.BASE, house),) if house >= 0 else (),
        cases=tuple(cases),
    )
