"""Aligned exclusion: digits of two or three cells that no allowed combination has.

A combination is out where it puts a digit twice in a house, or leaves a cell that sees all of
them, an excluder, without a candidate.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations, product
from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import digits_in, members
from lowbit.techniques.explainer.regions import in_bit_order, regions_of
from lowbit.techniques.step import Mark, Role, Step
from lowbit.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.position import Position
    from lowbit.techniques.technique import Options

FEWEST_EXCLUDERS = 2
"""How many cells must see all the cells of a combination."""


def _aligned(size: int, position: Position, _options: Options) -> Iterator[Step]:
    """Yield the digits of so many cells that no combination allows."""
    excluders = _excluders(position, size)
    bases = list(excluders)
    for pair in in_bit_order(len(bases), 2):
        first, second = bases[pair[0]], bases[pair[1]]
        if size == 2:
            yield from _exclusion(position, (first, second), excluders)
            continue
        around = (*excluders[first], *excluders[second])
        for third in dict.fromkeys(around):
            if third in excluders and third not in {first, second}:
                yield from _exclusion(position, (first, second, third), excluders)


def _excluders(position: Position, size: int) -> dict[int, dict[int, int]]:
    """Return, for each cell that sees any, the cells of at most so many candidates, with them."""
    cells = position.cells
    found = {}
    for cell, mask in enumerate(cells):
        if mask & (mask - 1):
            peers = regions_of(position.board).peers[cell]
            seen = {peer: cells[peer] for peer in peers if 0 < cells[peer].bit_count() <= size}
            if seen and all(held & (held - 1) for held in seen.values()):
                found[cell] = seen
    return found


def _exclusion(
    position: Position, cells: tuple[int, ...], excluders: dict[int, dict[int, int]]
) -> Iterator[Step]:
    shared = [c for c in excluders[cells[0]] if all(c in excluders[cell] for cell in cells[1:])]
    if len(shared) < FEWEST_EXCLUDERS:
        return
    allowed = _allowed(position, cells, [position.cells[cell] for cell in shared])
    struck = tuple(
        (cell, digit)
        for cell, kept in sorted(zip(cells, allowed, strict=True))
        for digit in digits_in(position.cells[cell] & ~kept)
    )
    if struck:
        marks = [Mark(Role.BASE, *item) for item in _candidates(position, cells)]
        marks += [Mark(Role.COVER, *item) for item in _candidates(position, shared)]
        slug = f"aligned-{'pair' if len(cells) == 2 else 'triple'}-exclusion"
        yield Step(slug, (), struck, tuple(marks))


def _allowed(position: Position, cells: tuple[int, ...], held: list[int]) -> list[int]:
    """Return the digits of each cell that an allowed combination has."""
    peers = position.board.peers
    seeing = [
        (one, two)
        for one, two in combinations(range(len(cells)), 2)
        if peers[cells[one]] >> cells[two] & 1
    ]
    allowed = [0] * len(cells)
    for bits in product(*(_bits(position.cells[cell]) for cell in cells)):
        if any(bits[one] == bits[two] for one, two in seeing):
            continue
        union = 0
        for bit in bits:
            union |= bit
        if all(mask & ~union for mask in held):
            allowed = [mask | bit for mask, bit in zip(allowed, bits, strict=True)]
    return allowed


def _bits(mask: int) -> list[int]:
    return [1 << place for place in members(mask)]


def _candidates(
    position: Position, cells: tuple[int, ...] | list[int]
) -> Iterator[tuple[int, int]]:
    for cell in cells:
        for digit in position.candidates_of(cell):
            yield cell, digit


aligned_pairs = partial(_aligned, 2)
aligned_triples = partial(_aligned, 3)

TECHNIQUES = (
    Technique(
        "aligned-pair-exclusion",
        "aligned pair exclusion",
        "aligned exclusion",
        aligned_pairs,
        explainer_name="Aligned Pair Exclusion",
        rating=6.2,
    ),
    Technique(
        "aligned-triple-exclusion",
        "aligned triple exclusion",
        "aligned exclusion",
        aligned_triples,
        explainer_name="Aligned Triplet Exclusion",
        rating=7.5,
    ),
)
