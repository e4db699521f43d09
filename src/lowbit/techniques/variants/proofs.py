"""The events that follow from an assumption, one from another, and those that its end needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lowbit.techniques.step import Consequence
from lowbit.techniques.variants.parts import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.reference.budget import Budget
    from lowbit.techniques.variants.parts import NetworkPart


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


def needed(
    parts: Sequence[NetworkPart], start: list[int], trail: list[Event], budget: Budget
) -> list[Event]:
    """Return the events that the last one cannot do without, from the candidates at first.

    Parameters
    ----------
    parts : sequence of NetworkPart
        The parts that events name.
    start : list of int
        The candidates of all cells at first.
    trail : list of Event
        The events.
    budget : Budget
        Charged for each try to do without some.
    """
    if any(event.case for event in trail):
        trail = _with_needed_cases(parts, start, trail, budget)
    events = _sliced(parts, trail)
    size = max(1, len(events) // 4)
    while True:
        end = len(events) - 1
        while end > 0:
            fewer = events[: max(0, end - size)] + events[end:]
            budget.charge()
            if _is_proof(parts, start, fewer):
                events = fewer
            end -= size
        if size == 1:
            return events
        size = max(1, size // 4)


def _with_needed_cases(
    parts: Sequence[NetworkPart], start: list[int], trail: list[Event], budget: Budget
) -> list[Event]:
    """Return events with no more in each case than its end needs."""
    held, found = list(start), []
    for event in trail:
        if event.case:
            case = needed(parts, _in_case(held, event), [*event.case], budget)
            found.append(event._replace(case=tuple(case)))
        else:
            found.append(event)
        if event.cell >= 0:
            held[event.cell] &= event.after
    return found


def _sliced(parts: Sequence[NetworkPart], events: list[Event]) -> list[Event]:
    """Return the events with cells that later ones speak of."""
    read: set[int] = set()
    found: list[Event] = []
    for event in reversed(events):
        if not found or event.cell in read:
            read |= _read_by(parts, event)
            found.append(event)
    return found[::-1]


def _read_by(parts: Sequence[NetworkPart], event: Event) -> set[int]:
    """Return the cells that an event depends on."""
    if not event.case:
        return {*parts[event.part].cells, event.cell}
    return {event.cell}.union(*(_read_by(parts, each) for each in event.case))


def _is_proof(parts: Sequence[NetworkPart], start: list[int], events: Iterable[Event]) -> bool:
    """Return whether each event follows from those before it."""
    held = list(start)
    for event in events:
        cell, after = event.cell, event.after
        if event.case:
            if not _is_proof(parts, _in_case(held, event), event.case):
                return False
        else:
            left = dict(parts[event.part].changes(held)).get(cell)
            if left is None or left & ~after:
                return False
        if cell >= 0:
            held[cell] &= after
    return True


def told(
    parts: Sequence[NetworkPart], start: list[int], events: Iterable[Event]
) -> Iterator[Consequence]:
    """Yield events with the candidates that there are without the events left out."""
    held = list(start)
    for event in events:
        cell, part = event.cell, parts[event.part]
        before = part.missing(held) if cell == NOWHERE else held[cell]
        if event.case:
            case = tuple(told(parts, _in_case(held, event), event.case))
            yield Consequence(cell, before, before & event.after, NOWHERE, (), case)
        else:
            yield Consequence(cell, before, event.after, part.because, part.cells)
        if cell >= 0:
            held[cell] &= event.after


def _in_case(held: list[int], event: Event) -> list[int]:
    """Return the candidates of all cells in the case that an event excludes."""
    inner = list(held)
    inner[event.cell] = event.before & ~event.after
    return inner
