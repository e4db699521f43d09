"""The houses and constraints of a puzzle as parts that pass eliminations on to each other.

`Network.follow` lets an assumption run through the parts, nearest first, and writes down each thing
that follows with the part that says so. Parts that are harder to see come after all others.
`Network.settle` does the same without a word, which is faster.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from lowbit.techniques.board_masks import digits_in, mask_of, members
from lowbit.techniques.variants.late_parts import late_parts_of
from lowbit.techniques.variants.parts import parts_of
from lowbit.techniques.variants.proofs import Event, needed, told
from lowbit.techniques.variants.ways import exact_parts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lowbit.constraints import Constraint
    from lowbit.geometry import Geometry
    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Consequence

MOST_EVENTS: Final = 1000
"""The most events that are followed."""


class Tier(IntEnum):
    """The effort to see a part: at a glance, by what houses share, or by all ways to fill it.

    As the tier of a search, the hardest parts that it has.
    """

    GLANCE = 0
    HOUSES = 1
    WAYS = 2


class Network:
    """The parts of a puzzle, and the parts of each cell.

    Parameters
    ----------
    geometry : Geometry
        The board.
    constraints : tuple of Constraint
        The constraints.
    """

    def __init__(self, geometry: Geometry, constraints: tuple[Constraint, ...]) -> None:
        tiers = (
            [*parts_of(geometry, constraints)],
            [*late_parts_of(geometry, constraints)],
            [*exact_parts_of(geometry, constraints)],
        )
        self.parts = [part for parts in tiers for part in parts]
        self.ends = tuple(accumulate(map(len, tiers)))
        self._up_to = [(1 << end) - 1 for end in self.ends]
        self.parts_of: list[list[int]] = [[] for _ in range(geometry.n_cells)]
        for number, part in enumerate(self.parts):
            for cell in part.cells:
                self.parts_of[cell].append(number)
        self.beside = [mask_of(numbers) for numbers in self.parts_of]

    def follow(
        self, masks: Sequence[int], wrong: Candidate, most: int, tier: Tier = Tier.WAYS
    ) -> list[Event] | None:
        """Return what follows from a candidate until something is impossible.

        Parameters
        ----------
        masks : sequence of int
            The candidates of all cells.
        wrong : Candidate
            The assumption.
        most : int
            The most events; None is returned if these are not enough.
        tier : Tier
            The hardest parts that are used.
        """
        held = assuming(masks, wrong)
        events: list[Event] = []
        return events if self.run_from(wrong[0], held, events, most, tier) else None

    def led_to(
        self, masks: Sequence[int], assumed: Candidate, target: Candidate, tier: Tier
    ) -> list[Event] | None:
        """Return what follows from a candidate until another is gone; None if it stays."""
        events: list[Event] = []
        self.run_from(assumed[0], assuming(masks, assumed), events, MOST_EVENTS, tier)
        cell, bit = target[0], 1 << target[1] - 1
        for at, event in enumerate(events):
            if event.cell == cell and not event.after & bit:
                return [*events[:at], event._replace(after=event.before & ~bit)]
        return None

    def candidates(self, masks: Sequence[int]) -> list[Candidate]:
        """Return the candidates of all cells with more than one."""
        return [
            (cell, digit)
            for cell, mask in enumerate(masks)
            if mask & mask - 1
            for digit in digits_in(mask)
        ]

    def settle(self, held: list[int], waiting: int, tier: Tier) -> bool:
        """Let parts take away all that they can; return whether that is impossible.

        Parameters
        ----------
        held : list of int
            The candidates of all cells, which change.
        waiting : int
            The parts to begin with, as a set.
        tier : Tier
            The hardest parts that are used.
        """
        used = self._up_to[tier]
        parts, beside = self.parts, self.beside
        waiting &= used
        while waiting:
            lowest = waiting & -waiting
            waiting ^= lowest
            for cell, left in parts[lowest.bit_length() - 1].changes(held):
                if cell < 0:
                    return True
                kept = held[cell] & left
                if kept != held[cell]:
                    if not kept:
                        return True
                    held[cell] = kept
                    waiting |= beside[cell] & used
        return False

    def run_from(
        self, cell: int, held: list[int], events: list[Event], most: int, tier: Tier
    ) -> bool:
        """Do as `run` does with the parts of a cell, and then with all others.

        What follows without that cell may be needed, too.
        """
        return self.run(held, self.parts_of[cell], events, most, tier) or self.run(
            held, range(self.ends[tier]), events, most, tier
        )

    def run(
        self,
        held: list[int],
        numbers: Iterable[int],
        events: list[Event],
        most: int,
        tier: Tier = Tier.WAYS,
    ) -> bool:
        """Let parts take candidates away, with what follows; return whether it is impossible.

        Parameters
        ----------
        held : list of int
            The candidates of all cells, which change.
        numbers : iterable of int
            The parts to begin with.
        events : list of Event
            Gets what follows.
        most : int
            The most events in that list.
        tier : Tier
            The hardest parts that are used.
        """
        used = self._up_to[tier]
        waiting = mask_of(numbers) & used
        while waiting and len(events) <= most:
            nearest = self._nearest(waiting)
            waiting ^= nearest
            for number in members(nearest):
                nearest &= ~(1 << number)
                for changed, left in self.parts[number].changes(held):
                    before = held[changed] if changed >= 0 else 0
                    kept = before & left
                    if kept == before != 0:
                        continue
                    events.append(Event(number, changed, before, kept))
                    if not kept:
                        return True
                    held[changed] = kept
                    waiting |= self.beside[changed] & used & ~nearest
                if len(events) > most:
                    return False
        return False

    def _nearest(self, waiting: int) -> int:
        """Return the parts that come next: all at a glance, or one that is harder to see."""
        return waiting & self._up_to[Tier.GLANCE] or waiting & -waiting

    def reasons(
        self, position: Position, assumed: Candidate, trail: list[Event]
    ) -> tuple[Consequence, ...]:
        """Return events that lead to the last of them, none of which it can do without, in order.

        Parameters
        ----------
        position : Position
            The position.
        assumed : Candidate
            The assumption.
        trail : list of Event
            What follows from it.
        """
        start = assuming(position.masks, assumed)
        return tuple(told(self.parts, start, needed(self.parts, start, trail, position.budget)))


def assuming(masks: Sequence[int], assumed: Candidate) -> list[int]:
    """Return the candidates of all cells with a digit in one of them."""
    held = list(masks)
    held[assumed[0]] = 1 << assumed[1] - 1
    return held


@lru_cache(maxsize=4)
def network_of(geometry: Geometry, constraints: tuple[Constraint, ...]) -> Network:
    """Return the network of a puzzle, which is kept."""
    return Network(geometry, constraints)
