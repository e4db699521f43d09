"""The reasons of steps that follow from a constraint."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Final

from lowbit.constraints.base import names_cells
from lowbit.constraints.chaos import CLUES
from lowbit.constraints.lowering import lowered
from lowbit.constraints.operations import Distinct, Within
from lowbit.constraints.regions import DutchFlatmates
from lowbit.constraints.sums import Cage, Sum
from lowbit.techniques.board_masks import digits_in
from lowbit.techniques.wording.reasons.arithmetic import explained, held_in, held_said
from lowbit.techniques.wording.reasons.loops import losses
from lowbit.techniques.wording.reasons.rules import OF_REGIONS, RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.constraints import Constraint
    from lowbit.constraints.operations import Operation
    from lowbit.techniques.wording.reasons.speech import Speech


MOST_SAID: Final = 6
"""The most sentences of arithmetic, unless all are asked for."""
MOST_OTHERS: Final = 4
"""The most other cells whose candidates are told."""

SIDES: Final = {
    (-1, 0): ("right above", "上面"),
    (1, 0): ("right below", "下面"),
    (0, -1): ("right before", "左面"),
    (0, 1): ("right after", "右面"),
}
"""The sides of a cell, in words before its pronoun."""


def by_constraint(speech: Speech) -> Iterator[str]:
    """Say what the constraint demands, and what it leaves."""
    constraint = speech.step.constraint
    if isinstance(constraint, Cage) and constraint.total is not None and speech.step.sets:
        yield combinations_of(speech, constraint)
    elif constraint is not None:
        yield rule_of(speech, constraint)
    held = {digit for digits in speech.step.sets for digit in digits}
    if held and not any(digit in held for _, digit in speech.step.eliminations):
        yield speech.say(
            "No other digit has room there: {effect}.",
            "别的数放不下：{effect}。",
            effect=left_by(speech),
        )
        return
    yield _ruled_out(speech, constraint)


def _ruled_out(speech: Speech, constraint: Constraint | None) -> str:
    """Say what follows, and from which digits if they are seen to be repeated."""
    blocking = _repeated(speech, constraint) if constraint is not None else ()
    if blocking:
        return speech.say(
            "What stands in {cells} cannot stand there again: {effect}.",
            "{cells} 的数不能重复：{effect}。",
            cells=speech.cells(blocking),
            effect=left_by(speech),
        )
    if constraint is None or all(isinstance(each, Within) for each in _operations(speech)):
        return speech.say("So {effect}.", "因此 {effect}。", effect=left_by(speech))
    said, left = explained(speech, constraint)
    if not said or (len(said) > MOST_SAID and not speech.is_whole):
        return _with_the_others(speech, constraint, left_by(speech))
    gained = {cell for cell, _ in speech.step.placements}
    rest = [item for item in sorted(left) if item[0] not in gained]
    effect = [_gains(speech)] if gained else []
    effect += [losses(speech, rest)] if rest else []
    if left:
        said.append(_with_the_others(speech, constraint, speech.clauses(effect)))
    elif effect:
        said.append(speech.say("So {effect}.", "因此 {effect}。", effect=effect[0]))
    return speech.say(" ", "").join(said)


def _operations(speech: Speech) -> tuple[Operation, ...]:
    constraint = speech.step.constraint
    return () if constraint is None else lowered(constraint, speech.geometry)


def _gains(speech: Speech) -> str:
    """Return what the step places."""
    placed: dict[int, list[int]] = {}
    for cell, digit in sorted(speech.step.placements):
        placed.setdefault(digit, []).append(cell)
    return speech.clauses([speech.gain(cells, digit) for digit, cells in placed.items()])


def _with_the_others(speech: Speech, constraint: Constraint | None, effect: str) -> str:
    """Say an effect, and what the other cells can be if these are few."""
    cells = () if constraint is None else constraint.cells_on(speech.geometry)
    changed = {cell for cell, _ in speech.changed}
    others = [cell for cell in dict.fromkeys(cells) if cell not in changed]
    if not others or len(others) > MOST_OTHERS:
        return speech.say(
            "With what its other cells can still be, it follows that {effect}.",
            "按其他格还能填的数，可知 {effect}。",
            effect=effect,
        )
    held = [held_said(speech, cell, held_in(speech, cell)) for cell in others]
    return speech.say(
        "Since {held}, it follows that {effect}.",
        "因为 {held}，可知 {effect}。",
        held=speech.clauses(held),
        effect=effect,
    )


def _repeated(speech: Speech, constraint: Constraint) -> tuple[int, ...]:
    """Return the filled cells that a step's eliminations would repeat; none if not all would."""
    found = set()
    apart = [each for each in lowered(constraint, speech.geometry) if isinstance(each, Distinct)]
    for cell, digit in speech.changed:
        cells = {other for each in apart if cell in each.cells for other in each.cells}
        same = {other for other in cells if speech.position.values[other] == digit}
        if not same:
            return ()
        found |= same
    return tuple(sorted(found))


