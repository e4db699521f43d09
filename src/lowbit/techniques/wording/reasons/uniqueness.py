"""The reasons of techniques that assume a unique solution."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lowbit.techniques.board_masks import digits_in, mask_of, members
from lowbit.techniques.step import Role
from lowbit.techniques.wording.reasons.speech import first

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.wording.reasons.speech import Speech


class Deadly(NamedTuple):
    """Cells whose digits could be exchanged, and those of them that have others, too.

    Parameters
    ----------
    cells, digits : int
        The cells, and the digits that could be exchanged.
    roof : int
        The cells with other candidates.
    others : int
        These candidates.
    """

    cells: int
    digits: int
    roof: int
    others: int


def _deadly(speech: Speech) -> Deadly:
    cells, digits = speech.marked(Role.CORNER), speech.marked_digits(Role.CORNER)
    roof = mask_of(c for c in members(cells) if speech.position.cells[c] & ~digits)
    return Deadly(cells, digits, roof, speech.candidates(roof) & ~digits)


def _parts(speech: Speech, deadly: Deadly) -> dict[str, str]:
    return {
        "cells": speech.cells(deadly.cells),
        "digits": speech.digits(deadly.digits),
        "roof": speech.cells(deadly.roof),
        "one": speech.cells(deadly.roof, "or"),
        "others": speech.digits(deadly.others, "or"),
        "effect": speech.effect(),
    }


def _swapped(speech: Speech, deadly: Deadly) -> str:
    """Say that cells with nothing but some digits would give a second solution."""
    if deadly.digits.bit_count() == 2:
        return speech.say(
            "If {cells} held nothing but {digits}, these two could be swapped there, and the "
            "puzzle would have two solutions.",
            "如果 {cells} 只填 {digits}，两数就能互换，题目便有两个解。",
            **_parts(speech, deadly),
        )
    return speech.say(
        "If {cells} held nothing but {digits}, {lines} could exchange their digits there, and the "
        "puzzle would have two solutions.",
        "如果 {cells} 只填 {digits}，{lines}就能互换这些数，题目便有两个解。",
        **_parts(speech, deadly),
        lines=_lines(speech, deadly.cells),
    )


def _lines(speech: Speech, cells: int) -> str:
    """Return the two rows or columns that hold some cells."""
    board, held = speech.board, members(cells)
    rows = sorted({board.rows[board.row_of[cell]] for cell in held})
    columns = sorted({board.columns[board.column_of[cell]] for cell in held})
    return speech.houses(rows if len(rows) == 2 else columns)


def type_1(speech: Speech) -> Iterator[str]:
    """Say that one cell must hold something else."""
    deadly = _deadly(speech)
    yield _swapped(speech, deadly)
    yield speech.say(
        "All but {roof} can be nothing else, and a proper puzzle has only one solution, so "
        "{effect}.",
        "除 {roof} 外都没有别的候选数，而题目只有一个解，所以 {effect}。",
        **_parts(speech, deadly),
    )


def type_2(speech: Speech) -> Iterator[str]:
    """Say that one of some cells holds the only other digit."""
    deadly = _deadly(speech)
    yield _swapped(speech, deadly)
    yield speech.say(
        "The only other digit they can hold is {others}, in {roof}, so one of these is {others}.",
        "它们另外只能填 {others}，位置在 {roof}，所以其中必有一格是 {others}。",
        **_parts(speech, deadly),
    )
    yield speech.say(
        "A cell that shares a row, column or box with each of them cannot be {others}: {effect}.",
        "与它们都同行、同列或同宫的格不能是 {others}：{effect}。",
        **_parts(speech, deadly),
    )


def type_3(speech: Speech) -> Iterator[str]:
    """Say that the other digits of two cells make a subset with further cells."""
    deadly = _deadly(speech)
    cells = speech.marked(Role.SUBSET) & ~deadly.roof
    yield _swapped(speech, deadly)
    yield from _subset(speech, deadly, cells)


def _subset(speech: Speech, deadly: Deadly, cells: int) -> Iterator[str]:
    """Say how one of some cells, for its other digits, counts as a cell of a subset."""
    parts = _parts(speech, deadly) | {
        "subset": speech.cells(cells),
        "house": speech.house(speech.step.houses[0].house),
        "every": speech.digits(deadly.others | speech.candidates(cells)),
        "n": speech.number((deadly.others | speech.candidates(cells)).bit_count()),
        "own": speech.digits(speech.candidates(cells), "or"),
        "both": speech.cells(deadly.roof | cells),
    }
    yield speech.say(
        "As there is only one, {one} is {others}.",
        "题目只有一个解，所以 {one} 至少有一格是 {others}。",
        **parts,
    )
    if cells & speech.changed_cells():
        parts["every"] = speech.digits(deadly.digits | speech.marked_digits(Role.SUBSET))
        yield speech.say(
            "In {house}, the digits {every} fit only in {both}. As {one} holds something else, the "
            "rest are just enough for them, and {subset} can be nothing else: {effect}.",
            "{house}中，{every} 只能填在 {both}；{one} 填了别的数，其余的格刚好够，"
            "所以 {subset} 不能填别的：{effect}。",
            **parts,
        )
        return
    if not cells:
        yield speech.say(
            "No cell that shares a row, column or box with {roof} can be that, too: {effect}.",
            "与 {roof} 都同行、同列或同宫的格不能再填：{effect}。",
            **parts,
        )
        return
    yield speech.say(
        "Together with {subset}, which can only be {own}, that makes {n} cells of {house} for {n} "
        "digits, {every}: no other cell there can have one of them, so {effect}.",
        "连同只能是 {own} 的 {subset}，{house}中{n}格正好填{n}个数 {every}，其他格不能再填："
        "{effect}。",
        **parts,
    )


def type_4(speech: Speech) -> Iterator[str]:
    """Say that one of two cells must hold a digit of the pattern."""
    deadly = _deadly(speech)
    kept, house = _locked_in(speech, deadly)
    parts = {
        "kept": speech.digit(kept),
        "house": speech.house(house),
        "roof": speech.cells(deadly.roof),
        "cells": speech.cells(deadly.cells),
        "digits": speech.digits(deadly.digits),
        "effect": speech.effect(),
        "lost": speech.digits(deadly.digits & ~(1 << kept - 1), "or"),
    }
    yield _swapped(speech, deadly)
    yield speech.say(
        "In {house}, {kept} fits only in {roof}, so one of the two is {kept}.",
        "{house}中，{kept} 只能填在 {roof}，所以两格之一是 {kept}。",
        **parts,
    )
    yield speech.say(
        "If the other one were {lost}, {cells} would hold nothing but {digits}. So {effect}.",
        "如果另一格是 {lost}，{cells} 就只填 {digits}。所以 {effect}。",
        **parts,
    )


def _locked_in(speech: Speech, deadly: Deadly) -> tuple[int, int]:
    """Return the digit that has no place but two cells in a house of both, and the house."""
    lost = {digit for _, digit in speech.step.eliminations}
    return next(
        (digit, house)
        for house in speech.board.shared_houses(deadly.roof)
        for digit in digits_in(deadly.digits)
        if digit not in lost and not speech.places(digit, house) & ~deadly.roof
    )


def type_6(speech: Speech) -> Iterator[str]:
    """Say that a digit in one of two opposite cells would be in both."""
    deadly = _deadly(speech)
    lost = mask_of(digit - 1 for _, digit in speech.step.eliminations)
    yield _swapped(speech, deadly)
    yield speech.say(
        "In the rows and columns of {roof}, {lost} fits only in these four cells. If {one} were "
        "{lost}, the other of these two would have to be {lost}, too, and {floor} would both be "
        "{kept}.",
        "{roof} 所在的行和列里，{lost} 只能填在这四格：如果其中一格是 {lost}，另一格也必是，"
        "{floor} 就都是 {kept}。",
        lost=speech.digits(lost),
        roof=speech.cells(deadly.roof),
        one=speech.cells(deadly.roof, "or"),
        floor=speech.cells(deadly.cells & ~deadly.roof),
        kept=speech.digits(deadly.digits & ~lost),
    )
    yield speech.so()


def hidden_rectangle(speech: Speech) -> Iterator[str]:
    """Say that a digit in a corner would force all others."""
    deadly, (corner, lost) = _deadly(speech), speech.step.eliminations[0]
    kept = first(deadly.digits & ~(1 << lost - 1)) + 1
    beside = deadly.cells & speech.board.peers[corner]
    parts = {
        "corner": speech.cell(corner),
        "lost": speech.digit(lost),
        "kept": speech.digit(kept),
        "beside": speech.cells(beside),
        "last": speech.cells(deadly.cells & ~beside & ~(1 << corner)),
        "digits": speech.digits(deadly.digits, "or"),
    }
    yield _swapped(speech, deadly)
    yield speech.say(
        "In the row and in the column of {corner}, {kept} fits only in these four cells. If "
        "{corner} were {lost}, {beside} would both have to be {kept}, and {last}, which can only "
        "be "
        "{digits}, would be {lost}.",
        "{corner} 所在的行和列里，{kept} 都只能填在这四格：如果 {corner} 是 {lost}，{beside} 就都"
        "是 "
        "{kept}，只能是 {digits} 的 {last} 就是 {lost}。",
        **parts,
    )
    yield speech.so()


def avoidable_1(speech: Speech) -> Iterator[str]:
    """Say that a digit would complete two pairs that are not given."""
    corner, digit = speech.step.eliminations[0]
    cells = speech.marked(Role.CORNER)
    parts = {
        "filled": speech.cells(cells & ~(1 << corner)),
        "corner": speech.cell(corner),
        "digit": speech.digit(digit),
        "cells": speech.cells(cells),
        "effect": speech.effect(),
    }
    yield speech.say(
        "Cells {filled} are filled, and none of {cells} is a given.",
        "{filled} 是后填的，{cells} 都不是题目给的数。",
        **parts,
    )
    yield speech.say(
        "With {digit} in {corner} these four cells would hold the same two digits twice, which "
        "could be swapped: a second solution. So {effect}.",
        "如果 {corner} 填 {digit}，这四格就由两个数各填两次，可以互换，题目便有两个解。所以 "
        "{effect}。",
        **parts,
    )


def avoidable_2(speech: Speech) -> Iterator[str]:
    """Say that one of two cells must hold their further digit."""
    ends = speech.marked(Role.FIN)
    parts = {
        "filled": speech.cells(speech.marked(Role.CORNER) & ~ends),
        "ends": speech.cells(ends),
        "digit": speech.digit(speech.changed[0][1]),
        "effect": speech.effect(),
    }
    yield speech.say(
        "Cells {filled} are filled, and none of the four corners is a given.",
        "{filled} 是后填的，四个角都不是题目给的数。",
        **parts,
    )
    yield speech.say(
        "If neither of {ends} were {digit}, the four corners would hold the same two digits "
        "twice, which could be swapped: a second solution.",
        "如果 {ends} 都不是 {digit}，四个角就由两个数各填两次，可以互换，题目便有两个解。",
        **parts,
    )
    yield speech.say(
        "So one of them is {digit}, and a cell that shares a row, column or box with both cannot "
        "be: {effect}.",
        "所以其中一格是 {digit}，与两格都同行、同列或同宫的格不能是：{effect}。",
        **parts,
    )


def _grave(speech: Speech) -> Iterator[str]:
    """Say what candidates keep every digit from having two places in each house."""
    extras = [
        speech.say(
            "{digits} in {cell}",
            "{cell} 的 {digits}",
            cell=speech.cell(cell),
            digits=speech.digits(digits),
        )
        for cell, digits in _extras(speech).items()
    ]
    yield speech.say(
        "Without {extras}, every empty cell could be just one of two digits, and every digit that "
        "is still missing in a row, column or box would have just two places there.",
        "如果没有 {extras}，每个空格都恰有两个候选数，每个数在每行、列、宫都恰有两个位置。",
        extras=speech.joined(extras),
    )
    yield speech.say(
        "In a solution, each of these cells could then take its other digit instead: there would "
        "be two solutions or none, and a proper puzzle has just one.",
        "那样每个空格都能换成另一个数，题目就有两个解或无解，而题目只有一个解。",
    )


def _extras(speech: Speech) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for mark in speech.step.marks:
        if mark.role is Role.EXTRA:
            found.setdefault(mark.cell, []).append(mark.digit)
    return found


def bug_1(speech: Speech) -> Iterator[str]:
    """Say that the one cell with three candidates holds the extra one."""
    yield from _grave(speech)
    ((cell, digits),) = _extras(speech).items()
    yield speech.say(
        "So {cell} must be {digits}: {effect}.",
        "所以 {cell} 必是 {digits}：{effect}。",
        cell=speech.cell(cell),
        digits=speech.digits(digits, "or"),
        effect=speech.effect(),
    )


def bug_2(speech: Speech) -> Iterator[str]:
    """Say that one of the extra candidates, which are of one digit, is true."""
    yield from _grave(speech)
    yield speech.say(
        "So one of {cells} is {digit}, and a cell that shares a row, column or box with each of "
        "them cannot be: {effect}.",
        "所以 {cells} 之一是 {digit}，与它们都同行、同列或同宫的格不能是：{effect}。",
        cells=speech.cells(_extras(speech)),
        digit=speech.digit(speech.changed[0][1]),
        effect=speech.effect(),
    )


def bug_3(speech: Speech) -> Iterator[str]:
    """Say that the cells with extra candidates count as one of a subset."""
    yield from _grave(speech)
    extras = speech.marked(Role.EXTRA)
    deadly = Deadly(extras, 0, extras, speech.marked_digits(Role.EXTRA))
    yield from _subset(speech, deadly, speech.marked(Role.SUBSET))


def bug_4(speech: Speech) -> Iterator[str]:
    """Say that one of two cells holds a common digit, and the other an extra one."""
    yield from _grave(speech)
    cells, extras = speech.marked(Role.EXTRA), speech.marked_digits(Role.EXTRA)
    shared = (1 << speech.board.size) - 1
    for cell in members(cells):
        shared &= speech.position.cells[cell]
    yield speech.say(
        "So one of {cells} holds such an extra digit; and in {house}, {shared} fits only in them, "
        "so the other is {shared}: {effect}.",
        "所以 {cells} 之一填多出的数；而{house}中 {shared} 只能填在这两格，所以另一格是 {shared}："
        "{effect}。",
        cells=speech.cells(cells),
        shared=speech.digits(shared & ~extras),
        house=speech.house(speech.step.houses[0].house),
        effect=speech.effect(),
    )


REASONS = {
    **{
        f"{shape}-{kind}": reason
        for shape in ("unique-rectangle", "unique-loop", "extended-rectangle")
        for kind, reason in enumerate((type_1, type_2, type_3, type_4), 1)
    },
    "unique-rectangle-5": type_2,
    "unique-rectangle-6": type_6,
    "hidden-rectangle": hidden_rectangle,
    "avoidable-rectangle-1": avoidable_1,
    "avoidable-rectangle-2": avoidable_2,
    "bug-plus-1": bug_1,
    "bug-2": bug_2,
    "bug-3": bug_3,
    "bug-4": bug_4,
}
"""The functions that tell the reason of each technique, by its slug."""
