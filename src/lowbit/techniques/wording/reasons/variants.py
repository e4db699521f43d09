"""The reasons of steps that combine constraints with houses and with each other."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from lowbit.constraints.chaos import CLUES, ChaosConstruction
from lowbit.constraints.sums import Cage, Sum
from lowbit.techniques.board_masks import digits_in
from lowbit.techniques.step import Role
from lowbit.techniques.variants.leftovers import Leftover
from lowbit.techniques.wording.reasons.constraints import combinations_of, left_by, rule_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.constraints import Constraint
    from lowbit.techniques.step import Consequence, Share
    from lowbit.techniques.wording.reasons.speech import Speech

MOST_TOLD: Final = 14
"""The most things that are told of what follows from an assumption."""

MOST_SETS: Final = 6
"""The most sets of digits of a sum that are told."""

MOST_LEFT: Final = 3
"""The most digits that a cell is said to be limited to; of more, those it loses are told."""


def by_innies_and_outies(speech: Speech) -> Iterator[str]:
    """Say what the houses and the cages make, and what is left for the open cells."""
    leftover, rest = speech.step.leftover, speech.step.constraint
    if leftover is None or not isinstance(rest, Sum):
        return
    whole = len(leftover.houses) * sum(speech.geometry.values)
    yield speech.say(
        "The digits of {houses} add up to {whole}, and the cages {there} make {cages}.",
        "{houses}的数之和为 {whole}，{there}的笼共 {cages}。",
        houses=speech.houses(leftover.houses),
        whole=str(whole),
        there=_there(speech, leftover),
        cages=str(leftover.in_cages),
    )
    yield from _filled(speech, leftover)
    yield speech.say(
        "So {rest}: {effect}.",
        "所以 {rest}：{effect}。",
        rest=_rest(speech, rest),
        effect=left_by(speech),
    )


def _there(speech: Speech, leftover: Leftover) -> str:
    """Return the place of the cages, as seen from the houses."""
    them, their = ("it", "its") if len(leftover.houses) == 1 else ("them", "their")
    if leftover.beyond:
        return speech.say(
            "within {them} or across {their} edge", "其中和跨界", them=them, their=their
        )
    return speech.say("within {them}", "其中", them=them)


def _filled(speech: Speech, leftover: Leftover) -> Iterator[str]:
    """Say what stands already in the cells that are left over."""
    values = speech.geometry.values
    for cells, english, chinese in (
        (
            leftover.within,
            "No cage covers {cells}, where {total} stands.",
            "{cells} 不在笼中，已填 {total}。",
        ),
        (
            leftover.beyond,
            "Outside, {cells} {verb} {total} of that.",
            "区外的 {cells} 占去 {total}。",
        ),
    ):
        filled = [cell for cell in cells if speech.position.values[cell]]
        if filled:
            total = sum(values[speech.position.values[cell] - 1] for cell in filled)
            verb = "holds" if len(filled) == 1 else "hold"
            yield speech.say(
                english, chinese, cells=speech.cells(filled), total=str(total), verb=verb
            )


def _rest(speech: Speech, rest: Sum) -> str:
    """Return what the open cells make."""
    pairs = [*zip(rest.cells, rest.weights, strict=True)]
    within = [cell for cell, weight in pairs if weight > 0]
    beyond = [cell for cell, weight in pairs if weight < 0]
    parts = {
        "within": speech.cells(within),
        "beyond": speech.cells(beyond),
        "total": str(rest.total if within else -rest.total),
        "apart": str(abs(rest.total)),
    }
    if not (within and beyond):
        return speech.say(
            "{cells} must {make} {total}",
            "{cells} 共 {total}",
            cells=speech.cells(within or beyond),
            make="be" if len(pairs) == 1 else "make",
            **parts,
        )
    if not rest.total:
        return speech.say(
            "{within} must be as much as {beyond}", "{within} 与 {beyond} 的和相等", **parts
        )
    if rest.total > 0:
        return speech.say(
            "{within} must be {apart} more than {beyond}",
            "{within} 比 {beyond} 多 {apart}",
            **parts,
        )
    return speech.say(
        "{within} must be {apart} less than {beyond}", "{within} 比 {beyond} 少 {apart}", **parts
    )


def by_needed_digit(speech: Speech) -> Iterator[str]:
    """Say that a constraint needs a digit in cells that others see."""
    constraint, places = speech.step.constraint, speech.marked(Role.LOCKED)
    if isinstance(constraint, Cage) and constraint.total is not None and speech.step.sets:
        yield combinations_of(speech, constraint)
    elif constraint is not None:
        yield rule_of(speech, constraint)
    yield speech.say(
        "However it is filled with what is still possible, {digit} stands in {places}, and so not "
        "in a cell that sees all of these: {effect}.",
        "无论怎样填，{digit} 总在 {places} 中，与这些格都同区的格不能再填：{effect}。",
        digit=speech.digits(speech.marked_digits(Role.LOCKED)),
        places=speech.cells(places, "or"),
        effect=left_by(speech),
    )


def by_shared_house(speech: Speech) -> Iterator[str]:
    """Say how sums share out the digits of a house."""
    sums = [share for share in speech.step.shares if share.total]
    yield speech.say(
        "{House} has each digit once, so the sums in it have none in common.",
        "{House}的数各出现一次，其中各和没有共同的数。",
        House=speech.house(speech.step.houses[0].house).capitalize(),
    )
    told = [_share(speech, share) for share in sums if len(share.sets) <= MOST_SETS]
    if told:
        joint = speech.say("; ", "；")
        yield speech.say(
            "Together they leave these digits: {told}.",
            "合起来只剩：{told}。",
            told=joint.join(told),
        )
    yield speech.say("So {effect}.", "因此 {effect}。", effect=left_by(speech))


def _share(speech: Speech, share: Share) -> str:
    """Return a sum of a house and the sets that it can have."""
    sets = ["+".join(map(speech.digit, digits)) for digits in share.sets]
    return speech.say(
        "{cells} with {total}: {sets}",
        "{cells}（和 {total}）：{sets}",
        cells=speech.cells(sorted(share.cells)),
        total=str(share.total),
        sets=speech.joined(sets, "or"),
    )


def by_contradiction(speech: Speech) -> Iterator[str]:
    """Say what follows from a candidate, until something is impossible."""
    wrong, trail = speech.step.marks[0], speech.step.trail
    if not trail:
        return
    assumed = speech.gain([wrong.cell], wrong.digit)
    yield speech.say("Suppose {assumed}.", "假设 {assumed}。", assumed=assumed)
    told = _clauses(speech, trail[:-1])
    if told:
        yield speech.say("Then {told}.", "则 {told}。", told=told)
    yield _failure(speech, trail[-1])
    yield speech.so()


def by_cases(speech: Speech) -> Iterator[str]:
    """Say what follows from each of some candidates, one of which holds."""
    marks, houses = speech.step.marks, speech.step.houses
    if houses:
        yield speech.say(
            "In {house}, {digit} stands in {places}.",
            "{house}中，{digit} 在 {places}。",
            house=speech.house(houses[0].house),
            digit=speech.digit(marks[0].digit),
            places=speech.cells([mark.cell for mark in marks], "or"),
        )
    else:
        digits = [mark.digit for mark in marks]
        yield speech.say("{choice}.", "{choice}。", choice=speech.choice([marks[0].cell], digits))
    for mark, trail in zip(marks, speech.step.cases, strict=True):
        told = _clauses(speech, trail)
        if told:
            yield speech.say(
                "If {case}, then {told}.",
                "若 {case}，则 {told}。",
                case=speech.gain([mark.cell], mark.digit),
                told=told,
            )
    yield speech.say("In each case {effect}.", "无论如何，{effect}。", effect=left_by(speech))


def _clauses(speech: Speech, trail: Sequence[Consequence]) -> str:
    """Return the things that follow, in order; of many only the first and the last."""
    told = [_clause(speech, list(group)) for _, group in groupby(trail, key=_place)]
    if len(told) > MOST_TOLD:
        n_left = len(told) - MOST_TOLD
        half = MOST_TOLD // 2
        skipped = speech.say("{n} more such steps", "再经 {n} 步", n=str(n_left))
        told = [*told[:half], skipped, *told[-half:]]
    return speech.say("; ", "；").join(told)


def _place(event: Consequence) -> object:
    """Return what an event follows from."""
    return event.because, event.cells, event.case


def _clause(speech: Speech, events: Sequence[Consequence]) -> str:
    """Return what follows from one house or constraint: ``r1c2 is 3 (row 1)``."""
    found: dict[tuple[int, int], list[int]] = {}
    for event in events:
        lost = event.before & ~event.after
        is_short = event.after.bit_count() <= MOST_LEFT
        found.setdefault((event.after, 0) if is_short else (0, lost), []).append(event.cell)
    parts = []
    for (left, lost), cells in found.items():
        if lost:
            parts.append(speech.loss(cells, digits_in(lost)))
        elif left & left - 1:
            parts.append(speech.choice(cells, digits_in(left)))
        else:
            parts.append(speech.gain(cells, left.bit_length()))
    return speech.say(
        "{told} ({because})",
        "{told}（{because}）",
        told=speech.clauses(parts),
        because=_because(speech, events[0]),
    )


def _failure(speech: Speech, last: Consequence) -> str:
    """Return what is impossible."""
    parts = {"because": _because(speech, last)}
    if last.cell in speech.cell_of_label:
        return speech.say(
            "That leaves no region for {cell} ({because}).",
            "{cell} 就不能在任何区域（{because}）。",
            cell=speech.cell(speech.cell_of_label[last.cell]),
            **parts,
        )
    if last.cell >= 0:
        return speech.say(
            "That leaves no digit for {cell} ({because}).",
            "{cell} 就没有数可填（{because}）。",
            cell=speech.cell(last.cell),
            **parts,
        )
    if last.before:
        return speech.say(
            "That leaves no place for {digits} in {because}.",
            "{because}中 {digits} 就无处可放。",
            digits=speech.digits(last.before),
            **parts,
        )
    if isinstance(last.because, ChaosConstruction):
        return speech.say(
            "That leaves no way to part the board into regions.", "全盘就无法分成区域。"
        )
    return speech.say("That leaves no way to fill {because}.", "{because} 就无法填满。", **parts)


def _because(speech: Speech, event: Consequence) -> str:
    """Return the house or the constraint that an event follows from, by its name."""
    because = event.because
    if event.case:
        return _excluded(speech, event)
    if isinstance(because, int):
        house = speech.house(because)
        is_beyond = event.cell >= 0 and event.cell not in event.cells
        return speech.say("locked in {house}", "{house}区块", house=house) if is_beyond else house
    if isinstance(because, Leftover):
        return speech.say(
            "45 in {houses}", "{houses}的 45 法则", houses=speech.houses(because.houses)
        )
    return _named(speech, because, event.cells)


def _excluded(speech: Speech, event: Consequence) -> str:
    """Return why a digit cannot be: ``otherwise r1c2 is 3 (row 1): That leaves no digit for``."""
    *trail, last = event.case
    told, failure = _clauses(speech, trail), _failure(speech, last).rstrip(".。")
    if not told:
        return speech.say("otherwise: {failure}", "否则{failure}", failure=failure)
    return speech.say(
        "otherwise {told}: {failure}", "否则 {told}：{failure}", told=told, failure=failure
    )


def _named(speech: Speech, constraint: Constraint, cells: Iterable[int]) -> str:
    """Return a constraint by its name, its number and its cells."""
    total = getattr(constraint, "total", None)
    name = constraint.title[speech.language == "zh"]
    parts = [name if total is None else f"{name} {total}"]
    shown = [] if isinstance(constraint, ChaosConstruction) else [*cells]
    if isinstance(constraint, CLUES):
        shown = [constraint.cell]
    return " ".join([*parts, *filter(None, [speech.cells(shown)])])


REASONS = {
    "innies-and-outies": by_innies_and_outies,
    "constraint-locked": by_needed_digit,
    "shared-house": by_shared_house,
    "constraint-contradiction": by_contradiction,
    "constraint-cases": by_cases,
    "constraint-nested": by_contradiction,
}
"""The functions that tell the reason of each technique, by its slug."""