def combinations_of(speech: Speech, cage: Cage) -> str:
    """Say which digits the sum of a cage leaves."""
    one, *others = speech.step.sets
    sums = ["+".join(map(speech.digit, digits)) for digits in speech.step.sets]
    parts = {
        "cells": speech.cells(cage.cells),
        "total": str(cage.total),
        "n": speech.number(len(cage.cells)),
        "digits": speech.digits(one),
        "sums": speech.joined(sums, "or"),
    }
    if not others:
        return speech.say(
            "In the cage {cells}, {n} different digits make {total}, so they must be {digits}.",
            "笼 {cells} 的{n}个不同的数之和为 {total}，所以必是 {digits}。",
            **parts,
        )
    return speech.say(
        "In the cage {cells}, {n} different digits make {total}: with what is still possible, that "
        "is {sums}.",
        "笼 {cells} 的{n}个不同的数之和为 {total}：按目前的候选数只能是 {sums}。",
        **parts,
    )


def rule_of(speech: Speech, constraint: Constraint) -> str:
    """Return the rule of a constraint with its cells and numbers."""
    rule = RULES[type(constraint).__name__]
    if isinstance(constraint, CLUES) and constraint.first in speech.cell_of_label:
        constraint = constraint.in_cells(speech.cell_of_label)
        rule = OF_REGIONS[type(constraint).__name__]
    parts = {each.name: _field(speech, constraint, each.name) for each in fields(constraint)}
    total = getattr(constraint, "total", None)
    made = speech.say(" and add up to {total}", "，和为 {total}", total=str(total))
    slow = getattr(constraint, "slow", False)
    rise = speech.say("rise or stay the same", "不减") if slow else speech.say("rise", "递增")
    is_alone = getattr(constraint, "without_first", True)
    parts["itself"] = "" if is_alone else speech.say(", itself among them", "（含其本身）")
    every = speech.cells(constraint.cells_on(speech.geometry))
    named = parts.get("cells", "")
    is_one = len(getattr(constraint, "cells", ())) == 1
    parts |= {
        f"any_{each.name}": _field(speech, constraint, each.name, "or")
        for each in fields(constraint)
    }
    parts["the_cells"] = speech.say(
        "{word} {cells}", "{cells}", word="Cell" if is_one else "Cells", cells=named
    )
    parts["start"] = speech.cells(getattr(constraint, "cells", ())[:1])
    parts["terms"] = _terms(speech, constraint)
    if isinstance(constraint, DutchFlatmates):
        down, right = constraint.step
        parts["before"] = speech.say(*SIDES[-down, -right])
        parts["after"] = speech.say(*SIDES[down, right])
    parts |= {"make": made if total is not None else "", "rise": rise, "all": every}
    return speech.say(*rule, **parts)


