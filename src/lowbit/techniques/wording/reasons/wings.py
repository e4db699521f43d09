"""The reasons of wings and of bent sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import digits_in, members
from lowbit.techniques.step import Role
from lowbit.techniques.wording.reasons.speech import first

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.wording.reasons.speech import Speech


def xy_wing(speech: Speech) -> Iterator[str]:
    """Say that either digit of the pivot puts the third into a pincer."""
    digit = speech.changed[0][1]
    pivot, pincers = first(speech.marked(Role.PIVOT)), speech.marked(Role.PINCER)
    yield speech.say(
        "Cell {pivot} can only be {digits}.",
        "{pivot} 只能是 {digits}。",
        pivot=speech.cell(pivot),
        digits=speech.digits(speech.position.cells[pivot], "or"),
    )
    yield _cases(speech, pivot, pincers, digit)
    yield _either(speech, speech.cells(pincers), digit)


def xyz_wing(speech: Speech) -> Iterator[str]:
    """Say that the pivot or a pincer holds the digit that all three share."""
    digit = speech.changed[0][1]
    pivot, pincers = first(speech.marked(Role.PIVOT)), speech.marked(Role.PINCER)
    yield speech.say(
        "Cell {pivot} can only be {digits}, and it may be {digit} itself.",
        "{pivot} 只能是 {digits}，它本身可能就是 {digit}。",
        pivot=speech.cell(pivot),
        digits=speech.digits(speech.position.cells[pivot], "or"),
        digit=speech.digit(digit),
    )
    yield _cases(speech, pivot, pincers, digit)
    yield _either(speech, speech.cells(pincers | 1 << pivot), digit)


def _cases(speech: Speech, pivot: int, pincers: int, digit: int) -> str:
    """Say what each other digit of the pivot makes of the pincer that has it."""
    cases = []
    for pincer in members(pincers):
        shared = speech.position.cells[pincer] & speech.position.cells[pivot] & ~(1 << digit - 1)
        cases.append(
            speech.say(
                "if it is {shared}, {pincer} ({held}) must be {digit}",
                "如果它是 {shared}，{pincer}（{held}）就是 {digit}",
                shared=speech.digits(shared),
                pincer=speech.cell(pincer),
                held=speech.digits(speech.position.cells[pincer], "or"),
                digit=speech.digit(digit),
            )
        )
    said = speech.say("; ", "；").join(cases)
    return f"{said[0].upper()}{said[1:]}{speech.say('.', '。')}"


def _either(speech: Speech, cells: str, digit: int) -> str:
    return speech.say(
        "So one of {cells} is {digit}, and a cell that shares a row, column or box with each of "
        "them cannot be: {effect}.",
        "所以 {cells} 中必有一格是 {digit}，与它们都同行、同列或同宫的格不能是 {digit}：{effect}。",
        cells=cells,
        digit=speech.digit(digit),
        effect=speech.effect(),
    )


def w_wing(speech: Speech) -> Iterator[str]:
    """Say that two equal cells see the two places of a digit in a house."""
    digit = speech.changed[0][1]
    pincers, ends = speech.marked(Role.PINCER), speech.marked(Role.PIVOT)
    other = first(speech.marked_digits(Role.PIVOT)) + 1
    parts = {
        "pincers": speech.cells(pincers),
        "house": speech.house(speech.step.houses[0].house),
        "digits": speech.digits(speech.marked_digits(Role.PINCER), "or"),
        "other": speech.digit(other),
        "ends": speech.cells(ends),
        "digit": speech.digit(digit),
    }
    yield speech.say(
        "Cells {pincers} can only be {digits}.", "{pincers} 都只能是 {digits}。", **parts
    )
    yield speech.say(
        "In {house}, {other} fits only in {ends}: {cases}.",
        "{house}中，{other} 只能填在 {ends}：{cases}。",
        **parts,
        cases=speech.say("; ", "；").join(_made(speech, ends, pincers, other, digit)),
    )
    yield _either(speech, parts["pincers"], digit)


def _made(speech: Speech, ends: int, pincers: int, other: int, digit: int) -> Iterator[str]:
    """Yield what the places of a digit make of the cells that they share a house with."""
    for pincer in members(pincers):
        yield speech.say(
            "if {end} is {other}, {pincer} must be {digit}",
            "如果 {end} 是 {other}，{pincer} 就是 {digit}",
            end=speech.cells(ends & speech.board.peers[pincer], "or"),
            other=speech.digit(other),
            pincer=speech.cell(pincer),
            digit=speech.digit(digit),
        )


def bent_set(speech: Speech) -> Iterator[str]:
    """Say that all digits of a set but one occur in it at most once."""
    digit, cells = speech.changed[0][1], speech.marked(Role.PIVOT, Role.PINCER)
    digits = speech.candidates(cells)
    parts = {
        "cells": speech.cells(cells),
        "digits": speech.digits(digits),
        "digit": speech.digit(digit),
        "n": speech.number(cells.bit_count()),
        "houses": speech.houses(speech.with_role(Role.BASE)),
        "others": speech.digits([other for other in digits_in(digits) if other != digit]),
        "places": speech.cells(cells & speech.position.places[digit]),
        "effect": speech.effect(),
    }
    yield speech.say(
        "In {houses}, the {n} cells {cells} have only {n} digits between them: {digits}.",
        "{houses}中，{cells} 这{n}格合起来只有{n}个数：{digits}。",
        **parts,
    )
    yield speech.say(
        "Each of {others} can stand in just one of them, because its cells there share a row, "
        "column or box; so {digit} is needed, too.",
        "{others} 各自的位置同行、同列或同宫，所以每个最多用一次；因此其中必须有 {digit}。",
        **parts,
    )
    yield speech.say(
        "A cell that shares a row, column or box with {places}, all their places for {digit}, "
        "cannot be {digit}: {effect}.",
        "与 {places}（其中 {digit} 的全部位置）都同行、同列或同宫的格不能是 {digit}：{effect}。",
        **parts,
    )


REASONS = {
    "xy-wing": xy_wing,
    "xyz-wing": xyz_wing,
    "w-wing": w_wing,
    "wxyz-wing": bent_set,
    "vwxyz-wing": bent_set,
}
"""The functions that tell the reason of each technique, by its slug."""
