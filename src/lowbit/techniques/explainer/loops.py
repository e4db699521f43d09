"""Unique loops: rings of cells with the same two digits, which a valid puzzle cannot contain.

The search does what Sudoku Explainer does: the extra digits of the loop are gathered cell after
cell and kept when a branch ends, so some loops are missed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from lowbit.techniques.board_masks import digits_in, members
from lowbit.techniques.explainer.rating import printed
from lowbit.techniques.explainer.regions import in_bit_order, regions_of
from lowbit.techniques.step import HouseMark, Mark, Role, Step
from lowbit.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position
    from lowbit.techniques.technique import Options

SHORTEST = 4
"""The fewest cells of a loop."""
MOST_EXTRA_CELLS = 2
"""The most cells of a loop that have extra digits, unless all have the same one."""
LARGEST_SET = 7
"""The largest subset that the other digits of a loop of type 3 are part of."""


class RankedStep(NamedTuple):
    """A step, its place in the order, and its identity among other steps."""

    rating: float
    kind: int
    key: Hashable
    step: Step


@dataclass(frozen=True, slots=True)
class UniqueLoop:
    """Cells in a ring and their two digits.

    Parameters
    ----------
    position : Position
        Where it is found.
    cells : tuple of int
        The cells, in order.
    pair : int
        The two digits.
    """

    position: Position
    cells: tuple[int, ...]
    pair: int

    @property
    def mask(self) -> int:
        """The set of its cells."""
        return sum(1 << cell for cell in self.cells)

    @property
    def extra_cells(self) -> tuple[int, ...]:
        """The cells with other digits, in order."""
        return tuple(cell for cell in self.cells if self.position.cells[cell] != self.pair)

    @property
    def rating(self) -> float:
        """Sudoku Explainer's rating of types 1, 2 and 4."""
        rating = 4.5
        if len(self.cells) >= 10:
            rating += 0.3
        if len(self.cells) >= 8:
            rating += 0.2
        elif len(self.cells) >= 6:
            rating += 0.1
        return rating

    def extra_digits(self, cells: tuple[int, ...]) -> int:
        """Return the other digits of some cells."""
        digits = 0
        for cell in cells:
            digits |= self.position.cells[cell]
        return digits & ~self.pair

    def shared_houses(self, first: int, second: int) -> Iterator[int]:
        """Yield the houses that hold two cells."""
        for house in regions_of(self.position.board).of_cell[first]:
            if self.position.board.houses[house] >> second & 1:
                yield house

    def found(
        self,
        kind: int,
        eliminated: tuple[Candidate, ...],
        *,
        marks: tuple[Mark, ...] = (),
        houses: tuple[HouseMark, ...] = (),
        more: tuple[float, Hashable] = (0.0, ()),
    ) -> RankedStep:
        """Return a step of a type, with an addition to its rating, and its identity."""
        corners = [
            Mark(Role.CORNER, cell, digit) for cell in self.cells for digit in digits_in(self.pair)
        ]
        extras = [
            Mark(Role.EXTRA, cell, digit)
            for cell in self.extra_cells
            for digit in digits_in(self.position.cells[cell] & ~self.pair)
        ]
        rating, shape = self.rating + more[0], "rectangle" if len(self.cells) == 4 else "loop"
        slug, every = f"unique-{shape}-{kind}", (*corners, *extras, *marks)
        step = Step(slug, (), eliminated, every, houses, rating=printed(rating))
        return RankedStep(rating, kind, (kind, self.mask, more[1]), step)


def unique_loops(position: Position, options: Options) -> Iterator[Step]:
    """Yield unique rectangles and loops, the lowest rating and then the lowest type first."""
    if not options.uniqueness:
        return
    found: dict[Hashable, RankedStep] = {}
    for cell, mask in enumerate(position.cells):
        if mask.bit_count() == 2:
            position.budget.charge()
            for cells in _rings(position, cell, mask):
                if _is_deadly(position, cells):
                    for hint in _types(UniqueLoop(position, cells, mask)):
                        found.setdefault(hint.key, hint)
    for hint in sorted(found.values(), key=lambda hint: (hint.rating, hint.kind)):
        yield hint.step


def _rings(position: Position, start: int, pair: int) -> list[tuple[int, ...]]:
    """Return the rings of cells that have both digits of a pair, from one of them."""
    board, regions, cells = position.board, regions_of(position.board), position.cells
    first, second = digits_in(pair)
    both = position.places[first] & position.places[second]
    rings: list[tuple[int, ...]] = []
    ring: list[int] = []

    def extend(cell: int, allowed: int, extras: int, last: int) -> None:
        ring.append(cell)
        for house in regions.of_cell[cell]:
            if regions.kind[house] == last:
                continue
            for following in members(both & board.houses[house]):
                if following == start and len(ring) >= SHORTEST:
                    rings.append(tuple(ring))
                elif following not in ring:
                    extras |= cells[following] & ~pair
                    is_bivalue = cells[following] == pair
                    if is_bivalue or extras.bit_count() == 1 or allowed > 0:
                        extend(following, allowed - (not is_bivalue), extras, regions.kind[house])
        ring.pop()

    extend(start, MOST_EXTRA_CELLS, 0, -1)
    return rings


