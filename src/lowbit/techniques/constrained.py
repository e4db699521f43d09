"""Steps by constraints: candidates for which a constraint, or the cages of a house, leave no room.

A constraint of few cells is tried out: a candidate goes if no digits of the other cells fit. One
that speaks of more cells, such as a chess move, is read as a person does, pair by pair of cells.
The rule of 45 makes a sum of the cells that the cages of a house leave over, or add to it.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final

from lowbit.constraints import Cage, Sum
from lowbit.constraints.lowering import lowered
from lowbit.constraints.operations import (
    Accepted,
    AnyOf,
    Connected,
    Distinct,
    Enclosed,
    OneOfSets,
    Parted,
    Ranked,
    Within,
)
from lowbit.reference.budget import Budget
from lowbit.reference.search import DeadEndError, bits_of
from lowbit.reference.variants import propagate, prune
from lowbit.techniques.board_masks import digits_in, mask_of, members
from lowbit.techniques.books.rule import Rule
from lowbit.techniques.step import HouseMark, Role, Step, marks_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.constraints import Constraint
    from lowbit.constraints.operations import Operation
    from lowbit.geometry import Geometry
    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position
    from lowbit.techniques.technique import Options

CONSTRAINT: Final = "constraint"
RULE_OF_45: Final = "rule-of-45"

MOST_CELLS: Final = 12
"""The cells of a constraint that is tried out as a whole."""

MOST_TRIES: Final = 300
"""Digits tried for one candidate; one that takes more is kept."""

MOST_WORK: Final = 1 << 21
"""The most work for a look at one constraint, as `_work_of` counts it: about a second."""

MOST_SUMS: Final = 1 << 10
"""The most sets of digits with the sum of a cage to try: on the classic board all, twelve."""

MOST_SETS: Final = 6
"""The most sets of digits of a cage that a person keeps in mind."""

MOST_LEFT: Final = 3
"""The cells that the rule of 45 may leave over."""


def by_constraints(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the step by each constraint, the easiest to see first."""
    found = (_step(position, constraint, CONSTRAINT) for constraint in position.constraints)
    yield from sorted(filter(None, found), key=_effort)


def _effort(step: Step) -> tuple[bool, int, int]:
    """Return the sort key of steps, the hardest to see last: no digit, many sets, many cells."""
    return not step.placements, len(step.sets) or MOST_SETS + 1, len(step.marks) or MOST_CELLS + 1


