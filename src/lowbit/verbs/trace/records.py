"""Records of kernels as steps, and as text.

::

    record ──> text
       ├─────> Step                its evidence is in the record,
       └──plain finders──> Step    or it is looked for in the position, where kernels keep none

Most steps come up again and again in other puzzles: a single has one text of some ten thousand. So
texts are kept for a while.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from lowbit.geometry import CLASSIC
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
from lowbit.kernels.hodoku.transcript import BACK, GUESS
from lowbit.techniques.books.hodoku import BOOK
from lowbit.techniques.step import HouseMark, Mark, Role, Step
from lowbit.techniques.wording.description import captioned, step_name
from lowbit.techniques.wording.notation import effect_notation
from lowbit.verbs.trace.replaying import ARROW

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position

MOST_KEPT: Final = 1 << 17
"""Texts of steps that are kept: some 20 MB."""

MOST_PARTS: Final = 1 << 15
"""Reasons that are kept, and effects."""

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


class _Texts(dict[bytes, str]):
    """The texts of records, which are spelled when they are first asked for."""

    def __missing__(self, record: bytes) -> str:
        if len(self) >= MOST_KEPT:
            self.clear()
        text = self[record] = _text(record)
        return text


_TEXTS: Final = _Texts()


def texts_of(data: bytes, ends: list[int]) -> list[str]:
    """Return steps as ``naked single: r1c1 => r1c1=5``, given the bytes of their records.

    A step whose record lacks its evidence is told by its name and effect: ``xy-chain => r1c1<>5``.
    """
    return [_TEXTS[data[begin:end]] for begin, end in pairwise(ends)]


def _step(record: Sequence[int], number: int, before: PositionBefore) -> Step:
    step = _recorded(record)
    if step.marks:
        return step
    position, rules = before(number), RULES_OF[step.technique]
    found = (one for rule in rules for one in rule.steps(position))
    return next((one for one in found if _is_same(one, step)), step)


def _is_same(one: Step, other: Step) -> bool:
    return one.technique == other.technique and one.effect == other.effect


def _recorded(record: Sequence[int]) -> Step:
    """Return the step of a record, with the evidence that is in it, if there is any."""
    placed = CANDIDATES + record[N_PLACED]
    end = placed + record[N_ELIMINATED]
    return Step(
        TECHNIQUES[record[TECHNIQUE]],
        tuple(map(_candidate, record[CANDIDATES:placed])),
        tuple(map(_candidate, record[placed:end])),
        *_evidence(record[end:]),
    )


def _text(record: bytes) -> str:
    words = memoryview(record).cast("i").tolist()
    if words[TECHNIQUE] >= len(TECHNIQUES):
        return _text_of_search(words)
    placed = CANDIDATES + words[N_PLACED]
    end = placed + words[N_ELIMINATED]
    reason = _reason(words[TECHNIQUE], tuple(words[end:]))
    return reason + _effect(tuple(words[CANDIDATES:placed]), tuple(words[placed:end]))


@lru_cache(MOST_PARTS)
def _reason(technique: int, marked: tuple[int, ...]) -> str:
    """Return the text of a step up to its effect: the same pattern has many effects."""
    step = Step(TECHNIQUES[technique], (), (), *_evidence(marked))
    return captioned(step, CLASSIC) if step.marks else f"{step_name(step)} {ARROW} "


@lru_cache(MOST_PARTS)
def _effect(placed: tuple[int, ...], eliminated: tuple[int, ...]) -> str:
    """Return the effect of a step as text, of any technique."""
    step = Step(TECHNIQUES[1], tuple(map(_candidate, placed)), tuple(map(_candidate, eliminated)))
    return effect_notation(CLASSIC, step)


def _text_of_search(words: Sequence[int]) -> str:
    """Return a guess, a dead end or a way back as text."""
    end = CANDIDATES + words[N_PLACED] + words[N_ELIMINATED]
    if words[TECHNIQUE] == GUESS:
        cell, digit = _candidate(words[CANDIDATES])
        among = "".join(str(_candidate(word % MARKED)[1]) for word in words[end:])
        name = CLASSIC.cell_name(cell)
        return f"guess: {among} in {name} => {name}={digit}"
    if words[TECHNIQUE] == BACK:
        cell, digit = _candidate(words[CANDIDATES])
        return f"back: => {CLASSIC.cell_name(cell)}<>{digit}"
    marked = [word % MARKED for word in words[end:]]
    if len(marked) == 1:
        return f"dead end: no candidate in {CLASSIC.cell_name(marked[0] - WHOLE_CELL)}"
    house, candidate = marked
    return f"dead end: no {_candidate(candidate)[1]} in {CLASSIC.houses[house - HOUSE]}"


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