def _is_deadly(position: Position, cells: tuple[int, ...]) -> bool:
    """Whether each house has one cell of the even places and one of the odd places, or none."""
    of_cell = regions_of(position.board).of_cell
    sides = [[house for cell in cells[side::2] for house in of_cell[cell]] for side in (0, 1)]
    even, odd = map(set, sides)
    return even == odd and len(even) == len(sides[0]) and len(odd) == len(sides[1])


def _types(loop: UniqueLoop) -> Iterator[RankedStep]:
    """Yield the steps of a loop."""
    extra = loop.extra_cells
    digits = loop.extra_digits(extra)
    if len(extra) == 1:
        yield loop.found(1, tuple((extra[0], digit) for digit in digits_in(loop.pair)))
    elif len(extra) > 1 and digits.bit_count() == 1:
        yield from _type_2(loop, extra, digits.bit_length())
    elif len(extra) == 2:
        yield from _type_3(loop, extra, digits)
    if len(extra) == 2:
        yield from _type_4(loop, extra)


def _type_2(loop: UniqueLoop, extra: tuple[int, ...], digit: int) -> Iterator[RankedStep]:
    """Yield the elimination of the one digit beside the pair from cells that see all its places."""
    position = loop.position
    seen = position.board.common_peers(sum(1 << cell for cell in extra))
    eliminated = tuple((cell, digit) for cell in members(position.places[digit] & seen))
    if eliminated:
        yield loop.found(2, eliminated)


def _type_3(loop: UniqueLoop, extra: tuple[int, ...], digits: int) -> Iterator[RankedStep]:
    """Yield the subsets that two cells, taken as one with their other digits, are part of."""
    position = loop.position
    for size in range(digits.bit_count(), LARGEST_SET + 1):
        for house in loop.shared_houses(*extra):
            free = (position.board.houses[house] & position.open).bit_count()
            if size * 2 <= free:
                yield from _naked_with(loop, extra, digits, (house, size))
            if size * 2 < free:
                yield from _hidden_with(loop, extra, digits, (house, size))


def _naked_with(
    loop: UniqueLoop, extra: tuple[int, ...], digits: int, where: tuple[int, int]
) -> Iterator[RankedStep]:
    position, (house, size) = loop.position, where
    cells, in_house = position.cells, position.board.house_cells[house]
    first, second = (in_house.index(cell) for cell in extra)
    core = digits & cells[extra[0]] & cells[extra[1]]
    for chosen in in_bit_order(len(in_house), size):
        if first not in chosen or second in chosen:
            continue
        others = [in_house[place] for place in chosen if place != first]
        union, rest = digits, core
        for cell in others:
            union |= cells[cell]
            rest |= cells[cell]
        has_single = any(cells[cell].bit_count() < 2 for cell in others)
        if rest.bit_count() == union.bit_count() == size and not has_single:
            kept = {*others, *extra}
            eliminated = position.among([cell for cell in in_house if cell not in kept], union)
            if eliminated:
                marks = _marks(position, others, union)
                houses = (HouseMark(Role.BASE, house),)
                key = ("naked", house, union, tuple(others))
                more = ((size - 1) * 0.1, key)
                yield loop.found(3, eliminated, marks=marks, houses=houses, more=more)


def _hidden_with(
    loop: UniqueLoop, extra: tuple[int, ...], digits: int, where: tuple[int, int]
) -> Iterator[RankedStep]:
    position, (house, size) = loop.position, where
    board = position.board
    others = [digit for digit in board.digits if not (digits | loop.pair) >> digit - 1 & 1]
    if size - 2 > len(others):
        return
    in_house = board.houses[house] & ~(1 << extra[1])
    for chosen in in_bit_order(len(others), size - 2):
        held = [*(others[place] for place in chosen), *digits_in(loop.pair)]
        places = [position.places[digit] & in_house for digit in held]
        union = 0
        for mask in places:
            union |= mask
        if union.bit_count() == size and all(places):
            subset = sum(1 << digit - 1 for digit in held)
            cells = members(union & ~(1 << extra[0]))
            eliminated = position.among(cells, ((1 << board.size) - 1) & ~subset)
            if eliminated:
                marks = _marks(position, cells, subset)
                houses = (HouseMark(Role.BASE, house),)
                more = ((len(cells) - 1) * 0.1, ("hidden", house, subset, cells))
                yield loop.found(3, eliminated, marks=marks, houses=houses, more=more)


def _marks(position: Position, cells: list[int] | tuple[int, ...], digits: int) -> tuple[Mark, ...]:
    return tuple(Mark(Role.SUBSET, *item) for item in position.among(cells, digits))


def _type_4(loop: UniqueLoop, extra: tuple[int, ...]) -> Iterator[RankedStep]:
    """Yield the digit of the pair that is eliminated because the other has no third place."""
    position = loop.position
    both = 1 << extra[0] | 1 << extra[1]
    for digit, other in (digits_in(loop.pair), digits_in(loop.pair)[::-1]):
        for house in loop.shared_houses(*extra):
            if not position.places[digit] & position.board.houses[house] & ~both:
                eliminated = tuple((cell, other) for cell in extra)
                yield loop.found(4, eliminated, houses=(HouseMark(Role.BASE, house),))
                return


TECHNIQUES = (
    *(
        Technique(
            f"unique-loop-{kind}",
            f"unique loop type {kind}",
            "uniqueness",
            unique_loops,
            explainer_name=f"Unique Loop type {kind}",
            uniqueness=True,
        )
        for kind in range(1, 5)
    ),
)
