"""The reasons of multi-sector locked sets: as many digits in houses as there are cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import digits_in, members
from lowbit.techniques.step import Role
from lowbit.techniques.wording.reasons.speech import first

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.wording.reasons.speech import Speech

Cover = frozenset[int]
"""Houses that hold all places of a digit among some cells."""


def sectors(speech: Speech) -> Iterator[str]:
    """Say which digits the cells can take from each house, and that all of these are needed."""
    cells = speech.marked(Role.SET_A, Role.SET_B)
    chosen, others = _counted(speech, cells)
    n = str(cells.bit_count())
    yield speech.say(
        "Look at {cells}: {n} cells. All that they can be is counted here by row, column or box:",
        "看 {cells} 这 {n} 格。它们能填的数按行、列、宫列出：",
        n=n,
        cells=speech.joined([speech.cell(cell) for cell in members(cells)]),
    )
    yield speech.say("; ", "；").join(_table(speech, chosen)) + speech.say(".", "。")
    yield speech.say(
        "No row, column or box has a digit twice, so these {n} cells get at most one of each, {n} "
        "digits in all: each of them is needed, in its row, column or box.",
        "同一行、列或宫中每个数只有一个，所以最多 {n} 个数填 {n} 格：每个数都必须在其所列的行、列或"
        "宫的这些格里，且每格只用掉一个。",
        n=n,
    )
    if any(others.values()):
        yield _instead(speech, others)
    yield speech.say(
        "So no other cell of such a row, column or box can have its digit, nor a cell that "
        "would count for two: {effect}.",
        "所以该行、列或宫的其他格不能再填这个数，一格也不能同时算作两个：{effect}。",
        effect=speech.effect(),
    )


def _counted(speech: Speech, cells: int) -> tuple[dict[int, Cover], dict[int, tuple[Cover, ...]]]:
    """Return the houses that each digit is counted in, and others that rule out more."""
    chosen, others = {}, {}
    for digit in digits_in(speech.candidates(cells)):
        left = {item for item in speech.step.eliminations if item[1] == digit}
        covers = sorted(covers_of(speech, speech.position.places[digit] & cells), key=sorted)
        kept: list[Cover] = []
        while left or not kept:
            best = max(covers, key=lambda cover: len(_ruled(speech, left, cells, cover)))
            ruled = _ruled(speech, left, cells, best)
            if kept and not ruled:
                break
            kept.append(best)
            left -= ruled
        chosen[digit], others[digit] = kept[0], tuple(kept[1:])
    return chosen, others


def covers_of(speech: Speech, places: int) -> set[Cover]:
    """Return the choices of houses that hold all of some cells, as few as can be."""
    found: set[Cover] = {frozenset()}
    while True:
        whole = {cover for cover in found if not _beyond(speech, places, cover)}
        if whole:
            return whole
        found = {
            cover | {house}
            for cover in found
            for house in speech.board.houses_of[first(_beyond(speech, places, cover))]
        }


def _beyond(speech: Speech, places: int, cover: Cover) -> int:
    for house in cover:
        places &= ~speech.board.houses[house]
    return places


def _ruled(speech: Speech, items: set[Candidate], cells: int, cover: Cover) -> set[Candidate]:
    """Return the candidates that some houses rule out if each has its digit in some cells."""
    return {
        (cell, digit)
        for cell, digit in items
        if sum(speech.board.houses[house] >> cell & 1 for house in cover) > (cells >> cell & 1)
    }


def _table(speech: Speech, chosen: dict[int, Cover]) -> Iterator[str]:
    """Yield each house with the digits that are counted in it."""
    by_house: dict[int, list[int]] = {}
    for digit, cover in chosen.items():
        for house in cover:
            by_house.setdefault(house, []).append(digit)
    for house, digits in sorted(by_house.items()):
        yield f"{speech.house(house)}{speech.say(': ', '：')}{speech.digits(digits)}"


def _instead(speech: Speech, others: dict[int, tuple[Cover, ...]]) -> str:
    """Say in which other houses digits can be counted, for what that rules out."""
    said = [
        speech.say(
            "{digit} in {houses}",
            "{digit} 在{houses}",
            digit=speech.digit(digit),
            houses=speech.houses(sorted(cover)),
        )
        for digit, covers in others.items()
        for cover in covers
    ]
    return speech.say(
        "It would come to as many with {said}.",
        "也可以改为数 {said}，总数不变。",
        said=speech.say(" or ", "，或 ").join(said),
    )


REASONS = {"sk-loop": sectors, "multi-sector-locked-sets": sectors}
"""The functions that tell the reason of each technique, by its slug."""
