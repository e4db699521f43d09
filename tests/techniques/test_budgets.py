"""Finders that can take long keep to the budget of their position, and stop anywhere."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest

from lowbit.errors import LimitReachedError
from lowbit.grid import Grid
from lowbit.limits import Limits
from lowbit.reference.budget import Budget
from lowbit.techniques.position import Position
from lowbit.techniques.registry import technique_named
from lowbit.techniques.solve_path import every_step, walk
from lowbit.techniques.technique import Options
from support import seeded, slow_except

if TYPE_CHECKING:
    from lowbit.techniques.technique import Finder

HARD = "....1....318......6.7.8..2..6.1...9......3..4..28...367.......3..964...7.4....5.."
FAR = Options(
    als_overlap=True, two_candidate_er=True, duals=True, als_in_chains=True, als_both_ways=True
)
"""As far as finders go."""
LONG = [
    "finned-mutant-swordfish",
    "finned-franken-jellyfish",
    "kraken-fish-1",
    "template-set",
    "sue-de-coq",
    "als-xz",
    "als-xy-wing",
    "als-chain",
    "death-blossom",
    "aic",
    "grouped-aic",
    "wxyz-wing",
    "almost-locked-triple",
    "firework-triple",
    "tridagon",
    "multi-sector-locked-sets",
    "forcing-chain-verity",
    "forcing-net-verity",
    "braid",
    "unique-loop-1",
    "aligned-triple-exclusion",
    "forcing-x-chain",
    "nishio-forcing-chains",
    "cell-forcing-chains",
    "dynamic-cell-forcing-chains",
    "dynamic-cell-forcing-chains-plus",
    "dynamic-cell-forcing-chains-plus-forcing-chains",
]
"""A technique of each finder that can take long."""

SLOWEST = {"als-xy-wing", "grouped-aic", "multi-sector-locked-sets"}


class Interruption(Budget):
    """A budget that is interrupted once, as by Ctrl-C."""

    __slots__ = ("_left",)

    def __init__(self, after: int) -> None:
        super().__init__()
        self._left = after

    def charge(self) -> None:
        """Count down."""
        self._left -= 1
        if not self._left:
            raise KeyboardInterrupt
        super().charge()


def found(find: Finder, position: Position) -> list[object]:
    return list(islice(find(position, FAR), 40))


@pytest.mark.parametrize("slug", LONG)
def test_a_finder_that_can_take_long_charges_the_budget(slug: str) -> None:
    position = Position(Grid(HARD)).within(Budget(Limits(3)))
    with pytest.raises(LimitReachedError):
        list(technique_named(slug).find(position, FAR))


@pytest.mark.parametrize("slug", slow_except(LONG[:15], {*LONG[:15]} - SLOWEST))
def test_a_finder_that_was_interrupted_finds_all_the_next_time(slug: str) -> None:
    find = technique_named(slug).find
    position = Position(Grid(HARD))
    expected = found(find, position)
    for after in seeded("interrupted", slug).sample(range(1, 300), 3):
        stopped = position.within(Interruption(after))
        try:
            assert found(find, stopped) == expected
        except KeyboardInterrupt:
            assert found(find, stopped) == expected


def test_brute_force_charges_the_budget_of_its_position() -> None:
    position = Position(Grid(HARD)).within(Budget(Limits(1)))
    with pytest.raises(LimitReachedError):
        list(technique_named("brute-force").find(position, FAR))


def test_a_budget_goes_with_a_position_to_those_that_follow() -> None:
    budget = Budget(Limits(100))
    position = Position(Grid(HARD)).within(budget)
    assert position == Position(Grid(HARD))
    assert position.after((), [(0, 1)]).budget is budget
    assert Position(Grid(HARD)).budget is not budget


def test_every_rule_and_every_step_is_charged() -> None:
    easy = Position(Grid("1........" + "." * 72)).within(Budget(Limits(1)))
    with pytest.raises(LimitReachedError):
        next(walk(easy, ["full-house", "naked-single"]))
    with pytest.raises(LimitReachedError):
        next(every_step(easy))
