"""Aligned exclusion: digits of two or three cells that no allowed combination has.

A combination is ruled out if it puts a digit twice in a house, or leaves a cell that sees all of
the cells, an excluder, without a candidate.
"""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

from lowbit.techniques.board_masks import digits_in, mask_of, members
from lowbit.techniques.explainer.regions import in_bit_order, regions_of
from lowbit.techniques.step import Mark, Role, Step
from lowbit.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.position import Position
    from lowbit.techniques.technique import Options

FEWEST_EXCLUDERS = 2
"""The fewest excluders of a combination."""


def _aligned(size: int, position: Position, _options: Options) -> Iterator[Step]:
    """Yield the digits of so many cells that no combination allows."""
    excluders = _excluders(position, size)
    tried = set()
    for pair in in_bit_order(len(excluders.cells), 2):
        position.budget.charge()
        first, second = (excluders.cells[place] for place in pair)
        shared = excluders.of_cell[first] & excluders.of_cell[second]
        if shared.bit_count() < FEWEST_EXCLUDERS:
            continue
        if size == 2:
            yield from _exclusion(position, (first, second), shared)
            continue
        for third in excluders.around(position, first, second):
            common = shared & excluders.of_cell[third]
            cells = 1 << first | 1 << second | 1 << third
            if common.bit_count() >= FEWEST_EXCLUDERS and cells not in tried:
                tried.add(cells)
                yield from _exclusion(position, (first, second, third), common)


class Excluders(NamedTuple):
    """The cells that may be part of a combination, and for each cell the set of its excluders."""

    cells: tuple[int, ...]
    of_cell: list[int]

    def around(self, position: Position, first: int, second: int) -> Iterator[int]:
        """Yield the other cells that are excluders of two, those of the first one first."""
        own, either = self.of_cell[first], self.of_cell[first] | self.of_cell[second]
        either &= ~(1 << first | 1 << second)
        peers = regions_of(position.board).peers
        for cell in peers[first]:
            if own & either & 1 << cell and self.of_cell[cell]:
                yield cell
        for cell in peers[second]:
            if either & ~own & 1 << cell and self.of_cell[cell]:
                yield cell


def _excluders(position: Position, size: int) -> Excluders:
    """Return, for each cell, its peers with at most so many candidates.

    A cell that sees a naked single takes no part.
    """
    counts = [mask.bit_count() for mask in position.cells]
    small = mask_of(cell for cell, count in enumerate(counts) if 2 <= count <= size)
    single = mask_of(cell for cell, count in enumerate(counts) if count == 1)
    of_cell = [
        peers & small if count >= 2 and not peers & single else 0
        for count, peers in zip(counts, position.board.peers, strict=True)
    ]
    return Excluders(tuple(cell for cell, seen in enumerate(of_cell) if seen), of_cell)


def _exclusion(position: Position, cells: tuple[int, ...], shared: int) -> Iterator[Step]:
    excluders = members(shared)
    allowed = _allowed(position, cells, {position.cells[cell] for cell in excluders})
    eliminated = tuple(
        (cell, digit)
        for cell, kept in sorted(zip(cells, allowed, strict=True))
        for digit in digits_in(position.cells[cell] & ~kept)
    )
    if eliminated:
        marks = [Mark(Role.BASE, *item) for item in _candidates(position, cells)]
        marks += [Mark(Role.COVER, *item) for item in _candidates(position, excluders)]
        slug = f"aligned-{'pair' if len(cells) == 2 else 'triple'}-exclusion"
        yield Step(slug, (), eliminated, tuple(marks))


def _allowed(position: Position, cells: tuple[int, ...], held: set[int]) -> list[int]:
    """Return the digits of each cell that an allowed combination has.

    One combination is enough for a digit, and is found soon if digits that no excluder has are
    tried first.
    """
    excluded = 0
    for mask in held:
        excluded |= mask
    masks = [position.cells[cell] for cell in cells]
    options = [_bits(mask & ~excluded) + _bits(mask & excluded) for mask in masks]
    seeing = [
        (one, two)
        for one, two in combinations(range(len(cells)), 2)
        if position.board.peers[cells[one]] >> cells[two] & 1
    ]
    allowed = [0] * len(cells)
    for place, own in enumerate(options):
        for bit in own:
            if not allowed[place] & bit:
                wanted = [*options[:place], (bit,), *options[place + 1 :]]
                for other, found in enumerate(_combination(wanted, seeing, held)):
                    allowed[other] |= found
    return allowed


def _combination(
    options: list[tuple[int, ...]], seeing: list[tuple[int, int]], held: set[int]
) -> tuple[int, ...]:
    """Return an allowed combination of a digit for each cell, as bits; none if there is none."""
    for chosen in product(*options):
        for one, two in seeing:
            if chosen[one] == chosen[two]:
                break
        else:
            union = 0
            for bit in chosen:
                union |= bit
            for mask in held:
                if not mask & ~union:
                    break
            else:
                return chosen
    return ()


@lru_cache(maxsize=1 << 10)
def _bits(mask: int) -> tuple[int, ...]:
    return tuple(1 << place for place in members(mask))


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
