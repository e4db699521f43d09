"""Trials: a candidate that leads, through houses and constraints, to something impossible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.techniques.board_masks import digits_in, mask_of
from lowbit.techniques.step import Consequence, Mark, Role, Step, marks_of
from lowbit.techniques.variants.network import MOST_EVENTS, network_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position
    from lowbit.techniques.technique import Options

TRIAL: Final = "constraint-contradiction"

DEPTHS: Final = (4, 8, 16, 32, 64, 128, MOST_EVENTS)
"""The most events that are followed: short trials of all candidates come before longer ones."""

LONG: Final = 16
"""The depth from which only candidates are tried that cannot be: to find them all takes longer."""


def by_trials(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the candidates that lead to a contradiction, those that do so soonest first."""
    network, masks = network_of(position.geometry, position.constraints), position.masks
    untold = network.candidates(masks)
    for most in DEPTHS:
        if most == LONG:
            states = network.states(masks, position.budget)
            untold = [candidate for candidate in untold if not states[candidate]]
        longer = []
        for wrong in untold:
            position.budget.charge()
            trail = network.follow(masks, wrong, most, early_alone=most < LONG)
            if trail is None:
                longer.append(wrong)
            else:
                told = network.reasons(masks, wrong, trail)
                yield step_against(position, TRIAL, wrong, told)
        untold = longer


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
