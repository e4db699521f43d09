"""The reasons of tridagons: twelve cells in four boxes that three digits cannot fill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import digits_in, mask_of, members
from lowbit.techniques.sets.tridagons import BoxDiagonal, diagonals
from lowbit.techniques.step import Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.wording.reasons.speech import Speech


def tridagon(speech: Speech) -> Iterator[str]:
    """Say why three digits do not fill the cells, and what their other candidates leave."""
    one, two, three = digits_in(speech.marked_digits(Role.BASE))
    yield speech.say(
        "If {guardians} were false, three cells each of {cells} would hold only {digits}, and no "
        "two of a box share their row or column.",
        "假如 {guardians} 不成立，{cells}各三格就只能填 {digits}，而同宫的三格互不同行也不同列。",
        guardians=_guardians(speech),
        cells=_by_box(speech),
        digits=speech.digits((one, two, three)),
    )
    yield speech.say(
        "In boxes that share their rows, no row would have a digit twice; so from top to bottom "
        "the digits would go round in the same order in both, {one} or {two}, wherever they "
        "begin. In boxes that share their columns, they would from left to right.",
        "占同样三行的两个宫，同一行的数不能相同，所以从上到下循环的顺序相同：都是 {one}，"
        "或都是 {two}，起点不论。占同样三列的两个宫，从左到右也是这样。",
        one=_order(speech, (one, two, three)),
        two=_order(speech, (one, three, two)),
    )
    yield _turned(speech)
    if speech.step.placements:
        yield speech.so()
    else:
        yield speech.say(
            "So one of them is true, and whichever it is, {effect}.",
            "所以其中必有一个成立；无论哪个，{effect}。",
            effect=speech.effect(),
        )


def _turned(speech: Speech) -> str:
    """Say in which boxes the order is reversed: in an odd number of them."""
    boxes = {box: _diagonal(speech, box) for box in speech.with_role(Role.BASE)}
    odd = [box for box, diagonal in boxes.items() if diagonal.is_odd]
    return speech.say(
        "In {even} the order from left to right would also be the one from top to bottom, in {odd} "
        "its reverse. Once around the four boxes, the order would be reversed {times}, and yet be "
        "the same, which is impossible.",
        "{even}里这两个顺序一致，{odd}里正好相反。绕四个宫一圈，顺序反转{times}，却要与自己相同：不可能。",
        even=speech.houses([box for box in boxes if box not in odd]),
        odd=speech.houses(odd),
        times=speech.say(*(("once", "一次") if len(odd) == 1 else ("three times", "三次"))),
    )


def _diagonal(speech: Speech, box: int) -> BoxDiagonal:
    cells = speech.marked(Role.BASE) & speech.board.houses[box]
    return next(each for each in diagonals(speech.board, box) if mask_of(each.cells) == cells)


def _by_box(speech: Speech) -> str:
    """Return the cells, box by box."""
    cells = speech.marked(Role.BASE)
    parts = [
        speech.say(
            "{box} ({cells})",
            "{box}（{cells}）",
            cells=speech.cells(cells & speech.board.houses[box]),
            box=speech.house(box),
        )
        for box in speech.with_role(Role.BASE)
    ]
    return speech.joined(parts)


def _guardians(speech: Speech) -> str:
    """Return the candidates of the cells that are none of the three digits."""
    others = ~speech.marked_digits(Role.BASE)
    parts = [
        speech.say(
            "{digits} in {cell}",
            "{cell} 的 {digits}",
            digits=speech.digits(speech.position.cells[cell] & others),
            cell=speech.cell(cell),
        )
        for cell in members(speech.marked(Role.EXTRA))
    ]
    return speech.joined(parts)


def _order(speech: Speech, digits: tuple[int, int, int]) -> str:
    return "-".join(map(speech.digit, digits))


REASONS = {"tridagon": tridagon}
"""The functions that tell the reason of each technique, by its slug."""
