"""XY-wings and XYZ-wings, in Sudoku Explainer's order."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import digits_in, members
from lowbit.techniques.explainer.regions import regions_of
from lowbit.techniques.step import Mark, Role, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.position import Position
    from lowbit.techniques.technique import Options


def _wings(size: int, position: Position, _options: Options) -> Iterator[Step]:
    """Yield a pivot of two or three candidates with two cells that share one outside."""
    cells = position.cells
    for pivot, mask in enumerate(cells):
        if mask.bit_count() != size:
            continue
        peers = regions_of(position.board).peers[pivot]
        pincers = [peer for peer in peers if cells[peer].bit_count() == 2]
        for first in pincers:
            if (mask & ~cells[first]).bit_count() != 1:
                continue
            for second in pincers:
                shared = mask & cells[first] & cells[second]
                union = mask | cells[first] | cells[second]
                if union.bit_count() == 3 and shared.bit_count() == size - 2:
                    yield from _wing(position, size, (pivot, first, second))


def _wing(position: Position, size: int, trio: tuple[int, int, int]) -> Iterator[Step]:
    pivot, first, second = trio
    digit = (position.cells[first] & position.cells[second]).bit_length()
    seeing = trio if size == 3 else (first, second)
    victims = position.board.common_peers(sum(1 << cell for cell in seeing))
    eliminated = members(position.places[digit] & victims & ~(1 << pivot))
    if eliminated:
        marks = [Mark(Role.PIVOT, pivot, other) for other in digits_in(position.cells[pivot])]
        marks += [
            Mark(Role.PINCER, cell, other)
            for cell in (first, second)
            for other in digits_in(position.cells[cell])
        ]
        slug = "xyz-wing" if size == 3 else "xy-wing"
        yield Step(slug, (), tuple((cell, digit) for cell in eliminated), tuple(marks))


xy_wings = partial(_wings, 2)
xyz_wings = partial(_wings, 3)
