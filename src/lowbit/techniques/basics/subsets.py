"""Naked and hidden subsets: as many cells as digits that can go there.

A locked pair or triple is a naked one that lies in a box and a line, and eliminates in both.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import digits_in, mask_of, members
from lowbit.techniques.facts import recall
from lowbit.techniques.step import HouseMark, Role, Step, marks_of
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position

NAMES = {2: "pair", 3: "triple", 4: "quadruple"}
LARGEST_LOCKED = 3


def naked_subsets(size: int, position: Position, _options: Options) -> Iterator[Step]:
    """Yield the naked subsets of a size that are not locked: boxes, then rows, then columns."""
    for house, cells, digits in _naked(size, position, position.board.box_first):
        step = _naked_step(position, house, cells, digits)
        if step is not None and not step.technique.startswith("locked"):
            yield step


def locked_subsets(size: int, position: Position, _options: Options) -> Iterator[Step]:
    """Yield the locked pairs or triples."""
    for house, cells, digits in _naked(size, position, position.board.others):
        step = _naked_step(position, house, cells, digits)
        if step is not None and step.technique.startswith("locked"):
            yield step


def hidden_subsets(size: int, position: Position, _options: Options) -> Iterator[Step]:
    """Yield the hidden subsets of a size: boxes, then rows, then columns."""
    board = position.board
    places = recall(position, _places_by_house)
    for house in board.box_first:
        if (board.houses[house] & position.open).bit_count() <= size:
            continue
        few = [(digit, cells) for digit, cells, count in places[house] if count <= size]
        if len(few) < size:
            continue
        for chosen, cells in unions(tuple(cells for _, cells in few), size):
            digits = mask_of(few[place][0] - 1 for place in chosen)
            eliminated = position.among(members(cells), ~digits)
            if eliminated:
                yield Step(
                    f"hidden-{NAMES[size]}",
                    eliminations=eliminated,
                    marks=tuple(marks_of(Role.SUBSET, cells, digits_in(digits))),
                    houses=(HouseMark(Role.BASE, house),),
                )


@lru_cache(maxsize=1 << 16)
def unions(masks: tuple[int, ...], size: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return the choices of `size` masks, by index, with `size` bits between them."""
    found: list[tuple[tuple[int, ...], int]] = []

    def extend(start: int, chosen: tuple[int, ...], union: int) -> None:
        missing = size - len(chosen) - 1
        for place in range(start, len(masks) - missing):
            wider = union | masks[place]
            if wider.bit_count() > size:
                continue
            if missing:
                extend(place + 1, (*chosen, place), wider)
            elif wider.bit_count() == size:
                found.append(((*chosen, place), wider))

    extend(0, (), 0)
    return tuple(found)


def _naked(
    size: int, position: Position, houses: tuple[int, ...]
) -> Iterator[tuple[int, list[int], int]]:
    """Yield the house, the cells and the digits of each naked subset."""
    few = recall(position, _cells_by_count)[size]
    for house in houses:
        pool = members(few & position.board.houses[house])
        if len(pool) >= size:
            masks = tuple(position.cells[cell] for cell in pool)
            for chosen, digits in unions(masks, size):
                yield house, [pool[place] for place in chosen], digits


def _places_by_house(position: Position) -> list[list[tuple[int, int, int]]]:
    """Return, for each house, its digits with their places and how many these are."""
    return [
        [
            (digit, cells, cells.bit_count())
            for digit in position.board.digits
            if (cells := position.places[digit] & house)
        ]
        for house in position.board.houses
    ]


def _cells_by_count(position: Position) -> list[int]:
    """Return, for each number up to four, the open cells with at most as many candidates."""
    found = [0] * 5
    for cell in members(position.open):
        for count in range(position.cells[cell].bit_count(), 5):
            found[count] |= 1 << cell
    return found


def _naked_step(position: Position, house: int, cells: list[int], digits: int) -> Step | None:
    board, own = position.board, mask_of(cells)
    seen = board.common_peers(own)
    if not any(position.places[digit] & seen for digit in digits_in(digits)):
        return None
    eliminated: dict[Candidate, None] = {}
    reached = []
    shared = sorted(board.shared_houses(own))
    boxes = mask_of(board.cells_of_box(own))
    for other in shared:
        found = position.among(members(board.houses[other] & ~own), digits)
        eliminated.update(dict.fromkeys(found))
        outside = found if other in board.others else [c for c in found if not boxes >> c[0] & 1]
        if outside:
            reached.append(other)
    if not eliminated:
        return None
    in_line = any(other in board.lines for other in shared)
    in_box = any(other in board.boxes for other in shared)
    locked = len(cells) <= LARGEST_LOCKED and len(reached) > 1 and in_line and in_box
    kind = "locked" if locked else "naked"
    return Step(
        f"{kind}-{NAMES[len(cells)]}",
        eliminations=tuple(eliminated),
        marks=tuple(marks_of(Role.SUBSET, own, digits_in(digits))),
        houses=(HouseMark(Role.BASE, house),),
    )


def _technique(
    kind: str, size: int, score: int, rating: float | None = None, foreign: str | None = None
) -> Technique:
    find = {"naked": naked_subsets, "locked": locked_subsets, "hidden": hidden_subsets}[kind]
    name = f"{kind} {NAMES[size]}"
    return Technique(
        name.replace(" ", "-"),
        name,
        "subsets",
        partial(find, size),
        hodoku_name=name.title(),
        explainer_name=foreign,
        score=score,
        level="hard" if size == 4 else "medium",
        rating=rating,
    )


TECHNIQUES = (
    _technique("locked", 2, 40),
    _technique("locked", 3, 60),
    _technique("naked", 2, 60, 3.0, "Naked Pair"),
    _technique("naked", 3, 80, 3.6, "Naked Triplet"),
    _technique("hidden", 2, 70, 3.4, "Hidden Pair"),
    _technique("hidden", 3, 100, 4.0, "Hidden Triplet"),
    _technique("naked", 4, 120, 5.0, "Naked Quad"),
    _technique("hidden", 4, 150, 5.4, "Hidden Quad"),
)