def by_rule_of_45(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the steps in cells that the cages in a house, or those that cover it, leave over."""
    cages = _disjoint(
        each for each in position.constraints if isinstance(each, Cage) and each.total is not None
    )
    for house, cells in enumerate(position.board.houses):
        if cells.bit_count() == position.board.size:
            for rest in _left_over(position, cages, cells):
                step = _step(position, rest, RULE_OF_45, (HouseMark(Role.BASE, house),))
                if step:
                    yield step


RULES: Final = (Rule(by_constraints, (CONSTRAINT,)), Rule(by_rule_of_45, (RULE_OF_45,)))
"""The rules that rule books have in addition for puzzles with constraints."""


def _step(
    position: Position, constraint: Constraint, slug: str, houses: tuple[HouseMark, ...] = ()
) -> Step | None:
    """Return the step by a constraint; None if it places and eliminates nothing."""
    eliminated = eliminated_by(position, constraint)
    if not eliminated:
        return None
    placed = tuple(placed_among(position, eliminated))
    board, cells = position.geometry, _cells_of(constraint, position.geometry)
    named = cells if len(cells) <= MOST_CELLS else ()
    return Step(
        slug,
        placed,
        tuple(item for item in eliminated if item[0] not in dict(placed)),
        tuple(marks_of(Role.CONSTRAINT, mask_of(named))),
        houses,
        constraint=constraint,
        sets=sets_of(constraint, board, position.masks, position.budget),
    )


def look_at(position: Position, constraint: Constraint) -> Look:
    """Return the look at a constraint with the candidates of a position."""
    cells = _cells_of(constraint, position.geometry)
    masks = position.masks
    return _look(constraint, position.geometry, tuple(masks[cell] for cell in cells))


def eliminated_by(position: Position, constraint: Constraint) -> list[Candidate]:
    """Return the candidates of a position with which a constraint cannot hold."""
    position.budget.charge()
    gone = look_at(position, constraint).impossible(position.budget)
    return [(cell, digit) for cell, digit in gone if position.has(cell, digit)]


def placed_among(position: Position, eliminated: Iterable[Candidate]) -> Iterator[Candidate]:
    """Yield the cells that are left with one digit."""
    gone: dict[int, int] = {}
    for cell, digit in eliminated:
        gone[cell] = gone.get(cell, 0) | 1 << digit - 1
    for cell, digits in gone.items():
        left = digits_in(position.cells[cell] & ~digits)
        if len(left) == 1:
            yield cell, left[0]


def sets_of(
    constraint: Constraint, board: Geometry, masks: Sequence[int], budget: Budget | None = None
) -> tuple[tuple[int, ...], ...]:
    """Return the sets of digits that fit into a cage; none where they say nothing, or of many.

    Parameters
    ----------
    constraint : Constraint
        The constraint.
    board : Geometry
        The board.
    masks : sequence of int
        The candidates of all cells.
    budget : Budget, optional
        Charged for each digit that is tried.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> sets_of(Cage((0, 1), 5), CLASSIC, [CLASSIC.full_mask] * 81)
    ((1, 4), (2, 3))
    """
    if not isinstance(constraint, Cage) or constraint.total is None or len(constraint.cells) == 1:
        return ()
    tries, cells = _Tries(_operations_of(constraint, board), board, budget), constraint.cells
    total = constraint.total - len(cells) * (board.values[0] - 1)
    sums = [*islice(sets_with_sum(1, board.size, len(cells), total), MOST_SUMS + 1)]
    found = []
    for digits in sums if len(sums) <= MOST_SUMS else ():
        allowed = mask_of(digit - 1 for digit in digits)
        if tries.filling(cells, {cell: masks[cell] & allowed for cell in cells}) is not None:
            found.append(digits)
            if len(found) > MOST_SETS:
                return ()
    return tuple(found)


def sets_with_sum(least: int, most: int, n: int, total: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets of so many digits with a sum, and look at no others."""
    if not n:
        yield from [()] if total == 0 else ()
        return
    for digit in range(least, most - n + 2):
        if n * digit + n * (n - 1) // 2 > total:
            return
        if digit + (n - 1) * (2 * most - n + 2) // 2 >= total:
            for others in sets_with_sum(digit + 1, most, n - 1, total - digit):
                yield (digit, *others)


@lru_cache(maxsize=1 << 12)
def _look(constraint: Constraint, board: Geometry, masks: tuple[int, ...]) -> Look:
    """Return the look at a constraint with these candidates in its cells, which is kept."""
    return Look(constraint, board, masks)


class Look:
    """A look at a constraint, for the candidates of its cells with which it cannot hold."""

    def __init__(self, constraint: Constraint, board: Geometry, masks: tuple[int, ...]) -> None:
        self._constraint = constraint
        self._board = board
        self._masks = masks
        self._found: tuple[Candidate, ...] | None = None
        self._fillings: list[set[Candidate]] = []
        self._needed: dict[Candidate, bool] = {}

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that the constraint speaks of."""
        return _cells_of(self._constraint, self._board)

    def impossible(self, budget: Budget) -> tuple[Candidate, ...]:
        """Return the candidates, sought once: a budget that ends that leaves it to the next."""
        if self._found is None:
            self._found = tuple(self._eliminated(budget))
        return self._found

    def needs(self, digit: int, places: int, budget: Budget) -> bool:
        """Return whether each way to fill the cells has a digit in one of some places.

        Parameters
        ----------
        digit : int
            The digit.
        places : int
            Cells of the constraint, as a set.
        budget : Budget
            Charged for each digit that is tried.
        """
        if (places, digit) not in self._needed:
            self._needed[places, digit] = self._is_needed(digit, places, budget)
        return self._needed[places, digit]

    def _is_needed(self, digit: int, places: int, budget: Budget) -> bool:
        if len(self.cells) > MOST_CELLS:
            return False
        held = [(cell, digit) for cell in members(places)]
        if any(filling.isdisjoint(held) for filling in self._fillings):
            return False
        at = dict(zip(self.cells, self._masks, strict=True))
        at |= {cell: at[cell] & ~(1 << digit - 1) for cell, _ in held}
        tries = _Tries(_operations_of(self._constraint, self._board), self._board, budget)
        filling = tries.filling(self.cells, at)
        if filling:
            self._fillings.append(filling)
        return filling is None

    def _eliminated(self, budget: Budget) -> Iterator[Candidate]:
        cells = _cells_of(self._constraint, self._board)
        at = dict(zip(cells, self._masks, strict=True))
        operations = lowered(self._constraint, self._board)
        if len(cells) > MOST_CELLS or all(isinstance(each, Distinct) for each in operations):
            yield from _eliminated_apart(operations, at, self._board, budget)
        else:
            together = _operations_of(self._constraint, self._board)
            yield from _eliminated_together(_Tries(together, self._board, budget), at)


def _eliminated_apart(
    operations: Iterable[Operation], at: dict[int, int], board: Geometry, budget: Budget
) -> Iterator[Candidate]:
    """Yield the candidates that each operation eliminates at sight."""
    for operation in operations:
        budget.charge()
        if _work_of(operation) > MOST_WORK:
            continue
        masks = _spread(at, board)
        try:
            prune(operation, masks)
        except DeadEndError:
            continue
        for cell in _cells_in(operation):
            left = masks[cell] & (_only_here(operation, cell, at, board) or board.full_mask)
            if masks[cell]:
                yield from ((cell, digit) for digit in digits_in(at[cell] & ~left))


def _only_here(operation: Operation, cell: int, at: dict[int, int], board: Geometry) -> int:
    """Return the digits that a house of constraints has room for in this cell alone."""
    if not isinstance(operation, Distinct) or len(operation.cells) < board.size:
        return 0
    elsewhere = 0
    for other in operation.cells:
        if other != cell:
            elsewhere |= at[other]
    return board.full_mask & ~elsewhere


def _eliminated_together(tries: _Tries, at: dict[int, int]) -> Iterator[Candidate]:
    """Yield the candidates with which all cells together cannot be filled."""
    fits: set[Candidate] = set()
    for cell, mask in at.items():
        for digit in digits_in(mask):
            if (cell, digit) not in fits:
                filling = tries.filling(at, at | {cell: 1 << digit - 1})
                if filling is None:
                    yield cell, digit
                else:
                    fits |= filling


class _Tries:
    """The tries to fill the cells of some operations: few where each takes long."""

    def __init__(
        self, operations: Sequence[Operation], board: Geometry, budget: Budget | None
    ) -> None:
        self._operations = operations
        self._board = board
        self._budget = budget or Budget()
        self._n_left = MOST_WORK // max(1, sum(map(_work_of, operations)))

    def filling(self, cells: Iterable[int], at: dict[int, int]) -> set[Candidate] | None:
        """Return digits that fit into cells; None if there are none, and empty if that takes long.

        Parameters
        ----------
        cells : iterable of int
            The cells.
        at : dict
            The candidates of each.
        """
        untried = [_spread(at, self._board)]
        for _ in range(min(MOST_TRIES, self._n_left)):
            if not untried:
                return None
            self._budget.charge()
            self._n_left -= 1
            masks = untried.pop()
            try:
                propagate(self._operations, masks)
            except DeadEndError:
                continue
            free = [cell for cell in cells if masks[cell] & masks[cell] - 1]
            if not free:
                return {(cell, masks[cell].bit_length()) for cell in cells}
            cell = min(free, key=lambda cell: masks[cell].bit_count())
            untried += [[*masks[:cell], bit, *masks[cell + 1 :]] for bit in bits_of(masks[cell])]
        return set()


def _work_of(operation: Operation) -> int:  # noqa: PLR0911 - one for each kind
    """Return about how many steps it takes to prune candidates by an operation."""
    match operation:
        case Within():
            return 1
        case AnyOf(branches):
            return sum(1 + sum(map(_work_of, branch)) for branch in branches)
        case Accepted(cells, automaton):
            return len(cells) * len(automaton.transitions)
        case OneOfSets(cells, masks):
            return len(cells) + len(masks)
        case Enclosed(cells, fillings):
            return len(cells) ** 2 * len(fillings)
        case Connected(cells):
            return len(cells) ** 2
        case Parted(members, _, size):
            return len(members) ** 2 // size
        case Ranked(lines, lower):
            return len(lower) * sum(map(len, lines))
        case _:
            return len(operation.cells)


def _spread(at: dict[int, int], board: Geometry) -> list[int]:
    """Return candidates for all cells: nothing is known of the others."""
    masks = [board.full_mask] * board.n_cells
    for cell, mask in at.items():
        masks[cell] = mask
    return masks


def _operations_of(constraint: Constraint, board: Geometry) -> tuple[Operation, ...]:
    """Return the operations of a constraint, and of houses on its cells."""
    cells = {*_cells_of(constraint, board)}
    shared = ({*house.cells} & cells for house in board.houses)
    houses = (Distinct(tuple(sorted(each))) for each in shared if len(each) > 1)
    return (*dict.fromkeys(houses), *lowered(constraint, board))


@lru_cache(maxsize=1 << 12)
def _cells_of(constraint: Constraint, board: Geometry) -> tuple[int, ...]:
    """Return the cells that the operations of a constraint speak of."""
    return tuple(sorted({c for each in lowered(constraint, board) for c in _cells_in(each)}))


def _cells_in(operation: Operation) -> tuple[int, ...]:
    if isinstance(operation, Within):
        return (operation.cell,)
    if isinstance(operation, AnyOf):
        return tuple(c for branch in operation.branches for part in branch for c in _cells_in(part))
    return operation.cells


def _left_over(position: Position, cages: Sequence[Cage], house: int) -> Iterator[Constraint]:
    """Yield the sums of what the cages of a house leave over, and of what they add to it."""
    total = sum(position.geometry.values)
    inside = [cage for cage in cages if not mask_of(cage.cells) & ~house]
    rest = house & ~_union(inside)
    yield from _sum(position, rest, total - _sum_of(inside), is_within=True)
    across = [cage for cage in cages if mask_of(cage.cells) & house]
    if not house & ~_union(across):
        yield from _sum(position, _union(across) & ~house, _sum_of(across) - total, is_within=False)


def _sum(position: Position, cells: int, total: int, *, is_within: bool) -> Iterator[Constraint]:
    """Yield the sum of the open cells among some, if they are few."""
    values = position.geometry.values
    total -= sum(values[position.values[cell] - 1] for cell in members(cells & ~position.open))
    free = members(cells & position.open)
    if 0 < len(free) <= MOST_LEFT:
        yield Cage(free, total) if is_within else Sum(free, total)


def _disjoint(cages: Iterable[Cage]) -> list[Cage]:
    """Return cages that share no cells, the first of those that do."""
    taken, found = 0, []
    for cage in cages:
        if not taken & mask_of(cage.cells):
            taken |= mask_of(cage.cells)
            found.append(cage)
    return found


def _union(cages: Iterable[Cage]) -> int:
    return mask_of(cell for cage in cages for cell in cage.cells)


def _sum_of(cages: Iterable[Cage]) -> int:
    return sum(cage.total or 0 for cage in cages)
