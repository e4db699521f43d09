"""The solutions of a puzzle with constraints, found depth first: the readable twin of the kernels.

Each operation (`lowbit.constraints.operations`) takes away, from lists of candidates, digits that
no solution of its own has, the plain way. That goes on until nothing changes; then a digit of a
cell with as few candidates as any is tried. A full grid on which no operation empties a cell is a
solution.
"""

from __future__ import annotations

from functools import reduce, singledispatch
from itertools import combinations, pairwise
from operator import or_
from typing import TYPE_CHECKING

from lowbit.constraints.automata import DEAD
from lowbit.constraints.lowering import lowered
from lowbit.constraints.operations import (
    Accepted,
    AnyOf,
    Connected,
    CountOf,
    Distinct,
    Enclosed,
    InRelation,
    LinearSum,
    OneOfSets,
    Operation,
    Within,
)
from lowbit.grid import Grid, digits_of
from lowbit.limits import NO_LIMITS, Limits
from lowbit.reference.budget import Budget
from lowbit.reference.search import DeadEndError, bits_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.puzzle import Puzzle


class VariantSearch:
    """The solutions of a puzzle, found one at a time, always in the same order.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    limits : Limits, optional
        The limits of the search; none by default.
    budget : Budget, optional
        A budget in place of `limits`.

    Raises
    ------
    LimitReachedError
        By ``next``, where a limit ends the search before the tree is done.

    Examples
    --------
    >>> from lowbit.constraints import Cage
    >>> from lowbit.puzzle import Puzzle
    >>> puzzle = Puzzle("...." * 4, [Cage((0, 1, 2), 6), Cage((4, 8, 12), 9)], geometry="4x4")
    >>> sum(1 for _ in VariantSearch(puzzle))
    24
    """

    def __init__(
        self, puzzle: Puzzle, limits: Limits = NO_LIMITS, *, budget: Budget | None = None
    ) -> None:
        self._geometry = puzzle.geometry
        self._operations = operations_of(puzzle)
        self._budget = budget or Budget(limits)
        self._untried = [list(puzzle.grid.allowed)]

    @property
    def nodes(self) -> int:
        """The nodes visited so far."""
        return self._budget.nodes

    @property
    def rest(self) -> list[list[int]]:
        """The part of the tree that is not searched yet, as candidates of each cell, in order."""
        return self._untried[::-1]

    def __iter__(self) -> Iterator[Grid]:
        return self

    def __next__(self) -> Grid:
        while self._untried:
            self._budget.charge()
            candidates = list(self._untried[-1])
            try:
                propagate(self._operations, candidates)
            except DeadEndError:
                self._untried.pop()
                continue
            open_cells = [cell for cell, mask in enumerate(candidates) if mask & mask - 1]
            if not open_cells:
                self._untried.pop()
                return Grid.from_masks(candidates, self._geometry)
            cell = min(open_cells, key=lambda cell: candidates[cell].bit_count())
            children = [
                [*candidates[:cell], bit, *candidates[cell + 1 :]]
                for bit in bits_of(candidates[cell])
            ]
            self._untried[-1:] = reversed(children)
        raise StopIteration


def operations_of(puzzle: Puzzle) -> list[Operation]:
    """Return the operations of the houses and constraints of a puzzle."""
    geometry = puzzle.geometry
    houses: list[Operation] = [Distinct(house.cells) for house in geometry.houses]
    return houses + [said for part in puzzle.constraints for said in lowered(part, geometry)]


def propagate(operations: Iterable[Operation], candidates: list[int]) -> None:
    """Remove the candidates that operations forbid, over and over, until nothing changes.

    Raises
    ------
    DeadEndError
        If a cell is left without candidates, or a house without a place for a digit.
    """
    before: list[int] = []
    while before != candidates:
        before = list(candidates)
        for operation in operations:
            prune(operation, candidates)
            if 0 in candidates:
                raise DeadEndError


@singledispatch
def prune(operation: Operation, candidates: list[int]) -> None:
    """Remove the candidates that one operation forbids; DeadEndError where it cannot hold."""
    raise NotImplementedError(operation)


@prune.register
def _(operation: Within, candidates: list[int]) -> None:
    candidates[operation.cell] &= operation.mask


@prune.register
def _(operation: Distinct, candidates: list[int]) -> None:
    for at, cell in enumerate(operation.cells):
        mask = candidates[cell]
        if mask and mask == mask & -mask:
            for place, other in enumerate(operation.cells):
                if place != at:
                    candidates[other] &= ~mask


@prune.register
def _(operation: InRelation, candidates: list[int]) -> None:
    back = [
        sum(1 << first for first, mask in enumerate(operation.relation) if mask >> second & 1)
        for second in range(len(operation.relation))
    ]
    cells = operation.cells
    for before, cell in pairwise(cells):
        candidates[cell] &= _image(candidates[before], operation.relation)
    for after, cell in pairwise(reversed(cells)):
        candidates[cell] &= _image(candidates[after], back)


@prune.register
def _(operation: LinearSum, candidates: list[int]) -> None:
    _require(operation.cells, candidates)
    terms = list(zip(operation.cells, operation.weights, strict=True))
    bounds = [
        sorted((weight * low, weight * high))
        for weight, (low, high) in ((weight, _ends(candidates[cell])) for cell, weight in terms)
    ]
    least, most = (sum(ends) for ends in zip(*bounds, strict=True))
    for (cell, weight), (low, high) in zip(terms, bounds, strict=True):
        for digit in list(digits_of(candidates[cell])):
            share = weight * digit
            if least - low + share > operation.most or most - high + share < operation.least:
                candidates[cell] &= ~(1 << digit - 1)


