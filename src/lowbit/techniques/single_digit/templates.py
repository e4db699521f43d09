"""Templates: the ways in which a digit can fill all its houses at once.

Fish, colours and chains of one digit can eliminate only candidates that are in no template of that
digit (`excluded`). Their finders look nowhere else.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from lowbit.techniques.board_masks import BoardMasks, mask_of, members
from lowbit.techniques.facts import recall
from lowbit.techniques.step import Role, Step, marks_of
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.reference.budget import Budget
    from lowbit.techniques.position import Position


def excluded(position: Position) -> tuple[int, ...]:
    """Return, for each digit, its candidates that are in no template; where there are none, all."""
    if not position.board.is_square:
        return tuple(position.places)
    return tuple(
        places & ~_covered(position, digit, places)[0] if places else 0
        for digit, places in enumerate(position.places)
    )


def _covered(position: Position, digit: int, places: int) -> tuple[int, int]:
    """Return the cells in some template of a digit in the places given, and those in all."""
    return _coverage(position.board, places, _rows_left(position, digit), position.budget)


def _rows_left(position: Position, digit: int) -> tuple[int, ...]:
    """Return the rows that still lack a digit."""
    placed = {
        position.board.row_of[cell] for cell, value in enumerate(position.values) if value == digit
    }
    return tuple(row for row in range(position.board.size) if row not in placed)


@lru_cache(maxsize=1 << 14)
def _coverage(
    board: BoardMasks, places: int, rows: tuple[int, ...], budget: Budget
) -> tuple[int, int]:
    """Return the cells in some template of a digit, and those in all of them.

    Row by row: a state is the set of houses taken so far. The forward pass records the states that
    can be reached, the backward pass the cells that lead to a full template. Cached: the positions
    of a walk have most templates in common, and the same budget.
    """
    choices = [
        [
            (cell, mask_of(board.houses_of[cell]))
            for cell in members(places & board.houses[board.rows[row]])
        ]
        for row in rows
    ]
    reached: list[set[int]] = [{0}]
    for row_choices in choices:
        following: set[int] = set()
        for taken in reached[-1]:
            budget.charge()
            following.update(taken | houses for _, houses in row_choices if not taken & houses)
        reached.append(following)
    alive, some, every = reached[-1], 0, 0
    for states, row_choices in zip(reached[-2::-1], choices[::-1], strict=True):
        before, used = set(), 0
        for taken in states:
            budget.charge()
            for cell, houses in row_choices:
                if not taken & houses and taken | houses in alive:
                    before.add(taken)
                    used |= 1 << cell
        alive = before
        some |= used
        if not used & (used - 1):
            every |= used
    return some, every


def common_cells(position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return, for each digit, the cells in all its templates, and those in some of them.

    A template is dropped if it takes a cell that is in all templates of another digit.
    """
    digits = position.board.digits
    some, every = list(position.places), [0] * len(position.places)
    changed = True
    while changed:
        changed = False
        for digit in digits:
            taken = 0
            for other in digits:
                taken |= every[other] if other != digit else 0
            left = some[digit] & ~taken
            found = _covered(position, digit, left) if left else (0, 0)
            changed |= found != (some[digit], every[digit])
            some[digit], every[digit] = found
    return tuple(every), tuple(some)


def template_sets(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the cells that all templates of a digit have in common."""
    every, _ = recall(position, common_cells)
    for digit, cells in enumerate(every):
        if cells:
            placements = tuple((cell, digit) for cell in members(cells))
            yield Step("template-set", placements, (), tuple(marks_of(Role.ON, cells, (digit,))))


def template_deletes(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the candidates that no template of a digit has."""
    _, some = recall(position, common_cells)
    for digit, places in enumerate(position.places):
        cells = places & ~some[digit]
        if cells:
            eliminated = tuple((cell, digit) for cell in members(cells))
            yield Step(
                "template-delete", (), eliminated, tuple(marks_of(Role.OFF, cells, (digit,)))
            )


TECHNIQUES = (
    Technique(
        "template-set",
        "template set",
        "templates",
        template_sets,
        hodoku_name="Template Set",
        score=10000,
        level="extreme",
    ),
    Technique(
        "template-delete",
        "template delete",
        "templates",
        template_deletes,
        hodoku_name="Template Delete",
        score=10000,
        level="extreme",
    ),
)
