"""The reasons of singles, and of patterns that leave a single behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import members
from lowbit.techniques.step import Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.wording.reasons.speech import Speech


def full_house(speech: Speech) -> Iterator[str]:
    """Say that one cell and one digit of a house are left."""
    (cell, digit), house = speech.step.placements[0], speech.step.houses[0].house
    yield speech.say(
        "In {house} only {cell} is still empty, and {digit} is the only digit missing: it goes "
        "there.",
        "{house}只剩 {cell} 一个空格，只缺 {digit}，所以填在这里。",
        house=speech.house(house),
        cell=speech.cell(cell),
        digit=speech.digit(digit),
    )


def hidden_single(speech: Speech) -> Iterator[str]:
    """Say what keeps a digit out of all other cells of a house."""
    (cell, digit), house = speech.step.placements[0], speech.step.houses[0].house
    others = speech.board.houses[house] & speech.position.open & ~(1 << cell)
    if not others:
        yield from full_house(speech)
        return
    yield speech.say(
        "In {house}, {digit} fits only in {cell}: {why}.",
        "{house}中，{digit} 只能填在 {cell}：{why}。",
        house=speech.house(house),
        digit=speech.digit(digit),
        cell=speech.cell(cell),
        why=_kept_out(speech, digit, others),
    )


def _kept_out(speech: Speech, digit: int, others: int) -> str:
    """Say what keeps a digit out of some cells: the same digit elsewhere, or its candidates."""
    blocking, struck = blockers(speech, digit, others)
    parts = {
        "digit": speech.digit(digit),
        "blocking": speech.cells(sorted(blocking)),
        "struck": speech.cells(struck),
        "block": "blocks" if len(blocking) == 1 else "block",
        "digits": "" if len(blocking) == 1 else "s",
    }
    if not blocking:
        return speech.say(
            "{digit} is not among the candidates of {struck}",
            "{struck} 的候选数中没有 {digit}",
            **parts,
        )
    if not struck:
        return speech.say(
            "the {digit}{digits} in {blocking} {block} the others",
            "{blocking} 的 {digit} 挡住了其余空格",
            **parts,
        )
    return speech.say(
        "the {digit}{digits} in {blocking} {block} others, and {digit} is not among the candidates "
        "of {struck}",
        "{blocking} 的 {digit} 挡住了其他空格，{struck} 的候选数中没有 {digit}",
        **parts,
    )


def blockers(speech: Speech, digit: int, others: int) -> tuple[list[int], int]:
    """Return few filled cells whose digit keeps it out of others, and those that none sees."""
    peers = speech.board.peers
    filled = [cell for cell, value in enumerate(speech.position.values) if value == digit]
    chosen: list[int] = []
    while others and filled:
        best = max(filled, key=lambda cell: (peers[cell] & others).bit_count())
        if not peers[best] & others:
            break
        chosen.append(best)
        others &= ~peers[best]
    return chosen, others


def naked_single(speech: Speech) -> Iterator[str]:
    """Say where the digits are that keep all others out of a cell."""
    cell, digit = speech.step.placements[0]
    seen, struck = _taken(speech, cell, digit)
    parts = [
        speech.say(
            "{house} has {digits}",
            "{house}已有 {digits}",
            house=speech.house(house),
            digits=speech.digits(digits),
        )
        for house, digits in seen.items()
    ]
    if struck:
        parts.append(
            speech.say(
                "{digits} {verb} not among its candidates",
                "候选数中没有 {digits}",
                digits=speech.digits(struck),
                verb="is" if len(struck) == 1 else "are",
            )
        )
    said = ("Only {digit} is left for {cell}: {why}.", "{cell} 只剩 {digit} 可填：{why}。")
    if cell in speech.cell_of_label:
        said = (
            "Only region {digit} is left for {cell}: {why}.",
            "{cell} 只剩区域 {digit}：{why}。",
        )
    yield speech.say(
        *said,
        digit=speech.digit(digit),
        cell=speech.cell(speech.cell_of_label.get(cell, cell)),
        why=speech.clauses(parts),
    )


def _taken(speech: Speech, cell: int, digit: int) -> tuple[dict[int, list[int]], list[int]]:
    """Return the digits that a cell sees, each in one house, and those that earlier steps took."""
    left = [other for other in speech.board.digits if other != digit]
    seen: dict[int, list[int]] = {}
    for house in speech.board.houses_of[cell]:
        values = {speech.position.values[other] for other in members(speech.board.houses[house])}
        found = [other for other in left if other in values]
        if found:
            seen[house] = found
            left = [other for other in left if other not in values]
    return seen, left


def direct_locked(speech: Speech) -> Iterator[str]:
    """Say that locked candidates leave a digit one place in another house."""
    cell, digit = speech.step.placements[0]
    base, cover = speech.with_role(Role.BASE)[0], speech.with_role(Role.COVER)[0]
    gone = speech.board.houses[cover] & ~speech.board.houses[base]
    left = next(
        house
        for house in speech.board.houses_of[cell]
        if speech.places(digit, house) & ~gone == 1 << cell and speech.places(digit, house) & gone
    )
    parts = {
        "digit": speech.digit(digit),
        "base": speech.house(base),
        "cover": speech.house(cover),
        "cells": speech.cells(speech.marked(Role.LOCKED)),
        "left": speech.house(left),
        "cell": speech.cell(cell),
    }
    yield speech.say(
        "In {base}, {digit} fits only in {cells}, which lie in {cover}, so the {digit} of {cover} "
        "is one of them.",
        "{base}中，{digit} 只能填在 {cells}，它们都在{cover}，所以{cover}的 {digit} 就在其中。",
        **parts,
    )
    yield speech.say(
        "That leaves {left} a single cell for {digit}: {cell}.",
        "这样{left}的 {digit} 只剩 {cell} 一格。",
        **parts,
    )


def direct_hidden_set(speech: Speech) -> Iterator[str]:
    """Say that a hidden subset leaves another digit one place in its house."""
    cell, digit = speech.step.placements[0]
    cells, house = speech.marked(Role.SUBSET), speech.step.houses[0].house
    parts = {
        "house": speech.house(house),
        "cells": speech.cells(cells),
        "cell": speech.cell(cell),
        "digits": speech.digits(speech.marked_digits(Role.SUBSET)),
        "digit": speech.digit(digit),
        "n": speech.number(cells.bit_count()),
    }
    yield speech.say(
        "In {house}, the digits {digits} fit only in {cells}: {n} digits for {n} cells, which "
        "have no "
        "for any other.",
        "{house}中，{digits} 只能填在 {cells}：{n}个数占{n}格，其他数进不来。",
        **parts,
    )
    yield speech.say(
        "So {cell} is the only cell of {house} left for {digit}.",
        "因此{house}的 {digit} 只能填在 {cell}。",
        **parts,
    )


def brute_force(speech: Speech) -> Iterator[str]:
    """Say that the digit is the solution's."""
    cell, digit = speech.step.placements[0]
    yield speech.say(
        "No technique helps here, so this is looked up in the solution: {cell} is {digit}.",
        "没有可用的技巧，只好看答案：{cell} 填 {digit}。",
        cell=speech.cell(cell),
        digit=speech.digit(digit),
    )


