"""The reasons of locked candidates and subsets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import digits_in, members
from lowbit.techniques.step import Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.wording.reasons.speech import Speech


def locked(speech: Speech) -> Iterator[str]:
    """Say that the places of a digit in one house lie in another."""
    digit, cells = speech.step.eliminations[0][1], speech.marked(Role.LOCKED)
    parts = {
        "base": speech.house(speech.with_role(Role.BASE)[0]),
        "cover": speech.house(speech.with_role(Role.COVER)[0]),
        "digit": speech.digit(digit),
        "cells": speech.cells(cells),
        "all": "both" if cells.bit_count() == 2 else "all",
    }
    yield speech.say(
        "In {base}, {digit} fits only in {cells}, which {all} lie in {cover}.",
        "{base}中，{digit} 只能填在 {cells}，它们都在{cover}。",
        **parts,
    )
    yield speech.say(
        "One of them must be {digit}, so it cannot be anywhere else in {cover}: {effect}.",
        "其中一格必填 {digit}，所以{cover}的其他格不能再填 {digit}：{effect}。",
        **parts,
        effect=speech.effect(),
    )


def almost_locked(speech: Speech) -> Iterator[str]:
    """Say how two crossing houses share out digits around their crossing."""
    naked, hidden = speech.marked(Role.SET_A), speech.marked(Role.SET_B)
    one, two = speech.with_role(Role.BASE)[:2]
    digits = speech.marked_digits(Role.SET_A, Role.SET_B)
    crossing = speech.board.houses[one] & speech.board.houses[two]
    parts = {
        "one": speech.house(one),
        "two": speech.house(two),
        "crossing": speech.cells(crossing),
        "naked": speech.cells(naked),
        "hidden": speech.cells(hidden),
        "digits": speech.digits(digits),
        "digit": speech.digits(digits, "or"),
    }
    yield speech.say(
        "Both {one} and {two} have {crossing}. In {one}, {naked} can only be {digit}, which leaves "
        "at most one of these digits for the shared cells.",
        "{one}与{two}共有 {crossing}。{one}中，{naked} 只能是 {digit}，所以共有的格最多填其中"
        "一个数。",
        **parts,
    )
    yield speech.say(
        "In the rest of {two}, the digits {digits} fit only in {hidden}, which leaves at least one "
        "of them for the shared cells.",
        "{two}的其余格中，{digits} 只能填在 {hidden}，所以共有的格至少填其中一个。",
        **parts,
    )
    yield speech.say(
        "So exactly one is there, and the others fill {naked} as well as {hidden}: {effect}.",
        "因此那里恰好填一个，其余的既占满 {naked}，也占满 {hidden}：{effect}。",
        **parts,
        effect=speech.effect(),
    )


def naked(speech: Speech) -> Iterator[str]:
    """Say that cells of a house have no more digits than cells."""
    yield _naked_cells(speech)
    cells, changed = speech.marked(Role.SUBSET), speech.changed_cells()
    shared = speech.board.shared_houses(cells)
    houses = [house for house in shared if speech.board.houses[house] & changed]
    yield speech.say(
        "They use up these digits, so no other cell of {houses} can have one of them: {effect}.",
        "这些数都要用在这里，{houses}的其他格不能再填：{effect}。",
        houses=speech.houses(houses, "or"),
        effect=speech.effect(),
    )


def _naked_cells(speech: Speech) -> str:
    cells, house = speech.marked(Role.SUBSET), speech.step.houses[0].house
    digits = speech.candidates(cells)
    same = all(speech.position.cells[cell] == digits for cell in members(cells))
    parts = {
        "house": speech.house(house),
        "cells": speech.cells(cells),
        "n": speech.number(cells.bit_count()),
        "digits": speech.digits(digits, "or"),
        "every": speech.digits(digits),
    }
    if same:
        return speech.say(
            "In {house}, {cells} can only be {digits}: {n} cells for {n} digits.",
            "{house}中，{cells} 只能填 {digits}：{n}格正好填{n}个数。",
            **parts,
        )
    return speech.say(
        "In {house}, {cells} have no digits but {every} between them: {n} cells for {n} digits.",
        "{house}中，{cells} 合起来只有 {every}：{n}格正好填{n}个数。",
        **parts,
    )


def hidden(speech: Speech) -> Iterator[str]:
    """Say that digits of a house have no more places than digits."""
    cells, house = speech.marked(Role.SUBSET), speech.step.houses[0].house
    digits = speech.marked_digits(Role.SUBSET)
    parts = {
        "house": speech.house(house),
        "cells": speech.cells(cells),
        "digits": speech.digits(digits),
        "n": speech.number(len(digits_in(digits))),
    }
    yield speech.say(
        "In {house}, the digits {digits} fit only in {cells}: {n} digits for {n} cells.",
        "{house}中，{digits} 只能填在 {cells}：{n}个数正好占{n}格。",
        **parts,
    )
    yield speech.say(
        "They fill these cells, so no other digit can be there: {effect}.",
        "这些格被占满，其他数不能再填：{effect}。",
        effect=speech.effect(),
    )


SIZES = ("pair", "triple", "quadruple")
REASONS = {
    "pointing": locked,
    "claiming": locked,
    **{f"almost-locked-{size}": almost_locked for size in SIZES},
    **{f"naked-{size}": naked for size in SIZES},
    **{f"locked-{size}": naked for size in SIZES[:2]},
    **{f"hidden-{size}": hidden for size in SIZES},
}
"""The functions that tell the reason of each technique, by its slug."""
