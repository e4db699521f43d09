"""Locked candidates, subsets and basic fish, in Sudoku Explainer's order."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import digits_in, mask_of, members
from lowbit.techniques.explainer.pattern import Pattern
from lowbit.techniques.explainer.regions import closed_sets, regions_of
from lowbit.techniques.step import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lowbit.techniques.board_masks import BoardMasks, Candidate
    from lowbit.techniques.explainer.regions import Candidates
    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Step
    from lowbit.techniques.technique import Finder, Options

    Patterns = Callable[[Candidates], Iterator[Pattern]]

SUBSETS = {2: "pair", 3: "triple", 4: "quadruple"}
FISH = {2: "x-wing", 3: "swordfish", 4: "jellyfish"}


def locked(view: Candidates) -> Iterator[Pattern]:
    """Yield the digits that a house holds only where it crosses another."""
    board, regions = view.board, regions_of(view.board)
    found = []
    for digit in board.digits:
        places = view.places[digit]
        for own, crossings in regions.crossings:
            inside = places & own
            if inside & (inside - 1):
                for place, other in crossings[(inside & -inside).bit_length() - 1]:
                    if not inside & ~other and places & other & ~own:
                        found.append((place, digit))
    for place, digit in sorted(found):
        base, cover = regions.locking[place]
        own, other, places = board.houses[base], board.houses[cover], view.places[digit]
        slug = "claiming" if base in board.lines else "pointing"
        eliminated = tuple((cell, digit) for cell in members(places & other & ~own))
        absent = ((own & ~other, digit),)
        yield Pattern(slug, eliminated, places & own, 1 << digit - 1, (base,), (cover,), absent)


def naked_sets(size: int, view: Candidates) -> Iterator[Pattern]:
    """Yield the naked subsets of a size: as many cells of a house as candidates between them."""
    board = view.board
    for house in regions_of(board).sets:
        if (view.open & board.houses[house]).bit_count() < 2 * size:
            continue
        in_house = board.house_cells[house]
        rows = [view.cells[cell] for cell in in_house]
        for chosen, digits in closed_sets(rows, size):
            cells = sum(1 << in_house[place] for place in chosen)
            eliminated = _within(view, board.houses[house] & ~cells, digits)
            if eliminated:
                others = [digit for digit in board.digits if not digits >> digit - 1 & 1]
                absent = tuple((1 << in_house[i], digit) for i in chosen for digit in others)
                slug = f"naked-{SUBSETS[size]}"
                yield Pattern(slug, eliminated, cells, digits, (house,), (), absent)


def hidden_sets(size: int, view: Candidates) -> Iterator[Pattern]:
    """Yield the hidden subsets of a size: as many digits as places between them in a house."""
    board = view.board
    everything = (1 << board.size) - 1
    for house in regions_of(board).sets:
        in_house = board.houses[house]
        if (view.open & in_house).bit_count() <= 2 * size:
            continue
        rows = [view.places[digit] & in_house for digit in board.digits]
        for chosen, cells in closed_sets(rows, size):
            digits = sum(1 << place for place in chosen)
            eliminated = _within(view, cells, everything & ~digits)
            if eliminated:
                absent = tuple((in_house & ~cells, place + 1) for place in chosen)
                slug = f"hidden-{SUBSETS[size]}"
                yield Pattern(slug, eliminated, cells, digits, (house,), (), absent)


def _within(view: Candidates, cells: int, digits: int) -> tuple[Candidate, ...]:
    """Return the candidates of some cells that are among some digits."""
    return tuple(
        (cell, digit) for cell in members(cells) for digit in digits_in(view.cells[cell] & digits)
    )


def fish(size: int, view: Candidates) -> Iterator[Pattern]:
    """Yield the basic fish of a size: as many lines as crossing lines with a digit's places."""
    board = view.board
    digits = [digit for digit in board.digits if view.values.count(digit) + 2 * size <= board.size]
    for bases, covers in regions_of(board).fish:
        found = [
            (sum(1 << place for place in chosen), digit, chosen, union)
            for digit in digits
            for chosen, union in closed_sets(_crossings(view, digit, bases), size)
        ]
        for _, digit, chosen, union in sorted(found):
            base = tuple(bases[place] for place in chosen)
            cover = tuple(covers[place] for place in members(union))
            own, other = _cells_of(board, base), _cells_of(board, cover)
            eliminated = tuple((cell, digit) for cell in members(view.places[digit] & other & ~own))
            if eliminated:
                cells = view.places[digit] & own
                absent = ((own & ~other, digit),)
                yield Pattern(FISH[size], eliminated, cells, 1 << digit - 1, base, cover, absent)


def _crossings(view: Candidates, digit: int, bases: tuple[int, ...]) -> list[int]:
    """Return for each line the places of a digit by the number of the line that crosses it."""
    board = view.board
    places, houses, down = view.places[digit], board.houses, bases == board.columns
    return [_numbers(board, places & houses[base], down=down) for base in bases]


@lru_cache(maxsize=1 << 14)
def _numbers(board: BoardMasks, cells: int, *, down: bool) -> int:
    """Return the numbers of the rows, or else of the columns, that cells of one line lie in."""
    number = board.row_of if down else board.column_of
    return mask_of(number[cell] for cell in members(cells))


def _cells_of(board: BoardMasks, houses: tuple[int, ...]) -> int:
    cells = 0
    for house in houses:
        cells |= board.houses[house]
    return cells


def finder(patterns: Patterns, role: Role = Role.SUBSET) -> Finder:
    """Return the finder of steps that goes with a finder of patterns."""

    def find(position: Position, _options: Options) -> Iterator[Step]:
        for pattern in patterns(position):
            yield pattern.step(position.places, role)

    return find