def template_set(speech: Speech) -> Iterator[str]:
    """Say that all ways to place a digit agree."""
    yield from _templates(
        speech,
        "Every one of them that is still possible uses {cells}.",
        "所有仍然可行的放法都用到 {cells}。",
    )


def template_delete(speech: Speech) -> Iterator[str]:
    """Say that no way to place a digit uses some cells."""
    yield from _templates(
        speech,
        "None that is still possible uses {cells}.",
        "没有一种可行的放法会用到 {cells}。",
    )


def _templates(speech: Speech, english: str, chinese: str) -> Iterator[str]:
    digit, cells = speech.changed[0][1], speech.changed_cells()
    yield speech.say(
        "Try all ways to place the missing {digit}s, one in each row, column and box.",
        "把余下的 {digit} 按每行、每列、每宫各一个的所有放法都列出来。",
        digit=speech.digit(digit),
    )
    yield speech.say(english, chinese, cells=speech.cells(cells))
    yield speech.so()


REASONS = {
    "full-house": full_house,
    "hidden-single": hidden_single,
    "naked-single": naked_single,
    "direct-pointing": direct_locked,
    "direct-claiming": direct_locked,
    "direct-hidden-pair": direct_hidden_set,
    "direct-hidden-triple": direct_hidden_set,
    "brute-force": brute_force,
    "template-set": template_set,
    "template-delete": template_delete,
}
"""The functions that tell the reason of each technique, by its slug."""