@prune.register
def _(operation: OneOfSets, candidates: list[int]) -> None:
    prune(Distinct(operation.cells), candidates)
    possible = 0
    for mask in operation.masks:
        if all(candidates[cell] & mask for cell in operation.cells):
            possible |= mask
    for cell in operation.cells:
        candidates[cell] &= possible
    held = [candidates[cell] for cell in operation.cells]
    if all(mask and mask == mask & -mask for mask in held) and sum(held) not in operation.masks:
        raise DeadEndError


@prune.register
def _(operation: CountOf, candidates: list[int]) -> None:
    sure = sum(not candidates[cell] & ~operation.mask for cell in operation.cells)
    may = sum(bool(candidates[cell] & operation.mask) for cell in operation.cells)
    counts = [count for count in range(sure, may + 1) if operation.counts >> count & 1]
    if not counts:
        raise DeadEndError
    for cell in operation.cells:
        is_open = candidates[cell] & operation.mask and candidates[cell] & ~operation.mask
        if is_open and counts == [sure]:
            candidates[cell] &= ~operation.mask
        elif is_open and counts == [may]:
            candidates[cell] &= operation.mask


@prune.register
def _(operation: Enclosed, candidates: list[int]) -> None:
    kept = dict.fromkeys(operation.cells, 0)
    for ends, inner in operation.fillings:
        outer = (1 << ends.bit_length() - 1) - 2 * (ends & -ends) & ~inner
        for first, last in combinations(range(len(operation.cells)), 2):
            roles = [outer] * first + [ends] + [inner] * (last - first - 1) + [ends]
            roles += [outer] * (len(operation.cells) - len(roles))
            masks = [
                candidates[cell] & role for cell, role in zip(operation.cells, roles, strict=True)
            ]
            crusts, filling = (masks[first], masks[last]), masks[first + 1 : last]
            if all(masks) and _holds_each(ends, crusts) and _holds_each(inner, filling):
                for cell, mask in zip(operation.cells, masks, strict=True):
                    kept[cell] |= mask
    for cell, mask in kept.items():
        candidates[cell] = mask


@prune.register
def _(operation: Connected, candidates: list[int]) -> None:
    mask, cells = operation.mask, operation.cells
    may = {at for at, cell in enumerate(cells) if candidates[cell] & mask}
    inside = {at for at in may if not candidates[cells[at]] & ~mask}
    parts = [part for part in _parts(operation, may) if len(part) >= operation.least]
    if inside:
        parts = [part for part in parts if inside <= part]
    if not parts or len(inside) > operation.most:
        raise DeadEndError
    left = set().union(*parts)
    if inside:
        left = _near(operation, left, inside, operation.most - len(inside))
    if not inside <= left:
        raise DeadEndError
    for at in may - left:
        candidates[cells[at]] &= ~mask
    for at in left - inside:
        rest = _parts(operation, left - {at})
        if not any(inside <= part and len(part) >= operation.least for part in rest):
            candidates[cells[at]] &= mask


def _near(operation: Connected, places: set[int], inside: set[int], most: int) -> set[int]:
    """Return the places that a path from one inside leads to, of so many others at most."""
    start = min(inside)
    found: set[int] = set()
    distance, edge = 0, {start}
    while edge and distance <= most:
        untried = edge - found
        edge = set()
        while untried:
            at = untried.pop()
            found.add(at)
            beside = places.intersection(operation.links[at]) - found
            untried |= beside & inside
            edge |= beside - inside
        distance += 1
    return found


def _parts(operation: Connected, places: set[int]) -> list[set[int]]:
    """Return the connected parts of some places in a list of cells."""
    left, parts = set(places), []
    while left:
        part, untried = set(), [left.pop()]
        while untried:
            part.add(untried[-1])
            found = left.intersection(operation.links[untried.pop()])
            left -= found
            untried += found
        parts.append(part)
    return parts


@prune.register
def _(operation: Accepted, candidates: list[int]) -> None:
    table, cells = operation.automaton.transitions, operation.cells
    reached = [{0}]
    for cell in cells:
        digits = list(digits_of(candidates[cell]))
        reached.append(
            {table[state][digit - 1] for state in reached[-1] for digit in digits} - {DEAD}
        )
    wanted = {state for state in reached[-1] if operation.automaton.accepting[state]}
    for cell, states in zip(reversed(cells), reversed(reached[:-1]), strict=True):
        steps = [
            (state, digit)
            for state in states
            for digit in digits_of(candidates[cell])
            if table[state][digit - 1] in wanted
        ]
        candidates[cell] = sum({1 << digit - 1 for _, digit in steps})
        wanted = {state for state, _ in steps}


@prune.register
def _(operation: AnyOf, candidates: list[int]) -> None:
    union = [0] * len(candidates)
    for branch in operation.branches:
        tried = list(candidates)
        try:
            for part in branch:
                prune(part, tried)
        except DeadEndError:
            continue
        if 0 not in tried:
            union = [one | other for one, other in zip(union, tried, strict=True)]
    candidates[:] = union


def _holds_each(digits: int, masks: Sequence[int]) -> bool:
    """Return whether there are as many cells as digits, and a place for each digit."""
    return len(masks) == digits.bit_count() and digits == reduce(or_, masks, 0)


def _image(mask: int, relation: Sequence[int]) -> int:
    """Return the mask of the digits that may follow one of those of a mask."""
    after = 0
    for digit in digits_of(mask):
        after |= relation[digit - 1]
    return after


def _ends(mask: int) -> tuple[int, int]:
    """Return the lowest and the highest digit of a mask."""
    return (mask & -mask).bit_length(), mask.bit_length()


def _require(cells: Iterable[int], candidates: list[int]) -> None:
    if not all(candidates[cell] for cell in cells):
        raise DeadEndError