def _terms(speech: Speech, constraint: Constraint) -> str:
    """Return the cells of a sum with their weights: ``r1c1 + 2*r2c2 - r3c3``."""
    cells = getattr(constraint, "cells", ())
    weights = getattr(constraint, "weights", ()) or (1,) * len(cells)
    text = ""
    for cell, weight in zip(cells, weights, strict=False):
        sign = "" if not text and weight > 0 else "-" if weight < 0 else "+"
        many = "" if abs(weight) == 1 else f"{abs(weight)}*"
        text += f"{f' {sign} ' if text else sign}{many}{speech.cell(cell)}"
    return text


def _field(speech: Speech, constraint: Constraint, name: str, joint: str = "and") -> str:
    """Return a field of a constraint in words."""
    value = getattr(constraint, name)
    if not any(names_cells(each) for each in fields(constraint) if each.name == name):
        return (
            speech.joined(list(map(str, value)), joint) if isinstance(value, tuple) else str(value)
        )
    if isinstance(value, int):
        return speech.cell(value)
    if value and isinstance(value[0], tuple):
        return speech.say("; ", "；").join(speech.cells(group) for group in value)
    whole = [h for h, house in enumerate(speech.geometry.houses) if {*house.cells} == {*value}]
    return speech.house(whole[0]) if whole else speech.cells(value)


def by_rule_of_45(speech: Speech) -> Iterator[str]:
    """Say which sum the cages of a house leave for some cells."""
    rest, house = speech.step.constraint, speech.step.houses[0].house
    if not isinstance(rest, (Cage, Sum)) or rest.total is None:
        return
    whole = sum(speech.geometry.values)
    parts = {
        "house": speech.house(house),
        "whole": str(whole),
        "inside": str(whole - rest.total),
        "across": str(whole + rest.total),
        "total": str(rest.total),
        "cells": speech.cells(rest.cells),
        "effect": left_by(speech),
    }
    yield speech.say(
        "The digits of {house} add up to {whole}.", "{house}的数之和为 {whole}。", **parts
    )
    if isinstance(rest, Cage):
        yield speech.say(
            "The cages that lie in it and its other filled cells make {inside}, which leaves "
            "{total} for {cells}: {effect}.",
            "其中的笼和其他已填的格共 {inside}，{cells} 还要 {total}：{effect}。",
            **parts,
        )
        return
    yield speech.say(
        "The cages that cover it make {across}, less what is filled outside it: {total} more, "
        "which is in the cells that stick out, {cells}: {effect}.",
        "覆盖它的笼减去区外已填的格共 {across}，多出的 {total} 在区外的 {cells}：{effect}。",
        **parts,
    )


def left_by(speech: Speech) -> str:
    """Return the effect: what cells still can be, where that is shorter than what they cannot."""
    placed: dict[int, list[int]] = {}
    for cell, digit in sorted(speech.step.placements):
        placed.setdefault(digit, []).append(cell)
    lost: dict[int, int] = {}
    for cell, digit in speech.step.eliminations:
        lost[cell] = lost.get(cell, 0) | 1 << digit - 1
    gone: dict[tuple[bool, tuple[int, ...]], list[int]] = {}
    for cell, digits in sorted(lost.items()):
        left = speech.position.cells[cell] & ~digits
        is_shorter = 0 < left.bit_count() < digits.bit_count()
        told = digits_in(left if is_shorter else digits)
        gone.setdefault((is_shorter, told), []).append(cell)
    parts = [speech.gain(cells, digit) for digit, cells in placed.items()]
    parts += [
        speech.choice(cells, digits) if is_left else speech.loss(cells, digits)
        for (is_left, digits), cells in gone.items()
    ]
    return speech.clauses(parts)


REASONS = {"constraint": by_constraint, "rule-of-45": by_rule_of_45}
"""The functions that tell the reason of each technique, by its slug."""
