"""The reasons of exocets: two cells that hold the digits of two others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lowbit.techniques.board_masks import digits_in
from lowbit.techniques.sets.exocet import Exocet, frames
from lowbit.techniques.step import Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.sets.exocet import TargetCell
    from lowbit.techniques.wording.reasons.speech import Speech

MOST_FILLS: Final = 6
"""The most ways to fill base and targets that are told, unless all are asked for."""


def exocet(speech: Speech) -> Iterator[str]:
    """Say why two targets hold the digits of a base, and which of the ways to do so are left."""
    found = exocet_of(speech)
    yield from _same_digits(speech, found)
    for target, other in (found.targets, found.targets[::-1]):
        for digit in digits_in(found.digits & speech.position.cells[target.cell]):
            if not found.takes(target, other, digit):
                yield _not_taken(speech, found, (target, other), digit)
    yield _ways(speech, found)
    for target, other in (found.targets, found.targets[::-1]):
        yield from _mirrored(speech, found, target, other)
    yield speech.so()


def exocet_of(speech: Speech) -> Exocet:
    """Return the exocet that a step follows from."""
    base, targets = (
        list(dict.fromkeys(mark.cell for mark in speech.step.marks if mark.role is role))
        for role in (Role.BASE, Role.TARGET)
    )
    escape, *crosses = speech.with_role(Role.COVER)
    return next(
        Exocet(speech.position, frame, (one, two))
        for frame in frames(speech.board)
        if [*frame.base] == base and frame.escape == escape
        for one in frame.targets[0]
        for two in frame.targets[1]
        if [one.cell, two.cell] == targets and [one.cross, two.cross] == crosses
    )


def _same_digits(speech: Speech, found: Exocet) -> Iterator[str]:
    """Say why the targets hold the same two digits as the base."""
    frame, board = found.frame, speech.board
    one, two = found.targets
    parts = {
        "base": speech.cells(frame.base),
        "digits": speech.digits(found.digits),
        "crosses": speech.houses([frame.escape, one.cross, two.cross]),
        "band": _band(speech, found, "and"),
        "escape": speech.house(frame.escape),
        "box": speech.house(board.box_of[frame.base[0]]),
        "line": speech.house(frame.line),
        "cross1": _capital(speech.house(one.cross)),
        "cross2": speech.house(two.cross),
        "target1": speech.cell(one.cell),
        "target2": speech.cell(two.cell),
        "beside1": speech.cell(one.companion),
        "beside2": speech.cell(two.companion),
    }
    yield speech.say(
        "Cells {base} hold two of {digits}: call them X and Y. Outside {band}, none of these "
        "digits fits in all three of {crosses}, so one of the three has its X in {band}.",
        "{base} 填 {digits} 中的两个数，记为 X 和 Y。在{band}之外，这些数都不能同时填进{crosses}"
        "三者，所以其中必有一者的 X 在{band}里。",
        **parts,
    )
    yield speech.say(
        "Not {escape}, which crosses them in {box}, where {base} have X. {cross1} has it there "
        "only in {target1}: {beside1} cannot be any of {digits}, and in {line} X is taken by the "
        "first two cells. For the same reasons {cross2} has it only in {target2}.",
        "不会是{escape}：它与这些线相交于{box}，那里的 X 已在 {base}。{cross1}只能填在 "
        "{target1}：{beside1} 不能填 {digits}，{line}的 X 已在那两格。同理，"
        "{cross2}只能填在 {target2}。",
        **parts,
    )
    yield speech.say(
        "The same is true of Y, so {target1} and {target2} hold X and Y, too.",
        "Y 也一样，所以 {target1} 和 {target2} 也填 X 和 Y。",
        **parts,
    )


def _band(speech: Speech, found: Exocet, joint: str) -> str:
    lines = speech.board.rows + speech.board.columns
    band = found.frame.band
    return speech.houses([line for line in lines if not speech.board.houses[line] & ~band], joint)


def _not_taken(
    speech: Speech, found: Exocet, targets: tuple[TargetCell, TargetCell], digit: int
) -> str:
    """Say why a target cannot hold a digit of the base."""
    target, other = targets
    parts = {
        "cell": speech.cell(target.cell),
        "digit": speech.digit(digit),
        "box": speech.house(speech.board.box_of[other.cell]),
        "mirror": speech.cells(found.mirror(target, other), "or"),
        "lines": speech.houses([found.frame.escape, other.cross]),
        "band": _band(speech, found, "and"),
    }
    if not found.has_mirror(target, other, digit):
        return speech.say(
            "If {cell} were {digit}, {box} would need its {digit} in {mirror}, where it cannot be.",
            "如果 {cell} 是 {digit}，{box}的 {digit} 就要在 {mirror}，而那里填不了。",
            **parts,
        )
    return speech.say(
        "If {cell} were {digit}, {lines} would both need {digit} outside {band}, where it does not "
        "fit in both.",
        "如果 {cell} 是 {digit}，{lines}就都要在{band}之外填 {digit}，而那里容不下。",
        **parts,
    )


def _ways(speech: Speech, found: Exocet) -> str:
    """Say which ways to fill base and targets are left."""
    fills = ["-".join(map(speech.digit, fill)) for fill in found.fills()]
    shown = fills if speech.is_whole else fills[:MOST_FILLS]
    more = speech.say(" and {n} more", "等 {n} 种", n=str(len(fills) - len(shown)))
    return speech.say(
        "That leaves for {cells}, in this order, only {fills}{more}.",
        "{cells} 依次只剩 {fills}{more}。",
        cells=speech.cells(found.cells),
        fills=speech.joined(shown, "or"),
        more=more if len(shown) < len(fills) else "",
    )


def _mirrored(
    speech: Speech, found: Exocet, target: TargetCell, other: TargetCell
) -> Iterator[str]:
    """Say that a cell of the other box has the digit of a target, if it alone can."""
    cells = [cell for cell, _ in speech.changed if found.mirror(target, other) >> cell & 1]
    for cell in dict.fromkeys(cells):
        yield speech.say(
            "{box} has the digit of {target}, too: only {cell} is left for it.",
            "{box}也要填 {target} 的数，只剩 {cell}。",
            box=_capital(speech.house(speech.board.box_of[other.cell])),
            target=speech.cell(target.cell),
            cell=speech.cell(cell),
        )


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


REASONS = {"junior-exocet": exocet}
"""The functions that tell the reason of each technique, by its slug."""
