"""Trials: a candidate that leads, through houses and constraints, to something impossible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.techniques.board_masks import digits_in, mask_of
from lowbit.techniques.step import Consequence, Mark, Role, Step, marks_of
from lowbit.techniques.variants.network import MOST_EVENTS, Tier, network_of
from lowbit.techniques.variants.states import all_states

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position
    from lowbit.techniques.technique import Options

TRIAL: Final = "constraint-contradiction"

DEPTHS: Final = (4, 8, 16, 32, 64, 128, MOST_EVENTS)
"""The most events that are followed: short trials of all candidates come before longer ones."""

LONG: Final = 16
"""The depth from which parts are used that are harder to see."""


def by_trials(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the candidates that lead to a contradiction, those that do so soonest first."""
    told: set[Candidate] = set()
    for tier, states in all_states(position):
        wrong = [candidate for candidate, state in states.at(position).items() if not state.packed]
        yield from _told(position, [each for each in wrong if each not in told], tier)
        told.update(wrong)


def _told(position: Position, wrong: list[Candidate], tier: Tier) -> Iterator[Step]:
    """Yield the steps against candidates that cannot be, the shortest first."""
    network, masks = network_of(position.geometry, position.constraints), position.masks
    wrong = sorted(wrong, key=lambda each: masks[each[0]].bit_count())  # these place a digit soon
    for most in DEPTHS:
        longer = []
        for candidate in wrong:
            position.budget.charge()
            used = Tier.GLANCE if most < LONG else tier
            trail = network.follow(masks, candidate, most, used)
            if trail is None:
                longer.append(candidate)
            else:
                reasons = network.reasons(position, candidate, trail)
                yield step_against(position, TRIAL, candidate, reasons)
        wrong = longer


def step_against(
    position: Position, slug: str, wrong: Candidate, trail: tuple[Consequence, ...]
) -> Step:
    """Return the step that eliminates a candidate that cannot be."""
    cell, digit = wrong
    left = digits_in(position.cells[cell] & ~(1 << digit - 1))
    last = trail[-1]
    failing = last.cells if last.cell < 0 else (last.cell,)
    marks = (Mark(Role.PIVOT, cell, digit), *marks_of(Role.CONSTRAINT, mask_of(failing)))
    if len(left) == 1:
        return Step(slug, ((cell, left[0]),), (), marks, trail=trail)
    return Step(slug, (), (wrong,), marks, trail=trail)
