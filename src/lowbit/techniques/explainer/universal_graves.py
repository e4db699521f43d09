"""Bivalue universal graves: positions to which no puzzle with one solution can be reduced.

Without some extra digits, each open cell would have two candidates, and each digit two places or
none in each house: such a puzzle has two solutions or none, so one of the extras is true.

The extra digits are gathered as Sudoku Explainer does: for a digit that has neither two places nor
none in a house, only if exactly one of its cells has three candidates or more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lowbit.techniques.board_masks import digits_in, mask_of, members
from lowbit.techniques.explainer.rating import printed
from lowbit.techniques.explainer.regions import in_bit_order, regions_of
from lowbit.techniques.step import HouseMark, Mark, Role, Step
from lowbit.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.position import Position
    from lowbit.techniques.technique import Options

LARGEST_SET = 6
"""The largest subset of a universal grave of type 3."""


class UniversalGrave(NamedTuple):
    """The extra digits of a universal grave, and the cells that see all of theirs.

    Parameters
    ----------
    extras : dict of int to int
        The extra digits of each cell that has any, in the order in which they are found.
    digits : int
        All extra digits.
    common : int
        The cells that see every cell with extra digits.
    """

    extras: dict[int, int]
    digits: int
    common: int

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The extra digits."""
        return tuple(
            Mark(Role.EXTRA, cell, digit)
            for cell, digits in self.extras.items()
            for digit in digits_in(digits)
        )


def universal_graves(position: Position, options: Options) -> Iterator[Step]:
    """Yield the steps that avoid a universal grave."""
    grave = _gathered(position) if options.uniqueness else None
    if grave is None or not grave.extras or not _is_deadly(position, grave):
        return
    if len(grave.extras) == 1:
        yield from _type_1(position, grave)
    elif grave.digits.bit_count() == 1:
        yield from _type_2(position, grave)
        yield from _type_4(position, grave)
    else:
        yield from _type_4(position, grave)
        yield from _type_3(position, grave)


def _gathered(position: Position) -> UniversalGrave | None:
    """Return the extra digits, unless a house cannot be part of a universal grave."""
    board, cells = position.board, position.cells
    extras: dict[int, int] = {}
    everything, common = 0, board.all_cells
    for house in regions_of(board).chains:
        for digit in board.digits:
            places = position.places[digit] & board.houses[house]
            if places.bit_count() in {0, 2}:
                continue
            large = [cell for cell in members(places) if cells[cell].bit_count() > 2]
            if not large:
                return None
            if len(large) == 1:
                cell = large[0]
                extras[cell] = extras.get(cell, 0) | 1 << digit - 1
                everything |= 1 << digit - 1
                common &= board.peers[cell] & ~mask_of(extras)
                if len(extras) > 1 and everything.bit_count() > 1 and not common:
                    return None
    return UniversalGrave(extras, everything, common)


def _is_deadly(position: Position, grave: UniversalGrave) -> bool:
    """Whether two of everything are left once the extra digits are gone."""
    left = [mask & ~grave.extras.get(cell, 0) for cell, mask in enumerate(position.cells)]
    if any(left[cell].bit_count() != 2 for cell in members(position.open)):
        return False
    for digit in position.board.digits:
        places = mask_of(cell for cell, mask in enumerate(left) if mask >> digit - 1 & 1)
        if any((places & house).bit_count() not in {0, 2} for house in position.board.houses):
            return False
    return True


def _type_1(position: Position, grave: UniversalGrave) -> Iterator[Step]:
    """Yield the other digits of the one cell with extras."""
    ((cell, extras),) = grave.extras.items()
    eliminated = position.among([cell], ~extras)
    yield Step("bug-plus-1", (), eliminated, grave.marks)


def _type_2(position: Position, grave: UniversalGrave) -> Iterator[Step]:
    """Yield the elimination of the one extra digit from cells that see all of its places."""
    eliminated = position.among(members(grave.common), grave.digits)
    if eliminated:
        yield Step("bug-2", (), eliminated, grave.marks)


def _type_3(position: Position, grave: UniversalGrave) -> Iterator[Step]:
    """Yield the naked subsets that the cells with extras, taken as one, are part of."""
    board = position.board
    for house in _shared_houses(position, grave):
        # Sudoku Explainer takes them by house of the first cell: box, then row, then column.
        seen = regions_of(board).peers[next(iter(grave.extras))]
        around = [cell for cell in seen if (grave.common & board.houses[house]) >> cell & 1]
        for size in range(2, min(LARGEST_SET, len(around)) + 1):
            for chosen in in_bit_order(len(around), size - 1):
                yield from _naked_with(position, grave, [around[i] for i in chosen], house)


def _naked_with(
    position: Position, grave: UniversalGrave, cells: list[int], house: int
) -> Iterator[Step]:
    size, digits = len(cells) + 1, 0
    for cell in cells:
        digits |= position.cells[cell]
    is_set = digits.bit_count() == (digits | grave.digits).bit_count() == size
    if not is_set or any(position.cells[cell].bit_count() < 2 for cell in cells):
        return
    around = grave.common & position.board.houses[house] & ~mask_of(cells)
    eliminated = position.among(members(around), digits)
    if eliminated:
        marks = tuple(Mark(Role.SUBSET, *item) for item in position.among(cells, digits))
        houses = (HouseMark(Role.BASE, house),)
        rating = printed(5.7 + (size - 1) * 0.1)
        yield Step("bug-3", (), eliminated, grave.marks + marks, houses, rating=rating)


def _type_4(position: Position, grave: UniversalGrave) -> Iterator[Step]:
    """Yield the eliminations in two cells with extras, which hold a locked digit between them."""
    if len(grave.extras) != 2 or not grave.common:
        return
    first, second = grave.extras
    shared = position.cells[first] & position.cells[second] & ~grave.digits
    if shared.bit_count() != 1:
        return
    for house in _shared_houses(position, grave):
        eliminated = tuple(
            item
            for cell, extras in grave.extras.items()
            for item in position.among([cell], ~(extras | shared))
        )
        yield Step("bug-4", (), eliminated, grave.marks, (HouseMark(Role.BASE, house),))


def _shared_houses(position: Position, grave: UniversalGrave) -> Iterator[int]:
    """Yield the houses that hold every cell with extras."""
    cells = mask_of(grave.extras)
    for house in regions_of(position.board).of_cell[next(iter(grave.extras))]:
        if not cells & ~position.board.houses[house]:
            yield house


TECHNIQUES = tuple(
    Technique(
        f"bug-{kind}",
        f"bivalue universal grave type {kind}",
        "uniqueness",
        universal_graves,
        explainer_name=f"BUG type {kind}",
        rating=None if kind == 3 else 5.7,
        uniqueness=True,
    )
    for kind in (2, 3, 4)
)
