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
    Parted,
    Ranked,
    Within,
)
from lowbit.constraints.ranks import together
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
    parts = together(puzzle.constraints)
    return houses + [said for part in parts for said in lowered(part, geometry)]


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
def _(operation: Parted, candidates: list[int]) -> None:
    pairs = tuple(zip(operation.members, operation.labels, strict=True))
    for number in range(len(pairs) // operation.size):
        _prune_part(operation, candidates, pairs, 1 << number)


def _prune_part(
    operation: Parted, candidates: list[int], pairs: Sequence[tuple[int, int]], label: int
) -> None:
    """Prune by the part with a label, as a mask."""
    may = [pair for pair in pairs if candidates[pair[1]] & label]
    inside = [pair for pair in may if candidates[pair[1]] == label]
    if not len(inside) <= operation.size <= len(may):
        raise DeadEndError
    prune(Distinct(tuple(cell for cell, _ in inside)), candidates)
    known = [candidates[cell] for cell, _ in inside if candidates[cell].bit_count() == 1]
    used = reduce(or_, known, 0)
    for cell, own in may:
        if (cell, own) not in inside and (
            len(inside) == operation.size or not candidates[cell] & ~used
        ):
            candidates[own] &= ~label
        elif len(may) == operation.size:
            candidates[own] = label
    for digit in bits_of(operation.needed):
        places = [(cell, own) for cell, own in may if candidates[cell] & digit]
        if not places:
            raise DeadEndError
        if len(places) == 1:
            ((cell, own),) = places
            candidates[cell], candidates[own] = digit, candidates[own] & label


LOWER, HIGHER = 1, 2
"""The ways in which a line may compare with another, as bits; the same is as if it was higher, or
neither."""


@prune.register
def _(operation: Ranked, candidates: list[int]) -> None:
    n_clued = len(operation.lower)
    clued, others = operation.lines[:n_clued], operation.lines[n_clued:]
    if candidates[clued[0][0]].bit_count() != 1:
        return
    for low, high in pairwise(clued):
        _put_in_order(candidates, low, high, is_strict=True)
    for at, own in enumerate(clued):
        below = operation.lower[at] - at
        above = operation.n_alike - n_clued - below
        _prune_others(operation, candidates, own, others, {LOWER: below, HIGHER: above})


def _prune_others(
    operation: Ranked,
    candidates: list[int],
    own: Sequence[int],
    others: Sequence[Sequence[int]],
    wanted: dict[int, int],
) -> None:
    """Prune the lines without a clue by how many compare in each way with one that has a clue."""
    first, ways = candidates[own[0]], {}
    for line in others:
        if candidates[line[0]] & first:
            ways[line] = _ways(candidates, line, own, HIGHER if operation.ties else 0)
            if not ways[line]:
                _take_away(candidates, line[0], first)
    begin = {line for line in ways if candidates[line[0]] == first}
    for side, number in wanted.items():
        may = [line for line, way in ways.items() if way & side]
        sure = {line for line in begin if ways[line] == side}
        if not len(sure) <= number <= len(may):
            raise DeadEndError
        for line in may:
            if len(may) == number:
                candidates[line[0]] = first
                _put_at_side(candidates, line, own, side, operation)
            elif len(sure) == number and ways[line] == side and line not in sure:
                _take_away(candidates, line[0], first)
            elif len(sure) == number and line in begin - sure:
                _put_at_side(candidates, line, own, LOWER + HIGHER - side, operation)


def _ways(candidates: Sequence[int], line: Sequence[int], own: Sequence[int], same: int) -> int:
    """Return the ways in which a line may compare with another, if they begin alike.

    Where they may hold the same digits up to a cell, these are known, and no later cells have them.
    """
    found, used = 0, candidates[own[0]]
    for cell, other in zip(line[1:], own[1:], strict=True):
        mask, mine = candidates[cell] & ~used, candidates[other] & ~used
        if cell == other:
            continue
        if mine & -2 * (mask & -mask):
            found |= LOWER
        if mask & -2 * (mine & -mine):
            found |= HIGHER
        if found == LOWER | HIGHER or not mask & mine:
            return found
        used |= mask & mine
    return found | same


def _put_at_side(
    candidates: list[int], line: Sequence[int], own: Sequence[int], side: int, operation: Ranked
) -> None:
    if side == LOWER:
        _put_in_order(candidates, line, own, is_strict=True)
    else:
        _put_in_order(candidates, own, line, is_strict=not operation.ties)


def _put_in_order(
    candidates: list[int], low: Sequence[int], high: Sequence[int], *, is_strict: bool
) -> None:
    """Prune the first cells at which two lines that begin alike may differ."""
    for cell, other in zip(low[1:], high[1:], strict=True):
        if cell == other:
            continue
        candidates[cell] &= (1 << candidates[other].bit_length()) - 1
        candidates[other] &= -(candidates[cell] & -candidates[cell])
        if not (candidates[cell] and candidates[other]):
            raise DeadEndError
        if candidates[cell] != candidates[other] or candidates[cell].bit_count() > 1:
            return
    if is_strict:
        raise DeadEndError


def _take_away(candidates: list[int], cell: int, mask: int) -> None:
    candidates[cell] &= ~mask
    if not candidates[cell]:
        raise DeadEndError


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
