"""Records of kernels as steps.

::

    record ──────────────────> Step    its evidence is in the record,
       └──── plain finders ──> Step    or it is looked for in the position, where kernels keep none
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from lowbit.kernels.hodoku.steps import (
    CANDIDATES,
    HOUSE,
    MARKED,
    N_ELIMINATED,
    N_PLACED,
    ROLES,
    TECHNIQUE,
    TECHNIQUES,
    WHOLE_CELL,
)
from lowbit.kernels.hodoku.tables import SIZE
from lowbit.techniques.books.hodoku import BOOK
from lowbit.techniques.step import HouseMark, Mark, Role, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position

RULES_OF: Final = {
    slug: tuple(rule for rule in BOOK.rules if rule.counts(slug)) for slug in TECHNIQUES[1:]
}
"""The rules of the book that take steps of each technique; some prefer one of several."""

ROLE_OF: Final = tuple(Role(name) for name in ROLES)

PositionBefore: TypeAlias = "Callable[[int], Position]"
"""Returns the position before a step of a way, by its number."""


def steps_of(words: list[int], ends: list[int], before: PositionBefore) -> Iterator[Step]:
    """Yield the steps of the records of a way.

    Parameters
    ----------
    words : list of int
        The words of the records.
    ends : list of int
        Where each begins and ends.
    before : callable
        Returns positions, in which plain finders look for what records lack.
    """
    for number, (begin, end) in enumerate(pairwise(ends)):
        yield _step(words[begin:end], number, before)


def _step(record: Sequence[int], number: int, before: PositionBefore) -> Step:
    step = recorded(record)
    if step.marks:
        return step
    position, rules = before(number), RULES_OF[step.technique]
    found = (one for rule in rules for one in rule.steps(position))
    return next((one for one in found if _is_same(one, step)), step)


def _is_same(one: Step, other: Step) -> bool:
    return one.technique == other.technique and one.effect == other.effect


def recorded(record: Sequence[int]) -> Step:
    """Return the step of a record, with the evidence that is in it, if there is any."""
    placed = CANDIDATES + record[N_PLACED]
    end = placed + record[N_ELIMINATED]
    return Step(
        TECHNIQUES[record[TECHNIQUE]],
        tuple(map(_candidate, record[CANDIDATES:placed])),
        tuple(map(_candidate, record[placed:end])),
        *_evidence(record[end:]),
    )


def _candidate(number: int) -> Candidate:
    return number // SIZE, number % SIZE + 1


def _evidence(marked: Sequence[int]) -> tuple[tuple[Mark, ...], tuple[HouseMark, ...]]:
    """Return the marks and the houses of a step."""
    marks, houses = [], []
    for word in marked:
        role, what = ROLE_OF[word // MARKED], word % MARKED
        if what >= HOUSE:
            houses.append(HouseMark(role, what - HOUSE))
        elif what >= WHOLE_CELL:
            marks.append(Mark(role, what - WHOLE_CELL))
        else:
            marks.append(Mark(role, *_candidate(what)))
    return tuple(marks), tuple(houses)
