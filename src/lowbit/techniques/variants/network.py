"""The houses and constraints of a puzzle as parts that pass eliminations on to each other.

`Network.follow` lets an assumption run through the parts, nearest first, and writes down each thing
that follows with the part that says so. Parts that are harder to see come after all others.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from operator import and_
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.techniques.board_masks import digits_in
from lowbit.techniques.step import Consequence
from lowbit.techniques.variants.late_parts import late_parts_of
from lowbit.techniques.variants.parts import NOWHERE, parts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.constraints import Constraint
    from lowbit.geometry import Geometry
    from lowbit.reference.budget import Budget
    from lowbit.techniques.board_masks import Candidate

MOST_EVENTS: Final = 1000
"""The most events that are followed."""


class Event(NamedTuple):
    """A thing that follows: what a cell loses, and by what.

    Parameters
    ----------
    part : int
        The number of a part.
    cell : int
        A cell; `NOWHERE` where no cell in particular fails.
    before, after : int
        Its candidates.
    case : tuple of Event
        What follows from the digit that goes, until something is impossible, where no part takes
        it: `part` then has no meaning.
    """

    part: int
    cell: int
    before: int
    after: int
    case: tuple[Event, ...] = ()


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
        early, late = (*parts_of(geometry, constraints),), (*late_parts_of(geometry, constraints),)
        self.parts = early + late
        self._n_early = len(early)
        self._known: tuple[tuple[int, ...], dict[Candidate, list[int]]] = (
            (0,) * geometry.n_cells,
            {},
        )
        self.parts_of: list[list[int]] = [[] for _ in range(geometry.n_cells)]
        for number, part in enumerate(self.parts):
            for cell in part.cells:
                self.parts_of[cell].append(number)

    def follow(
        self, masks: Sequence[int], wrong: Candidate, most: int, *, early_alone: bool = False
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
        early_alone : bool
            Whether parts that come after all others are left out.
        """
        held = assuming(masks, wrong)
        events: list[Event] = []
        numbers: Iterable[int] = self.parts_of[wrong[0]]
        is_dead = self.run(held, numbers, events, most, early_alone=early_alone)
        return events if is_dead else None

    def led_to(
        self, masks: Sequence[int], assumed: Candidate, target: Candidate
    ) -> list[Event] | None:
        """Return what follows from a candidate until another is gone; None if it stays."""
        events: list[Event] = []
        self.run(assuming(masks, assumed), self.parts_of[assumed[0]], events, MOST_EVENTS)
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

    def states(self, masks: Sequence[int], budget: Budget) -> dict[Candidate, list[int]]:
        """Return the state that each candidate leads to; an empty one of those that cannot be.

        The states are kept: from a later position of the puzzle, only what is new needs to be
        followed.

        Parameters
        ----------
        masks : sequence of int
            The candidates of all cells.
        budget : Budget
            Charged for each candidate.
        """
        before, known = self._known
        if before == tuple(masks):
            return known
        if any(mask & ~old for mask, old in zip(masks, before, strict=True)):
            known = {}
        states: dict[Candidate, list[int]] = {}
        for candidate in self.candidates(masks):
            budget.charge()
            states[candidate] = self._state(masks, candidate, known.get(candidate))
        self._known = tuple(masks), states
        return states

    def _state(
        self, masks: Sequence[int], candidate: Candidate, known: list[int] | None
    ) -> list[int]:
        """Return the state that a candidate leads to, from a known one on; empty if impossible."""
        if known is None:
            held = assuming(masks, candidate)
            numbers = self.parts_of[candidate[0]]
        else:
            held = [*map(and_, known, masks)]
            if held == known:
                return known
            changed = (c for c, mask in enumerate(held) if mask != known[c])
            numbers = [*dict.fromkeys(n for c in changed for n in self.parts_of[c])]
        if 0 in held or self.run(held, numbers, [], MOST_EVENTS):
            return []
        return held

    def run(
        self,
        held: list[int],
        numbers: Iterable[int],
        events: list[Event],
        most: int,
        *,
        early_alone: bool = False,
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
        early_alone : bool
            Whether parts that come after all others are left out.
        """
        early, late = deque[int](), deque[int]()
        waiting: set[int] = set()
        self._enqueue(numbers, early, late, waiting)
        while (early or (late and not early_alone)) and len(events) <= most:
            number = (early or late).popleft()
            waiting.discard(number)
            for changed, left in [*self.parts[number].changes(held)]:
                before = held[changed] if changed >= 0 else 0
                kept = before & left
                if kept == before != 0:
                    continue
                events.append(Event(number, changed, before, kept))
                if not kept:
                    return True
                held[changed] = kept
                self._enqueue(self.parts_of[changed], early, late, waiting)
        return False

    def _enqueue(
        self, numbers: Iterable[int], early: deque[int], late: deque[int], waiting: set[int]
    ) -> None:
        """Let parts wait that do not yet."""
        for number in numbers:
            if number not in waiting:
                waiting.add(number)
                (early if number < self._n_early else late).append(number)

    def reasons(
        self, masks: Sequence[int], assumed: Candidate, trail: list[Event]
    ) -> tuple[Consequence, ...]:
        """Return events that lead to the last of them, none of which it can do without, in order.

        Parameters
        ----------
        masks : sequence of int
            The candidates of all cells.
        assumed : Candidate
            The assumption.
        trail : list of Event
            What follows from it.
        """
        start = assuming(masks, assumed)
        return tuple(self._told(start, self.needed(start, trail)))

    def needed(self, start: list[int], trail: list[Event]) -> list[Event]:
        """Return the events that the last one cannot do without, from the candidates at first."""
        events = self._with_needed_cases(start, trail) if any(e.case for e in trail) else trail
        events = self._sliced(events)
        for event in reversed(events[:-1]):
            fewer = [each for each in events if each is not event]
            if self._is_proof(start, fewer):
                events = fewer
        return events

    def _with_needed_cases(self, start: list[int], trail: list[Event]) -> list[Event]:
        """Return events with no more in each case than its end needs."""
        held, found = list(start), []
        for event in trail:
            if event.case:
                inner = _in_case(held, event)
                event = event._replace(case=tuple(self.needed(inner, [*event.case])))  # noqa: PLW2901 - the same, shorter
            found.append(event)
            if event.cell >= 0:
                held[event.cell] &= event.after
        return found

    def _sliced(self, events: list[Event]) -> list[Event]:
        """Return the events with cells that later ones speak of."""
        needed: set[int] = set()
        found: list[Event] = []
        for event in reversed(events):
            if not found or event.cell in needed:
                needed |= self._read_by(event)
                found.append(event)
        return found[::-1]

    def _read_by(self, event: Event) -> set[int]:
        """Return the cells that an event depends on."""
        if not event.case:
            return {*self.parts[event.part].cells, event.cell}
        return {event.cell}.union(*map(self._read_by, event.case))

    def _is_proof(self, start: list[int], events: Iterable[Event]) -> bool:
        """Return whether each event follows from those before it."""
        held = list(start)
        for event in events:
            cell, after = event.cell, event.after
            if event.case:
                if not self._is_proof(_in_case(held, event), event.case):
                    return False
            else:
                left = dict(self.parts[event.part].changes(held)).get(cell)
                if left is None or left & ~after:
                    return False
            if cell >= 0:
                held[cell] &= after
        return True

    def _told(self, start: list[int], events: Iterable[Event]) -> Iterator[Consequence]:
        """Yield events with the candidates that there are without the events left out."""
        held = list(start)
        for event in events:
            cell, part = event.cell, self.parts[event.part]
            before = part.missing(held) if cell == NOWHERE else held[cell]
            if event.case:
                case = tuple(self._told(_in_case(held, event), event.case))
                yield Consequence(cell, before, before & event.after, NOWHERE, (), case)
            else:
                yield Consequence(cell, before, event.after, part.because, part.cells)
            if cell >= 0:
                held[cell] &= event.after


def assuming(masks: Sequence[int], assumed: Candidate) -> list[int]:
    """Return the candidates of all cells with a digit in one of them."""
    held = list(masks)
    held[assumed[0]] = 1 << assumed[1] - 1
    return held


def _in_case(held: list[int], event: Event) -> list[int]:
    """Return the candidates of all cells in the case that an event excludes."""
    inner = list(held)
    inner[event.cell] = event.before & ~event.after
    return inner


@lru_cache(maxsize=4)
def network_of(geometry: Geometry, constraints: tuple[Constraint, ...]) -> Network:
    """Return the network of a puzzle, which is kept."""
    return Network(geometry, constraints)
