"""The houses and constraints of a puzzle as parts that pass eliminations on to each other.

`Network.follow` lets an assumption run through the parts, nearest first, and writes down each thing
that follows with the part that says so.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from operator import and_
from typing import TYPE_CHECKING, Final

from lowbit.techniques.board_masks import digits_in
from lowbit.techniques.step import Consequence
from lowbit.techniques.variants.parts import NOWHERE, parts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.constraints import Constraint
    from lowbit.geometry import Geometry
    from lowbit.reference.budget import Budget
    from lowbit.techniques.board_masks import Candidate

MOST_EVENTS: Final = 1000
"""The most events that are followed."""

Event = tuple[int, int, int, int]
"""The number of a part, a cell, and its candidates before and after."""


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
        self.parts = tuple(parts_of(geometry, constraints))
        self._known: tuple[tuple[int, ...], dict[Candidate, list[int]]] = (
            (0,) * geometry.n_cells,
            {},
        )
        self.parts_of: list[list[int]] = [[] for _ in range(geometry.n_cells)]
        for number, part in enumerate(self.parts):
            for cell in part.cells:
                self.parts_of[cell].append(number)

    def follow(self, masks: Sequence[int], wrong: Candidate, most: int) -> list[Event] | None:
        """Return what follows from a candidate until something is impossible.

        Parameters
        ----------
        masks : sequence of int
            The candidates of all cells.
        wrong : Candidate
            The assumption.
        most : int
            The most events; None is returned if these are not enough.
        """
        held = list(masks)
        events: list[Event] = []
        held[wrong[0]] = 1 << wrong[1] - 1
        is_dead = self._run(held, self.parts_of[wrong[0]], events, most)
        return events if is_dead else None

    def candidates(self, masks: Sequence[int]) -> list[Candidate]:
        """Return the candidates of all cells with more than one."""
        return [
            (cell, digit)
            for cell, mask in enumerate(masks)
            if mask & mask - 1
            for digit in digits_in(mask)
        ]

    def impossible(self, masks: Sequence[int], budget: Budget) -> list[Candidate]:
        """Return the candidates that lead to something impossible.

        The state that each of the others leads to is kept: from a later position of the puzzle,
        only what is new needs to be followed.

        Parameters
        ----------
        masks : sequence of int
            The candidates of all cells.
        budget : Budget
            Charged for each candidate.
        """
        before, known = self._known
        if any(mask & ~old for mask, old in zip(masks, before, strict=True)):
            known = {}
        states: dict[Candidate, list[int]] = {}
        dead = []
        for candidate in self.candidates(masks):
            budget.charge()
            states[candidate] = self._state(masks, candidate, known.get(candidate))
            if not states[candidate]:
                dead.append(candidate)
        self._known = tuple(masks), states
        return dead

    def _state(
        self, masks: Sequence[int], candidate: Candidate, known: list[int] | None
    ) -> list[int]:
        """Return the state that a candidate leads to, from a known one on; empty if impossible."""
        cell, digit = candidate
        if known is None:
            held = list(masks)
            held[cell] = 1 << digit - 1
            numbers = self.parts_of[cell]
        else:
            held = [*map(and_, known, masks)]
            if held == known:
                return known
            changed = (c for c, mask in enumerate(held) if mask != known[c])
            numbers = [*dict.fromkeys(n for c in changed for n in self.parts_of[c])]
        if 0 in held or self._run(held, numbers, [], MOST_EVENTS):
            return []
        return held

    def _run(self, held: list[int], numbers: Iterable[int], events: list[Event], most: int) -> bool:
        """Let parts take candidates away, with what follows; return whether it is impossible."""
        queue = deque(numbers)
        waiting = {*queue}
        while queue and len(events) <= most:
            number = queue.popleft()
            waiting.discard(number)
            for changed, left in [*self.parts[number].changes(held)]:
                before = held[changed] if changed >= 0 else 0
                kept = before & left
                if kept == before != 0:
                    continue
                events.append((number, changed, before, kept))
                if not kept:
                    return True
                held[changed] = kept
                for other in self.parts_of[changed]:
                    if other not in waiting:
                        waiting.add(other)
                        queue.append(other)
        return False

    def reasons(
        self, masks: Sequence[int], wrong: Candidate, trail: list[Event]
    ) -> tuple[Consequence, ...]:
        """Return events that make a contradiction, none of which it can do without, in order.

        Parameters
        ----------
        masks : sequence of int
            The candidates of all cells.
        wrong : Candidate
            The assumption.
        trail : list of Event
            What follows from it.
        """
        start = list(masks)
        start[wrong[0]] = 1 << wrong[1] - 1
        events = self._sliced(trail)
        for event in reversed(events[:-1]):
            fewer = [each for each in events if each is not event]
            if self._is_proof(start, fewer):
                events = fewer
        return tuple(self._told(start, events))

    def _sliced(self, events: list[Event]) -> list[Event]:
        """Return the events with cells that later ones speak of."""
        needed: set[int] = set()
        found: list[Event] = []
        for event in reversed(events):
            if not found or event[1] in needed:
                needed |= {*self.parts[event[0]].cells}
                found.append(event)
        return found[::-1]

    def _is_proof(self, start: list[int], events: list[Event]) -> bool:
        """Return whether each event follows from those before it."""
        held = list(start)
        for number, cell, _, after in events:
            left = dict(self.parts[number].changes(held)).get(cell)
            if left is None or left & ~after:
                return False
            if cell >= 0:
                held[cell] &= after
        return True

    def _told(self, start: list[int], events: list[Event]) -> Iterator[Consequence]:
        """Yield events with the candidates that there are without the events left out."""
        held = list(start)
        for number, cell, _, after in events:
            part = self.parts[number]
            before = part.missing(held) if cell == NOWHERE else held[cell]
            yield Consequence(cell, before, after, part.because, part.cells)
            if cell >= 0:
                held[cell] &= after


@lru_cache(maxsize=16)
def network_of(geometry: Geometry, constraints: tuple[Constraint, ...]) -> Network:
    """Return the network of a puzzle, which is kept."""
    return Network(geometry, constraints)
