"""The reasons of fireworks: digits that a row and a column can put into few cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import digits_in, members
from lowbit.techniques.step import Role
from lowbit.techniques.wording.reasons.speech import first

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.wording.reasons.speech import Speech


def firework_triple(speech: Speech) -> Iterator[str]:
    """Say that three digits fill a pivot and its wings."""
    pivot = first(speech.marked(Role.PIVOT))
    yield from _firework(speech, pivot)
    yield speech.say(
        "Three digits for these three cells leave no room for others, and each stands in just one "
        "of them.",
        "三个数正好占满这三格，每个数只在其中一格。",
    )
    yield from _off_lines(speech, pivot)
    yield speech.so()


def firework_quadruple(speech: Speech) -> Iterator[str]:
    """Say that four digits fill two pivots and the wings that they share."""
    pivots = members(speech.marked(Role.PIVOT))
    for pivot in pivots:
        yield from _firework(speech, pivot)
    one, two = pivots
    yield speech.say(
        "That is four digits for four cells, so each stands in just one of them and no other digit "
        "does. If {one} were neither {digits}, these two would fill {wings} and leave only {two} "
        "for {others}; so it is one of them, and {two} is {other} in the same way.",
        "四个数正好占满这四格，每个数只在其中一格，别的数都不能填。如果 {one} 不是 {digits}，这两个"
        "数就占满 {wings}，只剩 {two} 给 {others}；所以 {one} 是其中之一，同理 {two} 是 {other}。",
        one=speech.cell(one),
        two=speech.cell(two),
        digits=_digits(speech, one, "nor"),
        wings=speech.cells(speech.marked(Role.PINCER)),
        others=_digits(speech, two, "and"),
        other=_digits(speech, two, "or"),
    )
    for pivot in pivots:
        yield from _off_lines(speech, pivot)
    yield speech.so()


def firework_pair(speech: Speech) -> Iterator[str]:
    """Say that a wing holds one of two digits, and a cell that it sees the other."""
    pivot, ends = first(speech.marked(Role.PIVOT)), members(speech.marked(Role.EXTRA))
    yield from _firework(speech, pivot)
    wings = members(speech.marked(Role.PINCER))
    digits = _digits(speech, pivot, "and")
    yield speech.say(
        "Cell {pivot} holds at most one of them, so {wing} holds one.",
        "{pivot} 最多填其中一个，所以 {wing} 至少填一个。",
        pivot=speech.cell(pivot),
        wing=speech.cells(wings, "or"),
    )
    said = [
        speech.say(
            "if {wing} does, {end}, which shares a row, column or box with it and can only be "
            "{either}, holds the other",
            "如果是 {wing}，与它同行、同列或同宫、只能是 {either} 的 {end} 就填另一个",
            wing=speech.cell(wing),
            end=speech.cell(next(end for end in ends if speech.board.peers[wing] >> end & 1)),
            either=_digits(speech, pivot, "or"),
        )
        for wing in wings
    ]
    yield speech.say("; ", "；").join([_capital(said[0]), *said[1:]]) + speech.say(".", "。")
    yield speech.say(
        "Either way a cell that shares a row, column or box with each of {all} can be neither "
        "{digits}: {effect}.",
        "无论哪种，与 {all} 都同行、同列或同宫的格不能填 {digits}：{effect}。",
        all=speech.cells(dict.fromkeys((*wings, *ends))),
        digits=digits if speech.language == "zh" else _digits(speech, pivot, "nor"),
        effect=speech.effect(),
    )


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _digits(speech: Speech, pivot: int, joint: str) -> str:
    """Return the digits of a pivot as a list."""
    held = _held_by(speech, pivot)
    if joint == "nor":
        return speech.say(" nor ", "、").join(map(speech.digit, held))
    return speech.digits(held, joint)


def _held_by(speech: Speech, pivot: int) -> tuple[int, ...]:
    """Return the marked digits that a pivot's row and column put into its wings alone."""
    board, wings = speech.board, speech.marked(Role.PINCER)
    lines = board.houses[board.rows[board.row_of[pivot]]]
    lines |= board.houses[board.columns[board.column_of[pivot]]]
    outside = lines & ~board.houses[board.box_of[pivot]] & ~wings
    digits = digits_in(speech.marked_digits(Role.PIVOT, Role.PINCER))
    able = [digit for digit in digits if not speech.position.places[digit] & outside]
    pivots = speech.marked(Role.PIVOT)
    if not pivots & pivots - 1:
        return tuple(able)
    at_pivot = [mark for mark in speech.step.marks if mark.role is Role.PIVOT]
    marked = {mark.digit for mark in at_pivot if mark.cell == pivot}
    return tuple(digit for digit in able if digit in marked)


def _firework(speech: Speech, pivot: int) -> Iterator[str]:
    """Say that each digit of a pivot is in it or in one of its wings."""
    board = speech.board
    row, column = board.rows[board.row_of[pivot]], board.columns[board.column_of[pivot]]
    parts = {
        "box": speech.house(board.box_of[pivot]),
        "row": speech.house(row),
        "column": speech.house(column),
        "in_row": speech.cells(speech.marked(Role.PINCER) & board.houses[row]),
        "in_column": speech.cells(speech.marked(Role.PINCER) & board.houses[column]),
        "digits": _digits(speech, pivot, "and"),
        "pivot": speech.cell(pivot),
    }
    yield speech.say(
        "Outside {box}, the digits {digits} fit nowhere in {row} but in {in_row}, and nowhere in "
        "{column} but in {in_column}.",
        "在{box}外，{digits} 在{row}最多只能填在 {in_row}，在{column}最多只能填在 {in_column}。",
        **parts,
    )
    yield speech.say(
        "One that is in neither of these cells must be inside {box} in {row} and in {column}, and "
        "only {pivot} is in both: so each of {digits} is in {pivot}, {in_row} or {in_column}.",
        "不在这两格的数，{row}和{column}都要在{box}内填它，那只能是 {pivot}：所以 {digits} 各在 "
        "{pivot}、{in_row} 或 {in_column} 中。",
        **parts,
    )


def _off_lines(speech: Speech, pivot: int) -> Iterator[str]:
    """Say that a pivot's box has its digits in its row or column, where that rules some out."""
    board = speech.board
    row, column = board.rows[board.row_of[pivot]], board.columns[board.column_of[pivot]]
    box = board.houses[board.box_of[pivot]]
    off = box & ~board.houses[row] & ~board.houses[column]
    held = _held_by(speech, pivot)
    if any(off >> cell & 1 and digit in held for cell, digit in speech.changed):
        yield speech.say(
            "Since each of {digits} is in only one of these cells, the row or the column through "
            "{pivot} has it within {box}.",
            "{digits} 各只在其中一格，所以经过 {pivot} 的行或列要在{box}内填它。",
            digits=speech.digits(held),
            pivot=speech.cell(pivot),
            box=speech.house(board.box_of[pivot]),
        )


REASONS = {
    "firework-triple": firework_triple,
    "firework-quadruple": firework_quadruple,
    "firework-pair": firework_pair,
}
"""The functions that tell the reason of each technique, by its slug."""
