"""Wings: two or three bivalue cells, one of which must hold a certain digit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import digits_in, members
from lowbit.techniques.facts import recall
from lowbit.techniques.step import HouseMark, Mark, Role, Step
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.position import Position


def bivalue_cells(position: Position) -> tuple[int, ...]:
    """Return the cells with two candidates, ascending."""
    return _cells_with(position, 2)


def trivalue_cells(position: Position) -> tuple[int, ...]:
    """Return the cells with three candidates, ascending."""
    return _cells_with(position, 3)


def xy_wings(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the pivots of two candidates with two pincers that share a third digit."""
    cells, peers = position.cells, position.board.peers
    pool = recall(position, bivalue_cells)
    for i, first in enumerate(pool):
        for j in range(i + 1, len(pool)):
            second = pool[j]
            three = cells[first] | cells[second]
            if three.bit_count() != 3:
                continue
            sees = peers[first] >> second & 1
            for third in pool[j + 1 :]:
                if cells[third] & ~three or cells[third] in {cells[first], cells[second]}:
                    continue
                if sees + (peers[first] >> third & 1) + (peers[second] >> third & 1) < 2:
                    continue
                for pivot, a, b in (
                    (first, second, third),
                    (second, first, third),
                    (third, second, first),
                ):
                    if peers[pivot] >> a & 1 and peers[pivot] >> b & 1:
                        yield from _wing("xy-wing", position, pivot, (a, b))


def xyz_wings(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the pivots of three candidates with two pincers of two of them each."""
    cells, peers = position.cells, position.board.peers
    pool = recall(position, bivalue_cells)
    for pivot in recall(position, trivalue_cells):
        inside = [
            cell for cell in pool if not cells[cell] & ~cells[pivot] and peers[pivot] >> cell & 1
        ]
        for i, first in enumerate(inside):
            for second in inside[i + 1 :]:
                if cells[first] != cells[second]:
                    yield from _wing("xyz-wing", position, pivot, (first, second))


def w_wings(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the pairs of equal cells that a strong link of one digit makes hold the other."""
    cells, peers, places = position.cells, position.board.peers, position.places
    pool = recall(position, bivalue_cells)
    for i, first in enumerate(pool):
        for second in pool[i + 1 :]:
            if cells[first] != cells[second]:
                continue
            low, high = digits_in(cells[first])
            for digit, other in ((low, high), (high, low)):
                eliminated = places[digit] & peers[first] & peers[second]
                if eliminated:
                    yield from _w_wing(position, (first, second), digit, other, eliminated)


def _cells_with(position: Position, count: int) -> tuple[int, ...]:
    return tuple(c for c in members(position.open) if position.cells[c].bit_count() == count)


def _wing(slug: str, position: Position, pivot: int, pincers: tuple[int, int]) -> Iterator[Step]:
    cells, peers = position.cells, position.board.peers
    shared = cells[pincers[0]] & cells[pincers[1]]
    if shared.bit_count() != 1:
        return
    digit = shared.bit_length()
    eliminated = position.places[digit] & peers[pincers[0]] & peers[pincers[1]]
    if slug == "xyz-wing":
        eliminated &= peers[pivot]
    if not eliminated:
        return
    marks = [Mark(Role.PIVOT, pivot, d) for d in digits_in(cells[pivot])]
    marks += [Mark(Role.PINCER, cell, d) for cell in pincers for d in digits_in(cells[cell])]
    yield Step(
        slug,
        eliminations=tuple((cell, digit) for cell in members(eliminated)),
        marks=tuple(marks),
    )


def _w_wing(
    position: Position, pair: tuple[int, int], digit: int, other: int, eliminated: int
) -> Iterator[Step]:
    """Yield a wing for each house that has two places for `other`, one seen by each cell."""
    peers, places = position.board.peers, position.places
    for house, house_cells in enumerate(position.board.houses):
        link = places[other] & house_cells
        if link.bit_count() != 2 or any(link >> cell & 1 for cell in pair):
            continue
        ends = members(link)
        at_first = [cell for cell in ends if peers[cell] >> pair[0] & 1]
        if len(at_first) != 1 or not link & ~(1 << at_first[0]) & peers[pair[1]]:
            continue
        marks = [Mark(Role.PINCER, cell, d) for cell in pair for d in (digit, other)]
        marks += [Mark(Role.PIVOT, cell, other) for cell in ends]
        yield Step(
            "w-wing",
            eliminations=tuple((cell, digit) for cell in members(eliminated)),
            marks=tuple(marks),
            houses=(HouseMark(Role.BASE, house),),
        )


TECHNIQUES = (
    Technique("w-wing", "W-wing", "wings", w_wings, hodoku_name="W-Wing", score=150, level="hard"),
    Technique(
        "xy-wing",
        "XY-wing",
        "wings",
        xy_wings,
        hodoku_name="XY-Wing",
        explainer_name="XY-Wing",
        score=160,
        level="hard",
        rating=4.2,
    ),
    Technique(
        "xyz-wing",
        "XYZ-wing",
        "wings",
        xyz_wings,
        hodoku_name="XYZ-Wing",
        explainer_name="XYZ-Wing",
        score=180,
        level="hard",
        rating=4.4,
    ),
)
