"""The reasons of patterns of one digit, and of colours."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import digits_in, mask_of, members
from lowbit.techniques.step import Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.wording.reasons.speech import Speech

COLOURS = (Role.COLOUR_1, Role.COLOUR_2, Role.COLOUR_3, Role.COLOUR_4)


def two_links(speech: Speech) -> Iterator[str]:
    """Say that two houses have two places each, one of each in a common house."""
    feet, ends = speech.marked(Role.PIVOT), speech.marked(Role.PINCER)
    shared = speech.board.shared_houses(feet)
    parts = {
        "houses": speech.houses(speech.with_role(Role.BASE)),
        "digit": speech.digit(speech.changed[0][1]),
        "feet": speech.cells(feet),
        "ends": speech.cells(ends),
        "end": speech.cells(ends, "or"),
        "shared": speech.house(shared[0]),
        "effect": speech.effect(),
    }
    yield speech.say(
        "In {houses}, {digit} has only two places each.",
        "{houses}中，{digit} 各只有两个位置。",
        **parts,
    )
    yield speech.say(
        "Of these, {feet} share {shared}, so at most one of them is {digit}; so at least one of "
        "the other two places, {ends}, is {digit}.",
        "{feet} 同在{shared}，最多一格是 {digit}；所以另外两个位置 {ends} 至少有一格是 {digit}。",
        **parts,
    )
    yield speech.say(
        "A cell that shares a row, column or box with both of these cannot be {digit}: {effect}.",
        "与 {ends} 都同行、同列或同宫的格不能是 {digit}：{effect}。",
        **parts,
    )


def dual_kite(speech: Speech) -> Iterator[str]:
    """Say that two pairs of a row and a column meet in the same box."""
    feet, digits = speech.marked(Role.PIVOT), speech.marked_digits(Role.PIVOT)
    parts = {
        "houses": speech.houses(speech.with_role(Role.BASE)),
        "digit": speech.digits(digits),
        "feet": speech.cells(feet),
        "shared": speech.house(speech.board.shared_houses(feet)[0]),
        "each": speech.say(", and at most one ", "，最多一格是 ").join(
            speech.digit(digit) for digit in digits_in(digits)
        ),
    }
    yield speech.say(
        "In {houses}, the digits {digit} have only two places each. Of these, {feet} are both in "
        "{shared}, so at most one of them is {each}.",
        "{houses}中，{digit} 各只有两个位置，其中 {feet} 同在{shared}，最多一格是 {each}。",
        **parts,
    )
    for nth, (cell, digit) in enumerate(speech.step.eliminations):
        yield speech.say(
            "{so} at least one of the other two, {ends}, is {digit}, and {cell}, which shares a "
            "row, "
            "column or box with both, cannot be {digit}.",
            "{so}另外两个位置 {ends} 至少有一格是 {digit}，与它们都同行、同列或同宫的 {cell} 不能"
            "是 "
            "{digit}。",
            so=speech.say("Likewise", "同样，") if nth else speech.say("So", "所以"),
            ends=speech.cells(_ends_seen(speech, cell, digit)),
            cell=speech.cell(cell),
            digit=speech.digit(digit),
        )


def _ends_seen(speech: Speech, cell: int, digit: int) -> int:
    """Return the ends of a digit that share a house with a cell."""
    ends = {(m.cell, m.digit) for m in speech.step.marks if m.role is Role.PINCER}
    return mask_of(end for end, of in ends if of == digit) & speech.board.peers[cell]


def empty_rectangle(speech: Speech) -> Iterator[str]:
    """Say that a box has its digit in a row or in a column, both of which lead to the same cell."""
    inside = speech.marked(Role.FIN)
    parts = {
        "box": speech.house(speech.with_role(Role.COVER)[0]),
        "digit": speech.digit(speech.changed[0][1]),
        "inside": speech.cells(inside),
    }
    yield speech.say(
        "In {box}, {digit} fits only in {inside}, along one row and one column.",
        "{box}中，{digit} 只能填在 {inside}，恰在一行一列上。",
        **parts,
    )
    for link in speech.with_role(Role.BASE):
        cells = speech.board.houses[link]
        start, end = (speech.marked(role) & cells for role in (Role.PIVOT, Role.PINCER))
        lost = speech.changed_cells() & speech.board.common_peers(end)
        digits = {digit for _, digit in speech.changed}
        yield speech.say(
            "In {link}, {digit} has only two places, {start} and {end}: if {end} is {digit}, it "
            "rules out {lost}; if {start} is {digit}, only {left} is left for the {digit} of "
            "{box}, which rules out {lost}, too. Either way {effect}.",
            "{link}中，{digit} 只有 {start} 和 {end} 两个位置：如果 {end} 是 {digit}，{lost} 就"
            "不能是；如果 {start} 是，{box}的 {digit} 只能在 {left}，{lost} 也不能是。两种情况下，"
            "{effect}。",
            **parts,
            link=speech.house(link),
            start=speech.cells(start),
            end=speech.cells(end),
            lost=speech.cells(lost, "or"),
            left=speech.cells(inside & ~speech.board.common_peers(start), "or"),
            effect=speech.loss(members(lost), digits),
        )


def _groups(speech: Speech) -> list[int]:
    return [speech.marked(role) for role in COLOURS]


def _colouring(speech: Speech, nets: int) -> Iterator[str]:
    """Say how the places of a digit are coloured."""
    groups = _groups(speech)
    parts = {
        "digit": speech.digit(speech.changed[0][1]),
        "a": speech.cells(groups[0]),
        "b": speech.cells(groups[1]),
        "c": speech.cells(groups[2]),
        "d": speech.cells(groups[3]),
    }
    yield speech.say(
        "Where a row, column or box has only two places for {digit}, one of them is {digit} and "
        "the other is not. From place to place that sorts cells into two groups, A ({a}) and B "
        "({b}): either all of A are {digit}, or all of B are.",
        "某行、列或宫只有两处可填 {digit} 时，一处是、另一处不是。依次相连，这些格分成两组：A（"
        "{a}）"
        "和 B（{b}），要么 A 全是 {digit}，要么 B 全是。",
        **parts,
    )
    if nets > 1:
        yield speech.say(
            "In the same way either all of C ({c}) are {digit}, or all of D ({d}).",
            "同样，要么 C（{c}）全是 {digit}，要么 D（{d}）全是。",
            **parts,
        )


def trap(speech: Speech) -> Iterator[str]:
    """Say that some cells see both colours."""
    yield from _colouring(speech, 1)
    yield speech.say(
        "A cell that shares a row, column or box with cells of both groups cannot be {digit}: "
        "{effect}.",
        "与两组各有一格同行、同列或同宫的格不能是 {digit}：{effect}。",
        digit=speech.digit(speech.changed[0][1]),
        effect=speech.effect(),
    )


def wrap(speech: Speech) -> Iterator[str]:
    """Say that a colour clashes with itself."""
    yield from _colouring(speech, 1)
    groups = zip("AB", _groups(speech), strict=False)
    wrong, cells = next(each for each in groups if each[1] & speech.changed_cells())
    pair = next(
        two for two in combinations(members(cells), 2) if speech.board.shared_houses(mask_of(two))
    )
    yield speech.say(
        "But {pair}, which are both in {wrong}, are also both in {house}, where only one can be "
        "{digit}. So {wrong} is the wrong group: {effect}.",
        "但同在 {wrong} 组的 {pair} 也同在{house}，不能都是 {digit}，所以 {wrong} 组不成立："
        "{effect}。",
        wrong=wrong,
        pair=speech.cells(pair),
        house=speech.house(speech.board.shared_houses(mask_of(pair))[0]),
        digit=speech.digit(speech.changed[0][1]),
        effect=speech.effect(),
    )


def two_nets(speech: Speech) -> Iterator[str]:
    """Say that a colour of one net sees a colour of another, so one of their opposites is true."""
    yield from _colouring(speech, 2)
    groups, peers = _groups(speech), speech.board.peers
    for one, two in ((0, 2), (0, 3), (1, 2), (1, 3)):
        if any(peers[cell] & groups[two] for cell in members(groups[one])):
            yield speech.say(
                "A cell of {one} and one of {two} share a row, column or box, so {one} and {two} "
                "cannot both be {digit}: all of {other} are, or all of {another}.",
                "{one} 和 {two} 有格同行、同列或同宫，不能都是 {digit}，所以 {other} 全是或 "
                "{another} "
                "全是。",
                digit=speech.digit(speech.changed[0][1]),
                one="ABCD"[one],
                two="ABCD"[two],
                other="ABCD"[1 - one],
                another="ABCD"[5 - two],
            )
    yield speech.say(
        "A cell that shares a row, column or box with cells of both cannot be {digit}: {effect}.",
        "与这两组各有一格同行、同列或同宫的格不能是 {digit}：{effect}。",
        digit=speech.digit(speech.changed[0][1]),
        effect=speech.effect(),
    )


def seen_net(speech: Speech) -> Iterator[str]:
    """Say that a colour sees both colours of another net."""
    yield from _colouring(speech, 2)
    wrong = [
        "AB"[i] for i, cells in enumerate(_groups(speech)[:2]) if cells & speech.changed_cells()
    ]
    yield speech.say(
        "Cells of {wrong} share rows, columns or boxes with cells of C and with cells of D. All of "
        "C or all of D are {digit}, so {wrong} is the wrong group: {effect}.",
        "{wrong} 与 C、D 都有格同行、同列或同宫，而 C 或 D 全是 {digit}，所以 {wrong} 组不成立："
        "{effect}。",
        wrong=speech.joined(wrong),
        digit=speech.digit(speech.changed[0][1]),
        effect=speech.effect(),
    )


REASONS = {
    "skyscraper": two_links,
    "two-string-kite": two_links,
    "dual-two-string-kite": dual_kite,
    "empty-rectangle": empty_rectangle,
    "dual-empty-rectangle": empty_rectangle,
    "simple-colours-trap": trap,
    "simple-colours-wrap": wrap,
    "multi-colours-1": two_nets,
    "multi-colours-2": seen_net,
}
"""The functions that tell the reason of each technique, by its slug."""
